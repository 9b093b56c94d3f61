"""One station on the screen: its picture, kept until it differs, and on top of it what is marked."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from attnstudio.model.masks import Allowed
from attnstudio.state.snapshot import STEPS, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow import drawing
from attnstudio.ui.panels.flow.content import NodeId, Station
from attnstudio.ui.panels.flow.drawing import Heat
from attnstudio.ui.panels.flow.ink import FlowInk, ink_of
from attnstudio.ui.panels.flow.places import Place
from attnstudio.ui.panels.flow.widths import has_one_line
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import theme_of

_CORNER = 3.0


class NodeView(Surface):
    """Draws one station. `lay_out` gives it a place, `take` its numbers, `mark` what is pointed at."""

    def __init__(self, parent: QWidget, store: Store, station: Station) -> None:
        super().__init__(parent)
        self.store = store
        self.id: NodeId = station.id
        self.station = station
        self.place: Place | None = None
        self.pointed: tuple[int, int] | None = None  # the cell under the pointer
        self._now = store.now
        self._chosen = -1
        self._heat: Heat | None = None
        self._ground: QPixmap | None = None
        self._picture: QPixmap | None = None

    @property
    def ink(self) -> FlowInk:
        return ink_of(theme_of(self.store.view))

    @property
    def chosen(self) -> int:
        """The row of the shown query, or −1."""
        return self._chosen

    @property
    def is_known(self) -> bool:
        """Whether Play has come to it."""
        order = self.station.order
        return order < 0 or self._now.view.is_known[order]

    @property
    def is_present(self) -> bool:
        """Whether Play stands just here."""
        known = self._now.view.known
        return known is not None and self.station.order == STEPS.index(known)

    def lay_out(self, place: Place) -> None:
        """Stand somewhere; everything is drawn anew."""
        self.place = place
        self.pointed = None
        self._heat = Heat(self.ink, place)
        self._ground = self._picture = None
        self.setGeometry(place.rect)
        self.update()

    def take(self, station: Station) -> None:
        """Take over other numbers, and ask for a repaint where they differ."""
        old, self.station = self.station, station
        if (old.name, old.note, old.is_wrong) != (station.name, station.note, station.is_wrong) or (
            old.rows.names is not station.rows.names and old.rows.names != station.rows.names
        ):
            self._ground = self._picture = None
            self.update()
        elif (
            old.limit != station.limit
            or not np.array_equal(old.values, station.values)
            or not is_same_mask(old.hidden, station.hidden)
        ):
            self._picture = None
            self.update()

    def mark(self, old: Snapshot | None, now: Snapshot) -> None:
        """Follow what is chosen, pointed at, picked and known."""
        self._now = now
        chosen = self._row_of_query(now)
        before = None if old is None else old.view
        view = now.view
        if before is None or before.known != view.known or chosen != self._chosen:
            self._chosen = chosen
            self._ground = self._picture = None
            self.update()
            return
        if before.hover_token != view.hover_token:
            for area in (*self._token_areas(before.hover_token), *self._token_areas(view.hover_token)):
                self.update(_around(area))
        if before.hover_step != view.hover_step and self.station.step in (before.hover_step, view.hover_step):
            self.update()
        if before.picked != view.picked and self.place is not None:
            for picked in (before.picked, view.picked):
                if picked is not None and picked.node == self.station.picks:
                    cells = self.place.cells
                    if picked.row < cells.rows and picked.column < cells.columns:
                        self.update(_around(cells.cell(picked.row, picked.column)))
            if self.hasFocus():
                self.update()

    def _row_of_query(self, now: Snapshot) -> int:
        """The row of the shown query, if the rows are those of queries."""
        if self.id in ("k", "v", "w_o"):
            return -1
        return now.query_index

    def _token_areas(self, token: int | None) -> list[QRect]:
        """The rows of a token, or its columns where they are keys."""
        if token is None or self.place is None or not self.station.values.size:
            return []
        cells, every = self.place.cells, range(self.place.cells.rows)
        if self.station.columns.names:
            areas = [
                cells.block(every, range(column, column + 1))
                for column in self.station.columns.rows_of(token)
            ]
            if areas:
                return areas
        return [
            cells.block(range(row, row + 1), range(cells.columns)) for row in self.station.rows.rows_of(token)
        ]

    def point(self, cell: tuple[int, int] | None) -> None:
        """Mark the cell under the pointer."""
        if cell == self.pointed or self.place is None:
            return
        for one in (cell, self.pointed):
            if one is not None:
                self.update(_around(self.place.cells.cell(*one)))
        self.pointed = cell

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.place is None:
            painter.fillRect(self.rect(), self.ink.theme.panel)
        elif self._now.view.is_figure:
            self._draw_ground(painter, self.place)
            self._draw_cells(painter, self.place)
            self._draw_marks(painter, self.place)
        else:
            if self._picture is None:
                self._picture = self._make_picture(self.place)
            painter.drawPixmap(0, 0, self._picture)
            self._draw_marks(painter, self.place)
        painter.end()

    def _make_picture(self, place: Place) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._ground)
            self._draw_ground(painter, place)
            painter.end()
        made = QPixmap(self._ground)
        painter = QPainter(made)
        self._draw_cells(painter, place)
        painter.end()
        return made

    def _draw_ground(self, painter: QPainter, place: Place) -> None:
        painter.fillRect(self.rect(), self.ink.theme.panel)
        drawing.draw_title(painter, self.ink, self.station, place, self.is_present)
        drawing.draw_rows(painter, self.ink, self.station, place, self._chosen)
        drawing.draw_columns(painter, self.ink, self.station, place)
        if self.is_known:  # their sums, too, are not known before
            drawing.draw_sum_sign(painter, self.ink, self.station, place)

    def _draw_cells(self, painter: QPainter, place: Place) -> None:
        if not self.is_known:
            drawing.draw_veil(painter, self.ink, place, STEPS[self.station.order])
            return
        assert self._heat is not None
        self._heat.draw(painter, self.station)
        drawing.draw_divider(painter, self.ink, self.station, place)
        drawing.draw_sums(painter, self.ink, self.station, place)

    def _draw_marks(self, painter: QPainter, place: Place) -> None:
        ink, view, cells = self.ink, self._now.view, place.cells
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.is_known and self.station.values.size:
            if 0 <= self._chosen < cells.rows:
                row = cells.block(range(self._chosen, self._chosen + 1), range(cells.columns))
                _outline(painter, ink.row, row, 1.5)
            for area in self._token_areas(view.hover_token):
                _outline(painter, ink.hovered, area, 1.5)
            if self.pointed is not None:
                _outline(painter, ink.hovered, cells.cell(*self.pointed), 0.5)
            picked = view.picked
            if (
                picked is not None
                and picked.node == self.station.picks
                and picked.row < cells.rows
                and picked.column < cells.columns
            ):
                area = cells.cell(picked.row, picked.column)
                _outline(painter, ink.picked, area, 1.5)
                if min(area.width(), area.height()) > 8:
                    _outline(painter, ink.inside, area, -0.5)
        away = 2.5 if has_one_line(self.station) else 4.5  # off the title, which is near
        if self.is_present or (view.hover_step is not None and view.hover_step == self.station.step):
            _outline(painter, ink.step, cells.area, away)
        if self.hasFocus():
            _outline(painter, ink.focus, cells.area, away)


def _outline(painter: QPainter, pen: QPen, area: QRect, away: float) -> None:
    painter.setPen(pen)
    painter.drawRoundedRect(QRectF(area).adjusted(-away, -away, away, away), _CORNER, _CORNER)


def _around(area: QRect) -> QRect:
    return area.adjusted(-4, -4, 4, 4)


def is_same_mask(one: Allowed | None, other: Allowed | None) -> bool:
    """Whether the same cells are masked."""
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
