"""What grabbing and pulling a weight bar cost, in milliseconds and in rows of softmax.

python tests/benchmarks/reverse.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from attnstudio.model.log_odds import Floats
from attnstudio.model.reverse import WeightPull

Result = TypeVar("Result")

SCENES = 40
TARGETS = 60
BOUND = 3.0


def timed(act: Callable[[], Result], into: list[float]) -> Result:
    """What `act` gives; how many milliseconds it took goes `into` a list."""
    begin = time.perf_counter()
    result = act()
    into.append(1e3 * (time.perf_counter() - begin))
    return result


def softmax_row(keys: Floats, query: Floats) -> Floats:
    scores = keys @ query
    grown = np.exp(scores - scores.max())
    weights: Floats = grown / grown.sum()
    return weights


def line(name: str, times: list[float], unit: float) -> str:
    median, slow = float(np.median(times)), float(np.quantile(times, 0.99))
    return f"  {name:5} median {median:6.3f} ms ({median / unit:4.0f} rows)   p99 {slow:6.3f} ms"


def main() -> None:
    for size in (2, 8, 64):
        rows: list[float] = []
        grabs: list[float] = []
        ups: list[float] = []
        downs: list[float] = []
        for seed in range(SCENES):
            rng = np.random.default_rng([size, seed])
            keys, query = rng.normal(size=(size, 2)), rng.uniform(-BOUND, BOUND, 2)
            timed(partial(softmax_row, keys, query), rows)
            grab = partial(WeightPull, keys, np.ones(size, bool), int(rng.integers(size)), query, 0.7, BOUND)
            pull = timed(grab, grabs)
            for target in np.linspace(pull.reach.lowest, pull.reach.highest, TARGETS).tolist():
                timed(partial(pull.to, target), ups if target > pull.start.weight else downs)
        unit = float(np.median(rows))
        print(f"{size} keys; one row of softmax {unit:.4f} ms")
        print(line("grab", grabs, unit), line("up", ups, unit), line("down", downs, unit), sep="\n")


if __name__ == "__main__":
    main()
