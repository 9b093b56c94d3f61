"""What context did, in numbers."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnstudio.model import edits
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.hues import SHOWN
from attnstudio.ui.note import Note
from attnstudio.ui.panels.difference.content import sides_of, table_of
from attnstudio.ui.panels.difference.table import NumbersTable
from attnstudio.ui.panels.difference.told import sentence_of
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import Segmented, button

TABS = (("summary", "meanings"), ("words", "words"), ("angles", "length × angle"))
LOW = 200  # pixels of the panel, at 100 %, below which the sentence has one line
COSINE_HELP = "Score by direction alone: queries and keys count as if they had length 1."


class DifferencePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "difference", "What context did", parent)
        self.tabs = Segmented("Shown", TABS, store.view.compared, lambda key: store.set_view(compared=key))
        self.add_control(self.tabs)
        self.table = NumbersTable(store, self)
        self.note = Note(store, self, LOW)
        self.cosine = button("cosine", "segment", self._toggle_cosine, name="Compare directions alone")
        self.cosine.setCheckable(True)
        self.cosine.setToolTip(COSINE_HELP)
        if store.view.is_figure:
            self.cosine.hide()
        self._row = QHBoxLayout()
        self._row.addWidget(self.note, 1)
        self._row.addWidget(self.cosine)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._row)
        self.settle()

    # --- what a panel does ----------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.view.compared != new.view.compared:
            self.tabs.show_choice(new.view.compared)
        if old is None or _differ(old, new):
            sides = sides_of(new)
            self.table.show_table(table_of(new, sides))
            self.note.show_text(sentence_of(new, sides))
        if old is not None and old.view.hover_token != new.view.hover_token:
            self.table.point_at()
        if old is None or old.document.settings is not new.document.settings:
            self.cosine.setChecked(new.document.settings.cosine)

    def retheme(self) -> None:
        self.table.retheme(self.theme)
        self._row.setSpacing(self.theme.px(6))
        self.note.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.note.find_room()

    def minimumSizeHint(self) -> QSize:
        margins = self.column.contentsMargins()
        head = self.title.sizeHint().width() + self.header.spacing()
        head += 0 if self.tabs.isHidden() else self.tabs.sizeHint().width()
        wide = max(head, self.table.minimumSizeHint().width()) + margins.left() + margins.right()
        return QSize(wide, super().minimumSizeHint().height())

    # --- inside ---------------------------------------------------------------------------------------

    def _toggle_cosine(self) -> None:
        on = self.cosine.isChecked()
        name = "Compare directions alone" if on else "Compare by dot products"
        self.store.apply(name, lambda document: edits.set_cosine(document, on))


def _differ(old: Snapshot, new: Snapshot) -> bool:
    """Whether the numbers of two moments differ."""
    return (
        old.look is not new.look
        or old.view.compared != new.view.compared
        or old.document.chart is not new.document.chart
        or len(old.document.passages) != len(new.document.passages)
        or any(
            old.document.passages[p] is not new.document.passages[p] or old.trace_of(p) is not new.trace_of(p)
            for p in range(min(len(new.document.passages), SHOWN))
        )
    )
