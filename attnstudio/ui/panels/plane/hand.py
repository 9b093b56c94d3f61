"""The mouse and the keys on the plane: Qt's events become gestures.

pyqtgraph's own dragging waits for five pixels, can't be cancelled and loses short drags; so no event goes
on to its scene.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Handle
from attnstudio.state import gestures
from attnstudio.state.gestures import Drag, Pixel, PointDrag, Tip, after_click, caught
from attnstudio.state.store import Store
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
from attnstudio.ui.panels.plane.view import PlaneView

_ZOOM = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
_PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class PlaneHand(PlaneView):
    """The plane's view, with tips to take hold of. `type_numbers` opens the number fields of a tip, or of x
    (None); `offer` opens the card of a tip that is made from x; `zoom` makes the zoom a step larger (1),
    smaller (−1) or whole (0)."""

    def __init__(
        self,
        store: Store,
        parent: QWidget,
        type_numbers: Callable[[Handle | None], object],
        offer: Callable[[Handle], object],
        zoom: Callable[[int], object],
    ) -> None:
        super().__init__(store, parent)
        self._type_numbers = type_numbers
        self._offer = offer
        self._zoom = zoom
        self._hold: Hold[PointDrag] = Hold(store, lambda: self.lens, self._end_drag, self._show_moved)
        self._pressed: Handle | None = None  # by the latest press; a double click is for it
        self._was_selected = False  # it was, before that press
        self._is_key_pointing = False  # the token that is marked was chosen by the keyboard
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    @property
    def moving(self) -> Handle | None:
        drag = self._hold.drag
        if not isinstance(drag, Drag) or not drag.moved:
            return None
        tokens = self.store.now.passage.tokens_of(drag.handle.role)
        return drag.handle if any(token.id == drag.handle.token for token in tokens) else None

    def move_x(self, handle: Handle) -> None:
        """Show the x of a tip's word, to be moved."""
        self.x_tip.show(handle.token)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._x_changed()

    def leave_x(self) -> bool:
        """Show no x any more; whether one was shown."""
        was_shown = self.x_tip.hide()
        if was_shown:
            self._x_changed()
        return was_shown

    def _x_changed(self) -> None:
        self.viewport().update()
        self.placed.emit()

    # --- the mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._hold.press(event):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._take(pixel(event.position()))

    def _take(self, at: Pixel) -> None:
        self._hold.drag = self.x_tip.taken(at, self.lens)
        if self._hold.drag is not None:
            self._pressed = None
            self._show_cursor(Qt.CursorShape.ClosedHandCursor)
            return
        selected = self.store.view.selected
        tip = caught(self.tips(), at, selected)
        self._pressed = tip.handle if tip is not None and self.is_draggable else None
        if tip is None:
            return
        if tip.handle is None:
            self._hold.refusal = gestures.RESULT
            return
        self._was_selected = tip.handle == selected
        self.store.set_view(selected=tip.handle)
        if not self.is_draggable:
            self._ask_origin(tip.handle)
            return
        self._hold.drag = Drag(self.store, tip.handle, at, self.lens)
        self._show_cursor(Qt.CursorShape.ClosedHandCursor)

    def _ask_origin(self, handle: Handle) -> None:
        self.leave_x()
        self._offer(handle)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._hold.move(event):
            self._point_at(pixel(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, at = self._hold.release(event), pixel(event.position())
        if drag is None:
            return
        if isinstance(drag, Drag) and not drag.moved and self._was_selected:
            self.store.set_view(selected=after_click(self.tips(), at, drag.handle))
        self._point_at(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton or self._hold.drag is not None:
            return
        handle = self._pressed
        if self.x_tip.is_near(pixel(event.position()), self.lens):
            self._type_numbers(None)
        elif handle is not None and any(tip.handle == handle for tip in self._tips_at(event.position())):
            self.store.set_view(selected=handle)  # its first click may have passed the selection on
            self._type_numbers(handle)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the scale has a meaning; a list around the plane may scroll

    def _tips_at(self, position: QPointF) -> list[Tip]:
        at = pixel(position)
        return [tip for tip in self.tips() if caught([tip], at, None)]

    # --- pointing ---------------------------------------------------------------------------------------

    def _point_at(self, at: Pixel | None) -> None:
        tip = None if at is None else caught(self.tips(), at, self.store.view.selected)
        handle = None if tip is None else tip.handle
        if handle is not None and not self.is_draggable:
            shape = Qt.CursorShape.PointingHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor if handle is None else Qt.CursorShape.OpenHandCursor
        if at is not None and self.x_tip.is_near(at, self.lens):
            shape = Qt.CursorShape.OpenHandCursor
        self._show_cursor(shape)
        if handle != self.hovered:
            self.hovered, self._is_key_pointing = handle, False
            self.viewport().update()
            self.store.set_view(hover_token=None if handle is None else handle.token)

    def _show_cursor(self, shape: Qt.CursorShape) -> None:
        show_cursor(self.viewport(), shape)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave and self._hold.drag is None:
            self._point_at(None)
        return super().viewportEvent(event)

    # --- the drag ------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Put back what is being dragged. What the hand still does with the button down is for nobody."""
        self._hold.cancel()

    def _show_moved(self, drag: PointDrag) -> None:
        if isinstance(drag, Drag):
            self.show_tip(drag.handle)
        else:
            self.x_tip.keep_in_sight()

    def _end_drag(self) -> None:
        self._show_cursor(Qt.CursorShape.ArrowCursor)  # until the hand moves again
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.cancel()
        self.store.end_run()
        if self._is_key_pointing and not self.store.is_telling:
            self._point_at(None)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Tab goes through every tip, so it begins at the first, and Shift+Tab at the last.
        # (Qt also gives this reason when a control that had the keyboard is disabled in a notification.)
        end = end_entered(event)
        if end is not None and not self.store.is_telling:
            self._select_at(end)
        self.viewport().update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        if not self.store.is_telling:
            self._point_at(None)
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.EnabledChange:
            self.cancel()
        super().changeEvent(event)

    # --- the keys ---------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if asks_for_escape(event) and (self._hold.drag is not None or self.x_tip.token is not None):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, handle = Qt.Key(event.key()), self._keyboard_tip()
        if self._hold.press_key(event):
            return
        if key in ARROWS:
            event.accept()
            self._press_arrow(handle, *ARROWS[key], event.modifiers())
        elif key in _ZOOM and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.accept()
            self._zoom(_ZOOM[key])
        elif key == Qt.Key.Key_Escape and self.leave_x():
            event.accept()
        elif key in ENTER and self.x_tip.token is not None:
            event.accept()
            self._type_numbers(None)
        elif key in ENTER and handle is not None:
            event.accept()
            (self._type_numbers if self.is_draggable else self._ask_origin)(handle)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            event.accept()
            self._select_at(0 if key == Qt.Key.Key_Home else -1)
        elif key in _PAGES:
            event.accept()
            self._select_group(_PAGES[key])
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._hold.release_key(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from tip to tip, and after the last out of the plane."""
        if self._hold.drag is not None:
            return True  # the keyboard stays with the hand
        handles = self._handles()
        selected = self.store.view.selected
        if selected in handles:
            index = handles.index(selected) + (1 if forward else -1)
            if 0 <= index < len(handles):
                self._select(handles[index])
                return True
        return super().focusNextPrevChild(forward)

    def _press_arrow(self, handle: Handle | None, right: int, up: int, held: Qt.KeyboardModifier) -> None:
        if handle is None and self.x_tip.token is None:
            self._select_at(0)
            return
        factor = factor_of(held)
        if self.x_tip.token is not None:
            push(self.store, partial(self.x_tip.press_arrow, right, up, factor))
        elif handle is not None and push(
            self.store, partial(gestures.press_arrow, self.store, handle, right, up, factor)
        ):
            self.show_tip(handle)

    def _keyboard_tip(self) -> Handle | None:
        """The selected tip, if it is one of those that are shown."""
        selected = self.store.view.selected
        return selected if selected in self._handles() else None

    def _handles(self) -> list[Handle]:
        return [tip.handle for tip in self.tips() if tip.handle is not None]

    def _select_at(self, index: int) -> None:
        handles = self._handles()
        if handles:
            self._select(handles[index])

    def _select_group(self, step: int) -> None:
        """The first tip of the next role, or of the one before."""
        firsts = list({handle.role: handle for handle in reversed(self._handles())}.values())[::-1]
        selected = self._keyboard_tip()
        roles = [handle.role for handle in firsts]
        index = 0 if selected is None else roles.index(selected.role) + step
        if 0 <= index < len(firsts):
            self._select(firsts[index])

    def _select(self, handle: Handle) -> None:
        """By the keyboard, which points at it too: its token is marked everywhere."""
        self.leave_x()
        self.hovered, self._is_key_pointing = handle, True
        self.store.set_view(selected=handle, hover_token=handle.token)
