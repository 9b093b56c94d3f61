"""What the laboratory tells in numbers of the row that is shown: leaks, blind rows, and a mask too late."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.attention import normalize
from attnstudio.model.conventions import lowered_weights, multiplied_weights, share_of_hidden
from attnstudio.model.document import names_of
from attnstudio.model.masks import Allowed
from attnstudio.model.trace import Array
from attnstudio.state.snapshot import Snapshot

Tone = Literal["plain", "good", "warning"]
NOT_A_NUMBER = "NaN"


@dataclass(frozen=True, slots=True)
class WeightRow:
    """A row of weights, with what makes it so."""

    title: str
    numbers: tuple[str, ...]
    total: str
    note: str
    tone: Tone = "plain"

    @property
    def spoken(self) -> str:
        return f"{', '.join(self.numbers)}; {self.total}"


@dataclass(frozen=True, slots=True, eq=False)
class AskedRow:
    """The row that is shown: its word, its scaled scores (n_k,) and where it may look (n_k,)."""

    name: str
    scaled: Array
    allowed: Allowed
    temperature: float

    @property
    def is_blind(self) -> bool:
        return not bool(self.allowed.any())

    @property
    def before(self) -> Array:
        """The right weights: masked, then softmax."""
        return self._softmax(np.where(self.allowed, self.scaled, -math.inf))

    @property
    def unmasked(self) -> Array:
        return self._softmax(self.scaled)

    @property
    def late(self) -> Array:
        """Softmax, then masked, and nothing made up for."""
        return np.where(self.allowed, self.unmasked, 0.0)

    @property
    def multiplied(self) -> Array:
        return multiplied_weights(self.scaled, self.allowed, self.temperature)

    def _softmax(self, scores: Array) -> Array:
        return normalize(scores, self.temperature)


def asked_row(now: Snapshot) -> AskedRow | None:
    """The row of the shown query; None where no word asks, or there is none to look at."""
    i = now.query_index
    if i < 0 or not now.trace.n_keys:
        return None
    scaled: Array = now.trace.row(i).scaled[now.head]
    if not np.isfinite(scaled).all():
        return None  # what a mask hides may be anything; nothing can be told of it
    name = names_of(now.passage.query_tokens)[i]
    return AskedRow(name, scaled, now.trace.may_look(now.head)[i], now.trace.temperature)


def leak_sentence(row: AskedRow | None) -> str:
    """What multiplying scores by 0 lets through in the shown row."""
    if row is None:
        return "A score times 0 is the score 0, and exp(0) = 1 takes part in the softmax."
    if row.allowed.all():
        return f"“{row.name}” may look at everything, so nothing leaks here: let a word ask that may not."
    share = numerals.weight(share_of_hidden(row.multiplied, row.allowed))
    return (
        f"A score times 0 is the score 0, not −∞: for “{row.name}” the hidden words get {share} of the "
        "weight together, where they should get 0."
    )


def blind_lines(row: AskedRow) -> tuple[WeightRow, ...]:
    """What libraries make of this row if it may look at nothing."""
    nothing = np.zeros(row.scaled.shape, dtype=np.bool_)
    single = lowered_weights(row.scaled, nothing, np.float32, row.temperature)
    double = lowered_weights(row.scaled, nothing, np.float64, row.temperature)
    count = len(row.scaled)
    return (
        _line(
            "zeros",
            np.zeros(count),
            "This program, and torch's scaled_dot_product_attention from 2.5 on: no weight, output 0.",
            "good",
        ),
        WeightRow(
            NOT_A_NUMBER,
            (NOT_A_NUMBER,) * count,
            f"Σ = {NOT_A_NUMBER}",
            "Softmax by the book, torch.softmax, MultiheadAttention where it gives weights: −∞ − (−∞).",
            "warning",
        ),
        _line(
            "shared out",
            single,
            "−1e9, or finfo.min, added in place of −∞ in float32: the scores are lost beside it.",
            "warning",
        ),
        _line(
            "unmasked",
            double,
            "−1e9 added in float64: the scores survive, and the row is as if nothing were hidden.",
            "warning",
        ),
    )


def late_lines(row: AskedRow) -> tuple[WeightRow, ...]:
    """The shown row masked before the softmax, after it, and after it with the rest made 1 again."""
    kept = float(row.late.sum())
    again = row.late / kept if kept > 0.0 else row.late
    return (
        _line("before", row.before, "Mask, then softmax: the weights that are seen share 1.", "good"),
        _line("after", row.late, _what_is_lost(row, kept), "warning" if kept < 1.0 - 1e-9 else "plain"),
        _line(
            "after, ÷ Σ", again, "Divided by their sum they are those of “before”: nothing is wrong.", "good"
        ),
    )


def _what_is_lost(row: AskedRow, kept: float) -> str:
    if row.allowed.all():
        return "Nothing is hidden in this row, so nothing is lost."
    lost = numerals.weight(max(1.0 - kept, 0.0))
    return f"Softmax, then mask: the hidden words took {lost} with them, and the output shrinks."


def _line(title: str, weights: Array, note: str, tone: Tone) -> WeightRow:
    numbers = tuple(numerals.weight(weight) for weight in weights.tolist())
    total = numerals.fixed(math.fsum(weights.tolist()), numerals.WEIGHT_DIGITS)
    return WeightRow(title, numbers, f"Σ = {total}", note, tone)
