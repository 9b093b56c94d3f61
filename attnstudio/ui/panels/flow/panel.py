"""The flow of a whole sequence: X → Q, K, V → QKᵀ → ÷√d_k → mask → softmax → × V → output."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel


class FlowPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "flow", "From X to the output", parent)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        pass
