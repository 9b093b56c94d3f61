"""The ground of the flow: the arrows from station to station, the words on them, and the foot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow.content import Flow
from attnstudio.ui.panels.flow.ink import FlowInk, ink_of
from attnstudio.ui.panels.flow.places import Place, Places
from attnstudio.ui.panels.flow.widths import Unit
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import metrics, theme_of, width_of

AXES = "rows: query asks · columns: key offers"
_CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_HEAD = 7.0  # pixels of an arrow's point
_SWATCH, _HIGH = 44, 8  # pixels of a legend's ramp, at 100 %


@dataclass(frozen=True, slots=True)
class _Legend:
    """One ramp of colours with what its ends are worth."""

    name: str
    low: str
    high: str
    colours: tuple[QColor, ...]


class FlowField(Surface):
    """Everything between the stations; they are its children."""

    resized = Signal()

    def __init__(self, parent: QWidget, store: Store) -> None:
        super().__init__(parent)
        self.store = store
        self._flow: Flow | None = None
        self._places: Places | None = None
        self._hint = ""
        self._sentence = ""  # where there is nothing to show
        self._least = QSize()
        self.is_placed = False  # whether it was given a size
        self._picture: QPixmap | None = None

    @property
    def ink(self) -> FlowInk:
        return ink_of(theme_of(self.store.view))

    def show_flow(self, flow: Flow, places: Places, hint: str) -> None:
        """Take over what is drawn; `hint` tells what one can do here."""
        self._flow, self._places, self._hint, self._sentence = flow, places, hint, ""
        self._picture = None
        self.update()

    def show_sentence(self, sentence: str) -> None:
        """Say why there is nothing to show."""
        self._places, self._sentence = None, sentence
        self._picture = None
        self.update()

    def ask_for(self, least: QSize) -> None:
        """The smallest size in which everything has room."""
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return self._least

    def sizeHint(self) -> QSize:
        return self._least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.is_placed = True
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.store.view.is_figure:
            self._draw(painter)
        else:
            ratio = self.devicePixelRatioF()
            if self._picture is None or self._picture.devicePixelRatio() != ratio:
                self._picture = QPixmap(self.size() * ratio)
                self._picture.setDevicePixelRatio(ratio)
                self._picture.fill(Qt.GlobalColor.transparent)
                inside = QPainter(self._picture)
                self._draw(inside)
                inside.end()
            painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self.ink.theme.panel)
        if self._flow is None or self._places is None:
            painter.setFont(self.ink.theme.text())
            painter.setPen(self.ink.theme.secondary)
            painter.drawText(self.rect(), _CENTRED, self._sentence)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_first(painter, self._places)
        self._draw_chain(painter, self._places)
        self._draw_values(painter, self._places)
        self._draw_axes(painter, self._places)
        self._draw_foot(painter, self._flow, self._places.foot)

    # --- arrows ---------------------------------------------------------------------------------------

    def _draw_first(self, painter: QPainter, places: Places) -> None:
        """From X through the matrices to Q, K and V."""
        for which, plane in places.planes.items():
            made = places.stations[which[-1]]
            middle = _middle_of(plane, self.ink)
            if places.is_same_band("x", "planes"):
                x = places.stations["x"]
                self._arrow(painter, QPointF(x.right, x.middle), QPointF(plane.left() - 3, middle))
            if places.is_same_band("planes", "qkv"):
                self._arrow(painter, QPointF(plane.right() + 4, middle), QPointF(made.left, made.middle))

    def _draw_chain(self, painter: QPainter, places: Places) -> None:
        """From Q and K to the scores, and on from each station to the next."""
        scores = places.stations["scores"]
        theme = self.ink.theme
        if places.is_same_band("qkv", "scores"):
            apart = min(theme.px(12), scores.cells.area.height() // 4)
            for node, down in (("q", -apart), ("k", apart)):
                start = places.stations[node]
                end = QPointF(scores.left, scores.middle + down)
                self._arrow(painter, QPointF(start.right, start.middle), end)
        chain: list[Unit] = [
            unit for band in places.bands for unit in band if unit not in ("x", "planes", "qkv")
        ]
        for one, other in pairwise(chain):
            if not places.is_same_band(one, other):
                continue
            before, after = places.stations[one], places.stations[other]
            self._arrow(painter, QPointF(before.right, before.middle), QPointF(after.left, after.middle))
            word = self._word(one, other, places)
            if word:
                self._label(painter, word, (before.right + after.left) / 2, before.middle)
        for upper, lower in pairwise(range(len(places.bands))):
            self._draw_turn(painter, places, upper, lower)

    def _word(self, one: Unit, other: Unit, places: Places) -> str:
        if other == "output" and not places.is_same_band("qkv", "output"):
            return "× V"
        return "concat" if one == "output" else ""

    def _draw_turn(self, painter: QPainter, places: Places, before: int, after: int) -> None:
        """From the end of a band to the beginning of the next."""
        last, first = places.bands[before][-1], places.bands[after][0]
        start, end = _end_of(last, places, self.ink), _start_of(first, places, self.ink)
        between = (places.tops[before].bottom() + places.tops[after].top()) / 2
        aside = self.ink.theme.px(9)
        corner = 6.0
        path = QPainterPath(start)
        right, left = start.x() + aside, max(end.x() - aside, 2.0)
        for x, y, to_x, to_y in (
            (right, start.y(), right, between),
            (right, between, left, between),
            (left, between, left, end.y()),
            (left, end.y(), end.x(), end.y()),
        ):
            here = path.currentPosition()
            toward = math.hypot(x - here.x(), y - here.y()) or 1.0
            cut = min(corner, toward / 2)
            path.lineTo(x - (x - here.x()) / toward * cut, y - (y - here.y()) / toward * cut)
            ahead = math.hypot(to_x - x, to_y - y) or 1.0
            turn = min(corner, ahead / 2)
            path.quadTo(x, y, x + (to_x - x) / ahead * turn, y + (to_y - y) / ahead * turn)
        path.lineTo(end.x() - _HEAD, end.y())
        painter.setPen(self.ink.arrow)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        self._point(painter, end, 0.0)

    def _draw_values(self, painter: QPainter, places: Places) -> None:
        """V goes under everything to the output."""
        if not places.is_same_band("qkv", "output"):
            return
        v, output = places.stations["v"], places.stations["output"]
        end, theme = output.foot, self.ink.theme
        below = end.y() + theme.px(24)  # the squares end where the output does, and words stand under them
        lowest = v.rect.top() + v.cells.area.bottom() - 2
        start = QPointF(v.right, min(max(v.middle, below), lowest))
        low = max(start.y(), below)
        path = QPainterPath(start)
        path.cubicTo(start.x() + (end.x() - start.x()) * 0.6, low, end.x(), low, end.x(), end.y() + _HEAD - 1)
        painter.setPen(self.ink.arrow)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        self._point(painter, end, -90.0)
        middle = path.pointAtPercent(0.5)
        self._label(painter, "× V", middle.x(), middle.y())

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        """Level at both ends."""
        painter.setPen(self.ink.arrow)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        foot = QPointF(end.x() - _HEAD + 1, end.y())
        path = QPainterPath(start)
        bend = (foot.x() - start.x()) / 2
        path.cubicTo(start.x() + bend, start.y(), foot.x() - bend, foot.y(), foot.x(), foot.y())
        painter.drawPath(path)
        self._point(painter, end, 0.0)

    def _point(self, painter: QPainter, tip: QPointF, degrees: float) -> None:
        painter.save()
        painter.translate(tip)
        painter.rotate(degrees)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.ink.theme.axis)
        half = _HEAD * 0.45
        painter.drawConvexPolygon(QPolygonF([QPointF(0, 0), QPointF(-_HEAD, -half), QPointF(-_HEAD, half)]))
        painter.restore()

    def _label(self, painter: QPainter, text: str, x: float, y: float) -> None:
        """Words on an arrow, with room around them."""
        font, theme = self.ink.small, self.ink.theme
        form = metrics(font.key(), font)
        wide = form.horizontalAdvance(text)
        area = QRectF(x - wide / 2 - 3, y - theme.px(5) - form.height(), wide + 6, form.height())
        painter.setFont(font)
        painter.setPen(theme.secondary)
        painter.drawText(QPointF(area.left() + 3, area.bottom() - form.descent()), text)

    # --- words ----------------------------------------------------------------------------------------

    def _draw_axes(self, painter: QPainter, places: Places) -> None:
        """What rows and columns of the squares are, under the first of them that has room for it."""
        theme, font = self.ink.theme, self.ink.small
        first = places.stations["scores"]
        band = next(band for band in places.bands if "scores" in band)
        squares = [unit for unit in band if unit in ("scores", "scaled", "masked", "spread", "weights")]
        last = places.stations[squares[-1]]
        form = metrics(font.key(), font)
        top = first.rect.top() + first.cells.ys[-1] + theme.px(4) + form.ascent()
        text = form.elidedText(AXES, Qt.TextElideMode.ElideRight, last.right - first.rect.left())
        painter.setFont(font)
        painter.setPen(theme.secondary)
        painter.drawText(QPointF(first.rect.left() + first.cells.xs[0], top), text)

    def _draw_foot(self, painter: QPainter, flow: Flow, foot: QRect) -> None:
        """What is wrong, else what is said, else what one can do; on the right what the colours mean."""
        theme, font = self.ink.theme, self.ink.foot
        form = metrics(font.key(), font)
        line = theme.px(22)
        legends = _legends(flow, self.ink)
        wide = sum(_legend_width(each, self.ink) for each in legends)
        text = " ".join(
            part for part in (flow.warning or flow.sentence, "" if flow.warning else self._hint) if part
        )
        has_two = foot.height() > line
        room = foot.width() if has_two else foot.width() - round(wide) - theme.px(16)
        painter.setFont(font)
        painter.setPen(theme.warning if flow.warning else theme.secondary)
        base = foot.top() + (line + form.capHeight()) / 2
        painter.drawText(
            QPointF(foot.left() + 2, base), form.elidedText(text, Qt.TextElideMode.ElideRight, room)
        )
        left = foot.right() - wide
        top = foot.bottom() + 1 - line
        for each in legends:
            _draw_legend(painter, each, QPointF(left, top + line / 2), self.ink)
            left += _legend_width(each, self.ink)


def foot_lines(flow: Flow, ink: FlowInk, width: int, hint: str) -> int:
    """Whether sentence and legends have room side by side, or need a line each."""
    wide = sum(_legend_width(each, ink) for each in _legends(flow, ink))
    text = " ".join(part for part in (flow.warning or flow.sentence, "" if flow.warning else hint) if part)
    return 1 if wide + width_of(ink.foot, text) + ink.theme.px(20) <= width else 2


def _legends(flow: Flow, ink: FlowInk) -> list[_Legend]:
    theme = ink.theme
    of_vectors, of_scores = flow.limits

    def signed(name: str, limit: float) -> _Legend:
        return _Legend(name, numerals.exact(-limit), "+" + numerals.exact(limit), theme.signed)

    return [
        signed("vectors", of_vectors),
        signed("scores", of_scores),
        _Legend("weights", "0", "1", theme.weights),
    ]


def _legend_width(legend: _Legend, ink: FlowInk) -> float:
    theme = ink.theme
    words = width_of(ink.small, legend.name)
    numbers = width_of(ink.shape, legend.low) + width_of(ink.shape, legend.high)
    return words + numbers + theme.px(_SWATCH) + theme.px(6 + 4 + 4 + 16)


def _draw_legend(painter: QPainter, legend: _Legend, at: QPointF, ink: FlowInk) -> None:
    theme, x = ink.theme, at.x()
    form = metrics(ink.small.key(), ink.small)
    base = at.y() + form.capHeight() / 2
    painter.setPen(theme.secondary)
    painter.setFont(ink.small)
    painter.drawText(QPointF(x, base), legend.name)
    x += width_of(ink.small, legend.name) + theme.px(6)
    painter.setFont(ink.shape)
    painter.drawText(QPointF(x, base), legend.low)
    x += width_of(ink.shape, legend.low) + theme.px(4)
    high, wide = theme.px(_HIGH), theme.px(_SWATCH)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for pixel in range(wide):
        colour = legend.colours[pixel * (len(legend.colours) - 1) // max(wide - 1, 1)]
        painter.fillRect(QRectF(x + pixel, at.y() - high / 2, 1.5, high), colour)
    painter.setPen(ink.frame)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(x, at.y() - high / 2, wide, high))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    x += wide + theme.px(4)
    painter.setPen(theme.secondary)
    painter.drawText(QPointF(x, base), legend.high)


def _middle_of(plane: QRect, ink: FlowInk) -> float:
    """Of the square under the name."""
    return plane.center().y() + ink.theme.px(11)


def _end_of(unit: Unit, places: Places, ink: FlowInk) -> QPointF:
    if unit == "planes":
        plane = places.planes["w_k"]
        return QPointF(plane.right() + 4, _middle_of(plane, ink))
    place: Place = places.stations["k" if unit == "qkv" else unit]
    return QPointF(place.right, place.middle)


def _start_of(unit: Unit, places: Places, ink: FlowInk) -> QPointF:
    if unit == "planes":
        plane = places.planes["w_k"]
        return QPointF(plane.left() - 3, _middle_of(plane, ink))
    place: Place = places.stations["k" if unit == "qkv" else unit]
    return QPointF(place.left, place.middle)
