"""A page that is laid out as an SVG file: vectors and letters, no picture."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from attnstudio.state.formats import Text
from attnstudio.ui.figures.gathering import gathered
from attnstudio.ui.figures.tidy import number, readable


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
    shared, drawn = gathered(root, text)
    page.append(shared)
    if ground.alpha():
        SubElement(page, "rect", {**whole, "fill": ground.name()})
    page.append(drawn)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(page, encoding="unicode").encode()
