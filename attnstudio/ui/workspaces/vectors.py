"""The Vectors workspace: one query, its keys and values, and every step from match to mix."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.snapshot import PANELS_OF
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.panels.sentence.panel import SentencePanel
from attnstudio.ui.theme import Theme
from attnstudio.ui.workspaces.workspace import Workspace

SIDE_BY_SIDE_HEIGHTS = {"plane": 290, "matrix": 199}
STACKED_HEIGHTS = {"plane": 380, "pipeline": 330, "matrix": 260, "formula": 190}
"""Least heights at 100 % text, side by side and one below the other. What does not fit is scrolled."""


class VectorsWorkspace(Workspace):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("vectors", store, parent)
        self._is_wide = True
        self._room = 0  # pixels across, as `fit` was told last
        self._column = QVBoxLayout(self)
        self._middle = QHBoxLayout()
        self._below = QHBoxLayout()
        self._column.addWidget(self.panels["sentence"], 0)
        self._column.addLayout(self._middle, 66)
        self._column.addLayout(self._below, 34)
        self._middle.addWidget(self.panels["plane"], 43)
        self._middle.addWidget(self.panels["pipeline"], 57)
        self._below.addWidget(self.panels["matrix"], 34)
        self._below.addWidget(self.panels["formula"], 66)
        for before, after in pairwise(PANELS_OF["vectors"]):
            QWidget.setTabOrder(self.panels[before], self.panels[after])
        self.retheme(self.theme)

    @property
    def sentence(self) -> SentencePanel:
        panel = self.panels["sentence"]
        assert isinstance(panel, SentencePanel)
        return panel

    @property
    def plane(self) -> PlanePanel:
        panel = self.panels["plane"]
        assert isinstance(panel, PlanePanel)
        return panel

    def is_complete(self) -> bool:
        return self.plane.is_complete

    def take_keyboard(self) -> None:
        self.plane.setFocus()

    def retheme(self, theme: Theme) -> None:
        margin, gap = theme.px(12), theme.px(10)
        self._column.setContentsMargins(margin, margin, margin, margin)
        for box in (self._column, self._middle, self._below):
            box.setSpacing(gap)

    def fit(self, room: int) -> None:
        """Stand the panels side by side where `room` pixels allow it, else one below the other."""
        self._room, theme = room, self.theme
        is_wide = self._is_room_beside()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        for box in (self._middle, self._below):
            if box.direction() != direction:
                box.setDirection(direction)
        heights = SIDE_BY_SIDE_HEIGHTS if is_wide else STACKED_HEIGHTS
        for name, panel in self.panels.items():
            panel.setMinimumHeight(theme.px(heights.get(name, 0)))
        self._is_wide = is_wide
        self.settle_heights()

    def settle_heights(self) -> None:
        # Other numbers can be wider, and a page that is scrolled sideways hides its end. Under a moving hand
        # nothing changes places.
        if self._room and self.store.gesture is None and self._is_room_beside() != self._is_wide:
            self.fit(self._room)
            return
        if not self._is_wide:  # the workspace is scrolled anyway: the sentence need not be scrolled within it
            self.sentence.setMinimumHeight(self.sentence.sizeHint().height())

    def _is_room_beside(self) -> bool:
        """Whether the panels can stand side by side."""
        margins = self._column.contentsMargins()
        needed = max(
            sum(self.panels[name].minimumSizeHint().width() for name in row)
            for row in (("plane", "pipeline"), ("matrix", "formula"))
        )
        return self._room >= needed + self._middle.spacing() + margins.left() + margins.right()
