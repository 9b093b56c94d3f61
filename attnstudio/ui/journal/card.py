"""One entry of the journal: its picture, title and time, its note, and what can be done with it."""

from __future__ import annotations

from datetime import datetime
from functools import cache, partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from attnstudio.notes.dates import date_in_words, moment_in_words, moment_of
from attnstudio.state.store import Store
from attnstudio.storage.journal_files import Entry
from attnstudio.ui.icons import icon
from attnstudio.ui.journal.note_field import NoteField, height_of
from attnstudio.ui.journal.thumb import SHAPE, Look, Thumb
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, theme_of
from attnstudio.ui.widgets import OneLine, allow, button

_PAD = 8
_GAP = 5

Doing = tuple[str, str, str]
_DOINGS: tuple[Doing, ...] = (
    ("restore", "Restore", "Show this very state again; undo takes you back."),
    ("copy", "Copy", "Copy the picture; it carries its document, but not your note."),
    ("up", "Move up", "Move up  (Alt+Up)"),
    ("down", "Move down", "Move down  (Alt+Down)"),
    ("remove", "Delete", "Delete; Ctrl+Z in the journal brings it back  (Del)"),
)


class Card(QWidget):
    """Asks, by its signals, and changes nothing. Laid out by hand: `height_for` must know, without a card,
    how high one will be."""

    asked = Signal(
        str, str
    )  # the entry's name, and: restore, copy, up, down, remove, before, after, first, last
    dragged = Signal(str)
    written = Signal(str)
    grew = Signal()
    refused = Signal(str)
    focused = Signal()

    def __init__(self, store: Store, entry: Entry, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("entry")
        self._store, self.entry = store, entry
        self._shown: tuple[object, ...] = ()
        self._laid_out: tuple[object, ...] = ()
        self.thumb = Thumb(store, look, self)
        self.title = OneLine("strong")
        self.title.setParent(self)
        self.time = OneLine("note")
        self.time.setParent(self)
        self.note = NoteField(self)
        self.buttons: dict[str, QToolButton] = {}
        for key, text, tip in _DOINGS:
            made = button(text, "icon" if key in ("up", "down") else "link", partial(self._ask, key))
            made.setParent(self)
            made.setToolTip(plain_tip(tip))
            if key in ("up", "down"):
                made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            self.buttons[key] = made
        self.thumb.clicked.connect(lambda: self._ask("restore"))
        self.thumb.dragged.connect(lambda: self.dragged.emit(self.entry.name))
        self.note.written.connect(lambda: self.written.emit(self.entry.name))
        self.note.grew.connect(self.grew)
        self.note.refused.connect(self.refused)
        for widget in self.stops():
            widget.installEventFilter(self)
        self.retheme(theme_of(store.view))

    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in order."""
        return self.thumb, self.note, *self.buttons.values()

    def show_entry(self, entry: Entry, number: int, count: int, now: datetime) -> None:
        """Show `entry`, the one of that number. What is being typed is not touched."""
        is_written, words = not self.is_unwritten, entry.words
        self.entry = entry
        if is_written:
            self.note.show_text(words.note)
        shown = words.title, words.said, words.made, number, count, now.date()
        if shown == self._shown:
            return
        self._shown = shown
        moment = moment_of(words.made)
        time = "" if moment is None else moment_in_words(moment, now)
        self.title.set_whole(words.title)
        self.time.set_whole(time)
        self.time.setToolTip(plain_tip("" if moment is None else date_in_words(moment)))
        which = f"Entry {number} of {count}"
        self.setAccessibleName(f"{which}: {words.title}, {time}")
        self.thumb.setAccessibleName(f"Restore {words.title}, {which.lower()}, {time}")
        self.thumb.setAccessibleDescription(words.said)
        self.thumb.setToolTip(plain_tip(f"Click to restore. {words.said}"))
        self.note.setAccessibleName(f"Note on {words.title}, {which.lower()}")
        for key, text, _ in _DOINGS:
            self.buttons[key].setAccessibleName(f"{text}: {words.title}, {which.lower()}")
        allow(self.buttons["up"], number > 1, "This is the first one.", "Move up  (Alt+Up)")
        allow(self.buttons["down"], number < count, "This is the last one.", "Move down  (Alt+Down)")

    @property
    def is_unwritten(self) -> bool:
        """Whether the note that is shown is not, or not yet, the one on disk."""
        return self.note.toPlainText() != self.note.known

    def retheme(self, theme: Theme) -> None:
        self.title.setFont(theme.words(BODY, 600))
        self.time.setFont(theme.words(SMALL))
        self.note.retheme(theme)
        size = theme.px(16)
        for key in ("up", "down"):
            self.buttons[key].setIcon(icon(key, theme.roles.ink, size))
            self.buttons[key].setIconSize(QSize(size, size))

    def lay_out(self, width: int) -> int:
        """Place all parts within `width`; returns the height that they take."""
        theme = theme_of(self._store.view)
        pad, gap = theme.px(_PAD), theme.px(_GAP)
        inner, y = width - 2 * pad, pad
        laid_out = theme, width, self.note.fit(theme, inner)
        if laid_out == self._laid_out:
            return height_for(theme, self.note.toPlainText(), width)
        self._laid_out = laid_out
        for widget, high in (
            (self.thumb, round(inner * SHAPE)),
            (self.title, _line(theme, BODY)),
            (self.time, _line(theme, SMALL)),
            (self.note, laid_out[2]),
        ):
            widget.setGeometry(pad, y, inner, high)
            y += high + (0 if widget is self.title else gap)
        self._lay_out_buttons(pad, y, inner, _line(theme, BODY) + 2 * theme.px(4))
        return height_for(theme, self.note.toPlainText(), width)

    def _lay_out_buttons(self, x: int, y: int, room: int, high: int) -> None:
        left = x
        for key, made in self.buttons.items():
            wide = made.sizeHint().width()
            if key == "remove":
                left = max(left, x + room - wide)
            made.setGeometry(left, y, wide, high)
            left += wide

    def _ask(self, what: str) -> None:
        self.asked.emit(self.entry.name, what)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.focused.emit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alt = event.key(), event.modifiers() == Qt.KeyboardModifier.AltModifier
        plain = {
            Qt.Key.Key_Up: "before",
            Qt.Key.Key_Down: "after",
            Qt.Key.Key_Home: "first",
            Qt.Key.Key_End: "last",
            Qt.Key.Key_Delete: "remove",
        }
        moved = {Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}
        what = moved.get(Qt.Key(key)) if alt else plain.get(Qt.Key(key))
        if what is None or (self.note.hasFocus() and not alt):
            super().keyPressEvent(event)
            return
        self._ask(what)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.hairline)
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()


def height_for(theme: Theme, note: str, width: int) -> int:
    """Pixels that the card of an entry with that note takes within `width`."""
    inner = width - 2 * theme.px(_PAD)
    return _frame_height(theme, width) + height_of(theme, note, inner)


@cache
def _frame_height(theme: Theme, width: int) -> int:
    """Pixels of a card without its note."""
    pad, gap = theme.px(_PAD), theme.px(_GAP)
    text = _line(theme, BODY) + _line(theme, SMALL) + 3 * gap
    buttons = _line(theme, BODY) + 2 * theme.px(4) + theme.px(4)
    return pad + round((width - 2 * pad) * SHAPE) + text + buttons


@cache
def _line(theme: Theme, size: int) -> int:
    font = theme.words(size, 600)
    return round(metrics(font.key(), font).height()) + 1
