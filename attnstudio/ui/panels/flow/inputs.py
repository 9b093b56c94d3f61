"""Cells that can be changed: which edit a number of X, W_O, Q, K or V is, and how a hand changes one."""

from __future__ import annotations

from functools import partial
from typing import Literal

from attnstudio.model import geometry
from attnstudio.model.document import LARGEST, Document, Handle, Role, Token
from attnstudio.model.edits import Edit, set_component
from attnstudio.model.geometry import GRID, NUDGE
from attnstudio.model.projecting import MATRIX_NAMES, WHICH, has_arrows, set_cell, set_x
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Node, Picked, Snapshot
from attnstudio.state.store import Store

W_O: Literal["w_o"] = "w_o"

_PIXELS = 150  # of a drag that lead from 0 to the bound of the plane
_DECIMALS = 2  # a dragged number lands on hundredths: finer than its cell shows
_ROLES: dict[Node, Role] = {"q": "query", "k": "key", "v": "value"}


def edit_of(now: Snapshot, cell: Picked, value: float) -> Edit:
    """The edit that gives a cell another number; it raises `Refused` where that can't be done."""
    node, passage = cell.node, now.look.passage
    if node == "x":
        token = _token(now, cell)
        return partial(set_x, token=token.id, component=cell.column, value=value, passage=passage)
    if node in _ROLES:
        handle = Handle(_ROLES[node], _token(now, cell).id, now.head)
        return partial(set_component, handle=handle, component=cell.column, value=value, passage=passage)
    for which in (*WHICH, W_O):
        if which == node:
            return partial(
                set_cell, which=which, head=now.head, row=cell.row, column=cell.column, value=value
            )
    raise Refused("This number is a result: it moves when an input moves.")


def edit_name(now: Snapshot, cell: Picked) -> str:
    """What the history calls a change of the cell."""
    for which, name in MATRIX_NAMES.items():
        if which == cell.node:
            return f"Change {name}"
    what = "x" if cell.node == "x" else _ROLES[cell.node]
    return f"Change {what} of “{_token(now, cell).text}”"


def value_of(now: Snapshot, cell: Picked) -> float:
    """The number of an input as the document has it."""
    projection, embedding = now.document.projection, now.passage.embedding
    if cell.node == "x":
        assert embedding is not None
        return (*embedding.x, *(embedding.x_keys or ()))[cell.row][cell.column]
    if cell.node in _ROLES:
        return now.passage.heads[now.head].of(_ROLES[cell.node])[cell.row][cell.column]
    assert projection is not None
    if cell.node == "w_o":
        assert projection.w_o is not None
        return projection.w_o[cell.row][cell.column]
    heads: tuple[tuple[tuple[float, ...], ...], ...] = getattr(projection, cell.node)
    return heads[now.head][cell.row][cell.column]


def set_number(store: Store, cell: Picked, value: float) -> bool:
    """Give the cell a number, as one step of the history. True if that changed something."""
    edit = edit_of(store.now, cell, value)
    return store.apply(edit_name(store.now, cell), edit)


def nudge(store: Store, cell: Picked, steps: float) -> bool:
    """So many steps of the plane's snap up or down; a run of presses is one step of the history. Refused
    where that would lead out of the plane."""
    now = store.now
    size = GRID if now.view.snap == "grid" else NUDGE
    value = geometry.tidy((value_of(now, cell) + steps * size, 0.0), 9)[0]
    return store.apply(edit_name(now, cell), edit_of(now, cell, value), run=("cell", cell))


class CellDrag:
    """One drag of one number, from the press to the release: to the right and up is more."""

    def __init__(self, store: Store, cell: Picked, at: tuple[float, float]) -> None:
        self.cell = cell
        self._store = store
        self._at = at
        self._start = value_of(store.now, cell)
        store.begin(edit_name(store.now, cell))
        self._gesture = store.gesture

    def is_open(self) -> bool:
        """False once somebody else ended the gesture."""
        return self._gesture is not None and self._store.gesture is self._gesture

    def move(self, at: tuple[float, float], factor: float, is_free: bool) -> None:
        """The hand is at `at`; `factor` makes it finer or coarser, `is_free` lets nothing snap."""
        now = self._store.now
        pixels = (at[0] - self._at[0]) - (at[1] - self._at[1])
        value = self._start
        if pixels:
            value += factor * pixels * now.document.bound / _PIXELS
            if now.view.snap in ("grid", "near") and not is_free:
                value = geometry.snapped((value, 0.0), now.view.snap)[0]
            value = _within(now, self.cell, geometry.tidy((value, 0.0), _DECIMALS + (factor < 1.0))[0])
        change = edit_of(now, self.cell, value)

        def changed(document: Document) -> Document:
            return document if value == self._start else change(document)

        self._store.preview(changed)

    def release(self) -> None:
        if self.is_open():
            self._store.commit()

    def cancel(self) -> None:
        if self.is_open():
            self._store.cancel()


def range_of(now: Snapshot, cell: Picked) -> float:
    """How far from 0 a hand may take a number: to the edge of the plane, where it is seen on one."""
    embedding, projection = now.passage.embedding, now.document.projection
    if cell.node == "x" and embedding is not None:
        is_seen = len((embedding.x or embedding.x_keys or ((),))[0]) == 2
    elif cell.node in _ROLES:
        is_seen = (now.trace.d_v if cell.node == "v" else now.trace.d_k) == 2
    else:
        is_seen = projection is not None and cell.node in WHICH
        is_seen = is_seen and has_arrows(getattr(projection, cell.node)[now.head])
    return max(now.document.bound, abs(value_of(now, cell))) if is_seen else LARGEST


def _within(now: Snapshot, cell: Picked, value: float) -> float:
    most = range_of(now, cell)
    return min(max(value, -most), most)


def _token(now: Snapshot, cell: Picked) -> Token:
    """The word whose row it is."""
    asking, offering = now.passage.query_tokens, now.passage.key_tokens
    if cell.node == "q" or (cell.node == "x" and cell.row < len(asking)):
        return asking[cell.row]
    if cell.node == "x":
        return offering[cell.row - len(asking)]
    return offering[cell.row]
