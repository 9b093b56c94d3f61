"""A table of the present numbers for Qt's views; vectors and mask cells in it can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from attnstudio.model import edits, numerals
from attnstudio.model.document import names_of
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import cell_name, name_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.numbers.tables import Entry, Place, Table

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WORDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ROOT = QModelIndex()


class NumbersModel(QAbstractTableModel):
    """A table of the present snapshot. Cells of vectors and of the mask can be changed."""

    def __init__(
        self, store: Store, make: Callable[[Snapshot], Table], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._make = make
        self._table = make(store.now)

    def show_state(self, now: Snapshot) -> None:
        """Take over the numbers of `now`; the place of the keyboard stays if the rows and columns do."""
        before, table = self._table, self._make(now)
        if before.is_like(table):
            self._table = table
            if before != table:
                last = self.index(self.rowCount() - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)
        else:
            self.beginResetModel()
            self._table = table
            self.endResetModel()

    def entry(self, index: _Index) -> Entry:
        return self._table.columns[index.column()].entries[index.row()]

    # --- what Qt asks -------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._table.names)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._table.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        across = orientation == Qt.Orientation.Horizontal
        if role == _Role.DisplayRole:
            return self._table.columns[section].title if across else self._table.names[section]
        if role == _Role.ToolTipRole and across:
            return self._table.columns[section].help
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entry(index)
        if role == _Role.DisplayRole:
            return entry.text
        if role == _Role.EditRole:
            return entry.typed or entry.text
        if role == _Role.CheckStateRole and entry.may_look is not None:
            return Qt.CheckState.Checked if entry.may_look else Qt.CheckState.Unchecked
        if role == _Role.TextAlignmentRole:
            return _WORDS if entry.may_look is not None else _NUMBERS
        if role == _Role.AccessibleDescriptionRole:
            return self._table.columns[index.column()].help
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        entry = self.entry(index)
        if entry.place is not None:
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if entry.cell is not None else flags

    def setData(self, index: _Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Do the edit that was typed; what can't be done is said in a sentence, and the cell stays."""
        entry = self.entry(index)
        try:
            if role == _Role.EditRole and entry.place is not None and value != entry.typed:
                return self._set_component(entry.place, numerals.parse(str(value)))
            if role == _Role.CheckStateRole and entry.cell is not None:
                return self._set_cell(entry.cell, Qt.CheckState(value) == Qt.CheckState.Checked)
        except Refused as refused:
            self._store.say(str(refused))
        return False

    def _set_component(self, place: Place, value: float) -> bool:
        passage = self._store.look.passage
        return self._store.apply(
            f"Move {name_of(self._store.now, place.handle)}",
            lambda document: edits.set_component(document, place.handle, place.component, value, passage),
        )

    def _set_cell(self, cell: tuple[int, int], allow: bool) -> bool:
        now = self._store.now
        passage = now.look.passage
        query, key = (
            dict(zip((token.id for token in tokens), names_of(tokens), strict=True))[token_id]
            for tokens, token_id in zip((now.passage.query_tokens, now.passage.key_tokens), cell, strict=True)
        )
        return self._store.apply(
            cell_name(allow, query, key),
            lambda document: edits.paint_cells(document, [cell], allow, passage),
        )
