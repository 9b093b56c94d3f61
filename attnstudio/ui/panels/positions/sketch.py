"""A small plane with arrows before and after their positions play a part: the ghost, the way, the arrow."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnstudio.model import numerals
from attnstudio.model.geometry import Vec2
from attnstudio.state.gestures import Lens
from attnstudio.ui.planes.ink import Ink, Stroke, draw_arrow, draw_ring, ink_of
from attnstudio.ui.planes.labels import Label, places
from attnstudio.ui.planes.lettering import draw_labels
from attnstudio.ui.theme import Theme, metrics, width_of

_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0)
_ROOM = 1.12  # how much more than its longest arrow a plane shows
_LEVEL = 4  # of the width of an arrow: every one alike here
_GAP = 7.0
_WAY, _CORNERS = 0.6, 24  # of an arrow: where the arc stands that its tip has gone
_MIXED = 0.6  # of a colour in the ground
_FEW = 12  # arrows that are all drawn with their heads and ghosts


@dataclass(frozen=True, slots=True)
class Drawn:
    """One arrow, or with `is_point` one point and the way that it has come."""

    key: Hashable
    name: str  # as it stands beside the tip; "" where there is no room for all
    stroke: Stroke
    index: int | None  # of a token's colour
    before: Vec2
    after: Vec2
    is_strong: bool = False  # looked at: its way is drawn, and its name must stand
    is_point: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """Position vectors, all of one length."""

    radius: float
    points: tuple[Vec2, ...]
    names: tuple[str, ...]


def reach_of(drawn: tuple[Drawn, ...], circle: Circle | None = None) -> float:
    """Units from the middle to the edge that show everything."""
    points = [point for one in drawn for point in (one.before, one.after)]
    longest = max((math.hypot(*point) for point in points), default=0.0)
    if circle is not None:
        longest = max(longest, abs(circle.radius))
    return numerals.round_up(max(longest * _ROOM, 0.1), _STEPS)


def lens_in(area: QRectF, reach: float) -> Lens:
    middle = area.center()
    return Lens((middle.x(), middle.y()), min(area.width(), area.height()) / 2 / reach)


class Faint:
    """Pens of one theme that lie behind: made once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pens: dict[tuple[int, float, bool], QPen] = {}

    def pen(self, colour: QColor, width: float, is_dashed: bool) -> QPen:
        key = colour.rgb(), width, is_dashed
        if key not in self._pens:
            faint = QColor(colour)
            faint.setAlphaF(0.45)
            made = QPen(faint, width * self._theme.stroke)
            made.setCapStyle(Qt.PenCapStyle.FlatCap)
            if is_dashed:
                made.setDashPattern([2.5, 2.5])
            self._pens[key] = made
        return self._pens[key]

    def hair(self, colour: QColor) -> QPen:
        """One pixel of a colour that is mixed already: Qt takes its time over many lines of anything else."""
        ground = self._theme.panel if self._theme.panel.alpha() else QColor("#FFFFFF")
        red, green, blue = (
            round(_MIXED * mine + (1.0 - _MIXED) * under)
            for mine, under in (
                (colour.red(), ground.red()),
                (colour.green(), ground.green()),
                (colour.blue(), ground.blue()),
            )
        )
        return QPen(QColor(red, green, blue), 1.0)


@cache
def faint_of(theme: Theme) -> Faint:
    return Faint(theme)


def draw_plane(
    painter: QPainter,
    theme: Theme,
    area: QRectF,
    reach: float,
    drawn: tuple[Drawn, ...],
    circle: Circle | None = None,
    is_figure: bool = False,
) -> None:
    """Ground, ghosts, ways, arrows and names, within `area`."""
    ink, lens = ink_of(theme), lens_in(area, reach)
    _draw_ground(painter, ink, area, lens)
    painter.save()
    painter.setClipRect(area.adjusted(1, 1, -1, -1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if circle is not None:
        _draw_circle(painter, ink, lens, circle)
    is_crowd = len(drawn) > _FEW
    asked_for = tuple(one for one in drawn if not is_crowd or one.is_strong or one.name or one.is_point)
    if is_crowd:
        _draw_crowd(painter, ink, lens, [one for one in drawn if one not in asked_for])
    for one in asked_for:
        _draw_before(painter, ink, lens, one)
    for one in asked_for:
        _draw_after(painter, ink, lens, one)
    _draw_names(painter, ink, area, lens, drawn, circle, is_figure)
    painter.restore()


def _draw_ground(painter: QPainter, ink: Ink, area: QRectF, lens: Lens) -> None:
    theme = ink.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(ink.line(theme.hairline))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area.adjusted(0, 0, -1, -1))
    x, y = lens.origin
    step = numerals.round_up(24.0 * theme.scale / lens.unit, (1.0, 2.0, 5.0)) * lens.unit
    count = int(max(area.width(), area.height()) / 2 / step)
    painter.setPen(ink.line(theme.grid))
    for number in range(-count, count + 1):
        if number:
            away = number * step
            painter.drawLine(QLineF(area.left() + 1, y + away, area.right() - 2, y + away))
            painter.drawLine(QLineF(x + away, area.top() + 1, x + away, area.bottom() - 2))
    painter.setPen(ink.line(theme.axis))
    painter.drawLine(QLineF(area.left() + 1, y, area.right() - 2, y))
    painter.drawLine(QLineF(x, area.top() + 1, x, area.bottom() - 2))


def _draw_circle(painter: QPainter, ink: Ink, lens: Lens, circle: Circle) -> None:
    radius = abs(circle.radius) * lens.unit
    painter.setPen(ink.line(ink.theme.axis))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(*lens.origin), radius, radius)
    theme = ink.theme
    for point in circle.points:
        draw_ring(painter, theme.secondary, lens.to_pixels(point), 2.4 * theme.stroke, 1.2, theme.panel)


def _draw_crowd(painter: QPainter, ink: Ink, lens: Lens, crowd: list[Drawn]) -> None:
    """Arrows of many words as plain lines, one stroke a colour: nobody looks at one of them by itself."""
    lines: dict[int, list[QLineF]] = {}
    for one in crowd:
        colour = (one.index or 0) % len(ink.theme.tokens)
        lines.setdefault(colour, []).append(QLineF(*lens.origin, *lens.to_pixels(one.after)))
    for index, some in lines.items():
        painter.setPen(faint_of(ink.theme).hair(ink.theme.token_outline(index)))
        painter.drawLines(some)


def _draw_before(painter: QPainter, ink: Ink, lens: Lens, one: Drawn) -> None:
    if one.before == one.after:
        return
    colour, faint = ink.colour(one.stroke, one.index), faint_of(ink.theme)
    before, after = lens.to_pixels(one.before), lens.to_pixels(one.after)
    if one.is_point:
        painter.setPen(faint.pen(colour, 1.5, is_dashed=False))
        painter.drawLine(QLineF(*before, *after))
        draw_ring(painter, colour, before, 3.0 * ink.theme.stroke, 1.2, ink.theme.panel)
        return
    painter.setPen(faint.pen(colour, 1.5, is_dashed=True))
    painter.drawLine(QLineF(*lens.origin, *before))
    if one.is_strong:
        _draw_way(painter, ink, lens, one)


def _draw_way(painter: QPainter, ink: Ink, lens: Lens, one: Drawn) -> None:
    """An arc from the ghost to the arrow, the shorter way round; as a line of corners, which Qt draws at a
    tenth of an arc's price."""
    radius = _WAY * math.hypot(*one.before) * lens.unit
    start = math.atan2(one.before[1], one.before[0])
    span = math.atan2(one.after[1], one.after[0]) - start
    span = (span + math.pi) % math.tau - math.pi
    x, y = lens.origin
    corners = [
        QPointF(x + radius * math.cos(turn), y - radius * math.sin(turn))
        for turn in (start + span * part / _CORNERS for part in range(_CORNERS + 1))
    ]
    painter.setPen(faint_of(ink.theme).hair(ink.colour(one.stroke, one.index)))
    painter.drawPolyline(corners)


def _draw_after(painter: QPainter, ink: Ink, lens: Lens, one: Drawn) -> None:
    tip = lens.to_pixels(one.after)
    if one.is_point:
        colour = ink.colour(one.stroke, one.index)
        draw_ring(painter, colour, tip, 4.0 * ink.theme.stroke, 1.0, colour)
    else:
        level = _LEVEL if one.is_strong else 0
        draw_arrow(painter, ink.pen(one.stroke, one.index, level), lens.origin, tip)


def _draw_names(
    painter: QPainter,
    ink: Ink,
    area: QRectF,
    lens: Lens,
    drawn: tuple[Drawn, ...],
    circle: Circle | None,
    is_figure: bool,
) -> None:
    labels = []
    for one in drawn:
        if one.name:
            text, width = ink.name(one.name, one.is_strong)
            form = ink.strong_form if one.is_strong else ink.words_form
            kind = "accent" if one.stroke == "query" else "word"
            tip = lens.to_pixels(one.after)
            size = width + 4, form.height(), _GAP * ink.theme.stroke
            labels.append(Label(one.key, text, tip, *size, "", kind, one.is_strong, one.is_strong))
    frame = (area.left() + 2, area.top() + 2, area.right() - 2, area.bottom() - 2)
    shafts = tuple(label.tip for label in labels)
    boxes = places(labels, lens.origin, frame, (), shafts)
    if circle is not None:
        _draw_circle_names(painter, ink, area, lens, circle, list(boxes.values()))
    draw_labels(painter, ink, labels, boxes, is_figure=is_figure)


def _draw_circle_names(
    painter: QPainter,
    ink: Ink,
    area: QRectF,
    lens: Lens,
    circle: Circle,
    taken: list[tuple[float, float, float, float]],
) -> None:
    """p₀, p₁, … outside the circle, those that find room."""
    font = ink.theme.text(11)
    form = metrics(font.key(), font)
    painter.setFont(font)
    painter.setPen(ink.theme.secondary)
    held = [QRectF(QPointF(box[0], box[1]), QPointF(box[2], box[3])) for box in taken]
    for point, name in zip(circle.points, circle.names, strict=True):
        x, y = lens.to_pixels(point)
        length = math.hypot(*point) or 1.0
        wide, high, away = width_of(font, name), form.ascent(), 10.0 * ink.theme.stroke
        x, y = x + point[0] / length * away, y - point[1] / length * away
        box = QRectF(x - wide / 2, y - high / 2, wide, high)
        if area.contains(box) and not any(box.intersects(other) for other in held):
            held.append(box)
            painter.drawText(QPointF(box.left(), box.bottom() - 1), name)
