"""The Sequence workspace: a whole sentence at once, every matrix from X to the output."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.theme import Theme
from attnstudio.ui.workspaces.workspace import Workspace


class SequenceWorkspace(Workspace):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("sequence", store, parent)
        self._column = QVBoxLayout(self)
        for panel in self.panels.values():
            self._column.addWidget(panel)
        self.retheme(self.theme)

    def retheme(self, theme: Theme) -> None:
        margin = theme.px(12)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(theme.px(10))
