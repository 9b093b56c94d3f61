"""A matrix as a picture: one colour a cell, from a ramp of the theme, with gaps where cells are large.

Made by looking the colours up in numpy and repeating them: a picture of 64 × 64 cells costs as much as one
of two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnstudio.model.trace import Array
from attnstudio.ui import ramps
from attnstudio.ui.paper import is_vector, ratio_of
from attnstudio.ui.theme import Theme

Codes = npt.NDArray[np.intp]
Pixels = npt.NDArray[np.uint32]

_OVERLAP = 0.5  # pixels

HIDDEN = ramps.STEPS
"""The code of a cell that is masked: after those of the ramp."""


def weight_codes(values: Array) -> Codes:
    """0 … 1 → an index into the ramp of weights, cell by cell."""
    codes: Codes = np.clip(np.rint(values * (ramps.STEPS - 1)), 0, ramps.STEPS - 1).astype(np.intp)
    return codes


def signed_codes(values: Array, limit: float) -> Codes:
    """−limit … limit → an index into the signed ramp, with 0 in its middle; −∞ is the lowest."""
    half = ramps.STEPS // 2
    away = np.minimum(np.rint(np.abs(values) / limit * (half - 1)), half - 1)
    codes: Codes = np.where(values < 0, half - 1 - away, half + away).astype(np.intp)
    return codes


@cache
def weight_colours(theme: Theme) -> Pixels:
    """The ramp of weights as pixels, and the ground of a masked cell after it."""
    return _pixels((*theme.weights, theme.track))


@cache
def signed_colours(theme: Theme) -> Pixels:
    """The signed ramp as pixels, and the ground of a masked cell after it."""
    return _pixels((*theme.signed, theme.track))


def _pixels(colours: tuple[QColor, ...]) -> Pixels:
    return np.array([colour.rgba() for colour in colours], dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the cells of a matrix stand: the first pixel of each column and of each row, and the end of the
    last; `gap` is how many pixels of each cell are left free at its right and its lower edge."""

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    gap: int

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def area(self) -> QRect:
        """All cells, without the last gaps."""
        return self.block(range(self.rows), range(self.columns))

    def cell(self, row: int, column: int) -> QRect:
        return self.block(range(row, row + 1), range(column, column + 1))

    def block(self, rows: range, columns: range) -> QRect:
        """Neighbouring cells, without the gaps after the last of them."""
        left, top = self.xs[columns.start], self.ys[rows.start]
        right, bottom = self.xs[columns.stop], self.ys[rows.stop]
        return QRect(left, top, max(right - left - self.gap, 1), max(bottom - top - self.gap, 1))

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the cell at a point; its gap belongs to it."""
        if not (self.rows and self.columns):
            return None
        if not (self.xs[0] <= x < self.xs[-1] and self.ys[0] <= y < self.ys[-1]):
            return None
        row = int(np.searchsorted(self.ys, y, side="right")) - 1
        column = int(np.searchsorted(self.xs, x, side="right")) - 1
        return row, column


def cells_in(area: QRect, rows: int, columns: int, gap: int) -> Cells:
    """Cells that fill an area to the last pixel; where they are too small for gaps, they have none."""
    if rows and columns and min(area.width() / columns, area.height() / rows) < 4 * gap:
        gap = 0
    return Cells(
        _edges(area.left(), area.width() + gap, columns), _edges(area.top(), area.height() + gap, rows), gap
    )


def _edges(start: int, length: int, count: int) -> tuple[int, ...]:
    return tuple(start + round(number * length / max(count, 1)) for number in range(count + 1))


def draw_heat(painter: QPainter, codes: Codes, colours: Pixels, cells: Cells, ground: QColor) -> None:
    """Draw the cells in their place, over a ground of the colour `ground`, opaque or nothing."""
    if is_vector(painter):
        _fill_cells(painter, codes, colours, cells)
    else:
        made = heat_image(codes, colours, cells, ground, ratio_of(painter))
        painter.drawImage(cells.area.topLeft(), made)


def _fill_cells(painter: QPainter, codes: Codes, colours: Pixels, cells: Cells) -> None:
    """Each cell a rectangle. Where they have no gaps each reaches a little below the next ones, or the ground
    would shine through between them wherever a viewer shows them between its pixels."""
    more = 0.0 if cells.gap else _OVERLAP
    for row, of_row in enumerate(colours[codes].tolist()):
        high = more if row + 1 < cells.rows else 0.0
        for column, colour in enumerate(of_row):
            wide = more if column + 1 < cells.columns else 0.0
            cell = QRectF(cells.cell(row, column)).adjusted(0.0, 0.0, wide, high)
            painter.fillRect(cell, QColor.fromRgba(colour))


def heat_image(codes: Codes, colours: Pixels, cells: Cells, ground: QColor, ratio: float = 1.0) -> QImage:
    """The picture of `cells.area`, with `ratio` of its pixels to one of the cells' own."""
    across, gaps_across = _spread(cells.xs, cells.gap, ratio)
    down, gaps_down = _spread(cells.ys, cells.gap, ratio)
    pixels = np.ascontiguousarray(colours[codes][down][:, across])
    if cells.gap:
        pixels[gaps_down] = ground.rgba()
        pixels[:, gaps_across] = ground.rgba()
    high, wide = pixels.shape
    shared = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
    made = shared.copy()  # the array goes with this call
    made.setDevicePixelRatio(ratio)
    return made


@cache
def _spread(edges: tuple[int, ...], gap: int, ratio: float) -> tuple[Codes, npt.NDArray[np.bool_]]:
    """For each device pixel along one axis: which cell it is of, and whether it lies in a gap."""
    starts = np.rint((np.array(edges) - edges[0]) * ratio).astype(np.intp)
    total = max(int(starts[-1] - round(gap * ratio)), 1)
    places = np.arange(total)
    index: Codes = np.clip(np.searchsorted(starts, places, side="right") - 1, 0, len(edges) - 2)
    ends = starts[1:] - round(gap * ratio)
    return index, places >= ends[index]
