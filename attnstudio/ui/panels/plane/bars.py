"""The lines of text around the plane: where the selected tip is, and what to try."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Handle, index_of, names_of
from attnstudio.model.geometry import Vec2
from attnstudio.state.gestures import point_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import SMALL, metrics, theme_of, width_of

_NAME = 84  # pixels of the name in the readout, at 100 %
_GAP = 6  # between it and the numbers
_HINTS = (
    "drag a tip · arrow keys move it · double-click to type its numbers",
    "drag a tip · double-click to type",
    "drag a tip",
)
_HINTS_MADE = ("press a tip to see what it is made of", "press a tip")
_HINTS_X = (
    "drag x, or move it by arrow keys · Enter types its numbers · Esc ends",
    "drag x · Enter types its numbers · Esc ends",
    "drag x · Esc ends",
)
_HINTS_MANY = ("the heaviest are named · point at a tip for its name", "point at a tip for its name")


class Readout(QWidget):
    """Whose tip it is, and where, e.g. ``q of bank (1.80, 1.80)``. Painted by itself: a label would lay out
    the whole header anew in every frame of a drag."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Where the selected tip is")
        self._store = store
        self._name = self._numbers = ""
        self._is_query = True
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tip(self, now: Snapshot, handle: Handle | None) -> None:
        """Show where the tip of `handle` is; nothing for None."""
        name = numbers = ""
        if handle is not None:
            tokens = now.passage.tokens_of(handle.role)
            name = f"{handle.role[0]} of {names_of(tokens)[index_of(tokens, handle.token)]}"
            numbers = numerals.vector(point_of(now, handle))
        self._show(name, numbers, is_query=handle is not None and handle.role == "query")

    def show_place(self, name: str, place: Vec2) -> None:
        """Show where something is that is no tip: x."""
        self._show(name, numerals.vector(place), is_query=False)

    def _show(self, name: str, numbers: str, *, is_query: bool) -> None:
        if (name, numbers, is_query) != (self._name, self._numbers, self._is_query):
            self._name, self._numbers, self._is_query = name, numbers, is_query
            self.setToolTip(plain_tip(name))
            self.update()

    def text(self) -> str:
        return f"{self._name} {self._numbers}".strip()

    def sizeHint(self) -> QSize:
        theme = theme_of(self._store.view)
        font, bound = theme.numbers(), self._store.document.bound
        wide = width_of(font, numerals.vector((-bound, -bound))) + theme.px(_NAME + _GAP)
        high = max(metrics(f.key(), f).height() for f in (font, theme.words(12)))
        return QSize(int(wide) + 2, int(high) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())  # without room it steps out of the header

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        numbers, words = theme.numbers(), theme.words(12)
        form = metrics(words.key(), words)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.setPen(theme.accent if self._is_query else theme.ink)
        base = (self.height() + form.ascent() - form.descent()) / 2
        left = self.width() - width_of(numbers, self._numbers)
        painter.setFont(numbers)
        painter.drawText(QPointF(left, base), self._numbers)
        left -= theme.px(_GAP)
        name = form.elidedText(self._name, Qt.TextElideMode.ElideRight, left)
        painter.setFont(words)
        painter.drawText(QPointF(left - form.horizontalAdvance(name), base), name)
        painter.end()


class Hint(QWidget):
    """What may be tried here, as long as nobody did; said as fully as there is room for."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Hint")
        self._store = store
        self._texts: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_hint(self, is_many: bool, is_new_here: bool) -> None:
        """`is_many`: so many tokens that only some are named."""
        self._show(_HINTS_MANY if is_many else _HINTS if is_new_here else ())

    def show_made(self, is_x_shown: bool) -> None:
        """Tips are made from x; `is_x_shown`: one of these is there to be moved."""
        self._show(_HINTS_X if is_x_shown else _HINTS_MADE)

    def show_nothing(self) -> None:
        self._show(())

    def _show(self, texts: tuple[str, ...]) -> None:
        if texts != self._texts:
            self._texts = texts
            self.update()

    def text(self) -> str:
        """What is said at the present width."""
        font = theme_of(self._store.view).text(SMALL)
        return next((text for text in self._texts if width_of(font, text) <= self.width()), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        font = theme.text(SMALL)
        form = metrics(font.key(), font)
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        painter.drawText(QPointF(0, (self.height() + form.ascent() - form.descent()) / 2), self.text())
        painter.end()
