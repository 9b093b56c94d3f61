"""The painted mask in all conventions, with the code that makes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from attnstudio.model import conventions
from attnstudio.model.conventions import CONVENTIONS, Convention
from attnstudio.model.masks import Allowed
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui import accessible, clipboard
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.cards import NAMED, NO_CALL, ConventionCard
from attnstudio.ui.panels.masks.content import asked_row, leak_sentence
from attnstudio.ui.panels.masks.page import Page, same_mask
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import OneLine, button

_USED: dict[Convention, str] = {
    "look": "F.scaled_dot_product_attention(q, k, v, attn_mask=mask) reads True as: may look.",
    "block": "nn.MultiheadAttention(…)(q, k, v, attn_mask=mask) reads True as: may not look.",
    "additive": "Added to the scaled scores before the softmax; a float mask means this in both of them.",
}
_NO_WORDS = "There are no words yet, and so no mask."
_COPY, _COPIED = "Copy", "Copied"
_NARROW = 430  # pixels of the page, below which cards stand two by two


class ConventionsPage(Page):
    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Conventions of masks")
        self.chosen: Convention = "look"
        self.cards = {c: ConventionCard(self, c, self.theme, self.choose) for c in CONVENTIONS}
        for card in self.cards.values():
            card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.used = OneLine("note")
        self.copy_link = button(_COPY, "link", self.copy, name="Copy the code of the mask")
        self.code = QPlainTextEdit()
        self.code.setProperty("kind", "code")
        self.code.setReadOnly(True)
        self.code.setTabChangesFocus(True)
        self.code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.code.setAccessibleName("Code of the mask")
        self._allowed: Allowed | None = None
        self._across = 0
        self.grid = QGridLayout()
        line = QHBoxLayout()
        line.addWidget(self.used, 1)
        line.addWidget(self.copy_link)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addLayout(self.grid, 3)
        self.column.addLayout(line)
        self.column.addWidget(self.code, 2)
        self._place_cards()
        self.choose("look")

    def choose(self, convention: Convention) -> None:
        """Show the code of a convention."""
        self.chosen = convention
        for own, card in self.cards.items():
            card.set_chosen(own == convention)
        self._show_code()
        self._show_use(self.store.now)

    def copy(self) -> None:
        """Put the code on the clipboard, and say so."""
        clipboard.put_text(self.code.toPlainText())
        self.copy_link.setText(_COPIED)
        accessible.announce(self, _COPIED)

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or not same_mask(old, new) or old.look.passage != new.look.passage:
            self._allowed = new.trace.may_look(new.head)
            for card in self.cards.values():
                card.show_mask(self._allowed)
            self._show_code()
        if old is None or old.trace is not new.trace or old.look is not new.look:
            self._show_use(new)

    def retheme(self) -> None:
        theme = self.theme
        self.column.setSpacing(theme.px(4))
        self.grid.setSpacing(theme.px(8))
        self.code.setMinimumHeight(theme.px(64))
        for card in self.cards.values():
            card.retheme(theme)
        self._place_cards()

    def parts(self) -> Sequence[Part]:
        return tuple(self._part(card) for card in self.cards.values())

    def _part(self, card: ConventionCard) -> Part:
        named = NAMED[card.convention]
        rect = card.rect()
        rect.moveTopLeft(card.mapTo(self.panel, rect.topLeft()))
        return Part(
            key=card.convention,
            role="button",
            name=f"{named.title}, {named.who}",
            value=card.call.whole,
            help="Shows the code of this convention.",
            rect=rect,
            press=lambda: self.choose(card.convention),
            is_focused=card.hasFocus(),
        )

    def _show_use(self, now: Snapshot) -> None:
        told = _USED.get(self.chosen)
        self.used.set_whole(leak_sentence(asked_row(now)) if told is None else told)

    def _show_code(self) -> None:
        text = code_of(self._allowed, self.chosen) if self._allowed is not None else ""
        if text != self.code.toPlainText():
            self.code.setPlainText(text)
            self.copy_link.setText(_COPY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cards()

    def _place_cards(self) -> None:
        across = 2 if self.width() < self.theme.px(_NARROW) else 4
        if across != self._across:
            self._across = across
            for number, card in enumerate(self.cards.values()):
                self.grid.addWidget(card, number // across, number % across)


def code_of(allowed: Allowed, convention: Convention) -> str:
    """Code to be copied: the call if there is one, and the mask written out."""
    if not allowed.size:
        return f"# {_NO_WORDS}"
    lines = []
    if (made := conventions.call(allowed, convention)) is not None:
        lines += ["mask = " + made]
        if (other := conventions.numpy_call(allowed, convention)) is not None:
            lines.append(f"# in NumPy: {other}")
    else:
        lines.append(f"# {NO_CALL}")
        if (two := conventions.two_calls(allowed, convention)) is not None:
            lines += ["# a band, by two of them:", f"mask = {two}"]
    return "\n".join([*lines, "", "# written out:", conventions.literal(allowed, convention), ""])
