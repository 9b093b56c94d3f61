"""The matrix without marks, as a picture that is kept: only rows whose numbers changed are painted anew."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from attnstudio.ui.panels.matrix_cells import MatrixInk, codes_of
from attnstudio.ui.panels.matrix_content import MASKED, Content, blind_sentence
from attnstudio.ui.panels.matrix_layout import layout_of
from attnstudio.ui.panels.matrix_legend import Legend, legend_words
from attnstudio.ui.panels.matrix_names import Names
from attnstudio.ui.panels.matrix_stroke import Cell
from attnstudio.ui.theme import metrics, width_of

_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class Picture:
    """One content, not empty, in one size and theme. `chosen` is the row whose name is strong."""

    def __init__(self, content: Content, size: QSize, ink: MatrixInk, chosen: int) -> None:
        self.content = content
        self.chosen = chosen
        self.layout = layout_of(content, size, ink.theme)
        self.names = Names(content, self.layout, ink)
        self._ink = ink
        self._size = size
        self._codes = codes_of(content)
        self._legend = Legend(content, ink)
        self._pixmap: QPixmap | None = None
        self._dirty: set[int] = set()  # rows that differ from the pixmap, in these columns
        self._dirty_columns = range(0)
        self._is_legend_dirty = False
        self._longest_readout = _longest_readout(content, ink)
        self._readout_left, self._is_readout_long = self._find_readout()

    def take(self, content: Content) -> list[QRect] | None:
        """Take over other numbers: the areas that change, or None if it takes another picture."""
        before = self.content
        if (
            before.shows != content.shows
            or before.row_names is not content.row_names
            or before.column_names is not content.column_names
            or before.blind != content.blind
        ):
            return None
        self.content = content
        self._codes = codes_of(content)
        differs = (before.values != content.values) | (before.allowed != content.allowed)
        if before.limit != content.limit:
            differs[:] = True
        rows, columns = (np.flatnonzero(differs.any(axis=axis)).tolist() for axis in (1, 0))
        areas: list[QRect] = []
        if rows:
            across = range(columns[0], columns[-1] + 1)
            areas = [around(self.layout.block(range(row, row + 1), across)) for row in rows]
            if self._dirty:
                before_that = self._dirty_columns
                across = range(min(across.start, before_that.start), max(across.stop, before_that.stop))
            self._dirty.update(rows)
            self._dirty_columns = across
        if legend_words(before) != legend_words(content):
            self._legend = Legend(content, self._ink)
            self._readout_left, self._is_readout_long = self._find_readout()
            self._is_legend_dirty = True
            areas.append(self.layout.legend)
        return areas

    def choose(self, row: int) -> None:
        """Another name is strong now, and others may have to make room for it."""
        self.chosen = row
        self._pixmap = None

    # --- painting -----------------------------------------------------------------------------------

    def pixmap(self, ratio: float) -> QPixmap:
        """The picture for the screen, with `ratio` of its pixels to one of the surface."""
        made = self._pixmap
        if made is None or made.devicePixelRatio() != ratio:
            made = self._pixmap = QPixmap(self._size * ratio)
            made.setDevicePixelRatio(ratio)
            painter = QPainter(made)
            self._paint_around(painter)
            everything = range(self.layout.n_queries), range(self.layout.n_keys)
            self._ink.paint_block(painter, self.layout, self.content, self._codes, *everything)
            painter.end()
        elif self._dirty or self._is_legend_dirty:
            painter = QPainter(made)
            for rows in _stretches(sorted(self._dirty)):
                block = rows, self._dirty_columns
                self._ink.paint_block(painter, self.layout, self.content, self._codes, *block)
            if self._is_legend_dirty:
                painter.fillRect(self.layout.legend, self._ink.theme.panel)
                self._legend.paint(painter, self.layout.legend)
            painter.end()
        self._dirty.clear()
        self._is_legend_dirty = False
        return made

    def paint(self, painter: QPainter) -> None:
        """The same in strokes and rectangles, for a picture that may be scaled or have no ground."""
        self._paint_around(painter)
        self._ink.paint_cells(painter, self.layout, self.content, self._codes)

    def paint_frame(self, painter: QPainter) -> None:
        """Around the cells of the chosen row."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._ink.chosen)
        painter.drawRoundedRect(self.layout.row(self.chosen).adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def paint_readout(self, painter: QPainter, cell: Cell) -> None:
        """The sentence about a cell: beside the legend if all such have room there, else in its place."""
        text, place = self.content.readout(*cell), self.layout.legend
        font = self._ink.name_font
        measured = metrics(font.key(), font)
        if self._readout_left == 0.0:
            painter.fillRect(place, self._ink.theme.panel)
        if self._is_readout_long:
            text = measured.elidedText(text, Qt.TextElideMode.ElideMiddle, place.width())
        painter.setFont(font)
        painter.setPen(self._ink.theme.ink)
        baseline = QRectF(place).center().y() + (measured.ascent() - measured.descent()) / 2
        painter.drawText(QPointF(self._readout_left, baseline), text)

    def _paint_around(self, painter: QPainter) -> None:
        """All but the cells."""
        painter.fillRect(QRect(0, 0, self._size.width(), self._size.height()), self._ink.theme.panel)
        self.names.paint(painter, self.chosen)
        self._legend.paint(painter, self.layout.legend)
        painter.setFont(self._ink.name_font)
        painter.setPen(self._ink.theme.warning)
        painter.drawText(self.layout.note, _WRAPPED, blind_sentence(self.content))

    def _find_readout(self) -> tuple[float, bool]:
        """Where the readout begins, and whether it may have to be cut: once for all cells, so that it does
        not jump under a moving hand."""
        beside, room = self._legend.width + self._ink.theme.px(18), self.layout.legend.width()
        return (beside if beside + self._longest_readout <= room else 0.0), self._longest_readout > room


def _longest_readout(content: Content, ink: MatrixInk) -> float:
    row, column = (
        max(width_of(ink.name_font, name) for name in names)
        for names in (content.row_names, content.column_names)
    )
    return row + column + width_of(ink.name_font, f"query “” → key “”: masked ({MASKED})")


def around(area: QRectF) -> QRect:
    """The whole pixels of `area` and of the lines drawn around it."""
    return area.adjusted(-4, -4, 4, 4).toAlignedRect()


def _stretches(rows: list[int]) -> list[range]:
    """Neighbouring rows taken together."""
    stretches: list[range] = []
    for row in rows:
        if stretches and stretches[-1].stop == row:
            stretches[-1] = range(stretches[-1].start, row + 1)
        else:
            stretches.append(range(row, row + 1))
    return stretches
