"""A few rows of weights under the names of their keys, each with a sentence below it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Token, names_of
from attnstudio.ui.accessible import Part
from attnstudio.ui.marks import paint_dot
from attnstudio.ui.panels.masks.content import Line
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

_HEAD, _LINE, _GAP, _DOT = 22, 19, 8, 8
_FEWEST = 2  # columns
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class RowTable(Surface):
    """Shows as many columns as there is room for, and says how many there are."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: tuple[Line, ...] = ()
        self._tokens: tuple[Token, ...] = ()
        self._names: tuple[str, ...] = ()
        self._high = theme.px(2 * _LINE + _GAP)

    def show_lines(self, lines: tuple[Line, ...], tokens: tuple[Token, ...]) -> None:
        if tokens is not self._tokens:
            self._tokens, self._names = tokens, names_of(tokens)
        if lines != self.lines:
            is_other = [line.note for line in lines] != [line.note for line in self.lines]
            self.lines = lines
            if is_other:
                self._measure()
            self.update()

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self._measure()
        self.update()

    def minimumSizeHint(self) -> QSize:
        theme = self._theme
        high = theme.px(_HEAD) + max(len(self.lines), 2) * self._high
        return QSize(round(self._title + self._total + _FEWEST * self._column), high)

    sizeHint = minimumSizeHint

    @property
    def _column(self) -> float:
        return width_of(self._theme.numbers(SMALL), "<0.001") + self._theme.px(8)

    @property
    def _title(self) -> float:
        font = self._theme.text(BODY, 600)
        return max((width_of(font, line.title) for line in self.lines), default=0.0) + self._theme.px(12)

    @property
    def _total(self) -> float:
        return width_of(self._theme.text(SMALL), "Σ = ") + width_of(self._theme.numbers(SMALL), "0.000") + 12

    @property
    def shown(self) -> int:
        """How many columns have room."""
        room = self.width() - self._title - self._total
        return min(max(int(room / self._column), _FEWEST), len(self._tokens))

    def line_rect(self, number: int) -> QRect:
        theme = self._theme
        return QRect(0, theme.px(_HEAD) + number * self._high, self.width(), self._high)

    def _measure(self) -> None:
        """Give every line as much height as the longest of the notes needs."""
        theme, font = self._theme, self._theme.text(SMALL)
        room = QRectF(0, 0, max(self.width(), 1), 1e6)
        notes = metrics(font.key(), font)
        tallest = max(
            (notes.boundingRect(room, _WRAP, line.note).height() for line in self.lines), default=0.0
        )
        high = theme.px(_LINE + _GAP) + max(math.ceil(tallest), theme.px(_LINE))
        if high != self._high:
            self._high = high
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    # --- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), theme.panel)
        if self.lines and self._tokens:
            self._paint_names(painter)
            for number, line in enumerate(self.lines):
                self._paint_line(painter, line, self.line_rect(number))
        painter.end()

    def _paint_names(self, painter: QPainter) -> None:
        theme, column = self._theme, self._column
        font = theme.words(SMALL)
        measured = metrics(font.key(), font)
        baseline = theme.px(_HEAD) / 2 + (measured.ascent() - measured.descent()) / 2
        painter.setFont(font)
        for j in range(self.shown):
            right = self._title + (j + 1) * column
            dot = theme.px(_DOT)
            room = column - dot - theme.px(5)
            text = measured.elidedText(self._names[j], Qt.TextElideMode.ElideRight, room)
            left = right - measured.horizontalAdvance(text)
            paint_dot(painter, theme, QPointF(left - dot / 2 - theme.px(3), theme.px(_HEAD) / 2), dot, j)
            painter.setPen(theme.ink)
            painter.drawText(QPointF(left, baseline), text)

    def _paint_line(self, painter: QPainter, line: Line, area: QRect) -> None:
        theme, column = self._theme, self._column
        ink = self._ink(line)
        bold, mono, small = theme.text(BODY, 600), theme.numbers(SMALL), theme.text(SMALL)
        measured = QFontMetricsF(bold)
        baseline = area.top() + theme.px(_GAP) / 2 + measured.ascent()
        painter.setPen(ink)
        painter.setFont(bold)
        painter.drawText(QPointF(0, baseline), line.title)
        painter.setFont(mono)
        painter.setPen(theme.ink)
        for j, number in enumerate(line.numbers[: self.shown]):
            right = self._title + (j + 1) * column
            painter.drawText(QPointF(right - width_of(mono, number), baseline), number)
        more = "…" if self.shown < len(line.numbers) else ""
        right = self._title + self.shown * column
        painter.setFont(small)
        painter.drawText(QPointF(right + theme.px(6), baseline), more)
        painter.setPen(ink)
        painter.drawText(QPointF(right + theme.px(18), baseline), line.total)
        painter.setPen(theme.secondary)
        top = baseline + theme.px(5)
        painter.drawText(QRectF(0, top, area.width(), area.bottom() - top), _WRAP, line.note)

    def _ink(self, line: Line) -> QColor:
        theme = self._theme
        return {"plain": theme.ink, "good": theme.good, "warning": theme.warning}[line.tone]

    # --- what is said -------------------------------------------------------------------------------

    def parts(self, corner: QPoint) -> tuple[Part, ...]:
        """The lines, for a screen reader; `corner` is this surface's in the panel."""
        return tuple(
            Part(
                key=line.title,
                role="graphic",
                name=line.title,
                value=line.spoken,
                help=line.note,
                rect=self.line_rect(number).translated(corner),
            )
            for number, line in enumerate(self.lines)
        )
