"""A plane in a window, and a hand: real mouse and key events, sent to where Qt sends them."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.edits import move_vector
from attnstudio.model.geometry import Vec2
from attnstudio.state.gestures import point_of
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui import fonts
from attnstudio.ui.panels.plane.names import moving_labels, standing_labels
from attnstudio.ui.panels.plane.panel import PlanePanel
from tests import samples

BANK, MONEY = 6, 3
QUERY, KEY, VALUE = Handle("query", BANK), Handle("key", MONEY), Handle("value", MONEY)
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


class Bench:
    """A panel in a window with a widget before and after it, and a hand."""

    def __init__(self, document: Document, look: Look, view: View, size: tuple[int, int]) -> None:
        self.store = Store(document, look, view)
        self.window = QWidget()
        column = QVBoxLayout(self.window)
        self.before, self.after = QLineEdit(), QLineEdit()
        column.addWidget(self.before)
        self.panel = PlanePanel(self.store, self.window)
        column.addWidget(self.panel)
        column.addWidget(self.after)
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        QApplication.processEvents()
        self.panel.view.setFocus()
        QApplication.processEvents()

    def at(self, handle: Handle) -> Vec2:
        return point_of(self.store.now, handle)

    def tip(self, handle: Handle) -> QPointF:
        return self.panel.to_pixels(*self.at(handle))

    def output(self) -> QPointF:
        place = self.panel.view.picture().output
        assert place is not None
        return QPointF(*place)

    def mouse(
        self,
        kind: QEvent.Type,
        at: QPointF,
        held: Qt.MouseButton = Qt.MouseButton.LeftButton,
        button: Qt.MouseButton = Qt.MouseButton.LeftButton,
        keys: Qt.KeyboardModifier = NONE,
    ) -> None:
        port = self.panel.viewport()
        event = QMouseEvent(kind, at, QPointF(port.mapToGlobal(at)), button, held, keys)
        QApplication.sendEvent(port, event)

    def press(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier = NONE) -> None:
        self.mouse(QEvent.Type.MouseMove, at, button=Qt.MouseButton.NoButton, keys=keys)

    def hover(self, at: QPointF) -> None:
        none = Qt.MouseButton.NoButton
        self.mouse(QEvent.Type.MouseMove, at, held=none, button=none)

    def release(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, held=Qt.MouseButton.NoButton)

    def right(self, at: QPointF, left_is_held: bool = True) -> None:
        right = Qt.MouseButton.RightButton
        rest = Qt.MouseButton.LeftButton if left_is_held else Qt.MouseButton.NoButton
        self.mouse(QEvent.Type.MouseButtonPress, at, held=rest | right, button=right)
        self.mouse(QEvent.Type.MouseButtonRelease, at, held=rest, button=right)
        where = at.toPoint()
        menu = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, where, self.panel.viewport().mapToGlobal(where)
        )
        QApplication.sendEvent(self.panel.viewport(), menu)

    def click(self, at: QPointF) -> None:
        self.press(at)
        self.release(at)

    def double_click(self, at: QPointF) -> None:
        self.click(at)
        self.mouse(QEvent.Type.MouseButtonDblClick, at)
        self.release(at)

    def drag(self, start: QPointF, *places: QPointF, keys: Qt.KeyboardModifier = NONE) -> None:
        self.press(start)
        for place in places:
            self.move(place, keys)
        self.release(places[-1])

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE, text: str = "") -> bool:
        """Press and release; whether the plane took it."""
        view = self.panel.view
        press = QKeyEvent(QEvent.Type.KeyPress, key, keys, text)
        QApplication.sendEvent(view, press)
        taken = press.isAccepted()
        QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyRelease, key, keys, text))
        return taken

    def hold(self, key: Qt.Key, down: bool) -> None:
        # The event of a press does not yet carry the key itself among its modifiers.
        kind = QEvent.Type.KeyPress if down else QEvent.Type.KeyRelease
        QApplication.sendEvent(self.panel.view, QKeyEvent(kind, key, NONE))

    def lose_focus(self) -> None:
        event = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(self.panel.view, event)

    def names(self) -> dict[str, str]:
        """What stands on the plane: name → cue."""
        self.panel.viewport().repaint()
        stage = self.panel.view.stage
        shown = stage.shown
        assert shown is not None
        labels = (*standing_labels(shown.now, shown.picture, shown.asked, stage.ink),)
        labels += (*moving_labels(shown.now, shown.picture, shown.asked, stage.ink),)
        return {label.text: label.cue for label in labels}


class Make(Protocol):
    def __call__(
        self,
        document: Document | None = None,
        look: Look | None = None,
        view: View | None = None,
        size: tuple[int, int] = (520, 560),
    ) -> Bench: ...


def make_bench(
    qtbot: QtBot,
    document: Document | None = None,
    look: Look | None = None,
    view: View | None = None,
    size: tuple[int, int] = (520, 560),
) -> Bench:
    """The sentence about money, unless another document is given, in a window of that size."""
    fonts.register_fonts()
    made = Bench(document or samples.bank(), look or Look(query=BANK), view or View(), size)
    qtbot.addWidget(made.window)
    return made


def with_query(point: Vec2) -> Document:
    return move_vector(samples.bank(), QUERY, point)


def shifted(point: QPointF, right: float, down: float) -> QPointF:
    return point + QPointF(right, down)
