"""The field of an entry's note: plain text of several lines, as high as its text."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from unicodedata import bidirectional

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QTextCursor, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from attnstudio.storage.journal_words import MOST_NOTE
from attnstudio.ui.graphemes import clusters
from attnstudio.ui.theme import BODY, Theme

MOST_LINES = 12  # shown at once; the rest is scrolled

_PAUSE = 600  # milliseconds without a key, after which a note is written down
_INSIDE = 6  # pixels at 100 % between the frame and the text
_FRAME = 2


class NoteField(QPlainTextEdit):
    """`written` tells that the person paused or left; `grew` that the text takes other room."""

    written = Signal()
    grew = Signal()
    refused = Signal(str)  # why something that was typed is not in the note

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "note")
        self.setAccessibleName("Note")
        self.setPlaceholderText("Write a note…")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.known = ""  # the note on disk, as far as this window knows
        self._is_quiet = False  # while it is not the person who changes the text
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.written)
        self.document().contentsChange.connect(self._changed)
        self.textChanged.connect(self._align)  # not from inside a change, which Qt has not finished

    def show_text(self, text: str) -> None:
        """Show what is on disk; nothing is to be written for that."""
        self.known = text
        if self.toPlainText() != text:
            self._is_quiet = True
            self.setPlainText(text)
            self._is_quiet = False
            self._pause.stop()

    def retheme(self, theme: Theme) -> None:
        self.setFont(theme.words(BODY))
        inside = theme.px(_INSIDE)
        self.setViewportMargins(inside, inside, inside, inside)

    def fit(self, theme: Theme, width: int) -> int:
        """Set the policy of the scroll bar for a field of that width; returns its height."""
        note = self.toPlainText()
        is_long = line_count(theme, note, width) > MOST_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if self.verticalScrollBarPolicy() != policy:
            self.setVerticalScrollBarPolicy(policy)
        return height_of(theme, note, width)

    def _align(self) -> None:
        """Let words that are read from the right begin at the right, which Qt does in labels alone."""
        option = self.document().defaultTextOption()
        side = (
            Qt.AlignmentFlag.AlignRight if _is_from_right(self.toPlainText()) else Qt.AlignmentFlag.AlignLeft
        )
        if option.alignment() != side:
            option.setAlignment(side)
            self.document().setDefaultTextOption(option)

    def _changed(self, place: int, _gone: int, added: int) -> None:
        if self._is_quiet:
            return
        if self.document().characterCount() - 1 > MOST_NOTE and added:
            # Not from inside the change itself: Qt has not finished it.
            QTimer.singleShot(0, self, lambda: self._shorten(place + added))
        self._pause.start()
        self.grew.emit()

    def _shorten(self, end: int) -> None:
        """Take away the end of what was typed or pasted last, whole letters only, until the note is in its
        limit."""
        over = self.document().characterCount() - 1 - MOST_NOTE
        if over <= 0:
            return
        end = min(end, self.document().characterCount() - 1)
        text = self.toPlainText()
        units = text.encode("utf-16-le", "surrogatepass")
        inserted = units[: 2 * end].decode("utf-16-le", "replace")
        start = end
        for first, last in reversed(list(clusters(inserted))):
            start = first
            if end - first >= over or last - first > end:
                break
        self._is_quiet = True
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._is_quiet = False
        self.grew.emit()
        self.refused.emit(f"A note has at most {MOST_NOTE:,} characters; the rest was left out.")

    def createMimeDataFromSelection(self) -> QMimeData:
        made = QMimeData()
        made.setText(self.textCursor().selection().toPlainText())
        return made

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        # A file that is dropped here is the journal's, not its path the note's.
        return source.hasText() and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        made = QMimeData()
        made.setText(source.text()[: MOST_NOTE + 1])  # a book need not be laid out to be left out
        super().insertFromMimeData(made)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._pause.isActive():
            self._pause.stop()
            self.written.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the journal's
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 20)


def text_width(theme: Theme, width: int) -> int:
    """Pixels for text in a field of `width`."""
    return width - 2 * (theme.px(_INSIDE) + _FRAME)


@lru_cache(maxsize=4096)  # a journal is measured with every key, and only one of its notes has changed
def height_of(theme: Theme, note: str, width: int) -> int:
    """Pixels of the field of a note, no higher than `MOST_LINES`."""
    form = QFontMetricsF(theme.words(BODY))
    line = (
        ceil(form.ascent()) + ceil(form.descent()) + max(form.leading(), 0.0)
    )  # as lines of text are laid out
    shown = min(line_count(theme, note, width), MOST_LINES)
    return round(shown * line + 2 * (theme.px(_INSIDE) + _FRAME)) + 2


def line_count(theme: Theme, note: str, width: int) -> int:
    """Lines that a note takes in a field of `width`; beyond what is shown at once it is not counted on."""
    font, room, count = theme.words(BODY), text_width(theme, width), 0
    for paragraph in note.split("\n"):
        count += _lines(paragraph, font, room, MOST_LINES + 1 - count)
        if count > MOST_LINES:
            break
    return count


def _lines(text: str, font: QFont, width: int, most: int) -> int:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    count = 0
    while count < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        count += 1
    layout.endLayout()
    return max(count, 1)


def _is_from_right(text: str) -> bool:
    """Whether the first letter that has a direction is read from right to left."""
    directions = (bidirectional(letter) for letter in text)
    return next((way for way in directions if way in ("L", "R", "AL")), "L") != "L"
