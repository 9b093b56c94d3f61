"""The program as a picture has it: all of it, in as many columns and in such a size that it is seen whole."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnstudio.ui import fonts
from attnstudio.ui.panels.formula.colours import colour, spans
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import SMALL, Theme

MOST_LINES = 240
"""Of a longer program the middle rows of its arrays are counted: no page shows them."""
USUAL = QSize(830, 200)
READABLE = 9  # pixels of type, at which a picture grows instead of its letters shrinking further
_SMALLEST = 3
_KEPT = 3  # rows of an array that is cut, at its start, and one at its end
_MOST_COLUMNS = 6
_PITCH = 1.3  # of lines, in heights of type
_GUTTER = 3  # letters between two columns


@dataclass(frozen=True, slots=True)
class Setting:
    """How the lines are set: pixels of type, columns, and the lines in each."""

    pixels: int
    columns: int
    rows: int


class CodePicture(Surface):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines: list[str] = []
        self._theme: Theme | None = None

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()

    def show_text(self, text: str) -> None:
        self._lines = abridged(text.rstrip("\n").split("\n"))
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """The room in which it can be read, as wide for its height as the panel usually is."""
        if self._theme is None:
            return QSize()
        pixels = self._theme.px(READABLE)
        sizes = [
            self._size(Setting(pixels, n, -(-len(self._lines) // n))) for n in range(1, _MOST_COLUMNS + 1)
        ]
        return min(sizes, key=lambda size: max(size.width() / USUAL.width(), size.height() / USUAL.height()))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def setting(self) -> Setting:
        """The largest type with which everything has room."""
        assert self._theme is not None
        for pixels in range(self._theme.px(SMALL), _SMALLEST - 1, -1):
            rows = max(int(self.height() / (pixels * _PITCH)), 1)
            columns = -(-len(self._lines) // rows)
            made = Setting(pixels, columns, -(-len(self._lines) // max(columns, 1)))
            if self._size(made).width() <= self.width():
                return made
        return Setting(_SMALLEST, columns, rows)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        assert theme is not None
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.panel)
        made = self.setting()
        font = _font(made.pixels)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        ascent = (made.pixels * _PITCH + metrics.ascent() - metrics.descent()) / 2
        left = 0.0
        for column in range(made.columns):
            lines = self._lines[column * made.rows : (column + 1) * made.rows]
            for number, line in enumerate(lines):
                self._paint(painter, metrics, line, QPointF(left, number * made.pixels * _PITCH + ascent))
            left += _wide(metrics, lines) + _GUTTER * metrics.horizontalAdvance("0")
        painter.end()

    def _paint(self, painter: QPainter, metrics: QFontMetricsF, line: str, at: QPointF) -> None:
        assert self._theme is not None
        units, done = line.encode("utf-16-le", "replace"), 0
        pieces = []
        for start, length, part in spans(line):
            pieces += [(done, start, None), (start, start + length, part)]
            done = start + length
        for start, end, which in [*pieces, (done, len(units) // 2, None)]:
            text = units[2 * start : 2 * end].decode("utf-16-le", "replace")
            if text.strip():
                before = units[: 2 * start].decode("utf-16-le", "replace")
                painter.setPen(colour(self._theme, which))
                painter.drawText(QPointF(at.x() + metrics.horizontalAdvance(before), at.y()), text)

    def _size(self, made: Setting) -> QSize:
        metrics = QFontMetricsF(_font(made.pixels))
        starts = range(0, len(self._lines), max(made.rows, 1))
        wide = sum(_wide(metrics, self._lines[start : start + made.rows]) for start in starts)
        wide += (len(starts) - 1) * _GUTTER * metrics.horizontalAdvance("0")
        return QSize(int(wide) + 2, int(made.rows * made.pixels * _PITCH) + 1)


def _wide(metrics: QFontMetricsF, lines: list[str]) -> float:
    return max(map(metrics.horizontalAdvance, lines), default=0.0)


def _font(pixels: int) -> QFont:
    return fonts.font(fonts.MONO, pixels, merging=True)


def abridged(lines: list[str]) -> list[str]:
    """The lines, or where they are too many, those without the middle rows of long arrays."""
    if len(lines) <= MOST_LINES:
        return lines
    made: list[str] = []
    rows: list[str] = []
    for line in [*lines, ""]:
        if line.startswith(" "):
            rows.append(line)
            continue
        made += _cut(rows)
        rows = []
        made.append(line)
    return made[:-1]


def _cut(rows: list[str]) -> list[str]:
    hidden = len(rows) - _KEPT - 1
    if hidden < 2:
        return rows
    return [*rows[:_KEPT], f"    # … {hidden} lines more", rows[-1]]
