"""Where the stations of the flow stand: side by side in one band, or in several where that is too narrow."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRect, QSize

from attnstudio.model.projecting import WHICH, Which
from attnstudio.ui.heat import Cells, cells_in
from attnstudio.ui.panels.flow.content import Flow, Station
from attnstudio.ui.panels.flow.widths import (
    PAD,
    PROJECTED,
    Unit,
    Width,
    has_one_line,
    labels_width,
    readable,
    sums_width,
    widths_of,
)
from attnstudio.ui.theme import Theme

_PAIRS: tuple[Unit, ...] = ("scores", "scaled", "masked", "spread", "weights")
_TITLE, _NOTE, _MARKS = 18, 16, 6  # pixels at 100 %, as all that follow
_LEAST_GAP, _GAP, _WIDEST_GAP = 10, 18, 56  # between stations: their arrows need it
_ROW, _TALL_ROW = 20, 30  # cells, at most
_LOW_PLANE = 64  # its height at least
_PLANE_NAME = 22  # over a plane
_BETWEEN = 6  # from one of three things one below the other to the next
_CAPTION, _CURVE, _FOOT = 20, 26, 22
_TURN = 14  # beside bands that go on in the next
_SEEN, _LINE, _LOW_LINE = 6, 13, 10  # so many rows of Q, K and V are so high: inputs have their numbers
_UNDER = 5  # below each of Q, K and V
_LOWEST = 96  # cells of queries by keys, at least


@dataclass(frozen=True, slots=True)
class Place:
    """Of a station: its widget in the field, and the rest within the widget."""

    rect: QRect
    cells: Cells
    labels: int  # pixels for names on the left of the cells
    sums: int  # pixels for the sums on the right of them

    @property
    def middle(self) -> int:
        """Of the cells, down the field."""
        return self.rect.top() + self.cells.area.center().y()

    @property
    def left(self) -> int:
        """Where an arrow to it ends."""
        return self.rect.left() - 1

    @property
    def right(self) -> int:
        """Where an arrow from it begins."""
        return self.rect.right() + 2

    @property
    def foot(self) -> QPointF:
        """Where an arrow from below ends, in the middle of its cells."""
        return QPointF(self.rect.left() + self.cells.area.center().x(), self.rect.bottom() + 2)


@dataclass(slots=True)
class Places:
    """All of it, for one size of the field."""

    stations: dict[str, Place] = field(default_factory=dict)
    planes: dict[Which, QRect] = field(default_factory=dict)
    bands: list[list[Unit]] = field(default_factory=list)
    tops: list[QRect] = field(default_factory=list)  # the room of each band
    foot: QRect = field(default_factory=QRect)

    def is_same_band(self, first: Unit, second: Unit) -> bool:
        return any(first in band and second in band for band in self.bands)


def least_size(flow: Flow, theme: Theme, width: int | None) -> QSize:
    """The smallest field, where it is `width` pixels wide; None is for a field with one band alone."""
    widths, gap = widths_of(flow, theme), theme.px(_GAP)
    if width is None:
        bands = [list(widths)]
        widest = sum(each.needed for each in widths.values()) + gap * (len(widths) - 1)
    else:
        widest = max(each.needed for each in widths.values())
        bands = _bands(widths, max(width, widest), gap)
        if len(bands) > 1:
            widest += 2 * theme.px(_TURN)
            bands = _bands(widths, max(width, widest) - 2 * theme.px(_TURN), gap)
    high = sum(_least_height(band, flow, theme) for band in bands) + (len(bands) - 1) * theme.px(_BETWEEN)
    return QSize(widest, high + theme.px(_FOOT))


def places_in(flow: Flow, theme: Theme, size: QSize, foot: int) -> Places:
    """Where everything stands; the foot of the field is `foot` lines high."""
    widths = widths_of(flow, theme)
    made = Places()
    made.bands = _bands(widths, size.width(), theme.px(_GAP))
    if len(made.bands) > 1:
        made.bands = _bands(widths, size.width() - 2 * theme.px(_TURN), theme.px(_GAP))
    foot_height = foot * theme.px(_FOOT)
    made.foot = QRect(0, size.height() - foot_height, size.width(), foot_height)
    least = [_least_height(band, flow, theme) for band in made.bands]
    between = theme.px(_BETWEEN)
    spare = max(size.height() - foot_height - sum(least) - between * (len(least) - 1), 0)
    top = 0
    for number, (band, high) in enumerate(zip(made.bands, least, strict=True)):
        share = spare // len(least)
        aside = theme.px(_TURN) if len(least) > 1 else 0  # for the arrow from one band to the next
        room = QRect(aside, top, size.width() - 2 * aside, high + share)
        made.tops.append(room)
        _place_band(made, flow, theme, band, room, widths, is_last=number == len(least) - 1)
        top += high + share + between
    return made


def title_height(station: Station | None, theme: Theme) -> int:
    """Pixels of the lines over the cells, and of the colours of the columns; Q, K and V have one line."""
    if station is not None and has_one_line(station):
        return theme.px(_TITLE) + theme.px(1)
    return theme.px(_TITLE) + theme.px(_NOTE) + theme.px(_MARKS)


# --- across


def _bands(widths: dict[Unit, Width], room: int, gap: int) -> list[list[Unit]]:
    """As few bands as there can be; where there is a choice, the second begins with the scores."""
    units = list(widths)
    bands = _filled(units, widths, room, gap)
    if len(bands) > 1:
        scores = units.index("scores")
        apart = [*_filled(units[:scores], widths, room, gap), *_filled(units[scores:], widths, room, gap)]
        if len(apart) <= len(bands):
            return apart
    return bands


def _filled(units: list[Unit], widths: dict[Unit, Width], room: int, gap: int) -> list[list[Unit]]:
    """As many units in each band as have room at their least."""
    bands: list[list[Unit]] = [[]]
    taken = 0
    for unit in units:
        needed = widths[unit].needed
        if bands[-1] and taken + gap + needed > room:
            bands.append([])
            taken = 0
        taken += needed + (gap if bands[-1] else 0)
        bands[-1].append(unit)
    return bands


# --- down


def _least_height(band: list[Unit], flow: Flow, theme: Theme) -> int:
    high = title_height(None, theme) + theme.px(_LOWEST) + theme.px(_CAPTION)
    if "qkv" in band:
        rows = max(min(flow.stations[one].values.shape[0], _SEEN) for one in PROJECTED)
        line = _LINE if flow.is_free else _LOW_LINE
        each = title_height(flow.stations["q"], theme) + rows * theme.px(line) + theme.px(_UNDER)
        high = max(high, 3 * each + 2 * theme.px(_BETWEEN))
    if "planes" in band:
        high = max(high, 3 * (theme.px(_LOW_PLANE) + theme.px(_PLANE_NAME)) + 2 * theme.px(_BETWEEN))
    return high


def _place_band(
    made: Places,
    flow: Flow,
    theme: Theme,
    band: list[Unit],
    room: QRect,
    widths: dict[Unit, Width],
    is_last: bool,
) -> None:
    count = len(band) - 1
    block = (room.height() - 2 * theme.px(_BETWEEN)) // 3
    # Words on the arrows of several bands need the whole gap.
    gap = theme.px(_LEAST_GAP if len(made.bands) == 1 else _GAP)
    least = readable(band, widths, room.width() - gap * count, theme)
    most = [max(_most(unit, widths[unit], block, theme), low) for unit, low in zip(band, least, strict=True)]
    beside = sum(widths[unit].beside + widths[unit].before for unit in band)
    free = max(room.width() - sum(least) - beside - gap * count, 0)
    if count:
        usual = min(free // count, theme.px(_GAP) - gap)
        gap, free = gap + usual, free - usual * count
    wish = sum(b - a for a, b in zip(least, most, strict=True))
    share = min(free / wish, 1.0) if wish else 0.0
    cells = [a + int((b - a) * share) for a, b in zip(least, most, strict=True)]
    free -= sum(cells) - sum(least)
    wider = min(free // count, theme.px(_WIDEST_GAP) - gap) if count else 0
    left = room.left() + (free - wider * count) // 2
    for unit, wide in zip(band, cells, strict=True):
        left += widths[unit].before
        if unit == "planes":
            for number, which in enumerate(WHICH):
                top = room.top() + number * (block + theme.px(_BETWEEN))
                made.planes[which] = _plane_rect(QRect(left, top, wide, block), theme)
        elif unit == "qkv":
            for number, node in enumerate(PROJECTED):
                top = room.top() + number * (block + theme.px(_BETWEEN))
                area = QRect(left, top, wide + widths[unit].beside, block)
                has_planes = "planes" in band
                made.stations[node] = _in_block(flow.stations[node], flow, theme, area, wide, has_planes)
        else:
            has_curve = "qkv" in band and "output" in band
            made.stations[unit] = _in_band(
                flow.stations[unit], flow, theme, room, left, wide, has_curve, _tall(flow, band, cells, theme)
            )
        left += wide + widths[unit].beside + gap + wider


def _tall(flow: Flow, band: list[Unit], cells: list[int], theme: Theme) -> int:
    """The height of a row, at most: cells of queries by keys are not much higher than wide."""
    squares = [wide for unit, wide in zip(band, cells, strict=True) if unit in _PAIRS]
    columns = max(flow.stations["scores"].values.shape[1], 1)
    least, most = theme.px(_ROW), theme.px(_TALL_ROW)
    return max(min(round(1.3 * min(squares) / columns), most), least) if squares else most


def _plane_rect(block: QRect, theme: Theme) -> QRect:
    """A square and its name above it, in the middle of a block."""
    name = theme.px(_PLANE_NAME)
    side = min(block.width(), block.height() - name)
    return QRect(block.left(), block.top() + (block.height() - name - side) // 2, block.width(), name + side)


def _most(unit: Unit, width: Width, block: int, theme: Theme) -> int:
    """A plane is no wider than it is high."""
    if unit != "planes":
        return width.most
    return max(min(width.most, block - theme.px(_PLANE_NAME)), width.least)


def _in_block(station: Station, flow: Flow, theme: Theme, area: QRect, wide: int, has_planes: bool) -> Place:
    """One of three below each other; beside a plane its cells are level with the plane's middle."""
    rows, title = max(station.values.shape[0], 1), title_height(station, theme)
    pad = theme.px(_UNDER)
    high = min(rows * theme.px(_ROW), area.height() - title - pad)
    spare = area.height() - title - pad - high
    top = area.top() + spare // 2
    if has_planes:
        level = area.center().y() + theme.px(_PLANE_NAME) // 2 - high // 2 - title
        top = max(min(level, area.top() + spare), area.top())
    return _place(station, flow, theme, area.left(), top, wide, high)


def _in_band(
    station: Station, flow: Flow, theme: Theme, room: QRect, left: int, wide: int, has_curve: bool, tall: int
) -> Place:
    """Rows of all stations that have the queries' rows stand level."""
    title, pad = title_height(station, theme), theme.px(PAD)
    queries = max(flow.stations["scores"].values.shape[0], 1)
    below = theme.px(_CAPTION) + (theme.px(_CURVE) if has_curve else 0)
    free = room.height() - title - pad - below
    level = min(queries * tall, free)
    start = room.top() + max((room.height() - level - title - below) // 2, 0)
    if has_curve:  # level with the middle between Q and K
        start = min(start, room.top() + max(room.height() // 3 - (title + level) // 2, 0))
    rows = max(station.values.shape[0], 1)
    if station.id == "x":
        high = min(rows * theme.px(_ROW + 2), room.height() - title - pad)
        top = room.top() + (room.height() - title - pad - high) // 2
    elif station.id == "w_o":
        high = min(rows * theme.px(_ROW), level)
        top = start + (level - high) // 2
    else:
        high, top = level, start
    return _place(station, flow, theme, left, top, wide, high)


def _place(station: Station, flow: Flow, theme: Theme, left: int, top: int, wide: int, high: int) -> Place:
    labels, sums, pad = labels_width(station, flow, theme), sums_width(station, theme), theme.px(PAD)
    title = title_height(station, theme)
    area = QRect(labels + pad, title, wide, max(high, 1))
    rows, columns = station.values.shape
    gap = max(round(theme.scale), 1)
    cells = cells_in(area, rows, columns, gap)
    across = labels + wide + sums + 2 * pad
    below = theme.px(_UNDER) if has_one_line(station) else pad
    return Place(QRect(left, top, across, title + high + below), cells, labels, sums)
