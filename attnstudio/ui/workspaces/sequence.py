"""The Sequence workspace: a whole sentence at once, every matrix from X to the output."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.model.document import Side
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import Segmented
from attnstudio.ui.workspaces.workspace import Workspace

SIDES: tuple[tuple[Side, str], ...] = (
    ("holds", "what must hold"),
    ("masks", "masks"),
    ("positions", "positions"),
)
SIDE_HEIGHTS = {"holds": 210, "masks": 280, "positions": 240}
STACKED_HEIGHTS = {"holds": 230, "masks": 420, "positions": 330}
CELL_HEIGHT = 200
"""Least heights at 100 % text, side by side and one below the other. What does not fit is scrolled."""
FLOW_HEIGHT, USUAL_WIDTH = 374, 1100
"""In a window that is narrower than usual, and scrolled anyway, Q, K and V have room for their numbers."""
_SHARES = {"holds": (60, 40), "masks": (48, 52), "positions": (61, 39)}  # of the flow and of what is below
_WIDTHS = {"holds": (48, 52), "masks": (36, 64), "positions": (42, 58)}  # of the arithmetic and of the side


class SequenceWorkspace(Workspace):
    """What stands beside the arithmetic is chosen: one of three panels, made when it is first chosen."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("sequence", store, parent, later=[name for name, _ in SIDES])
        self._is_wide = self._is_usual = True
        self.side = Segmented("Beside the arithmetic", SIDES, store.look.side, self._choose)
        if store.view.is_figure:
            self.side.hide()
        self._column = QVBoxLayout(self)
        self._strip, self._below = QHBoxLayout(), QHBoxLayout()
        self._strip.addWidget(self.panels["play"], 1)
        self._strip.addWidget(self.side)
        self._column.addWidget(self.panels["sentence"], 0)
        self._column.addWidget(self.panels["flow"], 1)
        self._column.addLayout(self._strip, 0)
        self._column.addLayout(self._below, 1)
        self._below.addWidget(self.panels["cell"])
        self._end = store.subscribe(self._told)
        self.destroyed.connect(self._end)
        self.retheme(self.theme)
        self._show_side()

    @property
    def beside(self) -> Panel:
        """The panel beside the arithmetic that is chosen just now."""
        chosen = self.store.look.side
        if chosen not in self.panels:
            self._below.addWidget(self.make(chosen))
            self._order_keys()
        return self.panels[chosen]

    def take_keyboard(self) -> None:
        self.panels["flow"].take_keyboard()

    def retheme(self, theme: Theme) -> None:
        margin, gap = theme.px(12), theme.px(10)
        self._column.setContentsMargins(margin, margin, margin, margin)
        for box in (self._column, self._strip, self._below):
            box.setSpacing(gap)
        self._set_heights()

    def fit(self, room: int) -> None:
        """Stand the panels below side by side where `room` pixels allow it, else one below the other."""
        self._is_usual = room >= self.theme.px(USUAL_WIDTH)
        margins = self._column.contentsMargins()
        needed = self.panels["cell"].minimumSizeHint().width() + self.beside.minimumSizeHint().width()
        self._is_wide = room >= needed + self._below.spacing() + margins.left() + margins.right()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._below.setDirection(across if self._is_wide else down)
        strip = self.panels["play"].minimumSizeHint().width() + self.side.sizeHint().width()
        is_short = room >= strip + self._strip.spacing() + margins.left() + margins.right()
        self._strip.setDirection(across if is_short else down)
        self._set_heights()

    def settle_heights(self) -> None:
        if not self._is_wide:  # the workspace is scrolled anyway: the sentence need not be scrolled within it
            sentence = self.panels["sentence"]
            sentence.setMinimumHeight(sentence.sizeHint().height())
        flow = self.panels["flow"]
        roomy = max(flow.minimumSizeHint().height(), self.theme.px(FLOW_HEIGHT))
        flow.setMinimumHeight(0 if self._is_usual else roomy)

    # --- inside -----------------------------------------------------------------------------------------

    def _choose(self, side: str) -> None:
        self.store.set_look(side=side)

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        if old.look.side != new.look.side:
            # Not while telling: a panel that is hidden or loses the keyboard may have something to say.
            QTimer.singleShot(0, self, self._show_side)

    def _show_side(self) -> None:
        """Put the chosen panel into its place."""
        chosen = self.store.look.side
        self.side.show_choice(chosen)
        beside = self.beside
        for panel in self._sides():
            panel.setVisible(panel is beside)
        flow, below = _SHARES[chosen]
        self._column.setStretch(1, flow)
        self._column.setStretch(3, below)
        cell, side = _WIDTHS[chosen]
        for number in range(self._below.count()):
            width = side if number else cell
            self._below.setStretch(number, width if self._is_wide else 0)
        self._set_heights()

    def _sides(self) -> list[Panel]:
        return [self.panels[name] for name, _ in SIDES if name in self.panels]

    def _order_keys(self) -> None:
        """Tab goes through the panels in reading order, and to the choice before what it chooses."""
        before = [self.panels[name] for name in ("sentence", "flow", "play")]
        for one, other in pairwise([*before, self.side, self.panels["cell"], *self._sides()]):
            QWidget.setTabOrder(one, other)

    def _set_heights(self) -> None:
        theme = self.theme
        heights = SIDE_HEIGHTS if self._is_wide else STACKED_HEIGHTS
        for panel in self._sides():
            panel.setMinimumHeight(theme.px(heights[panel.objectName()]))
        self.panels["cell"].setMinimumHeight(theme.px(CELL_HEIGHT))
        self.settle_heights()
