"""The way down: that it only falls, keeps to the start's branch and to a bounded pace, and ends low."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.descent import SWERVE, Descent, lay_out
from attnstudio.model.geometry import Vec2
from attnstudio.model.log_odds import LogOdds, weight_of
from attnstudio.model.reach import Reach, moving_reach

BOUND = 3.0

parts = st.floats(-BOUND, BOUND).map(lambda part: round(part, 2))
points = st.tuples(parts, parts)
leads = st.lists(points, min_size=1, max_size=12).map(np.array)
fields = leads.map(LogOdds).filter(lambda odds: odds.steepest > 0.1)


def prepared(odds: LogOdds, start: Vec2) -> tuple[Reach, Descent]:
    reach = moving_reach(odds, start, BOUND)
    return reach, lay_out(odds, start, reach.lowest_at, BOUND)


@given(fields, points)
def test_every_stretch_falls_within_the_square(odds: LogOdds, start: Vec2) -> None:
    _, way = prepared(odds, start)
    levels = odds.values(np.array(way.knots))
    assert way.knots[0] == start
    assert (np.diff(levels) < 0).all()
    assert np.abs(np.array(way.knots)).max() <= BOUND


@given(fields, points)
def test_it_ends_in_a_corner_that_it_cannot_leave_downwards(odds: LogOdds, start: Vec2) -> None:
    _, way = prepared(odds, start)
    end = way.knots[-1]
    local = odds.at(end)
    for axis in (0, 1):
        outward = math.copysign(1.0, end[axis])
        held = abs(end[axis]) == BOUND and local.slope[axis] * outward <= 1e-9
        assert held or abs(local.slope[axis]) <= 1e-9


@given(fields, points)
def test_the_pace_is_bounded_while_it_runs_free(odds: LogOdds, start: Vec2) -> None:
    reach, way = prepared(odds, start)
    levels = odds.values(np.array(way.knots))
    rise = odds.at(reach.highest_at).value - levels[0]
    diagonal = 2.0 * math.sqrt(2.0) * BOUND
    free = [k for k, knot in enumerate(way.knots) if max(map(abs, knot)) < BOUND]
    for k in free[:-1]:
        fall = float(levels[k] - levels[k + 1])
        assert (
            math.dist(way.knots[k], way.knots[k + 1]) * rise <= math.hypot(1, SWERVE) * diagonal * fall + 1e-9
        )


@given(fields, points, st.floats(0, 1))
def test_any_level_on_the_way_is_met(odds: LogOdds, start: Vec2, share: float) -> None:
    _, way = prepared(odds, start)
    first = odds.at(start).value
    level = max(first + share * (way.end_level - first), way.end_level)
    met = way.meet(level)
    assert met is not None
    assert odds.at(met).value == pytest.approx(level, abs=1e-10)
    assert way.meet(way.end_level - 0.1) is None


def test_it_follows_the_locally_nearest_query() -> None:
    odds, start = LogOdds(np.array([(1.0, 0.2), (-0.6, 0.9), (0.3, -0.8), (1.4, 1.1)])), (0.2, 0.6)
    _, way = prepared(odds, start)
    inside = [knot for knot in way.knots[1:] if max(map(abs, knot)) < BOUND]
    assert len(inside) > 10
    for knot in inside:
        gone = knot[0] - start[0], knot[1] - start[1]
        slope = odds.at(knot).slope
        across = gone[0] * slope[1] - gone[1] * slope[0]
        assert abs(across) <= 0.02 * math.hypot(*gone) * math.hypot(*slope)  # straight against the slope


def test_from_the_very_top_it_sets_out_along_the_sharpest_bend() -> None:
    odds = LogOdds(np.array([(2.0, 0.0), (-2.0, 0.0), (0.0, 1.0), (0.0, -1.0)]))
    _, way = prepared(odds, (0.0, 0.0))
    assert abs(way.knots[1][0]) > 0.0
    assert way.knots[1][1] == pytest.approx(0.0, abs=1e-12)


def test_it_takes_a_detour_rather_than_end_far_above_the_lowest() -> None:
    # The start's own branch ends in (3, −3) with 0.154; a fair straight way leads to the lowest corner.
    keys = np.array([(1.5, 0.0), (-0.5, -2.0), (2.0, 0.0)])
    odds = LogOdds(keys[0] - keys[1:])
    reach, way = prepared(odds, (0.5, 0.5))
    assert way.knots[-1] == reach.lowest_at == (-3.0, -3.0)
    assert weight_of(odds.at((3.0, -3.0)).value) == pytest.approx(0.154, abs=1e-3)


def test_it_ends_early_where_no_fair_way_leads_lower() -> None:
    keys = np.array([(1.5, -0.5), (-2.0, 1.5), (2.0, -0.5)])
    _, way = prepared(LogOdds(keys[0] - keys[1:]), (2.0, 0.0))
    assert way.knots[-1] == (3.0, 3.0)
    assert weight_of(way.end_level) == pytest.approx(0.182, abs=1e-3)
