"""The one axis on which the bars of match and scale are drawn: so a scaled score is seen to be shorter.

It reaches to a nice number just above the largest score of the row. Zero stands at a third of the way, which
leaves scores above zero more room to differ; only where a score lies further below zero than that has room
for, zero stands in the middle. Both depend on the row alone. While a hand moves something, zero stays where
it is and the axis may only grow: no bar is ever cut, and a bar that shrinks has a smaller score.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from attnstudio.model import numerals

_STEPS = (1.0, 2.0, 5.0)
_LEAST = 0.1  # a score that is printed as 0.00 must not look like one that counts


@dataclass(frozen=True, slots=True)
class Axis:
    """From `least` to `most`; `zero` is where between them, from 0 at the left end to 1."""

    most: float = 1.0
    is_even: bool = False  # as far below zero as above

    @property
    def least(self) -> float:
        return -self.most if self.is_even else -self.most / 2

    @property
    def zero(self) -> float:
        return 1 / 2 if self.is_even else 1 / 3

    @property
    def ends(self) -> tuple[str, str]:
        """Both ends as texts, e.g. ``−2.5`` and ``5``."""
        return _short(self.least), _short(self.most)


def axis_of(numbers: Iterable[float], held: Axis | None = None) -> Axis:
    """The axis for a row's scores; `held` is the one it must not fall short of while a gesture goes on."""
    finite = [number for number in numbers if math.isfinite(number)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    if held is None:
        most = nice_above(max(high, -low))
        return Axis(most, is_even=low < -most / 2)
    below = -low if held.is_even else -2 * low
    most = max(high, below)
    return held if most <= held.most else Axis(nice_above(most), held.is_even)


def nice_above(value: float) -> float:
    """The next of 1, 2, 5, 10 times a power of ten: an axis in such steps seldom moves."""
    if value <= 0.0:
        return 1.0
    return numerals.round_up(max(value, _LEAST), _STEPS)


def _short(limit: float) -> str:
    if abs(limit) < 1e5:
        return numerals.exact(limit)
    mantissa, exponent = f"{limit:.1e}".split("e")
    return f"{numerals.exact(float(mantissa))}e{int(exponent)}"
