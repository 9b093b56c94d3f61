"""Points of the plane: length and angle, the bound, snapping, and the rules of a dragged or nudged tip.

Coordinates are model units; angles are degrees, counter-clockwise from the first axis.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
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
_FINE = 9  # decimals where a length, a direction or a small step must come out right
_STILL = 1e-9  # a hand that came back is this close, in units: pixels and back leave the last bits behind


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
    return math.degrees(math.atan2(v[1] + 0.0, v[0]))


def from_polar(radius: float, degrees: float) -> Vec2:
    radians = math.radians(degrees)
    return tidy((radius * math.cos(radians), radius * math.sin(radians)), _FINE)


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
    size = length(onto)
    if size == 0.0:
        return (0.0, 0.0)
    right, up = onto[0] / size, onto[1] / size
    reach = v[0] * right + v[1] * up
    return reach * right + 0.0, reach * up + 0.0


def hull(points: Iterable[Vec2]) -> tuple[Vec2, ...]:
    """Corners of the convex hull, counter-clockwise from the leftmost: one for equal points, two for
    points on a line. (Andrew's monotone chain, 1979.)"""
    ordered = sorted({(x + 0.0, y + 0.0) for x, y in points})
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half_hull(ordered)[:-1], *_half_hull(ordered[::-1])[:-1])


def _half_hull(ordered: list[Vec2]) -> list[Vec2]:
    corners: list[Vec2] = []
    for point in ordered:
        while len(corners) > 1 and _turn(corners[-2], corners[-1], point) <= 0.0:
            corners.pop()
        corners.append(point)
    return corners


def _turn(a: Vec2, b: Vec2, c: Vec2) -> float:
    """Above zero where the way from `a` over `b` to `c` turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def drag(pointer: Vec2, start: Vec2, bound: float, snap: Snap, keys: Modifiers = Modifiers()) -> Vec2:
    """Where a tip that began at `start` goes when the hand is at `pointer` (grab offset already added).

    The answer depends on nothing else, so that a key pressed in the middle of a drag applies at once and
    coming back to the start gives the start, to the last bit and whatever snaps.
    """
    if math.dist(pointer, start) <= _STILL * max(bound, 1.0):
        return start
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
    if snap == "polar":
        return _at_whole_length(pointer, bound)
    return clamp(tidy(snapped(pointer, snap)), bound)


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

    With *polar*, right and left turn by 5°, up and down change the length by one. The zero vector has no
    direction to turn in: any arrow leads it one step along that arrow.
    """
    if snap != "polar" or length(v) == 0.0:
        step = {"grid": GRID, "polar": 1.0}.get(snap, NUDGE) * factor
        return clamp(tidy((v[0] + right * step, v[1] + up * step), _FINE), bound)
    if right:
        v = _on_circle(length(v), angle(v) - right * POLAR_ANGLE * factor, bound)
    return _on_ray(v, max(length(v) + up * factor, 0.0), bound) if up else v


def _at_whole_length(point: Vec2, bound: float) -> Vec2:
    # Where the whole length lies outside the square, the next shorter one that fits: a tip pushed into
    # the edge would have neither a whole length nor a whole angle.
    degrees = _to_step(angle(point), POLAR_ANGLE)
    edge = bound / max(abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees))))
    return clamp(from_polar(min(_to_step(length(point), 1.0), math.floor(edge + _STILL)), degrees), bound)


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
    return clamp(tidy((x, y), _FINE), bound)


def _leg(radius: float, bound: float) -> float:
    return math.sqrt(max(radius * radius - bound * bound, 0.0))


def _on_ray(direction: Vec2, reach: float, bound: float) -> Vec2:
    size = length(direction)
    x, y = direction[0] / size * reach, direction[1] / size * reach
    over = max(abs(x), abs(y)) / bound
    if over > 1.0:
        x, y = x / over, y / over
    return clamp(tidy((x, y), _FINE), bound)
