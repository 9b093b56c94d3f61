"""The two lines of text around the plane: where the selected tip is, and why one plane serves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Handle
from attnstudio.model.geometry import Vec2
from attnstudio.state.store import Store
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import metrics, theme_of

_LEAST_NOTE = 64  # pixels: enough to see that there is something to point at


class Readout(QWidget):
    """Letter and coordinates of one tip, e.g. ``q (1.80, 1.80)``. Painted by itself: a label would lay out
    the whole header anew in every frame of a drag."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self._text = ""
        self._is_query = True
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tip(self, handle: Handle | None, point: Vec2) -> None:
        """Show where the tip of `handle` is; nothing for None."""
        text = f"{handle.role[0]} {numerals.vector(point)}" if handle is not None else ""
        is_query = handle is not None and handle.role == "query"
        if (text, is_query) != (self._text, self._is_query):
            self._text, self._is_query = text, is_query
            self.update()

    def text(self) -> str:
        return self._text

    def sizeHint(self) -> QSize:
        bound = self._store.document.bound
        font = theme_of(self._store.view).numbers()
        form = metrics(font.key(), font)
        widest = form.horizontalAdvance(f"q {numerals.vector((-bound, -bound))}")
        return QSize(int(widest) + 2, int(form.height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())  # without room it steps out of the header

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        font = theme.numbers()
        form = metrics(font.key(), font)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.setFont(font)
        painter.setPen(theme.accent if self._is_query else theme.ink)
        left = self.width() - form.horizontalAdvance(self._text)
        painter.drawText(QPointF(left, (self.height() + form.ascent() - form.descent()) / 2), self._text)
        painter.end()


class Note(QWidget):
    """One line of secondary text that gives way where there is no room, and says it all when pointed at."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))
            self.update()

    def text(self) -> str:
        return self._text

    def sizeHint(self) -> QSize:
        font = theme_of(self._store.view).words(12)
        return QSize(10, int(metrics(font.key(), font).height()) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme_of(self._store.view).px(_LEAST_NOTE), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        font = theme.words(12)
        form = metrics(font.key(), font)
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        text = form.elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QPointF(0, (self.height() + form.ascent() - form.descent()) / 2), text)
        painter.end()
