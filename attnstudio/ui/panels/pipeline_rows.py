"""The painted rows of the pipeline: one a key, five steps from left to right, sums at the foot."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.model.numerals import fixed
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.ui.digits import Digits
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.pipeline_columns import (
    LEAST_ROW,
    MOST_ROW,
    Needs,
    Place,
    lay_out,
    least_width,
    row_of,
)
from attnstudio.ui.panels.pipeline_content import NOTHING, Content, Labels
from attnstudio.ui.panels.pipeline_ground import SWATCH, Ground
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

SUMS = -1
"""The row of the sums, as a place for the pointer and the keyboard."""

_SUMS_HEIGHT = 30
_LEAST_IN_VIEW, _USUAL_IN_VIEW = 2, 6
_NOTHING = 0.01  # pixels: less is what rounding leaves of a zero
_EMPTY = "There is no word to look at yet: edit the sentence."


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: the index of its key, or `SUMS`, and its column."""

    j: int
    place: Place


@dataclass(frozen=True, slots=True)
class Held:
    """What is shown of a bar that is being pulled: where it was, and what weights are to be had."""

    j: int
    old: float
    lowest: float
    highest: float


class Rows(Surface):
    """Paints a `Content`. What the hand does here is in `attnstudio.ui.panels.pipeline_hand`."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.labels = Labels(())
        self.content: Content = NOTHING
        self.limit = 1.0  # of the scores' axes, to either side of zero
        self.needs = Needs(0, 5, 6, 2, False)
        self.first = 0
        self.is_figure = False
        self.hover_j = -1
        self.hover_step: Step | None = None
        self.held: Held | None = None
        self.at = Spot(0, "normalize")  # where the keyboard is
        self.shows_cursor = False
        self.laid_out: Callable[[], None] = lambda: None  # told when the columns or the rows in view change
        self._ground: Ground | None = None
        self._picture = QPixmap()
        self.retheme(theme)

    # --- what is shown -------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._wash = QColor(theme.accent)
        self._wash.setAlphaF(0.09)
        self._ground = None
        numbers = theme.numbers(SMALL)
        self._digits, self._strong_digits = Digits(numbers), Digits(theme.numbers(SMALL, 600))
        self._sigma = width_of(theme.text(SMALL), "Σ")
        self._capital = round(metrics(numbers.key(), numbers).capHeight())
        self.lay_out()

    def show_content(self, labels: Labels, content: Content, limit: float, needs: Needs) -> None:
        is_same = labels is self.labels and needs == self.needs and len(content.scores) == self.count
        self.labels, self.content, self.limit, self.needs = labels, content, limit, needs
        if not is_same:
            self.at = Spot(min(self.at.j, max(self.count - 1, 0)), self.at.place)
            self.updateGeometry()
            self.lay_out()
        self.update()

    def mark(self, view: View) -> None:
        """Mark the token and the step that are pointed at somewhere, and repaint where that differs."""
        token, step = view.hover_token, view.hover_step
        if view.is_figure:
            token, step = None, None
        j = self.labels.ids.index(token) if token in self.labels.ids else -1
        if step != self.hover_step:
            for place in (self.hover_step, step):
                if place is not None:
                    self.update(self._column_rect(place))
            self.hover_step = step
        if j != self.hover_j:
            self.update(self._row_rect(self.hover_j))
            self.update(self._row_rect(j))
            self.hover_j = j

    def scroll_to(self, first: int) -> None:
        first = min(max(first, 0), max(self.count - self.in_view, 0))
        if first != self.first:
            self.first = first
            self.laid_out()
            self.update()

    def reveal(self, j: int) -> None:
        """Scroll just as far as row `j` needs to be seen."""
        if j != SUMS:
            self.scroll_to(min(max(self.first, j - self.in_view + 1), j))

    # --- where things are ----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        return len(self.content.scores)

    @property
    def in_view(self) -> int:
        return min(self.count, max((self.height() - self.sums_height) // self.row.height, 1))

    @property
    def sums_height(self) -> int:
        return self.theme.px(_SUMS_HEIGHT)

    @property
    def floor(self) -> int:
        return self.in_view * self.row.height

    def spot_at(self, at: QPointF) -> Spot | None:
        place = self.plan.place_at(at.x())
        if 0 <= at.y() < self.floor:
            return Spot(self.first + int(at.y()) // self.row.height, place)
        if self.floor <= at.y() < self.floor + self.sums_height and place in ("normalize", "mix"):
            return Spot(SUMS, place) if self.count else None
        return None

    def rect_of(self, spot: Spot) -> QRect:
        """The cell; an empty rectangle where it is scrolled out of view."""
        column = self.plan.of(spot.place)
        if spot.j == SUMS:
            return QRect(column.left, self.floor + 1, column.width, self.sums_height - 1)
        if not self.first <= spot.j < self.first + self.in_view:
            return QRect()
        top = (spot.j - self.first) * self.row.height
        return QRect(column.left, top, column.width, self.row.height)

    def track_of(self, j: int) -> QRect:
        """The whole track of a weight's bar, 0 … 1; an empty rectangle out of view."""
        cell, column = self.rect_of(Spot(j, "normalize")), self.plan.of("normalize")
        return (
            QRect()
            if cell.isEmpty()
            else QRect(column.bar, cell.top() + self.row.bar, column.bar_width, self.row.bar_height)
        )

    def is_cut(self, j: int) -> bool:
        """Whether the word of row `j` is longer than its column."""
        room = self.plan.of("name").width - self.theme.px(SWATCH)
        return width_of(self.theme.words(BODY), self.labels.names[j]) > room

    def lay_out(self) -> None:
        self.plan = lay_out(self.theme, self.needs, self.width())
        room = self.height() - self.sums_height
        self.row = row_of(self.theme, room, self.count, self.plan.is_beside)
        self.first = min(self.first, max(self.count - self.in_view, 0))
        self.laid_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def height_for(self, rows: int, each: int) -> int:
        return rows * self.theme.px(each) + self.sums_height

    def minimumSizeHint(self) -> QSize:
        rows = self.count if self.is_figure else min(max(self.count, 1), _LEAST_IN_VIEW)
        return QSize(least_width(self.theme, self.needs), self.height_for(rows, LEAST_ROW))

    def sizeHint(self) -> QSize:
        # More rows than these scroll: a long sentence must not push the other panels away.
        rows = self.count if self.is_figure else min(max(self.count, 1), _USUAL_IN_VIEW)
        return QSize(least_width(self.theme, self.needs), self.height_for(rows, MOST_ROW))

    # --- painting ------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground = self._ground_now()
        if self.is_figure:
            ground.paint(painter)  # a picture may be of any resolution, or of none
        else:
            painter.drawPixmap(0, 0, self._picture)
        if not self.count:
            self._paint_empty(painter)
        else:
            self._paint_marks(painter)
            clip = event.rect()
            low = self.first + max(clip.top() // self.row.height, 0)
            high = min(self.first + clip.bottom() // self.row.height + 1, self.first + self.in_view)
            self._paint_bars(painter, range(low, high))
            self._paint_numbers(painter, range(low, high))
            self._paint_sums(painter)
            if self.held is not None:
                self._paint_held(painter, self.held)
            if self.hasFocus() and self.shows_cursor:
                self._paint_cursor(painter)
        painter.end()

    def _ground_now(self) -> Ground:
        ground = Ground(
            self.theme,
            self.labels,
            self.plan,
            self.row,
            self.width(),
            self.height(),
            self.first,
            self.in_view,
            tuple(self.content.may_look),
        )
        ratio = self.devicePixelRatioF()
        if not self.is_figure and (ground != self._ground or self._picture.devicePixelRatioF() != ratio):
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(self.theme.panel)
            painter = QPainter(self._picture)
            ground.paint(painter)
            painter.end()
        self._ground = ground
        return ground

    def _paint_empty(self, painter: QPainter) -> None:
        painter.setFont(self.theme.text(BODY))
        painter.setPen(self.theme.secondary)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _EMPTY)

    def _paint_marks(self, painter: QPainter) -> None:
        if self.hover_step is not None:
            painter.fillRect(self._column_rect(self.hover_step), self._wash)
        if self.hover_j >= 0:
            painter.fillRect(self._row_rect(self.hover_j), self._wash)

    def _paint_bars(self, painter: QPainter, rows: range) -> None:
        theme, content, row = self.theme, self.content, self.row
        top, high = row.bar, row.bar_height
        share = self.plan.of("normalize")
        steps = ((self.plan.of("match"), content.scores), (self.plan.of("scale"), content.scaled))
        for j in rows:
            y = (j - self.first) * row.height + top
            outline, fill = theme.token_outline(j), theme.token(j)
            for column, values in steps:
                half = column.bar_width // 2
                self._bar(painter, column.bar + half, y, half * values[j] / self.limit, high, outline, fill)
            self._bar(painter, share.bar, y, share.bar_width * content.weights[j], high, outline, fill)

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
        share, component = plan.of("normalize").right, self.needs.component
        tops = [(j, (j - self.first) * row.height) for j in rows]
        for j, y in tops:
            digits.write(fixed(content.scores[j]), match, y + row.baseline)
            digits.write(fixed(content.scaled[j]), scale, y + row.baseline)
            digits.write(content.mix_text(j, component), mix, y + row.middle_baseline)
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
        self._strong_digits.write(f"= {self.content.output_text}", self.plan.of("mix").right, middle)
        self._strong_digits.paint(painter, theme.accent)

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

    def _paint_cursor(self, painter: QPainter) -> None:
        cell = self.rect_of(self.at)
        if not cell.isEmpty():
            painter.setPen(QPen(self.theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(cell).adjusted(-2, 1, 2, -1))

    def _row_rect(self, j: int) -> QRect:
        if j < 0:
            return QRect()
        cell = self.rect_of(Spot(j, "name"))
        return QRect(0, cell.top(), self.width(), cell.height()) if not cell.isEmpty() else cell

    def _column_rect(self, step: Step) -> QRect:
        index = 1 + STEPS.index(step)
        column = self.plan.columns[index]
        gap = column.left - self.plan.columns[index - 1].right
        return QRect(column.left - gap // 2, 0, column.width + gap, self.floor + self.sums_height)
