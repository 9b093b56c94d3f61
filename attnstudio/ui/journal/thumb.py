"""The picture on a card: a button that restores, and a handle by which the file is dragged out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.theme import SMALL, theme_of

SHAPE = 900 / 1440  # height by width, of a workspace's picture

Look = Callable[[QSize, float], QPixmap | None]


class Thumb(QAbstractButton):
    """`look` gives the picture for a size and a pixel ratio, or None while it is being made."""

    dragged = Signal()

    def __init__(self, store: Store, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._store, self._look = store, look
        self._pressed_at: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def picture(self) -> QPixmap | None:
        """What is shown; None while it is being made, empty where it can't be read."""
        return self._look(QSize(self.width() - 4, self.height() - 4), self.devicePixelRatioF())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # a button would go to the one beside it; here they go from card to card
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        start = self._pressed_at
        if start is not None and event.buttons() & Qt.MouseButton.LeftButton:
            way = (event.position().toPoint() - start).manhattanLength()
            if way >= QApplication.startDragDistance():
                self._pressed_at = None
                self.setDown(False)
                self.dragged.emit()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_dragged, self._pressed_at = self._pressed_at is None, None
        if was_dragged:
            self.setDown(False)
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), theme.track)
        picture = self.picture()
        if picture is not None and not picture.isNull():
            size = picture.deviceIndependentSize()
            # Whole pixels: half of one would blur every line of the picture.
            x, y = round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2)
            painter.drawPixmap(QPoint(x, y), picture)
        elif picture is not None:
            painter.setFont(theme.text(SMALL))
            painter.setPen(theme.warning)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(8, 8, -8, -8), flags, "The picture can't be read.")
        edge = theme.focus if self.hasFocus() else theme.edge if self.underMouse() else theme.hairline
        wide = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(edge, wide))
        painter.drawRect(QRectF(self.rect()).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2))
        painter.end()
