"""What lies under the arrows: the grid with its numbers, the axes with their names, the bound."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from attnstudio.model import numerals
from attnstudio.model.document import Chart
from attnstudio.state.gestures import Lens
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Box, overlap
from attnstudio.ui.theme import metrics, width_of

_NUMBERS, _NAMES = 11, 12  # text sizes
_ROOM = 44  # pixels between grid lines, at least: their numbers stand between them


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that the ground depends on, so that equal grounds need not be painted twice."""

    lens: Lens
    width: int
    height: int
    bound: float
    chart: Chart | None
    sentence: str  # in the middle, where there is nothing to draw
    covered: Box = (0.0, 0.0, 0.0, 0.0)  # by something that stands over the plane


def draw_ground(painter: QPainter, ground: Ground, ink: Ink) -> None:
    theme = ink.theme
    everything = QRectF(0, 0, ground.width, ground.height)
    painter.fillRect(everything, theme.panel)
    square = _square(ground)
    seen = square.intersected(everything)
    step = grid_step(_ROOM * theme.scale / ground.lens.unit)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    _draw_grid(painter, ground, ink, seen, step)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(ink.line(theme.axis))
    painter.drawRect(square)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_numbers(painter, ground, ink, seen, step)
    _draw_names(painter, ground, ink)
    if ground.sentence:
        painter.setFont(theme.text())
        painter.setPen(theme.ink)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(everything.adjusted(16, 0, -16, -ground.height / 4), flags, ground.sentence)


def grid_step(least: float) -> float:
    """The smallest of … 0.1, 0.2, 0.5, 1, 2, 5 … that is not below `least` model units."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= least * (1 - 1e-9))


def _marks(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [numerals.rounded(count * step, 9) for count in range(first, last + 1)]


def _draw_grid(painter: QPainter, ground: Ground, ink: Ink, seen: QRectF, step: float) -> None:
    lens = ground.lens
    low, high = lens.to_model((seen.left(), seen.bottom())), lens.to_model((seen.right(), seen.top()))
    lines = []
    for x in _marks(low[0], high[0], step):
        at = lens.to_pixels((x, 0.0))[0]
        lines.append(QLineF(at, seen.top(), at, seen.bottom()))
    for y in _marks(low[1], high[1], step):
        at = lens.to_pixels((0.0, y))[1]
        lines.append(QLineF(seen.left(), at, seen.right(), at))
    painter.setPen(ink.line(ink.theme.grid))
    painter.drawLines(lines)
    painter.setPen(ink.line(ink.theme.axis))
    x0, y0 = lens.origin
    painter.drawLines([QLineF(x0, seen.top(), x0, seen.bottom()), QLineF(seen.left(), y0, seen.right(), y0)])


def _draw_numbers(painter: QPainter, ground: Ground, ink: Ink, seen: QRectF, step: float) -> None:
    lens, gap = ground.lens, ink.theme.px(4)
    low, high = lens.to_model((seen.left(), seen.bottom())), lens.to_model((seen.right(), seen.top()))
    font = ink.theme.numbers(_NUMBERS)
    height = metrics(*_keyed(font)).ascent()
    painter.setFont(font)
    painter.setPen(ink.theme.secondary)
    # Where an axis is out of sight, its numbers stand at the edge that is nearest to it.
    below = min(max(lens.origin[1] + gap + height * 0.85, seen.top() + height), seen.bottom() - gap)
    for x in _marks(low[0], high[0], step):
        text = numerals.exact(x)
        wide = width_of(font, text)
        at = lens.to_pixels((x, 0.0))[0] - wide / 2
        at = min(max(at, seen.left() + gap), seen.right() - gap - wide)  # off the line of the bound
        if x != 0.0:
            painter.drawText(QPointF(at, below), text)
    for y in _marks(low[1], high[1], step):
        text = numerals.exact(y)
        at = lens.to_pixels((0.0, y))[1] + height * 0.35
        at = min(max(at, seen.top() + height), seen.bottom() - gap)
        if y != 0.0:
            left = lens.origin[0] - gap - width_of(font, text)
            left = min(max(left, seen.left() + gap), seen.right() - gap - width_of(font, text))
            painter.drawText(QPointF(left, at), text)


def axis_names(ground: Ground, ink: Ink) -> list[tuple[str, Box]]:
    """The axes' names and where they stand: the first under the right end of its axis and its numbers, for
    above it arrows have their names; the second beside the top of its, or below what covers that."""
    if ground.chart is None:
        return []
    gap = ink.theme.px(5)
    form = metrics(*_keyed(ink.theme.words(_NAMES)))
    square = _square(ground)
    right, top = min(square.right(), ground.width) - gap, max(square.top(), 0.0) + gap / 2
    form_of_numbers = metrics(*_keyed(ink.theme.numbers(_NUMBERS)))
    lowest = min(square.bottom(), ground.height) - form.height() - gap
    x0, y0 = max(ground.lens.origin[0], 0.0), ground.lens.origin[1]
    below = max(min(y0 + gap + form_of_numbers.ascent(), lowest), top)
    found = []
    across, up = ground.chart.x_name, ground.chart.y_name
    for name, is_across in ((across and f"{across} →", True), (up and f"{up} ↑", False)):
        text = form.elidedText(name, Qt.TextElideMode.ElideRight, right - x0 - 2 * gap)
        wide, high = form.horizontalAdvance(text), form.height()
        left, upper = (right - wide, below) if is_across else (x0 + gap, top)
        box = left, upper, left + wide, upper + high
        if overlap(box, ground.covered):
            upper = ground.covered[3] + gap / 2
            box = left, upper, left + wide, upper + high
        if text:
            found.append((text, box))
    return found


def _draw_names(painter: QPainter, ground: Ground, ink: Ink) -> None:
    font = ink.theme.words(_NAMES)
    form = metrics(*_keyed(font))
    painter.setFont(font)
    painter.setPen(ink.theme.secondary)
    for text, (left, top, _, _) in axis_names(ground, ink):
        painter.drawText(QPointF(left, top + form.ascent()), text)


def _keyed(font: QFont) -> tuple[str, QFont]:
    return font.key(), font


def _square(ground: Ground) -> QRectF:
    """The bound, in pixels."""
    left, top = ground.lens.to_pixels((-ground.bound, ground.bound))
    right, bottom = ground.lens.to_pixels((ground.bound, -ground.bound))
    return QRectF(left, top, right - left, bottom - top)
