"""The names on the plane of two meanings: placed anew only where something moved, never on one another."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace

from PySide6.QtGui import QPainter

from attnstudio.state.gestures import Lens
from attnstudio.ui.panels.meanings import names
from attnstudio.ui.panels.meanings.clip import clipped, is_within
from attnstudio.ui.panels.meanings.content import Content, Word
from attnstudio.ui.panels.meanings.drawing import radius_of
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Box, Label, places
from attnstudio.ui.planes.lettering import draw_labels

_STEP = 22.0  # pixels between the boxes by which names keep off a way
_AROUND = 5.0  # pixels of half such a box
_INNER = 0.7  # of a disc's radius
_LEVEL = 3.0  # pixels: names keep their distance from a disc that grows less than this
_GAP, _RING_GAP = 4.0, 10.0  # pixels between a disc and its name, without and with a ring around the disc


@dataclass(frozen=True, slots=True)
class Moment:
    """What names depend on. `asked` are tokens pointed at or held, `taken` the room of others."""

    content: Content
    lens: Lens
    ink: Ink
    asked: frozenset[int]
    held: int | None  # the word that is being moved
    frame: Box
    taken: tuple[Box, ...]
    is_figure: bool


class Board:
    def __init__(self) -> None:
        self._kept: tuple[Hashable, list[Label], dict[Hashable, Box]] | None = None
        self.drawn: dict[str, Box] = {}  # the names that were painted last
        self._is_moving = False
        self._rests: tuple[Box, ...] = ()  # the room that discs and ways took when they last stood still …
        self._of_ways: tuple[Box, ...] = ()  # … and that of the names of ways
        self._gaps: dict[int, float] = {}  # from the middle of a disc to its name, then

    def forget(self) -> None:
        self._kept = None

    def rest(self, content: Content, lens: Lens, ink: Ink, frame: Box) -> None:
        """Nothing is being moved: this is how names keep off discs and ways until it ends again."""
        self._is_moving = False
        self._gaps = {word.token: _gap(word, ink) for word in content.words}
        self._rests = (*_along(content, lens, frame), *_discs(content, lens, ink))

    def move(self) -> None:
        """Something is being moved: names that need not follow stay where they are."""
        self._is_moving = True

    def paint(self, painter: QPainter, moment: Moment) -> None:
        """The names of the ways first: those of words make room for them."""
        content, lens, ink = moment.content, moment.lens, moment.ink
        ways = [way for way in content.ways if way.end and is_within(lens.to_pixels(way.end), moment.frame)]
        ends = [names.end_label(way, lens, ink) for way in ways]
        taken = (*moment.taken, *_discs(content, lens, ink))
        found: dict[Hashable, Box] = {}
        for way, label in zip(ways, ends, strict=True):  # outwards from where the way starts
            found |= places([label], lens.to_pixels(way.start), moment.frame, (*taken, *found.values()))
        starts = [label for label in names.starts(content, lens, ink) if is_within(label.tip, moment.frame)]
        lines = _along(content, lens, moment.frame)
        found |= places(starts, lens.origin, moment.frame, (*taken, *lines, *found.values()))
        if not self._is_moving:
            self._of_ways = tuple(found.values())
        labels, boxes = self._standing(moment)
        draw_labels(painter, ink, labels, boxes, is_figure=moment.is_figure)
        held = content.word_of(moment.held)
        if held is not None and not held.asks:
            starts.append(self._named(held, moment))
            room = (*moment.taken, *boxes.values(), *found.values())
            found |= places(starts[-1:], lens.origin, moment.frame, room)
        draw_labels(painter, ink, (*starts, *ends), found, is_figure=moment.is_figure)
        placed = [(label.text, {**boxes, **found}.get(label.key)) for label in (*labels, *starts, *ends)]
        self.drawn = {text: box for text, box in placed if box is not None}
        if moment.is_figure and len(boxes) < len(labels):
            _tell_missing(painter, ink, len(labels) - len(boxes), moment.frame)

    def _standing(self, moment: Moment) -> tuple[list[Label], dict[Hashable, Box]]:
        """Names of words that lie still: of all but the one that is being moved."""
        content, lens = moment.content, moment.lens
        key = self._still_key(moment)
        if self._kept is not None and self._kept[0] == key:
            return self._kept[1], self._kept[2]
        words = names.named(content, moment.asked, moment.is_figure)
        labels = [self._named(word, moment) for word in words if not word.has(moment.held)]
        shafts = [lens.to_pixels(way.start) for way in content.ways if way.is_alone]
        taken = (*moment.taken, *self._rests, *self._of_ways)
        boxes = places(labels, lens.origin, moment.frame, taken, shafts)
        self._kept = key, labels, boxes
        return labels, boxes

    def _still_key(self, moment: Moment) -> Hashable:
        """Equal for two moments between which no standing name differs. While something moves, discs may
        grow and ways may turn under names that hold still."""
        words = [word for word in moment.content.words if not word.has(moment.held)]
        told = tuple(names.weights_of(word) for word in words if any(map(word.has, moment.asked)))
        around: Hashable = moment.held
        if not self._is_moving:
            masked = tuple(seen.is_masked for word in words for seen in word.seen)
            around = self._rests, self._of_ways, tuple(self._gaps.items()), masked
        lie = tuple((word.name, word.at) for word in words)
        return lie, told, moment.asked, moment.frame, moment.taken, moment.lens, moment.ink, around

    def _named(self, word: Word, moment: Moment) -> Label:
        label = names.word_label(word, moment.lens, moment.ink, moment.asked, moment.is_figure)
        gap = self._gaps.get(word.token) or _gap(word, moment.ink)
        more = (_RING_GAP if label.must else _GAP) * moment.ink.theme.stroke
        return replace(label, gap=gap + more)


def _gap(word: Word, ink: Ink) -> float:
    return math.ceil(radius_of(names.heaviest(word), ink.theme) / _LEVEL) * _LEVEL


def _along(content: Content, lens: Lens, frame: Box) -> tuple[Box, ...]:
    """Boxes along the ways, as far as they are in sight, which names keep off."""
    boxes = []
    for way in content.ways:
        seen = None if way.end is None else clipped(lens.to_pixels(way.start), lens.to_pixels(way.end), frame)
        if seen is None:
            continue
        (x, y), (to_x, to_y) = seen
        steps = max(int(max(abs(to_x - x), abs(to_y - y)) / _STEP), 1)
        for step in range(steps + 1):
            at_x, at_y = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
            boxes.append((at_x - _AROUND, at_y - _AROUND, at_x + _AROUND, at_y + _AROUND))
    return tuple(boxes)


def _discs(content: Content, lens: Lens, ink: Ink) -> tuple[Box, ...]:
    """A little less than the square around each disc: names keep off, but come near."""
    boxes = []
    for word in content.words:
        (x, y), half = lens.to_pixels(word.at), _INNER * radius_of(names.heaviest(word), ink.theme)
        if not word.asks:
            boxes.append((x - half, y - half, x + half, y + half))
    return tuple(boxes)


def _tell_missing(painter: QPainter, ink: Ink, count: int, frame: Box) -> None:
    painter.setFont(ink.small)
    painter.setPen(ink.theme.secondary)
    text = f"{count} {'name has' if count == 1 else 'names have'} no room here"
    painter.drawText(round(frame[0]) + 2, round(frame[3]) - 2, text)
