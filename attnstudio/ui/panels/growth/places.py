"""Where the four charts stand, and what on them stands where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from attnstudio.model.settings import LARGEST_D_K
from attnstudio.ui.panels.growth.content import Chart
from attnstudio.ui.sampling.kinds import drawn_name
from attnstudio.ui.subscript import name_width
from attnstudio.ui.theme import SMALL, Theme, width_of

TINY = 10  # numbers on the axes
ROOT_NAME = "√d_k"
TWO_WIDE = 480
"""Logical pixels, at 100 % text, from which on two charts stand side by side."""
LOWEST = 138
"""Height of a chart with its title and its axis."""

_OCTAVES = math.log2(LARGEST_D_K)


@dataclass(frozen=True, slots=True)
class Place:
    """One chart: the whole of it, and the square within its axes."""

    whole: QRectF
    plot: QRectF

    def x(self, d_k: float) -> float:
        return self.plot.left() + self.plot.width() * math.log2(d_k) / _OCTAVES

    def y(self, chart: Chart, value: float) -> float:
        return self.plot.bottom() - self.plot.height() * chart.axis.share(value)

    def d_k(self, x: float) -> float:
        """What lies at a place on the axis, 1 … 4096."""
        share = (x - self.plot.left()) / max(self.plot.width(), 1.0)
        return math.exp2(_OCTAVES * min(max(share, 0.0), 1.0))


def columns_for(width: float, theme: Theme) -> int:
    return 2 if width >= theme.px(TWO_WIDE) else 1


def height_for(width: float, theme: Theme) -> int:
    """The least height that four charts need in a panel of that width."""
    rows = 4 // columns_for(width, theme)
    return rows * theme.px(LOWEST) + (rows - 1) * theme.px(10)


def places_of(charts: Sequence[Chart], area: QRectF, theme: Theme) -> tuple[Place, ...]:
    """Charts in reading order, two to a row where there is room."""
    columns = columns_for(area.width(), theme)
    rows = math.ceil(len(charts) / columns)
    gap_x, gap_y = theme.px(14), theme.px(10)
    wide = (area.width() - (columns - 1) * gap_x) / columns
    high = (area.height() - (rows - 1) * gap_y) / rows
    left, right = _left_of(charts, theme), _right_of(charts, theme)
    places = []
    for number in range(len(charts)):
        row, column = divmod(number, columns)
        whole = QRectF(area.left() + column * (wide + gap_x), area.top() + row * (high + gap_y), wide, high)
        plot = whole.adjusted(left, theme.px(24), -right, -theme.px(18))
        places.append(Place(whole, plot))
    return tuple(places)


def spread_out(heights: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Heights as near to the wanted ones as keeps them `apart`, within `top` … `bottom`."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = [0.0] * len(heights)
    least = top
    for index in order:
        placed[index] = max(heights[index], least)
        least = placed[index] + apart
    most = bottom
    for index in reversed(order):
        placed[index] = min(placed[index], most)
        most = placed[index] - apart
    return placed


def _left_of(charts: Sequence[Chart], theme: Theme) -> float:
    font = theme.numbers(TINY)
    widest = max(width_of(font, text) for chart in charts for _, text in chart.axis.ticks)
    return widest + theme.px(8)


def _right_of(charts: Sequence[Chart], theme: Theme) -> float:
    font, small = theme.text(SMALL, 600), theme.text(SMALL)
    names = [name_width(drawn_name(line.name), font) for chart in charts for line in chart.lines]
    names += [name_width(chart.limit_name, small) for chart in charts]
    names += [name_width(ROOT_NAME, small) for chart in charts if chart.has_root]
    return max(names) + theme.px(10)
