"""Positions: what order does to attention, as a turn of q and k (RoPE) or as a vector added to x."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.model import edits, numerals, projecting, shuffling
from attnstudio.model.document import Document
from attnstudio.model.refused import Refused
from attnstudio.model.settings import POSITION_KINDS, PositionKind
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.positions import content
from attnstudio.ui.panels.positions.content import CALLED
from attnstudio.ui.panels.positions.pairs import PairsPage
from attnstudio.ui.panels.positions.params import Params
from attnstudio.ui.panels.positions.plane import PositionPlane
from attnstudio.ui.panels.positions.words import PairColumn
from attnstudio.ui.widgets import OneLine, Segmented, button
from attnstudio.ui.wrapped import Prose

CHOOSE: dict[PositionKind, str] = {
    "none": "Leave positions out",
    "rope": "Turn by position",
    "added": "Add positions to x",
}
SHUFFLE = "Shuffle the words"
_PART = 22  # pixels of a tip for an assistive pointer
_PAGES = (("turn", "turn"), ("pairs", "pairs at d = 4"))


class PositionsPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "positions", "Positions", parent)
        kinds = [(kind, CALLED[kind]) for kind in POSITION_KINDS]
        self.kind = Segmented("Positions", kinds, store.document.positions.kind, self._choose)
        self.page = Segmented("Shown of positions", _PAGES, "turn", self._turn_to)
        self.params = Params(self, store, self.theme)
        self.plane = PositionPlane(self)
        self.words = PairColumn(store, self, self.theme, self._asked_anew)
        self.pairs = PairsPage(store, self, self.theme)
        self.refusal = Prose()
        self.make = button("make it from x", "primary", self._make_from_x)
        self.order = OneLine("note")
        self.shuffle = button("shuffle the words", "link", self._shuffle)
        self.shuffle.setToolTip("Put the words in another order, each with its own vectors.")
        self._shown_page = "turn"
        self._refused = ""
        self._lay_out()
        self.settle()

    # --- what a panel does ------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        is_other = (
            old is None
            or old.document is not new.document
            or old.trace is not new.trace
            or old.look is not new.look
        )
        if is_other:
            self._refused = ""
            self._show_kind(new)
        if is_other or old is None or old.view.hover_token != new.view.hover_token:
            self._show_words(new)
        if is_other:
            self.order.set_whole(content.about_order(new))

    def retheme(self) -> None:
        theme = self.theme
        self.params.restyle(theme)
        self.words.restyle(theme)
        self.pairs.restyle(theme)
        self.plane.updateGeometry()
        self.refusal.setFont(theme.text())
        self._middle.setSpacing(theme.px(14))
        self._below.setSpacing(theme.px(8))
        self._refusing.setSpacing(theme.px(8))
        for widget in (self.plane, self.pairs.surface):
            widget.update()

    def parts(self) -> Sequence[Part]:
        of_turn = [] if self.turn_page.isHidden() else self._tip_parts()
        of_pairs = [] if self.pairs.isHidden() else self.pairs.parts(self)
        return [*of_turn, *of_pairs]

    # --- inside -----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        is_figure = self.store.view.is_figure
        self.add_control(self.page)
        self.add_control(self.kind)
        self.turn_page = QWidget(self)
        self.turn_page.setAccessibleName("What positions do to the arrows")
        self._middle = QHBoxLayout(self.turn_page)
        self._middle.setContentsMargins(0, 0, 0, 0)
        self._middle.addWidget(self.plane, 9)
        self._middle.addWidget(self.words, 10)
        self._refusing = QVBoxLayout()
        self._refusing.addWidget(self.refusal)
        row = QHBoxLayout()
        row.addWidget(self.make)
        row.addStretch(1)
        self._refusing.addLayout(row)
        self._refusing.addStretch(1)
        self._below = QHBoxLayout()
        self._below.addWidget(self.order, 1)
        self._below.addWidget(self.shuffle)
        self.column.addWidget(self.params)
        self.column.addWidget(self.turn_page, 3)
        self.column.addWidget(self.pairs, 2)
        self.column.addLayout(self._refusing)
        self.column.addLayout(self._below)
        self.shuffle.setVisible(not is_figure)
        self.pairs.controls.setVisible(not is_figure)
        self.words.show_controls(not is_figure)

    def _show_kind(self, now: Snapshot) -> None:
        """Which of the parts are there."""
        positions, is_figure = now.document.positions, now.view.is_figure
        kind = positions.kind
        is_refusing = bool(self._refused)
        is_pairs = kind == "rope" and not is_refusing and (is_figure or self._shown_page == "pairs")
        is_turn = not is_refusing and (is_figure or not is_pairs)
        self.kind.show_choice(kind)
        self.page.setVisible(kind == "rope" and not is_figure)
        self.params.setVisible(kind != "none" and not is_figure and not is_refusing)
        self.params.show_positions(positions, is_pairs or content.pair_count(now) > 1)
        self.turn_page.setVisible(is_turn)
        self.pairs.setVisible(is_pairs)
        self.refusal.setVisible(is_refusing)
        self.refusal.tell(self._refused)
        self.make.setVisible(self._refused == edits.NO_X and not is_figure)
        self.shuffle.setEnabled(now.trace.n_queries > 1)
        if is_pairs:
            self.pairs.show_state(now)

    def _show_words(self, now: Snapshot) -> None:
        if self.turn_page.isHidden():
            return
        kind, extra = now.document.positions.kind, ""
        if kind == "rope":
            about = content.about_turn(now)
        elif kind == "added":
            about = content.about_added(now)
            shifts = content.shifts_of(now)
            looked_at = content.key_of(now, self.words.asked)
            extra = content.about_shift(shifts[looked_at]) if shifts and looked_at >= 0 else ""
            if not shifts:
                about = edits.NO_X
        else:
            about = "A dot product knows its two vectors, and not where their words stand."
        if now.view.is_figure:
            about = content.about_figure(now, self.words.asked, about)
        self.words.show_state(now, about, extra)
        self.plane.show_state(now, self.words.asked)

    def _asked_anew(self) -> None:
        self._show_words(self.store.now)

    def _turn_to(self, page: str) -> None:
        self._shown_page = page
        self._show_kind(self.store.now)
        self._show_words(self.store.now)

    def _choose(self, chosen: str) -> None:
        kind = cast("PositionKind", chosen)
        positions = replace(self.store.document.positions, kind=kind)
        try:
            if self.store.apply(CHOOSE[kind], lambda document: edits.set_positions(document, positions)):
                return
            self._refused = ""
        except Refused as refused:
            self._refused = str(refused)
            self.store.say(self._refused)
        self._show_kind(self.store.now)
        self._show_words(self.store.now)

    def _make_from_x(self) -> None:
        def edit(document: Document) -> Document:
            made = projecting.make_projected(document)
            return edits.set_positions(made, replace(made.positions, kind="added"))

        try:
            self.store.apply(CHOOSE["added"], edit)
        except Refused as refused:
            self._refused = str(refused)
            self._show_kind(self.store.now)

    def _shuffle(self) -> None:
        passage = self.store.look.passage
        self.store.apply(SHUFFLE, lambda document: shuffling.shuffle(document, passage))

    def _tip_parts(self) -> list[Part]:
        made = []
        corner = self.plane.mapTo(self, QPoint())
        for one in self.plane.drawn:
            centre = self.plane.at(one).toPoint() + corner
            rect = QRect(centre - QPoint(_PART // 2, _PART // 2), QSize(_PART, _PART))
            before, after = numerals.vector(one.before), numerals.vector(one.after)
            value = before if one.before == one.after else f"{before} becomes {after}"
            made.append(Part(one.key, "graphic", one.spoken, value, self.words.about.text(), rect))
        return made
