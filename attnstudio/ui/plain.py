"""Text that Qt must take as it stands: what a person typed is never mark-up."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def plain_tip(text: str) -> str:
    """Text for a tooltip, the one place where Qt can't be told that text is plain: it is escaped.

    The wrapping element makes Qt read every tip as mark-up, so that the escaped signs come back as typed
    and long tips wrap.
    """
    return f"<span>{escape(text)}</span>" if text else ""


def ask(
    parent: QWidget, title: str, sentence: str, buttons: QMessageBox.StandardButton, save: str = ""
) -> QMessageBox.StandardButton:
    """A question with plain text. With `save` these words stand on the button Save."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(sentence)
    box.setStandardButtons(buttons)
    if save:
        box.button(QMessageBox.StandardButton.Save).setText(save)
    pressed = QMessageBox.StandardButton(box.exec())
    box.deleteLater()
    return pressed


def tell(parent: QWidget, title: str, sentence: str) -> None:
    """A sentence that must be read before going on."""
    ask(parent, title, sentence, QMessageBox.StandardButton.Ok)
