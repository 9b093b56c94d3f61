"""Reverse editing: pull a weight, and the query that gives it is found.

*Up* there is one answer. The queries that give at least the asked weight form a convex region of the plane,
and the nearest point of a convex region is unique and moves without jumps as the region shrinks.

*Down* there can be several, and the nearest of all leaps from one side to another while the weight falls. So
the way down is laid out once, when the bar is grabbed, and meets every weight at one place (see `descent`).

Either way the answer depends on the start and the asked weight alone: there and back is exact. The weight is
right within 1e-9 while the scores differ by less than a million; beyond, a query's own digits are too coarse.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnstudio.model import numerals
from attnstudio.model.descent import Descent, lay_out
from attnstudio.model.geometry import Vec2
from attnstudio.model.log_odds import Floats, LogOdds, freedom, log_odds, settle, weight_of
from attnstudio.model.reach import Reach, fixed_reach, is_level, moving_reach
from attnstudio.model.refused import Refused

_ROUNDS = 100
_SAME = 1e-12  # levels and weights closer than this are one: rounding lies between them


@dataclass(frozen=True, slots=True)
class Pull:
    """One answer: the query, the weight it gives, and at which stop the bar is held, if at one."""

    query: Vec2
    weight: float
    stopped: Literal["", "high", "low"] = ""


class WeightPull:
    """A grabbed weight bar: where must the query go for this key to get the asked weight?"""

    __slots__ = ("_bound", "_odds", "_start_level", "_way_down", "reach", "start")

    reach: Reach
    """What weights there are to be had, and why no others."""
    start: Pull
    """The query as grabbed, and its weight."""

    def __init__(
        self,
        keys: Sequence[Vec2] | Floats,
        may_look: Sequence[bool] | NDArray[np.bool_],
        j: int,
        query: Sequence[float] | Floats,
        factor: float,
        bound: float,
    ) -> None:
        """Grab the bar of key `j`.

        `keys` (n, 2); `may_look` (n,), true where the query may look; `query`, where the pull starts;
        `factor`, the scale over the temperature; `bound`, half the side of the square that the query may move
        in. A start outside widens the square so far.

        Raises Refused where the shapes do not fit, keys or query are not two-dimensional, a number is not
        finite (temperature 0 makes the factor infinite), or the scores are too large to tell apart.
        """
        table, visible = _checked(keys, may_look, j, query, factor, bound)
        here = float(query[0]), float(query[1])
        self._bound = max(bound, abs(here[0]), abs(here[1]))
        self._odds: LogOdds | None = None
        self._way_down: Descent | None = None
        self._start_level = 0.0
        count = int(visible.sum())
        if not visible[j]:
            self.reach = fixed_reach(0.0, here, "hidden" if count else "blind", count, 0)
        elif count == 1:
            self.reach = fixed_reach(1.0, here, "alone", 1, 1)
        elif factor == 0.0:
            sharers = int((table[visible] == table[j]).all(axis=1).sum())
            self.reach = fixed_reach(1.0 / count, here, "zero scale", count, sharers)
        else:
            self._prepare(_leads(table, visible, j, factor), here, j)
        weight = self.reach.highest if self._odds is None else weight_of(self._start_level)
        self.start = Pull(here, weight)

    def _prepare(self, leads: Floats, here: Vec2, j: int) -> None:
        odds = LogOdds(leads)
        if not odds.steepest * self._bound < 1e12:
            raise Refused(f"The scores of key {j + 1} are too far from the others' to be solved for.")
        if is_level(odds, self._bound):
            count = len(leads) + 1
            self.reach = fixed_reach(1.0 / count, here, "equal keys", count, count)
            return
        self._odds = odds
        self._start_level = odds.at(here).value
        self.reach = moving_reach(odds, here, self._bound)
        self._way_down = lay_out(odds, here, self.reach.lowest_at, self._bound)

    def to(self, weight: float) -> Pull:
        """The query that gives `weight`, or the one at the stop before it; the start for its own weight.

        Raises Refused for a weight that is not a number.
        """
        if math.isnan(weight):
            raise Refused("A weight is pulled to a number from 0 to 1.")
        if weight == self.start.weight:
            return self.start
        if self._odds is None or self._way_down is None:
            return Pull(self.start.query, self.start.weight, "high" if weight > self.start.weight else "low")
        level = log_odds(weight)
        if weight > self.start.weight:
            return self._up(self._odds, level)
        return self._down(self._odds, self._way_down, level)

    def why(self, pull: Pull, name: str) -> str:
        """One sentence for the learner on the stop that holds token `name` in `pull`; empty at none."""
        if not pull.stopped:
            return ""
        if pull.stopped == "high":
            return self.reach.why_high(name)
        here, elsewhere = numerals.weight(pull.weight), numerals.weight(self.reach.lowest)
        if self.reach.is_fixed or pull.query == self.reach.lowest_at:
            return self.reach.why_low(name)
        if here == elsewhere:
            return f"The plane ends here: “{name}” gets no less than {here}."
        return (
            f"On this side the plane ends with “{name}” at {here}; "
            f"it gets as little as {elsewhere} at {numerals.vector(self.reach.lowest_at)}."
        )

    def _up(self, odds: LogOdds, level: float) -> Pull:
        top = odds.at(self.reach.highest_at).value
        if self._start_level >= top - _SAME:
            return Pull(self.start.query, self.start.weight, "high")
        if level >= top - _SAME:
            stopped: Literal["", "high"] = "high" if weight_of(level) > self.reach.highest + _SAME else ""
            return Pull(self.reach.highest_at, self.reach.highest, stopped)
        query = nearest_with(odds, self.start.query, level, self._bound)
        return Pull(query, weight_of(odds.at(query).value))

    def _down(self, odds: LogOdds, way: Descent, level: float) -> Pull:
        query = way.meet(level)
        if query is not None:
            return Pull(query, weight_of(odds.at(query).value))
        end = weight_of(way.end_level)
        return Pull(way.knots[-1], end, "low" if weight_of(level) < end - _SAME else "")


def nearest_with(odds: LogOdds, anchor: Vec2, level: float, bound: float) -> Vec2:
    """The point of the square nearest to `anchor` whose log-odds are at least `level`.

    `level` lies between those of `anchor` and the highest in the square. The way is what log-odds cost: the
    higher the price paid for them, the higher the place where it no longer pays to go on. The price that
    leads to `level` is found by Newton's method within a bracket.
    """
    cheap, dear = 0.0, math.inf
    here, local = anchor, odds.at(anchor)
    price = (level - local.value) / max(math.hypot(*local.slope), 1e-3 * odds.steepest) ** 2
    for _ in range(_ROUNDS):
        here, local = settle(odds, anchor, price, bound, here)
        missing = level - local.value
        if abs(missing) <= _SAME:
            break
        cheap, dear = (price, dear) if missing > 0.0 else (cheap, price)
        gain = freedom(anchor, price, here, local, bound)
        better = price + missing / gain if gain > 0.0 else math.inf
        if dear == math.inf:
            better = min(better, 10.0 * price)
        elif not cheap < better < dear:
            better = 0.5 * (cheap + dear)
        if better == price:
            break
        price = better
    return here


def _leads(table: Floats, visible: NDArray[np.bool_], j: int, factor: float) -> Floats:
    others = visible.copy()
    others[j] = False
    with np.errstate(over="ignore", invalid="ignore"):
        leads: Floats = factor * (table[j] - table[others])
    return leads


def _checked(
    keys: Sequence[Vec2] | Floats,
    may_look: Sequence[bool] | NDArray[np.bool_],
    j: int,
    query: Sequence[float] | Floats,
    factor: float,
    bound: float,
) -> tuple[Floats, NDArray[np.bool_]]:
    table = np.asarray(keys, dtype=np.float64)
    visible = np.asarray(may_look, dtype=np.bool_)
    if table.ndim != 2 or table.shape[1] != 2 or len(query) != 2:
        raise Refused(
            "A weight can be pulled only where the query and keys have 2 numbers each; "
            f"here the query has {len(query)} and the keys have the shape {table.shape}."
        )
    if visible.shape != (len(table),):
        raise Refused(f"The mask's row has the shape {visible.shape}, but there are {len(table)} keys.")
    if not 0 <= j < len(table):
        raise Refused(f"There is no key {j + 1} among {len(table)}.")
    if not np.isfinite(table[visible]).all():
        bad = int(np.flatnonzero(visible & ~np.isfinite(table).all(axis=1))[0])
        raise Refused(f"Key {bad + 1} is not a finite vector.")
    if not all(math.isfinite(x) for x in query):
        raise Refused("The query is not a finite vector.")
    if math.isinf(factor):
        raise Refused(
            "At temperature 0 a weight is 0, 1 or a share among ties, with none between to pull to."
        )
    if math.isnan(factor):
        raise Refused("The scale is not a number.")
    if not 0.0 < bound < math.inf:
        raise Refused(f"The plane must reach some way from its middle, not {bound}.")
    return table, visible
