"""The mask as a large grid that is painted on, and as a small one that is looked at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from attnstudio.model.masks import Allowed
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.marks import hatch_lines
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.matrix.surface import MatrixSurface
from attnstudio.ui.panels.panel import Panel, Surface
from attnstudio.ui.theme import Theme, metrics, width_of

_LETTERS = 10
_LEAST_CELL = 4  # pixels of a cell that is hatched and has an edge


class MaskGrid(MatrixSurface):
    """The matrix panel's cells, showing the mask whatever that panel shows, and always for painting."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel, panel.store, self.enlarge)
        self.setAccessibleName("Mask, cells")

    def show_state(self, old: Snapshot | None, new: Snapshot) -> None:
        super().show_state(None if old is None else _with_mask(old), _with_mask(new))

    def enlarge(self) -> None:
        """Show the mask large, whatever other matrices show."""
        from attnstudio.ui.panels.matrix.panel import MatrixPanel  # not before it is asked for

        large = Enlarged(MatrixPanel(self.store, is_large=True, shows="mask"), self)
        large.show()
        large.activateWindow()


def _with_mask(now: Snapshot) -> Snapshot:
    return replace(now, look=replace(now.look, matrix="mask"))


class SmallGrid(Surface):
    """A mask without names. `texts` stand in a cell that may be looked at, and in one that may not."""

    def __init__(self, parent: QWidget, texts: tuple[str, str], theme: Theme) -> None:
        super().__init__(parent)
        self.texts = texts
        self.allowed: Allowed = np.zeros((0, 0), dtype=np.bool_)
        self._theme = theme

    def show_mask(self, allowed: Allowed, texts: tuple[str, str] | None = None) -> None:
        self.allowed = allowed
        self.texts = texts or self.texts
        self.update()

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(64), self._theme.px(56))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(130), self._theme.px(110))

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell; whole pixels where there are enough of them."""
        rows, columns = self.allowed.shape
        wide, high = (self.width() - 1) / columns, (self.height() - 1) / rows
        wide, high = min(wide, 2.2 * high), min(high, 1.4 * wide)
        return (float(int(wide)), float(int(high))) if min(wide, high) >= _LEAST_CELL else (wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.fillRect(event.rect(), theme.panel)
        if self.allowed.size:
            self._paint_cells(painter)
        painter.end()

    def _paint_cells(self, painter: QPainter) -> None:
        theme, (wide, high) = self._theme, self.cell
        rows, columns = self.allowed.shape
        is_open = min(wide, high) >= _LEAST_CELL
        gap = 1.0 if is_open else 0.0
        lines: list[QLineF] = []
        for i, row in enumerate(self.allowed.tolist()):
            for j, may_look in enumerate(row):
                place = QRectF(j * wide, i * high, wide - gap, high - gap)
                painter.fillRect(place, theme.good_wash if may_look else theme.track)
                if not may_look and is_open:
                    lines += hatch_lines(place, theme.px(5))
        painter.setPen(QPen(theme.hatch, 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(theme.edge, 1))
        painter.drawRect(QRectF(0.5, 0.5, columns * wide - gap, rows * high - gap))
        self._paint_texts(painter, wide, high)

    def _paint_texts(self, painter: QPainter, wide: float, high: float) -> None:
        theme = self._theme
        font = theme.numbers(_LETTERS)
        measured = metrics(font.key(), font)
        widest = max(width_of(font, text) for text in self.texts)
        if widest + 4 > wide or measured.capHeight() + 5 > high:
            return
        painter.setFont(font)
        painter.setPen(theme.ink)
        cap = measured.capHeight()
        for i, row in enumerate(self.allowed.tolist()):
            baseline = i * high + (high + cap) / 2
            for j, may_look in enumerate(row):
                text = self.texts[0] if may_look else self.texts[1]
                letters = width_of(font, text)
                x = j * wide + (wide - letters) / 2
                if not may_look:  # a quiet ground among the lines
                    painter.fillRect(QRectF(x - 1, baseline - cap - 1, letters + 2, cap + 2), theme.track)
                painter.drawText(QPointF(x, baseline), text)
