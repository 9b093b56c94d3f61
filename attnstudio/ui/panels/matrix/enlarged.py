"""A panel in a window of its own, large, beside the studio: what is done in either shows in both."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from attnstudio.ui.panels.panel import Panel

WIDTH, HEIGHT = 960, 720
_SHARE = 0.9  # of the screen, at most


class Enlarged(QDialog):
    """Takes a panel made for it, and is gone when it is closed; Esc closes it."""

    def __init__(self, panel: Panel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(panel.accessibleName())
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.panel = panel
        if parent is not None:  # Undo and all other commands have their keys here, too
            self.addActions(parent.window().actions())
        column = QVBoxLayout(self)
        margin = panel.theme.px(10)
        column.setContentsMargins(margin, margin, margin, margin)
        column.addWidget(panel)
        room = self.screen().availableSize()
        self.resize(
            min(panel.theme.px(WIDTH), round(_SHARE * room.width())),
            min(panel.theme.px(HEIGHT), round(_SHARE * room.height())),
        )
