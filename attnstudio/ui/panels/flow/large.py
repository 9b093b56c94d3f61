"""One matrix of the flow in a window of its own: every number, with the names of its rows and columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetrics
from PySide6.QtWidgets import QHeaderView, QWidget

from attnstudio.model import numerals
from attnstudio.model.projecting import WHICH
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Picked, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow.content import Flow, NodeId, Station, flow_of, matrix_station
from attnstudio.ui.panels.flow.drawing import codes_of
from attnstudio.ui.panels.flow.ink import ink_of
from attnstudio.ui.panels.flow.inputs import set_number, value_of
from attnstudio.ui.panels.flow.node import is_same_mask
from attnstudio.ui.panels.numbers.dialog import NumbersView
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import label

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ROOT = QModelIndex()
_DIGITS = 4
_AROUND, _BETWEEN = 18, 8  # pixels beside and between numbers, at 100 %
_TYPED = 9  # decimals of a number to be typed over


class StationModel(QAbstractTableModel):
    """The numbers of one station as Qt's views know them; those of an input can be changed."""

    def __init__(self, store: Store, station: Station, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.station = station
        self._codes = codes_of(station)

    def show_station(self, station: Station) -> None:
        """Take over other numbers; the place of the keyboard stays if rows and columns do."""
        before = self.station
        is_alike = (
            before.values.shape == station.values.shape
            and before.is_input == station.is_input
            and before.rows.names == station.rows.names
            and before.columns.names == station.columns.names
        )
        if not is_alike:
            self.beginResetModel()
        self.station, self._codes = station, codes_of(station)
        if not is_alike:
            self.endResetModel()
        elif station.values.size and _differ(before, station):
            rows, columns = station.values.shape
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else int(self.station.values.shape[0])

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else int(self.station.values.shape[1]) + self.station.has_sums

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        if role != _Role.DisplayRole:
            return None
        is_across = orientation == Qt.Orientation.Horizontal
        if is_across and section == self.station.values.shape[1]:
            return "Σ"
        names = self.station.columns.names if is_across else self.station.rows.names
        return names[section] if names else str(section + 1)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == _Role.TextAlignmentRole:
            return _NUMBERS
        if column == self.station.values.shape[1]:
            return numerals.fixed(self.station.sums()[row], _DIGITS) if role == _Role.DisplayRole else None
        if role == _Role.DisplayRole:
            return self.station.text(row, column, _DIGITS)
        if role == _Role.EditRole and self.station.is_input:
            return numerals.exact(value_of(self._store.now, self._cell(index)), at_most=_TYPED)
        if role == _Role.BackgroundRole:
            return self._ground(row, column)
        if role == _Role.ForegroundRole:
            colours, groups = ink_of(theme_of(self._store.view)).letters[self.station.is_weights]
            return colours[groups[self._codes[row, column]]]
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if self.station.is_input else flags

    def setData(self, index: _Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Do the edit that was typed; what can't be done is said in a sentence, and the cell stays."""
        if role != _Role.EditRole or str(value) == self.data(index, _Role.EditRole):
            return False
        try:
            return set_number(self._store, self._cell(index), numerals.parse(str(value)))
        except Refused as refused:
            self._store.say(str(refused))
            return False

    def _cell(self, index: _Index) -> Picked:
        return Picked(self.station.picks, index.row(), index.column())

    def _ground(self, row: int, column: int) -> QBrush:
        theme = theme_of(self._store.view)
        if self.station.is_hidden(row, column):
            return QBrush(theme.hatch, Qt.BrushStyle.BDiagPattern)
        ramp = theme.weights if self.station.is_weights else theme.signed
        return QBrush(ramp[int(self._codes[row, column])])


class LargePanel(Panel):
    """The numbers of the station `node`, live."""

    def __init__(self, store: Store, node: NodeId, parent: QWidget | None = None) -> None:
        self.node = node
        flow = flow_of(store.now)
        station = _station(store.now, flow, node)
        assert station is not None, f"there is no {node} to enlarge"
        super().__init__(store, f"large-{node}", _title(station), parent)
        self._flow: Flow = flow
        self.model = StationModel(store, station, self)
        self.view = NumbersView(self.model, station.spoken)
        for header in (self.view.horizontalHeader(), self.view.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.said = label("", "note")
        self.said.setWordWrap(True)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.said)
        self.view.selectionModel().currentChanged.connect(self._pick)
        self.settle()

    def retheme(self) -> None:
        theme = self.theme
        self.view.setFont(theme.numbers())
        self.view.horizontalHeader().setFont(theme.words())
        self.view.verticalHeader().setFont(theme.words())
        self._fit_cells()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if (
            old is None
            or old.trace is not new.trace
            or old.document is not new.document
            or old.look is not new.look
        ):
            self._flow = flow_of(new, self._flow, self.store.gesture is not None)
            station = _station(new, self._flow, self.node)
            if station is None:
                self.view.put_away()  # its number can't be taken any more
                self.view.setEnabled(False)
                self.said.setText("This matrix is not part of the flow any more.")
                return
            self.view.setEnabled(True)
            self.model.show_station(station)
            self._fit_cells()
            self.title.setText(_title(station))
        message = new.view.message
        self.said.setText(message or _help(self.model.station))
        self.said.setProperty("kind", "warning" if message else "note")

    def wanted_size(self) -> QSize:
        """Just large enough for all cells."""
        view, around = self.view, self.theme.px(40)
        wide = view.horizontalHeader().length() + view.verticalHeader().sizeHint().width()
        high = view.verticalHeader().length() + view.horizontalHeader().sizeHint().height()
        others = self.header.sizeHint().height() + self.said.sizeHint().height() + 2 * self.column.spacing()
        return QSize(max(wide, self.theme.px(360)) + 2 * around, high + others + 2 * around)

    def _fit_cells(self) -> None:
        """Give every cell the size of the largest: to ask each of 2,500 for its own takes many frames."""
        station, theme = self.model.station, self.theme
        largest = station.limit or 1.0
        texts = [numerals.fixed(-largest, _DIGITS)]
        texts += [numerals.fixed(station.values.sum(axis=1).max(initial=0.0), _DIGITS)] * station.has_sums
        numbers, words = QFontMetrics(self.view.font()), QFontMetrics(theme.words())
        wide = max(map(numbers.horizontalAdvance, texts))
        wide = max([wide, *map(words.horizontalAdvance, station.columns.names)]) + theme.px(_AROUND)
        high = max(numbers.height(), words.height()) + theme.px(_BETWEEN)
        across, down = self.view.horizontalHeader(), self.view.verticalHeader()
        if (across.defaultSectionSize(), down.defaultSectionSize()) != (wide, high):
            across.setDefaultSectionSize(wide)
            down.setDefaultSectionSize(high)

    def _pick(self, index: QModelIndex) -> None:
        station = self.model.station
        if index.isValid() and index.column() < station.values.shape[1] and not self.store.is_telling:
            self.store.set_view(picked=Picked(station.picks, index.row(), index.column()))


def _station(now: Snapshot, flow: Flow, node: NodeId) -> Station | None:
    for which in WHICH:
        if which == node:
            return matrix_station(now, which)
    return flow.stations.get(node)


def _differ(one: Station, other: Station) -> bool:
    """Whether cells of two stations of the same size look different."""
    return (
        one.limit != other.limit
        or not is_same_mask(one.hidden, other.hidden)
        or not np.array_equal(one.values, other.values)
    )


def _title(station: Station) -> str:
    """“Q: queries, (6 × 2)”. Not every type has the sign of QKᵀ, which is called scores then."""
    named = station.spoken[0].upper() + station.spoken[1:]
    if station.name != station.spoken and "^" not in station.name:
        named = f"{station.name}: {station.spoken}"
    return f"{named}, {station.shape}"


def _help(station: Station) -> str:
    if station.is_input:
        return "Type into a cell: 0.5, −1.25 or 1/3."
    return "A result: it moves when an input moves. Arrow keys walk the cells; their arithmetic is told."
