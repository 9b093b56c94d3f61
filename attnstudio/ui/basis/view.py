"""The plane of a matrix on the screen: its name, the picture of what it does, and a link to begin anew."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent

from attnstudio.model import numerals
from attnstudio.model.document import Matrix
from attnstudio.model.projecting import MATRIX_NAMES, Which
from attnstudio.model.trace import Array
from attnstudio.state.gestures import Lens, Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.basis import picture
from attnstudio.ui.basis.drag import MAKES, is_plane, matrix_of
from attnstudio.ui.heat import cells_in, draw_heat, signed_codes, signed_colours
from attnstudio.ui.panels.panel import Panel, Surface
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import SMALL, metrics, width_of
from attnstudio.ui.widgets import button

_WAY_DOWN = "Thin arrows at the tips: which way the loss falls, and how steeply."
FREE = "{} are free here: no matrix makes them."
_RING = 7.0  # pixels, at 100 %, of the radius of a ring around a tip
_LEAST, _USUAL = 74, 120  # pixels of the plane, at 100 %


class BasisView(Surface):
    """Draws W_Q, W_K or W_V of the shown head. The host panel passes on `refresh` and `retheme`."""

    def __init__(self, panel: Panel, which: Which) -> None:
        super().__init__(panel)
        self.panel, self.store, self.which = panel, panel.store, which
        self.setObjectName(which)
        self.setAccessibleName(f"{MATRIX_NAMES[which]}, as the arrows that it makes of the basis")
        self.link = button("set ▾", "link", name=f"Set {MATRIX_NAMES[which]}")
        self.link.setParent(self)
        self.make = button("make them from x", "link", name=f"Make the {MAKES[which]} from x")
        self.make.setParent(self)
        self.axis = 0  # the arrow that the keyboard moves
        self.told: int | None = None  # the arrow whose numbers are told: held or pointed at
        self._matrix: Matrix | None = None
        self._reach = 0.0
        self._gradient: Array | None = None
        self._ground: QPixmap | None = None
        self._ink = picture.ink_of(panel.theme)

    # --- for the host ---------------------------------------------------------------------------------

    @property
    def gradient(self) -> Array | None:
        """The gradient of a loss by this matrix, (2, 2), or None. Small arrows at the tips show which way a
        descent would take them, that is against it; the longer one has a fixed length."""
        return self._gradient

    @gradient.setter
    def gradient(self, gradient: Array | None) -> None:
        if gradient is None and self._gradient is None:
            return
        if gradient is not None and self._gradient is not None and np.array_equal(gradient, self._gradient):
            return
        if (gradient is None) != (self._gradient is None):
            self.setToolTip("" if gradient is None else plain_tip(_WAY_DOWN))
        self._gradient = gradient
        self.update(self.area)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        """Take over the matrix of the shown head."""
        matrix = matrix_of(new, self.which)
        is_other_kind = old is None or _shape(matrix) != _shape(self._matrix)
        if is_other_kind or old is None or old.view.is_figure != new.view.is_figure:
            self._place_links(matrix, new.view.is_figure)
        if matrix is not self._matrix or is_other_kind:
            is_all = is_other_kind or self._stands_out()
            self._matrix = matrix
            self._settle_reach()
            # Not the name and the link above the square, if that can be: in a drag they cost as much as it.
            self.update(self.rect() if is_all or self._stands_out() else self.area)
        elif old is not None and (old.document is not new.document or old.look is not new.look):
            self._settle_reach()

    def retheme(self) -> None:
        self._ink = picture.ink_of(self.panel.theme)
        self._ground = None
        self.link.ensurePolished()
        self.updateGeometry()
        self._place_links(self._matrix, self.store.view.is_figure)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return self._size(_LEAST)

    def sizeHint(self) -> QSize:
        return self._size(_USUAL)

    # --- what is drawn where ----------------------------------------------------------------------------

    @property
    def matrix(self) -> Matrix | None:
        """Of the shown head, as drawn; None where the vectors are free."""
        return self._matrix

    @property
    def is_movable(self) -> bool:
        """Whether there are arrows to take hold of."""
        return self._matrix is not None and is_plane(self._matrix) and not self.store.view.is_figure

    @property
    def header(self) -> int:
        """Height of the line with the name, in pixels."""
        return max(
            self.panel.theme.px(20), self.link.sizeHint().height() if self.link.isVisibleTo(self) else 0
        )

    @property
    def area(self) -> QRect:
        """The square of the plane."""
        top = self.header
        side = max(min(self.width(), self.height() - top), 1)
        return QRect((self.width() - side) // 2, top, side, side)

    @property
    def lens(self) -> Lens:
        return picture.lens_of(self.area, self._reach or 1.0)

    def tips(self) -> tuple[Pixel, ...]:
        """Where the arrows end, in pixels; none where the matrix is no plane."""
        if self._matrix is None or not is_plane(self._matrix):
            return ()
        return picture.tips_of(self.lens, self._matrix)

    # --- inside -----------------------------------------------------------------------------------------

    def _settle_reach(self) -> None:
        """The plane holds still in a drag; afterwards it grows where a tip is out of sight."""
        matrix = self._matrix
        if matrix is None or not is_plane(matrix) or (self.store.gesture is not None and self._reach):
            return
        wanted = picture.reach_for(matrix)
        if not self._reach or picture.is_out_of_sight(matrix, self._reach) or wanted < self._reach / 2:
            self._reach = wanted
            self._ground = None
            self.update()

    def _stands_out(self) -> bool:
        """Whether a ring around a tip may reach beyond the square."""
        ring = math.ceil(_RING * self.panel.theme.stroke) + 2
        room = self.area.adjusted(ring, ring, -ring, -ring)
        return not all(room.contains(round(x), round(y)) for x, y in self.tips())

    def _place_links(self, matrix: Matrix | None, is_figure: bool) -> None:
        link, theme = self.link, self.panel.theme
        link.setVisible(matrix is not None and not is_figure)
        self.make.setVisible(matrix is None and not is_figure)
        size = link.sizeHint()
        link.setGeometry(self.width() - size.width(), 0, size.width(), size.height())
        size = self.make.sizeHint()
        wide = min(size.width(), self.width())
        self.make.setGeometry(
            (self.width() - wide) // 2, self.height() - size.height() - theme.px(4), wide, size.height()
        )

    def _size(self, side: int) -> QSize:
        theme = self.panel.theme
        name = name_width(MATRIX_NAMES[self.which], theme.text(weight=600))
        wide = max(theme.px(side), round(name) + self.link.sizeHint().width() + theme.px(6))
        return QSize(wide, theme.px(side) + max(theme.px(20), self.link.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ground = None
        self._place_links(self._matrix, self.store.view.is_figure)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.store.view.is_figure:
            self._draw_ground(painter)
        else:
            painter.drawPixmap(0, 0, self._ground_picture())
        matrix = self._matrix
        if matrix is None:
            self._draw_free(painter)
        elif is_plane(matrix):
            self._draw_plane(painter, matrix)
        else:
            self._draw_heat(painter, matrix)
        painter.end()

    def _ground_picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(self.panel.theme.panel)
            painter = QPainter(self._ground)
            self._draw_ground(painter)
            painter.end()
        return self._ground

    def _draw_ground(self, painter: QPainter) -> None:
        """Name, shape and frame."""
        theme, matrix = self.panel.theme, self._matrix
        painter.fillRect(self.rect(), theme.panel)
        strong = theme.text(weight=600)
        baseline = (self.header + metrics(strong.key(), strong).capHeight()) / 2
        painter.setPen(theme.ink)
        left = self.area.left() if self.area.width() > self.width() / 2 else 0
        wide = draw_name(painter, MATRIX_NAMES[self.which], QPointF(left, baseline), strong)
        if matrix is None:
            return
        if self._has_shape_above(matrix):
            painter.setFont(theme.numbers(11))
            painter.setPen(theme.secondary)
            shape = numerals.shape(len(matrix), len(matrix[0]))
            painter.drawText(QPointF(left + wide + theme.px(6), baseline), shape)
        if is_plane(matrix):
            picture.draw_ground(painter, self._ink, self.area, self.lens)

    def _has_shape_above(self, matrix: Matrix) -> bool:
        """Whether the shape has room between the name and the link."""
        theme = self.panel.theme
        shape = width_of(theme.numbers(11), numerals.shape(len(matrix), len(matrix[0])))
        name = name_width(MATRIX_NAMES[self.which], theme.text(weight=600))
        link = self.link.width() if self.link.isVisibleTo(self) else 0
        room = self.width() - (self.area.left() if self.area.width() > self.width() / 2 else 0)
        return name + shape + theme.px(6) <= room - link

    def _draw_plane(self, painter: QPainter, matrix: Matrix) -> None:
        ink, area = self._ink, self.area
        tips = picture.draw_matrix(painter, ink, area, self.lens, matrix)
        if self._gradient is not None:
            steps: Matrix = tuple(map(tuple, (-self._gradient).tolist()))
            picture.draw_steps(painter, ink, area, tips, steps)
        if self.hasFocus():
            picture.draw_ring(painter, ink.focus, tips[self.axis], _RING * ink.theme.stroke)
        elif self.told is not None:
            picture.draw_ring(painter, ink.strong_edge, tips[self.told], _RING * ink.theme.stroke)
        told = self.axis if self.told is None and self.hasFocus() else self.told
        if told is not None:
            self._draw_numbers(painter, numerals.vector(matrix[told]))

    def _draw_numbers(self, painter: QPainter, text: str) -> None:
        """At the edge, above or below, that is farther from both tips."""
        heights = [y for _, y in self.tips()]
        at_top = min(heights) - self.area.top() > self.area.bottom() - max(heights)
        if width_of(self._ink.numbers, text) + 6 > self.area.width():
            text = text.strip("()")
        self._draw_words(painter, text, at_top)

    def _draw_words(self, painter: QPainter, text: str, at_top: bool) -> None:
        """In a corner of the square, on a quiet ground."""
        font, area = self._ink.numbers, self.area
        form = metrics(font.key(), font)
        wide, high = round(width_of(font, text)) + 6, round(form.height())
        top = area.top() + 1 if at_top else area.bottom() - high
        painter.fillRect(QRect(area.left() + 1, top, wide, high), self.panel.theme.panel)
        painter.setFont(font)
        painter.setPen(self.panel.theme.ink)
        painter.drawText(QPointF(area.left() + 3, top + form.ascent()), text)

    def _draw_heat(self, painter: QPainter, matrix: Matrix) -> None:
        """A matrix of another size has no plane: its numbers as colours, 0 in the middle of the ramp."""
        values: Array = np.array(matrix)
        limit = float(np.abs(values).max()) or 1.0
        theme = self.panel.theme
        rows, columns = values.shape
        cells = cells_in(self.area.adjusted(1, 1, -1, -1), rows, columns, 1)
        draw_heat(painter, signed_codes(values, limit), signed_colours(theme), cells, theme.panel)
        painter.setPen(self._ink.edge)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.area.adjusted(0, 0, -1, -1))
        if not self._has_shape_above(matrix):
            self._draw_words(painter, numerals.shape(rows, columns), at_top=False)

    def _draw_free(self, painter: QPainter) -> None:
        theme = self.panel.theme
        room = self.rect().adjusted(0, self.header, 0, 0)
        if self.make.isVisibleTo(self):
            room.setBottom(self.make.y())
        painter.setFont(theme.text(SMALL))
        painter.setPen(theme.secondary)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, flags, FREE.format(MAKES[self.which].capitalize()))


def _shape(matrix: Matrix | None) -> tuple[int, ...]:
    return () if matrix is None else (len(matrix), len(matrix[0]))
