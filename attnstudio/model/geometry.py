"""Points of the plane: length and angle, the bound, snapping, and the rules of a dragged or nudged tip.

Coordinates are model units; angles are degrees, counter-clockwise from the first axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Vec2 = tuple[float, float]
Snap = Literal["off", "near", "grid", "polar"]

SNAPS: tuple[Snap, ...] = ("off", "near", "grid", "polar")
NUDGE = 0.1
GRID = 0.5
POLAR_ANGLE = 5.0
_NEAR = 0.12  # how close a tip comes before *near* takes it, in units: some 12 pixels at the usual size
_DECIMALS = 3  # a dragged tip lands on thousandths: finer than a pixel, and short enough to be typed again


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The keys held while a tip is moved."""

    keep_length: bool = False  # Shift
    keep_direction: bool = False  # Ctrl
    no_snap: bool = False  # Alt


def length(v: Vec2) -> float:
    return math.hypot(v[0], v[1])


def angle(v: Vec2) -> float:
    """Degrees from the first axis, in (−180, 180]; 0 for the zero vector."""
    return math.degrees(math.atan2(v[1], v[0])) + 0.0


def from_polar(radius: float, degrees: float) -> Vec2:
    radians = math.radians(degrees)
    return tidy((radius * math.cos(radians), radius * math.sin(radians)), 9)


def dot(a: Vec2, b: Vec2) -> float:
    return a[0] * b[0] + a[1] * b[1]


def tidy(v: Vec2, decimals: int = _DECIMALS) -> Vec2:
    """Rounded, and without minus zeros."""
    return round(v[0], decimals) + 0.0, round(v[1], decimals) + 0.0


def clamp(v: Vec2, bound: float) -> Vec2:
    """The nearest point of the square |x|, |y| ≤ `bound`."""
    return min(max(v[0], -bound), bound) + 0.0, min(max(v[1], -bound), bound) + 0.0


def project(v: Vec2, onto: Vec2) -> Vec2:
    """The foot of `v` on the line of `onto`; the zero vector where `onto` has no direction."""
    square = dot(onto, onto)
    if square == 0.0:
        return (0.0, 0.0)
    share = dot(v, onto) / square
    return share * onto[0], share * onto[1]


def drag(pointer: Vec2, start: Vec2, bound: float, snap: Snap, keys: Modifiers = Modifiers()) -> Vec2:
    """Where a tip that began at `start` goes when the hand is at `pointer` (grab offset already added).

    The answer depends on nothing else, so that a key pressed in the middle of a drag applies at once and
    coming back to the start gives the start.
    """
    if keys.no_snap:
        snap = "off"
    if keys.keep_length and length(start) > 0.0:
        turned = angle(pointer) if length(pointer) > 0.0 else angle(start)
        if snap == "polar":
            turned = _to_step(turned, POLAR_ANGLE)
        return _on_circle(length(start), turned, bound)
    if keys.keep_direction and length(start) > 0.0:
        reach = max(dot(pointer, start) / length(start), 0.0)
        if snap == "polar":
            reach = _to_step(reach, 1.0)
        return _on_ray(start, reach, bound)
    return clamp(tidy(snapped(pointer, snap), 9 if snap == "polar" else _DECIMALS), bound)


def snapped(point: Vec2, snap: Snap) -> Vec2:
    """`point` moved to what `snap` offers."""
    if snap == "grid":
        return _to_step(point[0], GRID), _to_step(point[1], GRID)
    if snap == "near":
        target = _to_step(point[0], GRID), _to_step(point[1], GRID)
        return target if math.dist(point, target) <= _NEAR else point
    if snap == "polar":
        return from_polar(_to_step(length(point), 1.0), _to_step(angle(point), POLAR_ANGLE))
    return point


def nudge(v: Vec2, right: int, up: int, snap: Snap, factor: float, bound: float) -> Vec2:
    """One press of an arrow key: exactly one step of `snap` times `factor`, or the bound.

    With *polar*, right and left turn by 5°, up and down change the length by one.
    """
    if snap == "polar":
        turned = angle(v) - right * POLAR_ANGLE * factor
        return clamp(from_polar(max(length(v) + up * factor, 0.0), turned), bound)
    step = (GRID if snap == "grid" else NUDGE) * factor
    return clamp(tidy((v[0] + right * step, v[1] + up * step), 9), bound)


def _to_step(value: float, step: float) -> float:
    return round(value / step) * step


def _on_circle(radius: float, degrees: float, bound: float) -> Vec2:
    # Where the kept length would leave the square, the tip stops where the circle crosses the edge:
    # the length is what the learner asked to keep, the angle gives way.
    x, y = radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))
    if abs(x) > bound:
        x, y = math.copysign(bound, x), math.copysign(_leg(radius, bound), y)
    if abs(y) > bound:
        x, y = math.copysign(_leg(radius, bound), x), math.copysign(bound, y)
    return clamp(tidy((x, y), 9), bound)


def _leg(radius: float, bound: float) -> float:
    return math.sqrt(max(radius * radius - bound * bound, 0.0))


def _on_ray(direction: Vec2, reach: float, bound: float) -> Vec2:
    size = length(direction)
    x, y = direction[0] / size * reach, direction[1] / size * reach
    over = max(abs(x), abs(y)) / bound
    if over > 1.0:
        x, y = x / over, y / over
    return clamp(tidy((x, y), 9), bound)
