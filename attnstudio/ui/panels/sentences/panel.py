"""Two sentences, and what the same word looks at in each."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel


class SentencesPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sentences", "Two sentences", parent)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        pass
