"""The sentence retyped: words keep their identity and their vectors, new words are given some."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from attnstudio.model import charts, sentence
from attnstudio.model.document import (
    LARGEST_ID,
    Document,
    Embedding,
    Head,
    Matrix,
    Passage,
    Source,
    Token,
    Vector,
)
from attnstudio.model.edits import with_passage
from attnstudio.model.geometry import clamp
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Mask, Wrong

TITLE_LETTERS = 40
"""A document that takes its title from its sentence takes no more of it than this."""

Side = Literal["query", "key"]
VectorsFor = Callable[[str], tuple[Vector, Vector, Source]]
"""What a new word gets: its query, its x (key and value), and where they came from."""

_Origin = int | tuple[Vector, Vector]  # an old row, or a new query and a new x


def retype_sentence(
    document: Document,
    text: str,
    vectors_for: VectorsFor,
    *,
    passage: int = 0,
    side: Side = "query",
) -> Document:
    """Read the sentence anew. Words that stay keep their id and vectors; flips of words that go, go.

    A new word takes its vectors from the same word in the sentence, else its x from the same word in another
    sentence, else from `vectors_for`. `side` names the tokens of a passage whose queries and keys come from
    two sentences.
    """
    held = document.passages[passage]
    pieces = sentence.split(sentence.clean(text))
    if side == "key" and held.cross_tokens is None:
        side = "query"
    old = held.query_tokens if side == "query" else held.key_tokens
    fresh = fresh_ids(document)
    kept = sentence.align(tuple(t.text for t in old), tuple(p.text for p in pieces))
    tokens: list[Token] = []
    origins: list[_Origin] = []
    for piece, index in zip(pieces, kept, strict=True):
        if index is not None:
            tokens.append(replace(old[index], text=piece.text, before=piece.before, after=piece.after))
            origins.append(index)
            continue
        twin = next((i for i, t in enumerate(old) if sentence.same_word(t.text, piece.text)), None)
        if twin is not None:
            source = old[twin].source
            origins.append(twin)
        else:
            query, x, source = _elsewhere(document, piece.text) or vectors_for(piece.text)
            origins.append((_within(document, query), _within(document, x)))
        tokens.append(Token(next(fresh), piece.text, piece.before, piece.after, source))
    if tuple(tokens) == old:
        return document
    changed = _with_tokens(document, held, side, tuple(tokens), origins)
    retyped = with_passage(document, passage, changed)
    if document.scene and [token.text for token in tokens] != [token.text for token in old]:
        retyped = _of_its_own(retyped, changed)
    return replace(retyped, mask=_without_strangers(retyped), wrong=_without_stranger(retyped))


def _elsewhere(document: Document, word: str) -> tuple[Vector, Vector, Source] | None:
    """The x of the same word in any passage: what differs between two sentences should be the context."""
    for passage in document.passages:
        if passage.embedding is None:
            continue
        rows = (*passage.embedding.x, *(passage.embedding.x_keys or ()))
        tokens = (*passage.query_tokens, *(passage.cross_tokens or ()))
        for token, x in zip(tokens, rows, strict=True):
            if sentence.same_word(token.text, word):
                return x, x, token.source
    return None


def _within(document: Document, vector: Vector) -> Vector:
    """`vector`, moved within the bound in what the chart shows of it."""
    point = charts.shown(document.chart, vector)
    kept = clamp(point, document.bound)
    return vector if kept == point else charts.moved(document.chart, vector, kept)


def _of_its_own(document: Document, passage: Passage) -> Document:
    """A scene whose words were changed is that scene no longer: its name and its remark would be untrue."""
    words = sentence.join(sentence.Piece(t.before, t.text, t.after) for t in passage.query_tokens)
    title = words if len(words) <= TITLE_LETTERS else words[: TITLE_LETTERS - 1].rstrip() + "…"
    return replace(document, scene="", remark="", title=title or "Untitled")


def fresh_ids(document: Document) -> Iterator[int]:
    """Ids that no token of the document has, one after the other."""
    used = {t.id for p in document.passages for t in p.query_tokens + (p.cross_tokens or ())}
    following = max(used, default=0)
    while True:
        following = following + 1 if following < LARGEST_ID else 1
        if following not in used:
            yield following


def _with_tokens(
    document: Document, held: Passage, side: Side, tokens: tuple[Token, ...], origins: list[_Origin]
) -> Passage:
    """`held` with other tokens on one side; every row of vectors comes from its origin."""
    asks = held.is_self_attention or side == "query"
    offers = held.is_self_attention or side == "key"

    def rows(old: Matrix, which: int, touched: bool, width: int) -> Matrix:
        if not touched:
            return old
        return tuple(old[o] if isinstance(o, int) else _fitted(o[which], width) for o in origins)

    def retyped(head: Head) -> Head:
        d_k = _width(head.queries, head.keys, head.values)
        d_v = _width(head.values, head.queries)
        return Head(
            rows(head.queries, 0, asks, d_k),
            rows(head.keys, 1, offers, d_k),
            rows(head.values, 1, offers, d_v),
        )

    heads = tuple(retyped(head) for head in held.heads)
    embedding = held.embedding
    if embedding is not None and document.projection is not None:
        d_model = len(document.projection.w_q[0])
        crossing = None if embedding.x_keys is None else rows(embedding.x_keys, 1, offers, d_model)
        embedding = Embedding(rows(embedding.x, 1, asks, d_model), crossing)
    if side == "query":
        return replace(held, query_tokens=tokens, heads=heads, embedding=embedding)
    return replace(held, cross_tokens=tokens, heads=heads, embedding=embedding)


def _width(*matrices: Matrix) -> int:
    """The number of components in the first of them that has a row; 2 where no vector is left."""
    return next((len(rows[0]) for rows in matrices if rows), 2)


def _fitted(vector: Vector, width: int) -> Vector:
    if width < 2 and len(vector) > width:
        raise Refused("Words can be added where vectors have two dimensions or more.")
    return (*vector[:width], *(0.0,) * (width - len(vector)))


def _without_stranger(document: Document) -> Wrong:
    """A score is changed for two words; without one of them it is not."""
    added = document.wrong.added
    if added is None or any(
        any(token.id == added[0] for token in passage.query_tokens)
        and any(token.id == added[1] for token in passage.key_tokens)
        for passage in document.passages
    ):
        return document.wrong
    return replace(document.wrong, added=None)


def _without_strangers(document: Document) -> Mask:
    pairs = {
        (query.id, key.id)
        for passage in document.passages
        for query in passage.query_tokens
        for key in passage.key_tokens
    }
    kept = document.mask.flipped & pairs
    return document.mask if kept == document.mask.flipped else replace(document.mask, flipped=kept)
