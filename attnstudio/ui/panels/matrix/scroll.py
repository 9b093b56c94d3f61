"""The scroll bars of a large matrix: cells move by whole rows and columns, their names stay at the edges."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QScrollBar

from attnstudio.ui.panels.matrix.view import MatrixView


class ScrollBars(QGridLayout):
    """The matrix, with a bar beside and a bar under it where it has more cells than are seen."""

    def __init__(self, surface: MatrixView) -> None:
        super().__init__()
        self._surface = surface
        self.down = QScrollBar(Qt.Orientation.Vertical)
        self.across = QScrollBar(Qt.Orientation.Horizontal)
        self.setSpacing(0)
        self.addWidget(surface, 0, 0)
        self.addWidget(self.down, 0, 1)
        self.addWidget(self.across, 1, 0)
        for bar, name in ((self.down, "Rows of the matrix"), (self.across, "Columns of the matrix")):
            bar.setAccessibleName(name)
            bar.hide()
            bar.valueChanged.connect(self._scroll)
        surface.laid_out.connect(self._follow)

    def turn(self, event: QWheelEvent) -> None:
        """Give a turn of the wheel to the bar that is meant: with Shift, or sideways, the lower one."""
        sideways = event.angleDelta().x() != 0 or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        bar = self.across if sideways else self.down
        if bar.isHidden():
            event.ignore()
        else:
            QApplication.sendEvent(bar, event)

    def _scroll(self) -> None:
        self._surface.scroll_to((self.down.value(), self.across.value()))

    def _follow(self) -> None:
        """Take over what the matrix shows."""
        layout = self._surface.cells
        for bar, seen, count in (
            (
                self.down,
                range(0) if layout is None else layout.rows,
                0 if layout is None else layout.n_queries,
            ),
            (
                self.across,
                range(0) if layout is None else layout.columns,
                0 if layout is None else layout.n_keys,
            ),
        ):
            bar.blockSignals(True)
            bar.setRange(0, count - len(seen))
            bar.setPageStep(max(len(seen), 1))
            bar.setValue(seen.start)
            bar.blockSignals(False)
            if bar.isHidden() != (len(seen) == count):
                bar.setHidden(len(seen) == count)
