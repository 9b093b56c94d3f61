"""The hands on the formula: pointing at a step or at a number, and going through the steps by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from attnstudio.model.document import names_of
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.panels.formula.content import MEANINGS
from attnstudio.ui.panels.formula.view import FormulaView
from attnstudio.ui.plain import plain_tip


class FormulaSurface(FormulaView):
    def __init__(self, panel: Spoken, store: Store) -> None:
        super().__init__(store, panel)
        self._panel = panel
        self._store = store
        self._pinned: Step | None = None  # stays marked when the pointer goes
        self._points = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Steps of the formula")

    def show_marks(self, now: Snapshot) -> None:
        if not self._points and now.view.hover_step != self._pinned:
            self._pinned = None  # another panel points at something else now
        super().show_marks(now)

    def pin(self, step: Step | None) -> None:
        """Keep a step marked in every panel; None lets go."""
        self._pinned = step
        self._store.set_view(hover_step=step)

    def _point(self, step: Step | None, token: int | None) -> None:
        self._points = True
        try:
            self._store.set_view(hover_step=step or self._pinned, hover_token=token)
        finally:
            self._points = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = event.position().x(), event.position().y()
        key = self.places.key_at(x, y)
        tokens = self._store.now.passage.key_tokens
        self._point(self.places.step_at(x, y), None if key is None else tokens[key].id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self._store.is_telling:
            self._point(None, None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.places.step_at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and step is not None:
            self.pin(None if step == self._pinned else step)
            self._point(step, self._store.view.hover_token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown = [step for step, _ in self.places.rows]
        at = self._store.view.hover_step
        index = shown.index(at) if at in shown else None
        targets = {
            Qt.Key.Key_Up: len(shown) - 1 if index is None else max(index - 1, 0),
            Qt.Key.Key_Down: 0 if index is None else min(index + 1, len(shown) - 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(shown) - 1,
        }
        target = targets.get(Qt.Key(event.key()))
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and shown and target is not None:
            self.pin(shown[target])
            accessible.focused(self._panel)
        elif event.key() == Qt.Key.Key_Escape and at is not None:
            self.pin(None)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(event.pos().x(), event.pos().y())
            if tip:
                QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            else:
                QToolTip.hideText()
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    def tip_at(self, x: float, y: float) -> str:
        """What a number is and whose it is, what a step does, or the whole of a sentence that is cut."""
        if self.places.sentence.contains(x, y):
            return self.sentence
        step, key = self.places.step_at(x, y), self.places.key_at(x, y)
        if step is None:
            return ""
        numbers = next((line.numbers for line in self.lines if line.step == step), ())
        if key is None or step == "mix" or not numbers:
            return f"{step}: {MEANINGS[step]}"
        name = names_of(self._store.now.passage.key_tokens)[key]
        return f"{name}: {numbers[key]}. {MEANINGS[step]}"
