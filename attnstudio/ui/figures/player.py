"""Draws what `vector` has gathered with a painter, for a file that is not SVG.

A PDF knows no clip of a widget but what a painter sets, and Qt sets none: so the one page that is right, with
all of its clips, is drawn into every kind of file. It is of Qt's own making, which uses little of SVG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from attnstudio.ui.figures.outlines import font_of
from attnstudio.ui.figures.tidy import USUAL

_STEP = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CAPS = {
    "butt": Qt.PenCapStyle.FlatCap,
    "square": Qt.PenCapStyle.SquareCap,
    "round": Qt.PenCapStyle.RoundCap,
}
_JOINS = {
    "bevel": Qt.PenJoinStyle.BevelJoin,
    "miter": Qt.PenJoinStyle.SvgMiterJoin,
    "round": Qt.PenJoinStyle.RoundJoin,
}

State = Mapping[str, str]
"""What the groups around a shape say of it."""


class Player:
    """Draws parts of the file whose `defs` are `shared`."""

    def __init__(self, painter: QPainter, shared: Element) -> None:
        self._painter = painter
        self._shared = {one.get("id", ""): one for one in shared}
        self._paths: dict[str, QPainterPath] = {}
        self._pens: dict[tuple[str | None, ...], QPen] = {}

    def play(self, part: Element, around: State = USUAL) -> None:
        """Draw a part and all in it."""
        painter, state = self._painter, {**around, **part.attrib}
        if part.tag == "g":
            painter.save()
            try:
                self._enter(part)
                for child in part:
                    self.play(child, state)
            finally:
                painter.restore()
        elif part.tag == "text":
            painter.setPen(_colour(state, "fill"))
            painter.setFont(font_of(part))
            painter.drawText(QPointF(_of(part, "x"), _of(part, "y")), part.text or "")
        else:
            self._draw(part, state)

    def _enter(self, group: Element) -> None:
        painter = self._painter
        if "transform" in group.attrib:
            painter.setTransform(_transform(group.attrib["transform"]), True)
        if "clip-path" in group.attrib:
            clip = self._shared[_name_in(group.attrib["clip-path"])]
            painter.setClipPath(_path_of(clip[0]), Qt.ClipOperation.IntersectClip)
        if "opacity" in group.attrib:
            painter.setOpacity(painter.opacity() * float(group.attrib["opacity"]))

    def _draw(self, part: Element, state: State) -> None:
        painter = self._painter
        painter.setPen(self._pen(state))
        painter.setBrush(self._brush(state))
        if part.tag == "use":
            path = self._glyph(part.attrib["xlink:href"].removeprefix("#"))
            painter.drawPath(path.translated(_of(part, "x"), _of(part, "y")))
        elif part.tag == "rect" and "rx" not in part.attrib:
            painter.drawRect(_rect(part))
        else:
            path = _path_of(part)
            if state["fill-rule"] == "nonzero":
                path.setFillRule(Qt.FillRule.WindingFill)
            painter.drawPath(path)

    def _glyph(self, name: str) -> QPainterPath:
        if name not in self._paths:
            path = self._paths[name] = _path_of(self._shared[name])
            path.setFillRule(Qt.FillRule.WindingFill)
        return self._paths[name]

    def _pen(self, state: State) -> QPen:
        key = tuple(map(state.get, _STROKE))
        if key not in self._pens:
            self._pens[key] = _pen(state)
        return self._pens[key]

    def _brush(self, state: State) -> QBrush:
        fill = state["fill"]
        if fill == "none":
            return QBrush(Qt.BrushStyle.NoBrush)
        if fill.startswith("url"):
            return QBrush(_gradient(self._shared[_name_in(fill)]))
        return QBrush(_colour(state, "fill"))


_STROKE = (
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "vector-effect",
)


def _pen(state: State) -> QPen:
    if state["stroke"] == "none":
        return QPen(Qt.PenStyle.NoPen)
    width = float(state["stroke-width"])
    pen = QPen(_colour(state, "stroke"), width)
    pen.setCapStyle(_CAPS[state["stroke-linecap"]])
    pen.setJoinStyle(_JOINS[state["stroke-linejoin"]])
    pen.setMiterLimit(float(state.get("stroke-miterlimit", "4")))
    pen.setCosmetic(state.get("vector-effect") == "non-scaling-stroke")
    dashes = state.get("stroke-dasharray", "none")
    if dashes != "none":
        pen.setDashPattern([length / width for length in _numbers(dashes)])
        pen.setDashOffset(float(state.get("stroke-dashoffset", "0")) / width)
    return pen


def _colour(state: State, what: str) -> QColor:
    colour = QColor(state[what])
    colour.setAlphaF(float(state[f"{what}-opacity"]))
    return colour


def _gradient(part: Element) -> QGradient:
    made: QLinearGradient | QRadialGradient
    if part.tag == "linearGradient":
        made = QLinearGradient(_of(part, "x1"), _of(part, "y1"), _of(part, "x2"), _of(part, "y2"))
    else:
        made = QRadialGradient(_of(part, "cx"), _of(part, "cy"), _of(part, "r"))
    for stop in part:
        colour = QColor(stop.get("stop-color", "black"))
        colour.setAlphaF(float(stop.get("stop-opacity", "1")))
        made.setColorAt(float(stop.get("offset", "0")), colour)
    return made


def _transform(said: str) -> QTransform:
    numbers = _numbers(said)
    return QTransform(*numbers) if said.startswith("matrix") else QTransform.fromTranslate(*numbers)


def _path_of(part: Element) -> QPainterPath:
    """The outline of a shape."""
    path = QPainterPath()
    if part.tag == "rect":
        path.addRoundedRect(_rect(part), _of(part, "rx"), _of(part, "ry"))
    elif part.tag in ("circle", "ellipse"):
        across, down = (_of(part, name) or _of(part, "r") for name in ("rx", "ry"))
        path.addEllipse(QPointF(_of(part, "cx"), _of(part, "cy")), across, down)
    elif part.tag == "line":
        line = QLineF(_of(part, "x1"), _of(part, "y1"), _of(part, "x2"), _of(part, "y2"))
        path.moveTo(line.p1())
        path.lineTo(line.p2())
    elif part.tag in ("polyline", "polygon"):
        numbers = _numbers(part.get("points", ""))
        path.addPolygon(QPolygonF([QPointF(*at) for at in zip(numbers[::2], numbers[1::2], strict=True)]))
        if part.tag == "polygon":
            path.closeSubpath()
    elif part.tag == "path":
        _follow(path, iter(_STEP.findall(part.get("d", ""))))
    else:
        raise ValueError(f"<{part.tag}> is not of Qt's making")
    return path


def _follow(path: QPainterPath, steps: Iterator[str]) -> None:
    for step in steps:
        if step == "M":
            path.moveTo(*_points(steps, 1))
        elif step == "L":
            path.lineTo(*_points(steps, 1))
        elif step == "C":
            path.cubicTo(*_points(steps, 3))
        else:
            path.closeSubpath()


def _points(steps: Iterator[str], count: int) -> list[QPointF]:
    return [QPointF(float(next(steps)), float(next(steps))) for _ in range(count)]


def _rect(part: Element) -> QRectF:
    return QRectF(_of(part, "x"), _of(part, "y"), _of(part, "width"), _of(part, "height"))


def _numbers(said: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(said)]


def _of(part: Element, name: str) -> float:
    return float(part.get(name, "0"))


def _name_in(said: str) -> str:
    return said.removeprefix("url(#").removesuffix(")")
