"""How words and ways are drawn: a word as a disc as large as its weight, a way as a dashed arrow."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from attnstudio.state.gestures import Lens, Pixel
from attnstudio.ui.hues import SHOWN, hue_of
from attnstudio.ui.panels.meanings.clip import clipped, is_within
from attnstudio.ui.panels.meanings.content import Content
from attnstudio.ui.planes.ink import Ink, draw_arrow, draw_ring
from attnstudio.ui.planes.labels import Box
from attnstudio.ui.theme import Theme

_LEAST, _WHOLE = 3.0, 16.0  # pixels of the radius of a disc: at weight 0, and at weight 1
_WAYS = ((7.0, 4.0), (2.5, 3.5))  # pixels of the dashes of the first way and of the second
_DOTS = (1.6, 1.2)  # widths of the outline of a word of the second sentence
_BOLD = 2.5
_TINT = 0.4
_PARTS = 4  # of a pixel, to which the radius of a disc is rounded
_RIM = 2  # pixels around a disc, for its outline
_KEPT = 512  # discs


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
        self.outlines[1].setDashPattern(list(_DOTS))  # as its way: readable without colour
        self.parts = [QPen(hue.line, 1.6 * theme.stroke) for hue in hues]
        self.tints = [QColor(hue.fill) for hue in hues]
        for tint in self.tints:
            tint.setAlphaF(_TINT)
        self.masked = QPen(theme.hatch, 1.3 * theme.stroke)


@cache
def strokes_of(theme: Theme) -> Strokes:
    return Strokes(theme)


def radius_of(weight: float | None, theme: Theme) -> float:
    """The area of a disc grows with the weight; where softmax is skipped, weights may be any number."""
    size: float = max(_LEAST, _WHOLE * math.sqrt(min(max(weight or 0.0, 0.0), 1.0))) * theme.stroke
    return size


def draw_words(
    painter: QPainter, strokes: Strokes, content: Content, lens: Lens, frame: Box, *, is_figure: bool
) -> None:
    """On the screen discs are pictures that are drawn once: Qt takes its time over a round tint."""
    ratio = painter.device().devicePixelRatioF()
    for word in content.words:
        x, y = lens.to_pixels(word.at)
        for seen in word.seen if not word.asks and is_within((x, y), frame) else ():
            radius = radius_of(seen.weight, strokes.theme)
            if is_figure:
                _draw_disc(painter, strokes, seen.passage, radius, seen.is_masked, QPointF(x, y))
                continue
            radius = round(radius * _PARTS) / _PARTS
            disc = _disc(strokes, seen.passage, radius, seen.is_masked, ratio)
            half = radius + _RIM
            # Between pixels, where the middle is: a disc that jumped by whole ones would tremble in a drag.
            painter.drawPixmap(QPointF(x - half, y - half), disc)


def _draw_disc(
    painter: QPainter, strokes: Strokes, passage: int, radius: float, is_masked: bool, at: QPointF
) -> None:
    painter.setPen(strokes.masked if is_masked else strokes.outlines[passage])
    painter.setBrush(Qt.BrushStyle.NoBrush if is_masked else strokes.tints[passage])
    painter.drawEllipse(at, radius, radius)


@lru_cache(_KEPT)
def _disc(strokes: Strokes, passage: int, radius: float, is_masked: bool, ratio: float) -> QPixmap:
    side = math.ceil(2 * (radius + _RIM) * ratio)
    made = QPixmap(side, side)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(radius + _RIM, radius + _RIM)
    _draw_disc(painter, strokes, passage, radius, is_masked, middle)
    painter.end()
    return made


def draw_ways(painter: QPainter, strokes: Strokes, content: Content, lens: Lens, frame: Box) -> None:
    for start in dict.fromkeys(lens.to_pixels(way.start) for way in content.ways if way.is_alone):
        _draw_way(painter, strokes.start, lens.origin, start, frame)
    for way in content.ways:
        if way.end is not None:
            pen = strokes.ways[way.passage]
            _draw_way(painter, pen, lens.to_pixels(way.start), lens.to_pixels(way.end), frame)


def _draw_way(painter: QPainter, pen: QPen, start: Pixel, end: Pixel, frame: Box) -> None:
    """An arrow, or what of it is in sight."""
    seen = clipped(start, end, frame)
    if seen is None:
        return
    if seen[1] == end or is_within(end, frame):
        draw_arrow(painter, pen, seen[0], end)
    else:
        painter.setPen(pen)
        painter.drawLine(QLineF(*seen[0], *seen[1]))


def draw_parts(painter: QPainter, strokes: Strokes, content: Content, lens: Lens, frame: Box) -> None:
    """w·v of every word, laid end to end from the origin: their end is the output."""
    for way in content.ways:
        corners = [lens.origin, *(lens.to_pixels(part) for part in way.parts)]
        seen = (clipped(before, after, frame) for before, after in pairwise(corners))
        painter.setPen(strokes.parts[way.passage])
        painter.drawLines([QLineF(*line[0], *line[1]) for line in seen if line is not None])
        for corner in corners[1:-1]:
            if is_within(corner, frame):
                _draw_joint(painter, strokes, QPointF(*corner))


def _draw_joint(painter: QPainter, strokes: Strokes, at: QPointF) -> None:
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
