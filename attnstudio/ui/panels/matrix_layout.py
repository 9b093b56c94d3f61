"""Where the cells, the names and the legend of the matrix stand, and which cell is at a point."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics

from attnstudio.ui.panels.matrix_content import Content, blind_sentence
from attnstudio.ui.theme import Theme, width_of

ROWS_AXIS = "query asks ↓"
COLUMNS_AXIS = "key offers →"

_ROOMY = (480, 340)  # from this size of the surface on, names and legend are written larger

Names = Literal["flat", "staggered", "turned"]

_WHOLE = 3  # cells from this size on have whole pixels, so that all are equally large
_LARGEST = (150, 90)
_TIGHT = 0.75  # lines of names may come as close as that share of a line
_STAGGERED = 18  # the narrowest cells over which two lines of names still read


@dataclass(frozen=True, slots=True)
class Layout:
    """All lengths are pixels of the surface. `names` is how the column names are written: side by side,
    in two lines taking turns, or turned upright. Only every `row_step`-th row has room for its name, and
    every `column_step`-th column."""

    n_queries: int
    n_keys: int
    left: int
    top: int
    cell_width: float
    cell_height: float
    gap: int
    names: Names
    name_height: int  # of one line of names
    row_step: int
    column_step: int
    dot: int  # diameter of the colour marks, 0 where they have no room
    legend: QRect
    note: QRect

    @property
    def all_cells(self) -> QRectF:
        """The block of all cells, without the gap behind the last ones."""
        return self.block(range(self.n_queries), range(self.n_keys))

    def row(self, row: int) -> QRectF:
        """The cells of one row."""
        return self.block(range(row, row + 1), range(self.n_keys))

    def block(self, rows: range, columns: range) -> QRectF:
        """The rectangle of a run of cells."""
        x, y = self.left + columns.start * self.cell_width, self.top + rows.start * self.cell_height
        width, height = len(columns) * self.cell_width, len(rows) * self.cell_height
        return QRectF(x, y, width - self.gap, height - self.gap)

    def cell(self, row: int, column: int) -> QRectF:
        return QRectF(
            self.left + column * self.cell_width,
            self.top + row * self.cell_height,
            self.cell_width - self.gap,
            self.cell_height - self.gap,
        )

    def row_name(self, row: int) -> QRectF:
        """Where a row's name stands."""
        height = max(self.cell_height, _TIGHT * self.name_height)
        middle = self.top + (row + 0.5) * self.cell_height - self.gap / 2
        return QRectF(0.0, middle - height / 2, self.left - self.dot - 8.0, height)

    def column_name(self, column: int) -> QRectF:
        """The line on which a column's name is written."""
        middle = self.left + (column + 0.5) * self.cell_width - self.gap / 2
        if self.names == "turned":
            width = max(self.cell_width, _TIGHT * self.name_height)
            return QRectF(middle - width / 2, 0.0, width, self.top - self.dot - 3.0)
        width = self.cell_width * (2 if self.names == "staggered" else 1) - 4.0
        line = 0 if self.names == "staggered" and column % 2 == 0 else 1
        left = max(min(middle - width / 2, self.right - width), 0.0)
        return QRectF(left, line * self.name_height, width, self.name_height)

    def names_of_rows(self, chosen: int) -> list[int]:
        """The rows whose names have room beside that of the chosen one, which is always written."""
        step = self.row_step
        rows = [row for row in range(0, self.n_queries, step) if row == chosen or abs(row - chosen) >= step]
        return rows if chosen in rows else [*rows, chosen]

    def names_of_columns(self) -> range:
        return range(0, self.n_keys, self.column_step)

    @property
    def right(self) -> float:
        return self.left + self.n_keys * self.cell_width

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The cell under a point, gaps included."""
        row, column = self.virtual_cell(point)
        return (row, column) if 0 <= row < self.n_queries and 0 <= column < self.n_keys else None

    def virtual_cell(self, point: QPointF) -> tuple[int, int]:
        """The same if the cells went on beyond the edges: a stroke may leave the matrix and come back."""
        row = math.floor((point.y() - self.top) / self.cell_height)
        return row, math.floor((point.x() - self.left) / self.cell_width)

    def row_named_at(self, point: QPointF) -> int | None:
        """The row whose name is under a point."""
        row, _ = self.virtual_cell(point)
        return row if point.x() < self.left and 0 <= row < self.n_queries else None

    def column_named_at(self, point: QPointF) -> int | None:
        """The column whose name is under a point."""
        _, column = self.virtual_cell(point)
        return column if 0 <= point.y() < self.top and 0 <= column < self.n_keys else None


def label_size(size: QSize, theme: Theme) -> int:
    """The type size of names, axes and legend on a surface of `size`."""
    return 13 if size.width() >= theme.px(_ROOMY[0]) and size.height() >= theme.px(_ROOMY[1]) else 11


def layout_of(content: Content, size: QSize, theme: Theme) -> Layout:
    """Fit a content that is not empty into `size`."""
    font = theme.words(label_size(size, theme))
    line = QFontMetrics(font).height()
    widths = [width_of(font, name) for name in content.column_names]
    dot = theme.px(7 if label_size(size, theme) > 11 else 6)
    left = _room_for_rows(content, size, theme, dot)
    note_height = _height_of_note(content, size.width(), font)
    legend_height = line + theme.px(2)
    below = legend_height + note_height + theme.px(4)

    n_queries, n_keys = len(content.queries), len(content.keys)
    wide = max(size.width() - left - 2, line)
    cell_width = min(_whole(wide / n_keys), theme.px(_LARGEST[0]))
    names = _names(widths, cell_width, theme)
    above = _height_of_names(names, widths, line, size.height()) + dot + 3
    high = max(size.height() - above - below, line)
    cell_height = min(_whole(high / n_queries), theme.px(_LARGEST[1]))

    bottom = math.ceil(above + n_queries * cell_height) + theme.px(4)
    legend = QRect(0, bottom, size.width(), legend_height)
    return Layout(
        n_queries=n_queries,
        n_keys=n_keys,
        left=left,
        top=above,
        cell_width=cell_width,
        cell_height=cell_height,
        gap=_gap(min(cell_width, cell_height)),
        names=names,
        name_height=line,
        row_step=_step(_TIGHT * line, cell_height),
        column_step=_step(0.95 * line, cell_width) if names == "turned" else 1,
        dot=dot if min(cell_width, cell_height) >= dot else 0,
        legend=legend,
        note=QRect(0, legend.bottom() + 1, size.width(), note_height),
    )


def least_size(theme: Theme) -> QSize:
    """Below this, axis names and legend would no longer fit."""
    return QSize(theme.px(250), theme.px(120))


def _room_for_rows(content: Content, size: QSize, theme: Theme, dot: int) -> int:
    label = label_size(size, theme)
    axis = max(width_of(theme.text(label), text) for text in (ROWS_AXIS, COLUMNS_AXIS)) + theme.px(8)
    bold = theme.words(label, 600)
    mark = width_of(bold, "∅ ") if content.blind else 0.0
    wanted = max(width_of(bold, name) for name in content.row_names) + mark + dot + theme.px(12)
    return math.ceil(max(min(wanted, 0.34 * size.width()), axis))


def _height_of_note(content: Content, width: int, font: QFont) -> int:
    """The height of the sentence about blind rows, 0 where there is none."""
    sentence = blind_sentence(content)
    if not sentence:
        return 0
    room = QRect(0, 0, width, 10_000)
    return QFontMetrics(font).boundingRect(room, Qt.TextFlag.TextWordWrap.value, sentence).height()


def _whole(size: float) -> float:
    return float(math.floor(size)) if size >= _WHOLE else size


def _gap(side: float) -> int:
    return 2 if side >= 16 else 1 if side >= 5 else 0


def _names(widths: list[float], cell_width: float, theme: Theme) -> Names:
    if all(width <= cell_width - 4 for width in widths):
        return "flat"
    return "staggered" if cell_width >= theme.px(_STAGGERED) else "turned"


def _height_of_names(names: Names, widths: list[float], line: int, height: int) -> int:
    two_axes = 2 * line  # the corner holds the names of both axes
    if names != "turned":
        return two_axes
    return max(two_axes, math.ceil(min(max(widths) + 2, max(0.22 * height, 2.5 * line))))


def _step(needed: float, offered: float) -> int:
    return max(math.ceil(needed / offered), 1)
