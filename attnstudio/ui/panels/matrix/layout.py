"""Where the cells, the names, the scale and the foot of the matrix stand, and which cell is at a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetrics

from attnstudio.ui.panels.matrix.content import Content, scale_numbers
from attnstudio.ui.theme import Theme, width_of

ROWS_AXIS = "query asks ↓"
COLUMNS_AXIS = "key offers →"
"""Where there is one line for them."""

_ROOMY = (480, 340)  # from this size of the surface on, names and legend are written larger

Names = Literal["flat", "staggered", "turned"]

SCROLLED = 24
"""A large view of more words than this is scrolled, with cells of `READABLE`; else all are seen at once."""
READABLE = (48, 22)  # width and height of a cell with its number, at 100 % text
_WHOLE = 3  # cells from this size on have whole pixels, so that all are equally large
_LARGEST = (150, 90)
_TIGHT = 0.75  # lines of names may come as close as that share of a line
_STAGGERED = 18  # the narrowest cells over which two lines of names still read
_AIMED_AT = (8, 14)  # up to so many rows, so high at least: a hand has to hit them
_SHIFT = 0.3  # a name may stand beside the middle of its column by that share of the column
_BETWEEN = 6  # pixels between two names in one line, at 100 %
_RAMP = 8  # pixels across the scale
_BESIDE = 5  # pixels between the cells and their scale


@dataclass(frozen=True, slots=True)
class Layout:
    """All lengths are pixels of the surface. `rows` and `columns` are those that are seen, from where it is
    scrolled to on. `names` is how the column names are written: side by side, in two lines taking turns, or
    turned upright; `name_lefts` is where each begins that stands in one line. Only every `row_step`-th row
    has room for its name, and every `column_step`-th column."""

    n_queries: int
    n_keys: int
    rows: range
    columns: range
    left: int
    top: int
    cell_width: float
    cell_height: float
    gap: int
    names: Names
    name_lefts: tuple[float, ...]
    name_height: int  # of one line of names
    row_step: int
    column_step: int
    dot: int  # diameter of the colour marks, 0 where they have no room
    scale: QRect  # what the colours mean
    foot: QRect  # one line, whatever is said in it

    @property
    def all_cells(self) -> QRectF:
        """The block of all cells that are seen, without the gap behind the last ones."""
        return self.block(self.rows, self.columns)

    @property
    def is_scrolled(self) -> bool:
        return len(self.rows) < self.n_queries or len(self.columns) < self.n_keys

    def sees(self, row: int, column: int) -> bool:
        return row in self.rows and column in self.columns

    def row(self, row: int) -> QRectF:
        """The cells of one row that are seen."""
        return self.block(range(row, row + 1), self.columns)

    def block(self, rows: range, columns: range) -> QRectF:
        """The rectangle of a run of cells."""
        x, y = self.x_of(columns.start), self.y_of(rows.start)
        width, height = len(columns) * self.cell_width, len(rows) * self.cell_height
        return QRectF(x, y, width - self.gap, height - self.gap)

    def x_of(self, column: int) -> float:
        return self.left + (column - self.columns.start) * self.cell_width

    def y_of(self, row: int) -> float:
        return self.top + (row - self.rows.start) * self.cell_height

    def cell(self, row: int, column: int) -> QRectF:
        x, y = self.x_of(column), self.y_of(row)
        return QRectF(x, y, self.cell_width - self.gap, self.cell_height - self.gap)

    def row_name(self, row: int) -> QRectF:
        """Where a row's name stands."""
        height = max(self.cell_height, _TIGHT * self.name_height)
        middle = self.y_of(row) + (self.cell_height - self.gap) / 2
        return QRectF(0.0, middle - height / 2, self.left - self.dot - 8.0, height)

    def column_name(self, column: int) -> QRectF:
        """The line on which a column's name is written."""
        middle = self.x_of(column) + (self.cell_width - self.gap) / 2
        if self.names == "turned":
            width = max(self.cell_width, _TIGHT * self.name_height)
            return QRectF(middle - width / 2, 0.0, width, self.top - self.dot - 3.0)
        top = self.top - self.dot - 3.0 - self.name_height
        if self.names == "flat":
            return QRectF(middle - self.cell_width / 2, top, self.cell_width, self.name_height)
        # At the edge a name stands aside, but not so far as to lie on its neighbour's thread.
        width = self.cell_width * (1.5 if column + 1 == self.columns.stop else 2) - 6.0
        left = max(min(middle - width / 2, self.right - width), 0.0)
        line = top if column % 2 else top - self.name_height
        return QRectF(left, line, width, self.name_height)

    def names_of_rows(self, chosen: int) -> list[int]:
        """The rows whose names have room beside that of the chosen one, which is always written."""
        step = self.row_step
        rows = [row for row in self.rows[::step] if row == chosen or abs(row - chosen) >= step]
        return rows if chosen in rows or chosen not in self.rows else [*rows, chosen]

    def names_of_columns(self) -> range:
        return self.columns[:: self.column_step]

    @property
    def right(self) -> float:
        return self.left + len(self.columns) * self.cell_width

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The cell under a point, gaps included."""
        row, column = self.virtual_cell(point)
        return (row, column) if self.sees(row, column) else None

    def virtual_cell(self, point: QPointF) -> tuple[int, int]:
        """The same if the cells went on beyond the edges: a stroke may leave the matrix and come back."""
        row = math.floor((point.y() - self.top) / self.cell_height) + self.rows.start
        return row, math.floor((point.x() - self.left) / self.cell_width) + self.columns.start

    def row_named_at(self, point: QPointF) -> int | None:
        """The row whose name is under a point."""
        row, _ = self.virtual_cell(point)
        return row if point.x() < self.left and row in self.rows else None

    def column_named_at(self, point: QPointF) -> int | None:
        """The column whose name is under a point."""
        _, column = self.virtual_cell(point)
        return column if 0 <= point.y() < self.top and column in self.columns else None


def label_size(size: QSize, theme: Theme) -> int:
    """The type size of names, axes and legend on a surface of `size`."""
    return 13 if size.width() >= theme.px(_ROOMY[0]) and size.height() >= theme.px(_ROOMY[1]) else 11


def foot_height(size: QSize, theme: Theme) -> int:
    """The height of the line at the foot, which is the same whether anything stands in it or not."""
    return QFontMetrics(theme.words(label_size(size, theme))).height() + theme.px(3)


def layout_of(
    content: Content, size: QSize, theme: Theme, first: tuple[int, int] = (0, 0), may_scroll: bool = False
) -> Layout:
    """Fit a content that is not empty into `size`. Where it `may_scroll`, a content of many words is seen
    from the row and the column `first` on."""
    label = label_size(size, theme)
    font = theme.words(label)
    line = QFontMetrics(font).height()
    widths = [width_of(font, name) for name in content.column_names]
    dot = theme.px(7 if label > 11 else 6)
    left = _room_for_rows(content, size, theme, dot)
    scale_width = _width_of_scale(content, theme, label)
    n_queries, n_keys = len(content.queries), len(content.keys)
    scrolls = may_scroll and max(n_queries, n_keys) > SCROLLED
    below = foot_height(size, theme) + 2

    beside = scale_width + theme.px(_BESIDE) if scale_width else 0
    wide = max(size.width() - left - 2 - beside, line)
    cell_width, columns = _cells(wide, n_keys, first[1], scrolls, theme, 0)
    high = size.height() - below - dot - 3
    names, name_lefts, above = _names(content, widths, cell_width, (left, columns), high, line, theme)
    above += dot + 3
    high = max(size.height() - above - below, line)
    cell_height, rows = _cells(high, n_queries, first[0], scrolls, theme, 1)
    cells = round(len(rows) * cell_height)
    return Layout(
        n_queries=n_queries,
        n_keys=n_keys,
        rows=rows,
        columns=columns,
        left=left,
        top=above,
        cell_width=cell_width,
        cell_height=cell_height,
        gap=_gap(min(cell_width, cell_height)),
        names=names,
        name_lefts=name_lefts,
        name_height=line,
        row_step=_step(_TIGHT * line, cell_height),
        column_step=_step(0.95 * line, cell_width) if names == "turned" else 1,
        dot=dot if min(cell_width, cell_height) >= dot else 0,
        scale=QRect(round(left + len(columns) * cell_width) + theme.px(_BESIDE), above, scale_width, cells),
        foot=QRect(0, size.height() - below + 2, size.width(), below - 2),
    )


def least_size(theme: Theme) -> QSize:
    """Below this, eight rows would be too low for a hand, and the foot too short for its words."""
    return QSize(theme.px(250), theme.px(154))


def _cells(
    room: float, count: int, first: int, scrolls: bool, theme: Theme, axis: int
) -> tuple[float, range]:
    """How large cells are along an axis, and which are seen."""
    fitting = min(_whole(room / count), float(theme.px(_LARGEST[axis])))
    if not scrolls or fitting >= theme.px(READABLE[axis]):
        return fitting, range(count)
    size = float(theme.px(READABLE[axis]))
    seen = min(max(math.floor(room / size), 1), count)
    start = min(max(first, 0), count - seen)
    return size, range(start, start + seen)


def _room_for_rows(content: Content, size: QSize, theme: Theme, dot: int) -> int:
    label = label_size(size, theme)
    axis = max(width_of(theme.text(label), text) for text in (ROWS_AXIS, COLUMNS_AXIS)) + theme.px(6)
    bold = theme.words(label, 600)
    wanted = max(width_of(bold, name) for name in content.row_names) + dot + theme.px(9)
    return math.ceil(max(min(wanted, 0.34 * size.width()), axis))


def _width_of_scale(content: Content, theme: Theme, label: int) -> int:
    """The room for the scale beside the cells, 0 where they have no colours between two ends."""
    font = theme.numbers(label)
    widths = [width_of(font, number) for number in scale_numbers(content)]
    if not widths:
        return 0
    beside = 3 + max(widths[1:-1], default=-3.0)
    return math.ceil(max(*widths, theme.px(_RAMP) + beside))


def _names(
    content: Content,
    widths: Sequence[float],
    cell_width: float,
    across: tuple[int, range],
    high: float,
    line: int,
    theme: Theme,
) -> tuple[Names, tuple[float, ...], int]:
    """How column names are written, where those in one line begin, and how high they are.

    `across` is the left edge of the cells and the columns that are seen; `high` is the height that names
    and cells share."""
    left, columns = across
    shown = [widths[column] for column in columns]
    count = len(content.queries)
    lefts = _in_one_line(shown, left, cell_width, theme.px(_BETWEEN))
    if lefts:
        return "flat", lefts, line
    if cell_width >= theme.px(_STAGGERED):
        needed = theme.px(_AIMED_AT[1]) if count <= _AIMED_AT[0] else 0
        if count * needed <= high - 2 * line:
            return "staggered", (), 2 * line
        if needed:  # cut, and whole in their tips
            return "flat", (), line
    room = high + line
    return "turned", (), max(2 * line, math.ceil(min(max(shown) + 2, max(0.22 * room, 2.5 * line))))


def _in_one_line(widths: Sequence[float], left: int, cell_width: float, gap: int) -> tuple[float, ...]:
    """Where names begin that make room for each other in one line, `gap` apart; () where they cannot."""
    middles = [left + (index + 0.5) * cell_width - 1 for index in range(len(widths))]
    wished = [middle - width / 2 for middle, width in zip(middles, widths, strict=True)]
    places = list(wished)
    end = left + len(widths) * cell_width + gap
    for index in range(len(widths) - 1, -1, -1):
        places[index] = min(places[index], end - gap - widths[index])
        end = places[index]
    start = float(left)
    for index, width in enumerate(widths):
        places[index] = max(places[index], start)
        start = places[index] + width + gap
    shifts = [abs(place - wish) for place, wish in zip(places, wished, strict=True)]
    fits = start - gap <= left + len(widths) * cell_width + 1
    return tuple(places) if fits and max(shifts) <= _SHIFT * cell_width else ()


def _whole(size: float) -> float:
    return float(math.floor(size)) if size >= _WHOLE else size


def _gap(side: float) -> int:
    return 2 if side >= 16 else 1 if side >= 5 else 0


def _step(needed: float, offered: float) -> int:
    return max(math.ceil(needed / offered), 1)
