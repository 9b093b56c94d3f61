"""What was drawn in the d_k laboratory: pure numbers, and how far along they are."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.settings import Sampling


@dataclass(frozen=True, slots=True)
class Measures:
    """What a softmax makes of scores, on average over many draws.

    `spread` is the standard deviation of the scores that go in. `largest` is the largest weight of a row,
    `entropy` is −Σ p·ln p in nats, `gradient` the Frobenius norm of the softmax's Jacobian diag(p) − ppᵀ:
    how much of a change of the scores still comes through.
    """

    spread: float
    largest: float
    entropy: float
    gradient: float


@dataclass(frozen=True, slots=True)
class Point:
    """The measures at one d_k: of the raw scores, of those divided by √d_k, and of those divided by
    whatever else was chosen (None where that is one of the two)."""

    d_k: int
    draws: int
    raw: Measures
    scaled: Measures
    other: Measures | None

    @property
    def chosen(self) -> Measures:
        """By what the person has chosen to divide, unless that is 1."""
        return self.scaled if self.other is None else self.other


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """What `sampling` gave so far.

    `point` is at the chosen d_k, from as many draws as are done; `rows` are the raw scores (keys,) of the
    first of them. `curve` holds one `Point` for each d_k of the grid, from fewer draws.
    """

    sampling: Sampling
    point: Point
    rows: tuple[tuple[float, ...], ...]
    curve: tuple[Point, ...]
    done: float  # share of the work, 0 … 1
    is_slow: bool = False  # whether it takes so long that the person should be told how far it is
    is_stopped: bool = False  # the person has seen enough

    @property
    def is_complete(self) -> bool:
        return self.done >= 1.0

    @property
    def curve_draws(self) -> int:
        """Draws behind each point of the curve; 0 where there is no curve yet."""
        return self.curve[0].draws if self.curve else 0
