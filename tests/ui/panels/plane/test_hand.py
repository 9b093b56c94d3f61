"""The plane under a real mouse and real keys: each gesture does what the help says, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model import edits
from attnstudio.model.document import Handle, Look
from attnstudio.model.geometry import Vec2, length
from attnstudio.state import gestures
from attnstudio.state.snapshot import View
from tests import samples
from tests.ui.panels.bench import (
    ALT,
    CTRL,
    KEY,
    NONE,
    QUERY,
    SHIFT,
    VALUE,
    Bench,
    Make,
    shifted,
    with_query,
)

# --- dragging -----------------------------------------------------------------------------------------------


def test_a_drag_moves_the_tip_by_what_the_hand_moves(bench: Make) -> None:
    held = bench()
    goal = held.panel.to_pixels(-1.0, 0.5)
    held.drag(held.tip(QUERY), goal)
    assert held.at(QUERY) == pytest.approx((-1.0, 0.5), abs=1e-3)
    assert held.store.undo_name == "Move query of “bank”"
    held.store.undo()
    assert held.store.document == samples.bank()


def test_a_tip_is_caught_within_22_pixels_and_does_not_jump(bench: Make) -> None:
    held = bench()
    start = shifted(held.tip(QUERY), 15, -15)
    held.press(start)
    assert held.at(QUERY) == (1.8, 1.8)
    held.move(shifted(start, 1, 0))
    assert held.at(QUERY) == pytest.approx((1.8 + 1 / held.panel.view.lens.unit, 1.8), abs=1e-3)
    held.release(shifted(start, 1, 0))


def test_nothing_is_caught_further_off(bench: Make) -> None:
    held = bench()
    start = shifted(held.tip(QUERY), 18, -18)
    held.drag(start, shifted(start, 60, 0))
    assert held.store.undo_name is None


def test_a_drag_of_two_pixels_counts(bench: Make) -> None:
    held = bench()
    start = held.tip(QUERY)
    held.drag(start, shifted(start, 2, 0))
    assert held.at(QUERY) == pytest.approx((1.8 + 2 / held.panel.view.lens.unit, 1.8), abs=1e-3)


def test_press_and_release_is_no_edit(bench: Make) -> None:
    held = bench()
    before = held.store.document
    held.click(shifted(held.tip(QUERY), 5, 5))
    held.click(shifted(held.tip(KEY), 5, 5))
    assert held.store.document is before
    assert held.store.undo_name is None
    assert held.store.view.selected == KEY


def test_everything_moves_while_dragging(bench: Make) -> None:
    held = bench()
    weights = held.store.trace.weights[0, 5].tolist()
    output = held.output()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(-1, -1))
    assert held.store.trace.weights[0, 5].tolist() != weights
    assert held.output() != output
    held.release(held.panel.to_pixels(-1, -1))


def test_escape_puts_the_start_back_and_ends_the_gesture(bench: Make) -> None:
    held = bench(with_query((0.1 + 0.2, 1 / 3)))
    before = held.store.now
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    assert held.key(Qt.Key.Key_Escape)
    held.move(held.panel.to_pixels(2, 2))
    held.release(held.panel.to_pixels(2, 2))
    assert held.store.document is before.document
    assert held.store.trace is before.trace
    assert held.store.undo_name is None


def test_escape_is_not_taken_by_a_shortcut_during_a_drag(bench: Make) -> None:
    held = bench()

    def overridden() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, NONE)
        event.ignore()
        QApplication.sendEvent(held.panel.view, event)
        return event.isAccepted()

    assert not overridden()
    held.press(held.tip(QUERY))
    assert overridden()
    held.release(held.tip(QUERY))
    assert not held.key(Qt.Key.Key_Escape)


def test_a_right_click_cancels(bench: Make) -> None:
    held = bench()
    before = held.store.document
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.right(held.panel.to_pixels(1, 1))
    held.move(held.panel.to_pixels(2, 2))
    held.release(held.panel.to_pixels(2, 2))
    assert held.store.document is before
    assert held.store.undo_name is None


def test_another_button_during_a_drag_is_ignored(bench: Make) -> None:
    held = bench()
    both = Qt.MouseButton.LeftButton | Qt.MouseButton.MiddleButton
    held.press(held.tip(QUERY))
    held.mouse(QEvent.Type.MouseButtonPress, held.tip(QUERY), held=both, button=Qt.MouseButton.MiddleButton)
    held.mouse(
        QEvent.Type.MouseButtonRelease,
        held.tip(QUERY),
        held=Qt.MouseButton.LeftButton,
        button=Qt.MouseButton.MiddleButton,
    )
    held.move(held.panel.to_pixels(1, 1))
    held.release(held.panel.to_pixels(1, 1))
    assert held.at(QUERY) == pytest.approx((1, 1), abs=1e-3)


def test_shift_pressed_and_let_go_without_a_move_applies_at_once(bench: Make) -> None:
    held = bench(with_query((2.0, 0.0)))
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(2, 2))
    held.hold(Qt.Key.Key_Shift, True)
    assert held.at(QUERY) == pytest.approx((math.sqrt(2), math.sqrt(2)), abs=1e-2)
    assert length(held.at(QUERY)) == pytest.approx(2.0, abs=1e-8)
    held.hold(Qt.Key.Key_Shift, False)
    assert held.at(QUERY) == pytest.approx((2, 2), abs=1e-3)
    held.release(held.panel.to_pixels(2, 2))


@pytest.mark.parametrize(
    ("keys", "snap", "goal"),
    [
        (SHIFT, "off", (0.0, 2.0)),
        (CTRL, "off", (0.3, 0.0)),
        (NONE, "grid", (0.5, 2.5)),
        (ALT, "grid", (0.3, 2.4)),
        (NONE, "polar", (2 * math.cos(math.radians(85)), 2 * math.sin(math.radians(85)))),
    ],
)
def test_held_keys_and_snap(bench: Make, keys: Qt.KeyboardModifier, snap: str, goal: Vec2) -> None:
    held = bench(with_query((2.0, 0.0)), view=View())
    held.store.set_view(snap=snap)
    aim = (0.0, 2.4) if keys == SHIFT else (0.3, 2.4)
    held.drag(held.tip(QUERY), held.panel.to_pixels(*aim), keys=keys)
    assert held.at(QUERY) == pytest.approx(goal, abs=2e-3)


def test_a_tip_cannot_leave_the_bound(bench: Make) -> None:
    held = bench()
    held.drag(held.tip(QUERY), QPointF(5000, -5000))
    assert held.at(QUERY) == (3.0, 3.0)


def hide(held: Bench) -> None:
    held.panel.hide()


def disable(held: Bench) -> None:
    held.panel.setEnabled(False)


@pytest.mark.parametrize("interrupt", [Bench.lose_focus, hide, disable])
def test_an_interrupted_drag_is_put_back(bench: Make, interrupt: Callable[[Bench], None]) -> None:
    held = bench()
    before = held.store.document
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    assert held.store.document is not before
    interrupt(held)
    assert held.store.document is before
    assert held.store.gesture is None


def test_a_release_that_got_lost_keeps_what_is_shown(bench: Make) -> None:
    held = bench()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.hover(held.panel.to_pixels(2, -2))
    held.hover(held.panel.to_pixels(-2, -2))
    assert held.at(QUERY) == pytest.approx((1, 1), abs=1e-3)
    assert held.store.undo_name == "Move query of “bank”"


def test_nothing_stays_marked_after_a_cancelled_drag(bench: Make) -> None:
    held = bench()
    held.hover(held.tip(QUERY))
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.key(Qt.Key.Key_Escape)
    held.release(held.panel.to_pixels(1, 1))
    held.hover(held.panel.to_pixels(-2, -2))
    assert held.store.view.hover_token is None
    held.hover(held.tip(QUERY))
    assert held.panel.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor


def test_a_press_after_a_lost_release_starts_a_drag_of_its_own(bench: Make) -> None:
    held = bench()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.drag(held.tip(KEY), held.panel.to_pixels(2, 1))
    assert held.at(QUERY) == pytest.approx((1, 1), abs=1e-3)
    assert held.at(KEY) == pytest.approx((2, 1), abs=1e-3)
    held.store.undo()
    assert held.store.undo_name == "Move query of “bank”"


def test_tab_does_not_take_the_keyboard_from_the_hand(bench: Make) -> None:
    held = bench()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.key(Qt.Key.Key_Tab)
    assert held.panel.view.hasFocus()
    held.release(held.panel.to_pixels(1, 1))
    assert held.at(QUERY) == pytest.approx((1, 1), abs=1e-3)


def test_an_undo_in_the_middle_of_a_drag_ends_it(bench: Make) -> None:
    held = bench()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.store.undo()
    held.move(held.panel.to_pixels(2, 2))
    held.move(held.panel.to_pixels(2, -2))
    held.release(held.panel.to_pixels(2, -2))
    assert held.at(QUERY) == (1.8, 1.8)
    assert held.store.undo_name is None


def test_another_scene_in_the_middle_of_a_drag_is_drawn(bench: Make) -> None:
    """The tip in the hand is none of its tips; an exception while painting ends the process."""
    held = bench()
    held.press(held.tip(KEY))
    held.move(held.panel.to_pixels(1, 1))
    held.store.exchange("Open", samples.of_words("other", "words"), held.store.look)
    shown = held.panel.grab()
    held.move(held.panel.to_pixels(2, 1))
    held.release(held.panel.to_pixels(2, 1))
    assert held.panel.grab().toImage() == shown.toImage()


def test_a_zero_vector_is_a_ring_that_can_be_picked_up(bench: Make) -> None:
    held = bench(with_query((0.0, 0.0)))
    held.store.set_view(selected=QUERY)
    start = shifted(held.tip(QUERY), 3, 3)
    held.drag(start, shifted(start, 40, 0))
    assert held.at(QUERY) == pytest.approx((40 / held.panel.view.lens.unit, 0.0), abs=1e-3)


def test_one_event_computes_once_and_many_are_painted_once(bench: Make) -> None:
    held = bench()
    paints = 0

    class Counter(QWidget):
        def eventFilter(self, thing: object, event: QEvent) -> bool:
            nonlocal paints
            paints += event.type() == QEvent.Type.Paint
            return False

    counter = Counter(held.window)
    QApplication.processEvents()
    held.panel.viewport().installEventFilter(counter)
    held.press(held.tip(QUERY))
    QApplication.processEvents()
    paints, computed = 0, held.store.computations
    for step in range(20):
        held.move(held.panel.to_pixels(1.0 + step / 40, 1.0))
    assert held.store.computations == computed + 20
    QApplication.processEvents()
    assert paints == 1
    held.release(held.panel.to_pixels(1, 1))


# --- overlapping tips, the output, projections --------------------------------------------------------------


def test_the_selected_tip_wins_where_tips_overlap(bench: Make) -> None:
    held = bench()
    held.store.set_view(selected=VALUE)
    goal = held.panel.to_pixels(2, 1)
    held.drag(held.tip(KEY), goal)
    assert held.at(VALUE) == pytest.approx((2, 1), abs=1e-3)
    assert held.at(KEY) == (2, 0)


def test_repeated_clicks_alternate_between_coinciding_tips(bench: Make) -> None:
    held = bench()
    seen = []
    for _ in range(4):
        held.click(held.tip(KEY))
        seen.append(held.store.view.selected)
    assert seen == [KEY, VALUE, KEY, VALUE]


def test_pulling_at_the_output_says_why_it_does_not_move(bench: Make) -> None:
    held = bench()
    before = held.store.document
    said: list[str] = []
    held.store.subscribe(lambda old, new: said.append(new.view.message) if old.view is not new.view else None)
    start = held.output()
    held.press(start)
    assert gestures.RESULT not in said
    for step in range(1, 5):
        held.move(shifted(start, 5 * step, 0))
    held.release(shifted(start, 20, 0))
    assert said.count(gestures.RESULT) == 1
    assert held.store.document is before


def test_projected_tips_say_what_to_move_instead(bench: Make) -> None:
    held = bench(samples.projected(), Look(query=1))
    handle = Handle("key", 2)
    held.drag(held.tip(handle), shifted(held.tip(handle), 40, 0))
    card = held.panel.origin_card
    assert card is not None
    assert edits.MADE_FROM_X in card.accessibleDescription()
    assert held.store.document == samples.projected()
    assert "W_Q" in held.panel.note.text()
    assert held.names()["query"] == ""
