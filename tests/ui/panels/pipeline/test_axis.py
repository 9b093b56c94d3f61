"""The axis of the scores: a nice number above the largest, zero in one of two places."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.ui.panels.pipeline.axis import Axis, axis_of, nice_above

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
        ((0.63, 2.88, 3.6, 0.0, -0.09, 2.16), Axis(5.0)),
        ((1.0, 0.8), Axis(1.0)),
        ((3.0, -2.5), Axis(5.0)),
        ((3.0, -2.6), Axis(5.0, is_even=True)),
        ((-4.0, -0.5), Axis(5.0, is_even=True)),
        ((math.nan, math.inf, 2.0), Axis(2.0)),
        ((), Axis(1.0)),
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
        assert axis.is_even == before.is_even
        assert axis.most >= before.most
        slack = 1 + 1e-8
        assert all(axis.least * slack <= score <= axis.most * slack for score in row)


@pytest.mark.parametrize(
    ("axis", "ends"),
    [
        (Axis(5.0), ("−2.5", "5")),
        (Axis(5.0, is_even=True), ("−5", "5")),
        (Axis(0.1), ("−0.05", "0.1")),
        (Axis(1e6), ("−5e5", "1e6")),
        (Axis(5e6), ("−2.5e6", "5e6")),
    ],
)
def test_both_ends_are_short_and_exact(axis: Axis, ends: tuple[str, str]) -> None:
    assert axis.ends == ends
    assert axis.zero == -axis.least / (axis.most - axis.least)
