"""A line to type a number into."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from attnstudio.model import numerals
from attnstudio.model.refused import Refused


class NumberField(QLineEdit):
    """Takes a number as people write it, and acts on Enter. Esc, or going elsewhere, keeps what was."""

    def __init__(
        self,
        parent: QWidget,
        name: str,
        act: Callable[[float], object],
        refuse: Callable[[str], object],
        read: Callable[[str], float] = numerals.parse,
        write: Callable[[float], str] = lambda number: numerals.exact(number, 1),
    ) -> None:
        """`act` gets the number, `refuse` a sentence where what was typed is none, as `read` finds out."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxLength(40)
        self.setAcceptDrops(False)  # a file that is dropped here is the window's
        self._act = act
        self._refuse = refuse
        self._read, self._write = read, write
        self._shown = 0.0
        self.returnPressed.connect(self._finish)

    def show_number(self, number: float) -> None:
        """Show a number, unless somebody is typing another."""
        self._shown = number
        if not self.isModified():
            self._rewrite()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self._rewrite()
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._rewrite()
        super().focusOutEvent(event)

    def _finish(self) -> None:
        if not self.isModified():
            return
        text = self.text()
        self._rewrite()
        try:
            self._act(self._read(text))
        except Refused as error:
            self._refuse(str(error))

    def _rewrite(self) -> None:
        self.setText(self._write(self._shown))
        self.setModified(False)
