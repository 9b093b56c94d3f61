"""Whether attention notices in which order the words stand, and what tells it.

Source: without positions attention is blind to order, Vaswani et al. (2017), section 3.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnstudio.model import shuffling
from attnstudio.model.document import Document
from attnstudio.model.heads import mixes_words
from attnstudio.model.numerals import WEIGHT_DIGITS, weight
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import by_rule
from attnstudio.model.shuffling import Order
from attnstudio.model.trace import Trace

UNSEEN = "order is not seen: shuffled words give shuffled rows"
_NOISE = 1e-9  # relative: what rounding alone makes of a number
_ROUNDING = 0.5 * 10.0**-WEIGHT_DIGITS


@dataclass(frozen=True, slots=True)
class Noticed:
    """`change` is the largest difference of a weight or of an output's component, rows set beside their own.
    `tellers` are what could tell the order, e.g. “the mask”."""

    change: float
    tellers: tuple[str, ...]

    @property
    def is_seen(self) -> bool:
        """However little: unless nothing tells the order, so that it can be but a tie won by rounding."""
        return self.change > (0.0 if self.tellers else _ROUNDING)

    @property
    def sentence(self) -> str:
        """E.g. “the mask and positions see order”."""
        if not self.is_seen:
            return UNSEEN
        does = "sees" if self.tellers in ((), ("the mask",)) else "see"
        return f"{' and '.join(self.tellers) or 'rounding alone'} {does} order"

    @property
    def value(self) -> str:
        return f"after a shuffle the rows differ by {weight(self.change)}"


def noticed(document: Document, trace: Trace, passage: int) -> Noticed:
    """What becomes of the rows when the words change places.

    One shuffle may leave them as they are by chance: blocks of two stay blocks when the sentence is turned
    round. So where something could tell the order, the first two words are swapped, and all moved on by one:
    every order is made of these two, and a mask that allows for both allows for any.
    """
    tellers = _tellers(document, trace, passage)
    change = 0.0
    for asking, offering in _tries(document, passage, bool(tellers)):
        change = _change(document, trace, passage, asking, offering)
        if change > 0.0:
            break
    return Noticed(change, tellers)


def _tries(document: Document, passage: int, is_careful: bool) -> Iterator[tuple[Order, Order]]:
    yield shuffling.orders(document, passage)
    if not is_careful:
        return
    held = document.passages[passage]
    n_q, n_k = len(held.query_tokens), len(held.key_tokens)
    if held.is_self_attention:
        yield from ((order, order) for order in _generators(n_q))
        return
    yield from ((order, tuple(range(n_k))) for order in _generators(n_q))
    yield from ((tuple(range(n_q)), order) for order in _generators(n_k))


def _generators(count: int) -> tuple[Order, ...]:
    rest = tuple(range(2, count))
    return () if count < 2 else ((1, 0, *rest), (1, *rest, 0))


def _change(document: Document, trace: Trace, passage: int, asking: Order, offering: Order) -> float:
    """Attention on a reordered copy, beside today's rows reordered alike, without what is rounding alone."""
    copy = resolve(shuffling.reordered(document, passage, asking, offering), passage)
    rows, columns = np.array(asking), np.array(offering)
    weights = np.abs(copy.weights - trace.weights[:, rows][:, :, columns]).max()
    outputs = np.abs(copy.output - trace.output[:, rows]).max()
    change = float(max(weights, outputs))
    largest = max(float(np.abs(trace.output).max()), 1.0)
    return 0.0 if change <= _NOISE * largest else change


def _tellers(document: Document, trace: Trace, passage: int) -> tuple[str, ...]:
    told = []
    if not by_rule(document.mask, trace.n_queries, trace.n_keys).all():
        told.append("the mask")
    if document.positions.kind != "none":
        told.append("positions")
    if mixes_words(document, document.passages[passage]):
        told.append("wrongly cut heads")
    return tuple(told)
