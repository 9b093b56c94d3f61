"""Many numbers in one stroke: what `QPainter.drawText` does one by one at twice the price.

The numbers' font has characters of one width, so a number that ends at a place needs no layout: each of its
characters has a fixed place, kept from frame to frame, and one glyph run draws them all.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QGlyphRun, QPainter, QRawFont

from attnstudio.ui.paper import is_vector
from attnstudio.ui.theme import width_of

_ORIGIN = QPointF(0.0, 0.0)
_KEPT = 4096  # places; more are forgotten, all at once


class Digits:
    """Collects numbers with `write` and draws those of one colour with `paint`."""

    def __init__(self, font: QFont) -> None:
        """`font` is one of `theme.numbers`: every character as wide as every other."""
        self.width = width_of(font, "0")
        self._font = font
        self._run = QGlyphRun()
        self._raw = QRawFont.fromFont(font)
        self._run.setRawFont(self._raw)
        self._glyphs: dict[str, int] = {}
        self._places: dict[tuple[float, float], list[QPointF]] = {}
        self._indexes: list[int] = []
        self._points: list[QPointF] = []
        self._written: list[tuple[str, float, float]] = []

    def write(self, text: str, right: float, baseline: float) -> None:
        """Have `text` end at `right`, in pixels."""
        size = len(text)
        if not size:  # the last none of a list is the whole list
            return
        places = self._places.get((right, baseline))
        if places is None or len(places) < size:
            places = self._make_places(right, baseline, size)
        self._points += places[-size:]
        self._written.append((text, right, baseline))
        try:
            self._indexes += [self._glyphs[character] for character in text]
        except KeyError:
            self._indexes += self._learn(text)

    def paint(self, painter: QPainter, colour: QColor) -> None:
        """Draw all that was written since the last time."""
        painter.setPen(colour)
        if is_vector(painter):
            self._write_all(painter)
        else:
            self._run.setGlyphIndexes(self._indexes)
            self._run.setPositions(self._points)
            painter.drawGlyphRun(_ORIGIN, self._run)
        self._indexes, self._points, self._written = [], [], []

    def _write_all(self, painter: QPainter) -> None:
        """As text, which a person can select in a file: a glyph run would become mere outlines."""
        before = painter.font()
        painter.setFont(self._font)
        for text, right, baseline in self._written:
            painter.drawText(QPointF(right - len(text) * self.width, baseline), text)
        painter.setFont(before)

    def _make_places(self, right: float, baseline: float, size: int) -> list[QPointF]:
        if len(self._places) > _KEPT:
            self._places.clear()
        count = max(size, 16)
        places = [QPointF(right - k * self.width, baseline) for k in range(count, 0, -1)]
        self._places[right, baseline] = places
        return places

    def _learn(self, text: str) -> list[int]:
        """Glyphs of characters met for the first time; one that the font lacks is drawn as its box."""
        for character in text:
            found = self._raw.glyphIndexesForString(character)
            self._glyphs[character] = found[0] if found else 0
        return [self._glyphs[character] for character in text]
