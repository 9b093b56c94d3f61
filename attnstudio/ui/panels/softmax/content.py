"""Single draws as they came out: which keys are shown, with their scores and weights, raw and divided."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnstudio.model import numerals
from attnstudio.model.attention import normalize
from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import divisor_of
from attnstudio.ui.sampling.kinds import Kind, divided_kind, name_of

MOST_KEYS = 8


@dataclass(frozen=True, slots=True)
class Strip:
    """One softmax: a score and a weight for each key that is shown."""

    kind: Kind
    name: str
    scores: tuple[float, ...]
    weights: tuple[float, ...]

    @property
    def largest(self) -> int:
        """Index of the largest weight."""
        return max(range(len(self.weights)), key=lambda index: self.weights[index])


@dataclass(frozen=True, slots=True)
class Draw:
    """One query with its keys: the numbers of the keys that are shown, from 1, and two softmaxes."""

    number: int
    keys: tuple[int, ...]
    raw: Strip
    divided: Strip

    @property
    def strips(self) -> tuple[Strip, Strip]:
        return self.raw, self.divided


def draws_of(sampled: Sampled, most_keys: int) -> tuple[Draw, ...]:
    """The draws that were kept, each with all of its keys, or with those of the largest scores."""
    sampling = sampled.sampling
    divisor, kind = divisor_of(sampling), divided_kind(sampling)
    name = "÷ 1" if kind == "raw" else name_of(kind, sampling)
    draws = []
    for number, row in enumerate(sampled.rows, start=1):
        scores = np.array(row)
        strongest = np.sort(np.argsort(-scores, kind="stable")[: min(most_keys, MOST_KEYS)])
        keys = tuple((strongest + 1).tolist())
        raw = _strip("raw", "raw", scores, strongest)
        draws.append(Draw(number, keys, raw, _strip(kind, name, scores / divisor, strongest)))
    return tuple(draws)


def _strip(kind: Kind, name: str, scores: NDArray[np.float64], shown: NDArray[np.intp]) -> Strip:
    return Strip(kind, name, tuple(scores[shown].tolist()), tuple(normalize(scores)[shown].tolist()))


def remark(sampled: Sampled, shown: int) -> str:
    """What the bars are of."""
    sampling = sampled.sampling
    keys = "its only key" if sampling.keys == 1 else f"{sampling.keys} keys"
    if 0 < shown < sampling.keys:
        keys = f"the {shown} best of {sampling.keys} keys"
    return f"one query and {keys}, d_k = {sampling.d_k}"


def in_words(strip: Strip, keys: tuple[int, ...]) -> str:
    """For a screen reader: the weights of one strip."""
    told = (f"key {key} {numerals.weight(weight)}" for key, weight in zip(keys, strip.weights, strict=True))
    return f"{strip.name}: {', '.join(told)}"
