"""Any panel in a window of its own, with the keyboard, and real events sent to what it paints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui import fonts, sheet
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import theme_of

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier
_P = TypeVar("_P", bound=Panel)


class Framed(Generic[_P]):
    def __init__(
        self,
        qtbot: QtBot,
        kind: Callable[[Store, QWidget], _P],
        document: Document,
        look: Look,
        view: View | None = None,
        size: tuple[int, int] = (1100, 300),
    ) -> None:
        fonts.register_fonts()
        self.store = Store(document, look, view or View())
        self.window = QWidget()
        qtbot.addWidget(self.window, before_close_func=self._hide)
        self.window.setStyleSheet(sheet.sheet(theme_of(self.store.view)))
        column = QVBoxLayout(self.window)
        column.setContentsMargins(0, 0, 0, 0)
        self.panel = kind(self.store, self.window)
        column.addWidget(self.panel)
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        settle()

    def _hide(self, window: QWidget) -> None:
        """Bound, so that the test holds all this to its end: a window without a reference goes."""
        window.hide()

    def mouse(
        self,
        surface: QWidget,
        kind: QEvent.Type,
        at: QPointF,
        button: Qt.MouseButton = LEFT,
        held: Qt.MouseButton = LEFT,
        keys: Qt.KeyboardModifier = PLAIN,
    ) -> None:
        event = QMouseEvent(kind, at, QPointF(surface.mapToGlobal(at)), button, held, keys)
        QApplication.sendEvent(surface, event)

    def click(self, surface: QWidget, at: QPointF) -> None:
        self.mouse(surface, QEvent.Type.MouseButtonPress, at)
        self.mouse(surface, QEvent.Type.MouseButtonRelease, at, held=NONE)

    def hover(self, surface: QWidget, at: QPointF) -> None:
        """Move there with no button held."""
        self.mouse(surface, QEvent.Type.MouseMove, at, NONE, NONE)

    def leave(self, surface: QWidget) -> None:
        QApplication.sendEvent(surface, QEvent(QEvent.Type.Leave))

    def key(self, surface: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> bool:
        """Press and release; whether it was taken."""
        press = QKeyEvent(QEvent.Type.KeyPress, key, keys)
        QApplication.sendEvent(surface, press)
        QApplication.sendEvent(surface, QKeyEvent(QEvent.Type.KeyRelease, key, keys))
        return press.isAccepted()


class Counted(QObject):
    """Counts the paint events of a widget."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()
