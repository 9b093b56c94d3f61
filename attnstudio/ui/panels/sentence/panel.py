"""The sentence: its words as chips, tinted by what the asking word gives them, and arcs to them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.sentence.editor import SentenceEditor
from attnstudio.ui.panels.sentence.parts import part_of
from attnstudio.ui.panels.sentence.reveal import reveal
from attnstudio.ui.panels.sentence.surface import ChipSurface
from attnstudio.ui.panels.sentence.view import no_font
from attnstudio.ui.widgets import OneLine, button

SIDE = 150  # pixels of the column with the title, at 100 % text
LINK_ROOM = 10  # pixels beside the letters of a link, at 100 % text
LINES = 2  # seen without scrolling
FIGURE_LINES = 3
NAMED = 2  # letters without a font that the note has room for; the words' tips tell all


class SentencePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sentence", "Sentence", parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.asks = OneLine("note")
        self.note = OneLine("note")
        empty = self.note.sizePolicy()
        empty.setRetainSizeWhenHidden(True)  # nothing moves when there is something to say
        self.note.setSizePolicy(empty)
        self.surface = ChipSurface(self, store)
        self.editor = SentenceEditor(store, self)
        self._side = QWidget(self)
        self._side.setAccessibleName("Who asks")
        self._scroll = QScrollArea(self)
        self._scroll.setAccessibleName("Sentence, scrolled")
        self._scroll.viewport().setAccessibleName("Sentence, seen")
        self._arrange()
        self.edit_link = button("Edit…", "link", self.edit, name="Edit the sentence")
        self.add_control(self.edit_link)
        self.header.addStretch(1)
        self.surface.edit_asked.connect(self.edit)
        self.surface.laid_out.connect(self.updateGeometry)
        self.surface.resized.connect(self._reveal)
        self.editor.ended.connect(self._edited)
        self.setFocusProxy(self.surface)
        self.settle()

    def edit(self) -> None:
        """Open the field in which the sentence is typed anew."""
        if not self.store.view.is_figure:
            self.surface.set_edited(True)
            self.editor.start()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        self.editor.stop_if_overtaken()
        if old is None or _words(old) != _words(new):
            self.surface.show_words(new)
            self._show_note()
            self._show_query()
            return
        seen, sees = ((now.view.is_figure, now.view.known) for now in (old, new))
        if old.trace is not new.trace or old.look is not new.look or seen != sees:
            self.surface.show_numbers(new)
        elif old.view is not new.view:
            self.surface.point_at(new)
        if old.look is not new.look:
            self._show_query()

    def retheme(self) -> None:
        theme = self.theme
        self._side.setFixedWidth(theme.px(SIDE))
        self._side_column.setSpacing(theme.px(1))
        self._body.setSpacing(theme.px(12))
        # A link has room around its letters: all else moves by as much, so that the letters line up.
        inset, margins = theme.px(LINK_ROOM), self.column.contentsMargins()
        self.column.setContentsMargins(
            margins.left() - inset, margins.top(), margins.right(), margins.bottom()
        )
        for widget in (self.title, self.asks, self.note):
            widget.setContentsMargins(inset, 0, 0, 0)
        self.editor.retheme(theme)
        self.surface.retheme(theme)
        self.updateGeometry()

    def parts(self) -> Sequence[Part]:
        return [part_of(self, self.surface, chip) for chip in self.surface.places.chips]

    # --- size -----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        most = FIGURE_LINES if self.store.view.is_figure else LINES
        return self._size(min(max(self.surface.lines, 1), most))

    def minimumSizeHint(self) -> QSize:
        return self._size(1)

    def _size(self, lines: int) -> QSize:
        margins = self.column.contentsMargins()
        around = margins.top() + margins.bottom()
        side = self._side.minimumSizeHint().height()
        width = self.theme.px(SIDE + 200)
        return QSize(width, around + max(self.surface.measures.height_of(lines), side))

    # --- inside ---------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        while self.header.count():
            self.header.takeAt(0)  # the title stands above the link here, not beside it
        self.column.removeItem(self.header)
        self._side_column = QVBoxLayout(self._side)
        self._side_column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.title, self.asks, self.note):
            self._side_column.addWidget(widget)
        self._side_column.addStretch(1)
        self._side_column.addLayout(self.header)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if self.store.view.is_figure:
            self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self.surface)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.editor)
        right.addWidget(self._scroll, 1)
        self._body = QHBoxLayout()
        self._body.addWidget(self._side)
        self._body.addLayout(right, 1)
        self.column.addLayout(self._body, 1)

    def _edited(self, has_keyboard: bool) -> None:
        self.surface.set_edited(False)
        self._show_note()
        if has_keyboard:
            self.surface.setFocus()

    def _show_query(self) -> None:
        chip = self.surface.query_chip()
        self.asks.set_whole("query: none" if chip is None else f"query: {chip.name}")
        self._reveal()

    def _reveal(self) -> None:
        reveal(self.surface, self._scroll)

    def _show_note(self) -> None:
        """What is odd about the words: letters without a font, places that are a matter of chance."""
        missing = self.surface.missing
        chance = [chip.name for chip in self.surface.places.chips if chip.token.source == "chance"]
        said = ""
        if missing:
            few = len(missing) <= NAMED
            said = no_font(missing) if few else f"no font for {len(missing)} letters"
        elif chance and not self.store.view.is_figure:
            said = "? by chance: drag me"
        self.note.set_whole(said)
        self.note.setVisible(bool(said))  # a line without words is nothing to hear of


def _words(now: Snapshot) -> tuple[int, int]:
    """Identities: the words are written anew only where these differ."""
    passage = now.passage
    return id(passage.query_tokens), id(passage.key_tokens)
