"""The one axis on which the bars of match and scale are drawn: so a scaled score is seen to be shorter.

It reaches to a nice number just above the largest score of the row. Zero stands at a third of the way, which
leaves scores above zero more room to differ; only where a score lies further below zero than that has room
for, zero stands in the middle. Both depend on the row alone. While a hand moves something, zero stays where
it is and the axis may only grow: no bar is ever cut, and a bar that shrinks has a smaller score.

Where all that will be shown is known beforehand, as in an animation, it spans just that, and nothing moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from attnstudio.model import numerals

_STEPS = (1.0, 2.0, 5.0)
_LEAST = 0.1  # a score that is printed as 0.00 must not look like one that counts
_PARTS = 10  # a span reaches to whole parts of its length, at most so many
_ROUND = 12  # significant digits of an end: 3 · 0.1 is 0.3


@dataclass(frozen=True, slots=True)
class Axis:
    """From `least` ≤ 0 to `most` > 0."""

    least: float = -0.5
    most: float = 1.0

    @property
    def zero(self) -> float:
        """Where it is between the ends, from 0 at the left one to 1."""
        return -self.least / (self.most - self.least)

    @property
    def ends(self) -> tuple[str, str]:
        """Both ends as texts, e.g. ``−2.5`` and ``5``."""
        return _short(self.least), _short(self.most)

    def grown(self, most: float) -> Axis:
        """An axis up to `most`, with zero in its place."""
        return Axis(most * (self.least / self.most), most)


def axis_of(numbers: Iterable[float], held: Axis | None = None) -> Axis:
    """The axis for a row's scores; `held` is the one it must not fall short of while a gesture goes on."""
    low, high = ends_of(numbers)
    if held is None or (low < 0.0 and not held.least):
        most = nice_above(max(high, -low))
        return Axis(-most if low < -most / 2 else -most / 2, most)
    below = low * held.most / held.least if held.least else 0.0
    most = max(high, below)
    return held if most <= held.most else held.grown(nice_above(most))


def span_of(low: float, high: float) -> Axis:
    """The axis for scores that are never below `low` or above `high`."""
    low, high = min(low, 0.0), max(high, 0.0)
    part = nice_above(high / _PARTS - low / _PARTS) if high > low else _LEAST
    return Axis(_whole(math.floor(low / part), part), _whole(max(math.ceil(high / part), 1), part))


def ends_of(numbers: Iterable[float]) -> tuple[float, float]:
    """The lowest and the highest of the numbers that can be drawn; 0 where there is none."""
    finite = [number for number in numbers if math.isfinite(number)]
    return min(finite, default=0.0), max(finite, default=0.0)


def nice_above(value: float) -> float:
    """The next of 1, 2, 5, 10 times a power of ten: an axis in such steps seldom moves."""
    if value <= 0.0:
        return 1.0
    return numerals.round_up(max(value, _LEAST), _STEPS)


def _whole(count: int, part: float) -> float:
    return float(f"{count * part:.{_ROUND}g}") + 0.0  # never minus zero


def _short(limit: float) -> str:
    if abs(limit) < 1e5:
        return numerals.exact(limit)
    mantissa, exponent = f"{limit:.1e}".split("e")
    return f"{numerals.exact(float(mantissa))}e{int(exponent)}"
