"""One query's row of the trace as plain lists: what the pipeline shows, with one entry a key."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnstudio.model.document import Document, Token, names_of
from attnstudio.model.numerals import DIGITS, WEIGHT_DIGITS, fixed
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

    def mix_text(self, j: int, width: int = 0, *, is_tight: bool = False) -> str:
        """``(0.894, 0.000)``, or tight ``(0.89,0.00)``; `width` characters for each component keep their
        points in one line."""
        weight, digits = self.weights[j], DIGITS if is_tight else WEIGHT_DIGITS
        # A masked value may be anything, even NaN: it passes nothing on.
        first, *rest = (fixed(weight * part if weight else 0.0, digits) for part in self.values[j])
        parts = [f"({first}".rjust(width + 1), *(part.rjust(width) for part in rest)]
        return self._joined(parts, "," if is_tight else ", ")

    @property
    def output_text(self) -> str:
        return self.output_texts[1]

    @property
    def output_texts(self) -> tuple[str, ...]:
        """The longest first, for whatever room there is."""
        parts = [fixed(part) for part in self.output]
        parts[0] = f"({parts[0]}"
        whole = self._joined(parts, ", ")
        return f"= {whole}", whole, self._joined(parts, ",")

    def _joined(self, parts: list[str], comma: str) -> str:
        return comma.join(parts) + (f"{comma}…)" if self.components > SHOWN else ")")


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


def score_reach(document: Document, trace: Trace, head: int) -> float:
    """How large a score can become: columns with room for it need not move while the query is dragged.

    In two free dimensions that is known beforehand: a query within the plane's bound b scores at most
    b·(|k₁| + |k₂|) with a key. With more dimensions such a bound is far too loose, and the largest score of
    all queries serves.
    """
    if trace.d_k == 2:
        reach = max(document.bound, largest(trace.queries[head]))
        most = reach * largest(np.abs(trace.keys[head]).sum(axis=-1))
    else:
        most = largest(trace.scores[head])
    return most * max(1.0, abs(trace.scale))
