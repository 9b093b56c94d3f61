"""The controls over the flow: how many heads, which of them is shown, how they are cut, and what is free."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QWidget

from attnstudio.model.document import Document
from attnstudio.model.edits import Edit, set_wrong
from attnstudio.model.projecting import MOST_HEADS, make_free, make_projected, set_heads
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import Segmented, allow, button, label

_COUNTS = tuple(str(count) for count in range(1, MOST_HEADS + 1))
_FREE_HEADS = "Free vectors keep the heads that they have: make them from x to have others."
_ONE_HEAD = "With one head there is nothing to cut."


class FlowControls(QWidget):
    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Controls of the flow")
        self._store = store
        options = [(count, count) for count in _COUNTS]
        self.heads = Segmented("Heads", options, "1", self._set_heads)
        self.shown = Segmented("Head shown", options, "1", self._show_head)
        self.trap = button(
            "cut by reshape alone", "segment", self._set_trap, name="Cut heads by reshape alone, wrong"
        )
        self.trap.setCheckable(True)
        self.source = button("", "link", self._switch_source)
        self._words: dict[Segmented, QLabel] = {self.heads: label("heads"), self.shown: label("shown")}
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        for part in (self._first, self._second):
            part.addStretch(1)
        for choice, words in self._words.items():
            self._first.addWidget(words)
            self._first.addWidget(choice)
        self._second.addWidget(self.trap)
        self._second.addWidget(self.source)
        for part in (self._first, self._second):
            self._row.addLayout(part)

    def fit(self, room: int) -> None:
        """In one line where `room` pixels allow it, else in two."""
        wide = self._first.sizeHint().width() + self._second.sizeHint().width() + self._row.spacing()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(across if wide <= room else down)

    def minimumSizeHint(self) -> QSize:
        """Never wider than two lines need: else one line, once there, could not give way."""
        wide = max(self._first.sizeHint().width(), self._second.sizeHint().width())
        return QSize(wide, super().minimumSizeHint().height())

    def retheme(self) -> None:
        theme = theme_of(self._store.view)
        self._row.setSpacing(theme.px(8))
        for part in (self._first, self._second):
            part.setSpacing(theme.px(6))

    def show_state(self, now: Snapshot) -> None:
        """Show what holds just now."""
        count, is_free = len(now.trace.weights), now.passage.embedding is None
        if str(count) in _COUNTS:
            self.heads.show_choice(str(count))
        allow(self.heads, not is_free, _FREE_HEADS, "How many heads look at the sentence side by side.")
        has_many = count > 1
        for widget in (self.shown, self._words[self.shown]):
            widget.setVisible(has_many)
        for number in _COUNTS:
            self.shown.button_of(number).setVisible(int(number) <= count)
        self.shown.show_choice(str(min(now.head + 1, MOST_HEADS)))
        self.trap.setVisible(has_many and not is_free)
        wrong = now.document.wrong.reshapes_heads
        self.trap.setChecked(wrong)
        self.trap.setText("wrong: cut by reshape alone" if wrong else "cut by reshape alone")
        allow(
            self.trap,
            has_many,
            _ONE_HEAD,
            "A well-known mistake: (n, heads · d_k) is reshaped to (heads, n, d_k) without a transpose.",
        )
        self.source.setText("make q, k, v from x" if is_free else "free q, k, v")
        self.source.setAccessibleName(self.source.text())
        self.source.setToolTip(
            "Take X and the matrices W_Q, W_K, W_V, which make them."
            if is_free
            else "Place each of them by hand; their numbers stay as they are."
        )

    # --- inside ---------------------------------------------------------------------------------------

    def _apply(self, name: str, edit: Edit) -> None:
        try:
            self._store.apply(name, edit)
        except Refused as refused:
            self._store.say(str(refused))
        self.show_state(self._store.now)  # a click has changed what it clicked

    def _set_heads(self, count: str) -> None:
        self._apply(f"{count} head{'' if count == '1' else 's'}", partial(set_heads, count=int(count)))

    def _show_head(self, number: str) -> None:
        self._store.set_look(head=int(number) - 1)

    def _set_trap(self) -> None:
        on = self.trap.isChecked()

        def cut(document: Document) -> Document:
            return set_wrong(document, replace(document.wrong, reshapes_heads=on))

        self._apply("Cut heads by reshape alone" if on else "Cut heads rightly", cut)

    def _switch_source(self) -> None:
        if self._store.now.passage.embedding is None:
            self._apply("Make the vectors from X", make_projected)
        else:
            self._apply("Make the vectors free", make_free)
