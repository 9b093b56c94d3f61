"""The mask laboratory: rules, conventions, a mask of one's own, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QStackedWidget, QWidget

from attnstudio.model.seen import MASK_PAGES
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.conventions import ConventionsPage
from attnstudio.ui.panels.masks.figure import FigurePage
from attnstudio.ui.panels.masks.page import Page
from attnstudio.ui.panels.masks.paste import PastePage
from attnstudio.ui.panels.masks.pitfalls import BlindPage, LatePage
from attnstudio.ui.panels.masks.rules import RulesPage
from attnstudio.ui.panels.masks.tabs import Tabs
from attnstudio.ui.panels.panel import Panel

_TABS = (
    ("rules", "Rules"),
    ("conventions", "Conventions"),
    ("paste", "Paste"),
    ("blind", "Blind rows"),
    ("late", "Too late"),
)
_KINDS: dict[str, Callable[[Panel], Page]] = {
    "rules": RulesPage,
    "conventions": ConventionsPage,
    "paste": PastePage,
    "blind": BlindPage,
    "late": LatePage,
    "figure": FigurePage,
}


class MasksPanel(Panel):
    """A page is made when it is first looked at."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "masks", "Mask laboratory", parent)
        self.tabs = Tabs(self, "Mask laboratory", _TABS, "rules", self.turn_to, self.theme)
        self.header.takeAt(1)
        self.add_control(self.tabs)
        self.header.setStretchFactor(self.tabs, 1)
        self.pages: dict[str, Page] = {}
        self.stack = QStackedWidget()
        self.stack.setAccessibleName("Page of the mask laboratory")
        self.column.addWidget(self.stack, 1)
        self._show(self._wanted(store.now))
        self.settle()

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.pages[self._shown]

    def turn_to(self, name: str) -> None:
        """Show a page by its name, one of `MASK_PAGES`."""
        self.store.set_view(mask_page=name)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self._shown != self._wanted(new):
            self._show(self._wanted(new))
        else:
            self.page.catch_up(new)

    def retheme(self) -> None:
        self.tabs.retheme(self.theme)
        for page in self.pages.values():
            page.start_over()

    def parts(self) -> Sequence[Part]:
        return self.page.parts()

    def _wanted(self, now: Snapshot) -> str:
        return "figure" if now.view.is_figure else now.view.mask_page

    def _show(self, name: str) -> None:
        self._shown = name
        if name not in self.pages:
            self.pages[name] = _KINDS[name](self)
            self.stack.addWidget(self.pages[name])
            self.pages[name].start_over()
        if name in MASK_PAGES:
            self.tabs.show_choice(name)
        self.stack.setCurrentWidget(self.page)
        self.page.catch_up(self.store.now)
