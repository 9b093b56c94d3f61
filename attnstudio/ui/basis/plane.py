"""W_Q, W_K or W_V to take hold of: the images of the two basis arrows, by mouse, by key and by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip

from attnstudio.model import numerals
from attnstudio.model.projecting import MATRIX_NAMES, PRESETS, Preset, Which, make_projected
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import CATCH, Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.basis import drag
from attnstudio.ui.basis.drag import AXES, BasisDrag, is_plane
from attnstudio.ui.basis.fields import MatrixFields
from attnstudio.ui.basis.view import FREE, BasisView
from attnstudio.ui.hands import (
    ARROWS,
    ENTER,
    Hold,
    asks_for_escape,
    end_entered,
    factor_of,
    pixel,
    push,
    show_cursor,
)
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.plain import plain_tip

_HELP = "Arrow keys move it by one step; Shift finer, Ctrl coarser. Enter opens the numbers of the matrix."
_TIP = "Drag to move where {} goes; a row of the matrix is what it makes of a basis arrow."
_LARGE = "A press shows all its numbers, large."
_TYPE = (*ENTER, Qt.Key.Key_F2)
_PRESET_WORDS: dict[Preset, str] = {
    "identity": "identity",
    "rotate": "rotate by 90°",
    "swap": "swap the axes",
    "zero": "zero",
}


class BasisPlane(BasisView):
    """One matrix of the shown head as a small plane, for any panel.

    The host calls `refresh` and `retheme` from its own, adds `parts` to its parts, and may set `enlarge`.
    """

    def __init__(self, panel: Panel, which: Which) -> None:
        super().__init__(panel, which)
        self._hold: Hold[BasisDrag] = Hold(self.store, lambda: self.lens, self._end_drag)
        self.fields: MatrixFields | None = None
        self.enlarge: Callable[[Which], object] | None = None  # shows all numbers of a matrix without a plane
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = self._make_menu()
        self.link.clicked.connect(self._open_menu)
        self.make.clicked.connect(self._make_from_x)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        before = self.matrix
        super().refresh(old, new)
        if self.fields is not None and self.matrix is not before and not self.fields.is_typing:
            self.fields.dismiss()  # they hold the numbers of before

    def parts(self) -> Sequence[Part]:
        """What a screen reader knows of it, in coordinates of the host panel."""
        name, matrix = MATRIX_NAMES[self.which], self.matrix
        everything = QRect(self.mapTo(self.panel, QPoint(0, 0)), self.size())
        if matrix is None:
            sentence = FREE.format(drag.MAKES[self.which].capitalize())
            return (Part(self.which, "graphic", name, sentence, "", everything),)
        if not is_plane(matrix):
            shape = numerals.shape(len(matrix), len(matrix[0]))
            if self.enlarge is None:
                return (Part(self.which, "graphic", name, shape, "", everything),)
            return (Part(self.which, "button", name, shape, _LARGE, everything, press=self.type_numbers),)
        return tuple(self._part(axis, component) for axis in (0, 1) for component in (0, 1))

    def type_numbers(self) -> None:
        """Open fields for the four numbers; those of a larger matrix are shown by `enlarge`."""
        if self.matrix is None:
            return
        if not is_plane(self.matrix):
            if self.enlarge is not None:
                self.enlarge(self.which)
            return
        if self.fields is not None:
            self.fields.dismiss()
        self.fields = MatrixFields(self.store, self.which, self.panel, self._fields_closed)
        self.fields.open_over(QRect(self.mapTo(self.panel, QPoint(0, 0)), self.size()))

    # --- the menu ---------------------------------------------------------------------------------------

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for preset in PRESETS:
            action = QAction(_PRESET_WORDS[preset], menu)
            action.triggered.connect(partial(self._begin_anew, preset))
            menu.addAction(action)
        menu.addSeparator()
        numbers = QAction("numbers…", menu)
        numbers.triggered.connect(lambda _checked=False: self.type_numbers())
        menu.addAction(numbers)
        return menu

    def _open_menu(self) -> None:
        self._show_menu(self.link.mapToGlobal(QPoint(0, self.link.height())))

    def _show_menu(self, at: QPoint) -> None:
        if self.matrix is None or self.store.view.is_figure:
            return
        self.menu.actions()[-1].setVisible(is_plane(self.matrix) or self.enlarge is not None)
        self.menu.popup(at)

    def _begin_anew(self, preset: Preset, _checked: bool = False) -> None:
        drag.begin_anew(self.store, self.which, preset)

    def _make_from_x(self) -> None:
        try:
            self.store.apply("Make the vectors from X", make_projected)
        except Refused as refused:
            self.store.say(str(refused))

    def _fields_closed(self) -> None:
        fields, self.fields = self.fields, None
        if fields is not None and any(field.hasFocus() for field in fields.fields.values()):
            self.setFocus(Qt.FocusReason.PopupFocusReason)

    # --- the mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._skips_menu = event.button() == Qt.MouseButton.RightButton and self._hold.drag is not None
        if not self._hold.press(event) or not self.is_movable:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = pixel(event.position())
        axis = drag.caught(self.tips(), at, self.axis)
        if axis is not None:
            self.axis = self.told = axis
            self._hold.drag = BasisDrag(self.store, self.which, axis, at, self.lens)
            show_cursor(self, Qt.CursorShape.ClosedHandCursor)
            self.update()

    _skips_menu = False  # the right button has put something back: it does nothing else

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._hold.move(event):
            self._point_at(pixel(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._hold.release(event) is not None:
            self._point_at(pixel(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self._hold.drag is None
            and not self.store.view.is_figure
        ):
            self.type_numbers()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        if self._hold.drag is None and not self._skips_menu:
            self._show_menu(event.globalPos())
        self._skips_menu = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _point_at(self, at: Pixel | None) -> None:
        axis = None if at is None or not self.is_movable else drag.caught(self.tips(), at, self.axis)
        show_cursor(self, Qt.CursorShape.ArrowCursor if axis is None else Qt.CursorShape.OpenHandCursor)
        if axis != self.told:
            self.told = axis
            self.update()

    # --- the drag ---------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Put back what is being dragged."""
        self._hold.cancel()

    def _end_drag(self) -> None:
        show_cursor(self, Qt.CursorShape.ArrowCursor)
        self._settle_reach()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        end = end_entered(event)
        if end is not None and not self.store.is_telling:
            self._choose(0 if end == 0 else 1)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.cancel()
        self.store.end_run()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.EnabledChange:
            self.cancel()
        super().changeEvent(event)

    # --- the keys ---------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if asks_for_escape(event) and self._hold.drag is not None:
            event.accept()
            return True
        if kind == QEvent.Type.Leave and self._hold.drag is None:
            self._point_at(None)
        elif isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self._tip()), self)
            return True
        return super().event(event)

    def _tip(self) -> str:
        return "" if self.told is None else _TIP.format(AXES[self.told])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._hold.press_key(event):
            return
        event.accept()
        if key in _TYPE:
            self.type_numbers()
        elif not self.is_movable:
            event.ignore()
        elif key in ARROWS:
            self._press_arrow(*ARROWS[key], event.modifiers())
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(0 if key == Qt.Key.Key_Home else 1)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._hold.release_key(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from arrow to arrow, and then on."""
        if self._hold.drag is not None:
            return True  # the keyboard stays with the hand
        axis = self.axis + (1 if forward else -1)
        if self.is_movable and self.hasFocus() and axis in (0, 1):
            self._choose(axis)
            return True
        return super().focusNextPrevChild(forward)

    def _choose(self, axis: int) -> None:
        if axis != self.axis:
            self.store.end_run()
        self.axis = axis
        self.update()
        accessible.focused(self.panel)

    def _press_arrow(self, right: int, up: int, held: Qt.KeyboardModifier) -> None:
        factor = factor_of(held)
        push(self.store, partial(drag.press_arrow, self.store, self.which, self.axis, right, up, factor))

    # --- for a screen reader ----------------------------------------------------------------------------

    def _part(self, axis: int, component: int) -> Part:
        assert self.matrix is not None
        value, bound = self.matrix[axis][component], self.store.document.bound
        x, y = self.tips()[axis]
        at = self.mapTo(self.panel, QPoint(round(x), round(y)))
        side = round(CATCH)
        return Part(
            key=(self.which, axis, component),
            role="slider",
            name=f"{MATRIX_NAMES[self.which]}, image of {AXES[axis]}, {'xy'[component]}",
            value=numerals.fixed(value),
            help=_HELP,
            rect=QRect(at - QPoint(side // 2, side // 2), QSize(side, side)),
            number=value,
            least=-bound,
            most=bound,
            set_number=partial(self._set_number, axis, component),
            is_focused=component == 0 and axis == self.axis and self.hasFocus(),
        )

    def _set_number(self, axis: int, component: int, value: float) -> None:
        x, y = drag.image_of(self.store.now, self.which, axis)
        try:
            drag.place(self.store, self.which, axis, (value, y) if component == 0 else (x, value))
        except Refused as refused:
            self.store.say(str(refused))
