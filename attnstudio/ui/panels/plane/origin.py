"""A small card beside a tip that is made from x: what it is made of, and the ways to move it."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model import numerals, projecting
from attnstudio.model.document import ROLES, Handle, Role, head_count, index_of
from attnstudio.model.edits import MADE_FROM_X
from attnstudio.model.positions import places
from attnstudio.model.projecting import MATRIX_NAMES, WHICH
from attnstudio.model.refused import Refused
from attnstudio.model.wording import capital
from attnstudio.state.gestures import name_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import widgets
from attnstudio.ui.floating import FloatingCard
from attnstudio.ui.hands import ENTER
from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import metrics, theme_of, width_of

MADE_FREE = "The vectors are free now, and no number has changed: drag any tip."
MATRICES: dict[Role, str] = {role: MATRIX_NAMES[which] for role, which in zip(ROLES, WHICH, strict=True)}
_SHOWN = 3  # numbers of a vector; more are counted


def title_of(now: Snapshot, handle: Handle) -> str:
    """E.g. “Query of “bank” = x·W_Q”."""
    return f"{_name(now, handle)} = {_formula(now, handle)}"


def _name(now: Snapshot, handle: Handle) -> str:
    name = name_of(now, handle)
    several = head_count(now.document, now.look.passage) > 1
    return f"{capital(name)}{f' in head {handle.head + 1}' if several else ''}"


def _formula(now: Snapshot, handle: Handle) -> str:
    return f"{_source(now, handle)}·{MATRICES[handle.role]}"


def numbers_of(now: Snapshot, handle: Handle) -> str:
    """The same in numbers, line by line: x, what comes of it, and the turn that is in it."""
    rows = {"query": now.trace.queries, "key": now.trace.keys, "value": now.trace.values}[handle.role]
    index = index_of(now.passage.tokens_of(handle.role), handle.token)
    made = _vector(rows[handle.head][index].tolist())
    lines = f"x = {_vector(_x(now, handle))}\n{handle.role[0]} = {made}"
    positions = now.document.positions
    if positions.kind != "rope" or handle.role == "value":
        return lines
    degrees = numerals.exact(math.degrees(positions.turn), 0, 1)
    return f"{lines}\nturned by {_place(now, handle)} × {degrees}°"


def _source(now: Snapshot, handle: Handle) -> str:
    if now.document.positions.kind != "added":
        return "x"
    return f"(x + p{numerals.below(_place(now, handle))})"


def _place(now: Snapshot, handle: Handle) -> int:
    asking, offering = places(now.passage, now.document.mask)
    found = asking if handle.role == "query" else offering
    return int(found[index_of(now.passage.tokens_of(handle.role), handle.token)])


def _x(now: Snapshot, handle: Handle) -> tuple[float, ...]:
    embedding = now.passage.embedding
    assert embedding is not None
    rows = embedding.x if handle.role == "query" or embedding.x_keys is None else embedding.x_keys
    return rows[index_of(now.passage.tokens_of(handle.role), handle.token)]


def _vector(components: tuple[float, ...] | list[float]) -> str:
    if len(components) <= _SHOWN:
        return numerals.vector(components)
    shown = numerals.vector(components[:_SHOWN])[:-1]
    return f"{shown}, … {len(components) - _SHOWN} more)"


class _Title(QWidget):
    """A name in the words' font, and a formula with its signs below the line."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._name = self._formula = ""
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def show_title(self, name: str, formula: str) -> None:
        self._name, self._formula = f"{name} = ", formula
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words, text = self._fonts()
        wide = width_of(words, self._name) + name_width(self._formula, text)
        return QSize(math.ceil(wide) + 1, math.ceil(metrics(words.key(), words).height() * 1.1))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        words, text = self._fonts()
        base = metrics(words.key(), words).ascent()
        painter = QPainter(self)
        painter.setPen(theme_of(self._store.view).ink)
        painter.setFont(words)
        painter.drawText(QPointF(0.0, base), self._name)
        draw_name(painter, self._formula, QPointF(width_of(words, self._name), base), text)
        painter.end()

    def _fonts(self) -> tuple[QFont, QFont]:
        theme = theme_of(self._store.view)
        return theme.words(13, 600), theme.text(13, 600)


class OriginCard(FloatingCard):
    """`move_x` is called to have the x of the word moved, `closed` when the card goes."""

    def __init__(
        self,
        store: Store,
        handle: Handle,
        parent: QWidget,
        move_x: Callable[[Handle], object],
        closed: Callable[[], object],
    ) -> None:
        super().__init__(store, "origin-card", parent, closed)
        self.handle = handle
        self._move_x = move_x
        self.title = _Title(store)
        self.numbers = widgets.label("", "number")
        self.move_x = widgets.button("move x", "link", self._go_to_x)
        matrix = MATRICES[handle.role]
        self.change = widgets.button(f"change {matrix}", "link", self._go_to_matrix)
        self.free = widgets.button("make free", "link", self._make_free)
        self.move_x.setToolTip("Show x here, to be dragged: query, key and value follow.")
        self.change.setToolTip(f"Go to Sequence, where {matrix} is a plane of its own.")
        self.free.setToolTip("Queries, keys and values stay where they are and can be dragged, one by one.")
        self._fill()
        self.show_numbers()

    def show_numbers(self) -> None:
        """Of the present moment."""
        now = self._store.now
        self.title.show_title(_name(now, self.handle), _formula(now, self.handle))
        self.numbers.setText(numbers_of(now, self.handle))
        self.setAccessibleName(title_of(now, self.handle))
        self.setAccessibleDescription(f"{self.numbers.text()}. {MADE_FROM_X}")

    def open_at(self, tip: QPoint, within: QWidget) -> None:
        """Show beside `tip`, a point of the parent, without leaving the area of `within`."""
        self.adjustSize()
        gap, area = theme_of(self._store.view).px(18), within.geometry()
        left = tip.x() + gap
        if left + self.width() > area.right():
            left = tip.x() - gap - self.width()
        top = tip.y() - self.height() // 2
        if left < area.left():  # no room on either side: below the tip, or above it
            left = min(max(tip.x() - self.width() // 2, area.left()), area.right() - self.width())
            below = tip.y() + gap
            top = below if below + self.height() <= area.bottom() else tip.y() - gap - self.height()
        self.move(max(left, area.left()), max(min(top, area.bottom() - self.height()), area.top()))
        self.show()
        self.raise_()
        self.move_x.setFocus(Qt.FocusReason.PopupFocusReason)

    # --- what it offers -----------------------------------------------------------------------------------

    def _go_to_x(self) -> None:
        handle = self.handle
        self.dismiss()
        self._move_x(handle)

    def _go_to_matrix(self) -> None:
        self.dismiss()
        self._store.set_look(workspace="sequence")

    def _make_free(self) -> None:
        self.dismiss()
        try:
            self._store.apply("Make the vectors free", projecting.make_free)
            self._store.say(MADE_FREE)
        except Refused as refused:
            self._store.say(str(refused))

    # --- inside -------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        theme = theme_of(self._store.view)
        column = self.lay_out("QLabel", 4)
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        for link in (self.move_x, self.change, self.free):
            row.addWidget(link)
        row.addStretch(1)
        for part in (self.title, self.numbers):
            column.addWidget(part)
        column.addLayout(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = QApplication.focusWidget()
        if event.key() in ENTER:
            event.accept()
            for link in (self.move_x, self.change, self.free):
                if link is focus:
                    link.click()
                    return  # a card that is gone has no other link
        else:
            super().keyPressEvent(event)
