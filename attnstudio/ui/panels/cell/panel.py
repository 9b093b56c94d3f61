"""How one cell of the flow came about, product by product: the picked one, or the strongest weight."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from attnstudio.model.attempt import Line, Stage
from attnstudio.notes.latex import arithmetic
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible, clipboard
from attnstudio.ui.panels.cell.content import TITLE, Content, content
from attnstudio.ui.panels.cell.lines import LinesView
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import TITLE as TITLE_SIZE
from attnstudio.ui.widgets import OneLine, button

_COPIED = "copied"
_COPIED_WIDTH = 52  # so that it moves nothing
_OFFERS = {"text": "copy as text", "LaTeX": "LaTeX"}


class CellPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "cell", TITLE, parent)
        self.content = Content(TITLE, ())
        self.heading = OneLine("strong")
        self.title.hide()  # what the arithmetic is of stands in its place
        self.header.insertWidget(0, self.heading, 1)
        self.header.setStretch(self.header.count() - 1, 0)
        self.view = LinesView(self, self.theme, self._point_at)
        self.view.setAccessibleName(TITLE)
        self.links = {
            form: button(text, "link", partial(self.copy, form), name=f"Copy the arithmetic as {form}")
            for form, text in _OFFERS.items()
        }
        for link in self.links.values():
            self.add_control(link)
        self.column.addWidget(self.view, 1)
        self.setFocusProxy(self.view)
        self.settle()

    def copy(self, form: str) -> None:
        """Put the arithmetic on the clipboard, and say so until there is something else to copy."""
        told = self.content
        text = told.text if form == "text" else arithmetic(told.title, told.lines)
        clipboard.put_text(text)
        self._offer_copies()
        self.links[form].setText(_COPIED)
        accessible.announce(self, f"The arithmetic is copied as {form}")

    # --- what is shown --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.view.is_figure != new.view.is_figure:
            self.view.set_figure(new.view.is_figure)
        if old is None or _what_is_told(old) != _what_is_told(new):
            self._tell(new)
        self.view.show_hover(new.view.hover_step)

    def retheme(self) -> None:
        theme = self.theme
        self.heading.setFont(theme.words(TITLE_SIZE, 600))
        for link in self.links.values():
            link.setMinimumWidth(0)
            link.setMinimumWidth(max(link.sizeHint().width(), theme.px(_COPIED_WIDTH)))
        self.view.retheme(theme)

    def _tell(self, now: Snapshot) -> None:
        told = content(now)
        if told != self.content:
            self._offer_copies()
        self.content = told
        self.heading.set_whole(told.title)
        self.view.setAccessibleName(told.title)
        self.view.show_lines(told.lines or (Line("", told.why),))
        for link in self.links.values():
            link.setEnabled(bool(told.lines))

    def _offer_copies(self) -> None:
        for form, text in _OFFERS.items():
            if self.links[form].text() != text:
                self.links[form].setText(text)

    def _point_at(self, step: Stage | None) -> None:
        if self.store.view.hover_step != step and not self.store.is_telling:
            self.store.set_view(hover_step=step, hover_token=None)


def _what_is_told(now: Snapshot) -> tuple[object, ...]:
    """Identities: the lines are worked out anew only where these differ."""
    look, view = now.look, now.view
    return id(now.document), id(now.trace), look.passage, look.head, look.query, view.known, view.picked
