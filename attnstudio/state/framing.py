"""The part of the plane that is in sight: a square that holds still while arrows move about in it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attnstudio.model import charts
from attnstudio.model.document import Document, Look, index_of
from attnstudio.model.geometry import Vec2
from attnstudio.model.seen import Frame as Frame
from attnstudio.model.trace import Trace

ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
"""How much larger than the whole bound the plane can be shown, step by step."""

_CLOSEST_FIT = 4.0  # however short the arrows, fitting leaves a quarter of the bound in sight
_ROOM = 1 / 3  # of the arrows' extent, on every side: to drag into
_STEP = 0.25  # model units: frames are rounded to it
_STEPS = 12  # in a bound, at least: a small plane has smaller steps
_INSIDE = 0.85  # of the frame: where zooming keeps what it keeps in sight
_SAME = 1e-9


def whole(bound: float) -> Frame:
    """Everything up to the bound."""
    return Frame((0.0, 0.0), bound)


def fitted(document: Document, trace: Trace, look: Look) -> Frame:
    """The frame for the origin, the shown query and all keys and values, with room around them.

    After a softmax the output needs no place of its own: it lies between the values and the origin. Without
    one it may lie anywhere.
    """
    return around(_tips(document, trace, look), document.bound)


def fitted_over(states: Sequence[tuple[Document, Trace, Look]], wanted: Frame | None = None) -> Frame:
    """The one frame for all states, which holds still over them: `wanted` where it has every tip in sight."""
    points = [point for state in states for point in _tips(*state)]
    if wanted is not None and all(wanted.holds((x, y)) for x, y in points):
        return wanted
    return around(points, states[0][0].bound)


def around(points: Sequence[Sequence[float]], bound: float) -> Frame:
    """The frame for the origin and `points`, with room around them; the whole plane where there are none."""
    if not points:
        return whole(bound)
    spans = [(min(0.0, *side), max(0.0, *side)) for side in zip(*points, strict=True)]
    extent, step = max(high - low for low, high in spans), _step(bound)
    half = round(min(extent * (0.5 + _ROOM), bound) / step) * step
    x, y = (_clamped(_middle(span), bound) for span in spans)
    return _within((round(x / step) * step, round(y / step) * step), max(half, bound / _CLOSEST_FIT), bound)


def grown(frame: Frame, point: Vec2, bound: float) -> Frame:
    """`frame`, larger by as much as brings `point` into sight, as far as the bound lets it."""
    point = _clamped(point[0], bound), _clamped(point[1], bound)
    if frame.holds(point):
        return frame
    step = _step(bound)
    spans = [
        (
            min(middle - frame.half, math.floor(at / step - _SAME) * step),
            max(middle + frame.half, math.ceil(at / step + _SAME) * step),
        )
        for middle, at in zip(frame.centre, point, strict=True)
    ]
    half = max(high - low for low, high in spans) / 2
    return _within((_middle(spans[0]), _middle(spans[1])), half, bound)


def zoomed(frame: Frame, step: int, bound: float, keep: Vec2 | None = None) -> Frame:
    """Show less (1) or more (−1) about the same centre; it gives way for `keep` to be in sight."""
    halves = [bound / zoom for zoom in ZOOMS]
    if step > 0:
        half = max((half for half in halves if half < frame.half * (1 - _SAME)), default=frame.half)
    else:
        half = min((half for half in halves if half > frame.half * (1 + _SAME)), default=frame.half)
    x, y = frame.centre
    if keep is not None and max(map(abs, keep)) <= bound:
        reach = half * _INSIDE
        x = min(max(x, keep[0] - reach), keep[0] + reach)
        y = min(max(y, keep[1] - reach), keep[1] + reach)
    return _within((x, y), half, bound)


def _tips(document: Document, trace: Trace, look: Look) -> list[list[float]]:
    asking = document.passages[look.passage].query_tokens
    i = index_of(asking, look.query) if asking else 0
    rows = [trace.queries[look.head, i : i + 1], trace.keys[look.head], trace.values[look.head]]
    if document.wrong.skips_softmax:
        rows.append(trace.output[look.head, i : i + 1])
    return [point for part in rows for point in charts.shown_rows(document.chart, part).tolist()]


def _step(bound: float) -> float:
    return min(_STEP, bound / _STEPS)


def _middle(span: Vec2) -> float:
    return (span[0] + span[1]) / 2


def _clamped(at: float, bound: float) -> float:
    return min(max(at, -bound), bound) + 0.0


def _within(centre: Vec2, half: float, bound: float) -> Frame:
    """The nearest frame that does not leave the bound."""
    half = min(half, bound)
    x, y = (_clamped(at, bound - half) for at in centre)
    return Frame((x, y), half)
