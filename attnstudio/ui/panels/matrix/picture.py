"""The matrix without marks, as a picture that is kept: only rows whose numbers changed are painted anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from attnstudio.model import numerals
from attnstudio.ui.panels.matrix.cells import MatrixInk, codes_of
from attnstudio.ui.panels.matrix.content import Content, notes_of, scale_numbers
from attnstudio.ui.panels.matrix.layout import layout_of
from attnstudio.ui.panels.matrix.legend import Legend, legend_words, paint_scale
from attnstudio.ui.panels.matrix.names import Names
from attnstudio.ui.panels.matrix.stroke import Cell
from attnstudio.ui.theme import metrics, width_of


@dataclass(frozen=True, slots=True)
class Frame:
    """What a picture is put into: its size, the cell that a large one is scrolled to (None where all are
    seen), the pixels that a control takes at the right end of the foot, and how to get a larger one."""

    size: QSize
    first: Cell | None
    taken: int
    invitation: str


class Picture:
    """One content, not empty, in one frame and theme. `chosen` is the row whose name is strong."""

    def __init__(self, content: Content, frame: Frame, ink: MatrixInk, chosen: int) -> None:
        self.content = content
        self.chosen = chosen
        self.layout = layout_of(
            content, frame.size, ink.theme, frame.first or (0, 0), frame.first is not None
        )
        self.names = Names(content, self.layout, ink)
        self._ink = ink
        self._frame = frame
        self._size = frame.size
        self._codes = codes_of(content)
        self._legend = Legend(content, ink, tells_rule=not frame.taken)
        self._pixmap: QPixmap | None = None
        self._dirty: set[int] = set()  # rows that differ from the pixmap, in these columns
        self._dirty_columns = range(0)
        self._is_foot_dirty = False
        self._notes = self._find_notes()
        self._widest_names = sum(
            max(width_of(ink.name_font, name) for name in names)
            for names in (content.row_names, content.column_names)
        )
        self._readout_width, self._is_short = self._find_readout()

    @property
    def foot(self) -> QRect:
        """The room for words under the cells."""
        return self.layout.foot.adjusted(0, 0, -self._frame.taken, 0)

    def take(self, content: Content) -> list[QRect] | None:
        """Take over other numbers: the areas that change, or None if it takes another picture."""
        before = self.content
        if (
            before.shows != content.shows
            or before.row_names is not content.row_names
            or before.column_names is not content.column_names
            or before.blind != content.blind
            or scale_numbers(before) != scale_numbers(content)
        ):
            return None
        self.content = content
        self._codes = codes_of(content)
        differs = (before.values != content.values) | (before.allowed != content.allowed)
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
        notes = self._find_notes()
        tells_rule = not self._frame.taken
        if notes != self._notes or legend_words(before, tells_rule) != legend_words(content, tells_rule):
            self._notes, self._legend = notes, Legend(content, self._ink, tells_rule)
            self._is_foot_dirty = True
            areas.append(self.layout.foot)
        return areas

    def take_foot(self, pixels: int) -> None:
        """A control takes more of the foot, or less."""
        self._frame = replace(self._frame, taken=pixels)
        self._legend = Legend(self.content, self._ink, tells_rule=not pixels)
        self._readout_width, self._is_short = self._find_readout()
        self._is_foot_dirty = True

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
            seen = self.layout.rows, self.layout.columns
            self._ink.paint_block(painter, self.layout, self.content, self._codes, *seen)
            painter.end()
        elif self._dirty or self._is_foot_dirty:
            painter = QPainter(made)
            in_sight, columns = self.layout.rows, _shared(self._dirty_columns, self.layout.columns)
            for rows in _stretches(sorted(row for row in self._dirty if row in in_sight and columns)):
                block = rows, columns
                self._ink.paint_block(painter, self.layout, self.content, self._codes, *block)
            if self._is_foot_dirty:
                self._paint_foot(painter)
            painter.end()
        self._dirty.clear()
        self._is_foot_dirty = False
        return made

    def paint(self, painter: QPainter) -> None:
        """The same in strokes and rectangles, for a picture that may be scaled or have no ground."""
        self._paint_around(painter)
        self._ink.paint_cells(painter, self.layout, self.content, self._codes)

    def paint_frame(self, painter: QPainter) -> None:
        """Around the cells of the chosen row, if it is seen."""
        if self.chosen not in self.layout.rows:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._ink.chosen)
        painter.drawRoundedRect(self.layout.row(self.chosen).adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def paint_readout(self, painter: QPainter, cell: Cell) -> None:
        """The sentence about a cell: after the legend if all such have room there, else in its place."""
        texts, place = self.content.readout(*cell), self.foot
        legend = self._legend.width + self._ink.theme.px(18) if self._legend.width else 0.0
        if not self._notes and legend + self._readout_width <= place.width():
            place = place.adjusted(round(legend), 0, 0, 0)
        painter.fillRect(place, self._ink.theme.panel)
        painter.setPen(self._ink.theme.ink)
        self._write(painter, texts[1:] if self._is_short else texts[:1], place)

    @property
    def said(self) -> str:
        """The whole of the sentence under the cells."""
        return self._notes[0] if self._notes else ""

    def _paint_around(self, painter: QPainter) -> None:
        """All but the cells."""
        painter.fillRect(QRect(0, 0, self._size.width(), self._size.height()), self._ink.theme.panel)
        self.names.paint(painter, self.chosen)
        paint_scale(painter, self.content, self._ink, self.layout.scale)
        self._paint_foot(painter)

    def _paint_foot(self, painter: QPainter) -> None:
        """What has to be said, else what the swatches mean."""
        painter.fillRect(self.layout.foot, self._ink.theme.panel)
        if self._notes:
            painter.setPen(self._ink.theme.warning if self.content.blind else self._ink.theme.secondary)
            self._write(painter, self._notes, self.foot)
        else:
            self._legend.paint(painter, self.foot)

    def _write(self, painter: QPainter, wordings: tuple[str, ...], place: QRect) -> None:
        """The first of some wordings that has room in one line, or what has room of the last."""
        font = self._ink.name_font
        measured = metrics(font.key(), font)
        text = next((words for words in wordings if width_of(font, words) <= place.width()), wordings[-1])
        text = measured.elidedText(text, Qt.TextElideMode.ElideMiddle, place.width())
        painter.setFont(font)
        baseline = QRectF(place).center().y() + (measured.ascent() - measured.descent()) / 2
        painter.drawText(QPointF(place.left(), baseline), text)

    def _find_notes(self) -> tuple[str, ...]:
        has_numbers = self._ink.fit_numbers(self.layout, self.content) is not None
        return notes_of(self.content, has_numbers, self._frame.invitation)

    def _find_readout(self) -> tuple[float, bool]:
        """How wide the widest readout is, and whether it has to be short: once for all cells, so that its
        wording does not change under a moving hand."""
        number = f": masked ({numerals.MASKED})"
        long, short = (
            self._widest_names + width_of(self._ink.name_font, words + number)
            for words in ("query “” → key “”", " → ")
        )
        is_short = long > self.foot.width()
        return (short if is_short else long), is_short


def around(area: QRectF) -> QRect:
    """The whole pixels of `area` and of the lines drawn around it."""
    return area.adjusted(-4, -4, 4, 4).toAlignedRect()


def _shared(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _stretches(rows: list[int]) -> list[range]:
    """Neighbouring rows taken together."""
    stretches: list[range] = []
    for row in rows:
        if stretches and stretches[-1].stop == row:
            stretches[-1] = range(stretches[-1].start, row + 1)
        else:
            stretches.append(range(row, row + 1))
    return stretches
