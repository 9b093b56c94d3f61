"""What a hand does to a matrix on its plane, without a mouse or a window: each way ends in one edit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from attnstudio.model import geometry
from attnstudio.model.document import Document, Matrix
from attnstudio.model.geometry import Modifiers, Vec2
from attnstudio.model.projecting import Preset, Which, move_basis, set_preset
from attnstudio.state.gestures import CATCH, Lens, Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store

NAMES: dict[Which, str] = {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V"}
MAKES: dict[Which, str] = {"w_q": "queries", "w_k": "keys", "w_v": "values"}
AXES = ("e₁", "e₂")


def matrix_of(now: Snapshot, which: Which) -> Matrix | None:
    """The matrix of the shown head; None where the vectors are free."""
    projection = now.document.projection
    if now.passage.embedding is None or projection is None:
        return None
    heads: tuple[Matrix, ...] = getattr(projection, which)
    return heads[now.head]


def is_plane(matrix: Matrix) -> bool:
    """Whether a matrix takes two components to two."""
    return len(matrix) == 2 and len(matrix[0]) == 2


def image_of(now: Snapshot, which: Which, axis: int) -> Vec2:
    """Where a basis arrow goes: that row of a matrix of 2 × 2."""
    matrix = matrix_of(now, which)
    assert matrix is not None
    assert is_plane(matrix)
    x, y = matrix[axis]
    return x, y


def caught(tips: Sequence[Pixel], at: Pixel, chosen: int) -> int | None:
    """The arrow that a press takes: the chosen one where both lie in the same place, else the nearer one."""
    gaps = [math.dist(tip, at) for tip in tips]
    reached = [axis for axis, gap in enumerate(gaps) if gap <= CATCH]
    if not reached:
        return None
    if len(reached) == 2 and abs(gaps[0] - gaps[1]) < 1.0:
        return chosen
    return min(reached, key=lambda axis: gaps[axis])


class BasisDrag:
    """One drag of the image of one basis arrow, from the press to the release."""

    def __init__(self, store: Store, which: Which, axis: int, at: Pixel, lens: Lens) -> None:
        self.axis = axis
        self.moved = False
        self.keys = Modifiers()  # held at the latest move
        self._store, self._which, self._head = store, which, store.look.head
        self._start = image_of(store.now, which, axis)
        tip = lens.to_pixels(self._start)
        self._offset = tip[0] - at[0], tip[1] - at[1]  # nothing jumps on grab
        self._at = at
        store.begin(move_name(which, axis))
        self._gesture = store.gesture

    def is_open(self) -> bool:
        """False once somebody else ended the gesture."""
        return self._gesture is not None and self._store.gesture is self._gesture

    def move(self, at: Pixel, keys: Modifiers, lens: Lens) -> None:
        """The hand is at `at`."""
        if at == self._at and keys == self.keys:
            return
        self.moved = self.moved or at != self._at
        self._at, self.keys = at, keys
        pointer = lens.to_model((at[0] + self._offset[0], at[1] + self._offset[1]))
        now = self._store.now
        point = geometry.drag(pointer, self._start, now.document.bound, now.view.snap, keys)

        def moved(document: Document) -> Document:
            # The start itself may lie outside the bound; coming back to it is no edit all the same.
            if point == self._start:
                return document
            return move_basis(document, self._which, self._head, self.axis, point)

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


def move_name(which: Which, axis: int) -> str:
    """What the history calls it."""
    return f"Move {AXES[axis]} of {NAMES[which]}"


def press_arrow(store: Store, which: Which, axis: int, right: int, up: int, factor: float) -> bool:
    """One press of an arrow key; a run of presses is one step of the history. False at the bound."""
    now = store.now
    start = image_of(now, which, axis)
    point = geometry.nudge(start, right, up, now.view.snap, factor, now.document.bound)
    return place(store, which, axis, point, is_run=True)


def place(store: Store, which: Which, axis: int, point: Vec2, is_run: bool = False) -> bool:
    """Put the image of a basis arrow at `point`. True if that changed something."""
    head = store.look.head
    return store.apply(
        move_name(which, axis),
        partial(move_basis, which=which, head=head, axis=axis, point=point),
        run=("basis", which, head, axis) if is_run else None,
    )


def begin_anew(store: Store, which: Which, preset: Preset) -> bool:
    """Give the matrix of the shown head a starting point. True if that changed something."""
    words = {"identity": "identity", "rotate": "a quarter turn", "swap": "the axes swapped", "zero": "zero"}
    return store.apply(
        f"Set {NAMES[which]} to {words[preset]}",
        partial(set_preset, which=which, head=store.look.head, preset=preset),
    )
