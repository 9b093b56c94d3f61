"""Where the stations of the flow stand: side by side in one band, or in several where that is too narrow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QSize

from attnstudio.model.projecting import WHICH, Which
from attnstudio.ui.heat import Cells, cells_in
from attnstudio.ui.panels.flow.content import Flow, NodeId, Station
from attnstudio.ui.subscript import name_width
from attnstudio.ui.theme import Theme, width_of

Unit = Literal[
    "x", "planes", "qkv", "scores", "scaled", "masked", "spread", "weights", "output", "w_o", "final"
]
_PAIRS: tuple[Unit, ...] = ("scores", "scaled", "masked", "spread", "weights")
_PROJECTED: tuple[NodeId, ...] = ("q", "k", "v")
_TITLE, _NOTE, _MARKS, _PAD = 18, 16, 6, 6  # pixels at 100 %, as all that follow
_LABELS = 66  # the longest that a word before its row may be
_SUMS = 34
_GAP, _WIDEST_GAP = 18, 56  # between stations: their arrows need it
_ROW, _TALL_ROW, _COLUMN = 20, 30, 36  # cells, at most
_LEAST_PAIRS, _MOST_PAIRS = 52, 250
_LEAST_VECTORS, _LEAST_X, _MOST_VECTORS = 40, 70, 92  # X is typed: two columns have both decimals
_PLANE, _LOW_PLANE, _WIDEST_PLANE = 74, 64, 150  # its width at least, its height at least
_PLANE_NAME = 22  # over a plane
_BETWEEN = 6  # from one of three things one below the other to the next
_CAPTION, _CURVE, _FOOT = 20, 26, 22
_TURN = 14  # beside bands that go on in the next
_CONCAT = 20  # more room for the arrow on which heads come together
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


@dataclass(frozen=True, slots=True)
class _Width:
    """Of a unit: the cells or planes alone at least and at most, and what stands beside them."""

    least: int
    most: int
    beside: int
    before: int = 0  # more of the gap before it than others have

    @property
    def needed(self) -> int:
        return self.least + self.beside + self.before


def least_size(flow: Flow, theme: Theme, width: int | None) -> QSize:
    """The smallest field, where it is `width` pixels wide; None is for a field with one band alone."""
    widths, gap = _widths(flow, theme), theme.px(_GAP)
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
    widths = _widths(flow, theme)
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


def has_one_line(station: Station) -> bool:
    """Whether name and shape stand side by side."""
    return station.id in _PROJECTED


# --- across


def _units(flow: Flow) -> list[Unit]:
    first: list[Unit] = ["qkv"] if flow.is_free else ["x", "planes", "qkv"]
    rest: list[Unit] = ["scores", "scaled", "masked", "spread", "weights", "output", "w_o", "final"]
    return first + [unit for unit in rest if unit in flow.stations]


def _widths(flow: Flow, theme: Theme) -> dict[Unit, _Width]:
    made: dict[Unit, _Width] = {}
    for unit in _units(flow):
        if unit == "planes":
            made[unit] = _Width(_least_plane(theme), theme.px(_WIDEST_PLANE), 0)
            continue
        if unit == "qkv":
            widths = [_width_of(flow.stations[one], flow, theme) for one in _PROJECTED]
            made[unit] = _Width(
                max(w.least for w in widths), max(w.most for w in widths), max(w.beside for w in widths)
            )
        else:
            made[unit] = _width_of(flow.stations[unit], flow, theme)
    joins: list[Unit] = [unit for unit in made if unit in ("w_o", "final")]
    if joins:
        made[joins[0]] = replace(made[joins[0]], before=theme.px(_CONCAT))
    return made


def _width_of(station: Station, flow: Flow, theme: Theme) -> _Width:
    columns = station.values.shape[1]
    is_pairs = bool(station.columns.names)
    least, most = (_LEAST_PAIRS, _MOST_PAIRS) if is_pairs else (_LEAST_VECTORS, _MOST_VECTORS)
    least = _LEAST_X if station.id == "x" else least
    name, shape = name_width(station.name, theme.text(13, 600)), width_of(theme.numbers(11), station.shape)
    words = name + theme.px(6) + shape if has_one_line(station) else max(name, shape)
    narrow = max(theme.px(least), round(words) + 2)
    wide = max(min(columns * theme.px(_COLUMN), theme.px(most)), narrow)
    return _Width(
        narrow, wide, labels_width(station, flow, theme) + sums_width(station, theme) + 2 * theme.px(_PAD)
    )


def labels_width(station: Station, flow: Flow, theme: Theme) -> int:
    """Words stand before X, and before Q, K and V where there is no X; before others their colours do."""
    if not station.rows.names:
        return 0
    if station.id != "x" and not (flow.is_free and station.id in _PROJECTED):
        return theme.px(_MARKS)
    font = theme.words(11, 600)
    longest = max((width_of(font, name) for name in station.rows.names), default=0.0)
    return min(round(longest) + theme.px(10), theme.px(_LABELS))


def sums_width(station: Station, theme: Theme) -> int:
    return theme.px(_SUMS) if station.has_sums and station.values.size else 0


def _least_plane(theme: Theme) -> int:
    return theme.px(_PLANE)


def _bands(widths: dict[Unit, _Width], room: int, gap: int) -> list[list[Unit]]:
    """As few bands as there can be; where there is a choice, the second begins with the scores."""
    units = list(widths)
    bands = _filled(units, widths, room, gap)
    if len(bands) > 1:
        scores = units.index("scores")
        apart = [*_filled(units[:scores], widths, room, gap), *_filled(units[scores:], widths, room, gap)]
        if len(apart) <= len(bands):
            return apart
    return bands


def _filled(units: list[Unit], widths: dict[Unit, _Width], room: int, gap: int) -> list[list[Unit]]:
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
        rows = max(min(flow.stations[one].values.shape[0], _SEEN) for one in _PROJECTED)
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
    widths: dict[Unit, _Width],
    is_last: bool,
) -> None:
    gap, count = theme.px(_GAP), len(band) - 1
    block = (room.height() - 2 * theme.px(_BETWEEN)) // 3
    least = [widths[unit].least for unit in band]
    most = [_most(unit, widths[unit], block, theme) for unit in band]
    beside = sum(widths[unit].beside + widths[unit].before for unit in band)
    free = max(room.width() - sum(least) - beside - gap * count, 0)
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
            for number, node in enumerate(_PROJECTED):
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


def _most(unit: Unit, width: _Width, block: int, theme: Theme) -> int:
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
    title, pad = title_height(station, theme), theme.px(_PAD)
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
    labels, sums, pad = labels_width(station, flow, theme), sums_width(station, theme), theme.px(_PAD)
    title = title_height(station, theme)
    area = QRect(labels + pad, title, wide, max(high, 1))
    rows, columns = station.values.shape
    gap = max(round(theme.scale), 1)
    cells = cells_in(area, rows, columns, gap)
    below = theme.px(_UNDER) if has_one_line(station) else pad
    return Place(QRect(left, top, labels + wide + sums + 2 * pad, title + high + below), cells, labels, sums)
