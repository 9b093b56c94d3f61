"""Typing another sentence in place: a gesture that begins with the field and ends with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.model import sentence
from attnstudio.model.document import Document, Passage, Token
from attnstudio.model.refused import Refused
from attnstudio.model.retype import Side, retype_sentence
from attnstudio.state.store import Gesture, Store
from attnstudio.ui.accessible import announce
from attnstudio.ui.panels.sentence.field import SentenceField
from attnstudio.ui.theme import Theme, theme_of
from attnstudio.ui.widgets import OneLine, label

NAME = "Retype the sentence"


class SentenceEditor(QWidget):
    """Hidden until `start`. Every letter is previewed; Enter and the loss of focus keep, Esc takes back."""

    ended = Signal(bool)  # True where the keyboard was in the field to the end

    def __init__(self, store: Store, parent: QWidget, fixed: int | None = None) -> None:
        """Of the passage that is shown, or of a fixed one."""
        super().__init__(parent)
        self.hide()
        self._store = store
        self._fixed = fixed
        self._gesture: Gesture | None = None
        self._passage = 0
        self.fields: dict[Side, SentenceField] = {}
        self._row = QHBoxLayout()
        self.message = OneLine("warning")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(self._row)
        column.addWidget(self.message)
        self.message.hide()

    @property
    def is_open(self) -> bool:
        return self._gesture is not None

    def retheme(self, theme: Theme) -> None:
        self._row.setSpacing(theme.px(8))
        for field in self.fields.values():
            field.setFont(theme.words())

    def start(self) -> None:
        """Open the field, or the two of a passage that has two sentences."""
        if self.is_open:
            next(iter(self.fields.values())).setFocus()
            return
        self._store.begin(NAME)
        self._gesture = self._store.gesture
        self._passage = self._store.look.passage if self._fixed is None else self._fixed
        self._make_fields(self._store.document.passages[self._passage])
        self.message.set_whole("")
        self.message.hide()
        self.retheme(theme_of(self._store.view))
        self.show()
        first = self.fields["query"]
        first.setFocus()
        first.selectAll()

    def stop_if_overtaken(self) -> None:
        """Another act has ended the gesture: what it left is how it stays."""
        if self._gesture is not None and self._store.gesture is not self._gesture:
            self._end(lambda: None, False)

    # --- inside ---------------------------------------------------------------------------------------

    def _make_fields(self, passage: Passage) -> None:
        sides: tuple[tuple[Side, str, tuple[Token, ...]], ...]
        if passage.is_self_attention:
            sides = (("query", "Sentence", passage.query_tokens),)
        else:
            sides = (("query", "asks", passage.query_tokens), ("key", "offers", passage.key_tokens))
        for side, name, tokens in sides:
            if len(sides) > 1:
                self._row.addWidget(label(name))
            field = SentenceField(_written(tokens), name, self)
            field.setPlaceholderText("Type a sentence")
            field.textChanged.connect(self._preview)
            field.returnPressed.connect(self._keep)
            field.cancelled.connect(self._take_back)
            field.refused.connect(self._refuse)
            field.left.connect(self._left)
            self._row.addWidget(field, 1)
            self.fields[side] = field

    def _preview(self) -> None:
        if self._gesture is None:
            return
        if self._store.gesture is not self._gesture:  # it was saved meanwhile: this is another step
            self._store.begin(NAME)
            self._gesture = self._store.gesture
        texts = {side: field.text() for side, field in self.fields.items()}
        passage = self._passage

        from attnstudio.study.placing import vectors_for  # reads files: not before a word needs vectors

        def retyped(document: Document) -> Document:
            for side, text in texts.items():
                document = retype_sentence(document, text, vectors_for(document), passage=passage, side=side)
            return document

        try:
            self._store.preview(retyped)
        except Refused as error:
            self._refuse(str(error))
        else:
            self._refuse("")

    def _refuse(self, sentence: str) -> None:
        """Say why the words stay as they are; "" where they follow."""
        if sentence != self.message.whole:
            announce(self, sentence)  # seen here alone: the window's own message would say it twice
        self.message.set_whole(sentence)
        self.message.setVisible(bool(sentence))

    def _keep(self) -> None:
        if not self.message.whole:  # what was refused stays in the field to be mended
            self._end(self._store.commit, True)

    def _take_back(self) -> None:
        self._end(self._store.cancel, True)

    def _left(self) -> None:
        if self._gesture is None or self._store.is_telling:  # hidden by a change: that is no wish to end
            return
        if QApplication.focusWidget() not in self.fields.values():
            self._end(self._store.commit, False)

    def _end(self, act: Callable[[], None], has_keyboard: bool) -> None:
        mine = self._store.gesture is self._gesture
        self._gesture = None  # first: hiding the field takes its focus, which asks to end it again
        fields, self.fields = self.fields, {}
        self.message.set_whole("")
        self.hide()
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for field in fields.values():
            field.blockSignals(True)
        if mine:
            act()
        self.ended.emit(has_keyboard)


def _written(tokens: tuple[Token, ...]) -> str:
    return sentence.join(sentence.Piece(token.before, token.text, token.after) for token in tokens)
