"""How one station is drawn: its title, its cells in colour, their numbers, the words of its rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPixmap

from attnstudio.model import numerals
from attnstudio.ui.heat import HIDDEN, Codes, draw_heat, signed_codes, weight_codes
from attnstudio.ui.marks import hatch_lines, paint_dot, paint_query_dot
from attnstudio.ui.panels.flow.content import SUM_DIGITS, Axis, Station, is_one
from attnstudio.ui.panels.flow.ink import FlowInk
from attnstudio.ui.panels.flow.places import Place
from attnstudio.ui.panels.flow.widths import has_one_line
from attnstudio.ui.paper import is_vector, ratio_of
from attnstudio.ui.subscript import draw_name
from attnstudio.ui.theme import metrics, width_of

_BASELINE, _NOTE = 14, 29  # of the title and of the note under it, at 100 %
_STRIP = 3.0  # thickness of the colours of rows and columns
_LEAST_STRIP = 2.0  # pixels of a row or a column: colours of smaller ones can't be told apart


def codes_of(station: Station) -> Codes:
    """Which colour each cell has."""
    codes = (
        weight_codes(station.values) if station.is_weights else signed_codes(station.values, station.limit)
    )
    if station.hidden is not None:
        codes[station.hidden] = HIDDEN
    return codes


def draw_title(painter: QPainter, ink: FlowInk, station: Station, place: Place, is_present: bool) -> None:
    """Name and note over the cells; `is_present`: Play is here."""
    theme = ink.theme
    left = place.cells.xs[0]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.warning if station.is_wrong else theme.accent if is_present else theme.ink
    painter.setPen(colour)
    wide = draw_name(painter, station.name, QPointF(left, theme.px(_BASELINE)), ink.title)
    is_shape = station.note == station.shape
    font = ink.shape if is_shape else ink.note
    at = QPointF(left, theme.px(_NOTE))
    if has_one_line(station):
        at = QPointF(left + wide + theme.px(6), theme.px(_BASELINE))
    room = place.rect.width() - at.x()
    note = metrics(font.key(), font).elidedText(station.note, Qt.TextElideMode.ElideRight, room)
    painter.setFont(font)
    painter.setPen(theme.warning if station.is_wrong else theme.secondary)
    painter.drawText(at, note)


def draw_rows(painter: QPainter, ink: FlowInk, station: Station, place: Place, chosen: int) -> None:
    """Words before the rows where there is room for them, else the colours of their tokens alone."""
    if not station.rows.names or not station.values.size:
        return
    cells, theme = place.cells, ink.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if place.labels <= theme.px(10):
        if cells.ys[1] - cells.ys[0] >= _LEAST_STRIP:
            right = cells.xs[0] - 2
            thick = round(_STRIP * theme.scale**0.5)
            for row in range(cells.rows):
                area = cells.cell(row, 0)
                colour = (
                    theme.accent if row < station.rows.only_asks else theme.token(_mark(station.rows, row))
                )
                painter.fillRect(QRect(right - thick, area.top(), thick, area.height()), colour)
        return
    for row in named_rows(ink, station, place, chosen):
        font = ink.strong if row == chosen else ink.label
        form = metrics(font.key(), font)
        middle = QRectF(cells.cell(row, 0)).center().y()
        dot, right = theme.px(6), cells.xs[0] - theme.px(5)
        centre = QPointF(right - dot / 2, middle)
        if row < station.rows.only_asks:
            paint_query_dot(painter, theme, centre, dot)
        else:
            paint_dot(painter, theme, centre, dot, _mark(station.rows, row))
        end = right - dot - theme.px(4)
        text = form.elidedText(station.rows.names[row], Qt.TextElideMode.ElideRight, end)
        painter.setFont(font)
        painter.setPen(theme.ink)
        at = QPointF(end - form.horizontalAdvance(text), middle + form.capHeight() / 2)
        painter.drawText(at, text)


def named_rows(ink: FlowInk, station: Station, place: Place, chosen: int) -> list[int]:
    """Rows whose words have room: the chosen one, and others that don't touch it or each other."""
    cells = place.cells
    line = metrics(ink.strong.key(), ink.strong).height() * 0.86
    total = cells.ys[-1] - cells.ys[0]
    every = max(int(np.ceil(line * cells.rows / max(total, 1))), 1)
    if every == 1:
        return list(range(cells.rows))
    rows = [row for row in range(0, cells.rows, every) if chosen < 0 or abs(row - chosen) >= every]
    return sorted([*rows, chosen]) if chosen >= 0 else rows


def draw_sum_sign(painter: QPainter, ink: FlowInk, station: Station, place: Place) -> None:
    """Over the sums of the rows."""
    if place.sums and station.values.size:
        right = place.cells.xs[-1] + place.sums - ink.theme.px(1)
        painter.setFont(ink.small)  # the figures' font has no Σ
        painter.setPen(ink.theme.secondary)
        at = QPointF(right - width_of(ink.small, "Σ"), place.cells.ys[0] - ink.theme.px(4))
        painter.drawText(at, "Σ")


def draw_columns(painter: QPainter, ink: FlowInk, station: Station, place: Place) -> None:
    """The colours of the keys, over their columns."""
    cells = place.cells
    if not station.columns.names or not cells.rows or cells.xs[1] - cells.xs[0] < _LEAST_STRIP:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    thick = round(_STRIP * ink.theme.scale**0.5)
    for column in range(cells.columns):
        area = cells.cell(0, column)
        colour = ink.theme.token(_mark(station.columns, column))
        painter.fillRect(QRect(area.left(), area.top() - 2 - thick, area.width(), thick), colour)


def _mark(axis: Axis, index: int) -> int:
    """Which colour the token at a place has: in X the keys' own rows begin anew."""
    return index - axis.only_asks if index >= axis.only_asks else index


class Heat:
    """The cells of one station in one place, as pictures that are kept until they differ."""

    def __init__(self, ink: FlowInk, place: Place) -> None:
        self._ink, self._place = ink, place
        self._hatch: tuple[bytes, float, QPixmap] | None = None
        self._fitted: tuple[float | None, tuple[QFont, int] | None] | None = None

    def draw(self, painter: QPainter, station: Station) -> None:
        """Colours, hatches and numbers."""
        cells, ink = self._place.cells, self._ink
        if not station.values.size:
            return
        codes = codes_of(station)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        draw_heat(painter, codes, ink.colours(station), cells, ink.theme.panel)
        if station.hidden is not None:
            self._draw_hatch(painter, station)
        if not cells.gap:
            painter.setPen(ink.frame)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(cells.area.adjusted(-1, -1, 0, 0))
        fitted = self._fitting(station)
        if fitted is not None:
            font, digits = fitted
            drawn = ink.digits(font)
            cap = metrics(font.key(), font).capHeight()
            colours, groups = ink.letters[station.is_weights]
            chosen = groups[codes]
            for group, colour in enumerate(colours):
                places = np.argwhere(chosen == group).tolist()
                for row, column in places:
                    text = station.text(row, column, digits)
                    area = cells.cell(row, column)
                    middle = area.left() + area.width() / 2 + drawn.width * len(text) / 2
                    base = area.top() + (area.height() + cap) / 2
                    if station.is_hidden(row, column):
                        patch = QRectF(
                            middle - drawn.width * len(text) - 1,
                            base - cap - 1,
                            drawn.width * len(text) + 2,
                            cap + 2,
                        )
                        painter.fillRect(patch, ink.theme.track)
                    drawn.write(text, middle, base)
                if places:
                    drawn.paint(painter, colour)

    def _fitting(self, station: Station) -> tuple[QFont, int] | None:
        """Type and digits of the numbers: found anew only where other numbers may have to fit."""
        cells, sample = self._place.cells, self._ink.sample(station)
        if self._fitted is None or self._fitted[0] != sample:
            wide = (cells.xs[-1] - cells.xs[0]) // cells.columns - cells.gap  # some are a pixel wider
            high = cells.ys[1] - cells.ys[0] - cells.gap
            self._fitted = sample, self._ink.fitting(sample, wide, high)
        return self._fitted[1]

    def _draw_hatch(self, painter: QPainter, station: Station) -> None:
        """Kept as a picture while the mask is the same."""
        assert station.hidden is not None
        if is_vector(painter):
            self._draw_hatch_lines(painter, station.hidden)
            return
        cells, ratio = self._place.cells, ratio_of(painter)
        key = station.hidden.tobytes()
        if self._hatch is None or self._hatch[:2] != (key, ratio):
            area = cells.area
            made = QPixmap(area.size() * ratio)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            inside = QPainter(made)
            inside.translate(-area.topLeft())
            inside.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_hatch_lines(inside, station.hidden)
            inside.end()
            self._hatch = key, ratio, made
        painter.drawPixmap(cells.area.topLeft(), self._hatch[2])

    def _draw_hatch_lines(self, painter: QPainter, hidden: npt.NDArray[np.bool_]) -> None:
        cells, step = self._place.cells, self._ink.theme.px(5)
        painter.setPen(self._ink.hatch)
        for row in range(cells.rows):
            for run in _runs(hidden[row].tolist(), cells.gap > 0):
                painter.drawLines(hatch_lines(QRectF(cells.block(range(row, row + 1), run)), step))


def draw_sums(painter: QPainter, ink: FlowInk, station: Station, place: Place) -> None:
    """Σ of each row of weights, where a row is high enough; in the colour of a warning where it is not 1."""
    if not place.sums or not station.values.size:
        return
    cells, theme = place.cells, ink.theme
    form, drawn = metrics(ink.sums.key(), ink.sums), ink.digits(ink.sums)
    right = cells.xs[-1] + place.sums - theme.px(1)
    sums = station.sums()
    if cells.ys[1] - cells.ys[0] < theme.px(12):  # one number for all of them
        low, high = (numerals.fixed(total, SUM_DIGITS) for total in (min(sums), max(sums)))
        for number, text in enumerate([low] if low == high else [low, high]):
            drawn.write(text, right, cells.ys[0] + (number + 1) * theme.px(14))
        drawn.paint(painter, theme.secondary if is_one(sums) else theme.warning)
        return
    for is_right, colour in ((True, theme.secondary), (False, theme.warning)):
        rows = [row for row, total in enumerate(sums) if is_one((total,)) == is_right]
        for row in rows:
            area = cells.cell(row, 0)
            text = numerals.fixed(1.0 if is_right else sums[row], SUM_DIGITS)
            drawn.write(text, right, area.top() + (area.height() + form.capHeight()) / 2)
        if rows:
            drawn.paint(painter, colour)


def draw_veil(painter: QPainter, ink: FlowInk, place: Place, step: str) -> None:
    """In the place of cells that Play has not come to."""
    theme = ink.theme
    area = QRectF(place.cells.xs[0], place.cells.ys[0], 0, 0)
    area.setBottomRight(QPointF(place.cells.xs[-1] - 1, place.cells.ys[-1] - 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(ink.veil)
    painter.setBrush(theme.track)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setFont(ink.small)
    painter.setPen(theme.secondary)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(area.adjusted(2, 2, -2, -2), flags, f"not yet:\n{step}")


def draw_divider(painter: QPainter, ink: FlowInk, station: Station, place: Place) -> None:
    """Between the queries' rows of X and the keys' own."""
    count = station.rows.only_asks
    if station.id != "x" or not 0 < count < place.cells.rows:
        return
    y = place.cells.ys[count] - place.cells.gap / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(ink.row)
    painter.drawLine(QPointF(place.cells.xs[0] - 3, y), QPointF(place.cells.xs[-1] + 2, y))


def _runs(hidden: list[bool], are_single: bool) -> list[range]:
    """The masked columns of a row: one by one, or neighbours together."""
    runs: list[range] = []
    for column, is_hidden in enumerate(hidden):
        if not is_hidden:
            continue
        if runs and not are_single and runs[-1].stop == column:
            runs[-1] = range(runs[-1].start, column + 1)
        else:
            runs.append(range(column, column + 1))
    return runs
