"""A few rows of weights under the names of their keys, each with a sentence below it.

What stands still while vectors are dragged, the names and the titles, is kept as a picture; in a frame
only numbers, sums and sentences are painted.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Token, names_of
from attnstudio.ui.accessible import Part
from attnstudio.ui.digits import Digits
from attnstudio.ui.marks import paint_dot
from attnstudio.ui.panels.masks.content import WeightRow
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.paper import is_vector, ratio_of
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

_HEAD, _LINE, _GAP, _DOT = 22, 19, 8, 8
_FEWEST = 2  # columns
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
_WIDEST = "<0.001"  # of the numbers


class RowTable(Surface):
    """Shows as many columns as there is room for, and says where there are more."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.lines: tuple[WeightRow, ...] = ()
        self._tokens: tuple[Token, ...] = ()
        self._names: tuple[str, ...] = ()
        self._ground: QPixmap | None = None
        self._high = 0  # of a line with its sentence
        self.retheme(theme)

    def show_lines(self, lines: tuple[WeightRow, ...], tokens: tuple[Token, ...]) -> None:
        is_other = tokens is not self._tokens or _titles(lines) != _titles(self.lines)
        if tokens is not self._tokens:
            self._tokens, self._names = tokens, names_of(tokens)
        if lines != self.lines or is_other:
            self.lines = lines
            self._measure(is_other)
            self.update()

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        numbers = theme.numbers(SMALL)
        self._digits = Digits(numbers)
        self._column = width_of(numbers, _WIDEST) + theme.px(8)
        self._total = width_of(theme.text(SMALL), "Σ = 0.000") + theme.px(22)
        self._ascent = metrics(theme.text(BODY, 600).key(), theme.text(BODY, 600)).ascent()
        self._measure(True)
        self.update()

    def _measure(self, is_other: bool = False) -> None:
        """Find out how wide the titles are, and how high the longest sentence is."""
        theme, bold, font = self._theme, self._theme.text(BODY, 600), self._theme.text(SMALL)
        if is_other:
            self._ground = None
            self._title = max((width_of(bold, line.title) for line in self.lines), default=0.0) + theme.px(12)
        self.column = self._fitted()
        room, notes = QRectF(0, 0, max(self.width(), 1), 1e6), metrics(font.key(), font)
        tallest = max(
            (notes.boundingRect(room, _WRAP, line.note).height() for line in self.lines), default=0.0
        )
        high = theme.px(_LINE + _GAP) + max(math.ceil(tallest), theme.px(_LINE))
        if high != self._high or is_other:
            self._high, self._ground = high, None
            self.updateGeometry()

    def _fitted(self) -> float:
        """How wide a column is: as its longest word needs, where all columns can be."""
        if self.shown < len(self._tokens) or not self._tokens:
            return self._column
        font, theme = self._theme.words(SMALL), self._theme
        longest = max(width_of(font, name) for name in self._names) + theme.px(_DOT) + theme.px(10)
        share = (self.width() - self._title - self._total) / len(self._tokens)
        return max(min(longest, share), self._column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ground = None
        self._measure()

    def minimumSizeHint(self) -> QSize:
        high = self._theme.px(_HEAD) + max(len(self.lines), 2) * self._high
        return QSize(round(self._title + self._total + _FEWEST * self._column), high)

    sizeHint = minimumSizeHint

    @property
    def shown(self) -> int:
        """How many columns have room."""
        room = self.width() - self._title - self._total
        return min(max(int(room / self._column), _FEWEST), len(self._tokens))

    def line_rect(self, number: int) -> QRect:
        return QRect(0, self._theme.px(_HEAD) + number * self._high, self.width(), self._high)

    # --- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self.lines or not self._tokens:
            painter.fillRect(event.rect(), self._theme.panel)
        else:
            if is_vector(painter):
                self._paint_ground(painter)
            else:
                painter.drawPixmap(0, 0, self._kept_ground(ratio_of(painter)))
            self._paint_lines(painter)
        painter.end()

    def _kept_ground(self, ratio: float) -> QPixmap:
        if self._ground is None or self._ground.devicePixelRatioF() != ratio:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._ground)
            self._paint_ground(painter)
            painter.end()
        return self._ground

    def _paint_ground(self, painter: QPainter) -> None:
        """What stands still in a drag."""
        painter.fillRect(self.rect(), self._theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter)
        painter.setFont(self._theme.text(BODY, 600))
        for number, line in enumerate(self.lines):
            painter.setPen(self._ink(line))
            painter.drawText(QPointF(0, self._baseline(number)), line.title)

    def _paint_names(self, painter: QPainter) -> None:
        theme, font = self._theme, self._theme.words(SMALL)
        measured, dot = metrics(font.key(), font), theme.px(_DOT)
        middle = theme.px(_HEAD) / 2
        baseline = middle + (measured.ascent() - measured.descent()) / 2
        painter.setFont(font)
        for j in range(self.shown):
            right = self._title + (j + 1) * self.column
            room = self.column - dot - theme.px(5)
            text = measured.elidedText(self._names[j], Qt.TextElideMode.ElideRight, room)
            left = right - measured.horizontalAdvance(text)
            paint_dot(painter, theme, QPointF(left - dot / 2 - theme.px(3), middle), dot, j)
            painter.setPen(theme.ink)
            painter.drawText(QPointF(left, baseline), text)

    def _paint_lines(self, painter: QPainter) -> None:
        theme, shown = self._theme, self.shown
        after = self._title + shown * self.column
        painter.setFont(theme.text(SMALL))
        for number, line in enumerate(self.lines):
            baseline = self._baseline(number)
            for j, text in enumerate(line.numbers[:shown]):
                self._digits.write(text, self._title + (j + 1) * self.column, baseline)
            more = "… " if shown < len(line.numbers) else ""
            painter.setPen(self._ink(line))
            painter.drawText(QPointF(after + theme.px(10), baseline), f"{more}{line.total}")
            painter.setPen(theme.secondary)
            top = baseline + theme.px(5)
            area = QRectF(0, top, self.width(), self.line_rect(number).bottom() + 1 - top)
            painter.drawText(area, _WRAP, line.note)
        self._digits.paint(painter, theme.ink)

    def _baseline(self, number: int) -> float:
        return self.line_rect(number).top() + self._theme.px(_GAP) / 2 + self._ascent

    def _ink(self, line: WeightRow) -> QColor:
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


def _titles(lines: tuple[WeightRow, ...]) -> list[tuple[str, str]]:
    """What is painted into the ground: the titles and their colours."""
    return [(line.title, line.tone) for line in lines]
