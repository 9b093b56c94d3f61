"""Every point of the matrix belongs to the cell that is drawn there, in every size."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.content import content_of
from attnstudio.ui.panels.matrix.layout import label_size, layout_of, least_size
from attnstudio.ui.theme import theme, width_of
from tests.samples import bank, crossing, of_words
from tests.ui.panels.matrix.hand import Hand

sizes = st.tuples(st.integers(250, 1600), st.integers(154, 1000))


@given(st.integers(1, 64), sizes, st.sampled_from([1.0, 1.5, 2.5]), st.booleans())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_point_of_a_cell_is_that_cell(
    qapp: QApplication, count: int, size: tuple[int, int], scale: float, masked: bool
) -> None:
    words = [("a", "bank", "extraordinarily")[n % 3] for n in range(count)]
    document = replace(of_words(*words), mask=Mask("causal" if masked else "none"))
    area = QSize(round(size[0] * scale), round(size[1] * scale))
    layout = layout_of(content_of(Store(document).now), area, theme("light", scale))
    for row, column in ((0, 0), (count - 1, 0), (0, count - 1), (count // 2, count // 3)):
        cell = layout.cell(row, column)
        assert layout.cell_at(cell.center()) == (row, column)
        assert layout.row_named_at(QPointF(layout.left - 1, cell.center().y())) == row
        assert layout.column_named_at(QPointF(cell.center().x(), layout.top - 1)) == column
    assert layout.cell_at(QPointF(layout.left - 1, layout.top + 1)) is None
    assert layout.cell_at(QPointF(layout.right + 1, layout.top + 1)) is None
    assert layout.all_cells.right() <= area.width()
    assert layout.all_cells.right() <= layout.scale.left()
    assert layout.scale.right() < area.width()
    assert layout.all_cells.bottom() <= layout.foot.top()
    assert layout.foot.bottom() < area.height()


def test_rows_lie_below_and_columns_beside_each_other(qapp: QApplication) -> None:
    layout = layout_of(content_of(Store(crossing()).now), QSize(400, 200), theme("light"))
    assert (layout.n_queries, layout.n_keys) == (2, 3)
    assert layout.cell(0, 2).left() > layout.cell(0, 1).right()
    assert layout.cell(1, 0).top() > layout.cell(0, 0).bottom()
    assert layout.cell(0, 2).top() == layout.cell(0, 0).top()


def test_a_stroke_may_leave_the_cells(qapp: QApplication) -> None:
    layout = layout_of(content_of(Store(crossing()).now), QSize(400, 200), theme("light"))
    beyond = QPointF(layout.right + layout.cell_width / 2, layout.top - layout.cell_height / 2)
    assert layout.virtual_cell(beyond) == (-1, 3)
    assert layout.cell_at(beyond) is None


@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
@pytest.mark.parametrize("words", [("I", "deposited", "money"), ("the",) * 40, ("W" * 40, "مرحبا", "b" * 30)])
def test_names_do_not_lie_over_each_other(qtbot: QtBot, scale: float, words: tuple[str, ...]) -> None:
    size = round(400 * scale), round(190 * scale)
    picture = Hand(qtbot, of_words(*words), view=View(text_scale=scale), size=size).surface.picture
    assert picture is not None
    layout, names = picture.layout, picture.names
    rows = [names.row(row, False).ground for row in sorted(layout.names_of_rows(picture.chosen))]
    columns = [names.column(column, False).ground for column in layout.names_of_columns()]
    for grounds in (rows, columns):
        for one, other in pairwise(grounds):
            shared = one.intersected(other)
            assert shared.width() * shared.height() <= 0.3 * one.width() * one.height()
    assert all(not one.intersects(other) for one, other in pairwise(columns) if layout.names == "flat")
    for ground in rows:
        assert 0 <= ground.left() + 3 <= ground.right() <= layout.left
    for ground in columns:
        assert 0 <= ground.top() <= ground.bottom() <= layout.top


def test_long_names_leave_room_for_the_cells(qapp: QApplication) -> None:
    words = ["W" * 40] * 6
    layout = layout_of(content_of(Store(of_words(*words)).now), QSize(365, 126), theme("light"))
    assert layout.all_cells.width() > 0.6 * 365


def test_large_surfaces_have_larger_names(qapp: QApplication) -> None:
    ground = theme("light")
    assert label_size(least_size(ground), ground) < label_size(QSize(900, 600), ground)


SENTENCE = ("I", "deposited", "money", "at", "the", "bank", "this", "morning")


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(("count", "least"), [(1, 16), (6, 16), (8, 14)])
@pytest.mark.parametrize("size", [(396, 235), (348, 200)])
def test_a_hand_can_hit_the_cells(
    qtbot: QtBot, size: tuple[int, int], count: int, least: int, scale: float
) -> None:
    """In the sizes that the workspace gives the panel, with its words in the text size of the person."""
    area = round(size[0] * scale), round(size[1] * scale)
    hand = Hand(qtbot, of_words(*SENTENCE[:count]), view=View(text_scale=scale), size=area)
    assert hand.layout.cell_height >= round(least * scale)
    assert hand.layout.cell_width >= round(least * scale)


def test_names_make_room_for_each_other_in_one_line(qapp: QApplication) -> None:
    content = content_of(Store(of_words("I", "deposited", "at")).now)
    wide, less = (layout_of(content, QSize(width, 181), theme("light")) for width in (400, 216))
    assert wide.names == less.names == "flat"
    widest = width_of(theme("light").words(11), "deposited")
    assert widest > less.cell_width
    assert less.name_lefts[1] + widest + 3 <= less.name_lefts[2]


def test_the_foot_is_there_whether_or_not_anything_stands_in_it(qapp: QApplication) -> None:
    """A row that comes to be blind must not move the cells under the hand that paints."""
    size, ground = QSize(364, 181), theme("light")
    blind = replace(bank(), mask=Mask("none", frozenset((1, key) for key in range(1, 7))))
    assert layout_of(content_of(Store(bank()).now), size, ground) == layout_of(
        content_of(Store(blind).now), size, ground
    )


# --- a large view of many words


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_large_view_of_many_words_is_scrolled(qapp: QApplication, scale: float) -> None:
    content = content_of(Store(of_words(*[f"w{n}" for n in range(64)])).now)
    ground, size = theme("light", scale), QSize(round(940 * scale), round(640 * scale))
    layout = layout_of(content, size, ground, (40, 60), may_scroll=True)
    assert layout.is_scrolled
    assert layout.rows == range(64)[-len(layout.rows) :]  # as far as it goes
    assert layout.columns.stop == 64
    assert layout.cell_width >= ground.px(34)
    assert layout.cell_at(layout.cell(50, 60).center()) == (50, 60)
    assert layout.cell_at(layout.cell(0, 60).center()) is None
    assert layout.virtual_cell(layout.cell(0, 60).center()) == (0, 60)
    assert layout.all_cells.top() == layout.top
    assert not layout_of(content, size, ground).is_scrolled
    few = content_of(Store(bank()).now)
    assert not layout_of(few, size, ground, (3, 3), may_scroll=True).is_scrolled


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_names_in_one_line_stay_apart(qapp: QApplication, scale: float) -> None:
    shown, tried = theme("light", scale), 0
    content = content_of(Store(bank()).now)
    words = [token.text for token in bank().passages[0].key_tokens]
    for width in range(250, 700, 5):
        area = QSize(round(width * scale), round(200 * scale))
        font, layout = shown.words(label_size(area, shown)), layout_of(content, area, shown)
        if layout.names == "flat" and layout.name_lefts:
            tried += 1
            ends = [left + width_of(font, word) for left, word in zip(layout.name_lefts, words, strict=True)]
            assert all(
                left - end >= shown.px(5) for end, left in zip(ends, layout.name_lefts[1:], strict=False)
            )
    assert tried
