"""The hands on the sentence: choosing the word that asks, by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from attnstudio.model.numerals import MASKED
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.panels.sentence.chips import Chip
from attnstudio.ui.panels.sentence.view import ChipView, no_font
from attnstudio.ui.plain import plain_tip


class ChipSurface(ChipView):
    edit_asked = Signal()

    def __init__(self, panel: Spoken, store: Store, fixed: int | None = None) -> None:
        super().__init__(store, panel, fixed)
        self._panel = panel
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Words of the sentence")

    # --- what a press means ---------------------------------------------------------------------------

    def can_press(self, chip: Chip) -> bool:
        """Whether a click on a word does something."""
        return chip.query >= 0

    def press(self, chip: Chip) -> None:
        """Let a word ask."""
        self._store.set_look(query=chip.token.id)

    def help_of(self, chip: Chip) -> str:
        """What a press does, for speech."""
        return "Press to let this word ask." if self.can_press(chip) else ""

    # --- the mouse ------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        chip = self.chip_at(event.position())
        can_press = chip is not None and self.can_press(chip)
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_press else Qt.CursorShape.ArrowCursor)
        self._store.set_view(hover_token=None if chip is None else chip.token.id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._store.view.hover_token is not None and not self._store.is_telling:
            self._store.set_view(hover_token=None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chip = self.chip_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and chip is not None and self.can_press(chip):
            self.press(chip)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.edit_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chips = [chip for chip in self.places.chips if chip.query >= 0]
        index = self.asking
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        targets = {
            Qt.Key.Key_Left: index - 1,
            Qt.Key.Key_Right: index + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(chips) - 1,
        }
        target = targets.get(Qt.Key(event.key()))
        if plain and chips and target is not None:
            self.press(chips[min(max(target, 0), len(chips) - 1)])
            accessible.focused(self._panel)
        elif plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_asked.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            chip = self.chip_at(QPointF(event.pos()))
            if chip is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), plain_tip(self.tip_of(chip)), self)
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.redraw()
        return super().event(event)

    def tip_of(self, chip: Chip) -> str:
        """What there is to say of a word: all of it, its weight, and what is odd about it."""
        said = [chip.token.text if chip.is_cut else chip.name]
        number = self.number_of(chip)
        if number == MASKED:
            said.append("masked: its score counts as −∞, its weight is 0")
        elif number:
            said.append(f"weight {number}")
        if chip.token.source == "chance":
            said.append("placed by chance: drag me")
        if chip.missing:
            said.append(no_font(chip.missing))
        return "; ".join(said)
