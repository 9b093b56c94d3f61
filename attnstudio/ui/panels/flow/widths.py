"""How wide the stations of the flow have to be: for their names, and for the numbers in their cells.

Numbers come first: before one of them loses a decimal the gaps between the stations shrink, and the type.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtGui import QFont

from attnstudio.ui.panels.flow.content import Flow, NodeId, Station
from attnstudio.ui.panels.flow.ink import FlowInk, ink_of
from attnstudio.ui.subscript import name_width
from attnstudio.ui.theme import Theme, width_of

Unit = Literal[
    "x", "planes", "qkv", "scores", "scaled", "masked", "spread", "weights", "output", "w_o", "final"
]
PROJECTED: tuple[NodeId, ...] = ("q", "k", "v")
PAD = 6  # around the cells of a station, pixels at 100 %, as all that follow
_MARKS = 1  # beyond that before rows that have their colours alone
_LABELS = 66  # the longest that a word before its row may be
_SUMS = 34  # from the cells to the end of the sums
_COLUMN = 36  # a cell, at most
_LEAST_PAIRS, _MOST_PAIRS = 52, 250
_LEAST_VECTORS, _LEAST_X, _MOST_VECTORS = 40, 70, 92  # X is typed: two columns have both decimals
_PLANE, _WIDEST_PLANE = 74, 150  # the width of a plane
_CONCAT = 28  # more room for the arrow on which heads come together
_READ = 6  # vectors of more components than that are colours, unless there is room to spare

Level = tuple[int | None, int | None]
"""So many decimals in all pairs of words, and so many in all vectors; None: colours alone will do."""

LEVELS: tuple[Level, ...] = (
    (2, 2),
    (1, 2),
    (1, 1),
    (1, None),
    (None, 2),
    (None, 1),
    (None, None),
)
"""What is wanted first comes first. Weights have two decimals at all of them, or none at all."""


@dataclass(frozen=True, slots=True)
class Width:
    """Of a unit: the cells or planes alone at least and at most, and what stands beside them."""

    least: int
    most: int
    beside: int
    before: int = 0  # more of the gap before it than others have
    stations: tuple[Station, ...] = ()

    @property
    def needed(self) -> int:
        return self.least + self.beside + self.before


def widths_of(flow: Flow, theme: Theme) -> dict[Unit, Width]:
    """Of all units of a flow, in reading order."""
    made: dict[Unit, Width] = {}
    for unit in _units(flow):
        if unit == "planes":
            made[unit] = Width(theme.px(_PLANE), theme.px(_WIDEST_PLANE), 0)
        elif unit == "qkv":
            each = [_width_of(flow.stations[one], flow, theme) for one in PROJECTED]
            least, most = max(w.least for w in each), max(w.most for w in each)
            beside, stations = max(w.beside for w in each), tuple(flow.stations[one] for one in PROJECTED)
            made[unit] = Width(least, most, beside, stations=stations)
        else:
            made[unit] = _width_of(flow.stations[unit], flow, theme)
    joins: list[Unit] = [unit for unit in made if unit in ("w_o", "final")]
    if joins:
        made[joins[0]] = replace(made[joins[0]], before=theme.px(_CONCAT))
    return made


def readable(band: list[Unit], widths: Mapping[Unit, Width], room: int, theme: Theme) -> list[int]:
    """The cells' widths of a band at least, such that as many numbers as can be have room: all of it stands
    in `room` pixels, gaps not counted."""
    ink = ink_of(theme)
    room -= sum(widths[unit].beside + widths[unit].before for unit in band)
    least = [widths[unit].least for unit in band]
    letters = [[_letters(station, ink) for station in widths[unit].stations] for unit in band]
    for level in LEVELS:
        for font in ink.smallest:
            each = [max((_read(one, level, font, ink) for one in unit), default=0) for unit in letters]
            made = [max(low, read) for low, read in zip(least, each, strict=True)]
            if sum(made) <= room:
                return made
    return least


def has_one_line(station: Station) -> bool:
    """Whether name and shape stand side by side."""
    return station.id in PROJECTED


def labels_width(station: Station, flow: Flow, theme: Theme) -> int:
    """Words stand before X, and before Q, K and V where there is no X; before others their colours do."""
    if not station.rows.names:
        return 0
    if station.id != "x" and not (flow.is_free and station.id in PROJECTED):
        return theme.px(_MARKS)
    font = theme.words(11, 600)
    longest = max((width_of(font, name) for name in station.rows.names), default=0.0)
    return min(round(longest) + theme.px(10), theme.px(_LABELS))


def sums_width(station: Station, theme: Theme) -> int:
    return theme.px(_SUMS) if station.has_sums and station.values.size else 0


def _units(flow: Flow) -> list[Unit]:
    first: list[Unit] = ["qkv"] if flow.is_free else ["x", "planes", "qkv"]
    rest: list[Unit] = ["scores", "scaled", "masked", "spread", "weights", "output", "w_o", "final"]
    return first + [unit for unit in rest if unit in flow.stations]


def _width_of(station: Station, flow: Flow, theme: Theme) -> Width:
    columns = station.values.shape[1]
    least, most = (_LEAST_PAIRS, _MOST_PAIRS) if _is_pairs(station) else (_LEAST_VECTORS, _MOST_VECTORS)
    least = _LEAST_X if station.id == "x" else least
    name, shape = name_width(station.name, theme.text(13, 600)), width_of(theme.numbers(11), station.shape)
    words = name + theme.px(6) + shape if has_one_line(station) else max(name, shape)
    narrow = max(theme.px(least), round(words) + 2)
    wide = max(min(columns * theme.px(_COLUMN), theme.px(most)), narrow)
    beside = labels_width(station, flow, theme) + sums_width(station, theme) + 2 * theme.px(PAD)
    return Width(narrow, wide, beside, stations=(station,))


def _is_pairs(station: Station) -> bool:
    return bool(station.columns.names)


@dataclass(frozen=True, slots=True)
class _Letters:
    """What a station's numbers need: `longest` has a text for each number of decimals."""

    columns: int
    is_pairs: bool
    longest: dict[int, str]


def _letters(station: Station, ink: FlowInk) -> _Letters:
    columns, is_pairs = station.values.shape[1], _is_pairs(station)
    has_numbers = station.values.size and (is_pairs or columns <= _READ)
    return _Letters(columns, is_pairs, ink.longest(station) if has_numbers else {})


def _read(letters: _Letters, level: Level, font: QFont, ink: FlowInk) -> int:
    """The width of cells in which numbers have the decimals of a level."""
    digits = level[0] if letters.is_pairs else level[1]
    if digits is None or not letters.longest:
        return 0
    gap = max(round(ink.theme.scale), 1)
    each = math.ceil(width_of(font, letters.longest[digits]) + ink.beside) + gap
    return letters.columns * each - gap
