"""A field over a number of the pipeline, to type a weight into."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, Qt
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


class WeightField(NumberField):
    """A number field that comes over one number and goes when it is done."""

    def __init__(self, parent: QWidget, refuse: Callable[[str], object]) -> None:
        super().__init__(parent, "weight", self._pass_on, refuse)
        self._takes: Callable[[float], object] = lambda _: None
        self.returnPressed.connect(self.dismiss)
        self.hide()

    def open(self, cell: QRect, name: str, weight: float, takes: Callable[[float], object]) -> None:
        """Stand over `cell`, with the number ready to be typed over; `takes` gets what was typed."""
        self._takes = takes
        self.setAccessibleName(name)
        self.setModified(False)
        self.show_number(numerals.rounded(weight, numerals.WEIGHT_DIGITS))
        self.resize(max(cell.width() + 8, 56), self.sizeHint().height())
        self.move(cell.center() - self.rect().center())
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def dismiss(self) -> None:
        """Go, and give the keyboard back."""
        had_focus, parent = self.hasFocus(), self.parentWidget()
        self.hide()
        if had_focus and parent is not None:
            parent.setFocus(Qt.FocusReason.OtherFocusReason)

    def _pass_on(self, weight: float) -> None:
        self._takes(weight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
        event.accept()  # what a field has no use for must not go on to the cells behind it

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hide()

    def event(self, event: QEvent) -> bool:
        # Esc is the field's own while it is open, not a shortcut of the window.
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)
