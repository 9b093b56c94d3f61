"""From the word that asks to the words that it looks at: one band for each, as wide as its weight.

Weights sum to 1, so that bands side by side never fill more than one fixed width, the whole of a word's
attention. Within a line they are arches, between lines they swing behind the chips; the look of a word at
itself is a ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QPainterPath

from attnstudio.ui.panels.sentence.chips import Chip, Layout

UNSEEN = 0.0005
"""A weight below this is written "<0.001", and has no band."""
HAIRLINE = 0.5  # pixels of the thinnest band
_FLATTEST = 0.5  # the lowest arch, as a share of the highest
_RING = 0.7  # a look at oneself, likewise
_RING_WIDTH = 8.0  # pixels from its middle to its leg, where the band is thin
_HANDLE = 0.75  # a curve comes this share of the way to its handles
_STEP = 0.25  # widths are rounded to it, so that hairlines of one colour are one path


@dataclass(frozen=True, slots=True)
class Course:
    """The way to one key. `kind` is the bundle in which it leaves the query."""

    key: int
    colour: int
    kind: str  # "above", "below" or "ring"
    is_arch: bool
    end: float  # x at the key
    start: float  # y at the query
    stop: float  # y at the key
    share: float  # of the room that an arch rises to


@dataclass(frozen=True, slots=True)
class Courses:
    """The ways to all keys, in the order in which they leave the query: arches to one side never cross."""

    middle: float  # x at the query
    room: float  # above the query's line
    ways: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """What is drawn with one pen: the bands of one colour and width."""

    colour: int  # position of the token that gives it
    width: float
    path: QPainterPath


def courses(layout: Layout, query: Chip, colours: int) -> Courses:
    """The ways from `query` to every word that offers something. After `colours` tokens colours repeat."""
    middle = query.rect.center().x()
    keys = [chip for chip in layout.chips if chip.key >= 0]
    reach = max((abs(chip.rect.center().x() - middle) for chip in keys), default=1.0)

    def order(chip: Chip) -> tuple[int, float]:
        x = chip.rect.center().x()
        if chip.line != query.line:
            return 1, x
        return (0, -x) if x < middle else (2, -x)

    ways = tuple(
        _course(layout, query, chip, chip.colour % colours, max(reach, 1.0))
        for chip in sorted(keys, key=order)
    )
    return Courses(middle, layout.arcs if query.line == 0 else layout.gap, ways)


def bands(found: Courses, weights: Sequence[float], whole: float) -> list[Band]:
    """The bands for `weights`, of which 1 is `whole` pixels wide; the widest first."""
    drawn: dict[tuple[float, int], Band] = {}
    for kind in ("above", "below", "ring"):
        group = [way for way in found.ways if way.kind == kind and weights[way.key] >= UNSEEN]
        x = found.middle - whole * sum(weights[way.key] for way in group) / 2
        for way in group:
            width = whole * weights[way.key]
            shown = max(round(width / _STEP) * _STEP, HAIRLINE)
            band = drawn.setdefault((-shown, way.colour), Band(way.colour, shown, QPainterPath()))
            _add(band.path, way, x + width / 2, width, found)
            x += width
    return [drawn[key] for key in sorted(drawn)]


def _course(layout: Layout, query: Chip, chip: Chip, colour: int, reach: float) -> Course:
    x, top = chip.rect.center().x(), chip.rect.top() + 1
    head, foot = query.rect.top() + 1, query.rect.bottom() + layout.foot
    if chip is query:
        return Course(chip.key, colour, "ring", True, x, head, head, _RING)
    if chip.line > query.line:
        return Course(chip.key, colour, "below", False, x, foot, top, 0.0)
    if chip.line < query.line:
        bottom = chip.rect.bottom() + layout.foot
        return Course(chip.key, colour, "above", False, x, head, bottom, 0.0)
    share = _FLATTEST + (1 - _FLATTEST) * abs(x - query.rect.center().x()) / reach
    return Course(chip.key, colour, "above", True, x, head, head, share)


def _add(path: QPainterPath, way: Course, x: float, width: float, found: Courses) -> None:
    """Add the way from (x, the query's edge) to the key."""
    end = way.end
    if not way.is_arch:
        middle = (way.start + way.stop) / 2
        path.moveTo(x, way.start)
        path.cubicTo(x, middle, end, middle, end, way.stop)
        return
    rise = max((found.room - width / 2 - 1) * way.share, 2.0) / _HANDLE
    bulge = 0.0
    if way.kind == "ring":
        leg = max(_RING_WIDTH, 0.9 * width)
        x, end, bulge = x - leg, end + leg, 0.5 * rise  # wider above its legs
    path.moveTo(x, way.start)
    path.cubicTo(x - bulge, way.start - rise, end + bulge, way.start - rise, end, way.stop)
