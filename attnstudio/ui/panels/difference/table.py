"""The table of numbers: a real one, so that a screen reader walks through it by row and column."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from attnstudio.state.store import Store
from attnstudio.ui.hues import hue_of
from attnstudio.ui.marks import paint_difference
from attnstudio.ui.panels.difference.content import Cell, Row, Table
from attnstudio.ui.theme import SMALL, Theme, metrics, theme_of, width_of
from attnstudio.ui.widgets import OneLine

_Index = QModelIndex | QPersistentModelIndex
_ROW, _HEAD = 24, 26  # pixels of a row and of the heads, at 100 %
_SHARES = {1: 0.42, 2: 0.29, 3: 0.225, 4: 0.175}  # of the width, that a column takes, by their number
_PAD = 6  # pixels beside a text, at 100 %
_EDGE = 2  # pixels of the frame
_BAR = 3  # pixels of a bar, at 100 %
_CLEAR = "QTableView, QHeaderView, QTableCornerButton::section { background: transparent; }"
EMPTY = Table("", (), ())
_ROOT = QModelIndex()


class NumbersModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.table = EMPTY

    def show(self, table: Table) -> bool:
        """Show another table. True if it has other rows or columns."""
        old = self.table
        if table == old:
            return False
        if (len(old.rows), len(old.heads)) != (len(table.rows), len(table.heads)):
            self.beginResetModel()
            self.table = table
            self.endResetModel()
            return True
        self.table = table
        last = self.index(len(table.rows) - 1, len(table.heads) - 1)
        if table.rows != old.rows and last.isValid():
            self.dataChanged.emit(self.index(0, 0), last)
        if table.heads != old.heads:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(table.heads) - 1)
        if [row.name for row in table.rows] != [row.name for row in old.rows]:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(table.rows) - 1)
        return [row.is_wide for row in table.rows] != [row.is_wide for row in old.rows]

    def cell(self, index: _Index) -> Cell | None:
        cells = self.table.rows[index.row()].cells
        return cells[index.column()] if index.column() < len(cells) else None

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.heads)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            cell = self.cell(index)
            return "" if cell is None else f"{cell.word} {cell.text}".strip()
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        table = self.table
        if orientation == Qt.Orientation.Horizontal:
            return table.heads[section].text if section < len(table.heads) else ""
        return table.rows[section].name if section < len(table.rows) else ""


class NumbersTable(QTableView):
    """Shows a `Table`. Pointing at the row of a word marks the word in every panel."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.store = store
        self.numbers = NumbersModel()
        self.setModel(self.numbers)
        self.setItemDelegate(_CellInk(self))
        self.setHorizontalHeader(_Heads(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_Heads(Qt.Orientation.Vertical, self))
        self.setAccessibleName("What context did, in numbers")
        self.setProperty("kind", "plain")
        self.corner = OneLine("note")
        self.corner.setParent(self)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if store.view.is_figure:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setStyleSheet(_CLEAR)
        self.setMouseTracking(True)
        self.theme: Theme = theme_of(store.view)

    def show_table(self, table: Table) -> None:
        if self.numbers.show(table):
            self.fit()
        self.corner.set_whole(table.corner)

    def point_at(self) -> None:
        """Another word is pointed at."""
        self.viewport().update()
        self.verticalHeader().viewport().update()

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        self.verticalHeader().setMinimumSectionSize(theme.px(_ROW))
        self.horizontalHeader().setFixedHeight(theme.px(_HEAD))
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Share the width out: what is not the columns' is for the names of the rows."""
        table = self.numbers.table
        count = len(table.heads)
        if not count:
            return
        bar = self.verticalScrollBar()
        room = self.width() - 2 * _EDGE - (bar.sizeHint().width() if self._is_scrolled() and bar else 0)
        wide = int(room * _SHARES.get(count, 0.8 / count))
        names = max(room - count * wide, 0)
        self.verticalHeader().setFixedWidth(names)
        self.corner.setGeometry(_EDGE, _EDGE, names - _EDGE, self.theme.px(_HEAD) - _EDGE)
        self.clearSpans()
        for column in range(count):
            self.setColumnWidth(column, wide)
        for number, row in enumerate(table.rows):
            if row.is_wide and count > 1:
                self.setSpan(number, 0, 1, count)
        self.viewport().update()

    def sizeHint(self) -> QSize:
        rows = len(self.numbers.table.rows)
        return QSize(self.theme.px(300), 2 * _EDGE + self.theme.px(_HEAD) + rows * self.theme.px(_ROW))

    def minimumSizeHint(self) -> QSize:
        rows = len(self.numbers.table.rows) if self.store.view.is_figure else 3
        return QSize(self.theme.px(280), 2 * _EDGE + self.theme.px(_HEAD) + rows * self.theme.px(_ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(round(event.position().y()))
        tokens = self.numbers.table.rows[row].tokens if row >= 0 else ()
        self.store.set_view(hover_token=tokens[0] if tokens else None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.numbers.index(0, 0))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.store.view.hover_token is not None and not self.store.is_telling:
            self.store.set_view(hover_token=None)

    def is_pointed(self, row: Row) -> bool:
        view = self.store.view
        return view.hover_token in row.tokens and not view.is_figure

    def _is_scrolled(self) -> bool:
        return not self.store.view.is_figure and self.sizeHint().height() > self.height()


class _Heads(QHeaderView):
    """Names over columns and before rows, written as the cells are."""

    def __init__(self, orientation: Qt.Orientation, table: NumbersTable) -> None:
        super().__init__(orientation, table)
        self._table = table
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        table, theme = self._table.numbers.table, self._table.theme
        is_row = self.orientation() == Qt.Orientation.Vertical
        if index >= (len(table.rows) if is_row else len(table.heads)):
            return
        area = QRectF(rect)
        painter.fillRect(area, theme.panel)
        ink = theme.secondary
        if is_row:
            text, font = table.rows[index].name, theme.words(SMALL + 1)
            if self._table.is_pointed(table.rows[index]):
                painter.fillRect(area, theme.accent_wash)
            ink = theme.ink
        else:
            head = table.heads[index]
            text, font = head.text, theme.words(SMALL, 600)
            ink = theme.secondary if head.passage is None else hue_of(theme, head.passage).text
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.hairline)
        _write(painter, area, text, font, ink, theme.px(_PAD), to_right=not is_row)


class _CellInk(QStyledItemDelegate):
    def __init__(self, table: NumbersTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        table = self._table
        theme, row, cell = table.theme, table.numbers.table.rows[index.row()], table.numbers.cell(index)
        area = QRectF(option.rect)
        painter.fillRect(area, theme.accent_wash if table.is_pointed(row) else theme.panel)
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.hairline)
        if table.hasFocus() and index == table.currentIndex():
            _frame(painter, area, theme)
        if cell is None:
            return
        if cell.bar is not None:
            self._paint_bar(painter, area, cell, index.column())
        pad = theme.px(_PAD)
        font = theme.numbers(SMALL, 600 if cell.is_strong else 400)
        right = _write(painter, area, cell.text, font, theme.ink, pad, to_right=True)
        if cell.word:
            room = QRectF(area.left(), area.top(), right - area.left(), area.height())
            _write(painter, room, cell.word, theme.words(SMALL + 1), theme.ink, pad, to_right=True)

    def _paint_bar(self, painter: QPainter, area: QRectF, cell: Cell, column: int) -> None:
        """Along the foot of the cell."""
        theme = self._table.theme
        pad, high = theme.px(_PAD), theme.px(_BAR)
        assert cell.bar is not None
        room = QRectF(area.left() + pad, area.bottom() - high - 2, area.width() - 2 * pad, high)
        heads = self._table.numbers.table.heads
        passage = heads[column].passage if column < len(heads) else None
        if cell.is_signed:
            paint_difference(painter, theme, room, cell.bar)
        else:
            painter.fillRect(room, theme.track)
            room.setWidth(room.width() * min(max(cell.bar, 0.0), 1.0))
            painter.fillRect(room, theme.ink if passage is None else hue_of(theme, passage).line)


def _frame(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """Two pixels of the focus colour around a cell."""
    for side in (
        QRectF(area.left(), area.top(), area.width(), 2),
        QRectF(area.left(), area.bottom() - 2, area.width(), 2),
        QRectF(area.left(), area.top(), 2, area.height()),
        QRectF(area.right() - 2, area.top(), 2, area.height()),
    ):
        painter.fillRect(side, theme.focus)


def _write(
    painter: QPainter, area: QRectF, text: str, font: QFont, ink: QColor, pad: int, *, to_right: bool
) -> float:
    """Text in the middle of the area's height, cut to its width. The place where it begins."""
    form = metrics(font.key(), font)
    text = form.elidedText(text, Qt.TextElideMode.ElideRight, area.width() - 2 * pad)
    left = area.right() - pad - width_of(font, text) if to_right else area.left()
    painter.setFont(font)
    painter.setPen(ink)
    baseline = area.top() + (area.height() + form.ascent() - form.descent()) / 2
    painter.drawText(QPointF(left, baseline), text)
    return left
