"""A mask from somebody's program, pasted as text: what it would do to this sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout

from attnstudio.model import mask_reading
from attnstudio.model.conventions import CONVENTIONS, Convention
from attnstudio.notes import pasted as words
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.cards import NAMED
from attnstudio.ui.panels.masks.grid import SmallGrid
from attnstudio.ui.panels.masks.page import FoldingPage, same_mask
from attnstudio.ui.panels.masks.tabs import Tabs
from attnstudio.ui.panels.masks.told import Told
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import allow, button

_HINT = (
    "Paste a mask of Python, NumPy or torch, such as\n"
    "torch.tril(torch.ones(n, n))   ~np.tri(n, dtype=bool)\n"
    "[[True, False], [True, True]]\n"
    "It is read, never run. n is the number of words."
)
_NOTHING = "Nothing is pasted yet."
_CANNOT = "What is pasted can't be used: the sentences say why."
_NO_CELLS = np.zeros((0, 0), dtype=np.bool_)


class PastePage(FoldingPage):
    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Paste a mask")
        self.meant: Convention = "look"
        self.found = words.Pasted((), None)
        self.text = QPlainTextEdit(self)
        self.text.setPlaceholderText(_HINT)
        self.text.setProperty("kind", "code")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Pasted mask")
        self.text.setAccessibleDescription(_HINT)
        self.text.textChanged.connect(self.read)
        options = [(convention, words.READ_AS[convention]) for convention in CONVENTIONS]
        self.choices = Tabs(self, "It means", options, "look", self._mean, self.theme)
        self.preview = SmallGrid(self, NAMED["additive"].cells, self.theme)
        self.preview.setAccessibleName("Pasted mask, cells: 0 may look, −∞ may not")
        self.said = Told("What the pasted mask does")
        self.use = button("Use it", "primary", self.apply, name="Use the pasted mask")
        side = QVBoxLayout()
        side.addWidget(self.preview, 1)
        side.addWidget(self.use, 0, Qt.AlignmentFlag.AlignRight)
        left = QVBoxLayout()
        left.addWidget(self.text, 3)
        left.addWidget(self.choices)
        left.addWidget(self.said, 4)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addLayout(left, 5)
        self.row.addLayout(side, 2)
        self._lefts = left

    def read(self) -> None:
        """Say what the text is, under the convention that is named."""
        now, text = self.store.now, self.text.toPlainText()
        before = self.found
        if text.strip():
            self.found = words.told(text, self.meant, now.passage, now.document.mask.align)
        else:
            self.found = words.Pasted((_NOTHING,), None)
        self.said.tell("\n".join(self.found.sentences))
        allowed = self.found.allowed
        self.preview.show_mask(_NO_CELLS if allowed is None else allowed)
        allow(self.use, allowed is not None, _CANNOT if text.strip() else _NOTHING)
        if self.found.sentences != before.sentences:
            accessible.announce(self.panel, self.found.sentences[0])

    def apply(self) -> None:
        """Make it the mask of the sentence: one step of the history."""
        allowed, passage = self.found.allowed, self.store.look.passage
        if allowed is not None:
            self.store.apply(
                "Use the pasted mask", lambda document: mask_reading.use(document, allowed, passage)
            )

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if not same_mask(old, new) or (old is not None and old.look.passage != new.look.passage):
            self.read()

    def retheme(self) -> None:
        theme = self.theme
        self.row.setSpacing(theme.px(14))
        self.fold()
        self._lefts.setSpacing(theme.px(5))
        self.text.setMinimumHeight(theme.px(58))
        self.choices.retheme(theme)
        self.preview.retheme(theme)

    def parts(self) -> Sequence[Part]:
        rect = self.preview.rect()
        rect.moveTopLeft(self.preview.mapTo(self.panel, rect.topLeft()))
        return (
            Part(
                key="pasted",
                role="graphic",
                name="pasted mask",
                value=" ".join(self.found.sentences),
                help="",
                rect=rect,
            ),
        )

    def _mean(self, convention: str) -> None:
        self.meant = next(one for one in CONVENTIONS if one == convention)
        self.read()
