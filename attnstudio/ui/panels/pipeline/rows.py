"""The painted rows of the pipeline: one a key, five steps from left to right, sums at the foot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.model.numerals import fixed
from attnstudio.ui.digits import Digits
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.columns import Needs
from attnstudio.ui.panels.pipeline.content import Content, Labels
from attnstudio.ui.panels.pipeline.grid import Held, RowGrid
from attnstudio.ui.panels.pipeline.ground import Ground
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

_NOTHING = 0.01  # pixels: less is what rounding leaves of a zero
_EMPTY = "There is no word to look at yet: edit the sentence."


class Rows(RowGrid):
    """Paints a `Content` in three layers, so that each moment pays for what it changes.

    The ground stands still while vectors are dragged. On it come bars and numbers; while nothing is dragged
    these are kept, too. What is pointed at, pulled or focused lies on top.
    """

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        self._ground: Ground | None = None
        self._ground_picture = QPixmap()
        self._full_picture: QPixmap | None = None  # with bars and numbers, once it was worth making
        self._is_moving = True  # the numbers are others than at the last paint
        super().__init__(parent, theme)

    def retheme(self, theme: Theme) -> None:
        numbers = theme.numbers(SMALL)
        self._digits, self._strong_digits = Digits(numbers), Digits(theme.numbers(SMALL, 600))
        self._sigma = width_of(theme.text(SMALL), "Σ")
        self._capital = round(metrics(numbers.key(), numbers).capHeight())
        self._ground = None
        super().retheme(theme)

    def show_content(self, labels: Labels, content: Content, axis: Axis, needs: Needs) -> None:
        self._is_moving = True
        super().show_content(labels, content, axis, needs)

    # --- the layers ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        clip = event.rect()
        low = self.first + max(clip.top() // self.row.height, 0)
        high = min(self.first + clip.bottom() // self.row.height + 1, self.first + self.in_view)
        painter = QPainter(self)
        self._paint_lower(painter, range(low, high))
        if self.count and not self.is_figure:
            self._paint_marks(painter)
            if self.held is not None:
                self._paint_held(painter, self.held)
            elif self.grip_j in range(low, high):
                self._paint_grip(painter, self.grip_j)
            if self.hasFocus() and self.shows_cursor:
                self._paint_cursor(painter)
        painter.end()

    def _paint_lower(self, painter: QPainter, rows: range) -> None:
        ground = self._ground_of_now()
        if self.is_figure:
            self._paint_figure(painter, rows, ground)
            return
        ratio = self.devicePixelRatioF()
        if ground != self._ground or self._ground_picture.devicePixelRatioF() != ratio:
            self._ground, self._full_picture = ground, None
            self._ground_picture = QPixmap(self.size() * ratio)
            self._ground_picture.setDevicePixelRatio(ratio)
            self._ground_picture.fill(self.theme.panel)
            on_picture = QPainter(self._ground_picture)
            ground.paint(on_picture)
            on_picture.end()
        if self._is_moving:
            self._is_moving, self._full_picture = False, None
            painter.drawPixmap(0, 0, self._ground_picture)
            self._paint_content(painter, rows)
            return
        if self._full_picture is None:
            self._full_picture = self._ground_picture.copy()
            on_picture = QPainter(self._full_picture)
            self._paint_content(on_picture, range(self.first, self.first + self.in_view))
            on_picture.end()
        painter.drawPixmap(0, 0, self._full_picture)

    def _paint_figure(self, painter: QPainter, rows: range, ground: Ground) -> None:
        """Without a picture in between: one that is saved may be of any resolution, or of none."""
        painter.fillRect(self.rect(), self.theme.panel)
        if self.known is not None:  # what the steps to come will find is not there yet
            painter.setClipRect(0, 0, self._column_rect(self.known).right() + 1, self.height())
        ground.paint(painter)
        self._paint_content(painter, rows)
        painter.fillRect(self._column_rect(self.hover_step), self.theme.wash)

    def _ground_of_now(self) -> Ground:
        may_look = tuple(self.content.may_look)
        size = self.width(), self.height()
        zero = self.axis.zero
        return Ground(
            self.theme, self.labels, self.plan, self.row, *size, self.first, self.in_view, may_look, zero
        )

    def _paint_content(self, painter: QPainter, rows: range) -> None:
        if self.count:
            self._paint_bars(painter, rows)
            self._paint_numbers(painter, rows)
            self._paint_sums(painter)
        else:
            self._paint_empty(painter)

    def _paint_empty(self, painter: QPainter) -> None:
        painter.setFont(self.theme.text(BODY))
        painter.setPen(self.theme.secondary)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _EMPTY)

    def _paint_marks(self, painter: QPainter) -> None:
        painter.fillRect(self._column_rect(self.hover_step), self.theme.wash)
        painter.fillRect(self._row_rect(self.hover_j), self.theme.wash)

    def _paint_bars(self, painter: QPainter, rows: range) -> None:
        theme, content, row = self.theme, self.content, self.row
        top, high = row.bar, row.bar_height
        share = self.plan.of("normalize")
        axis = self.axis
        steps = [
            (column.bar_at(axis.zero), column.bar_width / (axis.most - axis.least), values)
            for column, values in (
                (self.plan.of("match"), content.scores),
                (self.plan.of("scale"), content.scaled),
            )
        ]
        for j in rows:
            y = (j - self.first) * row.height + top
            outline, fill = theme.token_outline(j), theme.token(j)
            for zero, unit, values in steps:
                self._bar(painter, zero, y, unit * values[j], high, outline, fill)
            part = min(max(content.weights[j], 0.0), 1.0)  # without a softmax a weight may be anything
            self._bar(painter, share.bar, y, share.bar_width * part, high, outline, fill)

    def _bar(
        self, painter: QPainter, zero: int, y: int, length: float, high: int, outline: QColor, fill: QColor
    ) -> None:
        """Two filled rectangles: a pen around one would cost ten times as much. Even a small bar is seen."""
        if not math.isfinite(length) or abs(length) < _NOTHING:
            return
        wide = max(round(abs(length)), 1)
        left = zero if length > 0.0 else zero - wide
        painter.fillRect(left, y, wide, high, outline)
        if wide > 2:
            painter.fillRect(left + 1, y + 1, wide - 2, high - 2, fill)

    def _paint_numbers(self, painter: QPainter, rows: range) -> None:
        content, row, plan, digits = self.content, self.row, self.plan, self._digits
        match, scale, mix = plan.of("match").right, plan.of("scale").right, plan.of("mix").right
        share, tight = plan.of("normalize").right, plan.is_tight
        component = self.needs.component + (0 if tight else 1)
        tops = [(j, (j - self.first) * row.height) for j in rows]
        for j, y in tops:
            digits.write(fixed(content.scores[j]), match, y + row.baseline)
            digits.write(fixed(content.scaled[j]), scale, y + row.baseline)
            digits.write(content.mix_text(j, component, is_tight=tight), mix, y + row.middle_baseline)
        digits.paint(painter, self.theme.secondary)
        for j, y in tops:
            digits.write(numerals.weight(content.weights[j]), share, y + row.baseline)

    def _paint_sums(self, painter: QPainter) -> None:
        theme, share = self.theme, self.plan.of("normalize").right
        middle = self.floor + (self.sums_height + self._capital) // 2
        total = f"= {fixed(self.content.total, numerals.WEIGHT_DIGITS)}"
        self._digits.write(total, share, middle)
        self._digits.paint(painter, theme.ink)
        painter.setFont(theme.text(SMALL))  # the numbers' font has no sum sign
        sigma = share - (len(total) + 1) * self._digits.width - self._sigma
        painter.drawText(QPointF(sigma, middle), "Σ")
        self._paint_remark(painter, sigma, middle)
        mix, letter = self.plan.of("mix"), self._strong_digits.width
        output = _longest(self.content.output_texts, lambda text: len(text) * letter <= mix.width + 1)
        self._strong_digits.write(output, mix.right, middle)
        self._strong_digits.paint(painter, theme.accent)

    def _paint_remark(self, painter: QPainter, right: float, baseline: int) -> None:
        """What is to be said about the row, where its sums leave room: nothing moves when it comes."""
        if not self.remarks:
            return
        font, room = self.theme.words(SMALL), right - self.theme.px(8)
        text = _longest(self.remarks, lambda remark: width_of(font, remark) <= room)
        measured = metrics(font.key(), font)
        painter.setFont(font)
        painter.setPen(self.theme.warning)
        painter.drawText(QPointF(0, baseline), measured.elidedText(text, Qt.TextElideMode.ElideRight, room))

    def _paint_held(self, painter: QPainter, held: Held) -> None:
        """The ghost of the old weight, and a bracket around the weights that are to be had."""
        track, theme = self.track_of(held.j), self.theme
        if track.isEmpty():
            return
        x = [track.left() + round(track.width() * weight) for weight in (held.lowest, held.highest, held.old)]
        line = max(round(theme.stroke), 1)
        rise = theme.px(3)
        painter.fillRect(
            x[2] - line, track.top() - rise, 2 * line, track.height() + 2 * rise, theme.secondary
        )
        y = track.bottom() + 1 + theme.px(1)
        painter.fillRect(x[0], y, max(x[1] - x[0], line), line, theme.accent)
        for end in x[:2]:
            painter.fillRect(end - line // 2, y - rise, line, rise + line, theme.accent)

    def _paint_grip(self, painter: QPainter, j: int) -> None:
        """A handle at the end of a bar that can be pulled."""
        track, theme = self.track_of(j), self.theme
        wide, over = theme.px(4), theme.px(2)
        x = track.left() + round(track.width() * self.content.weights[j]) - wide // 2
        painter.fillRect(x, track.top() - over, wide, track.height() + 2 * over, theme.ink)

    def _paint_cursor(self, painter: QPainter) -> None:
        cell = self.rect_of(self.at)
        if not cell.isEmpty():
            painter.setPen(QPen(self.theme.focus, 2 * self.theme.stroke))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(cell).adjusted(-4, 1, 4, -1))


def _longest(texts: Sequence[str], fits: Callable[[str], bool]) -> str:
    """The first that fits of `texts`, which are the longest first; else the last."""
    return next(filter(fits, texts), texts[-1])
