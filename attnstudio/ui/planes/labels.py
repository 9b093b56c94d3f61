"""Where the names on the plane go: beside their tips, and never on one another."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from attnstudio.state.gestures import Pixel

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""

_TURNS = (0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4, math.pi)  # radians off the arrow's own direction
_RINGS = 7  # distances that are tried, each part of a text height further out
_RING = 0.6
_RINGS_A_TURN = 0.1  # equally far out, the first turns are better
_ON_A_SHAFT = 2.5  # rings that a name goes further, rather than lie on an arrow
_ON_A_TIP = 100.0  # on another's tip it lies only where there is nothing else
_BACK = 2.0  # radians: a name turned further lies on its own arrow, and tries that only after …
_BACK_RINGS = 3  # … this many rings in the other directions
_TRIED = sorted(
    (
        (ring + _RINGS_A_TURN * order + (_BACK_RINGS if abs(turn) > _BACK else 0), turn, ring)
        for ring in range(_RINGS)
        for order, turn in enumerate(_TURNS)
    )
)
"""What a place costs, and where it is: the free place that costs least is taken."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name that wants a place beside `tip`, outwards from `origin`. `must` stands for one that the
    person asked for: it gets a place even if others have to make room."""

    key: Hashable
    text: str
    tip: Pixel
    width: float
    height: float
    gap: float  # pixels to keep from the tip
    cue: str = ""  # a second, smaller line
    kind: str = "word"  # "word", "accent", "masked", or the letter of a sentence
    is_strong: bool = False
    must: bool = False


def places(
    labels: Sequence[Label],
    origin: Pixel,
    frame: Box,
    taken: Iterable[Box] = (),
    shafts: Sequence[Pixel] = (),
) -> dict[Hashable, Box]:
    """A box for every label that finds room within `frame`, off the boxes `taken` and off one another.

    `shafts` are the tips of arrows from the origin, which names keep off where that costs them little."""
    boxes = list(taken)
    tips = [label.tip for label in labels]
    found: dict[Hashable, Box] = {}
    for label in sorted(labels, key=lambda label: not label.must):
        if not (label.must or _is_within((*label.tip, *label.tip), frame)):
            continue  # the tip is out of sight
        box = _place(label, origin, frame, boxes, tips, shafts)
        if box is not None:
            found[label.key] = box
            boxes.append(box)
    return found


def leader(label: Label, box: Box) -> tuple[Pixel, Pixel] | None:
    """A line from a name to its tip, where it had to go too far for the eye to connect the two."""
    x = min(max(label.tip[0], box[0]), box[2])
    y = min(max(label.tip[1], box[1]), box[3])
    far = math.dist((x, y), label.tip) > label.gap + label.height * _RING
    return ((x, y), label.tip) if far else None


def _place(
    label: Label,
    origin: Pixel,
    frame: Box,
    boxes: list[Box],
    tips: list[Pixel],
    shafts: Sequence[Pixel],
) -> Box | None:
    right, down = label.tip[0] - origin[0], label.tip[1] - origin[1]
    outwards = math.atan2(down, right) if math.hypot(right, down) > 2.0 else -math.pi / 2
    best: Box | None = None
    least = math.inf
    for price, turn, ring in _TRIED:
        if price >= least:
            break
        box = _beside(label, outwards + turn, label.gap + ring * label.height * _RING)
        if not _is_within(box, frame) or any(overlap(box, other) for other in boxes):
            continue
        met = sum(_crosses(origin, tip, box) for tip in shafts)
        cost = price + _ON_A_SHAFT * met + _ON_A_TIP * any(_holds(box, tip) for tip in tips)
        if cost < least:
            best, least = box, cost
    if best is not None or not label.must:
        return best
    return _pushed_in(_beside(label, outwards, label.gap), frame)


def _beside(label: Label, angle: float, gap: float) -> Box:
    """The box whose edge is `gap` away from the tip in that direction."""
    right, down = math.cos(angle), math.sin(angle)
    # How far the centre must be out for the near edge, not the middle, to be `gap` away.
    half_x, half_y = label.width / 2, label.height / 2
    reach = min(half_x / abs(right) if right else math.inf, half_y / abs(down) if down else math.inf)
    x, y = label.tip[0] + right * (gap + reach), label.tip[1] + down * (gap + reach)
    return x - half_x, y - half_y, x + half_x, y + half_y


def _pushed_in(box: Box, frame: Box) -> Box:
    right = max(frame[0] - box[0], 0.0) + min(frame[2] - box[2], 0.0)
    down = max(frame[1] - box[1], 0.0) + min(frame[3] - box[3], 0.0)
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _is_within(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _holds(box: Box, point: Pixel) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _crosses(start: Pixel, end: Pixel, box: Box) -> bool:
    """Whether the line from `start` to `end` meets the box."""
    x, y = start
    right, down = end[0] - x, end[1] - y
    if (
        max(x, end[0]) < box[0]
        or min(x, end[0]) > box[2]
        or max(y, end[1]) < box[1]
        or min(y, end[1]) > box[3]
    ):
        return False
    # Its corners lie on both sides of the line.
    left_top, right_top = (
        right * (box[1] - y) - down * (box[0] - x),
        right * (box[1] - y) - down * (box[2] - x),
    )
    left_low, right_low = (
        right * (box[3] - y) - down * (box[0] - x),
        right * (box[3] - y) - down * (box[2] - x),
    )
    return min(left_top, right_top, left_low, right_low) < 0 < max(left_top, right_top, left_low, right_low)
