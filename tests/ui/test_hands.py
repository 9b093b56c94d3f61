"""What the hands share, without a panel: which keys mean what, and how a drag begins, goes on and ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

from attnstudio.model.document import Handle, Look
from attnstudio.model.geometry import Modifiers
from attnstudio.model.limits import AT_THE_EDGE
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import Drag, Lens
from attnstudio.state.store import Store
from attnstudio.ui import hands
from attnstudio.ui.hands import Hold
from tests import samples

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
PRESS, MOVE, RELEASE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonRelease,
)
LENS = Lens((0.0, 0.0), 100.0)


class Hand:
    """A hold with a store, and a record of what it has told."""

    def __init__(self) -> None:
        document = samples.bank()
        query = document.passages[0].query_tokens[0].id
        self.store = Store(document, Look(query=query))
        self.told: list[str] = []
        self.hold: Hold[Drag] = Hold(
            self.store, lambda: LENS, lambda: self.told.append("ended"), lambda drag: self.told.append("kept")
        )
        self.handle = Handle("query", query)

    def take(self) -> None:
        assert self.hold.press(mouse(PRESS, 0, LEFT, LEFT))
        self.hold.drag = Drag(self.store, self.handle, (0.0, 0.0), LENS)

    def is_dragging(self) -> bool:
        return self.hold.drag is not None

    def move(self, x: float, buttons: Qt.MouseButton = LEFT) -> bool:
        return self.hold.move(mouse(MOVE, x, NO_BUTTON, buttons))


def mouse(kind: QEvent.Type, x: float, button: Qt.MouseButton, buttons: Qt.MouseButton) -> QMouseEvent:
    at = QPointF(x, 0)
    return QMouseEvent(kind, at, at, button, buttons, NONE)


def key(kind: QEvent.Type, which: Qt.Key, held: Qt.KeyboardModifier = NONE) -> QKeyEvent:
    return QKeyEvent(kind, which, held)


def test_a_drag_that_moved_something_is_kept_and_then_told() -> None:
    hand = Hand()
    hand.take()
    assert not hand.move(-30)
    drag = hand.hold.drag
    assert hand.hold.release(mouse(RELEASE, -40, LEFT, NO_BUTTON)) is drag is not None
    assert hand.told == ["ended", "kept"]
    assert hand.store.undo_name == "Move query of “I”"
    assert hand.hold.drag is None


def test_a_press_alone_moves_nothing() -> None:
    hand = Hand()
    hand.take()
    assert hand.hold.release(mouse(RELEASE, 0, LEFT, NO_BUTTON)) is not None
    assert hand.told == ["ended"]
    assert hand.store.undo_name is None


def test_what_somebody_else_has_ended_is_no_drag_any_more() -> None:
    """Even before the hand moves on: what was dragged may be gone, and must not be painted."""
    hand = Hand()
    hand.take()
    hand.move(-30)
    assert hand.is_dragging()
    hand.store.exchange("New", samples.crossing(), hand.store.look)
    assert not hand.is_dragging()
    assert hand.told == []
    assert not hand.move(-40)
    assert hand.told == ["ended"]


@pytest.mark.parametrize("kind", [QEvent.Type.KeyPress, QEvent.Type.KeyRelease])
def test_keys_that_follow_an_undo_are_for_nobody(kind: QEvent.Type) -> None:
    """Ctrl+Z in a drag: the undo ends it, and then Ctrl is let go."""
    hand = Hand()
    hand.take()
    hand.move(-30)
    hand.store.undo()
    before, event = hand.store.document, key(kind, Qt.Key.Key_Control)
    if kind == QEvent.Type.KeyPress:
        assert not hand.hold.press_key(event)
    else:
        hand.hold.release_key(event)
        assert not event.isAccepted()
    assert hand.hold.drag is None
    assert hand.told == ["ended"]
    assert hand.store.document is before


def test_the_right_button_and_escape_put_it_back() -> None:
    hand = Hand()
    before = hand.store.document
    ways: tuple[Callable[[], bool], ...] = (
        lambda: hand.hold.press(mouse(PRESS, 0, RIGHT, LEFT | RIGHT)),
        lambda: hand.hold.press_key(key(QEvent.Type.KeyPress, Qt.Key.Key_Escape)),
    )
    for calls_off in ways:
        hand.take()
        hand.move(-30)
        assert hand.store.document != before
        calls_off()
        assert hand.store.document == before
        assert hand.store.undo_name is None
        assert not hand.move(-60), "the button is still down, for nobody"
        assert hand.store.document == before


@pytest.mark.parametrize(("button", "buttons"), [(RIGHT, RIGHT), (LEFT, LEFT | RIGHT)])
def test_other_buttons_take_nothing(button: Qt.MouseButton, buttons: Qt.MouseButton) -> None:
    assert not Hand().hold.press(mouse(PRESS, 0, button, buttons))


def test_a_lost_release_keeps_the_drag() -> None:
    hand = Hand()
    hand.take()
    hand.move(-30)
    assert not hand.move(-90, NO_BUTTON)
    assert hand.told == ["ended", "kept"]
    assert hand.move(-95, NO_BUTTON), "from now on the hand only points"


def test_a_drag_that_somebody_else_ended_is_let_go() -> None:
    hand = Hand()
    hand.take()
    hand.move(-30)
    hand.store.cancel()
    hand.move(-60)
    assert hand.told == ["ended"]
    assert hand.hold.drag is None


def test_a_refusal_is_said_once_when_the_hand_drags() -> None:
    hand = Hand()
    hand.hold.press(mouse(PRESS, 0, LEFT, LEFT))
    hand.hold.refusal = "It does not move."
    assert hand.store.view.message == ""
    hand.move(5)
    assert hand.store.view.message == "It does not move."
    assert hand.hold.refusal == ""


def test_keys_are_held_and_let_go_while_the_hand_rests() -> None:
    hand = Hand()
    assert not hand.hold.press_key(key(QEvent.Type.KeyPress, Qt.Key.Key_Shift))
    hand.take()
    hand.move(-30)
    drag = hand.hold.drag
    assert drag is not None
    assert hand.hold.press_key(key(QEvent.Type.KeyPress, Qt.Key.Key_Shift))
    assert drag.keys == Modifiers(keep_length=True)
    hand.hold.release_key(key(QEvent.Type.KeyRelease, Qt.Key.Key_Shift, SHIFT))
    assert drag.keys == Modifiers()
    other = key(QEvent.Type.KeyRelease, Qt.Key.Key_A)
    hand.hold.release_key(other)
    assert not other.isAccepted()


def test_what_modifiers_mean() -> None:
    assert [hands.factor_of(held) for held in (NONE, SHIFT, CTRL, ALT)] == [1.0, 0.1, 10.0, 1.0]
    assert hands.held_keys(SHIFT | ALT) == Modifiers(keep_length=True, no_snap=True)
    assert hands.held_keys(CTRL) == Modifiers(keep_direction=True)


def test_arrows_lead_the_same_way_on_a_plane_and_in_a_matrix() -> None:
    assert hands.ARROWS[Qt.Key.Key_Up] == (0, 1)
    assert hands.CELL_ARROWS[Qt.Key.Key_Up] == (-1, 0)
    assert hands.ARROWS[Qt.Key.Key_Right] == (1, 0)
    assert hands.CELL_ARROWS[Qt.Key.Key_Right] == (0, 1)


def test_escape_is_asked_for_by_its_own_event_alone() -> None:
    assert hands.asks_for_escape(key(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape))
    assert not hands.asks_for_escape(key(QEvent.Type.KeyPress, Qt.Key.Key_Escape))
    assert not hands.asks_for_escape(key(QEvent.Type.ShortcutOverride, Qt.Key.Key_A))


def test_tab_enters_at_the_ends() -> None:
    reasons = (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.MouseFocusReason,
    )
    entered = [hands.end_entered(QFocusEvent(QEvent.Type.FocusIn, reason)) for reason in reasons]
    assert entered == [0, -1, None]


def test_a_push_says_why_it_goes_no_further() -> None:
    store = Hand().store

    def refuse() -> bool:
        raise Refused("Not there.")

    assert hands.push(store, lambda: True)
    assert store.view.message == ""
    assert hands.push(store, lambda: False)
    assert store.view.message == AT_THE_EDGE
    assert not hands.push(store, refuse)
    assert store.view.message == "Not there."
