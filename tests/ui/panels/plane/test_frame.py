"""How the plane lies in its widget: what is in sight, what zooming shows, and that it else holds still."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.state.framing import ZOOMS, Frame, fitted, whole
from attnstudio.state.snapshot import View
from tests import samples
from tests.ui.panels.bench import CTRL, NONE, QUERY, Bench, Make, shifted, with_query

# --- where things are ---------------------------------------------------------------------------------------


def test_pixels_and_model_points_are_each_others_inverse(bench: Make) -> None:
    held = bench()
    panel = held.panel
    there = panel.to_pixels(1.25, -2.5)
    assert panel.to_model(there) == pytest.approx((1.25, -2.5))
    centre = panel.to_pixels(*held.store.now.frame.centre)
    assert centre.x() == pytest.approx(panel.viewport().width() / 2, abs=1)
    assert centre.y() == pytest.approx(panel.viewport().height() / 2, abs=1)


@pytest.mark.parametrize("size", [(520, 560), (900, 400), (360, 700)])
@pytest.mark.parametrize("frame", [whole(3.0), Frame((1.0, -0.5), 1.25)])
def test_the_frame_is_in_sight_and_the_aspect_is_locked(
    bench: Make, size: tuple[int, int], frame: Frame
) -> None:
    held = bench(view=View(frame=frame), size=size)
    panel = held.panel
    (x, y), half = frame.centre, frame.half
    left, right = panel.to_pixels(x - half, y + half), panel.to_pixels(x + half, y - half)
    seen = panel.viewport().rect().adjusted(-1, -1, 1, 1)
    assert seen.contains(left.toPoint())
    assert seen.contains(right.toPoint())
    assert right.x() - left.x() == pytest.approx(right.y() - left.y())
    edge = 2 * panel.theme.px(14) if frame.reaches(3.0) else 0
    shorter = min(panel.viewport().width(), panel.viewport().height())
    assert right.x() - left.x() == pytest.approx(shorter - edge, abs=2)


def test_the_view_box_agrees_with_the_lens(bench: Make) -> None:
    held = bench(view=View(frame=Frame((1.0, 0.0), 1.5)))
    box = held.panel.view.view_box
    held.window.resize(700, 480)
    QApplication.processEvents()
    assert box.mapViewToScene(QPointF(1.5, -0.5)) == held.panel.to_pixels(1.5, -0.5)


def test_resizing_moves_no_vector(bench: Make) -> None:
    held = bench()
    before = held.store.document
    held.window.resize(900, 420)
    QApplication.processEvents()
    assert held.store.document is before


# --- zoom and scale -----------------------------------------------------------------------------------------


def test_wheel_and_right_drag_change_nothing(bench: Make) -> None:
    held = bench()
    before = held.panel.view.lens, held.store.now
    at = held.panel.to_pixels(1, -1)
    port = held.panel.viewport()
    wheel = QWheelEvent(
        at,
        QPointF(port.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, wheel)
    right = Qt.MouseButton.RightButton
    held.mouse(QEvent.Type.MouseButtonPress, at, held=right, button=right)
    held.mouse(QEvent.Type.MouseMove, shifted(at, 80, 60), held=right, button=Qt.MouseButton.NoButton)
    held.right(shifted(at, 80, 60), left_is_held=False)
    assert (held.panel.view.lens, held.store.now) == before
    assert QApplication.activePopupWidget() is None


def test_zoom_by_keys_and_buttons(bench: Make) -> None:
    held = bench(view=View(frame=whole(3.0)))
    controls = held.panel.controls
    for zoom in ZOOMS[1:]:
        held.key(Qt.Key.Key_Plus)
        assert held.store.now.frame.half == 3.0 / zoom
        assert held.store.now.frame.holds(held.at(QUERY))
    assert not controls.larger.isEnabled()
    assert "largest" in controls.larger.toolTip()
    controls.smaller.click()
    assert held.store.now.frame.half == 3.0 / ZOOMS[-2]
    held.key(Qt.Key.Key_Minus)
    held.key(Qt.Key.Key_0)
    now = held.store.now
    assert now.frame == fitted(now.document, now.trace, now.look)
    controls.whole.click()
    assert held.store.now.frame == whole(3.0)
    assert not controls.whole.isEnabled()
    assert not controls.smaller.isEnabled()
    controls.fitting.click()
    assert held.store.now.frame == now.frame


def test_a_document_is_shown_with_its_arrows_large(bench: Make) -> None:
    held = bench()
    assert held.store.now.frame == Frame((1.0, 0.75), 1.75)
    assert "out of sight" not in held.panel.note.text()
    before = held.panel.view.lens
    held.drag(held.tip(QUERY), held.panel.to_pixels(0.5, 0.5))
    held.store.set_look(query=1)
    held.store.undo()
    assert held.panel.view.lens == before


def test_tips_out_of_sight_are_counted_and_not_named(bench: Make) -> None:
    held = bench(view=View(frame=Frame((0.0, 0.0), 0.375)), size=(520, 640))
    assert held.panel.note.text().startswith("8 tips lie out of sight: press fit")
    assert "deposited" not in placed(held)
    held.panel.fit()
    assert "out of sight" not in held.panel.note.text()
    assert "deposited" in placed(held)


def placed(held: Bench) -> set[str]:
    """Words of keys and values that found a place."""
    held.panel.viewport().repaint()
    return held.panel.view.stage.standing_names()


def test_fit_is_not_offered_for_what_lies_beyond_the_plane(bench: Make) -> None:
    rows = ((5.0, 0.0), (1.0, 1.0))
    document = Document("far", (Passage(samples.tokens("a", "b"), heads=(Head(rows, rows, rows),)),))
    held = bench(document, Look(query=2), size=(420, 560))
    assert "tips lie beyond the plane" in held.panel.note.text()


def test_a_drag_may_leave_the_frame_but_not_the_bound_and_then_the_frame_grows(bench: Make) -> None:
    held = bench(with_query((0.5, 0.5)), view=View(frame=Frame((0.0, 0.0), 0.75)))
    start = held.tip(QUERY)
    held.press(start)
    held.move(shifted(start, 3000, 0))
    assert held.at(QUERY)[0] == 3.0
    assert held.store.now.frame == Frame((0.0, 0.0), 0.75)
    held.release(shifted(start, 3000, 0))
    frame = held.store.now.frame
    assert frame.holds((3.0, 0.5))
    assert frame.holds((-0.75, 0.0))
    held.store.undo()
    assert held.store.now.frame == frame


def test_a_cancelled_drag_leaves_the_frame(bench: Make) -> None:
    held = bench(with_query((0.5, 0.5)), view=View(frame=Frame((0.0, 0.0), 0.75)))
    held.press(held.tip(QUERY))
    held.move(shifted(held.tip(QUERY), 3000, 0))
    held.key(Qt.Key.Key_Escape)
    assert held.store.now.frame == Frame((0.0, 0.0), 0.75)


def test_a_tip_that_keys_move_out_of_sight_is_followed(bench: Make) -> None:
    held = bench(with_query((0.5, 0.5)), view=View(frame=Frame((0.0, 0.0), 0.75)))
    held.key(Qt.Key.Key_Up, CTRL)
    assert held.store.now.frame.holds((0.5, 1.5))


def test_a_picture_asks_for_no_button(bench: Make) -> None:
    held = bench(view=View(frame=Frame((0.0, 0.0), 0.375), is_figure=True), size=(520, 640))
    assert "tips lie out of sight" in held.panel.note.text()
    assert "press" not in held.panel.note.text()
