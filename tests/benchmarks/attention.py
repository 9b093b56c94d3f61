"""How long attention takes, as ratios within one run, and how much memory it asks for.

python tests/benchmarks/attention.py

float32, d = 64, one thread each. Beside torch, if it is installed: its explicit softmax(QKᵀ/√d)V, which has
the weights in hand as we do, and its scaled_dot_product_attention, which has not. Memory is the peak of what
numpy allocates, in arrays of n² float32. Moves are timed from one start, and (drag) each on top of the last.
"""

from __future__ import annotations

import os
import random
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from attnstudio.model.attention import attend
from attnstudio.model.masks import causal

D = 64
SIZES = (512, 1024, 2048, 4096)
MOVES = 100  # in one timing


def main() -> None:
    print(f"{'n':>5} {'ms':>7}  ÷ explicit  ÷ sdpa  peak n²   causal: ÷ explicit  ÷ sdpa  peak n²")
    for n in SIZES:
        print(f"{n:>5} {_against_torch(n)}")
    print()
    print(f"{'n':>5}  attend ÷ move_query   ÷ move_key  ÷ move_value")
    for n in SIZES:
        print(f"{n:>5} {_moves(n)}")
    print()
    print("The studio's own size, in µs: attend, move_query, move_key, move_value")
    for n in (8, 64):
        print(f"{n:>5} {_small(n)}")


def _against_torch(n: int) -> str:
    q, k, v = _vectors(n)
    mask = causal(n)
    contest: dict[str, Callable[[], object]] = {
        "ours": lambda: attend(q, k, v),
        "ours causal": lambda: attend(q, k, v, mask=mask),
    }
    if find_spec("torch"):
        contest |= _torch(q, k, v, mask)
    times = _interleaved(contest, rounds=9 if n > 2048 else 21)
    ours, ours_causal = times["ours"], times["ours causal"]
    explicit, sdpa = times.get("explicit", float("nan")), times.get("sdpa", float("nan"))
    explicit_causal = times.get("explicit causal", float("nan"))
    sdpa_causal = times.get("sdpa causal", float("nan"))
    return (
        f"{ours * 1e3:7.1f}  {ours / explicit:10.2f}  {ours / sdpa:6.2f}  {_peak(contest['ours'], n):7.2f}"
        f"   {ours_causal / explicit_causal:18.2f}  {ours_causal / sdpa_causal:6.2f}"
        f"  {_peak(contest['ours causal'], n):7.2f}"
    )


def _torch(q: Any, k: Any, v: Any, mask: Any) -> dict[str, Callable[[], object]]:
    torch = __import__("torch")  # not a dependency, so there may be nothing to look types up in
    torch.set_num_threads(1)
    tq, tk, tv, hidden = (torch.from_numpy(array) for array in (q, k, v, ~mask))
    sdpa = torch.nn.functional.scaled_dot_product_attention
    heads = [array[None, None] for array in (tq, tk, tv)]
    return {
        "explicit": lambda: torch.softmax(tq @ tk.T / D**0.5, -1) @ tv,
        "sdpa": lambda: sdpa(*heads),
        "explicit causal": lambda: (
            torch.softmax((tq @ tk.T / D**0.5).masked_fill(hidden, float("-inf")), -1) @ tv
        ),
        "sdpa causal": lambda: sdpa(*heads, is_causal=True),
    }


def _moves(n: int) -> str:
    q, k, v = _vectors(n)
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(MOVES, D)).astype(np.float32)
    places = rng.integers(0, n, size=MOVES).tolist()
    trace = attend(q, k, v)

    def from_start(kind: str) -> None:
        for i, vector in zip(places, vectors, strict=True):
            getattr(trace, kind)(i, vector)

    def along(kind: str) -> None:
        moved = trace
        for vector in vectors:
            moved = getattr(moved, kind)(n // 2, vector)

    kinds = ("move_query", "move_key", "move_value")
    contest: dict[str, Callable[[], object]] = {"attend": lambda: attend(q, k, v)}
    for kind in kinds:
        contest[kind] = partial(from_start, kind)
        contest[f"{kind} along"] = partial(along, kind)
    times = _interleaved(contest, rounds=7)
    whole = times["attend"] * MOVES
    return "  ".join(
        f"{whole / times[kind]:7.0f} (drag {whole / times[kind + ' along']:.0f})" for kind in kinds
    )


def _small(n: int) -> str:
    rng = np.random.default_rng(2)
    q, k, v = (rng.normal(size=(1, n, 2)) for _ in range(3))
    vector = rng.normal(size=(1, 2))
    trace = attend(q, k, v)
    acts: dict[str, Callable[[], object]] = {
        "attend": lambda: attend(q, k, v),
        "move_query": lambda: trace.move_query(3, vector),
        "move_key": lambda: trace.move_key(3, vector),
        "move_value": lambda: trace.move_value(3, vector),
    }
    return "  ".join(f"{time * 1e6:6.1f}" for time in _interleaved(acts, rounds=3000).values())


def _vectors(n: int) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=(n, D)).astype(np.float32) for _ in range(3)]


def _interleaved(contest: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median seconds of each, taking turns, so that a busy moment of the machine meets them all.

    The order is another in every round: who comes after a large allocation of another library is slower.
    """
    times: dict[str, list[float]] = {name: [] for name in contest}
    turns, shuffle = list(contest.items()), random.Random(3).shuffle
    for act in contest.values():
        act()
    for _ in range(rounds):
        shuffle(turns)
        for name, act in turns:
            began = perf_counter()
            act()
            times[name].append(perf_counter() - began)
    return {name: median(taken) for name, taken in times.items()}


def _peak(act: Callable[[], object], n: int) -> float:
    tracemalloc.start()
    act()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (4 * n * n)


if __name__ == "__main__":
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        # Threads are counted when numpy is imported, and a kernel forced from outside would be measured.
        forced = {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"}
        env = {name: value for name, value in os.environ.items() if name not in forced}
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        os.execve(sys.executable, sys.orig_argv, env | one)
    main()
