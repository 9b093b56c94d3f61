"""What the hands on all painted parts have in common: what keys mean, and a drag with the left button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.geometry import Modifiers
from attnstudio.model.limits import AT_THE_EDGE
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import Lens, Pixel, PointDrag
from attnstudio.state.store import Store

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
"""Steps to the right and up on a plane."""

CELL_ARROWS = {key: (-up, right) for key, (right, up) in ARROWS.items()}
"""Rows down and columns to the right in a matrix."""

HELD = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

FINE, COARSE = 0.1, 10.0
"""What Shift and Ctrl make of a step."""

AnyDrag = TypeVar("AnyDrag", bound=PointDrag)


class Hold(Generic[AnyDrag]):
    """What the left button holds, from the press to the release; the widget passes Qt's events on to it.

    It also ends where the release went to somebody else, by an undo, by Esc and by the right button. That the
    keyboard is lost or the widget is hidden is for the widget to tell, by `cancel`.
    """

    def __init__(
        self,
        store: Store,
        lens: Callable[[], Lens],
        ended: Callable[[], object],
        kept: Callable[[AnyDrag], object] = lambda drag: None,
    ) -> None:
        """`lens` says how the plane lies just now. `ended` is called after each drag, and `kept` after that
        where it has moved something."""
        self._lens = lens
        self._store, self._ended, self._kept = store, ended, kept
        self._held: AnyDrag | None = None
        self.refusal = ""
        """What to say when the hand tries to drag what can't be dragged."""

    @property
    def drag(self) -> AnyDrag | None:
        """The drag, as long as nobody else has ended it: then there may be nothing left to draw of it."""
        return self._held if self._held is not None and self._held.is_open() else None

    @drag.setter
    def drag(self, drag: AnyDrag | None) -> None:
        self._held = drag

    def press(self, event: QMouseEvent) -> bool:
        """Whether this press may take hold of something."""
        event.accept()
        left = Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.RightButton:
            self.cancel()
        if event.button() != left or event.buttons() & ~left:
            return False
        self.keep()  # its release went somewhere else
        self.refusal = ""
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Whether the hand only points: it holds nothing, and no button is down."""
        event.accept()
        is_down, drag = bool(event.buttons() & Qt.MouseButton.LeftButton), self._held
        if drag is not None:
            if not self._lasts():  # somebody else ended it: an undo, another document
                return False
            if not is_down:  # the release went somewhere else
                self.keep()
            else:
                drag.move(pixel(event.position()), held_keys(event.modifiers()), self._lens())
            return False
        if self.refusal and is_down:
            refusal, self.refusal = self.refusal, ""
            self._store.say(refusal)
            return False
        return event.buttons() == Qt.MouseButton.NoButton

    def release(self, event: QMouseEvent) -> AnyDrag | None:
        """The drag that this release has ended."""
        event.accept()
        drag = self._held
        self.refusal = ""
        if drag is None or event.button() != Qt.MouseButton.LeftButton:
            return None
        if drag.moved and drag.is_open():
            at = pixel(event.position())  # where the hand lets go; no key is pressed
            drag.move(at, drag.keys, self._lens())
        self.keep()
        return drag

    def press_key(self, event: QKeyEvent) -> bool:
        """Whether a key was for the drag: all are, as long as it lasts."""
        self._lasts()
        if self.drag is None:
            return False
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        elif event.key() in HELD:
            self.drag.hold(held_keys(held_after(event)), self._lens())
        return True

    def release_key(self, event: QKeyEvent) -> None:
        event.setAccepted(self._lasts() and event.key() in HELD)
        if self.drag is not None and event.isAccepted():
            self.drag.hold(held_keys(held_after(event)), self._lens())

    def keep(self) -> None:
        """End the drag, if there is one, with what it shows."""
        drag = self._held
        if drag is None:
            return
        has_moved = drag.is_open() and drag.moved
        drag.release()
        self._end()
        if has_moved:
            self._kept(drag)

    def cancel(self) -> None:
        """Put back what is being dragged. What the hand still does with the button down is for nobody."""
        if self._held is not None:
            self._held.cancel()
            self._end()

    def _lasts(self) -> bool:
        """Whether there is a drag still: the key may be let go by which an undo has ended it."""
        if self._held is not None and not self._held.is_open():
            self._end()
        return self._held is not None

    def _end(self) -> None:
        self._held = None
        self._ended()


def push(store: Store, moves: Callable[[], bool]) -> bool:
    """Move something by a key, or say why it can't go there. `moves` says whether it moved; False where it
    was refused."""
    try:
        if not moves():
            store.say(AT_THE_EDGE)
    except Refused as refused:
        store.say(str(refused))
        return False
    return True


def pixel(point: QPointF) -> Pixel:
    return point.x(), point.y()


def held_keys(modifiers: Qt.KeyboardModifier) -> Modifiers:
    """What Shift, Ctrl and Alt mean in a drag on a plane."""
    return Modifiers(
        keep_length=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
        keep_direction=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        no_snap=bool(modifiers & Qt.KeyboardModifier.AltModifier),
    )


def held_after(event: QKeyEvent) -> Qt.KeyboardModifier:
    """The modifiers that are held once one of them is pressed or let go: those of the event itself are still
    the ones from before."""
    own = HELD[Qt.Key(event.key())]
    is_press = event.type() == QEvent.Type.KeyPress
    return event.modifiers() | own if is_press else event.modifiers() & ~own


def factor_of(modifiers: Qt.KeyboardModifier) -> float:
    """What Shift and Ctrl make of a step."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return FINE
    return COARSE if modifiers & Qt.KeyboardModifier.ControlModifier else 1.0


def asks_for_escape(event: QEvent) -> bool:
    """Whether Qt asks if Esc is this widget's own; else a shortcut of the window takes it."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and event.key() == Qt.Key.Key_Escape
    )


def end_entered(event: QFocusEvent) -> int | None:
    """Where the keyboard comes in: at the first part (0) by Tab, at the last (−1) by Shift+Tab."""
    ends = {Qt.FocusReason.TabFocusReason: 0, Qt.FocusReason.BacktabFocusReason: -1}
    return ends.get(event.reason())


def show_cursor(widget: QWidget, shape: Qt.CursorShape) -> None:
    """Give a widget another cursor, where it has not this one already."""
    if widget.cursor().shape() != shape:
        widget.setCursor(shape)
