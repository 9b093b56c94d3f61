"""A and B: two states put aside, to be compared with each other or with what is shown."""

from __future__ import annotations

from typing import Literal

from attnstudio.model.comparison import State
from attnstudio.state.store import Store

Which = Literal["A", "B"]
BOTH: tuple[Which, ...] = ("A", "B")


def keep(store: Store, which: Which) -> None:
    """Put the present state aside as A or B."""
    store.commit()
    _set(store, which, shown(store))
    store.say(f"Kept as {which}: “{store.document.title or 'Untitled'}”.")


def let_go(store: Store, which: Which) -> None:
    """Keep nothing as A, or B, any more."""
    _set(store, which, None)


def shown(store: Store) -> State:
    """The present state."""
    return State(store.document, store.look, store.trace)


def state_of(store: Store, which: Which) -> State:
    """What was kept as A or B; what is shown where nothing was."""
    return store.view.kept[BOTH.index(which)] or shown(store)


def go_to(store: Store, which: Which) -> None:
    """Show what was kept, as a step of the history that can be undone."""
    kept = store.view.kept[BOTH.index(which)]
    if kept is None:
        store.say(f"Nothing is kept as {which} yet.")
        return
    store.exchange(f"Go to {which}", kept.document, kept.look)


def _set(store: Store, which: Which, state: State | None) -> None:
    a, b = store.view.kept
    store.set_view(kept=(state, b) if which == "A" else (a, state))
