"""What of a line is in sight. Qt counts every dash of a line, and those of one to a far end are millions."""

from __future__ import annotations

import math

from attnstudio.state.gestures import Pixel
from attnstudio.ui.planes.labels import Box

BEYOND = 40.0  # pixels outside the frame up to which things are drawn


def wider(frame: Box) -> Box:
    """A frame with what stands at its edge."""
    return frame[0] - BEYOND, frame[1] - BEYOND, frame[2] + BEYOND, frame[3] + BEYOND


def is_within(point: Pixel, frame: Box) -> bool:
    return frame[0] <= point[0] <= frame[2] and frame[1] <= point[1] <= frame[3]


def clipped(start: Pixel, end: Pixel, frame: Box) -> tuple[Pixel, Pixel] | None:
    """The part of a line within a box; None where there is none. (Liang and Barsky, 1984.)"""
    x, y = start
    right, down = end[0] - x, end[1] - y
    if not (math.isfinite(right) and math.isfinite(down)):
        return None
    first, last = 0.0, 1.0
    sides = ((-right, x - frame[0]), (right, frame[2] - x), (-down, y - frame[1]), (down, frame[3] - y))
    for towards, room in sides:
        if towards == 0.0:
            if room < 0.0:
                return None
        elif towards < 0.0:
            first = max(first, room / towards)
        else:
            last = min(last, room / towards)
    if first > last:
        return None
    return (x + right * first, y + down * first), (x + right * last, y + down * last)
