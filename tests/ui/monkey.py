"""A hand that does anything, from a seed: by mouse and key, by commands, and as a screen reader does."""

from __future__ import annotations

import random
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from attnstudio.model.refused import Refused
from attnstudio.state import learner
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.ui.main_window import MainWindow
from tests.random_edits import edit_at_random

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
    *(Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Delete, Qt.Key.Key_A),
    *(Qt.Key.Key_Backspace, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_F2, *_ENTER),
)
MODIFIERS = (
    *(Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier),
    *(Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier),
)
TYPED = (
    *("", "0", "−1.25", "1/3", "1e9", "nan", "abc", "-1e400", "<b>bank</b>", "a b c d e f g", "مرحبا 👩‍👩‍👧"),
    *("torch.tril(torch.ones(n, n))", "[[0, 1], [1, 1]]", "[[[", "x" * 200),
)
NUMBERS = (0.0, 1.0, -3.0, 0.5, 1e9, -1e7)
SIZES = (QSize(640, 480), QSize(1024, 700), QSize(1440, 900))
APART = ("quit", "open", "recent", "save", "save-as", "export", "about")
"""Commands that end the program, or that ask the system for a file."""


class Monkey:
    """Presses, moves, releases and types at random on all that is in sight."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window = window
        self.dice = random.Random(seed)
        self.held = NONE
        self.commands = [name for name in window.actions_by_id if name not in APART]
        self.targets: list[QWidget] = []
        self._look_around()

    def act(self) -> None:
        """Do one thing."""
        deeds: list[tuple[Callable[[], None], float]] = [
            *((self.move, 12), (self.press, 5), (self.release, 5), (self.double, 1), (self.wheel, 0.5)),
            *((self.key, 7), (self.type_text, 0.5), (self.elsewhere, 4), (self.undo_or_redo, 2)),
            *((self.command, 2), (self.go, 0.5), (self.edit, 1), (self.assist, 0.5), (self.answer, 1)),
            *((self.tick, 1), (self.look, 0.3), (self.resize, 0.1), (self.leave_field, 0.3)),
        ]
        self.dice.choices([deed for deed, _ in deeds], [share for _, share in deeds])[0]()

    # --- the mouse ------------------------------------------------------------------------------------

    def elsewhere(self) -> None:
        self.release()
        self._look_around()

    def move(self) -> None:
        self.mouse(QEvent.Type.MouseMove, NONE)

    def press(self) -> None:
        self.held = LEFT if self.dice.random() < 0.85 else RIGHT
        self.mouse(QEvent.Type.MouseButtonPress, self.held)

    def release(self) -> None:
        button, self.held = self.held, NONE
        if button != NONE:
            self.mouse(QEvent.Type.MouseButtonRelease, button)

    def double(self) -> None:
        self.press()
        self.release()
        self.held = LEFT
        self.mouse(QEvent.Type.MouseButtonDblClick, LEFT)
        self.release()

    def mouse(self, kind: QEvent.Type, button: Qt.MouseButton) -> None:
        target = self._there()
        # A little beyond the edges, too: a hand leaves the widget in the middle of a drag.
        x, y = (self.dice.uniform(-0.1, 1.1) for _ in range(2))
        at = QPointF(x * target.width(), y * target.height())
        held = self.dice.choice(MODIFIERS)
        event = QMouseEvent(kind, at, QPointF(target.mapToGlobal(at)), button, self.held, held)
        QApplication.sendEvent(target, event)

    def wheel(self) -> None:
        target = self._there()
        at = QPointF(target.rect().center())
        turn = QPoint(0, self.dice.choice((-120, 120, 1200)))
        held, phase = self.dice.choice(MODIFIERS), Qt.ScrollPhase.NoScrollPhase
        everywhere = QPointF(target.mapToGlobal(at))
        QApplication.sendEvent(target, QWheelEvent(at, everywhere, QPoint(), turn, NONE, held, phase, False))

    # --- the keys -------------------------------------------------------------------------------------

    def key(self) -> None:
        target = QApplication.focusWidget() or self._there()
        key, modifiers = self.dice.choice(KEYS), self.dice.choice(MODIFIERS)
        if key in _ENTER or self.dice.random() < 0.3:  # as from a keyboard: shortcuts get their chance first
            QTest.keyClick(target, key, modifiers)
            QApplication.processEvents()  # a table takes what was typed only now
            return
        text = "a" if key == Qt.Key.Key_A else ""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            if shiboken6.isValid(target):
                QApplication.sendEvent(target, QKeyEvent(kind, key.value, modifiers, text))

    def type_text(self) -> None:
        fields = [field for field in self.targets if shiboken6.isValid(field) and field.isEnabled()]
        fields = [field for field in fields if isinstance(field, QLineEdit | QPlainTextEdit)]
        if not fields:
            return
        field, text = self.dice.choice(fields), self.dice.choice(TYPED)
        field.setFocus()
        if isinstance(field, QPlainTextEdit):
            field.setPlainText(text)
        elif isinstance(field, QLineEdit):
            field.selectAll()
            field.insert(text)
        if self.dice.random() < 0.7 and shiboken6.isValid(field):
            QTest.keyClick(field, Qt.Key.Key_Return)

    def leave_field(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None:
            focus.clearFocus()

    def answer(self) -> None:
        """Choose in a menu that is open."""
        popup = QApplication.activePopupWidget()
        for _ in range(self.dice.randrange(4)):
            if popup is not None:
                QTest.keyClick(popup, Qt.Key.Key_Down)
        if popup is not None and popup.isVisible():
            QTest.keyClick(popup, Qt.Key.Key_Return)

    # --- what is asked for ------------------------------------------------------------------------------

    def command(self) -> None:
        self.window.actions_by_id[self.dice.choice(self.commands)].trigger()

    def undo_or_redo(self) -> None:
        for _ in range(self.dice.choice((1, 1, 1, 5))):
            self.window.actions_by_id[self.dice.choice(("undo", "redo"))].trigger()

    def go(self) -> None:
        self.window.actions_by_id[f"go-{self.dice.choice(WORKSPACES)}"].trigger()
        QApplication.processEvents()
        self._look_around()

    def look(self) -> None:
        store, dice = self.window.store, self.dice
        store.set_look(side=dice.choice(("holds", "masks", "positions")), head=dice.choice((0, 1, 3)))
        store.set_look(passage=dice.choice((0, 1)), predicting=dice.random() < 0.5)

    def edit(self) -> None:
        store = self.window.store
        try:
            store.apply("At random", edit_at_random(self.dice, store.look.passage))
        except Refused as refused:
            store.say(str(refused))

    def tick(self) -> None:
        learner.tick(self.window.store)

    def assist(self) -> None:
        """What an assistive tool does with a part of a panel."""
        panels = [panel for panel in self.window.panels.values() if panel.isVisible()]
        parts = self.dice.choice(panels).parts() if panels else ()
        names = [part.name for part in parts]
        assert len(set(names)) == len(names), "two parts of a panel have the same name"
        live = [part for part in parts if part.press or part.set_number]
        if not live:
            return
        part = self.dice.choice(live)
        if part.press is not None and (part.set_number is None or self.dice.random() < 0.5):
            part.press()
        elif part.set_number is not None:
            part.set_number(self.dice.choice(NUMBERS))

    def resize(self) -> None:
        self.window.resize(self.dice.choice(SIZES))
        QApplication.processEvents()

    # --- inside ---------------------------------------------------------------------------------------

    def _look_around(self) -> None:
        root: QWidget = self.window.workspace if self.dice.random() < 0.9 else self.window
        self.targets = [child for child in root.findChildren(QWidget) if child.isVisible()] or [self.window]
        self.target = self.dice.choice(self.targets)

    def _there(self) -> QWidget:
        """The widget under the hand, if it is still there; else another."""
        if not shiboken6.isValid(self.target) or not self.target.isVisible():
            self.held = NONE
            self._look_around()
        return self.target
