"""Whether what is painted becomes strokes and letters, or pixels."""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

_VECTORS = frozenset({QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture})


def is_vector(painter: QPainter) -> bool:
    """True on paper that takes rectangles, strokes and letters as such: a kept picture would come out as
    pixels there. While a widget is drawn into a file its painter still names the widget as its device, but
    the engine is the file's."""
    return painter.paintEngine().type() in _VECTORS
