"""A small table of text: names, numbers, and weights that are marked where they are lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attnstudio.ui.panels.precision.words import Row
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import label

PAIRS_BREAK = 2.0
"""Scale of text above which the two numbers of a cell stand one over the other."""


class NumberGrid(QWidget):
    def __init__(self, name: str, head: Sequence[str], rows: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._name = name
        self._head = tuple(head)
        self._rows: tuple[Row, ...] = ()
        self._between = "  "
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        for column, text in enumerate(head):
            self._add(label(text), 0, column)
        self._labels: list[list[QLabel]] = []
        for row in range(rows):
            made = [label("", "" if column == 0 else "number") for column in range(len(head))]
            for column, cell in enumerate(made):
                self._add(cell, row + 1, column)
            self._labels.append(made)
        self.grid.setColumnStretch(len(head), 1)

    def show_rows(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)
        for labels, row in zip(self._labels, rows, strict=True):
            for cell, text in zip(labels, row.cells, strict=True):
                said = text.replace("  ", self._between)
                if cell.text() != said:
                    cell.setText(said)
            weights = labels[-1]
            kind = "lost" if row.is_lost else "kept"
            if weights.property("kind") != kind:
                weights.setProperty("kind", kind)
                weights.style().unpolish(weights)
                weights.style().polish(weights)
        self.setAccessibleDescription("\n".join(self.spoken(rows)))

    def spoken(self, rows: Sequence[Row]) -> list[str]:
        """Each row in words, for a screen reader."""
        told = []
        for row in rows:
            cells = [f"{head} {text}" for head, text in zip(self._head[1:], row.cells[1:], strict=True)]
            told.append(f"{row.cells[0]}: {'; '.join(cells)}{' (lost)' if row.is_lost else ''}")
        return told

    def spread(self, theme: Theme, is_wide: bool) -> None:
        """Columns far apart where there is room for it."""
        self.grid.setHorizontalSpacing(theme.px(26 if is_wide else 14))

    def retheme(self, theme: Theme) -> None:
        self.grid.setVerticalSpacing(theme.px(3))
        # Letters so large that a row would be wider than a small window: two numbers stand on two lines.
        self._between = "\n" if theme.scale > PAIRS_BREAK else "  "
        if self._rows:
            self.show_rows(self._rows)

    def _add(self, cell: QLabel, row: int, column: int) -> None:
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        cell.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.grid.addWidget(cell, row, column, side | Qt.AlignmentFlag.AlignVCenter)
