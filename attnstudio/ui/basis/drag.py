"""What a hand does to a matrix on its plane, without a mouse or a window: each way ends in one edit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from attnstudio.model import geometry
from attnstudio.model.document import Document, Matrix
from attnstudio.model.geometry import Vec2
from attnstudio.model.projecting import MATRIX_NAMES, Preset, Which, move_basis, set_preset
from attnstudio.state.gestures import CATCH, Lens, Pixel, PointDrag
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store

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


class BasisDrag(PointDrag):
    """One drag of the image of one basis arrow."""

    def __init__(self, store: Store, which: Which, axis: int, at: Pixel, lens: Lens) -> None:
        self.axis = axis
        head = store.look.head

        def moved(document: Document, point: Vec2) -> Document:
            return move_basis(document, which, head, axis, point)

        super().__init__(store, move_name(which, axis), image_of(store.now, which, axis), moved, at, lens)


def move_name(which: Which, axis: int) -> str:
    """What the history calls it."""
    return f"Move {AXES[axis]} of {MATRIX_NAMES[which]}"


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
        f"Set {MATRIX_NAMES[which]} to {words[preset]}",
        partial(set_preset, which=which, head=store.look.head, preset=preset),
    )
