"""The hands on the words of one of two sentences: which of them asks, and what it should look at."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from attnstudio.state import asking
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.panels.sentence.chips import Chip, line_of
from attnstudio.ui.panels.sentence.surface import ChipSurface

_MARKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StripSurface(ChipSurface):
    """While it is asked what the person expects, a press marks a word; else it lets the word ask."""

    def __init__(self, panel: Spoken, store: Store, passage: int) -> None:
        super().__init__(panel, store, passage)
        self._at = 0  # the word on which the keyboard is while words are marked

    @property
    def natural_width(self) -> float:
        """How wide all words are in one line."""
        return line_of(self._sentences, self._measures)

    def can_press(self, chip: Chip) -> bool:
        return chip.key >= 0 if self.is_predicting else chip.query >= 0

    def press(self, chip: Chip) -> None:
        if not self.is_predicting:
            asking.ask(self._store, self.passage, chip.token.id)
            return
        if chip in self._markable():
            self._at = self._markable().index(chip)
        is_marked = asking.toggle_mark(self._store, chip.token.id)
        accessible.announce(self._panel, f"{chip.name} {'marked' if is_marked else 'not marked'}")

    def help_of(self, chip: Chip) -> str:
        if self.is_predicting:
            return "Press to mark it as a word that is looked at, or not." if self.can_press(chip) else ""
        return super().help_of(chip)

    def keyboard_chip(self) -> Chip | None:
        chips = self._markable()
        if not self.is_predicting or not chips:
            return super().keyboard_chip()
        return chips[min(self._at, len(chips) - 1)]

    def show_words(self, now: Snapshot) -> None:
        self._at = 0
        super().show_words(now)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        chip, key = self.keyboard_chip(), Qt.Key(event.key())
        if not self.is_predicting or not plain or chip is None:
            super().keyPressEvent(event)
        elif key in _MARKS:
            self.press(chip)
        elif (target := self._target(key)) is not None:
            self._at = min(max(target, 0), len(self._markable()) - 1)
            self.redraw()
            accessible.focused(self._panel)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of a person who marks two words in a row, or changes their mind."""
        if self.is_predicting:
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    def _target(self, key: Qt.Key) -> int | None:
        last = len(self._markable()) - 1
        targets = {
            Qt.Key.Key_Left: self._at - 1,
            Qt.Key.Key_Right: self._at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return targets.get(key)

    def _markable(self) -> list[Chip]:
        return [chip for chip in self.places.chips if chip.key >= 0]
