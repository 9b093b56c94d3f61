"""Where everything stands along a row and within it: six columns that share the width they are given.

Where there is room, a bar and its number stand side by side; else the bar lies under the number, which is
how both stay readable at half the width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from attnstudio.model import numerals
from attnstudio.state.snapshot import STEPS, Step
from attnstudio.ui.panels.pipeline.content import SHOWN
from attnstudio.ui.theme import SMALL, Theme, metrics, width_of

Place = Step | Literal["name"]
PLACES: tuple[Place, ...] = ("name", *STEPS)

LEAST_ROW, MOST_ROW = 24, 52  # pixels at the usual text size
_LEAST_GAP, _MOST_GAP = 4, 14
_AIR = 40  # of a picture: half of it goes between the columns
_WIDE_BAR = 84  # from here on a bar and its number stand side by side
_BESIDE_GAP = 8
_LEAST_NAME, _MOST_NAME = 44, 130
_SPARE: dict[Place, int] = {"match": 3, "scale": 3, "normalize": 2}  # scores need both sides of zero
_MASK = PLACES.index("mask")
_USUAL_MASK = 36  # its question stands over it
_LEAST = {"match": 37, "scale": 36, "mask": 31, "normalize": 61, "mix": 74}  # what the heads need


@dataclass(frozen=True, slots=True)
class Column:
    """Pixels from the left edge. Numbers end at `right`; the bar has its room from `bar` on."""

    left: int
    width: int
    bar: int
    bar_width: int

    @property
    def right(self) -> int:
        return self.left + self.width

    def bar_at(self, share: float) -> int:
        """A place within the bar's room, from 0 at its left end to 1."""
        return self.bar + round(share * self.bar_width)


@dataclass(frozen=True, slots=True)
class Needs:
    """What text needs: the widest word in pixels, the longest numbers in characters."""

    name: int
    score: int
    component: int  # with two decimals
    components: int  # that are shown
    is_cut: bool  # whether there are more

    def mix(self, is_tight: bool) -> int:
        """Characters of ``(0.894, −0.005, …)``, or of the tight ``(0.89,−0.01,…)``."""
        if is_tight:
            return self.components * (self.component + 1) + (3 if self.is_cut else 1)
        return self.components * (self.component + 3) + (3 if self.is_cut else 0)


@dataclass(frozen=True, slots=True)
class Plan:
    columns: tuple[Column, ...]
    is_beside: bool
    is_tight: bool  # the numbers of the mix have two decimals, and no blanks between them

    def of(self, place: Place) -> Column:
        return self.columns[PLACES.index(place)]

    def place_at(self, x: float) -> Place:
        """The column at `x`; the gap between two belongs to both by halves."""
        for place, here, after in zip(PLACES, self.columns, self.columns[1:], strict=False):
            if x < (here.right + after.left) / 2:
                return place
        return PLACES[-1]


@dataclass(frozen=True, slots=True)
class Row:
    """Pixels from a row's top edge."""

    height: int
    baseline: int  # of a number that stands with a bar
    middle_baseline: int  # of a number or a word that stands alone
    bar: int
    bar_height: int


def needs_of(name: int, score: float, value: float, components: int) -> Needs:
    """`name` in pixels; `score` is the largest of the scores, `value` the largest component of a value."""
    return Needs(
        name,
        len(numerals.fixed(-score)),
        len(numerals.fixed(-max(value, 1.0))),
        min(components, SHOWN),
        components > SHOWN,
    )


def least_width(theme: Theme, needs: Needs) -> int:
    """Narrower than this, text would be clipped."""
    return sum(_least_widths(theme, needs)) + 5 * theme.px(_LEAST_GAP)


def whole_width(theme: Theme, needs: Needs) -> int:
    """From here on words are whole and heads stand apart: in a picture nobody can ask for the rest."""
    least = _least_widths(theme, needs)
    name = max(min(needs.name, theme.px(_MOST_NAME)) - least[0], 0)
    return least_width(theme, needs) + name + theme.px(_USUAL_MASK) - least[_MASK] + theme.px(_AIR)


def lay_out(theme: Theme, needs: Needs, width: int) -> Plan:
    """Share `width` among the columns: first whole words, then a third decimal, air, and longer bars."""
    widths = _least_widths(theme, needs)
    spare = max(width - sum(widths) - 5 * theme.px(_LEAST_GAP), 0)
    more_name = min(spare, max(min(needs.name, theme.px(_MOST_NAME)) - widths[0], 0))
    widths[0] += more_name
    spare -= more_name
    more_mask = min(spare, theme.px(_USUAL_MASK) - widths[_MASK])
    widths[_MASK] += more_mask
    spare -= more_mask
    loose = round(needs.mix(is_tight=False) * digit_width(theme)) - widths[-1]
    is_tight = loose > spare
    if not is_tight:
        widths[-1] += max(loose, 0)
        spare -= max(loose, 0)
    gap = theme.px(_LEAST_GAP) + min(spare // 2 // 5, theme.px(_MOST_GAP - _LEAST_GAP))
    spare -= 5 * (gap - theme.px(_LEAST_GAP))
    for place, eighths in _SPARE.items():
        widths[PLACES.index(place)] += spare * eighths // 8
    numbers = _number_widths(theme, needs)
    inner = theme.px(_BESIDE_GAP)
    beside = all(
        widths[PLACES.index(place)] >= number + inner + theme.px(_WIDE_BAR)
        for place, number in numbers.items()
    )
    columns = []
    left = 0
    for place, wide in zip(PLACES, widths, strict=True):
        bar_width = wide - numbers[place] - inner if beside and place in numbers else wide
        columns.append(Column(left, wide, left, bar_width))
        left += wide + gap
    return Plan(tuple(columns), beside, is_tight)


def row_of(theme: Theme, room: int, count: int, is_beside: bool) -> Row:
    """The shape of rows where `count` of them have `room` pixels: comfortable, or just legible."""
    least, most = theme.px(LEAST_ROW), theme.px(MOST_ROW)
    fitting = max(room // least, 1)
    height = max(min(room // max(min(count, fitting), 1), most), least)
    capital = round(metrics(theme.numbers().key(), theme.numbers()).capHeight())
    middle = (height + capital) // 2
    if is_beside:
        bar_height = min(height - theme.px(12), theme.px(16))
        return Row(height, middle, middle, (height - bar_height) // 2, bar_height)
    between = theme.px(4)
    bar_height = max(min(height - capital - between - theme.px(9), theme.px(14)), theme.px(4))
    top = (height - capital - between - bar_height) // 2
    return Row(height, top + capital, middle, top + capital + between, bar_height)


def digit_width(theme: Theme) -> float:
    """Of every character of the numbers' font."""
    return width_of(theme.numbers(SMALL), "0")


def _number_widths(theme: Theme, needs: Needs) -> dict[Place, int]:
    """Of the numbers that stand with a bar; "<0.001" is the longest weight."""
    digit = digit_width(theme)
    score = round(needs.score * digit)
    return {"match": score, "scale": score, "normalize": round(6 * digit)}


def _least_widths(theme: Theme, needs: Needs) -> list[int]:
    mix = math.ceil(needs.mix(is_tight=True) * digit_width(theme))
    numbers = {**_number_widths(theme, needs), "mix": mix}
    return [
        min(needs.name, theme.px(_LEAST_NAME))
        if place == "name"
        else max(theme.px(_LEAST[place]), numbers.get(place, 0))
        for place in PLACES
    ]
