"""The hand and the keys over the plane on which one word goes two ways."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Look
from attnstudio.model.limits import AT_THE_EDGE
from attnstudio.ui.panels.meanings.hand import RESULT
from tests import samples
from tests.ui.panels.framed import LEFT, NONE, RIGHT
from tests.ui.panels.meanings.bench import BANK, BANK_B, MONEY, RIVER, Make, real


def test_a_drag_moves_the_word_in_both_sentences(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.drag(plane.at(0.6, 0.6), plane.at(0.8, 0.4), plane.at(1.0, 0.2))
    assert plane.place(BANK) == plane.place(BANK_B) == pytest.approx((1.0, 0.2))
    assert plane.store.undo_name == "Move x of “bank”, in both sentences"
    assert plane.panel.view.frame == frame
    plane.store.undo()
    assert plane.store.document == samples.two_meanings()


def test_the_ends_move_while_the_hand_moves(make: Make) -> None:
    plane = make()
    before = plane.content.ways[0].end
    plane.press(plane.at(2.0, 0.0))
    plane.move(plane.at(1.5, 1.0))
    assert plane.content.ways[0].end != before
    plane.release(plane.at(1.5, 1.0))


def test_a_tip_is_caught_within_22_pixels_and_nothing_jumps(make: Make) -> None:
    plane = make()
    grabbed = plane.at(0.0, 2.0) + QPointF(20.0, 0.0)
    plane.press(grabbed)
    plane.move(grabbed + QPointF(10.0, 0.0))
    moved = plane.place(RIVER)
    assert moved[0] == pytest.approx(10.0 / plane.panel.view.lens.unit, abs=1e-3)
    plane.release(grabbed + QPointF(10.0, 0.0))
    plane.press(plane.at(-1.5, -1.0))
    assert plane.store.gesture is None


@pytest.mark.parametrize("how", ["escape", "right", "focus", "hide"])
def test_a_drag_can_be_taken_back(make: Make, how: str) -> None:
    plane = make()
    plane.press(plane.at(2.0, 0.0))
    plane.move(plane.at(1.0, 1.0))
    assert plane.store.document != samples.two_meanings()
    if how == "escape":
        assert plane.type(Qt.Key.Key_Escape)
    elif how == "right":
        plane.mouse(plane.panel.view, QEvent.Type.MouseButtonPress, plane.at(1.0, 1.0), RIGHT, LEFT | RIGHT)
    elif how == "focus":
        plane.panel.sums.setFocus()
    else:
        plane.panel.view.hide()
    assert plane.store.document == samples.two_meanings()
    assert plane.store.gesture is None
    assert plane.store.undo_name is None


def test_shift_keeps_the_length_and_grid_snaps(make: Make) -> None:
    plane = make()
    shift = Qt.KeyboardModifier.ShiftModifier
    plane.drag(plane.at(2.0, 0.0), plane.at(1.5, 1.5), keys=shift)
    assert plane.place(MONEY) == pytest.approx((2.0 * 0.5**0.5, 2.0 * 0.5**0.5))
    plane.store.undo()
    plane.store.set_view(snap="grid")
    plane.drag(plane.at(2.0, 0.0), plane.at(1.41, 0.9))
    assert plane.place(MONEY) == (1.5, 1.0)


def test_an_end_is_no_handle(make: Make) -> None:
    plane = make()
    end = plane.content.ways[0].end
    assert end is not None
    at = plane.at(*end)
    plane.press(at)
    plane.move(at + QPointF(30.0, 0.0))
    plane.release(at)
    assert plane.store.view.message == RESULT
    assert plane.store.document == samples.two_meanings()


def test_a_press_is_no_edit(make: Make) -> None:
    plane = make()
    plane.drag(plane.at(2.0, 0.0), plane.at(2.0, 0.0))
    assert plane.store.undo_name is None
    assert plane.panel.view.chosen == MONEY


def test_many_dimensions_move_only_in_what_is_seen(make: Make) -> None:
    document = real(50)
    plane = make(document, Look(query=BANK))
    before = document.passages[0].embedding
    assert before is not None
    at = plane.word(2).at
    plane.drag(plane.at(*at), plane.at(at[0] + 0.3, at[1] - 0.2))
    after = plane.store.document.passages[0].embedding
    assert after is not None
    changed = [i for i, (a, b) in enumerate(zip(before.x[1], after.x[1], strict=True)) if abs(a - b) > 1e-9]
    assert changed == [3, 5, 7]


def test_pointing_marks_the_word_everywhere_and_tells_its_weight(make: Make) -> None:
    plane = make()
    plane.move(plane.at(2.0, 0.0), held=NONE)
    assert plane.store.view.hover_token == MONEY
    plane.panel.view.repaint()
    assert any("money" in str(name) for name in plane.panel.view.names_drawn())
    QApplication.sendEvent(plane.panel.view, QEvent(QEvent.Type.Leave))
    assert plane.store.view.hover_token is None


# --- the keys ---------------------------------------------------------------------------------------------


def test_arrow_keys_move_exactly_one_step(make: Make) -> None:
    plane = make()
    plane.panel.view.setFocus()
    plane.type(Qt.Key.Key_Home)
    assert plane.panel.view.chosen == BANK
    assert plane.type(Qt.Key.Key_Right)
    assert plane.place(BANK_B) == (0.7, 0.6)
    plane.type(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert plane.place(BANK) == (0.7, 0.61)
    plane.store.undo()  # a run of key presses is one step
    assert plane.store.document == samples.two_meanings()
    for _ in range(3):
        plane.type(Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert plane.place(BANK) == (3.0, 0.6)
    plane.type(Qt.Key.Key_Right)
    assert plane.store.view.message == AT_THE_EDGE


def test_tab_goes_through_every_word_and_out(make: Make) -> None:
    plane = make()
    view = plane.panel.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    seen = [view.chosen]
    while view.hasFocus() and len(seen) < 40:
        QTest.keyClick(view, Qt.Key.Key_Tab)
        if view.hasFocus():
            seen.append(view.chosen)
    assert len(seen) == len(plane.content.words) == 10
    assert len(set(seen)) == 10


def test_numbers_can_be_typed(make: Make) -> None:
    plane = make()
    plane.panel.view.setFocus()
    plane.type(Qt.Key.Key_Home)
    plane.type(Qt.Key.Key_Return)
    fields = plane.panel.number_fields
    assert fields is not None
    assert fields.fields["x"].text() == "0.60"
    fields.fields["x"].selectAll()
    QTest.keyClicks(fields.fields["x"], "-1")
    assert plane.place(BANK_B) == (-1.0, 0.6)
    QTest.keyClick(fields.fields["x"], Qt.Key.Key_Return)
    assert plane.store.undo_name == "Move x of “bank”, in both sentences"
    assert plane.panel.number_fields is None


def test_a_double_click_opens_the_numbers(make: Make) -> None:
    plane = make()
    at = plane.at(2.0, 0.0)
    plane.click(plane.panel.view, at)
    plane.mouse(plane.panel.view, QEvent.Type.MouseButtonDblClick, at)
    plane.release(at)
    fields = plane.panel.number_fields
    assert fields is not None
    assert fields.token == MONEY
    fields.dismiss()
