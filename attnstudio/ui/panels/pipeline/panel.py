"""The pipeline: from the match of a query with every key to the output, one row a key, step by step."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QWidget

from attnstudio.state.snapshot import STEPS, Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.pipeline import words
from attnstudio.ui.panels.pipeline.axis import axis_of, ends_of, span_of
from attnstudio.ui.panels.pipeline.columns import needs_of
from attnstudio.ui.panels.pipeline.content import SHOWN, Labels, content, largest, score_reach
from attnstudio.ui.panels.pipeline.foot import Foot
from attnstudio.ui.panels.pipeline.grid import Spot
from attnstudio.ui.panels.pipeline.ground import SWATCH
from attnstudio.ui.panels.pipeline.hand import PipelineGrid
from attnstudio.ui.panels.pipeline.heads import Heads
from attnstudio.ui.panels.pipeline.parts import parts_of
from attnstudio.ui.theme import BODY, width_of

if TYPE_CHECKING:
    from attnstudio.ui.panels.arithmetic import Card
    from attnstudio.ui.panels.pipeline.telling import Arithmetic


class PipelinePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "pipeline", "Pipeline", parent)
        self.setAccessibleDescription(words.HELP)
        self._card: Card | None = None
        self._card_is_about: Spot | Step | None = None
        self._labels = Labels(())
        self._widest = 0  # of the words, with their marks
        self._most_score = self._most_value = 0.0  # that the columns have room for
        self._is_axis_held = False  # by a gesture
        self._span: tuple[float, float] | None = None  # of all scores to come, where that is known
        self.heads = Heads(self, self.theme, self.open_sentence, self._point_at)
        self.rows = PipelineGrid(self, store, self.theme, self.open_arithmetic)
        self.rows.setAccessibleName("Pipeline rows")
        self.rows.setAccessibleDescription(words.HELP)
        self.rows.laid_out = self._follow_rows
        self.rows.close_card = self.close_card
        self.rows.focus_moved = lambda: accessible.focused(self)
        self.bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar.valueChanged.connect(self.rows.scroll_to)
        self.foot = Foot(self, store, self.theme)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rows, 1)
        middle.addWidget(self.bar)
        self.column.addWidget(self.heads)
        self.column.addLayout(middle, 1)
        self.column.addWidget(self.foot)
        self.settle()

    # --- what is shown -------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None:
            self._set_figure(new.view.is_figure)
        if (
            old is None
            or old.trace is not new.trace
            or old.look is not new.look
            or old.view.known != new.view.known
        ):
            self._show_row(new)
        if (
            old is None
            or old.look is not new.look
            or old.document.settings is not new.document.settings
            or old.document.mask is not new.document.mask
            or old.document.wrong is not new.document.wrong
            or old.passage.query_tokens is not new.passage.query_tokens
        ):
            self.heads.show_state(new)
            self.foot.show_state(new)
        self.rows.mark(new.view)
        self.heads.mark(new.view.hover_step)

    def retheme(self) -> None:
        self._labels = Labels(())  # measured anew
        self.heads.retheme(self.theme)
        self.rows.retheme(self.theme)
        self.foot.retheme(self.theme)
        if self._card is not None:
            self._card.retheme(self.theme)

    def make_room(self) -> None:
        shown = self.rows.content
        low, high = ends_of(chain(shown.scores, shown.scaled))
        least, most = self._span or (0.0, 0.0)
        self._span = min(low, least), max(high, most)

    def parts(self) -> tuple[Part, ...]:
        return tuple(parts_of(self.rows, self.rows.pos()))

    def _set_figure(self, is_figure: bool) -> None:
        """In a picture there is nothing to press."""
        policy = Qt.FocusPolicy.NoFocus if is_figure else Qt.FocusPolicy.StrongFocus
        self.rows.is_figure = is_figure
        self.rows.setFocusPolicy(policy)
        self.heads.set_focus_policy(policy)
        self.foot.setVisible(not is_figure)

    def _show_row(self, now: Snapshot) -> None:
        shown = content(now)
        score, value = 0.0, 0.0
        if shown.scores:
            score = score_reach(now.document, now.trace, now.head)
            value = largest(now.trace.values[now.head][:, :SHOWN])
        is_held = self._is_axis_held = self.store.gesture is not None
        if is_held:  # what must grow under the hand does not shrink under it
            score, value = max(score, self._most_score), max(value, self._most_value)
        self._most_score, self._most_value = score, value
        labels = self._labels_of(now)
        needs = needs_of(self._widest, score, value, shown.components)
        scores = chain(shown.scores, shown.scaled)
        if self._span is None:
            axis = axis_of(scores, self.rows.axis if is_held else None)
        else:
            axis = span_of(*self._span)
        is_weighed = now.view.is_known[STEPS.index("normalize")]
        self.rows.remarks = words.blind_sentences(now) if shown.is_blind and is_weighed else ()
        self.rows.show_content(labels, shown, axis, needs)
        self.heads.show_axis(axis)
        self._retell(now)

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        super()._told(old, new)
        if self._is_axis_held and self.store.gesture is None:  # the hand has let go
            self._show_row(new)

    def _labels_of(self, now: Snapshot) -> Labels:
        if self._labels.tokens is not now.passage.key_tokens:
            self._labels = Labels(now.passage.key_tokens)
            font = self.theme.words(BODY)
            widest = max((width_of(font, name) for name in self._labels.names), default=0.0)
            self._widest = math.ceil(widest) + self.theme.px(SWATCH)
        return self._labels

    def _follow_rows(self) -> None:
        """The rows were laid out or scrolled: the heads and the scroll bar follow."""
        rows = self.rows
        self.heads.lay_out(rows.plan)
        hidden = rows.count - rows.in_view
        self.bar.setPageStep(rows.in_view)
        self.bar.setRange(0, hidden)
        self.bar.setValue(rows.first)
        self.bar.setVisible(hidden > 0 and not rows.is_figure)
        accessible.changed(self)

    def _point_at(self, step: Step | None) -> None:
        self.store.set_view(hover_step=step, hover_token=None)

    # --- the card ------------------------------------------------------------------------------------

    def open_arithmetic(self, spot: Spot) -> None:
        """Show how the number of a cell came about; it follows while vectors are dragged."""
        told = self._told_of(spot)
        self._card_is_about = spot
        card, cell = self._card_here(), self.rows.rect_of(spot)
        card.open(self.rows, cell, told.title, told.lines, "numbers", take_focus=self.rows.shows_cursor)

    def open_sentence(self, step: Step) -> None:
        """Show the plain sentence about a step."""
        head = self.heads.heads[step]
        self._card_is_about = step
        title, lines = words.TITLES[step], (words.sentence_of(self.store.now, step),)
        self._card_here().open(head, head.rect(), title, lines, "sentence", head.hasFocus())

    def close_card(self) -> bool:
        """Close the card; False where none was open."""
        if self._card is None or self._card.isHidden():
            return False
        self._card.dismiss()
        return True

    @property
    def card(self) -> Card | None:
        """The card, if it is open."""
        return self._card if self._card is not None and not self._card.isHidden() else None

    def _card_here(self) -> Card:
        from attnstudio.ui.panels.arithmetic import Card  # not before a number is clicked

        if self._card is None or self._card.parentWidget() is not self.window():
            self._card = Card(self.window(), self.theme)
            self.destroyed.connect(self._card.deleteLater)
        return self._card

    def _told_of(self, spot: Spot) -> Arithmetic:
        from attnstudio.ui.panels.pipeline.telling import arithmetic_of  # not before a number is clicked

        return arithmetic_of(self.store.now, self.rows.content, spot)

    def _retell(self, now: Snapshot) -> None:
        card, about = self.card, self._card_is_about
        if card is None or about is None:
            return
        if not isinstance(about, Spot):
            card.tell(words.TITLES[about], (words.sentence_of(now, about),))
        elif about.j < self.rows.count:
            told = self._told_of(about)
            card.tell(told.title, told.lines)
        else:
            card.dismiss()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.card is not None:
            self.card.stay_inside()

    def hideEvent(self, event: QHideEvent) -> None:
        self.close_card()
        super().hideEvent(event)
