"""Letters as outlines, the same to the last digit whenever they are asked for.

An outline at the size of the letters is rounded by the font's engine, and differently once something else
has used the same font at another size. So outlines are taken at the size in which the font was designed,
where nothing is rounded, and made smaller here.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath, QRawFont, QTextLayout, QTransform

Placed = tuple[QRawFont, int, QPointF]
"""The font and the number of a glyph, and where it stands from the left end of the baseline, in pixels."""


def placed_glyphs(words: str, font: QFont) -> list[Placed]:
    """The glyphs of the words, of `font` or of what stands in for it."""
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    if not line.isValid():
        return []
    line.setPosition(QPointF(0.0, -line.ascent()))
    return [
        (run.rawFont(), index, at)
        for run in layout.glyphRuns()
        for index, at in zip(run.glyphIndexes(), run.positions(), strict=True)
    ]


def outline_of(font: QRawFont, index: int) -> QPainterPath:
    """The outline of a glyph in pixels, with its place on the baseline at the origin. Empty for blanks, and
    for coloured signs, which are pictures in their font."""
    designed = QRawFont(font)
    designed.setPixelSize(font.unitsPerEm())
    scale = font.pixelSize() / font.unitsPerEm()
    return QTransform.fromScale(scale, scale).map(designed.pathForGlyph(index))


def has_outline(font: QRawFont, index: int) -> bool:
    """False for a glyph that is a picture; a blank has nothing to outline."""
    return not font.pathForGlyph(index).isEmpty() or font.boundingRect(index).isEmpty()


def outlines_of(words: str, font: QFont) -> QPainterPath:
    """The outlines of words, from the left end of their baseline on."""
    made = QPainterPath()
    for raw, index, at in placed_glyphs(words, font):
        made.addPath(outline_of(raw, index).translated(at))
    return made
