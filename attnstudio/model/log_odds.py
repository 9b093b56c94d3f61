"""How one key's weight depends on where the query points: the ground under reverse editing.

With keys kᵢ and s the scale over the temperature, query q gives key j the weight w of
softmax(s·K·q) (Vaswani et al. 2017, section 3.2.1). Its log-odds

    g(q) = log w/(1 − w) = −log Σ_{i≠j} exp(−s·(k_j − k_i)·q)

are a concave function of q. So the queries that give *at least* some weight form a convex region, and along a
straight line the weight falls once it has begun to fall. Everything here and in `reverse` rests on that, and
works with log-odds because they stay sharp where w itself has rounded to 0 or 1.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnstudio.model.geometry import Vec2, clamp

Floats = NDArray[np.float64]

_ROUNDS = 100
_NEGLIGIBLE = 1e-14


def log_odds(weight: float) -> float:
    """log w/(1 − w): −∞ at 0 and ∞ at 1."""
    if weight <= 0.0:
        return -math.inf
    if weight >= 1.0:
        return math.inf
    return math.log(weight) - math.log1p(-weight)


def weight_of(level: float) -> float:
    """The weight with the log-odds `level`."""
    if level >= 0.0:
        return 1.0 / (1.0 + math.exp(-level))
    grown = math.exp(level)
    return grown / (1.0 + grown)


class Local(NamedTuple):
    """The log-odds near one query: value, slope, and how the surface bends (minus the second derivatives)."""

    value: float
    slope: Vec2
    xx: float
    xy: float
    yy: float


class LogOdds:
    """The log-odds of one key as a function of a two-dimensional query."""

    __slots__ = ("leads", "steepest")

    def __init__(self, leads: Floats) -> None:
        """`leads` (n, 2), n ≥ 1: per other key, factor · (pulled key − other key)."""
        self.leads = leads
        self.steepest = float(np.hypot(leads[:, 0], leads[:, 1]).max())
        """No slope is greater."""

    def values(self, queries: Floats) -> Floats:
        """Log-odds at each of `queries` (m, 2), shape (m,)."""
        behind = -(queries @ self.leads.T)
        top = behind.max(axis=1)
        total: Floats = top + np.log(np.exp(behind - top[:, None]).sum(axis=1))
        return -total

    def at(self, query: Vec2) -> Local:
        behind = -(self.leads @ query)
        top = float(behind.max())
        shares = np.exp(behind - top)
        total = float(shares.sum())
        shares /= total
        slope = shares @ self.leads
        spread = self.leads - slope  # centred first: a difference of large second moments loses the bend
        (xx, xy), (_, yy) = ((spread.T * shares) @ spread).tolist()
        return Local(-(top + math.log(total)), (float(slope[0]), float(slope[1])), xx, xy, yy)


def settle(odds: LogOdds, anchor: Vec2, price: float, bound: float, guess: Vec2) -> tuple[Vec2, Local]:
    """Where in the square |x|, |y| ≤ `bound` ½|q − anchor|² − price · g(q) is least, and g there.

    There is one such place, as the sum is strictly convex. Newton's method from `guess`, each step the exact
    least of the quadratic model within the square, shortened until it helps.
    """
    here, local = guess, odds.at(guess)
    cost = _cost(anchor, price, here, local)
    for _ in range(_ROUNDS):
        gx = here[0] - anchor[0] - price * local.slope[0]
        gy = here[1] - anchor[1] - price * local.slope[1]
        bend = (1.0 + price * local.xx, price * local.xy, 1.0 + price * local.yy)
        sx, sy = _step_in_box((gx, gy), bend, here, bound)
        promise = -(gx * sx + gy * sy)
        # So near the end the costs differ by rounding alone; the last step is still worth its digits.
        last = promise <= _NEGLIGIBLE * (1.0 + price + abs(cost))
        share = 1.0
        while True:
            there = clamp((here[0] + share * sx, here[1] + share * sy), bound)
            beyond = odds.at(there)
            cost_there = _cost(anchor, price, there, beyond)
            if last or cost_there <= cost - 1e-4 * share * promise:
                break
            share /= 2.0
            if share < _NEGLIGIBLE:
                return here, local
        here, local, cost = there, beyond, cost_there
        if last:
            break
    return here, local


def freedom(anchor: Vec2, price: float, here: Vec2, local: Local, bound: float) -> float:
    """How fast the log-odds at the settled place rise with `price`; 0 where the square's corner holds it."""
    push = [local.slope[a] * price - (here[a] - anchor[a]) for a in (0, 1)]
    held = [abs(here[a]) >= bound and push[a] * here[a] > 0.0 for a in (0, 1)]
    (gx, gy), xx, xy, yy = local.slope, 1.0 + price * local.xx, price * local.xy, 1.0 + price * local.yy
    if held[0] or held[1]:
        return (0.0 if held[0] else gx * gx / xx) + (0.0 if held[1] else gy * gy / yy)
    return (gx * gx * yy - 2.0 * gx * gy * xy + gy * gy * xx) / (xx * yy - xy * xy)


def _cost(anchor: Vec2, price: float, here: Vec2, local: Local) -> float:
    dx, dy = here[0] - anchor[0], here[1] - anchor[1]
    return 0.5 * (dx * dx + dy * dy) - price * local.value


def _step_in_box(gradient: Vec2, bend: tuple[float, float, float], here: Vec2, bound: float) -> Vec2:
    """The step s that makes gradient·s + ½ s·bend·s least while here + s stays in the square."""
    (gx, gy), (xx, xy, yy) = gradient, bend
    determinant = xx * yy - xy * xy
    if determinant > 0.0:
        free = ((xy * gy - yy * gx) / determinant, (xy * gx - xx * gy) / determinant)
        if abs(here[0] + free[0]) <= bound and abs(here[1] + free[1]) <= bound:
            return free
    low = (-bound - here[0], -bound - here[1])
    high = (bound - here[0], bound - here[1])
    on_edges = [(x, min(max(-(gy + xy * x) / yy, low[1]), high[1])) for x in (low[0], high[0])]
    on_edges += [(min(max(-(gx + xy * y) / xx, low[0]), high[0]), y) for y in (low[1], high[1])]

    def model(step: Vec2) -> float:
        x, y = step
        return gx * x + gy * y + 0.5 * (xx * x * x + yy * y * y) + xy * x * y

    return min(on_edges, key=model)
