"""A page that is laid out as an SVG file: vectors and letters, no picture.

`QSvgGenerator` shifts the clips of every widget but the one it begins with, and says all of its state around
each stroke. So each widget is drawn into a file of its own, where nothing can shift, and the files are nested
as the widgets are: whatever clips a widget clips what is in it.
"""

from __future__ import annotations

from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from attnstudio.ui.figures.embedding import embed
from attnstudio.ui.figures.outlines import Outlines
from attnstudio.ui.figures.tidy import OUTSIDE, Tidy, number, readable, without_said

Text = Literal["paths", "fonts", "names"]
"""Letters as outlines, as letters with their fonts in the file, or as letters that only name their fonts."""

_DPI = 96  # of a pixel, as the format has it


def svg(
    root: QWidget,
    wide: float,
    high: float,
    ground: QColor,
    *,
    grow: float = 1.0,
    title: str = "",
    told: str = "",
    text: Text = "paths",
) -> bytes:
    """The page `root` as an SVG file of `wide` × `high` pixels, 96 to an inch.

    `root` is shown and laid out, `grow` times as large as the file; it stands on `ground`, which may be
    transparent. `title` and `told` are what is read out in place of the picture.
    """
    size = {"width": number(wide), "height": number(high)}
    whole = {"width": number(wide * grow), "height": number(high * grow)}
    page = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1"})
    page.set("xmlns:xlink", "http://www.w3.org/1999/xlink")
    page.attrib.update(size, viewBox=f"0 0 {whole['width']} {whole['height']}", role="img")
    for name, words in (("title", title), ("desc", told)):
        if words:
            SubElement(page, name).text = readable(words)
    shared = SubElement(page, "defs")
    if ground.alpha():
        SubElement(page, "rect", {**whole, "fill": ground.name()})
    drawn = SubElement(page, "g", OUTSIDE)
    _Widgets(shared).draw(drawn, root, root.rect())
    if text == "paths":
        Outlines(shared).outline(drawn)
    elif text == "fonts":
        embed(drawn, shared)
    for one in drawn:
        without_said(one)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(page, encoding="unicode").encode()


class _Widgets:
    """Widgets on their way into one file, whose `defs` they share."""

    def __init__(self, shared: Element) -> None:
        self._shared = shared
        self._tidy = Tidy(shared)
        self._clips: dict[tuple[int, int, int, int], str] = {}

    def draw(self, parent: Element, widget: QWidget, seen: QRect) -> None:
        """Draw `widget`, of which no more than `seen` is in sight, and the widgets in it."""
        seen = seen & widget.rect()
        if not widget.isVisible() or seen.isEmpty():
            return
        inside = Element("g")
        inside.extend(self._tidy.tidied(_file_of(widget)))
        for child in widget.children():  # the lowest first
            if isinstance(child, QWidget) and not child.isWindow():
                at = child.pos()
                place = Element("g", {"transform": f"translate({at.x()},{at.y()})"})
                self.draw(place, child, seen.translated(-at))
                inside.extend([place] if len(place) else [])
        if len(inside):
            inside.set("clip-path", f"url(#{self._clip(seen)})")
            parent.append(inside)

    def _clip(self, rect: QRect) -> str:
        sides = rect.x(), rect.y(), rect.width(), rect.height()
        if sides not in self._clips:
            name = self._clips[sides] = f"seen{len(self._clips)}"
            clip = SubElement(self._shared, "clipPath", {"id": name})
            names = "x", "y", "width", "height"
            SubElement(clip, "rect", {n: str(side) for n, side in zip(names, sides, strict=True)})
        return self._clips[sides]


def _file_of(widget: QWidget) -> str:
    """What the widget itself paints, as Qt writes it."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the smaller version has no clips
    generator.setOutputDevice(buffer)
    generator.setResolution(_DPI)
    generator.setSize(widget.size())
    generator.setViewBox(QRect(QPoint(), widget.size()))
    painter = QPainter(generator)
    try:  # of the base class: the `render` of a graphics view draws its scene, not its widget
        QWidget.render(widget, painter, QPoint(), QRegion(), QWidget.RenderFlag(0))
    finally:
        painter.end()
    return bytes(data.data()).decode("utf-8", "replace")
