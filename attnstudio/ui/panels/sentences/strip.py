"""One of two sentences: its letter and colour, its words with their arcs, and the weights as bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.model.document import names_of
from attnstudio.model.meanings import Meaning
from attnstudio.notes.expectations import question, verdict
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part, Spoken
from attnstudio.ui.hues import hue_of, letter
from attnstudio.ui.panels.sentence.editor import SentenceEditor
from attnstudio.ui.panels.sentence.panel import LINK_ROOM
from attnstudio.ui.panels.sentence.parts import part_of
from attnstudio.ui.panels.sentence.reveal import reveal
from attnstudio.ui.panels.sentences.bars import Bars
from attnstudio.ui.panels.sentences.words import StripSurface
from attnstudio.ui.theme import Theme, theme_of
from attnstudio.ui.widgets import OneLine, button

SIDE = 132  # pixels of the column with the letter, at 100 % text
EDGE = 4  # pixels of the coloured edge
_SCROLL_BAR = 12  # pixels that one would take, at 100 %: it must not come and go for ever
_LINES = 2  # of words, seen without scrolling
_BETWEEN = 18  # pixels between words and bars, at 100 %
_HIGH = 24  # pixels that arcs get beyond their least, where there is room


class Strip(QWidget):
    """The host panel passes on what changed; `arranged` tells it that the strip needs another height."""

    arranged = Signal()

    def __init__(self, panel: Spoken, store: Store, passage: int) -> None:
        super().__init__(panel)
        self.setAccessibleName(f"Sentence {letter(passage)}")
        self._panel, self._store, self.passage = panel, store, passage
        self.title, self.asks = OneLine("strong"), OneLine("note")
        self.told = OneLine("note")
        self.told.hide()
        self.surface = StripSurface(panel, store, passage)
        self.surface.setAccessibleName(f"Words of sentence {letter(passage)}")
        self.bars = Bars(store, self, passage)
        self.editor = SentenceEditor(store, self, passage)
        self.link = button("edit…", "link", self.edit, name=f"Edit sentence {letter(passage)}")
        if store.view.is_figure:
            self.link.hide()
        self._side, self._scroll = QWidget(self), QScrollArea(self)
        self._arrange()
        self.surface.edit_asked.connect(self.edit)
        self.surface.laid_out.connect(self.arranged)
        self.surface.resized.connect(self._reveal)
        self.editor.ended.connect(self._edited)
        self._asking: object = None  # the word to which the sentence was scrolled

    def edit(self) -> None:
        """Open the field in which this sentence is typed anew."""
        if not self._store.view.is_figure:
            self._store.set_look(passage=self.passage)
            self.surface.set_edited(True)
            self.editor.start()

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self._side.setFixedWidth(theme.px(SIDE))
        self._row.setContentsMargins(theme.px(EDGE), 0, 0, 0)
        self._row.setSpacing(theme.px(_BETWEEN))
        self.editor.retheme(theme)
        self.surface.retheme(theme)
        self.bars.retheme(theme)
        self.title.setFont(theme.words(13, 600))
        inset = theme.px(LINK_ROOM)  # letters line up with those of the link
        for widget in (self.title, self.asks):
            widget.setContentsMargins(inset, 0, 0, 0)

    def show_words(self, now: Snapshot) -> None:
        self.surface.show_words(now)
        self.bars.show_words(now.document.passages[self.passage].key_tokens)

    def show_numbers(self, now: Snapshot, full: float) -> None:
        self.surface.show_numbers(now)
        self.bars.show_row(None if self.surface.is_predicting else self.surface.shown(), full)

    def show_texts(self, now: Snapshot, found: Meaning | None) -> None:
        """Who asks, what it looks at most, and what the person expected."""
        held, head = now.document.passages[self.passage], letter(self.passage)
        if found is None:
            self.title.set_whole(head)
            self.asks.set_whole("word: none")
            self._tell("")
            return
        name = names_of(held.query_tokens)[found.query]
        strongest = -1 if now.look.predicting else found.strongest
        self.title.set_whole(head if strongest < 0 else f"{head} · {names_of(held.key_tokens)[strongest]}")
        self.asks.set_whole(f"word: {name}")
        if (asking := (held.query_tokens, found.query)) != self._asking:
            self._asking = asking
            self._reveal()
        self._tell(question(name) if now.look.predicting else verdict(held, found, now.look.marked))

    def point_at(self, now: Snapshot) -> None:
        self.surface.point_at(now)
        self.bars.point_at(now.view.hover_token)

    def parts(self) -> Sequence[Part]:
        before = f"{letter(self.passage)}: "
        return [part_of(self._panel, self.surface, chip, before) for chip in self.surface.places.chips]

    # --- size -----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        lines = min(max(self.surface.lines, 1), _LINES)
        more = theme_of(self._store.view).px(_HIGH) if lines == 1 else 0
        return self._size(self.surface.measures.height_of(lines) + more)

    def minimumSizeHint(self) -> QSize:
        return self._size(self.surface.measures.height_of(1))

    def _size(self, words: int) -> QSize:
        theme = theme_of(self._store.view)
        told = self.told.sizeHint().height() if self.told.isVisibleTo(self) else 0
        field = self.editor.sizeHint().height() if self.editor.isVisibleTo(self) else 0
        high = max(words + told, words - theme.px(20) + field, self._side.minimumSizeHint().height())
        return QSize(theme.px(SIDE + 200), high)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, theme.px(EDGE), self.height()), hue_of(theme, self.passage).line)
        painter.end()

    # --- inside ---------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._side.setAccessibleName(f"Sentence {letter(self.passage)}: who asks")
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(self.title)
        side.addWidget(self.asks)
        side.addStretch(1)
        side.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self._scroll.setAccessibleName(f"Sentence {letter(self.passage)}, scrolled")
        self._scroll.viewport().setAccessibleName(f"Sentence {letter(self.passage)}, seen")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if self._store.view.is_figure:
            self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self.surface)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.editor)
        middle.addWidget(self._scroll, 1)
        middle.addWidget(self.told)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._side)
        self._row.addLayout(middle, 1)
        self._row.addWidget(self.bars)

    def room_for_bars(self) -> float:
        """Pixels beside the words, once these stand in one line; below 0 where they need more than one."""
        theme = theme_of(self._store.view)
        return self.width() - theme.px(SIDE + EDGE + 2 * _BETWEEN + _SCROLL_BAR) - self.surface.natural_width

    def show_bars(self, width: int) -> None:
        """Bars of that width beside the words, or, for 0, each under its word."""
        if width != self.bars.width():
            self.bars.setFixedWidth(width)
        if (width > 0) == self.bars.isHidden():
            self.bars.setVisible(width > 0)
            self.surface.show_feet(width == 0)
            self.arranged.emit()

    def _reveal(self) -> None:
        reveal(self.surface, self._scroll)

    def _tell(self, text: str) -> None:
        self.told.set_whole(text)
        if bool(text) == self.told.isHidden():
            self.told.setVisible(bool(text))
            self.arranged.emit()

    def _edited(self, has_keyboard: bool) -> None:
        self.surface.set_edited(False)
        if has_keyboard:
            self.surface.setFocus()
