"""The hands on the matrix: choosing a query, reading a cell, painting the mask, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QToolTip

from attnstudio.model import edits
from attnstudio.state.gestures import cell_name
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.hands import CELL_ARROWS, end_entered
from attnstudio.ui.panels.matrix.stroke import Cell, Stroke, cells_name
from attnstudio.ui.panels.matrix.view import MatrixView
from attnstudio.ui.plain import plain_tip

_RUN = "keyboard strokes over the mask"


class MatrixSurface(MatrixView):
    """The matrix of a panel. `enlarge` is called for a larger view; None where this is the larger view."""

    def __init__(self, panel: Spoken, store: Store, enlarge: Callable[[], object] | None) -> None:
        super().__init__(panel, store, is_large=enlarge is None)
        self._panel = panel
        self._enlarge = enlarge
        self._stroke: Stroke | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def is_for_painting(self) -> bool:
        """Whether a press paints a cell rather than choosing its row."""
        return self._now.look.matrix == "mask" or self.store.view.painting

    def show_state(self, old: Snapshot | None, new: Snapshot) -> None:
        super().show_state(old, new)
        if old is None or (old.look.matrix, old.view.painting) != (new.look.matrix, new.view.painting):
            paints = self.is_for_painting
            self.setCursor(Qt.CursorShape.CrossCursor if paints else Qt.CursorShape.PointingHandCursor)

    # --- what a press does --------------------------------------------------------------------------

    def choose(self, row: int) -> None:
        """Let the query of `row` ask."""
        self.store.set_look(query=self.content.queries[row].id)

    def flip(self, cell: Cell) -> None:
        """Mask a cell, or let its query look again."""
        query, key = self._ids(cell)
        row, column = cell
        name = cell_name(
            not self.content.allowed[cell], self.content.row_names[row], self.content.column_names[column]
        )
        self.store.apply(name, lambda document: edits.flip_cell(document, query, key))

    def press(self, cell: Cell) -> None:
        """What a click on the cell does."""
        if self.is_for_painting:
            self.flip(cell)
        else:
            self.choose(cell[0])

    def _ids(self, cell: Cell) -> tuple[int, int]:
        return self.content.queries[cell[0]].id, self.content.keys[cell[1]].id

    # --- mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        layout = self.cells
        if self._stroke is not None:
            if event.button() == Qt.MouseButton.RightButton:
                self._cancel()
            return
        if layout is None or event.button() != Qt.MouseButton.LeftButton:
            return
        cell = layout.cell_at(event.position())
        if cell is None:
            row = layout.row_named_at(event.position())
            if row is not None:
                self.choose(row)
            return
        self.put_cursor(cell, False)
        if self.is_for_painting:
            self.point(None)  # what is painted shows itself
            self._stroke = Stroke(self.store, self.content, cell)
        else:
            self.choose(cell[0])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        layout = self.cells
        if layout is None:
            return
        if self._stroke is not None:
            if not event.buttons() & Qt.MouseButton.LeftButton:  # the release went to somebody else
                self._end()
                return
            self._stroke.to(layout.virtual_cell(event.position()))
            return
        self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        layout = self.cells
        on_cell = layout is not None and layout.cell_at(event.position()) is not None
        if (on_cell and self.is_for_painting) or event.button() != Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
        elif self._enlarge is not None:
            self._enlarge()

    def leaveEvent(self, event: QEvent) -> None:
        self.point(None)
        if self._stroke is None:
            self.store.set_view(hover_token=None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()  # the right button cancels a stroke and does nothing else

    def _hover(self, position: QPointF) -> None:
        assert self.cells is not None
        cell = self.cells.cell_at(position)
        self.point(cell)
        if cell is not None:
            token: int | None = self.content.keys[cell[1]].id
        elif (row := self.cells.row_named_at(position)) is not None:
            token = self.content.queries[row].id
        elif (column := self.cells.column_named_at(position)) is not None:
            token = self.content.keys[column].id
        else:
            token = None
        self.store.set_view(hover_token=token)

    # --- strokes ------------------------------------------------------------------------------------

    def _end(self) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            stroke.end()

    def _cancel(self) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            stroke.cancel()

    # --- keyboard -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        if self._stroke is not None:
            if key == Qt.Key.Key_Escape:
                self._cancel()
            return
        at = self._cursor_or_start()
        if at is None or held & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            event.ignore()
        elif key in CELL_ARROWS:
            self._move(at, CELL_ARROWS[key], bool(held & Qt.KeyboardModifier.ShiftModifier))
        elif key == Qt.Key.Key_Home:
            self._look_at((at[0], 0))
        elif key == Qt.Key.Key_End:
            self._look_at((at[0], len(self.content.keys) - 1))
        elif key == Qt.Key.Key_Space:
            self._look_at(at)
            self.press(at)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._look_at(at)
            self.choose(at[0])
        elif key == Qt.Key.Key_E and self._enlarge is not None:
            self._enlarge()
        else:
            event.ignore()

    def _cursor_or_start(self) -> Cell | None:
        """Where the keyboard is; at first on the shown query's look at the first key."""
        if self.content.is_empty:
            return None
        return self.cursor_cell or (max(self.store.now.query_index, 0), 0)

    def _move(self, at: Cell, way: Cell, paints: bool) -> None:
        """One cell on. With Shift, where cells are painted, the cell takes the value of the one before."""
        row = min(max(at[0] + way[0], 0), len(self.content.queries) - 1)
        column = min(max(at[1] + way[1], 0), len(self.content.keys) - 1)
        if paints and self.is_for_painting:
            cells, allow = {self._ids((row, column))}, bool(self.content.allowed[at])
            passage = self.store.look.passage
            self.store.apply(
                cells_name(allow),
                lambda document: edits.paint_cells(document, cells, allow, passage),
                run=_RUN,
            )
        else:
            self.store.end_run()
        self._look_at((row, column))

    def _look_at(self, cell: Cell) -> None:
        self.point(None)
        self.show_cell(cell)
        self.put_cursor(cell, True)
        self.store.set_view(hover_token=self.content.keys[cell[1]].id)
        accessible.focused(self._panel)

    # --- coming and going ---------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._stroke is not None:
            event.accept()  # Esc belongs to the stroke, not to a command
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.name_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def name_at(self, position: QPointF) -> str:
        """The whole name under the pointer, which may be cut short in the picture."""
        layout = self.cells
        if layout is None:
            return ""
        if (row := layout.row_named_at(position)) is not None:
            return self.content.row_names[row]
        if (column := layout.column_named_at(position)) is not None:
            return self.content.column_names[column]
        return ""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if end_entered(event) is not None:
            self.put_cursor(self._cursor_or_start(), True)
            accessible.focused(self._panel)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._cancel()
        if self.shows_cursor:
            self.put_cursor(self.cursor_cell, False)
            self.store.set_view(hover_token=None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._cancel()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._cancel()
