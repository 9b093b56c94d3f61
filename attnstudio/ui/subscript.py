"""Names with an index below the line, such as W_Q and √d_k, in one colour."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter

from attnstudio.ui import fonts
from attnstudio.ui.theme import width_of

_SMALLER, _LOWER = 0.74, 0.2  # of the size of the type


def draw_name(painter: QPainter, name: str, at: QPointF, font: QFont) -> float:
    """Draw `name` with its baseline at `at`, in the painter's pen; each “_” puts the sign after it below the
    line. Returns the width."""
    x = at.x()
    for text, is_below, width in _pieces(name, font.family(), font.pixelSize(), font.weight()):
        painter.setFont(_small(font.family(), font.pixelSize(), font.weight()) if is_below else font)
        painter.drawText(QPointF(x, at.y() + (_LOWER * font.pixelSize() if is_below else 0.0)), text)
        x += width
    return x - at.x()


def name_width(name: str, font: QFont) -> float:
    """How wide `draw_name` draws it, in pixels."""
    return sum(width for _, _, width in _pieces(name, font.family(), font.pixelSize(), font.weight()))


@cache
def _pieces(name: str, family: str, size: int, weight: int) -> tuple[tuple[str, bool, float], ...]:
    font, small = fonts.font(family, size, weight), _small(family, size, weight)
    first, *rest = name.split("_")
    pieces = [(first, False)]
    for piece in rest:
        pieces += [(piece[:1], True), (piece[1:], False)]
    return tuple((text, below, width_of(small if below else font, text)) for text, below in pieces if text)


@cache
def _small(family: str, size: int, weight: int) -> QFont:
    return fonts.font(family, round(size * _SMALLER), weight)
