"""What a page paints, gathered widget by widget as vectors and letters.

`QSvgGenerator` shifts the clips of every widget but the one it begins with, and says all of its state around
each stroke. So each widget is drawn into a file of its own, where nothing can shift, and the files are nested
as the widgets are: whatever clips a widget clips what is in it.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QScrollArea, QWidget

from attnstudio.state.formats import Text
from attnstudio.ui.figures.embedding import embed
from attnstudio.ui.figures.outlines import Outlines
from attnstudio.ui.figures.tidy import OUTSIDE, Tidy, without_said

_DPI = 96  # of a pixel, as the format has it


def gathered(root: QWidget, text: Text) -> tuple[Element, Element]:
    """The `defs` of a file, and the group that draws the page with their help, in pixels of the page.

    Letters are outlines, letters with their fonts in the `defs`, or letters that only name their fonts.
    """
    shared, drawn = Element("defs"), Element("g", OUTSIDE)
    _Widgets(shared).draw(drawn, root, root.rect())
    if text == "paths":
        Outlines(shared).outline(drawn)
    elif text == "fonts":
        embed(drawn, shared)
    for part in drawn:
        without_said(part)
    return shared, drawn


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
        if not _is_mere_frame(widget):
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


def _is_mere_frame(widget: QWidget) -> bool:
    """The inside of a scroll area paints nothing, but drawn by itself it would get a ground."""
    area = widget.parent()
    return type(area) is QScrollArea and widget is area.viewport()


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
