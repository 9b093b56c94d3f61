"""The matrix on the screen: its picture, with what is chosen and pointed at marked on top."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import MatrixShows
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix_cells import MatrixInk
from attnstudio.ui.panels.matrix_content import Content, content_of, empty_sentence
from attnstudio.ui.panels.matrix_layout import Layout, label_size, least_size
from attnstudio.ui.panels.matrix_picture import Picture, around
from attnstudio.ui.panels.matrix_stroke import Cell
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import theme_of

_STEPS: dict[MatrixShows, Step] = {"weights": "normalize", "scores": "match", "mask": "mask"}
_CENTRED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter


class MatrixView(Surface):
    """Draws what the Store shows. `pointed` is the cell under the pointer, `cursor_cell` the keyboard's."""

    def __init__(self, parent: QWidget, store: Store) -> None:
        super().__init__(parent)
        self.store = store
        self.pointed: Cell | None = None
        self.cursor_cell: Cell | None = None
        self.shows_cursor = False
        self.content: Content = content_of(store.now)
        self.picture: Picture | None = None  # where there is no cell, a sentence stands instead
        self._now = store.now
        self._ink = self._make_ink()

    @property
    def cells(self) -> Layout | None:
        """Where the cells are; None where there is none."""
        return None if self.picture is None else self.picture.layout

    # --- what is shown ------------------------------------------------------------------------------

    def retheme(self) -> None:
        self._ink = self._make_ink()
        self._start_over()

    def minimumSizeHint(self) -> QSize:
        return least_size(self._ink.theme)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint() * 2

    def show_state(self, old: Snapshot | None, new: Snapshot) -> None:
        """Take over what changed, and ask for a repaint of just that."""
        self._now = new
        if old is None:
            self.content = content_of(new)
            self._start_over()
            return
        if (
            old.trace is not new.trace
            or old.passage is not new.passage
            or old.look.matrix != new.look.matrix
            or old.look.head != new.look.head
        ):
            self._take(content_of(new, self.content, old))
        if self.picture is not None and self.picture.chosen != new.query_index:
            self.picture.choose(new.query_index)
            self.update()
        if old.view.hover_token != new.view.hover_token and self.spoken_of() is None:
            self._update_token(old.view.hover_token)
            self._update_token(new.view.hover_token)
        if old.view.hover_step != new.view.hover_step and self.cells is not None:
            self.update(around(self.cells.all_cells))
        if old.view.is_figure != new.view.is_figure:
            self.update()

    def _take(self, content: Content) -> None:
        self.content = content
        areas = None if self.picture is None else self.picture.take(content)
        if areas is None:
            self._start_over()
            return
        for area in areas:
            self.update(area)
        if self.cells is not None and self.spoken_of() is not None:
            self.update(self.cells.legend)

    def _start_over(self) -> None:
        """Lay out anew and paint everything at the next repaint."""
        content = self.content
        self.picture = (
            None if content.is_empty else Picture(content, self.size(), self._ink, self._now.query_index)
        )
        self.pointed = self._within(self.pointed)
        self.cursor_cell = self._within(self.cursor_cell)
        self.update()

    def _within(self, cell: Cell | None) -> Cell | None:
        """`cell`, or the nearest that there is."""
        if cell is None or self.content.is_empty:
            return None
        return min(cell[0], len(self.content.queries) - 1), min(cell[1], len(self.content.keys) - 1)

    def _make_ink(self) -> MatrixInk:
        theme = theme_of(self.store.view)
        return MatrixInk(theme, label_size(self.size(), theme))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._ink.label != label_size(self.size(), self._ink.theme):
            self._ink = self._make_ink()
        self._start_over()

    # --- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        picture = self.picture
        if picture is None:
            self._paint_empty(painter)
        elif self._now.view.is_figure:
            picture.paint(painter)
            picture.paint_frame(painter)
        else:
            painter.drawPixmap(0, 0, picture.pixmap(self.devicePixelRatioF()))
            self._paint_marks(painter, picture, event.region())
        painter.end()

    def _paint_empty(self, painter: QPainter) -> None:
        theme = self._ink.theme
        painter.fillRect(self.rect(), theme.panel)
        painter.setFont(theme.text())
        painter.setPen(theme.secondary)
        painter.drawText(self.rect(), _CENTRED, empty_sentence(self.content))

    def _paint_marks(self, painter: QPainter, picture: Picture, region: QRegion) -> None:
        layout, names = picture.layout, picture.names
        if region.intersects(around(layout.row(picture.chosen))):
            picture.paint_frame(painter)
        rows, columns = self._marked()
        for row in rows:
            if region.intersects(around(names.row(row, True).ground)):
                names.mark_row(painter, row)
        for column in columns:
            if region.intersects(around(names.column(column, True).ground)):
                names.mark_column(painter, column)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._now.view.hover_step == _STEPS[self.content.shows]:
            painter.setPen(self._ink.pointed)
            painter.drawRect(layout.all_cells.adjusted(-2, -2, 2, 2))
        if self.pointed is not None:
            painter.setPen(self._ink.pointed)
            painter.drawRect(layout.cell(*self.pointed).adjusted(-1, -1, 1, 1))
        if self.cursor_cell is not None and self.shows_cursor:
            painter.setPen(self._ink.focus)
            painter.drawRect(layout.cell(*self.cursor_cell).adjusted(-1, -1, 1, 1))
        at = self.spoken_of()
        if at is not None and region.intersects(layout.legend):
            picture.paint_readout(painter, at)

    # --- what is marked -----------------------------------------------------------------------------

    def spoken_of(self) -> Cell | None:
        """The cell whose number stands below: the pointer's, else the keyboard's."""
        return self.pointed or (self.cursor_cell if self.shows_cursor else None)

    def point(self, pointed: Cell | None) -> None:
        """Mark the cell under the pointer."""
        if pointed != self.pointed:
            self._mark(pointed, self.cursor_cell, self.shows_cursor)

    def put_cursor(self, cell: Cell | None, shown: bool) -> None:
        """Mark the cell on which the keyboard is, if it is `shown`."""
        if (cell, shown) != (self.cursor_cell, self.shows_cursor):
            self._mark(self.pointed, cell, shown)

    def _mark(self, pointed: Cell | None, cursor: Cell | None, shown: bool) -> None:
        before, was = self.spoken_of(), (self.pointed, self.cursor_cell)
        self.pointed, self.cursor_cell, self.shows_cursor = pointed, cursor, shown
        now = self.spoken_of()
        if self.picture is None:
            return
        layout, names = self.picture.layout, self.picture.names
        for cell in {*was, pointed, cursor} - {None}:
            if cell is not None:
                self.update(around(layout.cell(*cell)))
        for at, other in ((before, now), (now, before)):
            if at is None:
                self._update_token(self._now.view.hover_token)
                continue
            if other is None or other[0] != at[0]:
                self.update(around(names.row(at[0], True).ground))
            if other is None or other[1] != at[1]:
                self.update(around(names.column(at[1], True).ground))
        self.update(layout.legend)

    def _marked(self) -> tuple[list[int], list[int]]:
        """Rows and columns whose names are marked: of the cell pointed at, else of the token pointed at."""
        at = self.spoken_of()
        if at is not None:
            return [at[0]], [at[1]]
        token = self._now.view.hover_token
        if token is None:
            return [], []
        return (
            [row for row, query in enumerate(self.content.queries) if query.id == token],
            [column for column, key in enumerate(self.content.keys) if key.id == token],
        )

    def _update_token(self, token: int | None) -> None:
        if token is None or self.picture is None:
            return
        names = self.picture.names
        areas: list[QRect] = []
        for row, query in enumerate(self.content.queries):
            if query.id == token:
                areas.append(around(names.row(row, True).ground))
        for column, key in enumerate(self.content.keys):
            if key.id == token:
                areas.append(around(names.column(column, True).ground))
        for area in areas:
            self.update(area)
