"""The matrix on the screen: its picture, with what is chosen and pointed at marked on top."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import MatrixShows
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.cells import MatrixInk
from attnstudio.ui.panels.matrix.content import Content, content_of, empty_sentence
from attnstudio.ui.panels.matrix.layout import Layout, label_size, least_size
from attnstudio.ui.panels.matrix.picture import Frame, Picture, around
from attnstudio.ui.panels.matrix.stroke import Cell
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import theme_of

_STEPS: dict[MatrixShows, Step] = {"weights": "normalize", "scores": "match", "mask": "mask"}
_CENTRED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter


class MatrixView(Surface):
    """Draws what the Store shows. `pointed` is the cell under the pointer, `cursor_cell` the keyboard's."""

    laid_out = Signal()  # the cells stand elsewhere, are others, or other ones of them are seen

    def __init__(self, parent: QWidget, store: Store, is_large: bool) -> None:
        super().__init__(parent)
        self.store = store
        self.is_large = is_large
        self._first: Cell = (0, 0)  # seen, where a large matrix is scrolled
        self._foot_taken = 0
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
            or old.view.known != new.view.known
        ):
            self._take(content_of(new, self.content, old))
        if self.picture is not None and self.picture.chosen != new.query_index:
            self.picture.choose(new.query_index)
            if self.cells is not None and self.is_large:
                self.show_cell((new.query_index, self.cells.columns.start))
            self.update()
        if old.view.hover_token != new.view.hover_token and self.spoken_of() is None:
            self._update_token(old.view.hover_token)
            self._update_token(new.view.hover_token)
        if old.view.hover_step != new.view.hover_step and self.cells is not None:
            self.update(around(self.cells.all_cells))
        if old.view.is_figure != new.view.is_figure or old.view.painting != new.view.painting:
            self._start_over()

    def _take(self, content: Content) -> None:
        self.content = content
        areas = None if self.picture is None else self.picture.take(content)
        if areas is None:
            self._start_over()
            return
        for area in areas:
            self.update(area)
        if self.cells is not None and self.spoken_of() is not None:
            self.update(self.cells.foot)

    def _start_over(self) -> None:
        """Lay out anew and paint everything at the next repaint."""
        content, first = self.content, self._first if self.is_large else None
        frame = Frame(self.size(), first, self._foot_taken, self._invitation())
        self.picture = None if content.is_empty else Picture(content, frame, self._ink, self._now.query_index)
        self.pointed = self._within(self.pointed)
        self.cursor_cell = self._within(self.cursor_cell)
        self.update()
        self.laid_out.emit()

    def _invitation(self) -> str:
        """How to get a larger matrix; a double click paints where cells are painted."""
        now = self._now
        if self.is_large or now.view.is_figure:
            return ""
        return "E enlarges" if now.view.painting or now.look.matrix == "mask" else "double-click enlarges"

    def take_foot(self, pixels: int) -> None:
        """A control at the right end of the foot takes that much of it."""
        if pixels != self._foot_taken:
            self._foot_taken = pixels
            if self.picture is not None:
                self.picture.take_foot(pixels)
                self.update(self.picture.layout.foot)

    def scroll_to(self, first: Cell) -> None:
        """See a large matrix from a cell on."""
        if first != self._first:
            self._first = first
            self.pointed = None
            self._start_over()

    def show_cell(self, cell: Cell) -> None:
        """Scroll as little as needed to see a cell."""
        if self.cells is None or self.cells.sees(*cell):
            return
        rows, columns = self.cells.rows, self.cells.columns
        row, column = (
            min(max(seen.start, at - len(seen) + 1), at)
            for seen, at in zip((rows, columns), cell, strict=True)
        )
        self.scroll_to((row, column))

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
        if self.cells is not None and self.is_large:
            row = self._now.query_index
            self.show_cell((row, int(self.content.values[row].argmax())))

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
        if self.pointed is not None and layout.sees(*self.pointed):
            painter.setPen(self._ink.pointed)
            painter.drawRect(layout.cell(*self.pointed).adjusted(-1, -1, 1, 1))
        if self.cursor_cell is not None and self.shows_cursor and layout.sees(*self.cursor_cell):
            painter.setPen(self._ink.focus)
            painter.drawRect(layout.cell(*self.cursor_cell).adjusted(-1, -1, 1, 1))
        at = self.spoken_of()
        if at is not None and region.intersects(layout.foot):
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
            if (other is None or other[0] != at[0]) and at[0] in layout.rows:
                self.update(around(names.row(at[0], True).ground))
            if (other is None or other[1] != at[1]) and at[1] in layout.columns:
                self.update(around(names.column(at[1], True).ground))
        self.update(layout.foot)

    def _marked(self) -> tuple[list[int], list[int]]:
        """Rows and columns whose names are marked: of the cell pointed at, else of the token pointed at."""
        at = self.spoken_of()
        if self.cells is None:
            return [], []
        if at is None:
            return self._named(self._now.view.hover_token)
        return (
            [row for row in at[:1] if row in self.cells.rows],
            [column for column in at[1:] if column in self.cells.columns],
        )

    def _named(self, token: int | None) -> tuple[list[int], list[int]]:
        """The rows and columns of a token that are seen."""
        if token is None or self.cells is None:
            return [], []
        queries, keys = self.content.queries, self.content.keys
        return (
            [row for row in self.cells.rows if queries[row].id == token],
            [column for column in self.cells.columns if keys[column].id == token],
        )

    def _update_token(self, token: int | None) -> None:
        if self.picture is None:
            return
        names = self.picture.names
        rows, columns = self._named(token)
        for row in rows:
            self.update(around(names.row(row, True).ground))
        for column in columns:
            self.update(around(names.column(column, True).ground))
