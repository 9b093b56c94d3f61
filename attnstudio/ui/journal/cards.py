"""The list of cards: only those near to what is in sight exist, however long the journal is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import accumulate

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from attnstudio.state.store import Store
from attnstudio.storage.journal_files import Entry
from attnstudio.ui.journal.card import Card, height_for
from attnstudio.ui.journal.thumbs import Thumbs
from attnstudio.ui.theme import Theme, theme_of

_GAP = 8
_MARGIN = 10


class Cards(QAbstractScrollArea):
    """Passes on what its cards ask. `write` is called with a card before that goes; it says whether the note
    is on disk now, and may list other entries. A card whose note is not on disk stays."""

    asked = Signal(str, str)
    dragged = Signal(str)
    written = Signal(str)
    refused = Signal(str)

    def __init__(
        self,
        store: Store,
        thumbs: Thumbs,
        clock: Callable[[], datetime],
        write: Callable[[Card], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("cards")
        self.setAccessibleName("Entries")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._store, self._thumbs, self._clock, self._write = store, thumbs, clock, write
        self._entries: tuple[Entry, ...] = ()
        self._cards: dict[str, Card] = {}
        self._spare: list[Card] = []
        self._ordered: list[Card] = []
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._before: QWidget = parent  # what Tab comes from
        self._is_arranging = False
        thumbs.made.connect(self._picture_made)
        self.verticalScrollBar().valueChanged.connect(self._arrange)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that are listed."""
        return self._entries

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that exist, in their order."""
        order = {entry.name: index for index, entry in enumerate(self._entries)}
        return tuple(sorted(self._cards.values(), key=lambda card: order.get(card.entry.name, -1)))

    def start_after(self, widget: QWidget) -> None:
        """Have Tab come from `widget` to the first card."""
        self._before = widget

    def show_entries(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entries)
        self._measure()
        self._arrange()

    def card(self, name: str) -> Card | None:
        """The card of an entry, if it is listed; it is brought into sight for that."""
        index = self._index(name)
        if index is None:
            return None
        self.bring_into_sight(index)
        return self._cards[name]

    def bring_into_sight(self, index: int) -> None:
        """Scroll no further than the whole card needs."""
        bar, gap = self.verticalScrollBar(), self._gap
        top, end = self._tops[index] - gap, self._tops[index + 1]
        low = end - self.viewport().height()
        bar.setValue(min(max(bar.value(), low), top))
        self._arrange()

    def retheme(self, theme: Theme) -> None:
        for card in (*self._cards.values(), *self._spare):
            card.retheme(theme)
        bar = self.verticalScrollBar()
        bar.setSingleStep(theme.px(40))
        self._measure()
        self._arrange()

    def write_all(self) -> bool:
        """Have every note written that is not. True if all are on disk."""
        unwritten = [card for card in self._cards.values() if card.is_unwritten]
        written = [self._write(card) for card in unwritten]  # each of them, also after one that fails
        return all(written)

    # --- inside -----------------------------------------------------------------------------------

    @property
    def _gap(self) -> int:
        return theme_of(self._store.view).px(_GAP)

    @property
    def _left(self) -> int:
        return (self._gap + 1) // 2 + 1

    @property
    def _width(self) -> int:
        theme = theme_of(self._store.view)
        return max(self.viewport().width() - theme.px(_MARGIN), theme.px(120)) - self._left

    def _index(self, name: str) -> int | None:
        return next((i for i, entry in enumerate(self._entries) if entry.name == name), None)

    def _measure(self) -> None:
        """Where each card begins. A card that exists may show a note that is not written yet."""
        theme, width, gap = theme_of(self._store.view), self._width, self._gap
        notes = {name: card.note.toPlainText() for name, card in self._cards.items() if card.is_unwritten}
        self._heights = [
            height_for(theme, notes.get(entry.name, entry.words.note), width) + gap for entry in self._entries
        ]
        self._stack()

    def _stack(self) -> None:
        self._tops = list(accumulate(self._heights, initial=self._gap))
        bar, high = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(high)
        bar.setRange(0, max(self._tops[-1] - high, 0))
        # Its room is kept where it is not needed: a bar that came and went would wrap notes anew.
        always, never = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        policy = always if bar.maximum() else never
        if self.verticalScrollBarPolicy() != policy:
            self.setViewportMargins(0, 0, 0 if bar.maximum() else bar.sizeHint().width(), 0)
            self.setVerticalScrollBarPolicy(policy)

    def _arrange(self, *_value: int) -> None:
        """Make the cards near to what is in sight, place them, and take down the others."""
        if self._is_arranging:
            return
        self._is_arranging = True
        try:
            wanted = self._clear_for()
            now, width, count = self._clock(), self._width, len(self._entries)
            x, offset = self._left, self.verticalScrollBar().value()
            for index in wanted:
                entry = self._entries[index]
                card = self._cards.get(entry.name) or self._made(entry)
                card.show_entry(entry, index + 1, count, now)
                high = card.lay_out(width)
                card.setGeometry(x, self._tops[index] - offset, width, high)
                if card.isHidden():
                    card.show()
            self._order_stops(wanted)
        finally:
            self._is_arranging = False

    def _clear_for(self) -> range:
        """What is wanted, once all else is taken down: writing the note of a card may list other entries."""
        while True:
            entries, wanted = self._entries, self._wanted()
            self._take_down(wanted)
            if self._entries is entries:
                return wanted

    def _wanted(self) -> range:
        """Indices of what is in sight, and of a screen before and after it: Tab must find a next card."""
        if not self._entries:
            return range(0)
        value, high = self.verticalScrollBar().value(), self.viewport().height()
        first = max(bisect_right(self._tops, value - high) - 2, 0)
        last = min(bisect_right(self._tops, value + 2 * high), len(self._entries))
        return range(first, max(last, first + 1))

    def _take_down(self, wanted: range) -> None:
        names = {self._entries[index].name for index in wanted}
        for name, card in list(self._cards.items()):
            if name in names:
                continue
            has_keyboard = card.isAncestorOf(QApplication.focusWidget() or self)
            if (has_keyboard and self._index(name) is not None) or (
                card.is_unwritten and not self._write(card)
            ):
                card.move(0, -2 * card.height() - 10)  # out of sight, and still there
                continue
            del self._cards[name]
            card.hide()
            self._spare.append(card)

    def _made(self, entry: Entry) -> Card:
        """A card for an entry: one that is not needed any more, or a new one."""
        if self._spare:
            card = self._cards[entry.name] = self._spare.pop()
            card.note.show_text("")
            return card

        def look(room: QSize, ratio: float) -> QPixmap | None:
            return self._thumbs.of(card.entry, room, ratio)

        card = Card(self._store, entry, look, self.viewport())
        card.asked.connect(self.asked)
        card.dragged.connect(self.dragged)
        card.written.connect(self.written)
        card.refused.connect(self.refused)
        card.grew.connect(lambda: self._grew(card))
        card.focused.connect(lambda: self._focused(card))
        self._cards[entry.name] = card
        return card

    def _order_stops(self, wanted: range) -> None:
        cards, before = [self._cards[self._entries[index].name] for index in wanted], self._before
        if cards == self._ordered:
            return
        self._ordered = cards
        for card in cards:
            for stop in card.stops():
                QWidget.setTabOrder(before, stop)
                before = stop

    def _grew(self, card: Card) -> None:
        """The note of a card takes other room: only that one is measured, a key must not wait for all."""
        index = self._index(card.entry.name)
        if index is None:
            return
        note, theme = card.note.toPlainText(), theme_of(self._store.view)
        height = height_for(theme, note, self._width) + self._gap
        if height != self._heights[index]:
            self._heights[index] = height
            self._stack()
            self._arrange()

    def _focused(self, card: Card) -> None:
        index = self._index(card.entry.name)
        if index is not None and not self._is_arranging:
            self.bring_into_sight(index)

    def _picture_made(self, name: str) -> None:
        card = self._cards.get(name)
        if card is not None:
            card.thumb.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()
        self._arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing is moved but by `_arrange`."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme_of(self._store.view).paper)
        painter.end()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme_of(self._store.view).px(120), theme_of(self._store.view).px(60))

    def place_at(self, point: QPoint) -> str | None:
        """Name of the entry in front of which something dropped at `point` would go; None: behind all."""
        y = point.y() + self.verticalScrollBar().value()
        for index, entry in enumerate(self._entries):
            if y < (self._tops[index] + self._tops[index + 1]) / 2:
                return entry.name
        return None
