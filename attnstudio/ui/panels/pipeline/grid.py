"""Where the pipeline's rows and cells are, what of them is in view, and what is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.columns import (
    LEAST_ROW,
    MOST_ROW,
    Needs,
    Place,
    lay_out,
    least_width,
    row_of,
    whole_width,
)
from attnstudio.ui.panels.pipeline.content import NOTHING, Content, Labels
from attnstudio.ui.panels.pipeline.ground import SWATCH
from attnstudio.ui.theme import BODY, Theme, width_of

SUMS = -1
"""The row of the sums, as a place for the pointer and the keyboard."""

_SUMS_HEIGHT = 29
_LEAST_IN_VIEW, _USUAL_IN_VIEW = 2, 6


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


class RowGrid(Surface):
    """Knows every place. Who paints there is `Rows`, and what the hand does there `PipelineGrid`."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.labels = Labels(())
        self.content: Content = NOTHING
        self.axis = Axis()
        self.remarks: tuple[str, ...] = ()  # one sentence about the row, the longest form first
        self.needs = Needs(0, 5, 6, 2, False)
        self.first = 0
        self.is_figure = False
        self.hover_j = -1
        self.hover_step: Step | None = None
        self.known: Step | None = None  # of a picture that goes no further than one step
        self.held: Held | None = None
        self.grip_j = -1  # the row whose weight the pointer could pull
        self.at = Spot(0, "normalize")  # where the keyboard is
        self.shows_cursor = False
        self.laid_out: Callable[[], None] = lambda: None  # told when the columns or the rows in view change
        self.retheme(theme)

    # --- what is shown -------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self.lay_out()

    def show_content(self, labels: Labels, content: Content, axis: Axis, needs: Needs) -> None:
        is_same = labels is self.labels and needs == self.needs and len(content.scores) == self.count
        self.labels, self.content, self.axis, self.needs = labels, content, axis, needs
        if not is_same:
            self.at = Spot(min(self.at.j, max(self.count - 1, 0)), self.at.place)
            self.updateGeometry()
            self.lay_out()
        self.update()

    def mark(self, view: View) -> None:
        """Mark the token and the step that are pointed at somewhere, and repaint where that differs."""
        token, step = view.hover_token, view.hover_step
        if view.is_figure:
            token, self.known = None, view.known
        j = self.labels.ids.index(token) if token in self.labels.ids else -1
        if step != self.hover_step and j != self.hover_j:
            self.update()  # a clip of four strips costs more than the whole
        elif step != self.hover_step:
            self.update(self._column_rect(self.hover_step))
            self.update(self._column_rect(step))
        elif j != self.hover_j:
            self.update(self._row_rect(self.hover_j))
            self.update(self._row_rect(j))
        self.hover_step, self.hover_j = step, j

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
        width = whole_width if self.is_figure else least_width
        return QSize(width(self.theme, self.needs), self.height_for(rows, LEAST_ROW))

    def sizeHint(self) -> QSize:
        # More rows than these scroll: a long sentence must not push the other panels away.
        rows = self.count if self.is_figure else min(max(self.count, 1), _USUAL_IN_VIEW)
        return QSize(least_width(self.theme, self.needs), self.height_for(rows, MOST_ROW))

    def show_grip(self, j: int) -> None:
        """Offer the bar of row `j` to the pointer; −1 offers none."""
        if j != self.grip_j:
            self.update(self._row_rect(self.grip_j))
            self.grip_j = j
            self.update(self._row_rect(j))

    def _row_rect(self, j: int) -> QRect:
        if j < 0:
            return QRect()
        cell = self.rect_of(Spot(j, "name"))
        return QRect(0, cell.top(), self.width(), cell.height()) if not cell.isEmpty() else cell

    def _column_rect(self, step: Step | None) -> QRect:
        if step is None:
            return QRect()
        index = 1 + STEPS.index(step)
        column = self.plan.columns[index]
        gap = column.left - self.plan.columns[index - 1].right
        return QRect(column.left - gap // 2, 0, column.width + gap, self.floor + self.sums_height)
