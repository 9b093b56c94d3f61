"""What the d_k laboratory takes beyond the bare numpy calls that it needs, as ratios within one run.

python tests/benchmarks/sampling.py

One thread each, taking turns. “Bare” draws the same numbers of the same generator, multiplies them, takes the
softmax of raw and scaled scores and the four means, with nothing around it: no pieces, no progress, no way to
stop. The last lines say how long a person waits for the first answer, and how long a step is.
"""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
import numpy.typing as npt

from attnstudio.model.sampling import GRID, Sampler, curve_draws, sample
from attnstudio.model.settings import Sampling

ROUNDS = 7
REDRAW = Sampling(d_k=64, keys=8, draws=20_000)
LARGEST = Sampling(d_k=4096, keys=256, draws=100_000)


def main() -> None:
    times = _taking_turns(
        {
            "redraw": lambda: sample(REDRAW, with_curve=False),
            "bare": lambda: _bare(REDRAW.draws, REDRAW.d_k),
            "with curves": lambda: sample(REDRAW),
            "bare with curves": lambda: _bare(REDRAW.draws, REDRAW.d_k) + _bare_curve(),
        }
    )
    for name, bare in (("redraw", "bare"), ("with curves", "bare with curves")):
        ratio = times[name] / times[bare]
        print(f"{name:<12} 20,000 draws, d_k = 64, 8 keys: {1e3 * times[name]:6.1f} ms, {ratio:4.2f} × bare")
    first, steps = _steps()
    print(
        f"first answer after {1e3 * first:.1f} ms; steps of {1e3 * median(steps):.1f} ms at most "
        f"{1e3 * max(steps):.1f} ms"
    )
    print(f"peak of what numpy allocates, d_k = 4096, 256 keys, 100,000 draws: {_peak() / 2**20:.1f} MB")


def _bare(draws: int, d_k: int) -> float:
    rng = np.random.Generator(np.random.SFC64(0))
    vectors = rng.standard_normal((draws, 9, d_k), dtype=np.float32)
    scores = np.matmul(vectors[:, 1:], vectors[:, 0, :, None])[..., 0].astype(np.float64)
    return _bare_means(scores) + _bare_means(scores / np.sqrt(d_k))


def _bare_curve() -> float:
    draws = curve_draws(8)
    rng = np.random.Generator(np.random.SFC64(1))
    vectors = rng.standard_normal((draws, 9, GRID[-1]), dtype=np.float32)
    total, first = 0.0, 0
    scores = np.zeros((draws, 8))
    for d_k in GRID:
        scores = scores + np.matmul(vectors[:, 1:, first:d_k], vectors[:, 0, first:d_k, None])[..., 0]
        total += _bare_means(scores) + _bare_means(scores / np.sqrt(d_k))
        first = d_k
    return total


def _bare_means(scores: npt.NDArray[np.float64]) -> float:
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    total = weights.sum(axis=-1, keepdims=True)
    weights /= total
    entropy = np.log(total[:, 0]) - np.vecdot(weights, shifted)
    squares = np.vecdot(weights, weights)
    gradient = np.sqrt(np.maximum(squares - 2 * np.vecdot(weights * weights, weights) + squares**2, 0.0))
    return float(scores.std() + weights.max(axis=-1).mean() + entropy.mean() + gradient.mean())


def _taking_turns(contest: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Median seconds of each, in turns, so that a busy moment of the machine meets them all."""
    times: dict[str, list[float]] = {name: [] for name in contest}
    for act in contest.values():
        act()
    for _ in range(ROUNDS):
        for name, act in contest.items():
            began = perf_counter()
            act()
            times[name].append(perf_counter() - began)
    return {name: median(taken) for name, taken in times.items()}


def _steps() -> tuple[float, list[float]]:
    """Seconds to the first answer, and those of each step after it."""
    began = last = perf_counter()
    taken = []
    for _ in Sampler(REDRAW).steps():
        now = perf_counter()
        taken.append(now - last)
        last = now
    return last - began - sum(taken[1:]), taken[1:]


def _peak() -> int:
    tracemalloc.start()
    steps = Sampler(LARGEST).steps()
    for _ in range(300):  # the first answer and rough curves: each kind of step
        next(steps)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # threads are counted when numpy is imported
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        os.execve(sys.executable, sys.orig_argv, os.environ | one)
    main()
