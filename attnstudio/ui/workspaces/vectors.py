"""The Vectors workspace: one query, its keys and values, and every step from match to mix."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.snapshot import PANELS
from attnstudio.state.store import Store
from attnstudio.ui.panels.formula.panel import FormulaPanel
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.panels.sentence.panel import SentencePanel
from attnstudio.ui.theme import Theme, theme_of

SIDE_BY_SIDE_HEIGHTS = {"plane": 290, "matrix": 199}
STACKED_HEIGHTS = {"plane": 380, "pipeline": 330, "matrix": 260, "formula": 190}
"""Least heights at 100 % text, side by side and one below the other. What does not fit is scrolled."""


def make_panel(name: str, store: Store, parent: QWidget | None = None) -> Panel:
    """The panel of a name out of `PANELS`."""
    kinds = {
        "sentence": SentencePanel,
        "plane": PlanePanel,
        "pipeline": PipelinePanel,
        "matrix": MatrixPanel,
        "formula": FormulaPanel,
    }
    return kinds[name](store, parent)


class VectorsWorkspace(QWidget):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("vectors")
        self.setAccessibleName("Vectors workspace")
        self._store = store
        self._is_wide = True
        self.sentence = SentencePanel(store, self)
        self.plane = PlanePanel(store, self)
        self.panels: dict[str, Panel] = {
            "sentence": self.sentence,
            "plane": self.plane,
            **{name: make_panel(name, store, self) for name in PANELS[2:]},
        }
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
        for before, after in pairwise(PANELS):
            QWidget.setTabOrder(self.panels[before], self.panels[after])
        self.retheme(theme_of(store.view))

    def retheme(self, theme: Theme) -> None:
        margin, gap = theme.px(12), theme.px(10)
        self._column.setContentsMargins(margin, margin, margin, margin)
        for box in (self._column, self._middle, self._below):
            box.setSpacing(gap)

    def fit(self, room: int) -> None:
        """Stand the panels side by side where `room` pixels allow it, else one below the other."""
        theme = theme_of(self._store.view)
        margins = self._column.contentsMargins()
        needed = max(
            sum(self.panels[name].minimumSizeHint().width() for name in row)
            for row in (("plane", "pipeline"), ("matrix", "formula"))
        )
        is_wide = room >= needed + self._middle.spacing() + margins.left() + margins.right()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        for box in (self._middle, self._below):
            if box.direction() != direction:
                box.setDirection(direction)
        heights = SIDE_BY_SIDE_HEIGHTS if is_wide else STACKED_HEIGHTS
        for name, panel in self.panels.items():
            panel.setMinimumHeight(theme.px(heights.get(name, 0)))
        self._is_wide = is_wide
        self._give_sentence_its_lines()

    def _give_sentence_its_lines(self) -> None:
        if not self._is_wide:  # the workspace is scrolled anyway: the sentence need not be scrolled within it
            self.sentence.setMinimumHeight(self.sentence.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # the sentence may have come to need another line
            self._give_sentence_its_lines()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme_of(self._store.view).paper)
        painter.end()
