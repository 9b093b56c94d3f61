"""The panel Learn in a window, and what a timer and a hand do to it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from attnstudio.state import learner
from attnstudio.state.runs import Run
from attnstudio.state.snapshot import View
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.learn.panel import LearnPanel
from tests.ui.panels.framed import LEFT, NONE, Framed

PLAIN = View()


class Bench(Framed[LearnPanel]):
    def run(self) -> Run:
        assert self.store.view.run is not None
        return self.store.view.run

    def ticks(self, count: int) -> None:
        """As the timer would."""
        for _ in range(count):
            learner.tick(self.store)

    def learn(self, count: int) -> None:
        self.panel.controls.run.click()
        self.ticks(count)
        if learner.is_running(self.store):
            self.panel.controls.run.click()

    def type(self, field: QLineEdit, text: str) -> None:
        field.setFocus()
        field.selectAll()
        for letter in text:
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_0, Qt.KeyboardModifier.NoModifier, letter)
            QApplication.sendEvent(field, event)
        self.key(field, Qt.Key.Key_Return)

    def press_curve(self, x: float, kind: QEvent.Type = QEvent.Type.MouseButtonPress) -> None:
        curve = self.panel.curve
        at = QPointF(x, curve.plot.center().y())
        held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
        button = NONE if kind == QEvent.Type.MouseMove else LEFT
        self.mouse(curve, kind, at, button, held)

    def part(self, name: str) -> Part:
        return next(part for part in self.panel.parts() if part.name == name)


Make = Callable[..., Bench]
