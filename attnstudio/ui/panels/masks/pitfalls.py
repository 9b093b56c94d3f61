"""Two things that go wrong: a row that may look at nothing, and a mask that comes after the softmax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout

from attnstudio.model import edits
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.masks.content import AskedRow, asked_row, blind_lines, late_lines
from attnstudio.ui.panels.masks.page import Page
from attnstudio.ui.panels.masks.table import RowTable
from attnstudio.ui.panels.masks.told import Told
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import allow, button

_NOBODY = "No word asks, or there is none to look at: nothing can be worked out here yet."
_LATE = (
    "The softmax shares 1 among all words first. If the mask comes after it, what the hidden words got is "
    "thrown away: the row sums to less than 1. Dividing by the sum repairs it exactly."
)
_DO_IT = "Do it wrongly: mask after the softmax"


class _RowPage(Page):
    """A table about the row that is shown, with a sentence above it."""

    def __init__(self, panel: Panel, name: str) -> None:
        super().__init__(panel, name)
        self.said = Told(name)
        self.table = RowTable(self, self.theme)
        self.table.setAccessibleName(f"{name}, numbers")
        self.top = QHBoxLayout()
        self.top.addWidget(self.said, 1)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addLayout(self.top, 1)
        self.column.addWidget(self.table, 5)

    def retheme(self) -> None:
        self.column.setSpacing(self.theme.px(6))
        self.top.setSpacing(self.theme.px(12))
        self.table.retheme(self.theme)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.trace is not new.trace or old.look is not new.look or self._differs(old, new):
            self.show_row(asked_row(new), new)

    def _differs(self, old: Snapshot, new: Snapshot) -> bool:
        return old.passage.key_tokens is not new.passage.key_tokens

    def show_row(self, row: AskedRow | None, now: Snapshot) -> None:
        raise NotImplementedError

    def parts(self) -> Sequence[Part]:
        return self.table.parts(self.table.mapTo(self.panel, QPoint(0, 0)))


class BlindPage(_RowPage):
    """What libraries make of a row that may look at nothing."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Blind rows")
        self.make = button("", "plain", self._make_blind)
        self.top.addWidget(self.make, 0, Qt.AlignmentFlag.AlignTop)

    def show_row(self, row: AskedRow | None, now: Snapshot) -> None:
        self.make.setVisible(row is not None and not now.view.is_figure)
        if row is None:
            self.said.tell(_NOBODY)
            self.table.show_lines((), ())
            return
        self.make.setText("Blind this row")
        self.make.setAccessibleName(f"Blind the row of “{row.name}”")
        allow(self.make, not row.is_blind, f"“{row.name}” may look at nothing already. Undo takes that back.")
        state = "may look at nothing" if row.is_blind else "may look at something"
        then = "Its row" if row.is_blind else "If it might look at nothing, its row"
        self.said.tell(f"“{row.name}” {state} now. {then} would come out like this, library by library:")
        self.table.show_lines(blind_lines(row), now.passage.key_tokens)

    def _make_blind(self) -> None:
        now = self.store.now
        token, row, passage = now.query_token, asked_row(now), now.look.passage
        if token is None or row is None:
            return
        cells = [(token.id, key.id) for key in now.passage.key_tokens]
        self.store.apply(
            f"Blind the row of “{row.name}”",
            lambda document: edits.paint_cells(document, cells, False, passage),
        )


class LatePage(_RowPage):
    """The mask after the softmax, without renormalising: what the row sum loses."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, "Mask after softmax")
        self.said.tell(_LATE)
        self.switch = QCheckBox(_DO_IT)
        self.switch.setAccessibleName(_DO_IT)
        self.switch.clicked.connect(self._set_late)
        self.column.insertWidget(1, self.switch, 0, Qt.AlignmentFlag.AlignLeft)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        super().refresh(old, new)
        self.switch.setChecked(new.document.wrong.mask_after_softmax)

    def _differs(self, old: Snapshot, new: Snapshot) -> bool:
        return super()._differs(old, new) or old.document.wrong is not new.document.wrong

    def show_row(self, row: AskedRow | None, now: Snapshot) -> None:
        self.switch.setVisible(not now.view.is_figure)
        self.said.tell(_NOBODY if row is None else _LATE)
        self.table.show_lines(() if row is None else late_lines(row), now.passage.key_tokens)

    def _set_late(self, on: bool) -> None:
        name = "Mask after the softmax" if on else "Mask before the softmax"
        self.store.apply(
            name,
            lambda document: edits.set_wrong(document, replace(document.wrong, mask_after_softmax=on)),
        )
        self.switch.setChecked(self.store.document.wrong.mask_after_softmax)
