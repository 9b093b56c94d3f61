"""Seeded draws for the d_k laboratory: one query and some keys of chance, many times over.

Components have mean 0 and variance 1, so a score, a sum of d_k products, has variance d_k: it spreads ±√d_k
(Vaswani et al. 2017, section 3.2.1, footnote 4). What that does to the softmax is measured here on vectors
that are really drawn, never on assumed scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.model.sampled import Measures, Point, Sampled
from attnstudio.model.settings import LARGEST_D_K, Sampling

Float32 = npt.NDArray[np.float32]
Float64 = npt.NDArray[np.float64]

CHUNK = 2**20
"""Bytes of vectors that are drawn at a time: they stay in the processor's cache, and a cancelled run ends
within milliseconds. With all that is worked out from them it stays far below 64 MB."""

GRID = tuple(sorted({2**n for n in range(13)} | {3 * 2**n for n in range(11)}))
"""The d_k of the curves, 1 … 4096."""

ROWS = 4
"""Draws that are kept as they came out."""

_FIRST = 200  # draws after which there is a first answer
_FEW, _MANY = 100, 1000  # draws behind each point of the curves
_CURVE_BUDGET = 100_000_000  # components that the curves may take: a second
_MODEST_BUDGET = 25_000_000  # components in a picture, which is waited for
_LEAST_DIVISOR = 1e-12  # smaller temperatures give the same weights, and no infinite score
_PER_KIND = 3  # what is kept of a draw for each divisor: largest weight, entropy, gradient


def sample(sampling: Sampling, *, with_curve: bool = True, chunk: int = CHUNK) -> Sampled:
    """All that `sampling` asks for. It depends on `sampling` alone, not on how much is drawn at a time."""
    sampler = Sampler(sampling, with_curve=with_curve, chunk=chunk)
    for _ in sampler.steps():
        pass
    return sampler.sampled()


def modest(sampling: Sampling) -> Sampling:
    """`sampling` with so few draws that it takes less than half a second."""
    most = _neat(_MODEST_BUDGET // _components(sampling.keys, sampling.d_k))
    return replace(sampling, draws=min(sampling.draws, max(most, _FEW)))


def curve_draws(keys: int) -> int:
    """How many draws stand behind each point of the curves."""
    most = _CURVE_BUDGET // _components(keys, LARGEST_D_K)
    return min(max(most // 50 * 50, _FEW), _MANY)


def divisor_of(sampling: Sampling, d_k: int | None = None) -> float:
    """What the scores are divided by, at another d_k than `sampling`'s if one is given."""
    size = sampling.d_k if d_k is None else d_k
    if sampling.divisor == "d_k":
        return float(size)
    if sampling.divisor == "sqrt d_model":
        return math.sqrt(sampling.d_model)
    if sampling.divisor == "temperature":
        return max(sampling.temperature, _LEAST_DIVISOR)
    return 1.0 if sampling.divisor == "one" else math.sqrt(size)


def has_other(sampling: Sampling) -> bool:
    """Whether there is a third line beside the raw scores and those divided by √d_k."""
    return sampling.divisor not in ("sqrt d_k", "one")


class Sampler:
    """Draws step by step, so that a run can be watched, and left at any step.

    First there is an answer from few draws and rough curves, then the rest of both, what takes less time
    first. `after` is a sampler that ran before: curves that would come out the same are taken from it.
    """

    def __init__(
        self,
        sampling: Sampling,
        after: Sampler | None = None,
        *,
        with_curve: bool = True,
        chunk: int = CHUNK,
    ) -> None:
        self.sampling = sampling
        self._chunk = chunk
        kinds = 3 if has_other(sampling) else 2
        self._found = np.empty((sampling.draws, 2 + _PER_KIND * kinds))
        self._drawn = 0
        self._rows: list[tuple[float, ...]] = []
        self._curve: tuple[Point, ...] = ()
        # (grid, draws, keys), raw: by what they are divided can change without drawing them anew
        count = curve_draws(sampling.keys) if with_curve else 0
        self._curve_scores = np.empty((len(GRID), count, sampling.keys), np.float32)
        self._curve_drawn = 0
        if after is not None and _curve_key(after.sampling) == _curve_key(sampling):
            self._take_curve(after)

    def steps(self) -> Iterator[float]:
        """Do the work; after each step comes the share of it that is done, at last 1."""
        keys, d_k, draws = self.sampling.keys, self.sampling.d_k, self.sampling.draws
        rng, curve_rng = _generator(self.sampling.seed, 0), _generator(self.sampling.seed, 1)
        of_curve = self._curve_scores.shape[1]
        yield from self._draw(rng, min(_FIRST, draws))
        yield from self._draw_curve(curve_rng, min(_FEW, of_curve))
        if draws * _components(keys, d_k) < of_curve * _components(keys, LARGEST_D_K):
            yield from self._draw(rng, draws)
        yield from self._draw_curve(curve_rng, of_curve)
        yield from self._draw(rng, draws)

    def sampled(self) -> Sampled:
        """What there is so far; there must have been a step."""
        point = _point(self.sampling, self.sampling.d_k, self._found[: self._drawn])
        return Sampled(self.sampling, point, tuple(self._rows), self._curve, self._done())

    @property
    def stage(self) -> tuple[int, ...]:
        """Another than at the step before where there is something new to see, not only more of it."""
        curve = self._curve[0].draws if self._curve else 0
        return bool(self._drawn), curve, self._drawn == self.sampling.draws

    @property
    def has_curve(self) -> bool:
        """Whether the curves are as good as they get."""
        return self._curve_drawn == self._curve_scores.shape[1]

    # --- inside ---------------------------------------------------------------------------------------

    def _done(self) -> float:
        keys, draws = self.sampling.keys, self.sampling.draws
        one, one_of_curve = _components(keys, self.sampling.d_k), _components(keys, LARGEST_D_K)
        of_curve = self._curve_scores.shape[1]
        if self._drawn == draws and self.has_curve:
            return 1.0
        total = one * draws + one_of_curve * of_curve
        return (one * self._drawn + one_of_curve * self._curve_drawn) / total

    def _draw(self, rng: np.random.Generator, until: int) -> Iterator[float]:
        sampling = self.sampling
        size = min(until, _at_a_time(self._chunk, sampling.keys, sampling.d_k))
        vectors = np.empty((size, sampling.keys + 1, sampling.d_k), np.float32)
        while self._drawn < until:
            part = vectors[: until - self._drawn]
            _fill(part, rng, sampling)
            scores = np.matmul(part[:, 1:], part[:, 0, :, None])[..., 0]
            start, self._drawn = self._drawn, self._drawn + len(part)
            _measure(scores, sampling, sampling.d_k, self._found[start : self._drawn])
            for row in scores[: ROWS - len(self._rows)]:
                self._rows.append(tuple(row.tolist()))
            yield self._done()

    def _draw_curve(self, rng: np.random.Generator, until: int) -> Iterator[float]:
        """Of long vectors, the first d_k components are vectors of d_k components: one draw of 4096 serves
        the whole grid, and neighbours on it share most of their chance, so that the curve is smooth."""
        sampling = self.sampling
        size = min(until, _at_a_time(self._chunk, sampling.keys, LARGEST_D_K))
        vectors = np.empty((size, sampling.keys + 1, LARGEST_D_K), np.float32)
        while self._curve_drawn < until:
            before = self._curve_drawn
            part = vectors[: until - before]
            _fill(part, rng, sampling)
            self._curve_drawn = before + len(part)
            first = 0
            for index, d_k in enumerate(GRID):
                scores = self._curve_scores[index, before : self._curve_drawn]
                np.matmul(part[:, 1:, first:d_k], part[:, 0, first:d_k, None], out=scores[..., None])
                if index:
                    scores += self._curve_scores[index - 1, before : self._curve_drawn]
                first = d_k
            if self._curve_drawn == until:
                self._curve = self._measure_curve()
            yield self._done()

    def _measure_curve(self) -> tuple[Point, ...]:
        sampling, found = self.sampling, np.empty((self._curve_drawn, self._found.shape[1]))
        points = []
        for index, d_k in enumerate(GRID):
            _measure(self._curve_scores[index, : self._curve_drawn], sampling, d_k, found)
            points.append(_point(sampling, d_k, found))
        return tuple(points)

    def _take_curve(self, after: Sampler) -> None:
        if not after.has_curve:
            return
        self._curve_scores, self._curve_drawn = after._curve_scores, after._curve_drawn
        is_same = _divides(after.sampling) == _divides(self.sampling)
        self._curve = after._curve if is_same else self._measure_curve()


def _fill(vectors: Float32, rng: np.random.Generator, sampling: Sampling) -> None:
    """Fill `vectors` (draws, 1 + keys, d_k) with components of mean 0 and variance 1.

    All come from one stream, one draw whole after the other: so a run comes out the same however it is cut
    into pieces.
    """
    if sampling.distribution == "normal":
        rng.standard_normal(out=vectors, dtype=np.float32)
    elif sampling.distribution == "uniform":
        rng.random(out=vectors, dtype=np.float32)
        vectors -= np.float32(0.5)
        vectors *= np.float32(2.0 * math.sqrt(3.0))
    else:
        draws = len(vectors)
        count = vectors[0].size
        words = rng.integers(0, 2**64, size=(draws, -(-count // 64)), dtype=np.uint64)
        bits = np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), axis=1, count=count)
        vectors.reshape(draws, count)[...] = bits
        vectors -= np.float32(0.5)
        vectors *= np.float32(2.0)


def _measure(scores: Float32, sampling: Sampling, d_k: int, found: Float64) -> None:
    """Write what is kept of each draw into `found` (draws, …), from raw scores (draws, keys)."""
    exact = scores.astype(np.float64)
    found[:, 0] = exact.sum(axis=-1)
    found[:, 1] = np.vecdot(exact, exact)
    divisors = [1.0, math.sqrt(d_k)]
    if has_other(sampling):
        divisors.append(divisor_of(sampling, d_k))
    for kind, divisor in enumerate(divisors):
        first = 2 + _PER_KIND * kind
        _measure_rows(exact / divisor, found[:, first : first + _PER_KIND])


def _measure_rows(scores: Float64, found: Float64) -> None:
    """Largest weight, entropy and gradient of each row of `scores` (draws, keys), which are overwritten."""
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    total = weights.sum(axis=-1)
    found[:, 0] = 1.0 / total  # the largest score has become 0, and its share exp(0)
    found[:, 1] = np.log(total) - np.vecdot(weights, scores) / total
    weights /= total[:, None]
    squares = weights * weights
    norm = squares.sum(axis=-1)  # ‖diag(p) − ppᵀ‖² = Σp² − 2Σp³ + (Σp²)²
    below = norm - 2.0 * np.vecdot(squares, weights) + norm * norm
    found[:, 2] = np.sqrt(np.maximum(below, 0.0))


def _point(sampling: Sampling, d_k: int, found: Float64) -> Point:
    draws = len(found)
    means = found.mean(axis=0).tolist()
    mean = means[0] / sampling.keys
    spread = math.sqrt(max(means[1] / sampling.keys - mean * mean, 0.0))
    divisors = (1.0, math.sqrt(d_k), divisor_of(sampling, d_k))
    made = []
    for kind in range((len(means) - 2) // _PER_KIND):
        largest, entropy, gradient = means[2 + _PER_KIND * kind :][:_PER_KIND]
        made.append(Measures(spread / divisors[kind], largest, max(entropy, 0.0), gradient))
    return Point(d_k, draws, made[0], made[1], made[2] if len(made) > 2 else None)


def _generator(seed: int, stream: int) -> np.random.Generator:
    """SFC64 is the quickest of numpy's generators at filling arrays."""
    return np.random.Generator(np.random.SFC64([seed, stream]))


def _curve_key(sampling: Sampling) -> tuple[Any, ...]:
    return sampling.keys, sampling.distribution, sampling.seed


def _divides(sampling: Sampling) -> tuple[Any, ...]:
    return has_other(sampling), sampling.divisor, sampling.d_model, sampling.temperature


def _components(keys: int, d_k: int) -> int:
    """Of one draw: a query and its keys."""
    return (keys + 1) * d_k


def _at_a_time(chunk: int, keys: int, d_k: int) -> int:
    """Draws whose vectors take `chunk` bytes."""
    return max(chunk // (4 * _components(keys, d_k)), 1)


def _neat(count: int) -> int:
    """The largest of 1, 2, 5, 10, 20, 50 … that is not above `count` ≥ 1."""
    power: int = 10 ** (len(str(count)) - 1)
    return max(step * power for step in (1, 2, 5) if step * power <= count)
