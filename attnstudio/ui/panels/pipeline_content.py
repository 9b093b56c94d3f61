"""One query's row of the trace as plain lists: what the pipeline shows, with one entry a key."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnstudio.model.document import Document, Token, names_of
from attnstudio.model.numerals import WEIGHT_DIGITS, fixed
from attnstudio.model.trace import Array, Trace
from attnstudio.state.snapshot import Snapshot

SHOWN = 2
"""Components of a vector that a row has room for; the arithmetic has them all."""


class Labels:
    """The keys' words; made anew only when the sentence changes."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.ids = tuple(token.id for token in tokens)
        self.names = names_of(tokens)


@dataclass(frozen=True, eq=False)
class Content:
    """Texts are made when they are asked for: of 64 rows a dozen are in view."""

    scores: list[float]
    scaled: list[float]
    may_look: list[bool]
    weights: list[float]
    values: list[list[float]]  # of each key: its first components
    output: list[float]
    components: int  # d_v
    is_blind: bool

    @cached_property
    def total(self) -> float:
        return math.fsum(self.weights)

    def mix_text(self, j: int, width: int = 0) -> str:
        """``(0.894, 0.000)``; `width` characters for each component keep their points in one line."""
        weight = self.weights[j]
        # A masked value may be anything, even NaN: it passes nothing on.
        first, *rest = (fixed(weight * part if weight else 0.0, WEIGHT_DIGITS) for part in self.values[j])
        parts = [f"({first}".rjust(width + 1), *(part.rjust(width) for part in rest)]
        return ", ".join(parts) + self._end

    @property
    def output_text(self) -> str:
        return "(" + ", ".join(fixed(part) for part in self.output) + self._end

    @property
    def _end(self) -> str:
        return ", …)" if self.components > SHOWN else ")"


NOTHING = Content([], [], [], [], [], [], 0, False)


def content(now: Snapshot) -> Content:
    """The row of the query that is shown; `NOTHING` where there is none, or nothing to look at."""
    i, head, trace = now.query_index, now.head, now.trace
    if i < 0 or not trace.n_keys:
        return NOTHING
    row = trace.row(i)
    return Content(
        row.scores[head].tolist(),
        row.scaled[head].tolist(),
        (row.masked[head] > -math.inf).tolist(),
        row.weights[head].tolist(),
        trace.values[head, :, :SHOWN].tolist(),
        row.output[head, :SHOWN].tolist(),
        trace.d_v,
        bool(row.blind[head]),
    )


def largest(rows: Array) -> float:
    """The largest size of a number in `rows`; what a mask hides may be none."""
    sizes = np.abs(rows)
    most = float(sizes.max(initial=0.0))
    return most if math.isfinite(most) else float(sizes.max(initial=0.0, where=np.isfinite(sizes)))


def score_limit(document: Document, trace: Trace, head: int) -> float:
    """How far the scores' axis must reach to either side of zero so that no bar is ever clipped.

    In two free dimensions that is known beforehand: a query within the plane's bound b scores at most
    b·(|k₁| + |k₂|) with a key. So the axis stands still while the query is dragged, wherever it goes. With
    more dimensions such a bound is far too loose to be seen, and the largest score of all queries serves.
    """
    if trace.d_k == 2:
        reach = max(document.bound, largest(trace.queries[head]))
        limit = reach * largest(np.abs(trace.keys[head]).sum(axis=-1))
    else:
        limit = largest(trace.scores[head])
    return nice_above(limit * max(1.0, abs(trace.scale)))


def nice_above(value: float) -> float:
    """The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten: an axis in such steps seldom moves."""
    if value <= 0.0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next((step * power for step in _STEPS if step * power >= value), 10.0 * power)


_STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
