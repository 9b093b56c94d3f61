"""What numbers of 16, 32 and 64 bits can hold, and what becomes of a softmax beyond that.

Here infinities and NaN are the subject: a weight that is not a number is None, with the reason in words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.settings import LARGEST_D_K, Trial

Kind = Literal["float32", "float64"]
KINDS: tuple[Kind, ...] = ("float32", "float64")
LARGEST_HALF = 65504.0
"""The largest number of float16; from 65,520 on it rounds to infinity."""
LARGEST_SCORE = 1e6

_TYPES: dict[Kind, Any] = {"float32": np.float32, "float64": np.float64}
_RIGHT = 1e-3  # a weight that is off by less than this is right


@dataclass(frozen=True, slots=True)
class Shares:
    """Two weights; None where one is not a number, and then `why` is the operation that made it none."""

    values: tuple[float | None, float | None]
    why: str = ""

    def are_right(self, wanted: Shares) -> bool:
        return all(
            got is not None and true is not None and abs(got - true) < _RIGHT
            for got, true in zip(self.values, wanted.values, strict=True)
        )


@dataclass(frozen=True, slots=True)
class HalfRow:
    """One way to two weights: what comes out of q·k as it is stored, and the weights.

    `divided` are the scores that enter the softmax.
    """

    scores: tuple[float, float]
    divided: tuple[float, float]
    shares: Shares


@dataclass(frozen=True, slots=True)
class SoftmaxRow:
    """One softmax: the two exponentials and the weights."""

    powers: tuple[float, float]
    shares: Shares


def try_with(trial: Trial, **changes: Any) -> Trial:
    """`trial` with other numbers. Refused where they can't be shown to fail."""
    tried = replace(trial, **changes)
    for name in ("query", "first", "second"):
        if not abs(getattr(tried, name)) <= LARGEST_HALF:
            raise Refused("An entry must be a number that float16 can hold: between −65,504 and 65,504.")
    if not (1 <= tried.d_k <= LARGEST_D_K and tried.d_k == int(tried.d_k)):
        raise Refused(f"d_k must be a whole number from 1 to {LARGEST_D_K}.")
    if not all(abs(score) <= LARGEST_SCORE for score in tried.scores):
        raise Refused("A score must be between minus a million and a million.")
    return tried


def exact_scores(trial: Trial) -> HalfRow:
    """As mathematics has it: q·k, then divided by √d_k, then the softmax."""
    scores = _pair(trial.d_k * trial.query * key for key in (trial.first, trial.second))
    divided = _pair(score / math.sqrt(trial.d_k) for score in scores)
    return HalfRow(scores, divided, stable_softmax(divided, "float64").shares)


def half_divided_after(trial: Trial) -> HalfRow:
    """In float16, the scores divided when they are stored already: too late where they overflowed."""
    return _in_half(trial.query, trial, math.sqrt(trial.d_k))


def half_divided_before(trial: Trial) -> HalfRow:
    """In float16, the query divided by √d_k first: scores that are √d_k times smaller fit."""
    return _in_half(trial.query / math.sqrt(trial.d_k), trial, 1.0)


def naive_softmax(scores: tuple[float, float], kind: Kind) -> SoftmaxRow:
    """exp of each score, divided by their sum, with nothing subtracted first."""
    number = _TYPES[kind]
    with np.errstate(all="ignore"):
        powers = np.exp(np.array(scores, dtype=number))
        shares = powers / powers.sum(dtype=number)
    why = "0 ÷ 0" if not powers.any() else "∞ ÷ ∞"
    return SoftmaxRow(_pair(powers.tolist()), _shares(shares, why))


def stable_softmax(scores: tuple[float, float], kind: Kind) -> SoftmaxRow:
    """The largest score subtracted first, which changes no weight and keeps exp from overflowing."""
    number = _TYPES[kind]
    found = np.array(scores, dtype=number)
    with np.errstate(all="ignore"):
        powers = np.exp(found - found.max())
        shares = powers / powers.sum(dtype=number)
    negative = found.max() < 0
    return SoftmaxRow(_pair(powers.tolist()), _shares(shares, "(−∞) − (−∞)" if negative else "∞ − ∞"))


def exp_limit(kind: Kind) -> float:
    """The score from which on exp is beyond the largest number: 88.72 or 709.78."""
    return math.log(float(np.finfo(_TYPES[kind]).max))


def weight_in_words(share: float | None, why: str) -> str:
    """A weight as it is shown: NaN never stands without its reason."""
    return f"NaN: {why}" if share is None else numerals.weight(share)


def _in_half(query: float, trial: Trial, divisor: float) -> HalfRow:
    # Processors add up in more digits and round when they store: so does this.
    half = np.float16
    with np.errstate(over="ignore"):
        q = float(half(query))
        scores = [half(trial.d_k * q * float(half(key))) for key in (trial.first, trial.second)]
        divided = _pair(float(half(float(score) / divisor)) for score in scores)
    return HalfRow(_pair(map(float, scores)), divided, stable_softmax(divided, "float32").shares)


def _shares(values: Any, why: str) -> Shares:
    found = [None if math.isnan(value) else float(value) for value in values.tolist()]
    return Shares((found[0], found[1]), why if None in found else "")


def _pair(numbers: Any) -> tuple[float, float]:
    first, second = numbers
    return float(first), float(second)
