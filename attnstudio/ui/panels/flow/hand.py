"""The mouse and the keys on a station: a cell is picked, an input's number is dragged, pushed or typed."""

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
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Picked
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.hands import (
    CELL_ARROWS,
    COARSE,
    ENTER,
    FINE,
    HELD,
    asks_for_escape,
    end_entered,
    factor_of,
    held_after,
    pixel,
    show_cursor,
)
from attnstudio.ui.panels.flow import inputs
from attnstudio.ui.panels.flow.content import NodeId, Station
from attnstudio.ui.panels.flow.inputs import CellDrag
from attnstudio.ui.panels.flow.node import NodeView
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.plain import plain_tip

Cell = tuple[int, int]
_MORE = {Qt.Key.Key_Plus: 1.0, Qt.Key.Key_Equal: 1.0, Qt.Key.Key_Minus: -1.0, Qt.Key.Key_Underscore: -1.0}
_OPEN = (*ENTER, Qt.Key.Key_F2)
_FEW = 3.0  # pixels: a hand that moves less has clicked


class NodeHand(NodeView):
    """A station to take hold of. `enlarge` opens it large, `type_number` opens a field over a cell."""

    def __init__(
        self,
        panel: Panel,
        parent: QWidget,
        store: Store,
        station: Station,
        enlarge: Callable[[NodeId], object],
        type_number: Callable[[NodeId, Picked], object],
    ) -> None:
        super().__init__(parent, store, station)
        self.panel, self._enlarge, self._type_number = panel, enlarge, type_number
        self._drag: CellDrag | None = None
        self._pressed_at = QPointF()
        self._last = QPointF()
        self._pressed: Cell | None = None  # whose number would be dragged
        self._is_title_pressed = False
        self.setObjectName(f"station-{station.id}")
        self.setAccessibleName(f"{station.spoken}, cells")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def picked(self) -> Cell | None:
        """The picked cell, if it is one of these."""
        picked = self.store.view.picked
        rows, columns = self.station.values.shape
        if (
            picked is None
            or picked.node != self.station.picks
            or picked.row >= rows
            or picked.column >= columns
        ):
            return None
        return picked.row, picked.column

    def pick(self, cell: Cell) -> None:
        """Have the arithmetic of a cell told."""
        self.store.set_view(picked=Picked(self.station.picks, *cell))

    def cell_at(self, at: QPointF) -> Cell | None:
        """The cell under a point, where cells are shown."""
        if self.place is None or not self.is_known:
            return None
        return self.place.cells.at(at.x(), at.y())

    def row_named_at(self, at: QPointF) -> int | None:
        """The row whose word is under a point."""
        place = self.place
        if place is None or not self.station.rows.names or not self.station.values.size:
            return None
        found = place.cells.at(place.cells.xs[0], at.y())
        return None if found is None or at.x() >= place.cells.xs[0] else found[0]

    def is_title_at(self, at: QPointF) -> bool:
        return self.place is not None and at.y() < self.place.cells.ys[0] - 6

    # --- the mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        left, at = Qt.MouseButton.LeftButton, event.position()
        if event.button() == Qt.MouseButton.RightButton:
            self.cancel()
        if event.button() != left or event.buttons() & ~left or self.store.view.is_figure:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._end_drag(keep=True)  # its release went somewhere else
        cell = self.cell_at(at)
        if cell is not None:
            self.pick(cell)
            if self.station.is_input:
                self._pressed, self._pressed_at = cell, at
            return
        row = self.row_named_at(at)
        if row is not None:
            self._choose(row)
        self._is_title_pressed = row is None and self.is_title_at(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        at, held = event.position(), event.buttons() & Qt.MouseButton.LeftButton
        self._last = at
        drag = self._drag
        if drag is not None:
            if not drag.is_open():
                self._end_drag(keep=False)
            elif not held:
                self._end_drag(keep=True)
            else:
                self._move(drag, at, event.modifiers())
        elif held and self._pressed is not None:
            if self.cell_at(self._pressed_at) != self._pressed or not self.station.is_input:
                self._pressed = None  # something else was done meanwhile, and now another cell is there
            elif (at - self._pressed_at).manhattanLength() >= _FEW:
                start = pixel(self._pressed_at)
                self._drag = CellDrag(self.store, self._picked_of(self._pressed), start)
                self._move(self._drag, at, event.modifiers())
        elif event.buttons() == Qt.MouseButton.NoButton:
            self._hover(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton:
            at, is_click = event.position(), self._is_title_pressed
            self._end_drag(keep=True)
            if is_click and self.is_title_at(at) and self.rect().contains(at.toPoint()):
                self._enlarge(self.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None and not self.store.view.is_figure:
            self._end_drag(keep=True)
            self._open(cell)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _move(self, drag: CellDrag, at: QPointF, held: Qt.KeyboardModifier) -> None:
        is_free = bool(held & Qt.KeyboardModifier.AltModifier)
        try:
            drag.move(pixel(at), factor_of(held), is_free)
        except Refused as refused:
            self.store.say(str(refused))

    def _end_drag(self, keep: bool) -> None:
        drag = self._let_go()
        if drag is not None and keep:
            drag.release()

    def _end_what_is_over(self) -> None:
        """Let go of a drag that something else has ended, such as an undo."""
        if self._drag is not None and not self._drag.is_open():
            self._end_drag(keep=False)

    def cancel(self) -> None:
        """Put back what is being dragged."""
        drag = self._let_go()
        if drag is not None:
            drag.cancel()

    def _let_go(self) -> CellDrag | None:
        drag, self._drag, self._pressed, self._is_title_pressed = self._drag, None, None, False
        return drag

    # --- pointing -------------------------------------------------------------------------------------

    def _hover(self, at: QPointF) -> None:
        cell, row = self.cell_at(at), self.row_named_at(at)
        self.point(cell)
        token: int | None = None
        if cell is not None and self.station.columns.tokens:
            token = self.station.columns.tokens[cell[1]].id
        elif self.station.rows.tokens and (cell is not None or row is not None):
            token = self.station.rows.tokens[cell[0] if cell is not None else row or 0].id
        if self.is_title_at(at) or row is not None:
            show_cursor(self, Qt.CursorShape.PointingHandCursor)
        elif cell is not None and self.station.is_input:
            show_cursor(self, Qt.CursorShape.SizeVerCursor)
        else:
            show_cursor(self, Qt.CursorShape.ArrowCursor)
        self.store.set_view(hover_token=token, hover_step=self.station.step)

    def _choose(self, row: int) -> None:
        """Let the word of a row ask, if it is one that asks."""
        token = self.station.rows.tokens[row].id
        if any(one.id == token for one in self.store.now.passage.query_tokens):
            self.store.set_look(query=token)

    def tip_at(self, at: QPointF) -> str:
        """What stands under the pointer, in words."""
        station, cell = self.station, self.cell_at(at)
        if cell is not None:
            number = "masked (−∞)" if station.is_hidden(*cell) else station.text(*cell, 3)
            hint = " Drag up or down to change it, double-click to type." if station.is_input else ""
            return f"{station.cell_name(*cell)}: {number}.{hint}"
        row = self.row_named_at(at)
        if row is not None:
            return station.rows.names[row]
        if self.is_title_at(at):
            return f"{station.spoken}, {station.shape}. Click for all numbers, large."
        return ""

    # --- the keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        event.accept()
        self._end_what_is_over()
        if self._drag is not None:
            if key == Qt.Key.Key_Escape:
                self.cancel()
            elif key in HELD:
                self._move(self._drag, self._last, held_after(event))
            return
        cell = self.picked
        if key in CELL_ARROWS and self.is_known:
            self._step(CELL_ARROWS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and cell is not None:
            self._look_at((cell[0], 0 if key == Qt.Key.Key_Home else self.station.values.shape[1] - 1))
        elif key in _OPEN:
            self._open(cell)
        elif key in _MORE and self.station.is_input and cell is not None:
            self._push(cell, _MORE[key], held)
        elif key == Qt.Key.Key_Escape and cell is not None:
            self.store.set_view(picked=None)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._end_what_is_over()
        event.setAccepted(self._drag is not None and event.key() in HELD)
        if self._drag is not None and event.isAccepted():
            self._move(self._drag, self._last, held_after(event))

    def _step(self, way: Cell) -> None:
        rows, columns = self.station.values.shape
        if not (rows and columns):
            return
        cell = self.picked
        if cell is None:
            self._look_at((max(self._chosen, 0), 0))
            return
        self._look_at((min(max(cell[0] + way[0], 0), rows - 1), min(max(cell[1] + way[1], 0), columns - 1)))

    def _look_at(self, cell: Cell) -> None:
        self.store.end_run()
        self.pick(cell)
        accessible.focused(self.panel)

    def _open(self, cell: Cell | None) -> None:
        """Type the number of an input; see the numbers of a result."""
        if self.station.is_input and cell is not None:
            self._type_number(self.id, self._picked_of(cell))
        else:
            self._enlarge(self.id)

    def _push(self, cell: Cell, steps: float, held: Qt.KeyboardModifier) -> None:
        # Shift is needed to type a plus on many keyboards, so it is Alt that makes a step finer here.
        if held & Qt.KeyboardModifier.ControlModifier:
            steps *= COARSE
        elif held & Qt.KeyboardModifier.AltModifier:
            steps *= FINE
        try:
            inputs.nudge(self.store, self._picked_of(cell), steps)
        except Refused as refused:
            self.store.say(str(refused))

    def _picked_of(self, cell: Cell) -> Picked:
        return Picked(self.station.picks, *cell)

    # --- coming and going -----------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_own = event.key() in _MORE and self.station.is_input and self.picked is not None
            if is_own or (asks_for_escape(event) and self._drag is not None):
                event.accept()  # else a shortcut of the window would take it
                return True
        elif kind == QEvent.Type.Leave and self._drag is None:
            self.point(None)
            if not self.store.is_telling:
                self.store.set_view(hover_token=None, hover_step=None)
        elif isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if end_entered(event) is not None:
            accessible.focused(self.panel)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cancel()
        self.store.end_run()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.cancel()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.cancel()
