"""What context did, in numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel


class DifferencePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "difference", "What context did", parent)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        pass
