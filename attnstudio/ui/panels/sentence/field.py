"""One line of text in which letters are whole: Backspace takes one as a reader counts them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import QLineEdit, QWidget

from attnstudio.model import sentence
from attnstudio.model.refused import Refused

LONGEST = 2 * sentence.MAX_TOKENS * (8 * sentence.MAX_LETTERS + 1)
"""UTF-16 units: no sentence that the studio takes is longer."""
_BREAKS = dict.fromkeys((*range(0x09, 0x0E), *range(0x1C, 0x20), 0x85, 0x2028, 0x2029), " ")


class SentenceField(QLineEdit):
    cancelled = Signal()
    refused = Signal(str)
    left = Signal()  # by the keyboard or by another window, not for its own menu

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setAcceptDrops(False)  # a file that is dropped here is the window's
        # Qt would cut a longer paste without a word. One unit more than is taken, and it can be refused.
        self.setMaxLength(LONGEST + 1)
        self.setText(text)
        self.setValidator(_WholeText(self))

    def event(self, event: QEvent) -> bool:
        is_asked_first = event.type() == QEvent.Type.ShortcutOverride
        if is_asked_first and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()  # else a command of the window might take it
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() == Qt.Key.Key_Backspace and plain:
            # Qt's own takes one code point, and leaves half of a joined emoji.
            if not self.hasSelectedText():
                self.cursorBackward(True)
            if self.hasSelectedText():
                self.del_()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class _WholeText(QValidator):
    """Turns line breaks and tabs into blanks, and refuses what is longer than any sentence."""

    def __init__(self, field: SentenceField) -> None:
        super().__init__(field)
        self._field = field

    def validate(self, text: str, position: int) -> object:
        if len(text.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST:
            self._field.refused.emit(_why_too_long(text))
            return QValidator.State.Invalid, text, position
        return QValidator.State.Acceptable, text.translate(_BREAKS), position


def _why_too_long(text: str) -> str:
    try:
        sentence.split(text)
    except Refused as error:
        return str(error)
    return "This text is too long for a sentence. Nothing was changed."
