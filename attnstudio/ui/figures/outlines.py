"""Letters as outlines: a picture that looks the same whatever fonts a viewer has.

Each glyph is written once for each size, and used wherever it stands.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from PySide6.QtGui import QFont, QPainterPath, QRawFont

from attnstudio.ui.figures.tidy import number
from attnstudio.ui.glyphs import has_outline, outline_of, placed_glyphs

_Kind = QPainterPath.ElementType


class Outlines:
    """The glyphs of one file, written into its `defs`."""

    def __init__(self, shared: Element) -> None:
        self._shared = shared
        self._names: dict[tuple[str, str, int, float, int], str] = {}

    def outline(self, part: Element) -> None:
        """Put outlines in the place of all letters in `part`."""
        for text in list(part.iter("text")):
            self.outline_text(text)

    def outline_text(self, text: Element) -> None:
        """Make a group of outlines of one piece of text."""
        x, y = float(text.get("x", "0")), float(text.get("y", "0"))
        placed = placed_glyphs(text.text or "", font_of(text))
        if not all(has_outline(font, index) for font, index, _ in placed):
            return  # a coloured sign is a picture in its font: it stays a letter
        paint = {name: value for name, value in text.items() if name.startswith(("fill", "stroke"))}
        text.clear()
        text.tag = "g"
        text.attrib.update(paint, **{"fill-rule": "nonzero"})  # a letter may overlap itself
        for font, index, at in placed:
            name = self._name_of(font, index)
            if name:
                place = {"x": number(x + at.x()), "y": number(y + at.y())}
                SubElement(text, "use", {"xlink:href": f"#{name}", **place})

    def _name_of(self, font: QRawFont, index: int) -> str:
        """The name of a glyph's outline, "" where it is blank."""
        key = font.familyName(), font.styleName(), font.weight(), font.pixelSize(), index
        if key not in self._names:
            path = outline_of(font, index)
            self._names[key] = "" if path.isEmpty() else f"glyph{len(self._names)}"
            if not path.isEmpty():
                SubElement(self._shared, "path", {"id": self._names[key], "d": drawn_as(path)})
        return self._names[key]


def font_of(text: Element) -> QFont:
    """The font in which Qt wrote some letters; others stand in for what it lacks."""
    font = QFont(text.get("font-family", ""))
    font.setPixelSize(round(float(text.get("font-size", "13"))))
    font.setWeight(QFont.Weight(int(text.get("font-weight", "400"))))
    font.setItalic(text.get("font-style") == "italic")
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferDefault)
    return font


def drawn_as(path: QPainterPath) -> str:
    """A path in the letters of SVG."""
    parts: list[str] = []
    points = [path.elementAt(index) for index in range(path.elementCount())]
    for point in points:
        at = f"{number(point.x)} {number(point.y)}"
        kind = point.type
        if kind == _Kind.MoveToElement:
            parts.append(f"M{at}" if not parts else f"ZM{at}")
        elif kind == _Kind.LineToElement:
            parts.append(f"L{at}")
        elif kind == _Kind.CurveToElement:
            parts.append(f"C{at}")
        else:
            parts.append(f" {at}")
    return "".join(parts) + "Z"
