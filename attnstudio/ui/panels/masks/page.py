"""One page of the laboratory: told of a change only while it is shown, as a panel is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import Theme


class Page(QWidget):
    """Subclasses override `refresh`, `retheme` and `parts`."""

    def __init__(self, panel: Panel, name: str) -> None:
        super().__init__(panel)
        self.setAccessibleName(name)
        self.panel = panel
        self._drawn: Snapshot | None = None

    @property
    def store(self) -> Store:
        return self.panel.store

    @property
    def theme(self) -> Theme:
        return self.panel.theme

    def catch_up(self, now: Snapshot) -> None:
        """Show `now`, whatever was shown before."""
        if self._drawn is not now:
            drawn, self._drawn = self._drawn, now
            self.refresh(drawn, now)

    def start_over(self) -> None:
        """The theme changed: everything is drawn anew."""
        self._drawn = None
        self.retheme()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        """Update from `old` (None: from nothing) to `new`."""
        raise NotImplementedError

    def retheme(self) -> None:
        """The theme or the text size changed."""

    def parts(self) -> Sequence[Part]:
        """What is painted here, for a screen reader, in the panel's coordinates."""
        return ()


class FoldingPage(Page):
    """Two things side by side in `row`, or one above the other where that is too narrow."""

    row: QBoxLayout
    fold_at = 400
    """Pixels of the page at 100 % text, below which it is folded."""

    def fold(self) -> None:
        """Take the direction for which there is room."""
        is_narrow = self.width() < self.theme.px(self.fold_at)
        ways = QBoxLayout.Direction
        self.row.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)

    def minimumSizeHint(self) -> QSize:
        items = (self.row.itemAt(index) for index in range(self.row.count()))
        wide = max((item.minimumSize().width() for item in items if item is not None), default=0)
        return QSize(wide, self.row.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold()


def same_mask(old: Snapshot | None, new: Snapshot) -> bool:
    """Whether the mask, and the words that it is about, are those of before."""
    return (
        old is not None
        and old.document.mask is new.document.mask
        and old.passage.query_tokens is new.passage.query_tokens
        and old.passage.key_tokens is new.passage.key_tokens
    )
