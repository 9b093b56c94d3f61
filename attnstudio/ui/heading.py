"""The name of a section, in small capitals, over as many lines as it needs."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import SMALL, Theme


class Heading(QWidget):
    """Words with an index, such as √d_k, keep their letters as they are: a capital would be another name."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(text)
        self._words = text.split()
        self._theme: Theme | None = None
        self._lines: list[list[str]] = []

    def fit(self, theme: Theme, width: int) -> None:
        """Lay the words out in lines of `width` pixels, margins included, and take the height they need."""
        self._theme = theme
        self._plain = theme.text(SMALL, 600)
        self._capitals = QFont(theme.text(SMALL, 600))  # a copy: the theme shares its fonts
        self._capitals.setCapitalization(QFont.Capitalization.SmallCaps)
        self._metrics = QFontMetricsF(self._capitals)
        self.setContentsMargins(theme.px(10) + 2, theme.px(9), theme.px(6), theme.px(3))  # as a button
        around = self.contentsMargins()
        self._lines = self._broken(width - around.left() - around.right())
        high = len(self._lines) * self._metrics.lineSpacing()
        self.setFixedHeight(round(high) + around.top() + around.bottom())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setPen(self._theme.secondary)
        room = self.contentsRect()
        y = room.top() + self._metrics.ascent()
        for line in self._lines:
            x = float(room.left())
            for word in line:
                if "_" in word:
                    draw_name(painter, word, QPointF(x, y), self._plain)
                else:
                    painter.setFont(self._capitals)
                    painter.drawText(QPointF(x, y), word)
                x += self._width(word) + self._space
            y += self._metrics.lineSpacing()
        painter.end()

    @property
    def line_count(self) -> int:
        return len(self._lines)

    @property
    def _space(self) -> float:
        return self._metrics.horizontalAdvance(" ")

    def _width(self, word: str) -> float:
        return name_width(word, self._plain) if "_" in word else self._metrics.horizontalAdvance(word)

    def _broken(self, room: int) -> list[list[str]]:
        lines: list[list[str]] = [[]]
        x = 0.0
        for word in self._words:
            wide = self._width(word)
            if lines[-1] and x + wide > room:
                lines.append([])
                x = 0.0
            lines[-1].append(word)
            x += wide + self._space
        return lines
