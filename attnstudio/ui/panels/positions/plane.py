"""The plane of the panel: queries and keys before and after their turn, or x and x + p."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent

from attnstudio.model import numerals
from attnstudio.model.document import Handle
from attnstudio.state.gestures import CATCH
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.panel import Panel, Surface
from attnstudio.ui.panels.positions.content import (
    Arm,
    Asked,
    arms_of,
    circle_of,
    key_of,
    shifts_of,
)
from attnstudio.ui.panels.positions.sketch import Circle, Drawn, draw_plane, lens_in, reach_of
from attnstudio.ui.theme import theme_of

_LEAST = 150  # pixels, at 100 %
_ALL_UP_TO = 10  # words that are all named
_HEAVIEST = 6
_CIRCLED = 16  # position vectors that are drawn; more would be one ring of dots


class PositionPlane(Surface):
    """Drawn from the Snapshot and from what is asked in the panel. Pointing at an arrow is pointing at its
    word."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.setAccessibleName("What positions do to the arrows")
        self._panel = panel
        self._drawn: tuple[Drawn, ...] = ()
        self._circle: Circle | None = None
        self._reach = 1.0

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        return self._drawn

    @property
    def area(self) -> QRectF:
        return QRectF(self.rect())

    def at(self, one: Drawn) -> QPointF:
        """Where an arrow ends, in pixels."""
        return QPointF(*lens_in(self.area, self._reach).to_pixels(one.after))

    def show_state(self, now: Snapshot, asked: Asked) -> None:
        if now.document.positions.kind == "added" and now.passage.embedding is not None:
            drawn, self._circle = _of_x(now, asked), _circle(now)
        else:
            drawn, self._circle = _of_arms(now, asked), None
        self._drawn = drawn
        wanted = reach_of(drawn, self._circle)
        # The plane holds still in a drag, unless something leaves it.
        if self._panel.store.gesture is None or wanted > self._reach:
            self._reach = wanted
        self.update()

    def minimumSizeHint(self) -> QSize:
        side = self._panel.theme.px(_LEAST)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self._panel.store.view
        theme = theme_of(view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        draw_plane(painter, theme, self.area, self._reach, self._drawn, self._circle, view.is_figure)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        gaps = [(math.dist(self.at(one).toTuple(), at.toTuple()), one) for one in self._drawn]
        near = [pair for pair in gaps if pair[0] <= CATCH]
        self._point(min(near, key=lambda pair: pair[0])[1] if near else None)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def _point(self, one: Drawn | None) -> None:
        token = one.key.token if one is not None and isinstance(one.key, Handle) else None
        if not self._panel.store.is_telling:
            self._panel.store.set_view(hover_token=token)


def _of_arms(now: Snapshot, asked: Asked) -> tuple[Drawn, ...]:
    arms = arms_of(now, asked)
    looked_at, named = key_of(now, asked), _named(now, asked)
    return tuple(_drawn(now, arm, looked_at, named) for arm in arms)


def _drawn(now: Snapshot, arm: Arm, looked_at: int, named: set[int]) -> Drawn:
    is_query = arm.index is None
    is_strong = is_query or arm.index == looked_at or arm.handle.token == now.view.hover_token
    name = arm.name if is_strong or arm.index in named else ""
    return Drawn(
        arm.handle,
        name,
        "query" if is_query else "key",
        arm.index,
        arm.before,
        arm.after,
        is_strong=is_strong,
        spoken=arm.name if is_query else f"key of {arm.name}",
    )


def _of_x(now: Snapshot, asked: Asked) -> tuple[Drawn, ...]:
    looked_at, named = key_of(now, asked), _named(now, asked)
    found = []
    for shift in shifts_of(now):
        is_strong = shift.index == looked_at or shift.token == now.view.hover_token
        name = shift.name if is_strong or shift.index in named else ""
        handle = Handle("value", shift.token)
        found.append(
            Drawn(
                handle,
                name,
                "value",
                shift.index,
                shift.x,
                shift.moved,
                is_strong,
                is_point=True,
                spoken=f"x of {shift.name}",
            )
        )
    return tuple(found)


def _circle(now: Snapshot) -> Circle:
    points = circle_of(now)[:_CIRCLED]
    names = tuple(f"p{numerals.below(place)}" for place in range(len(points)))
    return Circle(now.document.positions.size, points, names)


def _named(now: Snapshot, asked: Asked) -> set[int]:
    """Indexes of the keys that get a name: all of a few, else the heaviest."""
    count = now.trace.n_keys
    if count <= _ALL_UP_TO or now.query_index < 0:
        return set(range(min(count, _ALL_UP_TO)))
    weights = now.trace.row(now.query_index).weights[now.head].tolist()
    return set(sorted(range(count), key=lambda j: -weights[j])[:_HEAVIEST])
