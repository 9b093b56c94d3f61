"""A matrix on its plane: real mouse and key events, one step of the history, and nothing after Esc."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Matrix
from attnstudio.model.geometry import Vec2
from attnstudio.model.projecting import WHICH, make_free, move_basis, set_heads
from attnstudio.state.snapshot import Snapshot, View
from attnstudio.state.store import Store
from attnstudio.ui import fonts
from attnstudio.ui.basis.picture import reach_for
from attnstudio.ui.basis.plane import BasisPlane
from attnstudio.ui.panels.panel import Panel
from tests import samples

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT, NO = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton


class Host(Panel):
    """A panel with the three planes side by side."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, "host", "Host")
        self.planes = [BasisPlane(self, which) for which in WHICH]
        row = QHBoxLayout()
        for plane in self.planes:
            row.addWidget(plane)
        self.column.addLayout(row, 1)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        for plane in self.planes:
            plane.refresh(old, new)

    def retheme(self) -> None:
        for plane in self.planes:
            plane.retheme()


class Bench:
    def __init__(self, document: Document, view: View) -> None:
        fonts.register_fonts()
        self.store = Store(document, view=view)
        self.host = Host(self.store)
        self.host.resize(480, 220)
        self.host.show()
        self.host.activateWindow()
        QApplication.processEvents()
        self.query, self.key_plane, self.value = self.host.planes

    def matrix(self, which: str = "w_k") -> Matrix:
        projection = self.store.document.projection
        assert projection is not None
        found: tuple[Matrix, ...] = getattr(projection, which)
        return found[self.store.look.head]

    def mouse(
        self,
        kind: QEvent.Type,
        at: QPointF,
        held: Qt.MouseButton = LEFT,
        button: Qt.MouseButton = LEFT,
        keys: Qt.KeyboardModifier = NONE,
    ) -> None:
        plane = self.key_plane
        event = QMouseEvent(kind, at, QPointF(plane.mapToGlobal(at)), button, held, keys)
        QApplication.sendEvent(plane, event)

    def press(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier = NONE) -> None:
        self.mouse(QEvent.Type.MouseMove, at, button=NO, keys=keys)

    def release(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, held=NO)

    def tip(self, axis: int) -> QPointF:
        return QPointF(*self.key_plane.tips()[axis])

    def to_pixels(self, x: float, y: float) -> QPointF:
        return QPointF(*self.key_plane.lens.to_pixels((x, y)))

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        QApplication.sendEvent(self.key_plane, QKeyEvent(QEvent.Type.KeyPress, key, keys))


Make = Callable[..., Bench]


@pytest.fixture
def bench(qtbot: QtBot) -> Make:
    def make(document: Document | None = None, view: View | None = None) -> Bench:
        made = Bench(document or samples.two_meanings(), view or View())
        qtbot.addWidget(made.host)
        return made

    return make


def test_a_drag_moves_the_image_and_everything_after_it_as_one_step(bench: Make) -> None:
    made = bench()
    before = made.store.trace.keys.copy()
    made.press(made.tip(0))
    for step in range(1, 6):
        made.move(made.to_pixels(1.0 - step * 0.1, step * 0.1))
    made.release(made.to_pixels(0.5, 0.5))
    assert made.matrix()[0] == pytest.approx((0.5, 0.5), abs=0.02)
    assert made.matrix()[1] == (0.0, 1.0)
    assert not np.array_equal(before, made.store.trace.keys)
    x = np.array(made.store.now.passage.embedding.x if made.store.now.passage.embedding else ())
    assert np.allclose(made.store.trace.keys[0], x @ np.array(made.matrix()))
    assert [entry.name for entry in made.store.history.done] == ["Move e₁ of W_K"]
    made.store.undo()
    assert made.matrix() == ((1.0, 0.0), (0.0, 1.0))


def test_nothing_jumps_on_grab_and_a_click_changes_nothing(bench: Make) -> None:
    made = bench()
    start = made.store.document
    made.press(made.tip(1) + QPointF(9.0, 7.0))
    made.release(made.tip(1) + QPointF(9.0, 7.0))
    assert made.store.document is start
    assert not made.store.history.done
    assert made.key_plane.axis == 1


@pytest.mark.parametrize("how", ["escape", "right", "focus"])
def test_a_drag_is_put_back(bench: Make, how: str) -> None:
    made = bench()
    start = made.store.document
    made.press(made.tip(0))
    made.move(made.to_pixels(0.2, -0.9))
    assert made.store.document is not start
    if how == "escape":
        made.key(Qt.Key.Key_Escape)
    elif how == "right":
        made.mouse(QEvent.Type.MouseButtonPress, made.to_pixels(0.2, -0.9), LEFT | RIGHT, RIGHT)
    else:
        QApplication.sendEvent(made.key_plane, QFocusEvent(QEvent.Type.FocusOut))
    made.move(made.to_pixels(1.4, 1.4))
    made.release(made.to_pixels(1.4, 1.4))
    assert made.store.document is start
    assert not made.store.history.done


def test_shift_keeps_the_length_and_ctrl_the_direction(bench: Make) -> None:
    made = bench()
    made.press(made.tip(0))
    made.move(made.to_pixels(0.0, 1.3), Qt.KeyboardModifier.ShiftModifier)
    assert math.hypot(*made.matrix()[0]) == pytest.approx(1.0, abs=1e-6)
    made.move(made.to_pixels(0.6, 0.9), Qt.KeyboardModifier.ControlModifier)
    assert made.matrix()[0][1] == 0.0
    made.release(made.to_pixels(0.6, 0.9))


def test_it_snaps_as_the_plane_does(bench: Make) -> None:
    made = bench(view=View(snap="grid"))
    made.press(made.tip(0))
    made.move(made.to_pixels(0.56, 0.93))
    assert made.matrix()[0] == (0.5, 1.0)
    made.move(made.to_pixels(0.56, 0.93), Qt.KeyboardModifier.AltModifier)
    assert made.matrix()[0] == pytest.approx((0.56, 0.93), abs=0.02)
    made.release(made.to_pixels(0.56, 0.93))


def test_arrow_keys_move_by_one_step_and_a_run_is_one_entry(bench: Make) -> None:
    made = bench()
    made.key_plane.setFocus(Qt.FocusReason.TabFocusReason)
    made.key(Qt.Key.Key_Up)
    made.key(Qt.Key.Key_Up)
    made.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert made.matrix()[0] == pytest.approx((0.99, 0.2))
    assert len(made.store.history.done) == 1
    made.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert made.matrix()[0][0] == pytest.approx(1.99)


def test_tab_reaches_each_arrow_and_then_the_link(bench: Make) -> None:
    made = bench()
    made.query.setFocus(Qt.FocusReason.TabFocusReason)
    reached: list[tuple[QWidget | None, int]] = []
    for _ in range(4):
        at = QApplication.focusWidget()
        reached.append((at, made.query.axis))
        QApplication.sendEvent(at or made.query, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Tab, NONE))
    assert reached[:3] == [(made.query, 0), (made.query, 1), (made.query.link, 1)]


def test_the_menu_offers_starting_points(bench: Make) -> None:
    made = bench()
    actions = {action.text(): action for action in made.key_plane.menu.actions()}
    actions["rotate by 90°"].trigger()
    assert made.matrix() == ((0.0, 1.0), (-1.0, 0.0))
    actions["zero"].trigger()
    assert made.matrix() == ((0.0, 0.0), (0.0, 0.0))
    assert np.allclose(made.store.trace.scores, 0.0)
    actions["identity"].trigger()
    assert made.matrix() == ((1.0, 0.0), (0.0, 1.0))
    assert made.store.undo_name == "Set W_K to identity"


def test_the_four_numbers_can_be_typed(bench: Make) -> None:
    made = bench()
    made.key_plane.type_numbers()
    fields = made.key_plane.fields
    assert fields is not None
    field = fields.fields[1, 0]
    field.setText("−1/2")
    field.textEdited.emit("−1/2")
    assert made.matrix()[1] == (-0.5, 1.0)  # already while one types
    field.returnPressed.emit()
    assert made.key_plane.fields is None
    assert made.matrix() == ((1.0, 0.0), (-0.5, 1.0))
    assert len(made.store.history.done) == 1


def test_what_can_not_be_is_said_and_esc_puts_back(bench: Make) -> None:
    made = bench()
    start = made.store.document
    made.key_plane.type_numbers()
    fields = made.key_plane.fields
    assert fields is not None
    fields.fields[0, 0].setText("7")
    fields.fields[0, 0].textEdited.emit("7")
    fields.fields[0, 0].returnPressed.emit()
    assert "±3" in fields.message
    QApplication.sendEvent(fields, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, NONE))
    assert made.store.document == start
    assert made.key_plane.fields is None


def test_the_plane_holds_still_in_a_drag_and_grows_after_it(bench: Make) -> None:
    made = bench()
    unit = made.key_plane.lens.unit
    made.press(made.tip(0))
    made.move(made.to_pixels(2.9, 0.0))
    assert made.key_plane.lens.unit == unit
    made.release(made.to_pixels(2.9, 0.0))
    assert made.key_plane.lens.unit < unit
    assert made.key_plane.area.contains(made.tip(0).toPoint())


def test_the_reach_shows_every_arrow() -> None:
    assert reach_for(((1.0, 0.0), (0.0, 1.0))) == 1.5
    assert reach_for(((0.0, 0.0), (0.0, 0.0))) == 1.5
    assert reach_for(((3.0, 0.0), (0.0, -3.0))) >= 3.0


def test_the_shown_head_is_the_one_that_moves(bench: Make) -> None:
    made = bench(set_heads(samples.two_meanings(), 2))
    made.store.set_look(head=1)
    made.press(made.tip(0))
    made.move(made.to_pixels(0.5, 0.5))
    made.release(made.to_pixels(0.5, 0.5))
    projection = made.store.document.projection
    assert projection is not None
    assert projection.w_k[0] == ((1.0, 0.0), (0.0, 1.0))
    assert projection.w_k[1][0] == pytest.approx((0.5, 0.5), abs=0.02)


def test_free_vectors_say_so_and_offer_to_be_made_from_x(bench: Make) -> None:
    made = bench(make_free(samples.two_meanings()))
    assert made.key_plane.matrix is None
    assert not made.key_plane.is_movable
    made.key_plane.make.click()
    assert made.store.now.passage.embedding is not None
    assert made.key_plane.is_movable


def test_a_matrix_of_another_size_has_no_arrows_but_its_shape(bench: Make) -> None:
    made = bench(samples.projected())
    assert made.key_plane.tips() == ()
    assert [part.value for part in made.key_plane.parts()] == ["(3 × 2)"]
    made.press(QPointF(60.0, 80.0))
    made.key(Qt.Key.Key_Up)
    assert not made.store.history.done


def test_a_screen_reader_can_set_each_number(bench: Make) -> None:
    made = bench()
    parts = {part.name: part for part in made.key_plane.parts()}
    assert set(parts) == {f"W_K, image of {e}, {axis}" for e in ("e₁", "e₂") for axis in "xy"}
    part = parts["W_K, image of e₂, x"]
    assert part.set_number is not None
    part.set_number(0.75)
    assert made.matrix()[1] == (0.75, 1.0)


def test_the_gradient_repaints_only_where_it_differs(bench: Make) -> None:
    made = bench()
    plane = made.key_plane
    plane.gradient = np.array([[0.1, 0.2], [0.3, -0.4]])
    before = plane.grab().toImage()
    plane.gradient = np.array([[-0.1, -0.2], [-0.3, 0.4]])
    assert plane.grab().toImage() != before
    plane.gradient = None
    assert plane.gradient is None


def test_an_arrow_at_the_bound_says_so(bench: Make) -> None:
    made = bench()
    made.store.apply("Move", partial(move_basis, which="w_k", head=0, axis=0, point=(3.0, 0.0)))
    made.key_plane.setFocus(Qt.FocusReason.TabFocusReason)
    made.key(Qt.Key.Key_Right)
    assert "edge" in made.store.view.message


@pytest.mark.parametrize(
    "way", [((1.0, 0.5), (-1.0, 1.0)), ((0.5, 1.48), (0.4, 0.4)), ((-1.49, 0.0), (0.0, 1.0))]
)
def test_what_is_repainted_in_a_drag_is_the_whole_picture(bench: Make, way: tuple[Vec2, ...]) -> None:
    """The ring around a tip at the edge stands out of the square: it comes, and goes, with the tip."""
    made = bench()
    made.key_plane.setFocus()
    made.press(made.tip(0))
    for x, y in way:
        made.move(made.to_pixels(x, y))
        QApplication.processEvents()
        shown = made.host.screen().grabWindow(made.host.winId()).toImage()
        assert shown == made.host.grab().toImage().convertToFormat(shown.format())
    made.release(made.to_pixels(*way[-1]))
