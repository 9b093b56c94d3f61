"""How a matrix of 2 × 2 is drawn: the grid that it bends, and where it takes the two basis arrows."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnstudio.model import numerals
from attnstudio.model.document import Matrix
from attnstudio.state.gestures import Lens, Pixel
from attnstudio.ui.basis.drag import AXES
from attnstudio.ui.theme import Theme, metrics, width_of

LINES = 9
"""Lines of the bent grid on either side of the origin, at distances of 1."""

_STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
_LEAST = 1.5  # units from the middle to the edge, at least: the unbent arrows are well inside
_ROOM = 1.2  # how much more than its longest arrow a plane shows
_DOT, _LABEL = 4.0, 12
_SHORTEST = 3.0  # pixels: a shorter arrow is its dot alone
_CLOSEST = 8.0  # pixels between lines of the straight grid
_STEP = 24.0  # pixels of the longer one of the two steps that a descent would take


def reach_for(matrix: Matrix) -> float:
    """Units from the middle of the plane to its edge that show the images of both arrows."""
    farthest = max(abs(component) for row in matrix for component in row)
    return numerals.round_up(max(_ROOM * farthest, _LEAST), _STEPS)


def is_out_of_sight(matrix: Matrix, reach: float) -> bool:
    return max(abs(component) for row in matrix for component in row) > reach


def lens_of(area: QRect, reach: float) -> Lens:
    middle = QRectF(area).center()
    return Lens((middle.x(), middle.y()), min(area.width(), area.height()) / 2 / reach)


class BasisInk:
    """Pens and colours of one theme, made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.colours = theme.signed[-1], theme.signed[0]
        self.straight = QPen(theme.grid, 1.0)
        self.edge = QPen(theme.hairline, 1.0)
        self.strong_edge = QPen(theme.edge, 1.0)
        self.focus = QPen(theme.focus, 2.0 * theme.stroke)
        self.square = QColor(theme.axis)
        self.square.setAlphaF(0.14)
        faint = QColor(theme.axis)
        faint.setAlphaF(0.7)
        self.grid = QPen(faint, 1.0)
        self.arrows = tuple(QPen(colour, 2.4 * theme.stroke) for colour in self.colours)
        self.arrows[1].setDashPattern([3.0, 1.4])  # readable without colour
        for pen in self.arrows:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.step = QPen(theme.ink, 1.4 * theme.stroke)
        self.font = theme.text(_LABEL, 600)
        self.numbers = theme.numbers(11)


@cache
def ink_of(theme: Theme) -> BasisInk:
    return BasisInk(theme)


def draw_ground(painter: QPainter, ink: BasisInk, area: QRect, lens: Lens) -> None:
    """What no matrix moves: the frame and the straight grid."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(ink.straight)
    x, y = lens.origin
    reach = area.width() / 2 / lens.unit
    step = numerals.round_up(max(_CLOSEST / lens.unit, 1.0), (1.0, 2.0, 5.0))
    for number in range(-int(reach / step), int(reach / step) + 1):
        away = number * step * lens.unit
        painter.drawLine(QLineF(area.left(), y + away, area.right(), y + away))
        painter.drawLine(QLineF(x + away, area.top(), x + away, area.bottom()))
    painter.setPen(ink.edge)
    painter.drawRect(area.adjusted(0, 0, -1, -1))


def draw_matrix(
    painter: QPainter, ink: BasisInk, area: QRect, lens: Lens, matrix: Matrix
) -> tuple[Pixel, Pixel]:
    """The bent grid, its unit square and the two arrows; returns their tips."""
    tips = tips_of(lens, matrix)
    painter.save()
    painter.setClipRect(area.adjusted(1, 1, -1, -1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(ink.grid)
    painter.drawLines(bent_lines(lens, matrix))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink.square)
    (x, y), (first, second) = lens.origin, tips
    far = QPointF(first[0] + second[0] - x, first[1] + second[1] - y)
    painter.drawConvexPolygon(QPolygonF([QPointF(x, y), QPointF(*first), far, QPointF(*second)]))
    for axis in (1, 0):
        _draw_arrow(painter, ink, axis, lens.origin, tips[axis])
    _draw_labels(painter, ink, area, lens.origin, tips)
    painter.restore()
    return tips


def tips_of(lens: Lens, matrix: Matrix) -> tuple[Pixel, Pixel]:
    (a, b), (c, d) = matrix
    return lens.to_pixels((a, b)), lens.to_pixels((c, d))


def bent_lines(lens: Lens, matrix: Matrix) -> list[QLineF]:
    """Where the lines x = −9 … 9 and y = −9 … 9 go."""
    (x0, y0), unit = lens.origin, lens.unit
    (a, b), (c, d) = ((x * unit, -y * unit) for x, y in matrix)
    lines = []
    for along_x, along_y, over_x, over_y in ((a, b, c, d), (c, d, a, b)):
        if along_x == along_y == 0.0:
            continue
        far_x, far_y = LINES * along_x, LINES * along_y
        for number in range(-LINES, LINES + 1):
            x, y = x0 + number * over_x, y0 + number * over_y
            lines.append(QLineF(x - far_x, y - far_y, x + far_x, y + far_y))
    return lines


def _draw_arrow(painter: QPainter, ink: BasisInk, axis: int, origin: Pixel, tip: Pixel) -> None:
    if math.dist(origin, tip) > _SHORTEST:
        painter.setPen(ink.arrows[axis])
        painter.drawLine(QLineF(*origin, *tip))
    radius = _DOT * ink.theme.stroke
    painter.setPen(QPen(ink.theme.panel, 1.0))
    painter.setBrush(ink.colours[axis])
    if axis == 0:
        painter.drawEllipse(QPointF(*tip), radius, radius)
    else:  # another shape, too
        painter.drawRect(QRectF(tip[0] - radius + 0.5, tip[1] - radius + 0.5, 2 * radius - 1, 2 * radius - 1))


def _draw_labels(
    painter: QPainter, ink: BasisInk, area: QRect, origin: Pixel, tips: tuple[Pixel, Pixel]
) -> None:
    painter.setFont(ink.font)
    form = metrics(ink.font.key(), ink.font)
    taken: QRectF | None = None
    for axis, tip in enumerate(tips):
        wide, high = width_of(ink.font, AXES[axis]), form.capHeight() + 4
        box = _label_box(area, origin, tip, wide, high, taken)
        taken = box
        painter.setPen(ink.colours[axis])
        painter.drawText(QPointF(box.left(), box.bottom() - 2), AXES[axis])


def _label_box(
    area: QRect, origin: Pixel, tip: Pixel, wide: float, high: float, taken: QRectF | None
) -> QRectF:
    """Beyond the tip, else beside it, else before it: the first place within the area that is free."""
    reach = math.dist(origin, tip)
    right, down = ((tip[0] - origin[0]) / reach, (tip[1] - origin[1]) / reach) if reach > 1 else (0.7, -0.7)
    room = QRectF(area).adjusted(2, 2, -2, -2)
    boxes = []
    for turn in (0.0, 0.9, -0.9, 1.6, -1.6, 3.14):
        x = right * math.cos(turn) - down * math.sin(turn)
        y = right * math.sin(turn) + down * math.cos(turn)
        away = 7.0 + (wide * abs(x) + high * abs(y)) / 2
        left, top = tip[0] + x * away - wide / 2, tip[1] + y * away - high / 2
        if room.contains(*tip):  # a label beyond the edge is moved in, as far as that leaves the tip free
            left = min(max(left, room.left()), room.right() - wide)
            top = min(max(top, room.top()), room.bottom() - high)
        boxes.append(QRectF(left, top, wide, high))
    around = QRectF(tip[0] - _DOT, tip[1] - _DOT, 2 * _DOT, 2 * _DOT)
    free = (
        box for box in boxes if not box.intersects(around) and (taken is None or not box.intersects(taken))
    )
    return next(free, boxes[0])


def draw_steps(
    painter: QPainter, ink: BasisInk, area: QRect, tips: tuple[Pixel, Pixel], steps: Matrix
) -> None:
    """Small arrows from the tips: which way, and in which proportion, a descent would move them."""
    longest = max(math.hypot(*step) for step in steps)
    if longest == 0.0 or not math.isfinite(longest):
        return
    painter.save()
    painter.setClipRect(area.adjusted(1, 1, -1, -1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for (x, y), tip in zip(steps, tips, strict=True):
        length = _STEP * ink.theme.stroke * math.hypot(x, y) / longest
        if length < _SHORTEST:
            continue
        right, down = x / math.hypot(x, y), -y / math.hypot(x, y)
        end = tip[0] + right * length, tip[1] + down * length
        head = min(6.0 * ink.theme.stroke, length * 0.7)
        foot = end[0] - right * head, end[1] - down * head
        painter.setPen(ink.step)
        painter.drawLine(QLineF(*tip, *foot))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink.theme.ink)
        half = head * 0.45
        painter.drawConvexPolygon(
            QPolygonF(
                [
                    QPointF(*end),
                    QPointF(foot[0] - down * half, foot[1] + right * half),
                    QPointF(foot[0] + down * half, foot[1] - right * half),
                ]
            )
        )
    painter.restore()


def draw_ring(painter: QPainter, pen: QPen, tip: Pixel, radius: float) -> None:
    """Around the tip that the keyboard moves."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(*tip), radius, radius)
