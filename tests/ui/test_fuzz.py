"""Ten thousand random mouse and key events on the open window, with what must hold checked after each."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.soundness import check
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow

EVENTS = 2_500  # for each of the four scenes
SCENES = ("bank-money", "causal-love", "worked-example", "long-wrong-key")
LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
    *(Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Delete, Qt.Key.Key_A),
    *(Qt.Key.Key_Backspace, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_F2, Qt.Key.Key_Return),
)
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
SHORTCUTS = (
    *("scaling", "mask-causal", "mask-none", "mask-custom", "hull", "fit", "zoom-in", "zoom-out"),
    *("next-query", "previous-query", "theme", "text-larger", "text-smaller", "reset"),
)


class Monkey:
    """Presses, moves, releases and types at random, from a seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window = window
        self.dice = random.Random(seed)
        self.held = NONE
        self.surfaces = [
            child
            for panel in window.panels.values()
            for child in (panel, *panel.findChildren(QWidget))
            if child.isVisible()
        ]
        self.target = self.dice.choice(self.surfaces)

    def act(self) -> None:
        dice = self.dice
        deeds: list[tuple[Callable[[], None], int]] = [
            (self.move, 10),
            (self.press, 4),
            (self.release, 5),
            (self.double, 1),
            (self.key, 6),
            (self.elsewhere, 3),
            (self.undo_or_redo, 1),
            (self.shortcut, 1),
        ]
        dice.choices([deed for deed, _ in deeds], [share for _, share in deeds])[0]()

    def elsewhere(self) -> None:
        self.release()
        self.surfaces = [surface for surface in self.surfaces if surface.isVisible()]
        self.target = self.dice.choice(self.surfaces)

    def move(self) -> None:
        self.mouse(QEvent.Type.MouseMove, NONE)

    def press(self) -> None:
        button = LEFT if self.dice.random() < 0.85 else RIGHT
        self.held = button
        self.mouse(QEvent.Type.MouseButtonPress, button)

    def release(self) -> None:
        button, self.held = self.held, NONE
        if button != NONE:
            self.mouse(QEvent.Type.MouseButtonRelease, button)

    def double(self) -> None:
        self.press()
        self.release()
        self.mouse(QEvent.Type.MouseButtonDblClick, LEFT)
        self.held = LEFT
        self.release()

    def mouse(self, kind: QEvent.Type, button: Qt.MouseButton) -> None:
        target = self.target
        # A little beyond the edges, too: a hand leaves the widget in the middle of a drag.
        at = QPointF(
            self.dice.uniform(-0.1, 1.1) * target.width(), self.dice.uniform(-0.1, 1.1) * target.height()
        )
        event = QMouseEvent(
            kind, at, QPointF(target.mapToGlobal(at)), button, self.held, self.dice.choice(MODIFIERS)
        )
        QApplication.sendEvent(target, event)

    def key(self) -> None:
        target = QApplication.focusWidget() or self.target
        key, modifiers = self.dice.choice(KEYS), self.dice.choice(MODIFIERS)
        if self.dice.random() < 0.3:  # as from a keyboard: the window's shortcuts get their chance first
            QTest.keyClick(target, key, modifiers)
            return
        text = "a" if key == Qt.Key.Key_A else ""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key.value, modifiers, text))

    def undo_or_redo(self) -> None:
        self.window.actions_by_id[self.dice.choice(("undo", "redo"))].trigger()

    def shortcut(self) -> None:
        self.window.actions_by_id[self.dice.choice(SHORTCUTS)].trigger()


def close_what_waits() -> None:
    for waiting in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
        if waiting is not None:
            waiting.close()


def assert_sound(window: MainWindow) -> None:
    """What must hold whatever was done."""
    now = window.store.now
    check(now.document)
    assert now.trace.n_queries == len(now.passage.query_tokens)
    weights, output = now.trace.weights, now.trace.output
    assert np.isfinite(weights).all()
    assert np.isfinite(output).all()
    sums = np.where(now.trace.blind, 0.0, 1.0)
    np.testing.assert_allclose(weights.sum(axis=-1), sums, atol=1e-9)
    assert (weights >= 0).all()
    assert abs(now.document.settings.temperature) < 1e6


@pytest.mark.parametrize(("seed", "scene"), list(enumerate(SCENES)))
def test_whatever_is_done_the_window_stays_sound(seed: int, scene: str, qtbot: QtBot) -> None:
    window = open_window(scene)
    window.resize(1100, 760)
    QApplication.processEvents()
    start = window.store.document
    monkey = Monkey(window, seed)
    # A dialog that an event opened waits for an answer; somebody has to close it.
    closer = QTimer(window)
    closer.timeout.connect(close_what_waits)
    closer.start(0)
    for number in range(EVENTS):
        monkey.act()
        if number % 10 == 0:
            QApplication.processEvents()
        close_what_waits()
        assert_sound(window)
    closer.stop()
    monkey.release()
    QApplication.processEvents()
    while window.store.undo_name is not None:
        window.store.undo()
    assert window.store.document == start
    window.store.mark_saved()
    window.close()
    window.deleteLater()
