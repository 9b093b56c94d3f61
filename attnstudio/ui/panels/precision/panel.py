"""Where float16 and the naive softmax end."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.precision.halves import HalfPrecision, StableSoftmax

HELP = "Where scores grow beyond what a computer's numbers can hold, and what keeps them within."
_TWO_WIDE = 860  # logical pixels, at 100 % text, from which on the two stand side by side


class PrecisionPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "precision", "What numbers can hold", parent)
        self.setAccessibleDescription(HELP)
        self._is_laid_out = False  # before, its width means nothing
        self.half = HalfPrecision(store)
        self.softmax = StableSoftmax(store)
        self.rule = QFrame(self)
        self.rule.setFrameShape(QFrame.Shape.NoFrame)
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.row.addWidget(self.half, 54)
        self.row.addWidget(self.rule)
        self.row.addWidget(self.softmax, 46)
        self.column.addLayout(self.row, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setFocusProxy(self.half.fields["query"])
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.view.trial != new.view.trial:
            self.half.show_trial(new.view.trial)
            self.softmax.show_trial(new.view.trial)

    def retheme(self) -> None:
        theme = self.theme
        self.row.setSpacing(theme.px(14))
        self.rule.setStyleSheet(f"background: {theme.hairline.name()};")
        self.half.retheme(theme)
        self.softmax.retheme(theme)
        if self._is_laid_out:
            self._arrange()

    def minimumSizeHint(self) -> QSize:
        margins = self.column.contentsMargins()
        wider = max(half.minimumSizeHint().width() for half in (self.half, self.softmax))
        return QSize(wider + margins.left() + margins.right(), super().minimumSizeHint().height())

    def _arrange(self) -> None:
        is_wide = self.width() >= self.theme.px(_TWO_WIDE)
        ways = QBoxLayout.Direction
        wanted = ways.LeftToRight if is_wide else ways.TopToBottom
        if self.row.direction() != wanted:
            self.row.setDirection(wanted)
        for half in (self.half, self.softmax):
            half.table.spread(self.theme, is_wide)
        self.rule.setFixedSize(*((1, 16777215) if is_wide else (16777215, 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_laid_out = True
        self._arrange()
