"""What of the charts holds still while d_k is dragged: axes, names and curves."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from attnstudio.model.sampling import GRID
from attnstudio.ui.panels.growth.content import NOTES, Chart
from attnstudio.ui.panels.growth.places import ROOT_NAME, TINY, Place, spread_out
from attnstudio.ui.sampling.kinds import colour_of, drawn_name, pen_of
from attnstudio.ui.sampling.sizes import MARKED
from attnstudio.ui.subscript import draw_name
from attnstudio.ui.theme import BODY, SMALL, Theme, width_of


def paint_chart(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    _paint_title(painter, theme, chart, place)
    _paint_axes(painter, theme, chart, place)
    _paint_limit(painter, theme, chart, place)
    if chart.has_root:
        _paint_root(painter, theme, chart, place)
    for line in reversed(chart.lines):  # raw on top
        if line.values:
            painter.setPen(pen_of(theme, line.kind))
            points = [
                QPointF(place.x(d_k), place.y(chart, value))
                for d_k, value in zip(GRID, line.values, strict=True)
            ]
            painter.drawPolyline(QPolygonF(points))
    _paint_names(painter, theme, chart, place)


def _paint_title(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    bold, small = theme.text(BODY, 600), theme.text(SMALL)
    baseline = place.whole.top() + theme.px(13)
    painter.setPen(theme.ink)
    painter.setFont(bold)
    painter.drawText(QPointF(place.whole.left(), baseline), chart.title)
    x = place.whole.left() + width_of(bold, chart.title) + theme.px(8)
    room = place.whole.right() - x
    note = QFontMetricsF(small).elidedText(NOTES[chart.measure], Qt.TextElideMode.ElideRight, room)
    painter.setPen(theme.secondary)
    painter.setFont(small)
    painter.drawText(QPointF(x, baseline), note)


def _paint_axes(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    font, plot = theme.numbers(TINY), place.plot
    half = QFontMetricsF(font).capHeight() / 2
    painter.setFont(font)
    grid = QPen(theme.grid, max(theme.stroke, 1.0))
    for value, text in chart.axis.ticks:
        y = place.y(chart, value)
        painter.setPen(grid)
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(theme.secondary)
        painter.drawText(QPointF(plot.left() - theme.px(6) - width_of(font, text), y + half), text)
    for d_k in MARKED:
        x = place.x(d_k)
        painter.setPen(grid)
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
    painter.setPen(theme.secondary)
    for d_k in MARKED:
        text = str(d_k)
        painter.drawText(QPointF(place.x(d_k) - width_of(font, text) / 2, plot.bottom() + theme.px(14)), text)
    draw_name(
        painter,
        "d_k →",
        QPointF(plot.right() + theme.px(16), plot.bottom() + theme.px(14)),
        theme.text(TINY + 1),
    )
    painter.setPen(QPen(theme.axis, max(theme.stroke, 1.0)))
    painter.drawLine(plot.bottomLeft(), plot.bottomRight())
    painter.drawLine(plot.topLeft(), plot.bottomLeft())


def _paint_limit(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    if chart.limit is None:
        return
    y = place.y(chart, chart.limit)
    painter.setPen(QPen(theme.axis, max(theme.stroke, 1.0)))
    painter.drawLine(QPointF(place.plot.left(), y), QPointF(place.plot.right(), y))


def _paint_root(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    """√d_k, which nobody drew, as a pale band: the raw spread lies on it."""
    band = QPen(theme.hairline, 9 * theme.stroke)
    band.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(band)
    last = GRID[-1]
    painter.drawLine(
        QPointF(place.x(1), place.y(chart, 1.0)), QPointF(place.x(last), place.y(chart, math.sqrt(last)))
    )


def _paint_names(painter: QPainter, theme: Theme, chart: Chart, place: Place) -> None:
    """Each line is named at its end, where it is, so that no legend is needed."""
    bold, small = theme.text(SMALL, 600), theme.text(SMALL)
    names = [
        (place.y(chart, line.values[-1]), drawn_name(line.name), bold, colour_of(theme, line.kind))
        for line in chart.lines
        if line.values
    ]
    if chart.limit is not None:
        names.append((place.y(chart, chart.limit), chart.limit_name, small, theme.secondary))
    if chart.has_root:
        names.append((place.y(chart, math.sqrt(GRID[-1])) + 1, ROOT_NAME, small, theme.secondary))
    middle = QFontMetricsF(small).capHeight() / 2
    apart = theme.px(15)
    heights = spread_out(
        [name[0] for name in names], apart, place.plot.top() + middle, place.plot.bottom() - middle
    )
    for (_, name, font, colour), y in zip(names, heights, strict=True):
        painter.setPen(colour)
        draw_name(painter, name, QPointF(place.plot.right() + theme.px(7), y + middle), font)


def frame(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """The keyboard is here."""
    painter.setPen(QPen(theme.focus, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)
