"""What weights a key can be given by moving the query about the plane, and why no more and no less.

The highest weight is found by climbing the (concave) log-odds, the lowest lies in a corner of the square.
The reason comes from the keys alone, not from the numbers: a key in the hull of the others never leads them
all, a corner of the hull leads them by as much as the plane has room for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.geometry import Vec2
from attnstudio.model.log_odds import Floats, LogOdds, settle, weight_of

Reason = Literal[
    "blind", "hidden", "alone", "zero scale", "equal keys", "inside hull", "shared key", "edge of the plane"
]

_TINY = 1e-12  # log-odds that differ by less, across the whole plane, are one to the eye and to the solver
_TOP_PRICE = 1e9  # so dear that log-odds count for all, and the way there decides between equals only


@dataclass(frozen=True, slots=True)
class Reach:
    """The weights one key can have while the query moves within |x|, |y| ≤ `bound`."""

    lowest: float
    highest: float
    lowest_at: Vec2
    highest_at: Vec2
    reason_high: Reason
    visible: int
    """How many keys the query may look at."""
    sharers: int
    """How many of those have this very key, itself among them."""

    @property
    def is_fixed(self) -> bool:
        """Whether the weight is the same for every query, so that there is nothing to pull."""
        return self.reason_high in ("blind", "hidden", "alone", "zero scale", "equal keys")

    def why_high(self, name: str) -> str:
        """One sentence for the learner: why token `name` gets no more."""
        most = numerals.weight(self.highest)
        match self.reason_high:
            case "inside hull":
                return (
                    f"“{name}” lies between the other keys: some other key always scores at least as high, "
                    f"so its weight can't pass {most} in this plane."
                )
            case "shared key":
                others = self.sharers - 1
                tokens = "1 other token has" if others == 1 else f"{others} other tokens have"
                return (
                    f"{tokens} the same key as “{name}” and always the same weight, "
                    f"so it can't pass {most} in this plane."
                )
            case "edge of the plane":
                place = numerals.vector(self.highest_at)
                return f"The plane ends here: “{name}” gets its most, {most}, at {place}."
            case _:
                return self._why_fixed(name)

    def why_low(self, name: str) -> str:
        """One sentence for the learner: why token `name` gets no less."""
        if self.is_fixed:
            return self._why_fixed(name)
        least = numerals.weight(self.lowest)
        return f"The plane ends here: “{name}” gets its least, {least}, at {numerals.vector(self.lowest_at)}."

    def _why_fixed(self, name: str) -> str:
        share = numerals.weight(self.highest)
        match self.reason_high:
            case "blind":
                return "The mask lets this query look at nothing, so every weight is 0 wherever it points."
            case "hidden":
                return (
                    f"The mask hides “{name}” from this query, so its weight is 0 wherever the query points."
                )
            case "alone":
                return (
                    f"“{name}” is the only key this query may look at, so its weight is 1 wherever it points."
                )
            case "zero scale":
                return (
                    f"The scale is 0, so all {self.visible} keys score 0 and get {share} each for any query."
                )
            case _:
                return (
                    f"All {self.visible} keys are equal, so they get {share} each wherever the query points."
                )


def corners(bound: float) -> Floats:
    """The corners of the square, shape (4, 2)."""
    return bound * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])


def fixed_reach(weight: float, query: Vec2, reason: Reason, visible: int, sharers: int) -> Reach:
    """The reach of a key whose weight does not depend on the query."""
    return Reach(weight, weight, query, query, reason, visible, sharers)


def is_level(odds: LogOdds, bound: float) -> bool:
    """Whether no move within the square changes the weight."""
    return odds.steepest * bound <= _TINY


def moving_reach(odds: LogOdds, query: Vec2, bound: float) -> Reach:
    """The reach of a key whose weight depends on the query; of several best places the nearest to `query`."""
    best = query
    for price in (1.0, 1e3, 1e6, _TOP_PRICE):
        best, local = settle(odds, query, price / odds.steepest, bound, best)
    square = corners(bound)
    levels = odds.values(square)
    low = int(levels.argmin())
    worst = float(square[low, 0]), float(square[low, 1])
    equal = int((np.hypot(odds.leads[:, 0], odds.leads[:, 1]) * bound <= _TINY).sum())
    reason: Reason = "edge of the plane"
    if _is_among_others(odds.leads, bound):
        reason = "inside hull"
    elif equal:
        reason = "shared key"
    highest = weight_of(local.value)
    return Reach(weight_of(float(levels[low])), highest, worst, best, reason, len(odds.leads) + 1, equal + 1)


def _is_among_others(leads: Floats, bound: float) -> bool:
    """Whether the key lies in the closed hull of the keys that differ from it.

    Seen from the key, the others then leave no open gap wider than half a turn.
    """
    differing = leads[np.hypot(leads[:, 0], leads[:, 1]) * bound > _TINY]
    angles = np.sort(np.arctan2(differing[:, 1], differing[:, 0]))
    gaps = np.diff(angles, append=angles[0] + 2.0 * math.pi)
    return bool(gaps.max() <= math.pi + 1e-9)
