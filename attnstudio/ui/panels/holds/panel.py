"""What must hold, as it stands just now, and what breaks it: every break is a step that undo takes back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from attnstudio.model.invariants import Id
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.holds.board import Board
from attnstudio.ui.panels.holds.content import findings, listed, state_of, ways_of
from attnstudio.ui.panels.panel import Panel

_ROWS = 3  # seen without scrolling


class HoldsPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "holds", "What must hold", parent)
        self.board = Board(self, self.theme, self.press, self._point_at)
        self._scroll = QScrollArea(self)
        self._scroll.setAccessibleName("What must hold, scrolled")
        self._scroll.viewport().setAccessibleName("What must hold, seen")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self.board)
        self.column.addWidget(self._scroll, 1)
        self.settle()

    def press(self, asked: Id, number: int) -> None:
        """Do what a button says, as things stand when it is pressed."""
        ways = ways_of(self.store.now, asked)
        if number >= len(ways):
            return
        try:
            self.store.apply(ways[number].name, ways[number].edit)
        except Refused as refused:
            self.store.say(str(refused))
            return
        said = next(one for one in self.board.found if one.id == asked)
        accessible.announce(self, f"{said.sentence}: {state_of(said)}, {said.value}")

    # --- what is shown --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        view = new.view
        if self.board.is_figure != view.is_figure:
            self.board.is_figure = view.is_figure
            self._scroll.setVerticalScrollBarPolicy(
                Qt.ScrollBarPolicy.ScrollBarAlwaysOff
                if view.is_figure
                else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            )
        if old is None or _what_is_told(old) != _what_is_told(new):
            self.board.show_findings(findings(new))
        if old is None or _what_can_be_done(old) != _what_can_be_done(new):
            self.board.show_ways({asked: ways_of(new, asked) for asked in listed(new)})
        self.board.show_hover(view.hover_step)

    def retheme(self) -> None:
        self.board.retheme(self.theme)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        board = self.board.minimumSizeHint()
        count = len(self.board.rows)
        high = board.height()
        if not self.store.view.is_figure and count > _ROWS:
            high = self.board.rect_of(_ROWS - 1).bottom() + 1
        around = self.column.contentsMargins()
        above = self.title.sizeHint().height() + self.column.spacing() + around.top() + around.bottom()
        return QSize(max(least.width(), board.width() + around.left() + around.right()), above + high)

    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint()
        rows = self.board.rows
        more = rows[-1].whole.bottom() - rows[min(_ROWS, len(rows)) - 1].whole.bottom() if rows else 0
        return QSize(least.width(), least.height() + (0 if self.store.view.is_figure else more))

    def parts(self) -> tuple[Part, ...]:
        corner = self.board.mapTo(self, QPoint(0, 0))
        return tuple(
            Part(
                key=one.id,
                role="graphic",
                name=one.sentence,
                value=f"{state_of(one)}: {one.value}",
                help="",
                rect=self.board.rect_of(number).translated(corner),
            )
            for number, one in enumerate(self.board.found)
        )

    def _point_at(self, step: Step | None) -> None:
        if self.store.view.hover_step != step and not self.store.is_telling:
            self.store.set_view(hover_step=step, hover_token=None)


def _what_is_told(now: Snapshot) -> tuple[object, ...]:
    """Identities: the numbers are worked out anew only where these differ."""
    return id(now.document), id(now.trace), now.look.passage, now.look.head, now.look.query, now.view.known


def _what_can_be_done(now: Snapshot) -> tuple[object, ...]:
    """Identities of all on which the words of the buttons depend, which no drag of a vector changes."""
    document, passage = now.document, now.passage
    return (
        id(document.mask),
        id(document.wrong),
        id(document.positions),
        id(passage.query_tokens),
        id(passage.key_tokens),
        passage.embedding is None,
        len(now.trace.blind),
        now.look.passage,
        now.look.query,
        now.view.picked,
    )
