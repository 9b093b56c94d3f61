"""W_O as a small plane, beside those of the other matrices: to be looked at while it is learned."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from attnstudio.model import numerals
from attnstudio.model.document import Matrix
from attnstudio.model.trace import Array
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.basis import picture
from attnstudio.ui.basis.drag import is_plane
from attnstudio.ui.heat import cells_in, draw_heat, signed_codes, signed_colours
from attnstudio.ui.panels.panel import Panel, Surface
from attnstudio.ui.subscript import draw_name
from attnstudio.ui.theme import metrics

_LEAST = 84  # pixels of the plane, at 100 %


class OutputPlane(Surface):
    """W_O (h·d_v, d_model): of one head in two dimensions its arrows, else its numbers as colours."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.panel = panel
        self.setAccessibleName("W_O, as the arrows that it makes of the basis")
        self.gradient: Array | None = None
        self._matrix: Matrix | None = None
        self._reach = 0.0

    def show_matrix(self, now: Snapshot) -> None:
        projection = now.document.projection
        matrix = None if projection is None else projection.w_o
        if matrix is not self._matrix:
            self._matrix = matrix
            if matrix is not None and is_plane(matrix):
                wanted = picture.reach_for(matrix)
                if picture.is_out_of_sight(matrix, self._reach) or wanted < self._reach / 2:
                    self._reach = wanted
        self.update()

    def retheme(self) -> None:
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        side = self.panel.theme.px(_LEAST)
        return QSize(side, side + self.header)

    sizeHint = minimumSizeHint

    @property
    def header(self) -> int:
        return self.panel.theme.px(24)

    @property
    def area(self) -> QRect:
        side = max(min(self.width(), self.height() - self.header), 1)
        return QRect((self.width() - side) // 2, self.header, side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, matrix = self.panel.theme, self._matrix
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        strong = theme.text(weight=600)
        baseline = (self.header + metrics(strong.key(), strong).capHeight()) / 2
        painter.setPen(theme.ink)
        draw_name(painter, "W_O", QPointF(self.area.left(), baseline), strong)
        ink, area = picture.ink_of(theme), self.area
        if matrix is None:
            painter.setFont(theme.text(11))
            painter.setPen(theme.secondary)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, "none yet: Learn begins with the identity")
        elif is_plane(matrix):
            lens = picture.lens_of(area, self._reach)
            picture.draw_ground(painter, ink, area, lens)
            tips = picture.draw_matrix(painter, ink, area, lens, matrix)
            if self.gradient is not None:
                picture.draw_steps(painter, ink, area, tips, tuple(map(tuple, (-self.gradient).tolist())))
        else:
            self._draw_heat(painter, matrix)
        painter.end()

    def _draw_heat(self, painter: QPainter, matrix: Matrix) -> None:
        theme, area = self.panel.theme, self.area
        values: Array = np.array(matrix)
        limit = float(np.abs(values).max()) or 1.0
        rows, columns = values.shape
        cells = cells_in(area.adjusted(1, 1, -1, -1), rows, columns, 1)
        draw_heat(painter, signed_codes(values, limit), signed_colours(theme), cells, theme.panel)
        painter.setFont(theme.numbers(11))
        painter.setPen(theme.secondary)
        shape = numerals.shape(*values.shape)
        painter.drawText(QPointF(area.left() + theme.px(34), self.header * 0.7), shape)
