"""What a painter really paints on.

While a widget is drawn into a picture or a file its painter still names the widget as its device; the engine
knows better. What is kept as pixels for the screen must not get into a file that takes strokes and letters,
and has to be made anew for an image that is finer than the screen.
"""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

_VECTORS = frozenset({QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture})


def is_vector(painter: QPainter) -> bool:
    """Whether rectangles, strokes and letters stay what they are, at any size."""
    return painter.paintEngine().type() in _VECTORS


def ratio_of(painter: QPainter) -> float:
    """How many pixels of the paper there are to one of the widget."""
    ratio: float = painter.paintEngine().paintDevice().devicePixelRatioF()
    return ratio
