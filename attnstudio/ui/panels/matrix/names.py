"""The names beside the rows and over the columns, each measured and cut to its room only once."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnstudio.ui.marks import paint_dot, paint_query_dot
from attnstudio.ui.panels.matrix.cells import MatrixInk
from attnstudio.ui.panels.matrix.content import Content
from attnstudio.ui.panels.matrix.layout import COLUMNS_AXIS, ROWS_AXIS, Layout
from attnstudio.ui.theme import metrics

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name as it is written: cut to its room, from which point on, and the ground that it covers."""

    text: str
    start: QPointF
    ground: QRectF


class Names:
    """The names of one content in one layout."""

    _unlimited = 1e6

    def __init__(self, content: Content, layout: Layout, ink: MatrixInk) -> None:
        self._content, self._layout, self._ink = content, layout, ink
        self._rows: dict[tuple[int, bool], PlacedName] = {}
        self._columns: dict[tuple[int, bool], PlacedName] = {}

    def paint(self, painter: QPainter, chosen: int) -> None:
        """The axes, the names that have room, and the colour marks of all rows and columns."""
        self._paint_axes(painter)
        for row in self._layout.names_of_rows(chosen):
            self.paint_row(painter, row, strong=row == chosen)
        for column in self._layout.names_of_columns():
            self.paint_column(painter, column, strong=False)
        if self._layout.dot:
            self._paint_marks(painter)

    def mark_row(self, painter: QPainter, row: int) -> None:
        """A row's name as it is pointed at."""
        painter.fillRect(self.row(row, True).ground, self._ink.theme.accent_wash)
        self.paint_row(painter, row, strong=True)

    def mark_column(self, painter: QPainter, column: int) -> None:
        painter.fillRect(self.column(column, True).ground, self._ink.theme.accent_wash)
        self.paint_column(painter, column, strong=True)

    def paint_row(self, painter: QPainter, row: int, strong: bool) -> None:
        ink, line = self._ink, self.row(row, strong)
        painter.setFont(ink.strong_font if strong else ink.name_font)
        is_blind = row in self._content.blind
        painter.setPen(ink.theme.warning if is_blind else ink.theme.ink if strong else ink.theme.secondary)
        painter.drawText(line.start, line.text)

    def paint_column(self, painter: QPainter, column: int, strong: bool) -> None:
        ink, line = self._ink, self.column(column, strong)
        painter.setFont(ink.strong_font if strong else ink.name_font)
        painter.setPen(ink.theme.ink if strong else ink.theme.secondary)
        if self._layout.names != "turned":
            painter.drawText(line.start, line.text)
            return
        painter.translate(line.start)
        painter.rotate(-90)
        painter.drawText(QPointF(0.0, 0.0), line.text)
        painter.rotate(90)
        painter.translate(-line.start)

    # --- measured once --------------------------------------------------------------------------------

    def row(self, row: int, strong: bool) -> PlacedName:
        """Set to the right, before the colour mark."""
        line = self._rows.get((row, strong))
        if line is None:
            line = self._rows[row, strong] = self._row(row, strong)
        return line

    def column(self, column: int, strong: bool) -> PlacedName:
        """In the middle over the column, or upright."""
        line = self._columns.get((column, strong))
        if line is None:
            line = self._columns[column, strong] = self._column(column, strong)
        return line

    def _row(self, row: int, strong: bool) -> PlacedName:
        place = self._layout.row_name(row)
        mark = "∅ " if row in self._content.blind else ""
        text, width = self._cut(mark + self._content.row_names[row], place.width(), strong)
        left = place.right() - width
        middle, height = place.center().y(), self._layout.name_height
        ground = QRectF(left - 3, middle - height / 2, width + 6, height)
        return PlacedName(text, QPointF(left, middle + self._to_baseline(strong)), ground)

    def _column(self, column: int, strong: bool) -> PlacedName:
        layout = self._layout
        place = layout.column_name(column)
        is_turned = layout.names == "turned"
        has_its_room = bool(layout.name_lefts)  # measured with its neighbours: it needs no cut
        room = self._unlimited if has_its_room else place.height() if is_turned else place.width() - 2
        text, width = self._cut(self._content.column_names[column], room, strong)
        if is_turned:
            start = QPointF(place.center().x() + self._to_baseline(strong), place.bottom())
            return PlacedName(text, start, place.adjusted(0, max(place.height() - width - 3, 0), 0, 0))
        left = place.center().x() - width / 2
        if has_its_room:
            left = layout.name_lefts[column - layout.columns.start]
        start = QPointF(left, place.center().y() + self._to_baseline(strong))
        return PlacedName(text, start, QRectF(left - 3, place.top(), width + 6, place.height()))

    def _cut(self, name: str, room: float, strong: bool) -> tuple[str, float]:
        font = self._ink.strong_font if strong else self._ink.name_font
        measured = metrics(font.key(), font)
        text = measured.elidedText(name, Qt.TextElideMode.ElideRight, room)
        return text, measured.horizontalAdvance(text)

    def _to_baseline(self, strong: bool) -> float:
        """From the middle of a line to the line on which its letters stand."""
        font = self._ink.strong_font if strong else self._ink.name_font
        measured = metrics(font.key(), font)
        return (measured.ascent() - measured.descent()) / 2

    # --- painted once ---------------------------------------------------------------------------------

    def _paint_axes(self, painter: QPainter) -> None:
        """In the corner: which way queries lie, and which way keys."""
        layout, line = self._layout, float(self._layout.name_height)
        painter.setFont(self._ink.axis_font)
        painter.setPen(self._ink.theme.secondary)
        bottom = layout.top - (layout.dot or 0) - 3
        if bottom < 2 * line:  # above the corner there are no marks, so that their room serves as well
            bottom = layout.top - 1
        lowest = QRectF(0, bottom - line, layout.left - 6, line)
        painter.drawText(lowest, _RIGHT, ROWS_AXIS)
        lowest.moveTop(max(bottom - 2 * line, -0.2 * line))  # closer than usual, rather than cut
        painter.drawText(lowest, _RIGHT, COLUMNS_AXIS)

    def _paint_marks(self, painter: QPainter) -> None:
        layout, content, theme = self._layout, self._content, self._ink.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in layout.rows:
            centre = QPointF(layout.left - 4 - layout.dot / 2, layout.cell(row, 0).center().y())
            if content.is_self:
                paint_dot(painter, theme, centre, layout.dot, row)
            else:
                paint_query_dot(painter, theme, centre, layout.dot)
        for column in layout.columns:
            x = layout.cell(layout.rows.start, column).center().x()
            centre = QPointF(x, layout.top - 2 - layout.dot / 2)
            paint_dot(painter, theme, centre, layout.dot, column)
            if layout.names == "staggered" and column % 2 == 0:  # a thread from the upper line down
                top, bottom = layout.column_name(column).bottom(), centre.y() - layout.dot / 2 - 1
                painter.fillRect(QRectF(centre.x() - 0.5, top, 1, bottom - top), theme.edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
