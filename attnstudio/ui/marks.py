"""Marks that mean the same everywhere: a token's coloured dot, the hatch of what is masked, a difference."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from attnstudio.ui.theme import Theme


def paint_dot(painter: QPainter, theme: Theme, centre: QPointF, size: float, index: int) -> None:
    """The colour of the token at a position. Where a colour comes back, the dot is a ring."""
    radius = size / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.token_outline(index))
    painter.drawEllipse(centre, radius, radius)
    painter.setBrush(theme.token(index))
    painter.drawEllipse(centre, radius - 1, radius - 1)
    if theme.is_second_mark(index):
        painter.setBrush(theme.panel)
        painter.drawEllipse(centre, radius * 0.45, radius * 0.45)


def paint_query_dot(painter: QPainter, theme: Theme, centre: QPointF, size: float) -> None:
    """The mark of a token that only asks: no colour of a key, but the accent, as the query everywhere."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.accent)
    painter.drawEllipse(centre, size / 2, size / 2)


_PALE = 60  # steps of the signed ramp from its end: readable text may stand on it


def paint_difference(
    painter: QPainter, theme: Theme, room: QRectF, share: float, *, is_pale: bool = False
) -> None:
    """A bar from the middle of `room`, to the right for more and to the left for less; `share` from −1 to 1.

    Pale where a number stands on it."""
    middle, wide = room.center().x(), share * room.width() / 2
    end = _PALE if is_pale else 1
    colour = theme.signed[-end if share > 0 else end - 1]
    painter.fillRect(QRectF(min(middle, middle + wide), room.top(), abs(wide), room.height()), colour)
    painter.fillRect(QRectF(middle - 0.5, room.top() - 1, 1, room.height() + 2), theme.axis)


def paint_hatch(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """Rising lines through `area`: what is masked, readable without colour."""
    painter.setPen(QPen(theme.hatch, max(theme.stroke, 1.0)))
    painter.drawLines(hatch_lines(area, theme.px(5)))


def hatch_lines(area: QRectF, step: int) -> list[QLineF]:
    """The lines of a hatch, `step` apart along x, cut to the area so that no clip is needed."""
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    lines = []
    for number in range(math.floor((left + top) / step) + 1, math.ceil((right + bottom) / step)):
        total = number * step
        x, y = max(left, total - bottom), min(bottom, total - left)
        lines.append(QLineF(x, y, min(right, total - top), max(top, total - right)))
    return lines
