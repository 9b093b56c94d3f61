"""A field over a number of the pipeline, to type a weight into."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.ui.hands import asks_for_escape
from attnstudio.ui.number_field import NumberField


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
        if asks_for_escape(event):
            event.accept()
            return True
        return super().event(event)
