"""The mask laboratory in a window, with a hand over its pages."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.model.masks import Allowed
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.masks.conventions import ConventionsPage
from attnstudio.ui.panels.masks.panel import MasksPanel
from attnstudio.ui.panels.masks.paste import PastePage
from attnstudio.ui.panels.masks.pitfalls import BlindPage, LatePage
from attnstudio.ui.panels.masks.rules import RulesPage
from tests.samples import bank
from tests.ui.panels.framed import LEFT, NONE, Framed

CAUSAL = replace(bank(), mask=Mask("causal"))


class Hand(Framed[MasksPanel]):
    def turn_to(self, name: str) -> None:
        self.panel.tabs.button_of(name).click()
        QApplication.processEvents()

    @property
    def rules(self) -> RulesPage:
        page = self.panel.pages["rules"]
        assert isinstance(page, RulesPage)
        return page

    @property
    def conventions(self) -> ConventionsPage:
        self.turn_to("conventions")
        page = self.panel.page
        assert isinstance(page, ConventionsPage)
        return page

    @property
    def paste(self) -> PastePage:
        self.turn_to("paste")
        page = self.panel.page
        assert isinstance(page, PastePage)
        return page

    @property
    def blind(self) -> BlindPage:
        self.turn_to("blind")
        page = self.panel.page
        assert isinstance(page, BlindPage)
        return page

    @property
    def late(self) -> LatePage:
        self.turn_to("late")
        page = self.panel.page
        assert isinstance(page, LatePage)
        return page

    @property
    def mask(self) -> Mask:
        return self.store.document.mask

    @property
    def allowed(self) -> Allowed:
        return may_look(self.mask, self.store.now.passage)

    def over(self, kind: QEvent.Type, cell: tuple[int, int], button: Qt.MouseButton) -> None:
        grid = self.rules.grid
        assert grid.cells is not None
        held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
        self.mouse(grid, kind, grid.cells.cell(*cell).center(), button, held)

    def stroke(self, *cells: tuple[int, int]) -> None:
        self.over(QEvent.Type.MouseButtonPress, cells[0], LEFT)
        for cell in cells[1:]:
            self.over(QEvent.Type.MouseMove, cell, NONE)
        self.over(QEvent.Type.MouseButtonRelease, cells[-1], LEFT)


def open_(
    qtbot: QtBot,
    document: Document = CAUSAL,
    query: int = 6,
    scale: float = 1.0,
    size: tuple[int, int] = (580, 350),
    name: str = "light",
) -> Hand:
    """The laboratory on its page of rules; the sentence about money is causal."""
    view = View(theme=name, text_scale=scale)
    return Hand(qtbot, MasksPanel, document, Look(query=query), view, size)
