"""The words of a sentence in another order, each with its own vectors: what attention must not notice
unless a mask or positions tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from attnstudio.model.document import Document, Embedding, Head, Matrix, Passage
from attnstudio.model.edits import with_passage

Order = tuple[int, ...]


def shuffle(document: Document, passage: int = 0) -> Document:
    """The words of a passage in another order. The order depends on that in which they stand now, so that
    the same sentence is always shuffled alike, and shuffling again goes on to another."""
    return reordered(document, passage, *orders(document, passage))


def orders(document: Document, passage: int = 0) -> tuple[Order, Order]:
    """For the queries and for the keys: which of today's words comes first, second, …

    Never the order in which they stand, where there are two words or more."""
    held = document.passages[passage]
    asking = _order([token.id for token in held.query_tokens])
    if held.is_self_attention:
        return asking, asking
    return asking, _order([token.id for token in held.key_tokens])


def reordered(document: Document, passage: int, asking: Order, offering: Order) -> Document:
    """Query k becomes what is query ``asking[k]`` now, key k what is key ``offering[k]``; in self-attention
    the two are the same. A flipped cell of the mask stays with its words, a rule with its places."""
    held = document.passages[passage]
    if asking == tuple(range(len(asking))) and offering == tuple(range(len(offering))):
        return document
    return with_passage(document, passage, _moved(held, asking, offering))


def _moved(held: Passage, asking: Order, offering: Order) -> Passage:
    crossing, embedding = held.cross_tokens, held.embedding
    heads = tuple(
        Head(_rows(head.queries, asking), _rows(head.keys, offering), _rows(head.values, offering))
        for head in held.heads
    )
    if embedding is not None:
        x_keys = None if embedding.x_keys is None else _rows(embedding.x_keys, offering)
        embedding = Embedding(_rows(embedding.x, asking), x_keys)
    return replace(
        held,
        query_tokens=tuple(held.query_tokens[k] for k in asking),
        cross_tokens=None if crossing is None else tuple(crossing[k] for k in offering),
        heads=heads,
        embedding=embedding,
    )


def _rows(rows: Matrix, order: Order) -> Matrix:
    return tuple(rows[k] for k in order)


def _order(ids: Sequence[int]) -> Order:
    seed = sum(place * token for place, token in enumerate(ids, start=1))
    order: list[int] = np.random.default_rng(seed).permutation(len(ids)).tolist()
    if order == sorted(order):
        order = order[1:] + order[:1]
    return tuple(order)
