"""Every number in tables that can be read by ear, walked by key and typed in: the same edits as by hand."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model.document import names_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import clipboard
from attnstudio.ui.panels.numbers.model import NumbersModel
from attnstudio.ui.panels.numbers.tables import key_table, query_table
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import label

WIDTH, HEIGHT = 980, 640


class NumbersView(QTableView):
    """A table that copies as tab-separated text."""

    def __init__(self, model: QAbstractTableModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setAlternatingRowColors(False)
        self.setTabKeyNavigation(False)  # Tab goes on to the next table, arrows walk the cells
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            header.setHighlightSections(False)

    def put_away(self) -> None:
        """Close the field that is open over a cell, if one is; what was typed there is not taken."""
        self.closePersistentEditor(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            clipboard.put_text(self.selected_text())
        else:
            super().keyPressEvent(event)

    def selected_text(self) -> str:
        """The selected cells, a line a row, with the names of rows and columns."""
        model, ranges = self.model(), self.selectionModel().selection()
        if ranges.isEmpty():
            return ""
        area = ranges.first()
        columns, down, across = (
            range(area.left(), area.right() + 1),
            Qt.Orientation.Vertical,
            Qt.Orientation.Horizontal,
        )
        lines = [["", *(str(model.headerData(column, across)) for column in columns)]]
        for row in range(area.top(), area.bottom() + 1):
            cells = (str(model.data(model.index(row, column))) for column in columns)
            lines.append([str(model.headerData(row, down)), *cells])
        return "\n".join("\t".join(line) for line in lines)


class NumbersDialog(QDialog):
    """Both tables, with the query to choose; Esc closes."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Table of numbers")
        self.setObjectName("numbers")
        self._store = store
        self.query = QComboBox()
        self.query.setAccessibleName("Query whose steps are shown")
        self.query.activated.connect(self._choose)
        self.keys = NumbersView(NumbersModel(store, key_table, self), "Every key, as the query sees it")
        self.queries = NumbersView(NumbersModel(store, query_table, self), "Every query")
        self._message = label("", "warning")
        self._message.setWordWrap(True)
        self._message.hide()
        self._names: tuple[str, ...] = ()
        self._lay_out()
        self._show(store.now)
        self._end = store.subscribe(self._told)
        self.finished.connect(self._end)
        self.destroyed.connect(self._end)

    def _lay_out(self) -> None:
        theme = theme_of(self._store.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(14),) * 4)
        column.setSpacing(theme.px(8))
        row = QHBoxLayout()
        title = QLabel("Every key, as seen by the query")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setBuddy(self.query)
        row.addWidget(title)
        row.addWidget(self.query)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.keys, 1)
        column.addWidget(QLabel("Every query"))
        column.addWidget(self.queries, 1)
        column.addWidget(label("Type into q, k and v: 0.5, −1.25 or 1/3. Space flips a cell of the mask."))
        column.addWidget(self._message)
        for view in (self.keys, self.queries):
            view.setFont(theme.numbers())
            view.horizontalHeader().setFont(theme.text())
            view.verticalHeader().setFont(theme.words())
        self.query.setFont(theme.words())
        self.resize(theme.px(WIDTH), theme.px(HEIGHT))

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        if old is not new and self.isVisible():
            self._show(new)
            if old.view.message != new.view.message:  # what was said before is not about these tables
                self._say(new.view.message)

    def _show(self, now: Snapshot) -> None:
        names = names_of(now.passage.query_tokens)
        if names != self._names:
            self._names = names
            self.query.clear()
            self.query.addItems(names)
        self.query.setCurrentIndex(now.query_index)
        for view in (self.keys, self.queries):
            model = view.model()
            assert isinstance(model, NumbersModel)
            model.show_state(now)

    def _say(self, sentence: str) -> None:
        self._message.setText(sentence)
        self._message.setVisible(bool(sentence))

    def _choose(self, index: int) -> None:
        self._store.set_look(query=self._store.now.passage.query_tokens[index].id)
