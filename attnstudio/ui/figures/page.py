"""The page of a picture: real panels in a widget that is never shown, laid out at the asked size.

Nothing of the screen plays a part, neither its scale nor its colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnstudio.model.document import Document, Look
from attnstudio.model.wording import capital
from attnstudio.notes.steps import told
from attnstudio.state.palette import palette
from attnstudio.state.snapshot import STEPS, Step, View, workspace_of
from attnstudio.state.store import Store
from attnstudio.ui.figures.arrangement import (
    GAP,
    LABEL,
    MARGIN,
    SIZES,
    columns_of,
    panels_of,
    rows_of,
    step_size,
)
from attnstudio.ui.figures.asked import Asked
from attnstudio.ui.figures.words import caption
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import SMALL, TITLE, Theme, theme_of
from attnstudio.ui.workspaces.kinds import make_panel, make_workspace

_ROUNDS = 4  # a panel may ask for more once it knows how wide it is


@dataclass(frozen=True, slots=True)
class Page:
    """`root` is laid out and may be painted; its width and height are `grow` times those that were asked for.

    Asked smaller than its text allows, a page is laid out as large as it needs and drawn smaller.
    """

    root: QWidget
    grow: float
    store: Store
    shown: tuple[str, ...]  # names of its panels

    @property
    def theme(self) -> Theme:
        return theme_of(self.store.view)


@contextmanager
def laid_out(document: Document, look: Look, asked: Asked, view: View | None = None) -> Iterator[Page]:
    """The page, for as long as it takes to paint it. `view` lends the plane's zoom and the like.

    Raises `Refused` with a sentence where no such picture can be made.
    """
    asked.check()
    maker = _Maker(Store(document, look, _drawn(view or View(), asked)), asked)
    root = maker.root
    try:
        yield Page(root, _settled(root, asked), maker.store, maker.shown)
    finally:
        root.close()
        root.deleteLater()
        QApplication.sendPostedEvents(root, QEvent.Type.DeferredDelete.value)


def _drawn(view: View, asked: Asked) -> View:
    # Dark ink-on-dark roles can't be read on white paper.
    name = "light" if asked.ground == "white" and palette(asked.theme).is_dark else asked.theme
    return replace(
        view,
        theme=name,
        text_scale=1.0,
        ground=asked.ground,
        is_figure=True,
        hover_token=None,
        hover_step=None,
        painting=False,
        message="",
    )


def _settled(root: QWidget, asked: Asked) -> float:
    """Lay the page out; returns by how much it has to be larger than asked."""
    root.ensurePolished()
    root.setUpdatesEnabled(False)  # nobody sees it before it is painted into the picture
    grow = _fit(root, asked, 1.0)
    root.show()
    for _ in range(_ROUNDS):
        for _ in range(3):  # a layout settles only after its events
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        larger = _fit(root, asked, grow)
        if larger == grow:
            break
        grow = larger
    root.setUpdatesEnabled(True)
    return grow


def _fit(root: QWidget, asked: Asked, grow: float) -> float:
    """Make the page so large that it holds what is in it, as far as that is known yet; `grow` at least."""
    needed = root.minimumSizeHint()
    grow = max(grow, needed.width() / asked.width, needed.height() / asked.height)
    layout = root.layout()
    if layout is not None and layout.hasHeightForWidth():  # words that wrap need more rows in a narrow page
        wide = math.ceil(asked.width * grow - 1e-6)
        grow = max(grow, layout.totalMinimumHeightForWidth(wide) / asked.height)
    root.resize(math.ceil(asked.width * grow - 1e-6), math.ceil(asked.height * grow - 1e-6))
    return grow


class _Maker:
    """Makes `root` for one `Asked`."""

    def __init__(self, store: Store, asked: Asked) -> None:
        self.store = store
        self._asked = asked
        self._workspace = workspace_of(store.look)
        self.theme = theme_of(store.view)
        self.root = QWidget()
        self.root.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.root.setPalette(self.theme.qt_palette())
        self.root.setStyleSheet(sheet(self.theme))
        self._column = QVBoxLayout(self.root)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.shown = panels_of(asked, self._workspace)
        self._fill()
        if asked.caption:
            self._add_caption(self.shown)

    def _fill(self) -> None:
        """Put in what the picture shows."""
        asked, store = self._asked, self.store
        if asked.strip or asked.step is not None:
            self._add_steps(self.shown[0], STEPS if asked.step is None else (asked.step,))
        elif asked.panels:
            self._add_panels(self.shown)
        elif asked.panel is not None:
            self._column.addWidget(make_panel(asked.panel, store, self.root), 1)
        else:
            self._column.addWidget(make_workspace(self._workspace, store, self.root), 1)

    def _add_panels(self, names: tuple[str, ...]) -> None:
        rows = QVBoxLayout()
        self._space(rows)
        for row in rows_of(names, (self._asked.width, self._asked.height)):
            beside = QHBoxLayout()
            beside.setSpacing(self.theme.px(GAP))
            for name in row:
                beside.addWidget(make_panel(name, self.store, self.root), SIZES[name][0])
            rows.addLayout(beside, max(SIZES[name][1] for name in row))
        self._column.addLayout(rows, 1)

    def _add_steps(self, panel: str, steps: tuple[Step, ...]) -> None:
        wide, high = step_size(panel)
        size = self._asked.width, self._asked.height
        columns = columns_of(len(steps), (wide, high + LABEL), size)
        grid = QGridLayout()
        self._space(grid)
        for number, step in enumerate(steps):
            below, beside = divmod(number, columns)
            # A store of its own: each picture is as far as its step.
            store = Store(self.store.document, self.store.look, self._seen(step))
            sentence = told(step, store.document, store.trace, store.look.passage).partition(": ")[2]
            place = STEPS.index(step) + 1
            grid.addWidget(self._words(f"{place} · {step}", TITLE, 600), 3 * below, beside)
            grid.addWidget(self._words(f"{capital(sentence)}.", SMALL), 3 * below + 1, beside)
            grid.addWidget(make_panel(panel, store, self.root), 3 * below + 2, beside)
            grid.setRowStretch(3 * below + 2, 1)
            grid.setColumnStretch(beside, 1)
        self._column.addLayout(grid, 1)

    def _seen(self, step: Step) -> View:
        return replace(self.store.view, known=step, hover_step=step)

    def _space(self, layout: QVBoxLayout | QGridLayout) -> None:
        margin = self.theme.px(MARGIN)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(self.theme.px(GAP))

    def _add_caption(self, shown: tuple[str, ...]) -> None:
        text = self._words(caption(self.store.now, shown), SMALL)
        px = self.theme.px
        text.setContentsMargins(px(16), px(8), px(16), px(10))
        self._column.addWidget(text)

    def _words(self, said: str, size: int, weight: int = 400) -> QLabel:
        text = QLabel(said, self.root)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        text.setFont(self.theme.words(size, weight))
        return text
