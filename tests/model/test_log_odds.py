"""The log-odds of a weight as a function of the query: value, slope, bend, and the solver built on them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.log_odds import LogOdds, log_odds, settle, weight_of

BOUND = 3.0

parts = st.floats(-BOUND, BOUND).map(lambda part: round(part, 3))
points = st.tuples(parts, parts)
some_leads = st.lists(points, min_size=1, max_size=12).map(np.array)


@given(st.floats(1e-9, 1 - 1e-9))
def test_log_odds_and_weight_undo_each_other(weight: float) -> None:
    assert weight_of(log_odds(weight)) == pytest.approx(weight, rel=1e-12)


def test_log_odds_of_the_ends_are_infinite_and_back() -> None:
    assert (log_odds(0.0), log_odds(1.0)) == (-math.inf, math.inf)
    assert (weight_of(-math.inf), weight_of(math.inf)) == (0.0, 1.0)
    assert weight_of(-800.0) == 0.0


@given(some_leads, points)
def test_value_is_the_log_odds_of_softmax(leads: np.ndarray, query: tuple[float, float]) -> None:
    scores = np.append(
        -(leads @ query), 0.0
    )  # the pulled key's score is 0, the others trail it by their lead
    weights = np.exp(scores - scores.max())
    odds = weights[-1] / weights[:-1].sum()
    assert LogOdds(leads).at(query).value == pytest.approx(math.log(odds), rel=1e-9, abs=1e-9)
    assert LogOdds(leads).values(np.array([query]))[0] == pytest.approx(math.log(odds), rel=1e-9, abs=1e-9)


@given(some_leads, points)
def test_slope_and_bend_are_the_derivatives(leads: np.ndarray, query: tuple[float, float]) -> None:
    odds, (x, y), h = LogOdds(leads), query, 1e-5
    local = odds.at(query)
    right, left, up, down = (odds.at(p) for p in ((x + h, y), (x - h, y), (x, y + h), (x, y - h)))
    assert local.slope[0] == pytest.approx((right.value - left.value) / (2 * h), abs=1e-6)
    assert local.slope[1] == pytest.approx((up.value - down.value) / (2 * h), abs=1e-6)
    assert -local.xx == pytest.approx((right.slope[0] - left.slope[0]) / (2 * h), abs=1e-4)
    assert -local.xy == pytest.approx((right.slope[1] - left.slope[1]) / (2 * h), abs=1e-4)
    assert -local.yy == pytest.approx((up.slope[1] - down.slope[1]) / (2 * h), abs=1e-4)


def test_scores_beyond_exp_do_not_overflow() -> None:
    local = LogOdds(np.array([(1000.0, 0.0), (-1000.0, 0.0)])).at((3.0, 0.0))
    assert local.value == -3000.0
    assert local.slope == (-1000.0, 0.0)


@given(some_leads, points, st.sampled_from((0.1, 1.0, 30.0)))
def test_settle_beats_every_point_of_a_grid(
    leads: np.ndarray, anchor: tuple[float, float], price: float
) -> None:
    odds = LogOdds(leads)
    here, local = settle(odds, anchor, price, BOUND, anchor)
    axis = np.linspace(-BOUND, BOUND, 61)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    costs = 0.5 * ((grid - anchor) ** 2).sum(axis=1) - price * odds.values(grid)
    cost = 0.5 * math.dist(here, anchor) ** 2 - price * local.value
    assert max(map(abs, here)) <= BOUND
    assert cost <= costs.min() + 1e-9 * (1 + abs(cost))
