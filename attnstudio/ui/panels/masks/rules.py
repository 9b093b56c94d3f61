"""The rules: which words may look where, by rule or by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout

from attnstudio.model import caching, edits
from attnstudio.model.document import Document
from attnstudio.model.edits import Edit
from attnstudio.model.settings import RULES, SIZED_RULES, Align, Mask, Padding, Rule
from attnstudio.notes.masks import RULE_NAMES, align_sentence, blind_sentence, sentence_about
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.grid import MaskGrid
from attnstudio.ui.panels.masks.page import FoldingPage, same_mask
from attnstudio.ui.panels.masks.stepper import Stepper
from attnstudio.ui.panels.masks.told import Told
from attnstudio.ui.panels.matrix.content import flipped_cells
from attnstudio.ui.panels.matrix.parts import parts_of
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import Segmented, allow, button, label
from attnstudio.ui.wrapped import Group, Wrapped

_TEXTS: dict[Rule, str] = RULE_NAMES | {"custom": "custom: paint"}
_SIZES: dict[Rule, str] = {"window": "words wide", "prefix": "first words", "block": "words in a block"}
_PADDINGS = (("none", "none"), ("left", "left"), ("right", "right"))
_ALIGNS = (("end", "end"), ("start", "start"))
_NO_SIZE = "Only a window, a prefix and blocks have a size."
_NO_PADS = "Choose a side for the padding first."
_NO_CACHE = "Here queries and keys come from two sentences: there is no cache to ask."
_SAME_NUMBER = "As many words ask as are looked at: both ends stand together anyway."
_RUN = "mask laboratory: "  # presses of one button, one after the other, are one step of the history
_LEAST_GRID = 130


class RulesPage(FoldingPage):
    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Mask rules")
        self.grid = MaskGrid(panel)
        self.rule = QComboBox(self)
        self.rule.setAccessibleName("Mask rule")
        self.rule.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.rule.addItems([_TEXTS[rule] for rule in RULES])
        self.rule.activated.connect(lambda index: self._choose(RULES[index]))
        self.size_word = label("words wide")
        self.size_of = Stepper("Size of the mask rule", self._set_size, self.store.say)
        self.padding = Segmented("Padding", _PADDINGS, "none", self._set_padding)
        self.pads = Stepper("Padded words", self._set_pads, self.store.say)
        self.asking = Stepper("Last words that ask", self._set_asking, self.store.say)
        self.align = Segmented("Queries and keys stand together at", _ALIGNS, "end", self._set_align)
        self.clear = button("", "link", self._clear)
        self.said = Told("What the mask does")
        self.size_group = Group(self.size_word, self.size_of)
        self.groups = Wrapped(
            self,
            (
                self.size_group,
                Group(label("padding"), self.padding),
                Group(label("padded words"), self.pads),
                Group(label("last words that ask"), self.asking),
                Group(label("aligned at the"), self.align),
            ),
            self.theme,
        )
        self._arrange()

    def _arrange(self) -> None:
        side = QVBoxLayout()
        side.addWidget(self.rule)
        side.addWidget(self.groups)
        side.addWidget(self.said, 1)
        side.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addWidget(self.grid, 12)
        self.row.addLayout(side, 10)

    # --- what is shown ------------------------------------------------------------------------------

    def retheme(self) -> None:
        theme = self.theme
        self.row.setSpacing(theme.px(14))
        self.fold()
        self.grid.setMinimumWidth(theme.px(_LEAST_GRID))
        for stepper in (self.size_of, self.pads, self.asking):
            stepper.retheme(theme)
        self.groups.retheme(theme)
        self.grid.retheme()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if (
            old is None
            or not same_mask(old, new)
            or old.view is not new.view
            or old.look.query != new.look.query
            or old.look.passage != new.look.passage
        ):
            self.grid.show_state(old, new)
        if old is None or not same_mask(old, new):
            self._show_controls(new)
            self._show_sentence(new)

    def _show_controls(self, now: Snapshot) -> None:
        mask, passage = now.document.mask, now.passage
        n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
        self.rule.setCurrentIndex(RULES.index(mask.rule))
        has_size = mask.rule in SIZED_RULES
        self.size_word.setText(_SIZES.get(mask.rule, "wide"))
        self.size_group.setVisible(has_size)
        self.size_of.show_number(mask.size, 1, max(n_k, mask.size, 1), "" if has_size else _NO_SIZE)
        self.padding.show_choice(mask.padding)
        no_pads = _NO_PADS if mask.padding == "none" else ""
        self.pads.show_number(mask.pads if not no_pads else 0, 0, max(n_k, mask.pads), no_pads)
        no_cache = "" if passage.is_self_attention or caching.is_cached(passage) else _NO_CACHE
        no_cache = no_cache or ("" if n_k else "There are no words yet.")
        self.asking.show_number(n_q, min(1, n_q), max(n_k, n_q), no_cache)
        self.align.show_choice(mask.align)
        for end, _ in _ALIGNS:
            allow(self.align.button_of(end), n_q != n_k, _SAME_NUMBER)
        count = 0 if mask.rule == "custom" else flipped_cells(mask, passage)
        self.clear.setText(f"{count} {'cell' if count == 1 else 'cells'} painted over the rule: clear")
        self.clear.setAccessibleName(self.clear.text())
        self.clear.setVisible(count > 0)

    def _show_sentence(self, now: Snapshot) -> None:
        mask = now.document.mask
        said = [
            sentence_about(mask),
            align_sentence(mask, now.passage),
            blind_sentence(now.trace.may_look(now.head), now.passage),
        ]
        self.said.tell(" ".join(filter(None, said)))

    def parts(self) -> Sequence[Part]:
        return parts_of(self.grid, self.panel)

    # --- what is done -------------------------------------------------------------------------------

    def _apply(self, name: str, edit: Edit, run: str = "") -> None:
        self.store.apply(name, edit, run=_RUN + run if run else None)
        self._show_controls(self.store.now)  # a press that changed nothing may have moved a button

    def _choose(self, rule: Rule) -> None:
        self._apply(f"Mask: {rule}", lambda document: edits.set_rule(document, rule))

    def _clear(self) -> None:
        self._choose(self.store.document.mask.rule)

    def _set_size(self, size: int) -> None:
        self._apply(f"Mask size {size}", _with(lambda mask: replace(mask, size=size)), "size")

    def _set_padding(self, side: str) -> None:
        padding: Padding = "left" if side == "left" else "right" if side == "right" else "none"
        self._apply(
            f"Padding: {side}",
            _with(
                lambda mask: replace(
                    mask, padding=padding, pads=max(mask.pads, 1) if padding != "none" else 0
                )
            ),
        )

    def _set_pads(self, count: int) -> None:
        self._apply(f"Pad {count} words", _with(lambda mask: replace(mask, pads=count)), "pads")

    def _set_align(self, end: str) -> None:
        align: Align = "start" if end == "start" else "end"
        self._apply(f"Align the mask at the {end}", _with(lambda mask: replace(mask, align=align)))

    def _set_asking(self, count: int) -> None:
        before, passage = self.store.now.passage, self.store.look.passage
        n_k = len(before.key_tokens)
        name = "Let all words ask" if count == n_k else f"Ask with the last {count} of {n_k} words"
        asked = caching.ask_last(self.store.document, count, passage)
        query = caching.twin(before, asked.passages[passage], self.store.look.query)
        self.store.apply(name, lambda _: asked, run=f"{_RUN}asking", look={"query": query})


def _with(change: Callable[[Mask], Mask]) -> Edit:
    def edit(document: Document) -> Document:
        return edits.set_mask(document, change(document.mask))

    return edit
