"""Edits for two sentences that share a word: adding the second, and moving a word in both.

Pure functions ``Document → Document``; an edit that changes nothing returns the very same object.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from attnstudio.model import charts
from attnstudio.model.document import Document, Embedding, Head, Passage, Token, Vector
from attnstudio.model.edits import placed_by_hand, replaced, with_passage
from attnstudio.model.geometry import Vec2, clamp
from attnstudio.model.limits import require_finite
from attnstudio.model.projecting import with_x
from attnstudio.model.refused import Refused
from attnstudio.model.retype import VectorsFor, fresh_ids, retype_sentence
from attnstudio.model.sentence import split

_T = TypeVar("_T")

MONEY = "I deposited money at the bank."
RIVER = "We sat beside the river bank."


def add_sentence(document: Document, vectors_for: VectorsFor) -> Document:
    """A second passage, which begins with the chapter's other *bank* sentence.

    Words that stand in the first one too begin with the vectors that they have there; every other word
    gets what `vectors_for` gives it. Vectors are free, or made from x, as they are in the first.
    """
    if len(document.passages) > 1:
        raise Refused("There is a second sentence already.")
    first = document.passages[0]
    text = MONEY if _words(first.query_tokens) == _words_of(RIVER) else RIVER
    # A copy that is typed over: the words that both have keep their vectors, and sizes and heads are kept.
    copy = _with_fresh_ids(document, _only(first, _words_of(text)))
    paired = replace(document, passages=(first, copy), scene="", remark="")
    paired = retype_sentence(paired, text, vectors_for, passage=1)
    if not first.is_self_attention:
        paired = retype_sentence(paired, text, vectors_for, passage=1, side="key")
    return paired


def _only(held: Passage, words: tuple[str, ...]) -> Passage:
    """`held` with only those of its words; with its last one where none is left, for the size of vectors."""
    asking, offering = _among(held.query_tokens, words), _among(held.key_tokens, words)
    heads = tuple(
        Head(_picked(head.queries, asking), _picked(head.keys, offering), _picked(head.values, offering))
        for head in held.heads
    )
    embedding = held.embedding
    if embedding is not None:
        crossing = None if embedding.x_keys is None else _picked(embedding.x_keys, offering)
        embedding = Embedding(_picked(embedding.x, asking), crossing)
    crossing_tokens = None if held.cross_tokens is None else _picked(held.cross_tokens, offering)
    return Passage(_picked(held.query_tokens, asking), crossing_tokens, heads, embedding)


def _among(tokens: tuple[Token, ...], words: tuple[str, ...]) -> tuple[int, ...]:
    kept = tuple(i for i, token in enumerate(tokens) if token.text.casefold() in words)
    return kept or tuple(range(len(tokens)))[-1:]


def _picked(rows: tuple[_T, ...], indexes: tuple[int, ...]) -> tuple[_T, ...]:
    return tuple(rows[index] for index in indexes)


def _with_fresh_ids(document: Document, passage: Passage) -> Passage:
    fresh = fresh_ids(document)

    def renamed(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(replace(token, id=next(fresh)) for token in tokens)

    crossing = None if passage.cross_tokens is None else renamed(passage.cross_tokens)
    return replace(passage, query_tokens=renamed(passage.query_tokens), cross_tokens=crossing)


def _words(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(token.text.casefold() for token in tokens)


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(piece.text.casefold() for piece in split(text))


# --- one word, wherever it stands -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A word in one place of a document: its passage, its token, and where it lies by itself.

    `at` is its x, or its value where vectors are free; None where it offers none (it only asks)."""

    passage: int
    token: int
    at: Vector


def spots_of(document: Document, passage: int, token: int, head: int = 0) -> tuple[Spot, ...]:
    """The word of `token`, and the same word wherever it lies in the same place: they move together.

    The first is the word itself. Raises `Refused` where it only asks, and so has no place of its own.
    """
    spots = [spot for p in range(len(document.passages)) for spot in _spots(document, p, head)]
    asked = next((s for s in spots if (s.passage, s.token) == (passage, token)), None)
    if asked is None:
        raise Refused("This word only asks: it has no place of its own here.")
    words = {
        t.id: t.text.casefold() for held in document.passages for t in (*held.query_tokens, *held.key_tokens)
    }
    twins = (s for s in spots if s is not asked and s.at == asked.at and words[s.token] == words[token])
    return asked, *twins


def move_word(document: Document, passage: int, token: int, point: Vec2, head: int = 0) -> Document:
    """Put a word at `point` (model units, through the chart, within the bound), in every sentence in which
    it lies where it lies here.

    That moves its x; where vectors are free, its value, and its key too where that is the same vector.
    """
    require_finite(point)
    spots = spots_of(document, passage, token, head)
    vector = charts.moved(document.chart, spots[0].at, clamp(point, document.bound))
    if vector == spots[0].at:
        return document
    for spot in spots:
        held = document.passages[spot.passage]
        if held.embedding is None:
            document = with_passage(document, spot.passage, _with_free(held, spot, vector, head))
        else:
            document = with_x(document, spot.token, vector, spot.passage)
        held = placed_by_hand(document.passages[spot.passage], spot.token)
        document = with_passage(document, spot.passage, held)
    return document


def _spots(document: Document, passage: int, head: int) -> list[Spot]:
    held = document.passages[passage]
    if held.embedding is not None:
        rows = [*zip(held.query_tokens, held.embedding.x, strict=True)]
        if held.cross_tokens is not None and held.embedding.x_keys is not None:
            rows += zip(held.cross_tokens, held.embedding.x_keys, strict=True)
    else:
        values = held.heads[min(head, len(held.heads) - 1)].values
        rows = [*zip(held.key_tokens, values, strict=True)]
    return [Spot(passage, token.id, at) for token, at in rows]


def _with_free(held: Passage, spot: Spot, vector: Vector, head: int) -> Passage:
    """`held` with the value of a word elsewhere, and its key too where the two are one."""
    number = min(head, len(held.heads) - 1)
    old = held.heads[number]
    index = next(j for j, token in enumerate(held.key_tokens) if token.id == spot.token)
    keys = replaced(old.keys, index, vector) if old.keys[index] == spot.at else old.keys
    moved = Head(old.queries, keys, replaced(old.values, index, vector))
    return replace(held, heads=replaced(held.heads, number, moved))
