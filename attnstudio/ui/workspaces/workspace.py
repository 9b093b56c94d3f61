"""What all workspaces have in common: panels on paper, side by side where there is room, else stacked."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import PANELS_OF
from attnstudio.state.store import Store
from attnstudio.ui.garbage import uncollected
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import Theme, theme_of
from attnstudio.ui.workspaces.kinds import make_panel


class Workspace(QWidget):
    """Subclasses lay their `panels` out, and override `retheme` and `fit`. Those whose names are in `later`
    are made by `make` when they are first wanted."""

    def __init__(
        self, name: str, store: Store, parent: QWidget | None = None, later: Collection[str] = ()
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(f"{name.capitalize()} workspace")
        self.store = store
        self.panels: dict[str, Panel] = {
            panel: make_panel(panel, store, self) for panel in PANELS_OF[name] if panel not in later
        }

    @property
    def theme(self) -> Theme:
        return theme_of(self.store.view)

    def make(self, name: str) -> Panel:
        """One of the panels that were left for later; `panels` keeps its reading order."""
        with uncollected():
            made = self.panels[name] = make_panel(name, self.store, self)
        order = PANELS_OF[self.objectName()]
        self.panels = dict(sorted(self.panels.items(), key=lambda item: order.index(item[0])))
        return made

    def is_complete(self) -> bool:
        """Whether all that waits for the first paint is there."""
        return True

    def take_keyboard(self) -> None:
        """Give the keyboard to what the workspace is about."""
        next(iter(self.panels.values())).take_keyboard()

    def retheme(self, theme: Theme) -> None:
        """The theme or the text size changed: set margins and gaps."""

    def fit(self, room: int) -> None:
        """Lay out for a width of `room` pixels; what does not fit below is scrolled."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.settle_heights()
        return super().event(event)

    def settle_heights(self) -> None:
        """Something in here came to need another height."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme_of(self.store.view).paper)
        painter.end()
