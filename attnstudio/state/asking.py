"""Which word asks, in one sentence or in several that share it, and what a person expects of it."""

from __future__ import annotations

from attnstudio.model.document import Document
from attnstudio.state.store import Store


def ask(store: Store, passage: int, token: int) -> None:
    """Let a word ask, and with it the same word in the other passages that have it."""
    store.set_look(passage=passage, query=token, rows=_rows(store.document, store.look.rows, passage, token))


def _rows(document: Document, rows: tuple[int, ...], passage: int, token: int) -> tuple[int, ...]:
    """−1 for each passage that is to find the word of `token` in itself, what was chosen for the others."""
    words = [{t.id: t.text.casefold() for t in held.query_tokens} for held in document.passages]
    asked = words[passage].get(token)
    return tuple(
        -1 if asked in words[p].values() and words[p].get(chosen) != asked else chosen
        for p, chosen in enumerate(rows)
    )


def toggle_mark(store: Store, token: int) -> bool:
    """Mark a key token as one that should be looked at, or take that back. True if it is marked now."""
    store.set_look(marked=store.look.marked ^ {token})
    return token in store.look.marked


def predict(store: Store) -> None:
    """Hide the weights and ask which words should be looked at, from the beginning."""
    store.set_look(predicting=True, marked=frozenset())


def reveal(store: Store) -> None:
    """Show the weights beside what was marked."""
    store.set_look(predicting=False)
