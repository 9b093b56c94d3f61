"""Moving a word on a plane, in every sentence in which it lies where it lies here: by hand and by key."""

from __future__ import annotations

from attnstudio.model import charts, geometry
from attnstudio.model.document import Document, index_of, names_of
from attnstudio.model.geometry import Vec2
from attnstudio.model.goals import letter
from attnstudio.model.pairing import move_word, spots_of
from attnstudio.state.gestures import Lens, Pixel, PointDrag
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store


def passage_of(document: Document, token: int) -> int:
    """The passage in which a token stands; ValueError where there is none."""
    for p, held in enumerate(document.passages):
        if any(one.id == token for one in (*held.query_tokens, *held.key_tokens)):
            return p
    raise ValueError(f"no token with id {token}")


def place_of(now: Snapshot, token: int) -> Vec2:
    """Where a word is drawn. Raises `Refused` where it only asks."""
    spots = spots_of(now.document, passage_of(now.document, token), token, now.head)
    return charts.shown(now.document.chart, spots[0].at)


def title_of(now: Snapshot, token: int) -> str:
    """A word by its name, in the history, in speech and over number fields: e.g. “x of “bank”, in both”."""
    document = now.document
    p = passage_of(document, token)
    held = document.passages[p]
    tokens = held.query_tokens
    if not any(one.id == token for one in tokens):
        tokens = held.key_tokens
    index = index_of(tokens, token)
    where = _side(document, p, token)
    if any(spot.passage != p for spot in spots_of(document, p, token, now.head)):
        where += ", in both sentences"
    elif _is_elsewhere(document, p, tokens[index].text):
        where += f", in {letter(p)}"
    return f"{'value' if held.embedding is None else 'x'} of “{names_of(tokens)[index]}”{where}"


def _side(document: Document, passage: int, token: int) -> str:
    """Which of two it is, where a word both asks and offers, each with an x of its own."""
    held = document.passages[passage]
    if held.is_self_attention or held.embedding is None:
        return ""
    words = [{one.text.casefold() for one in side} for side in (held.query_tokens, held.key_tokens)]
    asks = any(one.id == token for one in held.query_tokens)
    word = next(one.text for one in (*held.query_tokens, *held.key_tokens) if one.id == token).casefold()
    if word not in words[0] & words[1]:
        return ""
    return ", which asks" if asks else ", which offers"


def _is_elsewhere(document: Document, passage: int, word: str) -> bool:
    """Whether another sentence has the word, in another place."""
    others = (held for p, held in enumerate(document.passages) if p != passage)
    return any(one.text.casefold() == word.casefold() for held in others for one in held.key_tokens)


class WordDrag(PointDrag):
    """The drag of a word."""

    def __init__(self, store: Store, token: int, at: Pixel, lens: Lens) -> None:
        self.token = token
        p, head = passage_of(store.document, token), store.look.head

        def moved(document: Document, point: Vec2) -> Document:
            return move_word(document, p, token, point, head)

        start = place_of(store.now, token)
        super().__init__(store, f"Move {title_of(store.now, token)}", start, moved, at, lens)


def press_arrow(store: Store, token: int, right: int, up: int, factor: float) -> bool:
    """One press of an arrow key. A run of presses is one step of the history. False at the bound."""
    now = store.now
    point = geometry.nudge(place_of(now, token), right, up, now.view.snap, factor, now.document.bound)
    return place(store, token, point, is_run=True)


def place(store: Store, token: int, point: Vec2, is_run: bool = False) -> bool:
    """Put a word at `point`. True if that changed something; raises `Refused` where it can't be done."""
    p, head = passage_of(store.document, token), store.look.head
    return store.apply(
        f"Move {title_of(store.now, token)}",
        lambda document: move_word(document, p, token, point, head),
        run=("word", token) if is_run else None,
    )
