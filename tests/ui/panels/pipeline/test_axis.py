"""The axis of the scores: a nice number above the largest, zero in one of two places."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.ui.panels.pipeline.axis import Axis, axis_of, nice_above, span_of

rows = st.lists(st.floats(-1e9, 1e9), max_size=8)


@given(st.floats(0.1, 1e12))
def test_a_nice_limit_is_above_and_not_far_above(value: float) -> None:
    assert value <= nice_above(value) * (1 + 1e-8)
    assert nice_above(value) <= 2.51 * value


def test_nice_limits() -> None:
    values = (0.0, 1e-6, 0.1, 0.3, 1.0, 2.0000000000000004, 3.6, 5.5, 1000.0)
    assert [nice_above(x) for x in values] == [1.0, 0.1, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 1000.0]


@pytest.mark.parametrize(
    ("scores", "axis"),
    [
        ((0.63, 2.88, 3.6, 0.0, -0.09, 2.16), Axis(-2.5, 5.0)),
        ((1.0, 0.8), Axis(-0.5, 1.0)),
        ((3.0, -2.5), Axis(-2.5, 5.0)),
        ((3.0, -2.6), Axis(-5.0, 5.0)),
        ((-4.0, -0.5), Axis(-5.0, 5.0)),
        ((math.nan, math.inf, 2.0), Axis(-1.0, 2.0)),
        ((), Axis(-0.5, 1.0)),
    ],
)
def test_the_axis_of_a_row(scores: tuple[float, ...], axis: Axis) -> None:
    assert axis_of(scores) == axis


@given(rows, st.lists(rows, max_size=5))
def test_under_the_hand_it_holds_every_bar_and_never_shrinks(
    start: list[float], moves: list[list[float]]
) -> None:
    axis = axis_of(start)
    for row in moves:
        before, axis = axis, axis_of(row, axis)
        assert axis.zero == pytest.approx(before.zero)
        assert axis.most >= before.most
        slack = 1 + 1e-8
        assert all(axis.least * slack <= score <= axis.most * slack for score in row)


@pytest.mark.parametrize(
    ("axis", "ends"),
    [
        (Axis(-2.5, 5.0), ("−2.5", "5")),
        (Axis(-5.0, 5.0), ("−5", "5")),
        (Axis(-0.05, 0.1), ("−0.05", "0.1")),
        (Axis(-5e5, 1e6), ("−5e5", "1e6")),
        (Axis(-2.5e6, 5e6), ("−2.5e6", "5e6")),
        (Axis(0.0, 0.3), ("0", "0.3")),
    ],
)
def test_both_ends_are_short_and_exact(axis: Axis, ends: tuple[str, str]) -> None:
    assert axis.ends == ends
    assert axis.zero == -axis.least / (axis.most - axis.least)


@pytest.mark.parametrize(
    ("low", "high", "axis"),
    [
        (-5.09, 5.09, Axis(-6.0, 6.0)),
        (-0.09, 3.6, Axis(-0.5, 4.0)),
        (0.2, 0.25, Axis(0.0, 0.3)),
        (-30.0, -2.0, Axis(-30.0, 5.0)),
        (0.0, 0.0, Axis(0.0, 0.1)),
    ],
)
def test_what_is_known_beforehand_is_spanned_and_no_more(low: float, high: float, axis: Axis) -> None:
    assert span_of(low, high) == axis


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_a_span_holds_every_bar_and_little_else(one: float, other: float) -> None:
    low, high = min(one, other, 0.0), max(one, other, 0.0)
    axis = span_of(one, other) if one < other else span_of(other, one)
    slack = 1e-8 * (high - low)
    assert axis.least - slack <= low
    assert high <= axis.most + slack
    assert axis.most - axis.least <= max(1.6 * (high - low), 0.3)


def test_a_span_with_nothing_below_0_still_takes_a_score_below_it() -> None:
    assert axis_of([-1.0], span_of(0.0, 3.0)).least <= -1.0
