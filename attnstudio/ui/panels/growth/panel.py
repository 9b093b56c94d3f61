"""Spread, largest weight, entropy and gradient against d_k."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.model.sampled import Sampled
from attnstudio.model.settings import LARGEST_D_K
from attnstudio.notes.laboratory import conclusion
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.laboratory import shown, waiting
from attnstudio.ui.panels.growth.content import NOTES, TITLES, readout, value_of
from attnstudio.ui.panels.growth.view import GrowthSurface
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.sampling.change import SET_D_K, change, to
from attnstudio.ui.sampling.kinds import KINDS, name_of
from attnstudio.ui.theme import BODY
from attnstudio.ui.widgets import OneLine
from attnstudio.ui.wrapped import Prose

HELP = (
    "Left and right arrow keys change d_k, Shift one by one, Ctrl fourfold, Page up and down twofold, "
    "Home and End to 1 and 4096. With the mouse, click or drag on a chart."
)


class GrowthPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "growth", "What grows with d_k", parent)
        self.readout = OneLine("note")
        self.header.takeAt(1)
        self.header.insertWidget(1, self.readout, 1)
        self.sentence = Prose()
        self.surface = GrowthSurface(self, store, self.theme)
        self.surface.setAccessibleDescription(HELP)
        self.surface.hover_moved = self._show_readout
        self.column.addWidget(self.sentence)
        self.column.addWidget(self.surface, 1)
        self.setFocusProxy(self.surface)
        self._announced = ""
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self.surface.waiting != waiting(new):
            self.surface.waiting = waiting(new)
            self.surface.update()
        is_other = old is None or old.view.sampled is not new.view.sampled
        if is_other or (old is not None and old.document.sampling is not new.document.sampling):
            sampled = shown(new)
            self.surface.show_samples(sampled)
            self._show_readout()
            self._tell(sampled)

    def retheme(self) -> None:
        self.sentence.setFont(self.theme.text(BODY))
        self.surface.retheme(self.theme)

    def parts(self) -> tuple[Part, ...]:
        place, sampled = self.surface, shown(self.store.now)
        d_k = self.store.document.sampling.d_k
        area = QRect(place.pos(), place.size())
        parts = [
            Part(
                key="d_k",
                role="slider",
                name="d_k",
                value=str(d_k),
                help=HELP,
                rect=area,
                number=d_k,
                least=1,
                most=LARGEST_D_K,
                step=1,
                set_number=lambda number: change(self.store, SET_D_K, to(d_k=round(number)), run=True),
                is_focused=place.hasFocus(),
            )
        ]
        if sampled is not None:
            parts += [
                self._part(sampled, index)
                for index in range(len(self.surface.charts))
                if index < len(place.places)
            ]
        return tuple(parts)

    # --- inside ---------------------------------------------------------------------------------------

    def _part(self, sampled: Sampled, index: int) -> Part:
        chart, place = self.surface.charts[index], self.surface.places[index]
        told = [
            f"{name_of(kind, sampled.sampling)}: {chart.number(value_of(sampled.point, kind, chart.measure))}"
            for kind in KINDS
            if getattr(sampled.point, kind) is not None
        ]
        rect = place.whole.toAlignedRect().translated(self.surface.pos())
        value = f"at d_k = {sampled.point.d_k}: {', '.join(told)}"
        return Part(chart.measure, "graphic", TITLES[chart.measure], value, NOTES[chart.measure], rect)

    def _show_readout(self) -> None:
        sampled, point = shown(self.store.now), self.surface.point()
        if sampled is None or point is None:
            self.readout.set_whole("")
        elif self.surface.hovered is not None:
            self.readout.set_whole(readout(point, sampled.sampling))
        elif sampled.curve:
            draws = f"{numerals.count(sampled.point.draws)} draws at d_k = {sampled.point.d_k}"
            self.readout.set_whole(
                f"curves: {numerals.count(sampled.curve_draws)} draws a point · numbers: {draws}"
            )
        else:
            self.readout.set_whole("")

    def _tell(self, sampled: Sampled | None) -> None:
        """The conclusion, to the eye at once, and to a screen reader when the draws are done."""
        if sampled is None:
            return
        said = conclusion(sampled)
        if said != self.sentence.text():
            self.sentence.tell(said)
            self.setAccessibleDescription(said)
        is_rest = sampled.is_complete and self.store.gesture is None and not self.store.view.is_figure
        if is_rest and said != self._announced:
            self._announced = said
            accessible.announce(self, said)
