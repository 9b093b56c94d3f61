"""The mouse and the keys on the plane of two meanings: words are moved by the rules of a tip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip

from attnstudio.model.document import Handle
from attnstudio.model.geometry import Modifiers
from attnstudio.model.limits import AT_THE_EDGE
from attnstudio.model.refused import Refused
from attnstudio.state import word_drag
from attnstudio.state.gestures import Pixel, after_click, caught
from attnstudio.state.store import Store
from attnstudio.state.word_drag import WordDrag
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.panels.meanings.names import weights_of
from attnstudio.ui.panels.meanings.view import MeaningsView, handle_of
from attnstudio.ui.plain import plain_tip

RESULT = "The end of a way is a result: it moves when a word or a matrix moves."
FINE, COARSE = 0.1, 10.0
"""What Shift and Ctrl make of one step of an arrow key."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_HELD = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}
_ZOOM = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MeaningsHand(MeaningsView):
    """`type_numbers` opens the number fields of a word."""

    def __init__(self, store: Store, panel: Spoken, type_numbers: Callable[[int], object]) -> None:
        super().__init__(store, panel)
        self._panel = panel
        self._type_numbers = type_numbers
        self._drag: WordDrag | None = None
        self._pressed: int | None = None  # by the latest press; a double click is for it
        self._was_chosen = False  # it was, before that press
        self._refusal = ""  # what to say when the hand tries to drag what can't be dragged
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def moving(self) -> int | None:
        drag = self._drag
        return drag.token if drag is not None and drag.moved else None

    def choose(self, token: int | None) -> None:
        """The keyboard goes to a word, which is marked in every panel."""
        self.chosen = token
        self.update()
        self.store.set_view(hover_token=token)
        accessible.focused(self._panel)

    # --- the mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        left = Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.RightButton:
            self.cancel()
        if event.button() != left or event.buttons() & ~left:
            return
        if self._drag is not None:
            self._keep(self._drag)  # its release went somewhere else
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._refusal = ""
        self._take(_pixel(event.position()))

    def _take(self, at: Pixel) -> None:
        tip = caught(self.tips(), at, self._chosen_handle())
        self._pressed = None if tip is None or tip.handle is None else tip.handle.token
        if tip is None:
            return
        if self._pressed is None:
            self._refusal = RESULT
            return
        self._was_chosen = self._pressed == self.chosen
        self.chosen = self._pressed
        try:
            self._drag = WordDrag(self.store, self._pressed, at, self.lens)
        except Refused as refused:
            self._refusal = str(refused)
            return
        self._show_cursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        at, drag = _pixel(event.position()), self._drag
        if drag is not None:
            if not drag.is_open():  # somebody else ended it: an undo, another document
                self._end_drag()
            elif not event.buttons() & Qt.MouseButton.LeftButton:  # the release went somewhere else
                self._keep(drag)
            else:
                drag.move(at, held_keys(event.modifiers()), self.lens)
        elif self._refusal and event.buttons() & Qt.MouseButton.LeftButton:
            refusal, self._refusal = self._refusal, ""
            self.store.say(refusal)
        elif event.buttons() == Qt.MouseButton.NoButton:
            self._point_at(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        drag = self._drag
        self._refusal = ""
        if drag is None or event.button() != Qt.MouseButton.LeftButton:
            return
        at = _pixel(event.position())
        if drag.moved and drag.is_open():
            drag.move(at, drag.keys, self.lens)  # where the hand lets go, and no key is pressed
        self._keep(drag)
        if not drag.moved and self._was_chosen:
            self.chosen = after_click(self.tips(), at, handle_of(drag.token)).token
            self.update()
        self._point_at(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton and self._drag is None and self._pressed is not None:
            self.chosen = self._pressed  # its first click may have passed the choice on
            self._type_numbers(self._pressed)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the scale has a meaning; a list around the plane may scroll

    # --- pointing -------------------------------------------------------------------------------------

    def _point_at(self, at: Pixel | None) -> None:
        tip = None if at is None else caught(self.tips(), at, self._chosen_handle())
        token = None if tip is None or tip.handle is None else tip.handle.token
        shape = Qt.CursorShape.ArrowCursor if token is None else Qt.CursorShape.OpenHandCursor
        self._show_cursor(shape)
        self.store.set_view(hover_token=token)

    def _show_cursor(self, shape: Qt.CursorShape) -> None:
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._drag is None and self.store.view.hover_token is not None and not self.store.is_telling:
            self._point_at(None)

    # --- the drag -------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Put back what is being dragged. What the hand still does with the button down is for nobody."""
        if self._drag is not None:
            self._drag.cancel()
            self._end_drag()

    def _keep(self, drag: WordDrag) -> None:
        was_open = drag.is_open()
        drag.release()
        self._end_drag()
        if was_open and drag.moved:
            self.show_all()

    def _end_drag(self) -> None:
        self._drag = None
        self._show_cursor(Qt.CursorShape.ArrowCursor)  # until the hand moves again
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cancel()
        self.store.end_run()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.store.is_telling and event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
        ):
            self._choose_at(0 if event.reason() == Qt.FocusReason.TabFocusReason else -1)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        super().hideEvent(event)

    # --- the keys -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape and self._drag is not None:
                event.accept()  # else a shortcut of the window would take it
                return True
        elif event.type() == QEvent.Type.ToolTip:
            word = self.content.word_of(self.store.view.hover_token)
            told = "" if word is None else ": ".join(filter(None, (word.name, weights_of(word))))
            QToolTip.showText(self.cursor().pos(), plain_tip(told), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        word = self.content.word_of(self.chosen)
        event.accept()
        if self._drag is not None:
            if key == Qt.Key.Key_Escape:
                self.cancel()
            elif key in _HELD:  # the event's own modifiers don't hold the key itself yet
                self._drag.hold(held_keys(event.modifiers() | _HELD[key]), self.lens)
        elif key in _ARROWS:
            self._press_arrow(*_ARROWS[key], event.modifiers())
        elif key in _ZOOM and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_ZOOM[key])
        elif key == Qt.Key.Key_0 and not event.modifiers():
            self.fit()
        elif key in _ENTER and word is not None:
            self._type_numbers(word.token)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose_at(0 if key == Qt.Key.Key_Home else -1)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._drag is not None and key in _HELD:
            event.accept()
            self._drag.hold(held_keys(event.modifiers() & ~_HELD[key]), self.lens)
        else:
            event.ignore()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from word to word, and after the last out of the plane."""
        if self._drag is not None:
            return True  # the keyboard stays with the hand
        words, word = self.content.words, self.content.word_of(self.chosen)
        if word is None and words:
            self._choose_at(0 if forward else -1)
            return True
        if word is not None:
            index = words.index(word) + (1 if forward else -1)
            if 0 <= index < len(words):
                self.choose(words[index].token)
                return True
        return super().focusNextPrevChild(forward)

    def _press_arrow(self, right: int, up: int, held: Qt.KeyboardModifier) -> None:
        word = self.content.word_of(self.chosen)
        if word is None:
            self._choose_at(0)
            return
        factor = 1.0
        if held & Qt.KeyboardModifier.ShiftModifier:
            factor = FINE
        elif held & Qt.KeyboardModifier.ControlModifier:
            factor = COARSE
        try:
            if not word_drag.press_arrow(self.store, word.token, right, up, factor):
                self.store.say(AT_THE_EDGE)
            self.show_all()
        except Refused as refused:
            self.store.say(str(refused))

    def _choose_at(self, index: int) -> None:
        if self.content.words:
            self.choose(self.content.words[index].token)

    def _chosen_handle(self) -> Handle | None:
        word = self.content.word_of(self.chosen)
        return None if word is None else handle_of(word.token)


def held_keys(modifiers: Qt.KeyboardModifier) -> Modifiers:
    """What Shift, Ctrl and Alt mean in a drag."""
    return Modifiers(
        keep_length=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
        keep_direction=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        no_snap=bool(modifiers & Qt.KeyboardModifier.AltModifier),
    )


def _pixel(point: QPointF) -> Pixel:
    return point.x(), point.y()
