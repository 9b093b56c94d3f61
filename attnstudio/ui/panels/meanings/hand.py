"""The mouse and the keys on the plane of two meanings: words are moved by the rules of a tip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip

from attnstudio.model.document import Handle
from attnstudio.model.refused import Refused
from attnstudio.state import word_drag
from attnstudio.state.gestures import Pixel, after_click, caught
from attnstudio.state.store import Store
from attnstudio.state.word_drag import WordDrag
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
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
from attnstudio.ui.panels.meanings.names import weights_of
from attnstudio.ui.panels.meanings.view import MeaningsView, handle_of
from attnstudio.ui.plain import plain_tip

RESULT = "The end of a way is a result: it moves when a word or a matrix moves."

_ZOOM = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}


class MeaningsHand(MeaningsView):
    """`type_numbers` opens the number fields of a word."""

    def __init__(self, store: Store, panel: Spoken, type_numbers: Callable[[int], object]) -> None:
        super().__init__(store, panel)
        self._panel = panel
        self._type_numbers = type_numbers
        self._hold: Hold[WordDrag] = Hold(
            store, lambda: self.lens, self._end_drag, lambda drag: self.show_all()
        )
        self._pressed: int | None = None  # by the latest press; a double click is for it
        self._was_chosen = False  # it was, before that press
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def moving(self) -> int | None:
        drag = self._hold.drag
        return drag.token if drag is not None and drag.moved else None

    def choose(self, token: int | None) -> None:
        """The keyboard goes to a word, which is marked in every panel."""
        self.chosen = token
        self.update()
        self.store.set_view(hover_token=token)
        accessible.focused(self._panel)

    # --- the mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._hold.press(event):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._take(pixel(event.position()))

    def _take(self, at: Pixel) -> None:
        tip = caught(self.tips(), at, self._chosen_handle())
        self._pressed = None if tip is None or tip.handle is None else tip.handle.token
        if tip is None:
            return
        if self._pressed is None:
            self._hold.refusal = RESULT
            return
        self._was_chosen = self._pressed == self.chosen
        self.chosen = self._pressed
        try:
            self._hold.drag = WordDrag(self.store, self._pressed, at, self.lens)
        except Refused as refused:
            self._hold.refusal = str(refused)
            return
        show_cursor(self, Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._hold.move(event):
            self._point_at(pixel(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, at = self._hold.release(event), pixel(event.position())
        if drag is None:
            return
        if not drag.moved and self._was_chosen:
            self.chosen = after_click(self.tips(), at, handle_of(drag.token)).token
            self.update()
        self._point_at(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self._hold.drag is None
            and self._pressed is not None
        ):
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
        show_cursor(self, shape)
        self.store.set_view(hover_token=token)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._hold.drag is None and self.store.view.hover_token is not None and not self.store.is_telling:
            self._point_at(None)

    # --- the drag -------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Put back what is being dragged. What the hand still does with the button down is for nobody."""
        self._hold.cancel()

    def _end_drag(self) -> None:
        show_cursor(self, Qt.CursorShape.ArrowCursor)  # until the hand moves again
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cancel()
        self.store.end_run()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        end = end_entered(event)
        if end is not None and not self.store.is_telling:
            self._choose_at(end)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        super().hideEvent(event)

    # --- the keys -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if asks_for_escape(event) and self._hold.drag is not None:
            event.accept()
            return True
        if event.type() == QEvent.Type.ToolTip:
            word = self.content.word_of(self.store.view.hover_token)
            told = "" if word is None else ": ".join(filter(None, (word.name, weights_of(word))))
            QToolTip.showText(self.cursor().pos(), plain_tip(told), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        word = self.content.word_of(self.chosen)
        if self._hold.press_key(event):
            return
        event.accept()
        if key in ARROWS:
            self._press_arrow(*ARROWS[key], event.modifiers())
        elif key in _ZOOM and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_ZOOM[key])
        elif key == Qt.Key.Key_0 and not event.modifiers():
            self.fit()
        elif key in ENTER and word is not None:
            self._type_numbers(word.token)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose_at(0 if key == Qt.Key.Key_Home else -1)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._hold.release_key(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from word to word, and after the last out of the plane."""
        if self._hold.drag is not None:
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
        factor = factor_of(held)
        if push(self.store, partial(word_drag.press_arrow, self.store, word.token, right, up, factor)):
            self.show_all()

    def _choose_at(self, index: int) -> None:
        if self.content.words:
            self.choose(self.content.words[index].token)

    def _chosen_handle(self) -> Handle | None:
        word = self.content.word_of(self.chosen)
        return None if word is None else handle_of(word.token)
