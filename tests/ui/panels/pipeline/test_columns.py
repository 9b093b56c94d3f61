"""The pipeline's columns at any width: nothing overlaps, no number is cut, the axis is true."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from attnstudio.model.resolve import resolve
from attnstudio.ui import fonts
from attnstudio.ui.panels.pipeline.columns import (
    LEAST_ROW,
    MOST_ROW,
    PLACES,
    Needs,
    Place,
    lay_out,
    least_width,
    needs_of,
    row_of,
)
from attnstudio.ui.panels.pipeline.content import largest, score_reach
from attnstudio.ui.panels.pipeline.words import TITLES
from attnstudio.ui.theme import BODY, theme, width_of
from tests.samples import bank, of_words


@pytest.fixture(autouse=True)
def own_fonts(qapp: QApplication) -> None:
    fonts.register_fonts()


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("extra", [0, 1, 17, 90, 250, 600, 1500])
@pytest.mark.parametrize(
    "needs",
    [
        needs_of(80, 6.0, 2.0, 2),
        needs_of(30, 5e5, 999.0, 2),
        needs_of(900, 18.0, 3.0, 64),
        needs_of(0, 1, 0, 1),
    ],
)
def test_columns_share_the_width_and_numbers_fit(scale: float, extra: int, needs: Needs) -> None:
    ground = theme("light", scale)
    width = least_width(ground, needs) + round(extra * scale)
    plan = lay_out(ground, needs, width)
    assert plan.columns[0].left == 0
    assert plan.columns[-1].right <= width
    for before, after in pairwise(plan.columns):
        assert after.left - before.right >= ground.px(4)
    digit = width_of(ground.numbers(), "0")
    characters: dict[Place, int] = {
        "match": needs.score,
        "scale": needs.score,
        "normalize": 6,
        "mix": needs.mix(plan.is_tight),
    }
    for place, count in characters.items():
        column = plan.of(place)
        room = column.width - (column.bar_width if plan.is_beside and place != "mix" else 0)
        assert room >= math.floor(count * digit)
        assert column.bar_width >= ground.px(30) or place == "mix"
    for step, title in TITLES.items():
        assert width_of(ground.text(BODY, 600), title) <= plan.of(step).width + ground.px(1)


def test_a_wider_panel_has_longer_bars_and_at_last_numbers_beside_them() -> None:
    ground, needs = theme("light"), needs_of(80, 6.0, 2.0, 2)
    plans = [lay_out(ground, needs, width) for width in range(least_width(ground, needs), 1200, 7)]
    shapes = [(plan.is_beside, not plan.is_tight, plan.of("normalize").bar_width) for plan in plans]
    assert shapes == sorted(shapes)
    assert shapes[0][:2] == (False, False)
    assert shapes[-1][:2] == (True, True)


def test_every_pixel_belongs_to_a_column() -> None:
    plan = lay_out(theme("light"), needs_of(80, 6.0, 2.0, 2), 640)
    for place in PLACES:
        column = plan.of(place)
        assert {
            plan.place_at(x) for x in (column.left, column.left + column.width / 2, column.right - 1)
        } == {place}
    assert plan.place_at(-50) == "name"
    assert plan.place_at(5000) == "mix"


@given(st.integers(0, 1200), st.integers(1, 64), st.booleans(), st.sampled_from([1.0, 2.0]))
def test_rows_are_legible_and_hold_bar_and_number(room: int, count: int, beside: bool, scale: float) -> None:
    ground = theme("light", scale)
    row = row_of(ground, room, count, beside)
    assert ground.px(LEAST_ROW) <= row.height <= ground.px(MOST_ROW)
    assert 0 < row.baseline < row.height
    assert row.bar + row.bar_height < row.height
    assert row.bar_height >= ground.px(4)
    if not beside:
        assert row.bar > row.baseline
    if count * ground.px(LEAST_ROW) <= room:
        assert count * row.height <= room, "all rows are in view where they fit"


def test_the_largest_number_ignores_what_is_none() -> None:
    assert largest(np.array([[1.0, -3.0], [math.nan, math.inf]])) == 3.0
    assert largest(np.array([])) == 0.0
    assert largest(np.array([math.nan])) == 0.0


def test_no_query_in_the_plane_scores_more_than_the_columns_have_room_for() -> None:
    document = bank()
    trace = resolve(document)
    limit = score_reach(document, trace, 0)
    corners = np.array([(x, y) for x in (-3, 3) for y in (-3, 3)])
    assert np.abs(corners @ trace.keys[0].T).max() <= limit


def test_scores_that_are_scaled_have_room_too() -> None:
    document = of_words("a", "b", "c")
    trace = resolve(document)
    plain = score_reach(document, trace, 0)
    assert plain >= np.abs(trace.scaled).max()
