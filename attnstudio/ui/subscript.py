"""Names with a sign below or above the line, such as W_Q, √d_k and K^T, in one colour."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter

from attnstudio.ui import fonts
from attnstudio.ui.theme import width_of

_SMALLER, _BELOW, _ABOVE = 0.74, 0.2, -0.36  # of the size of the type
_SHIFTS = {"_": _BELOW, "^": _ABOVE}


def draw_name(painter: QPainter, name: str, at: QPointF, font: QFont) -> float:
    """Draw `name` with its baseline at `at`, in the painter's pen; each “_” puts the sign after it below the
    line, each “^” above it. Returns the width."""
    size, x = font.pixelSize(), at.x()
    for text, shift, width in _pieces(name, font.family(), size, font.weight()):
        painter.setFont(_small(font.family(), size, font.weight()) if shift else font)
        painter.drawText(QPointF(x, at.y() + shift * size), text)
        x += width
    return x - at.x()


def name_width(name: str, font: QFont) -> float:
    """How wide `draw_name` draws it, in pixels."""
    return sum(width for _, _, width in _pieces(name, font.family(), font.pixelSize(), font.weight()))


def plain_name(name: str) -> str:
    """The same in a line of plain text, for titles and for speech."""
    return name.replace("^T", "ᵀ")


@cache
def _pieces(name: str, family: str, size: int, weight: int) -> tuple[tuple[str, float, float], ...]:
    font, small = fonts.font(family, size, weight), _small(family, size, weight)
    pieces: list[tuple[str, float]] = [("", 0.0)]
    shift = 0.0
    for sign in name:
        if sign in _SHIFTS:
            shift = _SHIFTS[sign]
        elif shift:
            pieces += [(sign, shift), ("", 0.0)]
            shift = 0.0
        else:
            pieces[-1] = pieces[-1][0] + sign, 0.0
    return tuple((text, shift, width_of(small if shift else font, text)) for text, shift in pieces if text)


@cache
def _small(family: str, size: int, weight: int) -> QFont:
    return fonts.font(family, round(size * _SMALLER), weight)
