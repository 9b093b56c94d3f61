"""The four charts as values: what is drawn against d_k, on which axis, and under which name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from attnstudio.model import numerals
from attnstudio.model.sampled import Measures, Point, Sampled
from attnstudio.model.sampling import has_other
from attnstudio.model.settings import Sampling
from attnstudio.ui.sampling.kinds import KINDS, Kind, name_of

Measure = Literal["spread", "largest", "entropy", "gradient"]
MEASURES: tuple[Measure, ...] = ("spread", "largest", "entropy", "gradient")
TITLES: dict[Measure, str] = {
    "spread": "Spread of the scores",
    "largest": "Largest weight",
    "entropy": "Entropy of the weights",
    "gradient": "Gradient of the softmax",
}
NOTES: dict[Measure, str] = {
    "spread": "standard deviation",
    "largest": "1: one key takes all",
    "entropy": "nats; 0: one key takes all",
    "gradient": "‖∂p/∂s‖; 0: nothing is learned",
}
DIGITS: dict[Measure, int] = {"spread": 2, "largest": 3, "entropy": 3, "gradient": 3}

_STEEPEST = 0.5  # the largest that ‖diag(p) − ppᵀ‖ can be: two weights of a half
_STEPS = (1.0, 2.0, 2.5, 5.0)


@dataclass(frozen=True, slots=True)
class Axis:
    """Upwards, from `low` to `high`; `ticks` carry numbers. A log axis has only positive ones."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    is_log: bool = False

    def share(self, value: float) -> float:
        """0 at the bottom, 1 at the top."""
        if self.is_log:
            low, high = math.log(self.low), math.log(self.high)
            share = (math.log(max(value, self.low)) - low) / (high - low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(max(share, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Curve:
    kind: Kind
    name: str
    values: tuple[float, ...]  # one for each d_k of the curves


@dataclass(frozen=True, slots=True)
class Chart:
    measure: Measure
    axis: Axis
    lines: tuple[Curve, ...]
    limit: float | None  # a level that all draws tend to or stay below
    limit_name: str
    has_root: bool  # whether the line √d_k is drawn for comparison

    @property
    def title(self) -> str:
        return TITLES[self.measure]

    def number(self, value: float) -> str:
        return numerals.fixed(value, DIGITS[self.measure])


def charts_of(sampled: Sampled) -> tuple[Chart, ...]:
    """The curves; without any, charts with nothing on them but their axes."""
    sampling, curve = sampled.sampling, sampled.curve
    kinds = [kind for kind in KINDS if kind != "other" or has_other(sampling)]
    charts = []
    for measure in MEASURES:
        lines = tuple(
            Curve(kind, name_of(kind, sampling), tuple(value_of(point, kind, measure) for point in curve))
            for kind in kinds
        )
        limit, name = _limit(measure, sampling)
        axis = _axis(measure, sampling, [value for line in lines for value in line.values])
        charts.append(Chart(measure, axis, lines, limit, name, measure == "spread"))
    return tuple(charts)


def value_of(point: Point, kind: Kind, measure: Measure) -> float:
    measures: Measures = getattr(point, kind)
    value: float = getattr(measures, measure)
    return value


def readout(point: Point, sampling: Sampling) -> str:
    """All numbers of one d_k in a line."""
    told = [f"d_k = {point.d_k}, {numerals.count(point.draws)} draws"]
    told += [
        f"{name_of(kind, sampling)}: {numbers_of(point, kind)}"
        for kind in KINDS
        if getattr(point, kind) is not None
    ]
    return " · ".join(told)


def numbers_of(point: Point, kind: Kind) -> str:
    """The four numbers of one kind, as they are read out."""
    spread, largest, entropy, gradient = (
        numerals.fixed(value_of(point, kind, measure), DIGITS[measure]) for measure in MEASURES
    )
    return f"spread ±{spread}, largest weight {largest}, entropy {entropy}, gradient {gradient}"


def _limit(measure: Measure, sampling: Sampling) -> tuple[float | None, str]:
    if measure == "largest":
        return 1.0 / sampling.keys, f"1/{sampling.keys}"
    if measure == "entropy":
        return math.log(sampling.keys), f"ln {sampling.keys}"
    return None, ""


def _axis(measure: Measure, sampling: Sampling, values: Sequence[float]) -> Axis:
    if measure == "spread":
        return _log_axis([value for value in values if value > 0.0])
    if measure == "largest":
        return _even_axis(1.0, 0.25)
    if measure == "gradient":
        return _even_axis(_STEEPEST, 0.1)
    most = max(math.log(sampling.keys), 0.1)
    return _even_axis(most * 1.08, numerals.round_up(most / 4, _STEPS))


def _even_axis(high: float, step: float) -> Axis:
    count = math.floor(high / step + 1e-9)
    ticks = tuple((step * n, numerals.exact(numerals.rounded(step * n, 3))) for n in range(count + 1))
    return Axis(0.0, high, ticks)


def _log_axis(values: Sequence[float]) -> Axis:
    """At least from a half to a hundred, so that it holds still for the usual divisors."""
    low = min([0.5, *(value / 1.3 for value in values)])
    high = max([100.0, *(value * 1.3 for value in values)])
    base = 4.0 if high / low < 1e4 else 10.0
    first, last = math.ceil(math.log(low, base)), math.floor(math.log(high, base))
    apart = max(math.ceil((last - first + 1) / 6), 1)
    ticks = tuple((base**n, _power(base, n)) for n in range(first, last + 1, apart))
    return Axis(low, high, ticks, is_log=True)


def _power(base: float, n: int) -> str:
    if base**n >= 0.01 and base**n < 1e5:
        return numerals.exact(base**n, at_most=4)
    return f"1e{n}".replace("-", numerals.MINUS)
