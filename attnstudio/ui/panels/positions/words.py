"""Two words and how much further they stand: which they are, two sliders, and what comes of it in lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.model.document import Token, names_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.positions.content import Asked, about_pair, key_of, pair_of
from attnstudio.ui.panels.positions.steps import StepSlider
from attnstudio.ui.theme import SMALL, Theme
from attnstudio.ui.widgets import button, label
from attnstudio.ui.wrapped import Prose

FARTHEST = 20
"""Places that words can be moved on."""
_LONGEST = 14  # letters of a word on its link


class PairColumn(QWidget):
    """`asked` is what the person asks; `changed` is called when it is something else."""

    def __init__(self, store: Store, parent: QWidget, theme: Theme, changed: Callable[[], object]) -> None:
        super().__init__(parent)
        self.setAccessibleName("Two words, and where they stand")
        self.store = store
        self.asked = Asked()
        self._changed = changed
        self.query = button("query", "link", partial(self._open_menu, True), name="Query word")
        self.key = button("key", "link", partial(self._open_menu, False), name="Key word")
        self.both = StepSlider(self, store, theme, "both words further by", FARTHEST, self._move_both)
        self.alone = StepSlider(self, store, theme, "the key alone further by", FARTHEST, self._move_key)
        self.both_number, self.alone_number = label("", "number"), label("", "number")
        self.lines, self.about = Prose(), Prose("note")
        self.menu = QMenu(self)
        self._lay_out()

    # --- for the panel --------------------------------------------------------------------------------

    def show_state(self, now: Snapshot, about: str, extra: str = "") -> None:
        """The words, the numbers, and `about`, a sentence over them; `extra` is one more line."""
        asks, j = now.query_token, key_of(now, self.asked)
        queries, keys = names_of(now.passage.query_tokens), names_of(now.passage.key_tokens)
        self.query.setText(_cut(queries[now.query_index]) + " ▾" if asks is not None else "none")
        self.key.setText(_cut(keys[j]) + " ▾" if j >= 0 else "none")
        self.query.setEnabled(len(queries) > 1)
        self.key.setEnabled(len(keys) > 1)
        for slider, number, value in (
            (self.both, self.both_number, self.asked.both),
            (self.alone, self.alone_number, self.asked.alone),
        ):
            slider.put(value)
            slider.setEnabled(asks is not None and j >= 0)
            number.setText(f"+{value}")
        lines = (*about_pair(pair_of(now, self.asked), now.document.positions), extra)
        self.lines.tell("\n".join(line for line in lines if line))
        self.about.tell(about)

    def restyle(self, theme: Theme) -> None:
        for slider in (self.both, self.alone):
            slider.theme = theme
            slider.updateGeometry()
            slider.update()
        self.lines.setFont(theme.words(SMALL))
        self.about.setFont(theme.text(SMALL))
        self._column.setSpacing(theme.px(4))
        self._grid.setHorizontalSpacing(theme.px(6))
        self._grid.setVerticalSpacing(0)
        for number in (self.both_number, self.alone_number):
            number.setMinimumWidth(theme.px(26))

    def show_controls(self, is_shown: bool) -> None:
        self._controls.setVisible(is_shown)

    # --- inside ---------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._controls = QWidget(self)
        self._grid = QGridLayout(self._controls)
        self._grid.setContentsMargins(0, 0, 0, 0)
        words = QHBoxLayout()
        for text, link in (("query", self.query), ("key", self.key)):
            words.addWidget(label(text))
            words.addWidget(link)
        words.addStretch(1)
        self._grid.addLayout(words, 0, 0, 1, 3)
        for row, (text, slider, number) in enumerate(
            (("both further", self.both, self.both_number), ("key alone", self.alone, self.alone_number)), 1
        ):
            self._grid.addWidget(label(text), row, 0)
            self._grid.addWidget(slider, row, 1)
            self._grid.addWidget(number, row, 2)
        self._grid.setColumnStretch(1, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.about)
        self._column.addWidget(self._controls)
        self._column.addWidget(self.lines)
        self._column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def _open_menu(self, is_query: bool) -> None:
        now = self.store.now
        tokens = now.passage.query_tokens if is_query else now.passage.key_tokens
        chosen = now.query_index if is_query else key_of(now, self.asked)
        self.menu.clear()
        group = QActionGroup(self.menu)
        for index, (token, name) in enumerate(zip(tokens, names_of(tokens), strict=True)):
            action = QAction(name.replace("&", "&&"), group)
            action.setCheckable(True)
            action.setChecked(index == chosen)
            action.triggered.connect(partial(self._choose, token, is_query))
            self.menu.addAction(action)
        link = self.query if is_query else self.key
        self.menu.popup(link.mapToGlobal(QPoint(0, link.height())))

    def _choose(self, token: Token, is_query: bool, _checked: bool = False) -> None:
        if is_query:
            self.store.set_look(query=token.id)
        else:
            self._ask(replace(self.asked, key=token.id))

    def _move_both(self, by: int) -> None:
        self._ask(replace(self.asked, both=by))

    def _move_key(self, by: int) -> None:
        self._ask(replace(self.asked, alone=by))

    def _ask(self, asked: Asked) -> None:
        if asked != self.asked:
            self.asked = asked
            self._changed()


def _cut(name: str) -> str:
    text = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return text.replace("&", "&&")
