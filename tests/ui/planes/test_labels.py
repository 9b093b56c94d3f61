"""Names on the plane: beside their tips, within the frame, never on one another."""

import math
from collections.abc import Hashable

from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.gestures import Pixel
from attnstudio.ui.planes.labels import Box, Label, leader, places

ORIGIN = (200.0, 200.0)
FRAME = (0.0, 0.0, 400.0, 400.0)


def label(key: Hashable, tip: Pixel, width: float = 50.0, must: bool = False) -> Label:
    return Label(key, str(key), tip, width, 16.0, 7.0, must=must)


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def gap(box: Box, point: Pixel) -> float:
    x = min(max(point[0], box[0]), box[2])
    y = min(max(point[1], box[1]), box[3])
    return math.dist((x, y), point)


def test_a_lone_name_stands_just_beyond_its_tip() -> None:
    right = places([label("r", (300, 200))], ORIGIN, FRAME)["r"]
    assert right == (307.0, 192.0, 357.0, 208.0)
    up = places([label("u", (200, 100))], ORIGIN, FRAME)["u"]
    assert up[3] == 93
    assert (up[0] + up[2]) / 2 == 200


def test_a_zero_vector_has_its_name_above() -> None:
    box = places([label("z", ORIGIN)], ORIGIN, FRAME)["z"]
    assert box[3] <= ORIGIN[1]


tips = st.tuples(st.floats(0, 400), st.floats(0, 400))


@given(st.lists(tips, max_size=20), st.integers(20, 120))
def test_names_never_overlap_and_stay_in_the_frame(points: list[Pixel], width: int) -> None:
    labels = [label(number, tip, width) for number, tip in enumerate(points)]
    taken = (0.0, 380.0, 200.0, 400.0)
    boxes = [*places(labels, ORIGIN, FRAME, [taken]).values(), taken]
    for i, a in enumerate(boxes):
        assert 0 <= a[0] <= a[2] <= 400
        assert 0 <= a[1] <= a[3] <= 400
        assert not any(overlap(a, b) for b in boxes[:i])


@given(st.lists(tips, min_size=1, max_size=20))
def test_what_is_asked_for_always_gets_a_place_and_goes_first(points: list[Pixel]) -> None:
    labels = [label(number, tip, 90) for number, tip in enumerate(points)]
    labels.append(label("asked", points[0], 90, must=True))
    found = places(labels, ORIGIN, FRAME)
    assert found["asked"] == places(labels[-1:], ORIGIN, FRAME)["asked"] or len(points) > 1
    assert FRAME[0] <= found["asked"][0]
    assert found["asked"][2] <= FRAME[2]


def test_a_name_keeps_off_other_tips_where_it_can() -> None:
    labels = [label("a", (300, 200)), label("b", (330, 200))]
    box = places(labels, ORIGIN, FRAME)["a"]
    assert not (box[0] < 330 < box[2] and box[1] < 200 < box[3])


def test_without_room_a_name_is_left_out_but_not_one_that_was_asked_for() -> None:
    narrow = (0.0, 0.0, 40.0, 400.0)
    assert places([label("x", (20, 200))], ORIGIN, narrow) == {}
    assert "x" in places([label("x", (20, 200), must=True)], ORIGIN, narrow)


def test_a_name_that_went_far_is_tied_to_its_tip() -> None:
    near, tip = label("n", (300.0, 200.0)), (300.0, 200.0)
    assert leader(near, places([near], ORIGIN, FRAME)["n"]) is None
    far = (320.0, 260.0, 370.0, 276.0)
    line = leader(near, far)
    assert line is not None
    assert line[1] == tip
    assert math.dist(*line) == gap(far, tip)


def test_a_name_keeps_off_an_arrow_where_that_costs_it_little() -> None:
    own, other = label("own", (260.0, 200.0)), (380.0, 200.0)
    assert crosses(places([own], ORIGIN, FRAME)["own"], other)
    box = places([own], ORIGIN, FRAME, shafts=[own.tip, other])["own"]
    assert not crosses(box, other)
    assert gap(box, own.tip) < 2 * own.height


def crosses(box: Box, tip: Pixel) -> bool:
    """Whether an arrow along the first axis runs through the box."""
    return box[1] < tip[1] < box[3] and box[0] < tip[0]


def test_among_arrows_everywhere_a_name_stands_on_one_rather_than_nowhere() -> None:
    shafts = [(200 + 200 * math.cos(turn / 10), 200 + 200 * math.sin(turn / 10)) for turn in range(63)]
    assert "n" in places([label("n", (260.0, 200.0))], ORIGIN, FRAME, shafts=shafts)


def test_what_is_out_of_sight_has_no_name_unless_it_was_asked_for() -> None:
    assert places([label("far", (405.0, 200.0))], ORIGIN, FRAME) == {}
    assert "far" in places([label("far", (405.0, 200.0), must=True)], ORIGIN, FRAME)
