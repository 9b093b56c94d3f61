"""The pipeline under the hand: pointing, clicking, pulling weights, and all of it from the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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

from attnstudio.model.document import Handle, names_of
from attnstudio.model.edits import flip_cell
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import cell_name
from attnstudio.state.pulling import WeightGrip, foretold, may_pull
from attnstudio.state.store import Store
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.columns import Needs
from attnstudio.ui.panels.pipeline.content import Content, Labels
from attnstudio.ui.panels.pipeline.field import WeightField
from attnstudio.ui.panels.pipeline.grid import SUMS, Held, Spot
from attnstudio.ui.panels.pipeline.keys import moved, pull_of
from attnstudio.ui.panels.pipeline.rows import Rows
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import Theme

_SHAKE = 3.0  # pixels: a hand that moves no more on a number has clicked it
_ROWS_A_NOTCH = 2
_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


@dataclass
class Press:
    """The left button is down: where, and the weight's bar that it holds once it has moved."""

    spot: Spot
    at: QPointF
    has_moved: bool = False
    grip: WeightGrip | None = None


class PipelineGrid(Rows):
    """`Rows` that answer. Every act ends in an edit of the store, or in `open_card`."""

    def __init__(
        self, parent: QWidget, store: Store, theme: Theme, open_card: Callable[[Spot], None]
    ) -> None:
        """`open_card` shows the arithmetic of a cell."""
        super().__init__(parent, theme)
        self.store = store
        self.close_card: Callable[[], bool] = lambda: False  # True where there was one to close
        self.focus_moved: Callable[[], None] = lambda: None
        self._open_card = open_card
        self._press: Press | None = None
        self._swallows = False  # the rest of a gesture that was called off
        self._keys: WeightGrip | None = None
        self._wheel = 0
        self.field = WeightField(self, store.say)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_content(self, labels: Labels, content: Content, axis: Axis, needs: Needs) -> None:
        if labels.tokens is not self.labels.tokens:  # other words: what was begun on these is over
            self._press = None
            self.field.dismiss()
        if self.store.gesture is None:
            self.held = None
        super().show_content(labels, content, axis, needs)

    # --- the edits -----------------------------------------------------------------------------------

    def flip(self, j: int) -> None:
        """Mask key `j` for the shown query, or let it be seen again."""
        now = self.store.now
        query, key = now.look.query, self.labels.ids[j]
        asking = names_of(now.passage.query_tokens)[now.query_index]
        name = cell_name(not self.content.may_look[j], asking, self.labels.names[j])
        self.store.apply(name, lambda document: flip_cell(document, query, key))

    def select_key(self, j: int) -> None:
        """Select the tip of key `j` in the plane."""
        if self.store.now.passage.heads:
            self.store.set_view(selected=Handle("key", self.labels.ids[j], self.store.look.head))

    def put_weight(self, key: int, weight: float) -> None:
        """Make the weight of a key token what was asked for, or say why not."""
        try:
            WeightGrip(self.store, key).put(weight)
        except Refused as error:
            self.store.say(str(error))

    def nudge(self, j: int, by: float) -> None:
        """One press of a key on a weight's bar; a run of presses goes on from where it began."""
        key = self.labels.ids[j]
        try:
            if self._keys is None or self._keys.key != key or not self._keys.holds_run:
                self._keys = WeightGrip(self.store, key)
            self._keys.step(by)
        except Refused as error:
            self.store.say(str(error))

    def press(self, spot: Spot) -> None:
        """What a click on a cell does."""
        if spot.place == "name":
            self.select_key(spot.j)
        elif spot.place == "mask":
            self.flip(spot.j)
        else:
            self._open_card(spot)

    def type_weight(self, j: int) -> None:
        """Open a field over a weight, to type it."""
        self.reveal(j)
        key, name = self.labels.ids[j], f"weight of {self.labels.names[j]}"
        cell, weight = self.rect_of(Spot(j, "normalize")), self.content.weights[j]
        self.field.open(cell, name, weight, lambda typed: self.put_weight(key, typed))

    # --- the mouse -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._press is not None:
            if event.button() == Qt.MouseButton.RightButton:
                self.call_off()
            return
        self._swallows = False
        spot = self.spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None:
            self.field.dismiss()
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._go_to(spot, by_keys=False)
            self._press = Press(spot, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        press = self._press
        if press is None:
            if not event.buttons():
                self._point(event.position())
        elif event.buttons() & Qt.MouseButton.LeftButton:
            self._move(press, event.position())
        else:
            self._end(press)  # somebody else got the release

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        press = self._press
        if event.button() != Qt.MouseButton.LeftButton or press is None:
            return
        self._end(press)
        if not press.has_moved and self.spot_at(event.position()) == press.spot:
            self._click(press.spot, event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None and self._is_weight(spot):
            event.accept()
            self.close_card()
            self.type_weight(spot.j)
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.setAccepted(self._swallows)  # the right click that called a pull off opens nothing

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.count <= self.in_view or self._press is not None:
            event.ignore()
            return
        event.accept()
        self.field.dismiss()
        self._wheel += event.angleDelta().y() * _ROWS_A_NOTCH
        rows = int(self._wheel / 120)
        self._wheel -= rows * 120
        self.scroll_to(self.first - rows)

    def leaveEvent(self, event: QEvent) -> None:
        if self._press is None:
            self.show_grip(-1)
            self.store.set_view(hover_token=None, hover_step=None)

    def _point(self, at: QPointF) -> None:
        spot = self.spot_at(at)
        token = None if spot is None or spot.j == SUMS else self.labels.ids[spot.j]
        step = None if spot is None or spot.place == "name" else spot.place
        self.store.set_view(hover_token=token, hover_step=step)
        shape = Qt.CursorShape.ArrowCursor if spot is None else Qt.CursorShape.PointingHandCursor
        grip_j = -1
        if (
            spot is not None
            and self._is_weight(spot)
            and may_pull(self.store.now, self.content.may_look, spot.j)
        ):
            grip_j = spot.j
        if spot is not None and self._is_weight(spot) and self._is_on_bar(spot.j, at):
            shape = Qt.CursorShape.SizeHorCursor if grip_j >= 0 else Qt.CursorShape.ArrowCursor
        self.show_grip(grip_j)
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _is_weight(self, spot: Spot) -> bool:
        return spot.place == "normalize" and spot.j != SUMS

    def _is_on_bar(self, j: int, at: QPointF) -> bool:
        more = self.theme.px(3)
        return self.track_of(j).adjusted(-more, -more, more, more).contains(at.toPoint())

    def _click(self, spot: Spot, at: QPointF) -> None:
        if not self._is_weight(spot):
            self.press(spot)
        elif not self._is_on_bar(spot.j, at):
            self._open_card(spot)

    # --- pulling -------------------------------------------------------------------------------------

    def _move(self, press: Press, at: QPointF) -> None:
        if not press.has_moved:
            if not self._is_on_bar(press.spot.j, press.at):
                if (at - press.at).manhattanLength() <= _SHAKE:
                    return
                press.at = at  # nothing jumps: only now the number becomes a handle
            press.has_moved = True
            if self._is_weight(press.spot):
                self._take_hold(press)
        if press.grip is not None:
            room = max(self.plan.of("normalize").bar_width, 1)
            press.grip.pull(press.grip.start + (at.x() - press.at.x()) / room)
            if not press.grip.is_pulling:
                self.call_off()  # an undo, or another document, has ended the gesture

    def _take_hold(self, press: Press) -> None:
        try:
            press.grip = WeightGrip(self.store, self.labels.ids[press.spot.j])
        except Refused as error:
            self.store.say(str(error))
            return
        reach = press.grip.reach
        self.held = Held(press.spot.j, press.grip.start, reach.lowest, reach.highest)
        self.update()

    def _end(self, press: Press) -> None:
        self._press = None
        if press.grip is not None:
            press.grip.release()
        self._let_go()

    def call_off(self) -> None:
        """Esc, a right click, a lost focus: all is as it was, and the rest of the gesture is nothing."""
        press, self._press = self._press, None
        if press is not None:
            self._swallows = True
            if press.grip is not None:
                press.grip.cancel()
        self._let_go()

    def _let_go(self) -> None:
        if self.held is not None:
            self.held = None
            self.update()

    # --- the keyboard --------------------------------------------------------------------------------

    def _go_to(self, spot: Spot, *, by_keys: bool) -> None:
        """Put the keyboard on a cell. The ring around it is for those who use the keyboard."""
        if spot == self.at and by_keys == self.shows_cursor:
            return
        self.at, self.shows_cursor = spot, by_keys
        if by_keys:
            self.reveal(spot.j)
        self.update()
        self.focus_moved()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.count or not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            if self._press is not None:
                self.call_off()
                return True
            return self.close_card()
        if self._press is not None:
            return True  # one hand at a time
        spot, by = self.at, pull_of(event)
        if by and self._is_weight(spot):
            self._go_to(spot, by_keys=True)
            self.nudge(spot.j, by)
            return True
        target = moved(spot, event, self.count, self.in_view)
        if target is not None:
            self._go_to(target, by_keys=True)
            return True
        return self._act_by_key(event, spot)

    def _act_by_key(self, event: QKeyEvent, spot: Spot) -> bool:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if spot.place == "name":
                self.select_key(spot.j)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.reveal(spot.j)
                self._open_card(spot)
            case Qt.Key.Key_Space if spot.j != SUMS:
                self.flip(spot.j)
            case Qt.Key.Key_F2 if self._is_weight(spot):
                self.type_weight(spot.j)
            case _:
                return False
        self.shows_cursor = True
        return True

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        # A key that this grid wants now is no shortcut of the window: Esc in a pull, F2 on a weight.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            ends_pull = event.key() == Qt.Key.Key_Escape and self._press is not None
            is_typing = event.key() == Qt.Key.Key_F2  # of a weight; elsewhere F2 edits the sentence
            if ends_pull or (self._is_weight(self.at) and (is_typing or pull_of(event))):
                event.accept()
                return True
        return super().event(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        at = QPointF(event.pos())
        spot, tip = self.spot_at(at), self.tip_at(at)
        if spot is not None and tip:
            QToolTip.showText(event.globalPos(), plain_tip(tip), self, self.rect_of(spot))
        else:
            QToolTip.hideText()

    def tip_at(self, at: QPointF) -> str:
        """The whole of a word or a sentence that is cut, and what pulling a bar would come to."""
        spot = self.spot_at(at)
        if self.remarks and self.floor <= at.y() < self.floor + self.sums_height:
            return self.remarks[0]
        if spot is None or spot.j == SUMS:
            return ""
        if spot.place == "name":
            return self.labels.names[spot.j] if self.is_cut(spot.j) else ""
        if self._is_weight(spot) and self._is_on_bar(spot.j, at) and self._press is None:
            return foretold(self.store.now, spot.j)
        return ""

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in _BY_KEYS:
            self.shows_cursor = True
        super().focusInEvent(event)
        self.update()
        self.focus_moved()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.call_off()
        super().focusOutEvent(event)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.call_off()
        self.field.dismiss()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.EnabledChange:
            self.call_off()
        super().changeEvent(event)
