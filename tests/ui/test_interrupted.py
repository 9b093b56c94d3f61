"""A drag in every workspace, with something else done in the middle of it: nothing sticks to the hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.edits import set_title
from attnstudio.ui.basis.plane import BasisPlane
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.draws.controls import SizeSlider
from attnstudio.ui.panels.flow.hand import NodeHand
from attnstudio.ui.panels.growth.view import GrowthSurface
from attnstudio.ui.panels.masks.grid import MaskGrid
from attnstudio.ui.panels.meanings.hand import MeaningsHand
from attnstudio.ui.panels.plane.hand import PlaneHand
from tests.ui.test_fuzz import assert_sound

LEFT, RIGHT, NO = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PRESS, MOVE, RELEASE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonRelease,
)
DRAGGED: tuple[tuple[str, str, type[QWidget], str], ...] = (
    ("vectors", "bank-money", PlaneHand, ""),
    ("sequence", "two-heads", NodeHand, "station-x"),
    ("sequence", "two-heads", BasisPlane, "w_q"),
    ("sequence", "mask-laboratory", MaskGrid, ""),
    ("context", "two-meanings", MeaningsHand, ""),
    ("scaling", "why-sqrt-dk", SizeSlider, ""),
    ("scaling", "why-sqrt-dk", GrowthSurface, ""),
)
"""Workspace, scene, and what is dragged there: its type and its name."""

DEEDS = ("undo", "new", "reset", "go-sequence", "go-scaling", "play-forward", "make-free", "second-sentence")


class Hand:
    """A mouse over one part of the window."""

    def __init__(self, window: MainWindow, kind: type[QWidget], name: str) -> None:
        self.window = window
        there = [part for part in window.workspace.findChildren(kind) if part.isVisible()]
        part = next(part for part in there if not name or part.objectName() == name)
        self.part: QWidget = part.viewport() if isinstance(part, PlaneHand) else part
        self.at = QPointF()

    def send(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        everywhere, none = QPointF(self.part.mapToGlobal(at)), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self.part, QMouseEvent(kind, at, everywhere, button, held, none))

    def take_hold(self) -> None:
        """Drag the first thing that can be dragged."""
        width, height = self.part.width(), self.part.height()
        for place in range(31 * 23):
            self.at = QPointF(width * (1 + place % 31) / 32, height * (1 + place // 31) / 24)
            self.send(PRESS, self.at, LEFT, LEFT)
            for step in (9.0, 18.0):
                self.send(MOVE, self.at + QPointF(step, -step), NO, LEFT)
            if self.window.store.gesture is not None:
                return
            self.send(RELEASE, self.at, LEFT, NO)
        raise AssertionError("nothing here can be dragged")

    def let_go(self) -> None:
        """Go on, let a key go, and then the button."""
        self.send(MOVE, self.at + QPointF(25.0, -20.0), NO, LEFT)
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            none = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(self.part, QKeyEvent(kind, Qt.Key.Key_Control, none))
        self.send(RELEASE, self.at + QPointF(25.0, -20.0), LEFT, NO)

    def command(self, name: str) -> None:
        self.window.actions_by_id[name].trigger()

    def press_right(self) -> None:
        self.send(PRESS, self.at, RIGHT, LEFT | RIGHT)

    def lose_keyboard(self) -> None:
        QApplication.sendEvent(self.part, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason))


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize(("workspace", "scene", "kind", "name"), DRAGGED)
def test_nothing_sticks_to_the_hand(
    workspace: str, scene: str, kind: type[QWidget], name: str, window: MainWindow
) -> None:
    window.resize(1440, 900)
    store = window.store
    deeds: list[Callable[[Hand], object]] = [Hand.press_right, Hand.lose_keyboard]
    deeds += [partial(Hand.command, name=deed) for deed in DEEDS]
    for deed in deeds:
        window.work.open(scene)
        store.set_look(workspace=workspace, side="masks", predicting=False)
        settle()
        store.apply("Something to undo", lambda document: set_title(document, "other"))
        hand = Hand(window, kind, name)
        hand.take_hold()
        deed(hand)
        settle()
        if hand.part.isVisible():
            hand.let_go()
        settle()
        assert store.gesture is None
        rest = store.document
        if hand.part.isVisible():
            hand.send(MOVE, hand.at + QPointF(40.0, -30.0), NO, NO)
        assert store.document is rest
        assert_sound(store.now)
