"""Sentences that wrap, and are scrolled where they have no room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea

from attnstudio.ui.widgets import label

_LETTERS, _LINES = 12, 2  # that are always seen


class Told(QScrollArea):
    """Plain text that can be marked and copied."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.text = label("", "note")
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(name)
        self.viewport().setAccessibleName(f"{name}, seen")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.text)
        for ground in (self.viewport(), self.text):
            ground.setAutoFillBackground(False)

    def tell(self, text: str) -> None:
        if text != self.text.text():
            self.text.setText(text)
            self.text.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        letters = self.text.fontMetrics()
        return QSize(_LETTERS * letters.averageCharWidth(), _LINES * letters.lineSpacing())
