"""One mask in one convention: its name, who means it so, the cells, and the call that makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.model import conventions
from attnstudio.model.conventions import Convention
from attnstudio.model.masks import Allowed
from attnstudio.ui.panels.masks.grid import SmallGrid
from attnstudio.ui.panels.panel import RADIUS
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import OneLine


@dataclass(frozen=True, slots=True)
class Named:
    """What stands over the cells, and in them."""

    title: str
    who: str
    cells: tuple[str, str]  # may look, may not
    is_wrong: bool = False


NAMED: dict[Convention, Named] = {
    "look": Named("True = look", "torch SDPA, attn_mask", ("T", "F")),
    "block": Named("True = block", "MultiheadAttention", ("F", "T")),
    "additive": Named("added: 0 or −∞", "either of them", ("0", "−∞")),
    "multiplied": Named("times 1 or 0", "wrong: it leaks", ("1", "0"), is_wrong=True),
}
NO_CALL = "no single call makes it"


class ConventionCard(QWidget):
    """Chosen by a click or the space bar; `choose` is told."""

    def __init__(
        self, parent: QWidget, convention: Convention, theme: Theme, choose: Callable[[Convention], None]
    ) -> None:
        super().__init__(parent)
        named = NAMED[convention]
        self.convention = convention
        self._choose = choose
        self._theme = theme
        self.is_chosen = False
        self.title, self.who = OneLine("strong"), OneLine("warning" if named.is_wrong else "note")
        self.title.set_whole(named.title)
        self.who.set_whole(named.who)
        self.grid = SmallGrid(self, named.cells, theme)
        self.call = OneLine("number")
        self.column = QVBoxLayout(self)
        for widget in (self.title, self.who):
            self.column.addWidget(widget)
        self.column.addWidget(self.grid, 1)
        self.column.addWidget(self.call)
        self.setAccessibleName(f"Mask as {named.title}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_mask(self, allowed: Allowed) -> None:
        self.grid.show_mask(allowed)
        self.call.set_whole(conventions.call(allowed, self.convention) or NO_CALL)
        self.setAccessibleDescription(f"{NAMED[self.convention].who}. {self.call.whole}")

    def set_chosen(self, chosen: bool) -> None:
        if chosen != self.is_chosen:
            self.is_chosen = chosen
            self.update()

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        pad = theme.px(6)
        self.column.setContentsMargins(pad, pad, pad, pad)
        self.column.setSpacing(theme.px(2))
        self.grid.retheme(theme)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(96), self.column.minimumSize().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marked = self.hasFocus() or self.is_chosen
        colour = theme.focus if self.hasFocus() else theme.accent if self.is_chosen else theme.hairline
        painter.setPen(QPen(colour, 2 if marked else 1))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), RADIUS, RADIUS)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.convention)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.convention)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
