"""The laboratory as a picture: the mask, its rule in words, and all conventions with their code."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout

from attnstudio.model.conventions import CONVENTIONS
from attnstudio.notes.masks import align_sentence, blind_sentence, rule_in_words, sentence_about
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.cards import ConventionCard
from attnstudio.ui.panels.masks.grid import MaskGrid
from attnstudio.ui.panels.masks.page import Page
from attnstudio.ui.panels.masks.told import Told
from attnstudio.ui.panels.matrix.parts import parts_of
from attnstudio.ui.panels.panel import Panel


class FigurePage(Page):
    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Mask and its conventions")
        self.grid = MaskGrid(panel)
        self.said = Told("What the mask does")
        self.cards = [
            ConventionCard(self, convention, self.theme, lambda _: None) for convention in CONVENTIONS
        ]
        cards = QGridLayout()
        for number, card in enumerate(self.cards):
            cards.addWidget(card, number // 2, number % 2)
        left = QVBoxLayout()
        left.addWidget(self.grid, 6)
        left.addWidget(self.said, 1)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addLayout(left, 5)
        self.row.addLayout(cards, 6)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        mask, allowed = new.document.mask, new.trace.may_look(new.head)
        self.grid.show_state(old, new)
        for card in self.cards:
            card.show_mask(allowed)
        said = [
            "Sliding window," if mask.rule == "window" else f"{rule_in_words(mask).capitalize()}.",
            sentence_about(mask) if mask.rule != "custom" else "",
            align_sentence(mask, new.passage),
            blind_sentence(allowed, new.passage),
        ]
        self.said.tell(" ".join(filter(None, said)))

    def retheme(self) -> None:
        self.row.setSpacing(self.theme.px(16))
        self.grid.retheme()
        for card in self.cards:
            card.retheme(self.theme)

    def parts(self) -> Sequence[Part]:
        return parts_of(self.grid, self.panel)
