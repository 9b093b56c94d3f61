"""Draws of one d_k as they came out."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.laboratory import shown, waiting
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.softmax.content import in_words, remark
from attnstudio.ui.panels.softmax.view import SoftmaxSurface
from attnstudio.ui.sampling.change import draw_again
from attnstudio.ui.widgets import OneLine, button

HELP = "Single draws: above each bar the weight of a key, below it the score, raw and divided."


class SoftmaxPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "softmax", "One row of weights", parent)
        self.setAccessibleDescription(HELP)
        self.remark = OneLine("note")
        self.header.takeAt(1)
        self.header.insertWidget(1, self.remark, 1)
        self.again = button("Draw again", "link", partial(draw_again, store), name="Draw other vectors")
        self.add_control(self.again)
        self.surface = SoftmaxSurface(self, self.theme)
        self.surface.laid_out = self._show_remark
        self.column.addWidget(self.surface, 1)
        self.setFocusProxy(self.again)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self.surface.waiting != waiting(new):
            self.surface.waiting = waiting(new)
            self.surface.update()
        is_other = old is None or old.view.sampled is not new.view.sampled
        if is_other or (old is not None and old.document.sampling is not new.document.sampling):
            self.surface.show_samples(shown(new))
            self._show_remark()

    def retheme(self) -> None:
        self.surface.retheme(self.theme)

    def parts(self) -> tuple[Part, ...]:
        parts = []
        for index, draw in enumerate(self.surface.shown):
            rect = self.surface.rect_of(index).toAlignedRect().translated(self.surface.pos())
            value = "; ".join(in_words(strip, draw.keys) for strip in draw.strips)
            parts.append(Part(draw.number, "graphic", f"draw {draw.number}", value, HELP, rect))
        return tuple(parts)

    def _show_remark(self) -> None:
        sampled = shown(self.store.now)
        draws = self.surface.draws
        self.remark.set_whole("" if sampled is None or not draws else remark(sampled, len(draws[0].keys)))
