"""The sentence retyped: words keep their identity and their vectors, new words are given some."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from attnstudio.model import sentence
from attnstudio.model.document import Document, Embedding, Head, Mask, Matrix, Passage, Source, Token, Vector
from attnstudio.model.edits import with_passage
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused

Side = Literal["query", "key"]
VectorsFor = Callable[[str], tuple[Vec2, Vec2, Source]]
"""What a new word gets: its query, its x (key and value), and where they came from."""

_Placement = tuple[Vec2, Vec2]


def retype_sentence(
    document: Document,
    text: str,
    vectors_for: VectorsFor,
    *,
    passage: int = 0,
    side: Side = "query",
) -> Document:
    """Read the sentence anew. Words that stay keep their id and vectors; flips of words that go, go.

    A new word takes its vectors from the same word in the sentence, else from `vectors_for`. `side` names
    the tokens of a passage whose queries and keys come from two sentences.
    """
    held = document.passages[passage]
    pieces = sentence.split(sentence.clean(text))
    if side == "key" and held.cross_tokens is None:
        side = "query"
    old = held.query_tokens if side == "query" else held.key_tokens
    fresh = _fresh_ids(document)
    kept = sentence.align(tuple(t.text for t in old), tuple(p.text for p in pieces))
    tokens: list[Token] = []
    origins: list[int | _Placement] = []
    for piece, index in zip(pieces, kept, strict=True):
        if index is not None:
            tokens.append(replace(old[index], text=piece.text, before=piece.before, after=piece.after))
            origins.append(index)
            continue
        twin = next((i for i, t in enumerate(old) if sentence.same_word(t.text, piece.text)), None)
        origin, source = (twin, old[twin].source) if twin is not None else _place(piece.text, vectors_for)
        tokens.append(Token(next(fresh), piece.text, piece.before, piece.after, source))
        origins.append(origin)
    if tuple(tokens) == old:
        return document
    changed = _with_tokens(held, side, tuple(tokens), origins)
    retyped = with_passage(document, passage, changed)
    return replace(retyped, mask=_without_strangers(retyped))


def _place(word: str, vectors_for: VectorsFor) -> tuple[_Placement, Source]:
    query, x, source = vectors_for(word)
    return (query, x), source


def _fresh_ids(document: Document) -> Iterator[int]:
    used = [t.id for p in document.passages for t in p.query_tokens + (p.cross_tokens or ())]
    following = max(used, default=0)
    while True:
        following += 1
        yield following


def _with_tokens(
    held: Passage, side: Side, tokens: tuple[Token, ...], origins: list[int | _Placement]
) -> Passage:
    """`held` with other tokens on one side; every row of vectors comes from its origin."""
    both = held.is_self_attention

    def rows(old: Matrix, which: int, touched: bool) -> Matrix:
        if not touched:
            return old
        width = len(old[0]) if old else 2
        return tuple(old[o] if isinstance(o, int) else _widened(o[which], width) for o in origins)

    asks, offers = both or side == "query", both or side == "key"
    heads = tuple(
        Head(rows(h.queries, 0, asks), rows(h.keys, 1, offers), rows(h.values, 1, offers)) for h in held.heads
    )
    embedding = held.embedding
    if embedding is not None:
        crossing = None if embedding.x_keys is None else rows(embedding.x_keys, 1, offers)
        embedding = Embedding(rows(embedding.x, 1, asks), crossing)
    if side == "query":
        return replace(held, query_tokens=tokens, heads=heads, embedding=embedding)
    return replace(held, cross_tokens=tokens, heads=heads, embedding=embedding)


def _widened(point: Vec2, width: int) -> Vector:
    if width < 2:
        raise Refused("Words can be added where vectors have two dimensions or more.")
    return (*point, *(0.0,) * (width - 2))


def _without_strangers(document: Document) -> Mask:
    pairs = {
        (query.id, key.id)
        for passage in document.passages
        for query in passage.query_tokens
        for key in passage.key_tokens
    }
    kept = document.mask.flipped & pairs
    return document.mask if kept == document.mask.flipped else replace(document.mask, flipped=kept)
