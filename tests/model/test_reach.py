"""What weights a key can be given, and the sentence that says why no others."""

import math

import numpy as np
import pytest

from attnstudio.model.reach import Reach
from attnstudio.model.reverse import WeightPull

SQUARE = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
LINE = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (-1.0, 0.0)]


def reach(keys: list[tuple[float, float]], j: int, bound: float = 3.0, factor: float = 1.0) -> Reach:
    return WeightPull(keys, [True] * len(keys), j, (0.5, 0.25), factor, bound).reach


def weights_on_grid(keys: list[tuple[float, float]], j: int, bound: float) -> np.ndarray:
    axis = np.linspace(-bound, bound, 301)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    scores = grid @ np.array(keys).T
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights: np.ndarray = grown[:, j] / grown.sum(axis=1)
    return weights


@pytest.mark.parametrize("bound", [1.0, 3.0, 10.0])
@pytest.mark.parametrize("seed", range(6))
def test_bounds_are_those_of_a_fine_grid(seed: int, bound: float) -> None:
    keys = [(float(x), float(y)) for x, y in np.random.default_rng(seed).normal(size=(3 + seed, 2))]
    found, on_grid = reach(keys, 0, bound), weights_on_grid(keys, 0, bound)
    assert found.lowest == pytest.approx(on_grid.min(), rel=1e-9)  # the grid holds the corners
    assert on_grid.max() <= found.highest + 1e-12
    assert found.highest == pytest.approx(on_grid.max(), abs=2e-3)


def test_bounds_lie_where_they_are_said_to_lie() -> None:
    keys = [(1.0, 0.5), (-0.5, 1.0), (0.2, -1.0)]
    found = reach(keys, 0)
    for place, weight in ((found.lowest_at, found.lowest), (found.highest_at, found.highest)):
        grown = np.exp(np.array(keys) @ place)
        assert grown[0] / grown.sum() == pytest.approx(weight, rel=1e-12)


def test_key_amid_the_others_stays_below_the_same_bound_in_any_plane() -> None:
    found = [reach([*SQUARE, (0.0, 0.0)], 4, bound) for bound in (3.0, 10.0)]
    assert [each.highest for each in found] == pytest.approx([0.2, 0.2], abs=1e-12)
    assert {each.reason_high for each in found} == {"inside hull"}
    assert found[0].why_high("bank") == (
        "“bank” lies between the other keys: some other key always scores at least as high, "
        "so its weight can't pass 0.200 in this plane."
    )


def test_key_at_a_corner_of_the_hull_is_held_by_the_plane_alone() -> None:
    keys = [(1.0, 0.0), (2.0, 1.0)]
    for bound in (1.0, 3.0, 10.0):
        found = reach(keys, 0, bound)
        assert found.reason_high == "edge of the plane"
        assert found.highest == pytest.approx(
            1 / (1 + math.exp(-2 * bound)), rel=1e-12
        )  # s·(|1| + |1|)·bound
        assert found.lowest == pytest.approx(1 / (1 + math.exp(2 * bound)), rel=1e-9)
    close = reach(keys, 0, 1.0)
    assert close.why_high("a") == "The plane ends here: “a” gets its most, 0.881, at (−1.00, −1.00)."
    assert close.why_low("a") == "The plane ends here: “a” gets its least, 0.119, at (1.00, 1.00)."


def test_inner_point_of_a_line_of_keys_lies_between_them() -> None:
    assert reach(LINE, 1).reason_high == "inside hull"
    assert reach(LINE, 1).highest < 0.5
    assert reach(LINE, 2).reason_high == "edge of the plane"
    # Also where the line is a side of the hull: no query sets the key apart from both its neighbours.
    side = [(1.0, 0.0), (2.0, 0.0), (0.0, 0.0), (1.0, -2.0)]
    assert reach(side, 0, 10.0).reason_high == "inside hull"
    assert reach(side, 0, 10.0).highest == pytest.approx(1 / 3, abs=1e-6)


@pytest.mark.parametrize(("twins", "words"), [(2, "1 other token has"), (3, "2 other tokens have")])
def test_keys_that_are_the_same_share(twins: int, words: str) -> None:
    keys = [(1.0, 1.0)] * twins + [(0.0, -1.0), (-1.0, 0.5)]
    wide, here = reach(keys, 0, 10.0), reach(keys, 0)
    assert wide.reason_high == "shared key"
    assert wide.sharers == twins
    assert here.highest < wide.highest <= 1 / twins
    assert wide.highest == pytest.approx(1 / twins, abs=1e-4)
    assert wide.why_high("the") == (
        f"{words} the same key as “the” and always the same weight, "
        f"so it can't pass {1 / twins:.3f} in this plane."
    )


def test_of_several_best_queries_the_nearest_is_named() -> None:
    found = reach(LINE, 1)  # every query with this first component does as well
    assert found.highest_at[1] == pytest.approx(0.25, abs=1e-6)


ALIKE = [(1.0, 2.0)] * 5
EVERYWHERE = {
    "blind": "The mask lets this query look at nothing, so every weight is 0 wherever it points.",
    "hidden": "The mask hides “a” from this query, so its weight is 0 wherever the query points.",
    "alone": "“a” is the only key this query may look at, so its weight is 1 wherever it points.",
    "zero scale": "The scale is 0, so all 4 keys score 0 and get 0.250 each for any query.",
    "equal keys": "All 4 keys are equal, so they get 0.250 each wherever the query points.",
}


@pytest.mark.parametrize(
    ("keys", "seen", "factor", "reason", "weight"),
    [
        (SQUARE, [0, 0, 0, 0], 1.0, "blind", 0.0),
        (SQUARE, [0, 1, 1, 1], 1.0, "hidden", 0.0),
        (SQUARE, [1, 0, 0, 0], 1.0, "alone", 1.0),
        (SQUARE, [1, 1, 1, 1], 0.0, "zero scale", 0.25),
        (ALIKE, [1, 1, 1, 0, 1], 1.0, "equal keys", 0.25),
    ],
)
def test_weight_that_no_query_can_change_says_why(
    keys: list[tuple[float, float]], seen: list[int], factor: float, reason: str, weight: float
) -> None:
    found = WeightPull(keys, [bool(s) for s in seen], 0, (0.5, 0.25), factor, 3.0).reach
    assert found.is_fixed
    assert found.reason_high == reason
    assert (found.lowest, found.highest) == (weight, weight)
    assert found.why_high("a") == found.why_low("a") == EVERYWHERE[reason]
