"""Points of the plane: what snapping, the bound and the held keys do to a tip, and what they never do."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.geometry import (
    GRID,
    NUDGE,
    SNAPS,
    Modifiers,
    Snap,
    Vec2,
    angle,
    clamp,
    dot,
    drag,
    from_polar,
    hull,
    length,
    nudge,
    project,
    snapped,
    tidy,
)

BOUND = 3.0
SHIFT, CTRL, ALT = Modifiers(keep_length=True), Modifiers(keep_direction=True), Modifiers(no_snap=True)

inside = st.tuples(st.floats(-BOUND, BOUND), st.floats(-BOUND, BOUND))
anywhere = st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
snaps = st.sampled_from(SNAPS)
keys = st.builds(Modifiers, st.booleans(), st.booleans(), st.booleans())


def has_minus_zero(v: Vec2) -> bool:
    return any(part == 0.0 and math.copysign(1.0, part) < 0 for part in v)


# --- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("v", "degrees"),
    [
        ((1, 0), 0.0),
        ((0, 2), 90.0),
        ((-1, 0.0), 180.0),
        ((-1, -0.0), 180.0),
        ((0, -1), -90.0),
        ((1.8, 1.8), 45.0),
        ((0.0, 0.0), 0.0),
    ],
)
def test_angle(v: Vec2, degrees: float) -> None:
    assert angle(v) == pytest.approx(degrees)
    assert not has_minus_zero((angle(v), 0.0))


def test_polar_there_and_back() -> None:
    assert from_polar(2.0, 60.0) == (1.0, 1.732050808)
    assert from_polar(1.0, 90.0) == (0.0, 1.0)  # no 6e-17
    assert from_polar(0.0, 33.0) == (0.0, 0.0)
    assert length(from_polar(2.5, -120.0)) == pytest.approx(2.5)
    assert angle(from_polar(2.5, -120.0)) == pytest.approx(-120.0)


def test_tidy_and_clamp_leave_no_minus_zero() -> None:
    assert tidy((-0.0001, 1.23456)) == (0.0, 1.235)
    assert not has_minus_zero(tidy((-0.0001, -0.0)))
    assert not has_minus_zero(clamp((-0.0, -0.0), BOUND))
    assert clamp((5, -7), BOUND) == (3, -3)
    assert clamp((5, 1), BOUND) == (3, 1)  # the nearest point of the square, not of a ray


def test_projection_is_the_foot_of_the_perpendicular() -> None:
    assert project((2, 0), (1.8, 1.8)) == pytest.approx((1, 1))  # “money” on the query of “bank”
    assert project((2, 3), (0, 0)) == (0, 0)
    assert project((0, 0), (1, 1)) == (0, 0)
    assert project((-1, 0), (2, 0)) == (-1, 0)
    assert project((3, 4), (1e-170, 0)) == pytest.approx((3, 0))  # whose square is no longer a number above 0


@given(inside, inside)
def test_the_rest_of_a_projection_stands_upright(v: Vec2, onto: Vec2) -> None:
    foot = project(v, onto)
    assert dot((v[0] - foot[0], v[1] - foot[1]), onto) == pytest.approx(0.0, abs=1e-9)
    assert not has_minus_zero(foot)


# --- the hull ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([], ()),
        ([(1, 2)], ((1, 2),)),
        ([(1, 2), (1, 2), (1, 2)], ((1, 2),)),
        ([(0, 0), (2, 2), (1, 1)], ((0, 0), (2, 2))),
        ([(0, 0), (0, 2), (0, 1), (0, -1)], ((0, -1), (0, 2))),
        ([(0, 0), (2, 0), (2, 2), (0, 2), (1, 1), (1, 0)], ((0, 0), (2, 0), (2, 2), (0, 2))),
        ([(0.0, 0.0), (-0.0, 0.0)], ((0.0, 0.0),)),
    ],
)
def test_hull(points: list[Vec2], corners: tuple[Vec2, ...]) -> None:
    assert hull(points) == corners


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), max_size=12))
def test_hull_holds_every_point_and_every_corner_is_needed(points: list[Vec2]) -> None:
    corners = hull(points)
    assert set(corners) <= set(points)
    if len(corners) > 2:
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            for p in points:
                assert (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0
        for corner in corners:
            assert corner not in hull([p for p in points if p != corner])
            assert len(hull([*(p for p in points if p != corner), corner])) == len(corners)


# --- a dragged tip ----------------------------------------------------------------------------------


def test_a_free_drag_lands_on_thousandths() -> None:
    assert drag((1.23456, -0.0001), (0, 0), BOUND, "off") == (1.235, 0.0)


@given(anywhere, inside, snaps, keys)
def test_a_dragged_tip_stays_inside_finite_and_without_minus_zero(
    pointer: Vec2, start: Vec2, snap: Snap, held: Modifiers
) -> None:
    tip = drag(pointer, start, BOUND, snap, held)
    assert max(abs(tip[0]), abs(tip[1])) <= BOUND
    if tip != start:
        assert not has_minus_zero(tip)


@given(inside, snaps, keys)
def test_coming_back_gives_the_start_to_the_last_bit(start: Vec2, snap: Snap, held: Modifiers) -> None:
    assert drag(start, start, BOUND, snap, held) is start
    assert drag((start[0] + 3e-13, start[1] - 3e-13), start, BOUND, snap, held) is start


@pytest.mark.parametrize(
    ("snap", "pointer", "tip"),
    [
        ("off", (1.3, 0.4), (1.3, 0.4)),
        ("near", (1.05, 0.45), (1.0, 0.5)),
        ("near", (1.3, 0.4), (1.3, 0.4)),  # further than 0.12 from any crossing
        ("near", (1.0, 0.2), (1.0, 0.2)),
        ("grid", (1.3, 0.4), (1.5, 0.5)),
        ("grid", (-0.1, 0.1), (0.0, 0.0)),
        ("grid", (9.0, -2.9), (3.0, -3.0)),
        ("polar", (2.1, 0.05), (2.0, 0.0)),
        ("polar", (0.1, 2.9), (0.0, 3.0)),
        ("polar", (0.3, 0.1), (0.0, 0.0)),
        ("polar", (1.0, 1.02), from_polar(1.0, 45.0)),
    ],
)
def test_snap(snap: Snap, pointer: Vec2, tip: Vec2) -> None:
    assert drag(pointer, (2.2, -1.1), BOUND, snap) == pytest.approx(tip, abs=1e-9)


def test_alt_suspends_snap() -> None:
    assert drag((1.3, 0.4), (2, 1), BOUND, "grid", ALT) == (1.3, 0.4)
    assert drag((1.3, 0.4), (2, 1), BOUND, "polar", ALT) == (1.3, 0.4)


@given(anywhere, inside)
def test_polar_gives_whole_lengths_and_five_degrees_even_at_the_edge(pointer: Vec2, start: Vec2) -> None:
    tip = drag(pointer, start, BOUND, "polar")
    if tip != start:
        assert length(tip) == pytest.approx(round(length(tip)), abs=1e-8)
        if length(tip) > 0:
            assert angle(tip) / 5 == pytest.approx(round(angle(tip) / 5), abs=1e-6)


def test_polar_reaches_as_far_as_the_square_allows() -> None:
    assert drag((50, 50), (1, 0), BOUND, "polar") == pytest.approx(from_polar(4.0, 45.0))
    assert drag((50, 1), (1, 0), BOUND, "polar") == (3.0, 0.0)
    assert drag((50, 25), (1, 0), BOUND, "polar") == pytest.approx(from_polar(3.0, 25.0))


def test_shift_keeps_the_length() -> None:
    assert drag((0, 9), (2, 0), BOUND, "off", SHIFT) == (0.0, 2.0)
    assert drag((0.001, 0.001), (2, 0), BOUND, "off", SHIFT) == pytest.approx((math.sqrt(2), math.sqrt(2)))
    assert drag((0, 0), (0, 1), BOUND, "off", SHIFT) == pytest.approx((0, 1))  # no direction: as it was
    assert angle(drag((1, 0.1), (2, 0), BOUND, "polar", SHIFT)) == pytest.approx(5.0)


def test_shift_at_the_edge_keeps_the_length_and_gives_up_the_angle() -> None:
    start = (2.5, 2.5)
    tip = drag((3, 0.5), start, BOUND, "off", SHIFT)
    assert tip[0] == BOUND
    assert length(tip) == pytest.approx(length(start))


@given(anywhere, inside)
def test_shift_always_keeps_the_length(pointer: Vec2, start: Vec2) -> None:
    tip = drag(pointer, start, BOUND, "off", SHIFT)
    if length(start) > 0:
        assert length(tip) == pytest.approx(length(start), abs=1e-8)


def test_ctrl_keeps_the_direction() -> None:
    assert drag((3, 0), (1, 1), BOUND, "off", CTRL) == pytest.approx((1.5, 1.5))
    assert drag((9, 9), (1, 0.5), BOUND, "off", CTRL) == pytest.approx((3, 1.5))  # the edge, on the same ray
    assert drag((-2, -2), (1, 1), BOUND, "off", CTRL) == (0.0, 0.0)  # not out on the other side
    assert drag((1.4, 0), (1, 0), BOUND, "polar", CTRL) == (1.0, 0.0)


@given(anywhere, inside)
def test_ctrl_always_keeps_the_direction(pointer: Vec2, start: Vec2) -> None:
    tip = drag(pointer, start, BOUND, "off", CTRL)
    if length(start) > 0:
        assert abs(tip[0] * start[1] - tip[1] * start[0]) <= 1e-8 * length(start)
        assert dot(tip, start) >= 0


@pytest.mark.parametrize("held", [SHIFT, CTRL])
def test_a_zero_vector_has_no_length_or_direction_to_keep(held: Modifiers) -> None:
    assert drag((1.25, 2), (0, 0), BOUND, "off", held) == (1.25, 2)


# --- a nudged tip -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("snap", "step"), [("off", NUDGE), ("near", NUDGE), ("grid", GRID)])
@pytest.mark.parametrize("factor", [0.1, 1.0, 10.0])
@pytest.mark.parametrize(("right", "up"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_one_press_is_exactly_one_step(snap: Snap, step: float, factor: float, right: int, up: int) -> None:
    tip = nudge((0.5, -0.3), right, up, snap, factor, 100.0)
    assert tip == (round(0.5 + right * step * factor, 9), round(-0.3 + up * step * factor, 9))


def test_ten_presses_do_not_drift() -> None:
    tip = (1.8, 1.8)
    for _ in range(10):
        tip = nudge(tip, -1, 0, "off", 1.0, BOUND)
    assert tip == (0.8, 1.8)


def test_a_press_ends_at_the_bound() -> None:
    assert nudge((2.95, 1), 1, 0, "off", 1.0, BOUND) == (3.0, 1)
    assert nudge((3.0, 1), 1, 0, "off", 1.0, BOUND) == (3.0, 1)
    assert nudge((1, -2.9), 0, -1, "grid", 1.0, BOUND) == (1, -3.0)


def test_polar_presses_turn_and_stretch() -> None:
    assert nudge((2, 0), -1, 0, "polar", 1.0, BOUND) == pytest.approx(from_polar(2, 5))
    assert nudge((2, 0), 1, 0, "polar", 0.1, BOUND) == pytest.approx(from_polar(2, -0.5))
    assert nudge((1, 1), 0, 1, "polar", 0.1, BOUND) == pytest.approx(from_polar(math.sqrt(2) + 0.1, 45))
    assert nudge((0.4, 0), 0, -1, "polar", 1.0, BOUND) == (0, 0)


def test_polar_presses_keep_angle_and_length_at_the_edge() -> None:
    longer = nudge((2.8, 1.4), 0, 1, "polar", 1.0, BOUND)
    assert longer == pytest.approx((3.0, 1.5))  # on the same ray, at the edge
    turned = nudge((2.9, 1.0), 1, 0, "polar", 10.0, BOUND)
    assert length(turned) == pytest.approx(length((2.9, 1.0)))


@pytest.mark.parametrize(
    ("right", "up", "tip"), [(1, 0, (1, 0)), (-1, 0, (-1, 0)), (0, 1, (0, 1)), (0, -1, (0, -1))]
)
def test_any_polar_press_leads_the_zero_vector_out(right: int, up: int, tip: Vec2) -> None:
    assert nudge((0, 0), right, up, "polar", 1.0, BOUND) == tip


@given(inside, st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), snaps, st.sampled_from([0.1, 1.0, 10.0]))
def test_a_nudged_tip_stays_inside(v: Vec2, way: tuple[int, int], snap: Snap, factor: float) -> None:
    tip = nudge(v, *way, snap, factor, BOUND)
    assert max(abs(tip[0]), abs(tip[1])) <= BOUND
    assert snapped(tip, "off") == tip
