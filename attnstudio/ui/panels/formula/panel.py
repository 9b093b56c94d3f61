"""The formula, live: set in type, with the numbers of every step and a sentence about what they say, or as a
program that works them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.model.document import names_of
from attnstudio.notes.speech import sentence_of
from attnstudio.state.snapshot import Snapshot, Step, Written
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.formula.content import MEANINGS, StepNumbers
from attnstudio.ui.panels.formula.surface import FormulaSurface
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import OneLine, Segmented

if TYPE_CHECKING:
    from attnstudio.ui.panels.formula.code import CodeView
    from attnstudio.ui.panels.formula.code_picture import CodePicture

APART = 1000
"""Milliseconds between two announcements, at least."""
_REST = 250  # milliseconds after a change before it is announced, for the next may follow at once
_CODE_APART = 66  # milliseconds between two programs in a drag: nobody reads more of them
_WAYS = (("numbers", "numbers"), ("numpy", "NumPy"), ("torch", "PyTorch"))


class FormulaPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "formula", "Formula, live", parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.header.takeAt(1)
        self.count = OneLine("note", is_whole_or_none=True)
        self.header.insertWidget(1, self.count, 1)
        self.surface = FormulaSurface(self, store)
        self.column.addWidget(self.surface, 1)
        self.surface.resized.connect(self._show_count)
        self.setFocusProxy(self.surface)
        self.code: CodeView | CodePicture | None = None  # made when it is first wanted
        self._written: Written = "numbers"
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._show_code)
        self.ways = Segmented("Formula as", _WAYS, "numbers", self._choose)
        self.add_control(self.ways)
        self._announced = ""
        self._since = QElapsedTimer()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._announce)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self._written != (written := _written(new)):
            self._written, old = written, None
            self._show_way()
        if written != "numbers":
            self._refresh_code(old, new)
            return
        if (
            old is None
            or old.trace is not new.trace
            or old.look is not new.look
            or old.document.settings is not new.document.settings
            or old.document.mask is not new.document.mask
            or old.document.wrong is not new.document.wrong
            or old.passage.key_tokens is not new.passage.key_tokens
            or old.passage.query_tokens is not new.passage.query_tokens
            or old.view.known != new.view.known
        ):
            sentence = sentence_of(new.document, new.trace, new.look, new.view.known)
            self.surface.show_numbers(new, sentence)
            self._tell(sentence)
            self._show_count()
        if old is None or old.view is not new.view:
            self.surface.show_marks(new)

    def _refresh_code(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.view is not new.view:
            self._mark_code(new)
        if old is not None and old.document is new.document and old.look is new.look:
            return
        self._tell(sentence_of(new.document, new.trace, new.look))
        if old is None or self.store.gesture is None:
            self._show_code()
        elif not self._later.isActive():
            self._later.start(_CODE_APART)

    def retheme(self) -> None:
        self.surface.retheme(self.theme)
        if self.code is not None:
            self.code.retheme(self.theme)

    def parts(self) -> Sequence[Part]:
        if self._written != "numbers":
            return ()  # a screen reader reads the code itself
        marked = self.store.view.hover_step
        return [self._part(line, line.step == marked) for line in self.surface.lines]

    @property
    def is_about_to_speak(self) -> bool:
        return self._rest.isActive()

    # --- inside ---------------------------------------------------------------------------------------

    def _choose(self, way: str) -> None:
        self.store.set_view(written=way)

    def _copy(self) -> None:
        from attnstudio.ui.copying import copy_as

        copy_as(self.store, self._written)

    def _show_way(self) -> None:
        """Show the numbers or the program, whichever is wanted now."""
        is_code, is_figure = self._written != "numbers", self.store.view.is_figure
        self.ways.show_choice(self._written)
        if is_code and self.code is None:
            self.code = self._made_code(is_figure)
            self.code.retheme(self.theme)
            self.column.addWidget(self.code, 1)
        self._later.stop()
        if self.code is not None:
            had_keys = self.surface.hasFocus() or self.code.hasFocus()
            self.code.setAccessibleName(f"{dict(_WAYS)[self._written]} code of this state")
            self.code.setVisible(is_code)
            self.surface.setVisible(not is_code)
            self.setFocusProxy(self.code if is_code else self.surface)
            if had_keys:
                self.setFocus()
        self._show_count()

    def _made_code(self, is_figure: bool) -> CodeView | CodePicture:
        # The start shows numbers: neither the editor nor what colours it is loaded for them.
        if is_figure:
            from attnstudio.ui.panels.formula.code_picture import CodePicture

            return CodePicture(self)
        from attnstudio.ui.panels.formula.code import CodeView

        return CodeView(self, self._copy)

    def _show_code(self) -> None:
        if self.code is None or self._written == "numbers":
            return
        from attnstudio.notes.code import code_of

        now = self.store.now
        self.code.show_text(code_of(now.document, now.look, self._written, now.trace))
        self._mark_code(now)

    def _mark_code(self, now: Snapshot) -> None:
        if self.code is None or now.view.is_figure:
            return
        from attnstudio.ui.panels.formula.code import CodeView

        if isinstance(self.code, CodeView):
            self.code.mark(now.view.hover_step, _pointed_name(now))

    def _show_count(self) -> None:
        places = self.surface.places
        is_cut = self._written == "numbers" and bool(self.surface.lines) and not places.is_whole
        self.count.set_whole(f"{places.total} numbers; the pipeline shows all" if is_cut else "")

    def _tell(self, sentence: str) -> None:
        """Give assistive programs the sentence, now as a description and at rest as an announcement."""
        if sentence == self.accessibleDescription():
            return
        self.setAccessibleDescription(sentence)
        if QAccessible.isActive() and not self.store.view.is_figure and not self._rest.isActive():
            passed = self._since.elapsed() if self._since.isValid() else APART
            self._rest.start(max(_REST, APART - passed))

    def _announce(self) -> None:
        if self.store.gesture is not None:  # a drag is announced at its end
            self._rest.start(_REST)
            return
        sentence = self.accessibleDescription()
        if sentence != self._announced:
            self._announced = sentence
            self._since.start()
            accessible.announce(self, sentence)

    def _part(self, line: StepNumbers, is_marked: bool) -> Part:
        places = self.surface.places
        said = ", ".join(line.numbers if line.step == "mix" else line.numbers[: places.count])
        if line.step != "mix" and line.numbers and not places.is_whole:
            said = f"the first {places.count} of {places.total}: {said}"
        rect = self.surface.line_rect(line.step).toAlignedRect()
        rect.moveTopLeft(self.surface.mapTo(self, rect.topLeft()))
        step: Step = line.step
        return Part(
            key=step,
            role="button",
            name=step,
            value="; ".join(filter(None, (said, line.note))),
            help=MEANINGS[step],
            rect=rect,
            press=lambda: self.surface.pin(step),
            is_focused=is_marked and self.surface.hasFocus(),
        )


def _written(now: Snapshot) -> Written:
    """How the state is written; a picture of one step shows its numbers, whatever the window shows."""
    is_step = now.view.is_figure and now.view.known is not None
    return "numbers" if is_step else now.view.written


def _pointed_name(now: Snapshot) -> str:
    """The name of the word that is pointed at; "" for none, and where another word has the same name."""
    passage = now.passage
    sides = (
        [passage.query_tokens] if passage.is_self_attention else [passage.query_tokens, passage.key_tokens]
    )
    named = [(t.id, name) for tokens in sides for t, name in zip(tokens, names_of(tokens), strict=True)]
    found = next((name for token, name in named if token == now.view.hover_token), "")
    return found if [name for _, name in named].count(found) == 1 else ""
