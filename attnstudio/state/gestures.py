"""Hands on the plane, without a mouse or a window: which tip a press catches, and what moving it does.

Places are pixels, as the plane's widget gives them; a `Lens` turns them into model units. Every way of
moving a tip, by hand, by key or by number, ends in the one edit `move_vector`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from attnstudio.model import charts, geometry
from attnstudio.model.document import Document, Handle, index_of, names_of
from attnstudio.model.edits import move_vector
from attnstudio.model.geometry import Modifiers, Vec2
from attnstudio.state.framing import grown
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store

Pixel = tuple[float, float]
Moved = Callable[[Document, Vec2], Document]

CATCH = 22.0
"""Pixels from a tip within which a press catches it, however short its vector is."""

_TOGETHER = 2.0  # pixels: tips this close are one to the eye, and repeated clicks go from one to the next

RESULT = "The output is a result: it moves when a query, a key or a value moves."


@dataclass(frozen=True, slots=True)
class Lens:
    """How the plane lies on the screen: the origin's pixel, and pixels a unit. There, y points down."""

    origin: Pixel
    unit: float

    def to_pixels(self, point: Vec2) -> Pixel:
        return self.origin[0] + point[0] * self.unit, self.origin[1] - point[1] * self.unit

    def to_model(self, pixel: Pixel) -> Vec2:
        return (
            (pixel[0] - self.origin[0]) / self.unit + 0.0,
            (self.origin[1] - pixel[1]) / self.unit + 0.0,
        )


@dataclass(frozen=True, slots=True)
class Tip:
    """The end of an arrow on the screen; `handle` is None for the output, which no hand moves."""

    handle: Handle | None
    at: Pixel


def caught(tips: Sequence[Tip], at: Pixel, selected: Handle | None) -> Tip | None:
    """The tip that a press at `at` takes: the selected one if it is in reach, else the nearest, else the
    first of those that are equally near."""
    reached = _in_reach(tips, at)
    for _, tip in reached:
        if tip.handle is not None and tip.handle == selected:
            return tip
    return min(reached, key=lambda pair: pair[0])[1] if reached else None


def after_click(tips: Sequence[Tip], at: Pixel, selected: Handle) -> Handle:
    """What a click on the selected tip selects: the tip that lies nearer to the click, or, among tips that
    lie together, the next one. So repeated clicks reach every tip."""
    reached = [(gap, tip.handle) for gap, tip in _in_reach(tips, at) if tip.handle is not None]
    if not reached:
        return selected
    nearest = min(gap for gap, _ in reached)
    together = [handle for gap, handle in reached if gap <= nearest + _TOGETHER]
    if selected not in together:
        return together[0]
    return together[(together.index(selected) + 1) % len(together)]


def _in_reach(tips: Sequence[Tip], at: Pixel) -> list[tuple[float, Tip]]:
    gaps = ((math.dist(tip.at, at), tip) for tip in tips)
    return [(gap, tip) for gap, tip in gaps if gap <= CATCH]


class PointDrag:
    """One drag of one point, from the press to the release. What it shows depends only on where the point
    began, where the hand is and which keys are held."""

    def __init__(self, store: Store, name: str, start: Vec2, moved: Moved, at: Pixel, lens: Lens) -> None:
        """`moved` is the edit that puts the point elsewhere, and `name` what the history calls it."""
        self.start = start
        self.moved = False
        tip = lens.to_pixels(start)
        self._offset = tip[0] - at[0], tip[1] - at[1]  # nothing jumps on grab
        self._at = at
        self.keys = Modifiers()  # held at the latest move
        self._edit = moved
        self._store = store
        store.begin(name)
        self._gesture = store.gesture

    def is_open(self) -> bool:
        """False once somebody else ended the gesture: an undo, another document, another edit."""
        return self._store.gesture is self._gesture and self._gesture is not None

    def move(self, at: Pixel, keys: Modifiers, lens: Lens) -> None:
        """The hand is at `at`."""
        if at == self._at and keys == self.keys:
            return
        self.moved = self.moved or at != self._at
        self._at, self.keys = at, keys
        pointer = lens.to_model((at[0] + self._offset[0], at[1] + self._offset[1]))
        now = self._store.now
        point = geometry.drag(pointer, self.start, now.document.bound, now.view.snap, keys)

        def moved(document: Document) -> Document:
            # The start itself may lie outside the bound; coming back to it is no edit all the same.
            return document if point == self.start else self._edit(document, point)

        self._store.preview(moved)

    def hold(self, keys: Modifiers, lens: Lens) -> None:
        """Keys were pressed or let go while the hand rested."""
        self.move(self._at, keys, lens)

    def release(self) -> None:
        """Keep what is shown: one step of the history, or none where nothing changed."""
        if self.is_open():
            self._store.commit()

    def cancel(self) -> None:
        """Put everything back as it was at the press, to the last bit."""
        if self.is_open():
            self._store.cancel()


class Drag(PointDrag):
    """The drag of a tip."""

    def __init__(self, store: Store, handle: Handle, at: Pixel, lens: Lens) -> None:
        self.handle = handle
        passage = store.look.passage

        def moved(document: Document, point: Vec2) -> Document:
            return move_vector(document, handle, point, passage)

        name = f"Move {name_of(store.now, handle)}"
        super().__init__(store, name, point_of(store.now, handle), moved, at, lens)


def press_arrow(store: Store, handle: Handle, right: int, up: int, factor: float) -> bool:
    """One press of an arrow key. A run of presses is one step of the history. False at the bound."""
    now = store.now
    point = geometry.nudge(point_of(now, handle), right, up, now.view.snap, factor, now.document.bound)
    return place(store, handle, point, is_run=True)


def place(store: Store, handle: Handle, point: Vec2, is_run: bool = False) -> bool:
    """Put a tip at `point`. True if that changed something; raises `Refused` where it can't be done."""
    passage = store.look.passage
    return store.apply(
        f"Move {name_of(store.now, handle)}",
        lambda document: move_vector(document, handle, point, passage),
        run=("nudge", handle) if is_run else None,
    )


def show_tip(store: Store, handle: Handle) -> None:
    """After a tip was moved: let the frame grow just so far that the tip is in sight."""
    now = store.now
    store.set_view(frame=grown(now.frame, point_of(now, handle), now.document.bound))


def point_of(now: Snapshot, handle: Handle) -> Vec2:
    """Where a tip is drawn, in model units."""
    rows = {"query": now.trace.queries, "key": now.trace.keys, "value": now.trace.values}[handle.role]
    row = rows[handle.head][index_of(now.passage.tokens_of(handle.role), handle.token)]
    return charts.shown(now.document.chart, tuple(row.tolist()))


def name_of(now: Snapshot, handle: Handle) -> str:
    """A tip by its name, e.g. “key of “money””: in the history, in speech, over number fields."""
    tokens = now.passage.tokens_of(handle.role)
    return f"{handle.role} of “{names_of(tokens)[index_of(tokens, handle.token)]}”"


def cell_name(allow: bool, query: str, key: str) -> str:
    """What the history calls a change of one cell of the mask."""
    return f"{'Unmask' if allow else 'Mask'} “{key}” for “{query}”"
