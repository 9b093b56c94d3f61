"""The frame of the plane: fitted to the arrows with room around them, and never beyond the bound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Chart, Document, Head, Look, Passage
from attnstudio.model.geometry import Vec2
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Wrong
from attnstudio.state.framing import ZOOMS, Frame, fitted, grown, whole, zoomed
from tests import samples

BOUND = 3.0
inside = st.tuples(st.floats(-BOUND, BOUND), st.floats(-BOUND, BOUND))
halves = st.sampled_from([BOUND / zoom for zoom in ZOOMS] + [1.75, 1.25])


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    half = draw(halves)
    room = st.floats(half - BOUND, BOUND - half)
    return Frame((draw(room), draw(room)), half)


def of(document: Document, query: int = 1) -> Frame:
    return fitted(document, resolve(document, 0), Look(query=query))


def rows(*points: Vec2) -> Document:
    words = samples.tokens(*(f"w{number}" for number in range(len(points))))
    return Document("d", (Passage(words, heads=(Head(points, points, points),)),))


def is_within(frame: Frame, bound: float) -> bool:
    return max(map(abs, frame.centre)) + frame.half <= bound * (1 + 1e-9)


def test_the_sentence_about_money_has_135_pixels_a_unit_where_470_are_free() -> None:
    frame = of(samples.bank(), 6)
    assert frame == Frame((1.0, 0.75), 1.75)
    assert 470 / (2 * frame.half) == pytest.approx(135, abs=1)


def test_only_the_shown_query_counts() -> None:
    bank = samples.bank()
    passage = bank.passages[0]
    far = replace(passage.heads[0], queries=((-3.0, -3.0), *passage.heads[0].queries[1:]))
    document = replace(bank, passages=(replace(passage, heads=(far,)),))
    assert of(document, 6) == of(bank, 6)
    assert of(document, 1) == whole(BOUND)


def test_values_and_a_chart_count() -> None:
    head = Head(((1.0, 0.0),), ((1.0, 0.0),), ((-2.0, -2.0),))
    document = Document("d", (Passage(samples.tokens("a"), heads=(head,)),))
    assert of(document).holds((-2.0, -2.0))
    turned = replace(rows((0.0, 2.0)), chart=Chart((0.0, 1.0), (1.0, 0.0)))
    assert of(turned) == of(rows((2.0, 0.0)))


def test_without_a_softmax_the_output_counts_too() -> None:
    document = replace(samples.bank(), wrong=Wrong(skips_softmax=True))
    trace = resolve(document)
    frame = fitted(document, trace, Look(query=6))
    x, y = trace.output[0, 5].tolist()
    assert not of(samples.bank(), 6).holds((x, y))
    assert frame.holds((x, y)) or frame.reaches(document.bound)


def test_where_nothing_is_drawn_the_whole_plane_is_shown() -> None:
    assert of(Document("empty", (Passage((), (), (Head((), (), ()),)),))) == whole(BOUND)


def test_short_arrows_leave_a_quarter_of_the_bound_in_sight() -> None:
    assert of(rows((0.01, 0.0))).half == BOUND / 4


def test_arrows_beyond_the_bound_show_all_of_it() -> None:
    assert of(rows((900.0, -900.0))) == whole(BOUND)


@given(st.lists(inside, min_size=1, max_size=6))
def test_a_fitted_frame_shows_every_tip_and_the_origin_with_room(points: list[Vec2]) -> None:
    frame = of(rows(*points))
    assert is_within(frame, BOUND)
    assert BOUND / 4 <= frame.half <= BOUND
    assert frame.half % 0.25 == 0
    assert all(at % 0.25 == 0 for at in frame.centre)
    for point in (*points, (0.0, 0.0)):
        assert frame.holds(point)
        for at, middle in zip(point, frame.centre, strict=True):
            room = frame.half - abs(at - middle)
            is_at_the_bound = frame.reaches(BOUND)
            assert room >= 0.1 or is_at_the_bound


@pytest.mark.parametrize("bound", [0.01, 0.5, 40.0, 1e6])
def test_other_bounds(bound: float) -> None:
    document = replace(rows((bound, 0.0), (0.2 * bound, 0.4 * bound)), bound=bound)
    frame = of(document)
    assert is_within(frame, bound)
    assert frame.holds((bound, 0.0))
    assert frame.half < bound


@given(frames(), inside)
def test_a_frame_grows_just_so_far_that_the_tip_shows(frame: Frame, point: Vec2) -> None:
    after = grown(frame, point, BOUND)
    assert after.holds(point)
    assert is_within(after, BOUND)
    if frame.holds(point):
        assert after is frame
        return
    assert after.half > frame.half
    beyond = max(abs(at - middle) - frame.half for at, middle in zip(point, frame.centre, strict=True))
    assert after.half <= frame.half + beyond / 2 + 0.125 + 1e-9
    for right in (-1, 1):
        for up in (-1, 1):
            corner = frame.centre[0] + right * frame.half, frame.centre[1] + up * frame.half
            assert after.holds(corner)


def test_a_tip_beyond_the_bound_is_followed_to_the_bound() -> None:
    assert grown(Frame((0.0, 0.0), 1.0), (9.0, 0.0), BOUND).holds((3.0, 0.0))


@given(frames(), inside)
def test_zooming_goes_step_by_step_and_keeps_the_tip_in_sight(frame: Frame, keep: Vec2) -> None:
    seen = [frame.half]
    for _ in ZOOMS:
        frame = zoomed(frame, 1, BOUND, keep)
        seen.append(frame.half)
        assert frame.holds(keep)
        assert is_within(frame, BOUND)
    assert seen == sorted(seen, reverse=True)
    assert frame.half == BOUND / ZOOMS[-1]
    for _ in ZOOMS:
        frame = zoomed(frame, -1, BOUND, keep)
    assert frame == whole(BOUND)


def test_zooming_keeps_the_centre_where_nothing_is_to_be_kept() -> None:
    assert zoomed(Frame((1.0, 0.5), 1.75), 1, BOUND) == Frame((1.0, 0.5), 1.5)
    assert zoomed(Frame((1.0, 0.5), 1.75), 1, BOUND, keep=(900.0, 0.0)) == Frame((1.0, 0.5), 1.5)
    assert zoomed(Frame((1.0, 0.5), 1.75), -1, BOUND) == Frame((1.0, 0.5), 2.0)
