"""The program as a picture has it: all of it, in as many columns and in such a size that it is seen whole."""

from __future__ import annotations

from collections.abc import Sequence
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
LEAST = 5  # pixels of type: with any less the page is laid out larger, and all of it drawn smaller
_KEPT = 3  # rows of an array that is cut, at its start, and one at its end
_MOST_COLUMNS = 6
_PITCH = 1.3  # of lines, in heights of type
_GUTTER = 3  # letters between two columns


Column = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """How the lines are set: pixels of type, and the lines of each column."""

    pixels: int
    columns: tuple[Column, ...]


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
        """The room for the smallest type, as wide for its height as the panel usually is."""
        if self._theme is None:
            return QSize()
        pixels, total = self._theme.px(LEAST), len(self._lines)
        settings = (Setting(pixels, broken(self._lines, -(-total // n))) for n in range(1, _MOST_COLUMNS + 1))
        sizes = [size_of(setting) for setting in settings]
        return min(sizes, key=lambda size: max(size.width() / USUAL.width(), size.height() / USUAL.height()))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def setting(self) -> Setting:
        """The largest type with which everything has room."""
        assert self._theme is not None
        for pixels in range(self._theme.px(SMALL), LEAST // 2, -1):
            made = Setting(pixels, broken(self._lines, max(int(self.height() / (pixels * _PITCH)), 1)))
            if size_of(made).width() <= self.width():
                break
        return made

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
        for column in made.columns:
            for number, line in enumerate(column):
                self._paint(painter, metrics, line, QPointF(left, number * made.pixels * _PITCH + ascent))
            left += _wide(metrics, column) + _GUTTER * metrics.horizontalAdvance("0")
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


def size_of(made: Setting) -> QSize:
    metrics = QFontMetricsF(_font(made.pixels))
    wide = sum(_wide(metrics, column) for column in made.columns)
    wide += (len(made.columns) - 1) * _GUTTER * metrics.horizontalAdvance("0")
    high = max(map(len, made.columns), default=0) * made.pixels * _PITCH
    return QSize(int(wide) + 2, int(high) + 1)


def broken(lines: Sequence[str], rows: int) -> tuple[Column, ...]:
    """The lines in columns of `rows` at most. Where that leaves no column half empty, the next one begins
    with what stands behind a blank line, or else with a statement."""
    columns: list[Column] = []
    start = 0
    while start < len(lines):
        end = min(start + rows, len(lines))
        if end < len(lines):
            tries = range(end, start + rows // 2, -1)
            statement = next((n for n in tries if lines[n][:1].isalpha()), end)
            end = next((n for n in tries if not lines[n]), statement)
        columns.append(tuple(lines[start:end]))
        start = end
        while start < len(lines) and not lines[start]:
            start += 1
    return tuple(columns)


def _wide(metrics: QFontMetricsF, lines: Sequence[str]) -> float:
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
