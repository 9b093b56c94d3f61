"""Text that Qt must take as it stands: what a person typed is never mark-up."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QMessageBox, QWidget

_LINE = 44  # average letters of a line, where there is room
_SHARE = 0.8  # of the window's width, which a question takes at most


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
    _widen(box, parent)
    pressed = QMessageBox.StandardButton(box.exec())
    box.deleteLater()
    return pressed


def _widen(box: QMessageBox, parent: QWidget) -> None:
    """Give the text lines of a good length: Qt's own are short of large letters."""
    label, grid = box.findChild(QLabel, "qt_msgbox_label"), box.layout()
    if isinstance(label, QLabel) and isinstance(grid, QGridLayout):
        label.ensurePolished()
        form = label.fontMetrics()
        natural = (
            max(form.horizontalAdvance(line) for line in box.text().split("\n")) + form.averageCharWidth()
        )
        most = min(form.averageCharWidth() * _LINE, round(parent.window().width() * _SHARE))
        # Of its column, the last one: by the label's own Qt decides whether lines are broken at all.
        grid.setColumnMinimumWidth(grid.columnCount() - 1, min(natural, most))


def tell(parent: QWidget, title: str, sentence: str) -> None:
    """A sentence that must be read before going on."""
    ask(parent, title, sentence, QMessageBox.StandardButton.Ok)
