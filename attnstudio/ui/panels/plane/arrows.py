"""The arrows. Those of keys and values change their width in a drag of the query, but stay where they are.

So each is drawn twice: thin, into the ground, which is kept from frame to frame, and over that as wide as
its weight asks, if it asks for more than the thinnest. As Σ = 1, these are few however long the sentence.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from PySide6.QtGui import QPainter

from attnstudio.model.document import Handle
from attnstudio.state.gestures import Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.plane.picture import Picture
from attnstudio.ui.planes.ink import Ink, Stroke, draw_arrow, draw_second_mark, level_of

_Arm = tuple[Stroke, int, Pixel]


def _arms(picture: Picture) -> Iterator[_Arm]:
    """Role, position and tip of every key and value arrow; where the two are one, it is the key's."""
    for j, tip in enumerate(picture.values):
        if not picture.is_twin(j):
            yield "value", j, tip
    for j, tip in enumerate(picture.keys):
        yield "key", j, tip


def _moving_arm(now: Snapshot, moving: Handle | None) -> tuple[str, int] | None:
    if moving is None or moving.role == "query":
        return None
    return moving.role, next(j for j, token in enumerate(now.passage.key_tokens) if token.id == moving.token)


def still_key(now: Snapshot, picture: Picture, moving: Handle | None) -> Hashable:
    """Equal for two moments between which no still arrow differs."""
    held = _moving_arm(now, moving)
    keys, values = picture.keys, picture.values
    if held is not None:
        role, j = held
        if role == "key" and keys:
            keys = (*keys[:j], picture.origin, *keys[j + 1 :])
        if role == "value" and values:
            values = (*values[:j], picture.origin, *values[j + 1 :])
    return keys, values, picture.masked, held


def draw_still(painter: QPainter, ink: Ink, now: Snapshot, picture: Picture, moving: Handle | None) -> None:
    held = _moving_arm(now, moving)
    for stroke, j, tip in _arms(picture):
        if (stroke, j) != held:
            _draw_arm(painter, ink, picture, stroke, j, tip, 0)
    if held is not None and held[0] == "key" and picture.values and picture.is_twin(held[1]):
        # The tip being moved stands just where its value stands, which stays.
        _draw_arm(painter, ink, picture, "value", held[1], picture.values[held[1]], 0)


def draw_lively(painter: QPainter, ink: Ink, now: Snapshot, picture: Picture, moving: Handle | None) -> None:
    held = _moving_arm(now, moving)
    for stroke, j, tip in _arms(picture):
        level = 0 if picture.masked[j] else level_of(picture.weights[j])
        if level > 0 or (stroke, j) == held:
            _draw_arm(painter, ink, picture, stroke, j, tip, level)
    if picture.output is not None:
        draw_arrow(painter, ink.pen("output", None, 0), picture.origin, picture.output)
    if picture.query is not None:
        draw_arrow(painter, ink.pen("query", None, 0), picture.origin, picture.query)


def _draw_arm(
    painter: QPainter, ink: Ink, picture: Picture, stroke: Stroke, j: int, tip: Pixel, level: int
) -> None:
    masked = picture.masked[j]
    pen = ink.pen(stroke, None if masked else j, level)
    draw_arrow(painter, pen, picture.origin, tip, ink.theme.panel if masked else None)
    if ink.theme.is_second_mark(j):
        draw_second_mark(painter, ink, pen.color(), picture.origin, tip)
