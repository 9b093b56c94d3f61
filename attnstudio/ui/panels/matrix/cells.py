"""How the cells of the matrix are painted: grounds, hatches and numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from attnstudio.model import numerals
from attnstudio.ui import ramps
from attnstudio.ui.marks import hatch_lines
from attnstudio.ui.panels.matrix.content import Content
from attnstudio.ui.panels.matrix.layout import Layout
from attnstudio.ui.theme import Theme, metrics, width_of

Codes = npt.NDArray[np.uint16]
Pixels = npt.NDArray[np.uint32]

_NUMBERS = ((18, 48, 20), (14, 26, 12), (12, 14, 6), (11, 12, 4), (10, 10, 4))
"""Sizes of type; how high a cell has to be for each, and how much wider than its number."""

_MASKED_CODE = ramps.STEPS
_MAY_LOOK_CODE = ramps.STEPS + 1


def codes_of(content: Content) -> Codes:
    """Which colour each cell has: an index into a ramp, or one of the two codes beyond it."""
    if content.shows == "mask":
        return np.where(content.allowed, _MAY_LOOK_CODE, _MASKED_CODE).astype(np.uint16)
    if content.shows == "weights":
        steps = np.clip(np.rint(content.values * (ramps.STEPS - 1)), 0, ramps.STEPS - 1)
    else:
        half = ramps.STEPS // 2
        away = np.minimum(np.rint(np.abs(content.values) / content.limit * (half - 1)), half - 1)
        steps = np.where(content.values < 0, half - 1 - away, half + away)
    return np.where(content.allowed, steps, _MASKED_CODE).astype(np.uint16)


class MatrixInk:
    """The pens, fonts and colours of one theme, with names in type of size `label`."""

    def __init__(self, theme: Theme, label: int) -> None:
        self.theme = theme
        self.label = label
        self.name_font = theme.words(label)
        self.strong_font = theme.words(label, 600)
        self.axis_font = theme.text(label)
        self.number_fonts = tuple(
            (theme.numbers(size), theme.px(high), theme.px(pad)) for size, high, pad in _NUMBERS
        )
        self._fitted: tuple[object, tuple[QFont, int] | None] | None = None
        self.hatch = QPen(theme.hatch, max(theme.stroke, 1.0))
        self.hatch_step = theme.px(5)
        self.chosen = QPen(theme.ink, 2 * theme.stroke)
        self.pointed = QPen(theme.accent, 2 * theme.stroke)
        self.focus = QPen(theme.focus, 2 * theme.stroke)
        self._grounds = {
            "weights": self._lut(theme.weights),
            "scores": self._lut(theme.signed),
            "mask": self._lut(theme.weights),
        }

    def _lut(self, ramp: tuple[QColor, ...]) -> Pixels:
        return np.array([c.rgba() for c in (*ramp, self.theme.track, self.theme.good_wash)], dtype=np.uint32)

    def ground(self, content: Content, code: int) -> QColor:
        return QColor.fromRgba(int(self._grounds[content.shows][code]))

    def on_ground(self, content: Content, code: int) -> QColor:
        if code >= ramps.STEPS:
            return self.theme.ink
        return (self.theme.on_weights if content.shows == "weights" else self.theme.on_signed)[code]

    def paint_block(
        self, painter: QPainter, layout: Layout, content: Content, codes: Codes, rows: range, columns: range
    ) -> None:
        """Paint some cells over whatever was there, as one picture."""
        block = layout.block(rows, columns).adjusted(0, 0, layout.gap, layout.gap)
        part = codes[rows.start : rows.stop, columns.start : columns.stop]
        pixels = self._with_gaps(layout, np.ascontiguousarray(self._grounds[content.shows][part]))
        high, wide = pixels.shape
        painter.drawImage(block, QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGB32))
        self._paint_details(painter, layout, content, codes, rows, columns)

    def _with_gaps(self, layout: Layout, pixels: Pixels) -> Pixels:
        """A pixel for each cell made as large as the cell, if that has whole pixels: Qt, which has to scale
        the others, would put the edges of some a pixel astray."""
        wide, high = round(layout.cell_width), round(layout.cell_height)
        if (wide, high) != (layout.cell_width, layout.cell_height):
            return pixels
        n_rows, n_columns = pixels.shape
        grown = np.empty((n_rows, high, n_columns, wide), dtype=np.uint32)
        grown[...] = pixels[:, None, :, None]
        if layout.gap:
            grown[:, high - layout.gap :] = grown[..., wide - layout.gap :] = self.theme.panel.rgba()
        return grown.reshape(n_rows * high, n_columns * wide)

    def paint_cells(self, painter: QPainter, layout: Layout, content: Content, codes: Codes) -> None:
        """Paint all cells one by one, for pictures that are scaled afterwards."""
        rows, columns = layout.rows, layout.columns
        for row in rows:
            for column in columns:
                painter.fillRect(layout.cell(row, column), self.ground(content, int(codes[row, column])))
        self._paint_details(painter, layout, content, codes, rows, columns)

    def _paint_details(
        self, painter: QPainter, layout: Layout, content: Content, codes: Codes, rows: range, columns: range
    ) -> None:
        masked = codes[rows.start : rows.stop, columns.start : columns.stop] == _MASKED_CODE
        if masked.any():
            lines: list[QLineF] = []
            # The ends of a stroke reach beyond its line, where no other cell would paint over them.
            inset = min(1.5 * self.hatch.widthF(), layout.cell_width / 4, layout.cell_height / 4)
            for offset, row in enumerate(rows):
                for run in _runs(masked[offset], columns.start):
                    parts = (run,) if not layout.gap else tuple(range(c, c + 1) for c in run)
                    for part in parts:
                        area = layout.block(range(row, row + 1), part).adjusted(inset, inset, -inset, -inset)
                        lines += hatch_lines(area, self.hatch_step)
            painter.setPen(self.hatch)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)  # faster than without, too
            painter.drawLines(lines)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        fitted = self.fit_numbers(layout, content)
        if fitted is not None:
            self._paint_numbers(painter, layout, content, codes, rows, columns, *fitted)

    def fit_numbers(self, layout: Layout, content: Content) -> tuple[QFont, int] | None:
        """The largest type, with the most digits, that has room in the cells; None where none has."""
        wide, high = layout.cell_width - layout.gap, layout.cell_height - layout.gap
        asked = wide, high, content.shows, content.limit
        if self._fitted is None or self._fitted[0] != asked:
            fits = (
                (font, digits)
                for digits, sample in _samples(content)
                for font, least, pad in self.number_fonts
                if width_of(font, sample) + pad <= wide and least <= high
            )
            self._fitted = asked, next(fits, None)
        return self._fitted[1]

    def _paint_numbers(
        self,
        painter: QPainter,
        layout: Layout,
        content: Content,
        codes: Codes,
        rows: range,
        columns: range,
        font: QFont,
        digits: int,
    ) -> None:
        painter.setFont(font)
        measured = metrics(font.key(), font)
        letter, cap = measured.horizontalAdvance("0"), measured.capHeight()
        for row in rows:
            baseline = layout.y_of(row) + (layout.cell_height - layout.gap + cap) / 2
            for column in columns:
                text = content.text(row, column, digits)
                code = int(codes[row, column])
                width = letter * len(text)
                middle = layout.x_of(column) + (layout.cell_width - layout.gap) / 2
                if code == _MASKED_CODE:  # the text needs a quiet ground among the lines
                    patch = QRectF(middle - width / 2 - 2, baseline - cap - 2, width + 4, cap + 4)
                    painter.fillRect(patch & layout.cell(row, column), self.theme.track)
                painter.setPen(self.on_ground(content, code))
                painter.drawText(QPointF(middle - width / 2, baseline), text)


def _samples(content: Content) -> tuple[tuple[int, str], ...]:
    """Numbers of digits to try, each with the longest text that may have to fit."""
    if content.shows == "mask":
        return ((0, numerals.MASKED),)
    if content.shows == "weights":
        return (numerals.WEIGHT_DIGITS, "<0.001"), (2, "0.00")
    return tuple((digits, numerals.fixed(-content.limit, digits)) for digits in (numerals.DIGITS, 1))


def _runs(masked: npt.NDArray[np.bool_], first: int) -> list[range]:
    """The stretches of neighbouring True's, counted from `first`."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], masked, [False])).astype(np.int8)))
    return [range(first + int(a), first + int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
