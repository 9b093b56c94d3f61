"""How words and ways are drawn: a word as a disc as large as its weight, a way as a dashed arrow."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnstudio.state.gestures import Lens
from attnstudio.ui.hues import SHOWN, hue_of
from attnstudio.ui.panels.meanings.content import Content, Way, Word
from attnstudio.ui.panels.plane.ink import Ink, draw_arrow, draw_ring
from attnstudio.ui.theme import Theme

_LEAST, _WHOLE = 3.0, 16.0  # pixels of the radius of a disc: at weight 0, and at weight 1
_WAYS = ((7.0, 4.0), (2.5, 3.5))  # pixels of the dashes of the first way and of the second
_BOLD = 2.5
_TINT = 0.4


class Strokes:
    """Pens and tints of one theme, made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        hues = [hue_of(theme, passage) for passage in range(SHOWN)]
        width = _BOLD * theme.stroke
        self.start = QPen(theme.ink, width)
        self.start.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.ways = [QPen(self.start) for _ in hues]
        for pen, hue, dashes in zip(self.ways, hues, _WAYS, strict=True):
            pen.setColor(hue.line)
            pen.setDashPattern([part * theme.stroke / width for part in dashes])
        self.outlines = [QPen(hue.line, 1.3 * theme.stroke) for hue in hues]
        self.parts = [QPen(hue.line, 1.6 * theme.stroke) for hue in hues]
        self.tints = [QColor(hue.fill) for hue in hues]
        for tint in self.tints:
            tint.setAlphaF(_TINT)
        self.masked = QPen(theme.hatch, 1.3 * theme.stroke)


@cache
def strokes_of(theme: Theme) -> Strokes:
    return Strokes(theme)


def radius_of(weight: float | None, theme: Theme) -> float:
    """The area of a disc grows with the weight."""
    size: float = max(_LEAST, _WHOLE * math.sqrt(max(weight or 0.0, 0.0))) * theme.stroke
    return size


def draw_words(painter: QPainter, strokes: Strokes, content: Content, lens: Lens) -> None:
    for word in content.words:
        if not word.asks:
            _draw_word(painter, strokes, word, lens)


def _draw_word(painter: QPainter, strokes: Strokes, word: Word, lens: Lens) -> None:
    centre = QPointF(*lens.to_pixels(word.at))
    for seen in word.seen:
        radius = radius_of(seen.weight, strokes.theme)
        if seen.is_masked:
            painter.setPen(strokes.masked)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setPen(strokes.outlines[seen.passage])
            painter.setBrush(strokes.tints[seen.passage])
        painter.drawEllipse(centre, radius, radius)


def draw_ways(painter: QPainter, strokes: Strokes, content: Content, lens: Lens) -> None:
    for way in content.ways:
        if way.is_alone:
            draw_arrow(painter, strokes.start, lens.origin, lens.to_pixels(way.start))
    for way in content.ways:
        if way.end is not None:
            start, end = lens.to_pixels(way.start), lens.to_pixels(way.end)
            draw_arrow(painter, strokes.ways[way.passage], start, end)


def draw_parts(painter: QPainter, strokes: Strokes, content: Content, lens: Lens) -> None:
    """w·v of every word, laid end to end from the origin: their end is the output."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for way in content.ways:
        if way.parts:
            corners = [lens.origin, *(lens.to_pixels(part) for part in way.parts)]
            painter.setPen(strokes.parts[way.passage])
            painter.drawPolyline(QPolygonF([QPointF(*corner) for corner in corners]))
            for corner in corners[1:-1]:
                _draw_joint(painter, strokes, way, QPointF(*corner))


def _draw_joint(painter: QPainter, strokes: Strokes, way: Way, at: QPointF) -> None:
    radius = 1.8 * strokes.theme.stroke
    painter.setBrush(strokes.theme.panel)
    painter.drawEllipse(at, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_marks(
    painter: QPainter, ink: Ink, content: Content, lens: Lens, hovered: int | None, chosen: int | None
) -> None:
    """Rings around the word that is pointed at and the one on which the keyboard is."""
    theme = ink.theme
    for token, colour, more in ((hovered, theme.ink, 4.0), (chosen, theme.focus, 7.0)):
        word = content.word_of(token)
        if word is not None:
            weight = max((seen.weight or 0.0 for seen in word.seen), default=0.0)
            radius = (5.0 if word.asks else radius_of(weight, theme)) + more * theme.stroke
            draw_ring(painter, colour, lens.to_pixels(word.at), radius, 2.0 * theme.stroke)
