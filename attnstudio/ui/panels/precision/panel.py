"""Where float16 and the naive softmax end."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel


class PrecisionPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "precision", "What numbers can hold", parent)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        pass
