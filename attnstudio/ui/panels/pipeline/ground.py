"""What of the pipeline stands still while a vector is dragged: words, tracks, zero lines, tick boxes.

It is painted once into a picture; a frame is that picture with bars and numbers on it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from attnstudio.model import numerals
from attnstudio.ui.marks import paint_dot, paint_hatch
from attnstudio.ui.panels.pipeline.columns import Plan, Row
from attnstudio.ui.panels.pipeline.content import Labels
from attnstudio.ui.theme import BODY, SMALL, Theme, width_of

_TICK = ((0.24, 0.54), (0.43, 0.72), (0.77, 0.30))  # of the box's side


@dataclass(frozen=True, slots=True)
class Ground:
    """All that the still picture depends on: as long as two are equal, it need not be painted again."""

    theme: Theme
    labels: Labels
    plan: Plan
    row: Row
    width: int
    height: int
    first: int  # the uppermost row in view
    count: int  # of rows in view
    may_look: tuple[bool, ...]
    zero: float  # where the scores' axis has it, as a share of a bar's room

    @property
    def floor(self) -> int:
        """Where the rows end and the sums begin."""
        return self.count * self.row.height

    def paint(self, painter: QPainter) -> None:
        theme = self.theme
        painter.fillRect(0, 0, self.width, self.height, theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        words = QFontMetricsF(theme.words(BODY))
        for at in range(self.count):
            self._word(painter, words, self.first + at, at * self.row.height)
            self._mask_cell(painter, self.first + at, at * self.row.height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._lines(painter)
        self._sums(painter)

    def box(self, y: int) -> QRect:
        """The tick box, or the hatched cell in its place, of the row that begins at `y`."""
        column, side = self.plan.of("mask"), self.theme.px(18)
        return QRect(column.left + (column.width - side) // 2, y + (self.row.height - side) // 2, side, side)

    def _word(self, painter: QPainter, words: QFontMetricsF, j: int, y: int) -> None:
        theme, column = self.theme, self.plan.of("name")
        paint_dot(
            painter, theme, QPointF(column.left + theme.px(5), y + self.row.height / 2), theme.px(10), j
        )
        left = column.left + theme.px(SWATCH)
        text = words.elidedText(self.labels.names[j], Qt.TextElideMode.ElideRight, column.right - left)
        painter.setFont(theme.words(BODY))
        painter.setPen(theme.ink)
        baseline = y + (self.row.height + words.capHeight()) / 2
        painter.drawText(QPointF(left, baseline), text)

    def _mask_cell(self, painter: QPainter, j: int, y: int) -> None:
        theme, box = self.theme, QRectF(self.box(y))
        if self.may_look[j]:
            tick(painter, theme, box)
            return
        column = self.plan.of("mask")
        cell = QRectF(column.left + 0.5, box.top() + 0.5, column.width - 1, box.height() - 1)
        text, font = numerals.fixed(-math.inf), theme.numbers(SMALL)
        plate = QRectF(0, 0, width_of(font, text) + theme.px(4), cell.height())
        plate.moveCenter(cell.center())
        # The hatch leaves room for the sign: a plate over it would be seen on a transparent ground.
        paint_hatch(painter, theme, QRectF(cell.topLeft(), plate.bottomLeft()))
        paint_hatch(painter, theme, QRectF(plate.topRight(), cell.bottomRight()))
        painter.setPen(QPen(theme.hatch, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(cell)
        painter.setFont(font)
        painter.setPen(theme.ink)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def _lines(self, painter: QPainter) -> None:
        theme, row = self.theme, self.row
        track = self.plan.of("normalize")
        for at in range(self.count):
            painter.fillRect(
                track.bar, at * row.height + row.bar, track.bar_width, row.bar_height, theme.track
            )
        painter.setPen(QPen(theme.hairline, 1))
        last = self.plan.columns[-1].right
        painter.drawLines([QLineF(0, y, last, y) for y in range(row.height, self.floor, row.height)])
        # The zero lines carry meaning: bars grow from them to either side.
        zero = max(round(theme.stroke), 1)
        for column in (self.plan.of("match"), self.plan.of("scale")):
            x = column.bar_at(self.zero)
            for at in range(self.count):
                top = at * row.height + row.bar - theme.px(2)
                painter.fillRect(x, top, zero, row.bar_height + 2 * theme.px(2), theme.edge)

    def _sums(self, painter: QPainter) -> None:
        painter.fillRect(0, self.floor, self.plan.columns[-1].right, 1, self.theme.edge)


SWATCH = 17
"""Pixels that a colour mark takes before its word, at the usual text size."""


def tick(painter: QPainter, theme: Theme, box: QRectF) -> None:
    """A box with a tick."""
    painter.setPen(QPen(theme.good, theme.stroke))
    painter.setBrush(theme.good_wash)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    pen = QPen(theme.good, 1.8 * theme.stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline([box.topLeft() + QPointF(x * box.width(), y * box.height()) for x, y in _TICK])
