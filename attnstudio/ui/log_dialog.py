"""The log, to be read and copied by whoever reports a fault."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named
from attnstudio.storage.reading import read
from attnstudio.ui import clipboard
from attnstudio.ui.wrapped import Prose

_COLUMNS, _LINES = 110, 34  # of the text, where there is room


class LogDialog(QDialog):
    def __init__(self, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("The log")
        try:
            told = read(path).decode("utf-8", errors="replace")
        except Refused as refused:
            told = f"The log can't be read: {refused}"
        self.text = QPlainTextEdit(told, self)
        self.text.setProperty("kind", "code")
        self.text.setReadOnly(True)
        self.text.setAccessibleName("The log")
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        where = Prose("note")
        where.tell(f"It is kept in “{named(path)}”.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: self._copy(told, copy))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (where, self.text, buttons):
            column.addWidget(part)
        self._fit(parent.window())

    def _copy(self, told: str, button: QPushButton) -> None:
        clipboard.put_text(told)
        button.setText("Copied")

    def _fit(self, window: QWidget) -> None:
        """As large as its letters want it, and no larger than the window."""
        self.text.ensurePolished()
        form = self.text.fontMetrics()
        wanted = QSize(form.averageCharWidth() * _COLUMNS, form.lineSpacing() * _LINES)
        self.resize(wanted.boundedTo(window.size()).expandedTo(self.minimumSizeHint()))
