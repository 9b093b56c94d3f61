"""The Scaling workspace: why scores are divided by √d_k, on vectors that are drawn by chance."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.snapshot import PANELS_OF
from attnstudio.state.store import Store
from attnstudio.ui.laboratory import Laboratory
from attnstudio.ui.panels.growth.places import TWO_WIDE
from attnstudio.ui.theme import Theme
from attnstudio.ui.workspaces.workspace import Workspace

PADDING = 40
"""Of a panel around its charts."""


class ScalingWorkspace(Workspace):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("scaling", store, parent)
        self.laboratory = Laboratory(store, self)
        self._column = QVBoxLayout(self)
        self._middle = QHBoxLayout()
        self._column.addWidget(self.panels["draws"], 0)
        self._column.addLayout(self._middle, 1)
        self._column.addWidget(self.panels["precision"], 0)
        self._middle.addWidget(self.panels["growth"], 62)
        self._middle.addWidget(self.panels["softmax"], 38)
        for before, after in pairwise(PANELS_OF["scaling"]):
            QWidget.setTabOrder(self.panels[before], self.panels[after])
        self.retheme(self.theme)

    def retheme(self, theme: Theme) -> None:
        margin, gap = theme.px(12), theme.px(10)
        self._column.setContentsMargins(margin, margin, margin, margin)
        for box in (self._column, self._middle):
            box.setSpacing(gap)

    def fit(self, room: int) -> None:
        """Growth and one row of weights side by side where `room` pixels allow it, else stacked."""
        margins = self._column.contentsMargins()
        # Growth is the better picture with two charts to a row.
        needed = self.theme.px(TWO_WIDE + PADDING) + self.panels["softmax"].minimumSizeHint().width()
        is_wide = room >= needed + self._middle.spacing() + margins.left() + margins.right()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        if self._middle.direction() != direction:
            self._middle.setDirection(direction)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.laboratory.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        self.laboratory.rest()
        super().hideEvent(event)
