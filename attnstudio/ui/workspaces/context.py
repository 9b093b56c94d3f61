"""The Context workspace: one word in two sentences, and what each makes of it."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.snapshot import PANELS_OF
from attnstudio.state.store import Store
from attnstudio.ui.theme import Theme
from attnstudio.ui.workspaces.workspace import Workspace

SIDE_BY_SIDE_HEIGHTS = {"meanings": 380, "difference": 262, "learn": 250}
STACKED_HEIGHTS = {"meanings": 420, "difference": 250, "learn": 250}
"""Least heights at 100 % text, side by side and one below the other. What does not fit is scrolled."""


class ContextWorkspace(Workspace):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("context", store, parent)
        self._is_wide = True
        self._column = QVBoxLayout(self)
        self._below, self._right = QHBoxLayout(), QVBoxLayout()
        self._column.addWidget(self.panels["sentences"], 0)
        self._column.addLayout(self._below, 1)
        self._below.addWidget(self.panels["meanings"], 57)
        self._below.addLayout(self._right, 43)
        self._right.addWidget(self.panels["difference"], 50)
        self._right.addWidget(self.panels["learn"], 50)
        for before, after in pairwise(PANELS_OF["context"]):
            QWidget.setTabOrder(self.panels[before], self.panels[after])
        self.retheme(self.theme)

    def retheme(self, theme: Theme) -> None:
        margin, gap = theme.px(12), theme.px(10)
        self._column.setContentsMargins(margin, margin, margin, margin)
        for box in (self._column, self._below, self._right):
            box.setSpacing(gap)

    def fit(self, room: int) -> None:
        """The plane beside the numbers where `room` pixels allow it, else above them."""
        margins = self._column.contentsMargins()
        beside = max(self.panels[name].minimumSizeHint().width() for name in ("difference", "learn"))
        needed = self.panels["meanings"].minimumSizeHint().width() + beside + self._below.spacing()
        is_wide = room >= needed + margins.left() + margins.right()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        if self._below.direction() != direction:
            self._below.setDirection(direction)
        self._is_wide = is_wide
        heights = SIDE_BY_SIDE_HEIGHTS if is_wide else STACKED_HEIGHTS
        for name, height in heights.items():
            panel = self.panels[name]
            panel.setMinimumHeight(max(self.theme.px(height), panel.minimumSizeHint().height()))
        self.settle_heights()

    def settle_heights(self) -> None:
        # In a low window the workspace is scrolled: the sentences need not be scrolled within it.
        sentences = self.panels["sentences"]
        sentences.setMinimumHeight(sentences.sizeHint().height())
