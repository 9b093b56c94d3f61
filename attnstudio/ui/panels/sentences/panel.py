"""Two sentences, and what the same word looks at in each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model.meanings import meaning
from attnstudio.model.refused import Refused
from attnstudio.state import asking, learner
from attnstudio.state.pairing import add_second
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part, announce
from attnstudio.ui.hues import SHOWN
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.sentences.strip import Strip
from attnstudio.ui.widgets import OneLine, button

ONE = "There is one sentence here. With a second, the same word can be seen to look elsewhere."
_SPREAD = 1.35  # of their least width, that bars take where there is room
ADD = "Add a second sentence"


class SentencesPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sentences", "One word, two sentences", parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.strips = tuple(Strip(self, store, passage) for passage in range(SHOWN))
        self.note = OneLine("note")
        self.header.insertWidget(1, self.note, 1)
        self.note.hide()
        self.clear = button("clear the marks", "link", lambda: store.set_look(marked=frozenset()))
        self.predict = button("Predict first", "plain", self._predict)
        self.predict.setToolTip("Hide the weights, mark the words that should be looked at, and then see.")
        self.add_control(self.clear)
        self.add_control(self.predict)
        self.full_weight = 1.0  # the weight of a bar of full height
        self._lay_out()
        self.setFocusProxy(self.strips[0].surface)
        self.settle()

    def edit(self) -> None:
        """Type the sentence anew that was chosen last."""
        passage = self.store.look.passage
        self.strips[passage if passage < SHOWN else 0].edit()

    # --- what a panel does ----------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        shown = [strip for strip in self.strips if strip.passage < len(new.document.passages)]
        if old is None or len(old.document.passages) != len(new.document.passages):
            self._show_strips(new)
        for strip in self.strips:
            strip.editor.stop_if_overtaken()
        is_other_look = old is None or old.look is not new.look or old.view.is_figure != new.view.is_figure
        changed = []
        for strip in shown:
            has_words = old is not None and _words(old, strip.passage) == _words(new, strip.passage)
            if not has_words:
                strip.show_words(new)
            if not has_words or is_other_look or old is None or _traces_differ(old, new, strip.passage):
                changed.append(strip)
            elif old.view is not new.view:
                strip.point_at(new)
        full = self._full_for(new, shown)
        if full != self.full_weight:
            self.full_weight, changed = full, shown
        for strip in changed:
            p = strip.passage
            strip.show_numbers(new, full)
            found = meaning(new.document, new.trace_of(p), p, new.row_of(p), new.head)
            strip.show_texts(new, found)
        if is_other_look:
            self._show_controls(new)
        if old is None or any(_words(old, strip.passage) != _words(new, strip.passage) for strip in shown):
            self._fit()

    def retheme(self) -> None:
        for strip in self.strips:
            strip.retheme(self.theme)
        self._gap.setSpacing(self.theme.px(10))
        self._fit()
        self.updateGeometry()

    def parts(self) -> Sequence[Part]:
        return [part for strip in self.strips if not strip.isHidden() for part in strip.parts()]

    def sizeHint(self) -> QSize:
        return self._size([strip.sizeHint() for strip in self.strips])

    def minimumSizeHint(self) -> QSize:
        return self._size([strip.minimumSizeHint() for strip in self.strips])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # the strips have their width only then

    # --- inside ---------------------------------------------------------------------------------------

    def _size(self, strips: list[QSize]) -> QSize:
        margins, gap = self.column.contentsMargins(), self.column.spacing()
        head = max(self.predict.sizeHint().height(), self.title.sizeHint().height())
        high = margins.top() + margins.bottom() + head + sum(size.height() + gap for size in strips)
        return QSize(max(size.width() for size in strips), high)

    def _lay_out(self) -> None:
        self.column.addWidget(self.strips[0], 1)
        self.column.addWidget(self.strips[1], 1)
        self.missing = QWidget(self)
        self.missing.setAccessibleName("The second sentence")
        self._gap = QHBoxLayout(self.missing)
        self._gap.setContentsMargins(0, 0, 0, 0)
        self.why = OneLine("note")
        self.why.set_whole(ONE)
        self.add = button(ADD, "primary", self._add)
        if self.store.view.is_figure:
            self.add.hide()
        self._gap.addWidget(self.add)
        self._gap.addWidget(self.why, 1)
        self.column.addWidget(self.missing, 1)
        for strip in self.strips:
            strip.arranged.connect(self.updateGeometry)
        self.column.setAlignment(self.missing, Qt.AlignmentFlag.AlignVCenter)

    def _show_strips(self, now: Snapshot) -> None:
        count = len(now.document.passages)
        self.strips[1].setVisible(count > 1)
        self.missing.setVisible(count == 1)
        more = f"This document has {count} sentences; the first two are shown."
        self.note.set_whole(more if count > 2 else "")
        self.note.setVisible(count > 2)  # a line without words is nothing to hear of
        self.updateGeometry()

    def _fit(self) -> None:
        """Bars stand beside the words where both have room in one line, in every strip; else under them."""
        strips = [strip for strip in self.strips if not strip.isHidden()]
        needed = max(strip.bars.natural_width for strip in strips)
        room = min(strip.room_for_bars() for strip in strips)
        width = int(min(needed * _SPREAD, room)) if 0 < needed <= room else 0
        for strip in strips:
            strip.show_bars(width)

    def _show_controls(self, now: Snapshot) -> None:
        look = now.look
        text = "Now show" if look.predicting else "Predict again" if look.marked else "Predict first"
        if text != self.predict.text():
            self.predict.setText(text)
            self.predict.setAccessibleName(text)
        if not now.view.is_figure:
            self.clear.setVisible(bool(look.marked))

    def _predict(self) -> None:
        if not self.store.look.predicting:
            asking.predict(self.store)
            passage = self.store.look.passage
            self.strips[passage if passage < SHOWN else 0].surface.setFocus()
            return
        asking.reveal(self.store)
        announce(self, " ".join(strip.told.whole for strip in self.strips if strip.told.whole))

    def _add(self) -> None:
        try:
            add_second(self.store)
        except Refused as refused:
            self.store.say(str(refused))

    def _full_for(self, now: Snapshot, shown: Sequence[Strip]) -> float:
        """The weight of a bar of full height: the same for both, and never less while something moves."""
        most = 0.0
        for strip in shown:
            row = now.row_of(strip.passage)
            if row >= 0 and now.trace_of(strip.passage).n_keys:
                most = max(most, float(now.trace_of(strip.passage).row(row).weights[now.head].max()))
        full = next((full for full in (0.25, 0.5) if most <= full), 1.0)
        is_moving = self.store.gesture is not None or learner.is_running(self.store)
        return max(full, self.full_weight) if is_moving else full


def _words(now: Snapshot, passage: int) -> tuple[int, int] | None:
    """Identities: the words are written anew only where these differ."""
    if passage >= len(now.document.passages):
        return None
    held = now.document.passages[passage]
    return id(held.query_tokens), id(held.key_tokens)


def _traces_differ(old: Snapshot, new: Snapshot, passage: int) -> bool:
    return old.trace_of(passage) is not new.trace_of(passage)
