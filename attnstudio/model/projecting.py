"""Edits of X and of the matrices that make queries, keys and values of it: ``Document → Document``.

An edit that changes nothing returns the very same object. What can't be done raises `Refused`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

import numpy as np

from attnstudio.model import charts, numerals
from attnstudio.model.document import (
    LARGEST,
    Document,
    Embedding,
    Head,
    Matrix,
    Passage,
    Projection,
    Vector,
    index_of,
)
from attnstudio.model.edits import placed_by_hand, replaced, with_passage
from attnstudio.model.geometry import Vec2, clamp
from attnstudio.model.limits import require_finite, require_in_sight, require_numbers
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import vectors_of
from attnstudio.model.settings import Positions

Which = Literal["w_q", "w_k", "w_v"]
WHICH: tuple[Which, ...] = ("w_q", "w_k", "w_v")
Preset = Literal["identity", "rotate", "swap", "zero"]
MATRIX_NAMES: dict[Which | Literal["w_o"], str] = {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "w_o": "W_O"}
"""As written on screen."""
PRESETS: tuple[Preset, ...] = ("identity", "rotate", "swap", "zero")
MOST_HEADS = 4
MOST_COMPONENTS = 1024
"""Of vectors that are made by square matrices: three matrices for longer ones could not be saved, and those
for vectors as long as a file may have would fill any memory."""
_TURNS: dict[Preset, Matrix] = {
    "identity": ((1.0, 0.0), (0.0, 1.0)),
    "rotate": ((0.0, 1.0), (-1.0, 0.0)),  # a quarter turn to the left: e₁ goes to (0, 1)
    "swap": ((0.0, 1.0), (1.0, 0.0)),
    "zero": ((0.0, 0.0), (0.0, 0.0)),
}


def make_free(document: Document) -> Document:
    """Queries, keys and values as they are now, free to be dragged: no number changes.

    The matrices stay in the document, W_O in use. Vectors added for positions are part of the free vectors
    from then on; a turn by positions (RoPE) goes on being applied.
    """
    if all(passage.embedding is None for passage in document.passages):
        return document
    kind, wrong = document.positions.kind, document.wrong
    unturned = replace(document, positions=Positions()) if kind == "rope" else document
    passages = tuple(
        passage if passage.embedding is None else replace(passage, heads=_freed(unturned, p), embedding=None)
        for p, passage in enumerate(document.passages)
    )
    positions = Positions() if kind == "added" else document.positions
    return replace(
        document, passages=passages, positions=positions, wrong=replace(wrong, reshapes_heads=False)
    )


def _freed(document: Document, passage: int) -> tuple[Head, ...]:
    made = vectors_of(document, passage)
    if any(np.abs(part).max(initial=0.0) > LARGEST for part in made):
        raise Refused("Free vectors have numbers of at most a million: make X or a matrix smaller first.")
    parts = ([_rows(rows) for rows in part.tolist()] for part in made)
    return tuple(Head(*matrices) for matrices in zip(*parts, strict=True))


def make_projected(document: Document) -> Document:
    """Take the keys (of the first head) as X, and make queries, keys and values of them by W_Q, W_K and W_V,
    all of them the identity at first. Words that only ask have their queries as x."""
    if all(passage.embedding is not None for passage in document.passages):
        return document
    if any(passage.embedding is not None for passage in document.passages):
        raise Refused("Some of these sentences have an embedding already and some have not.")
    firsts = [passage.heads[0] for passage in document.passages]
    size = next((len(rows[0]) for head in firsts for rows in (head.keys, head.queries) if rows), 2)
    if size > MOST_COMPONENTS:
        raise Refused(
            f"These vectors have {numerals.count(size)} components; matrices can make vectors of at most "
            f"{numerals.count(MOST_COMPONENTS)}."
        )
    passages = tuple(_with_x(passage, size) for passage in document.passages)
    same = (unit(size),)
    return replace(document, passages=passages, projection=Projection(same, same, same))


def _with_x(passage: Passage, size: int) -> Passage:
    head = passage.heads[0]
    if any(len(row) != size for row in (*head.keys, *head.queries)):
        raise Refused("One pair of matrices can't serve vectors of different sizes.")
    if passage.is_self_attention:
        return replace(passage, heads=(), embedding=Embedding(head.keys))
    return replace(passage, heads=(), embedding=Embedding(head.queries, head.keys))


def set_heads(document: Document, count: int) -> Document:
    """So many heads. A new one begins as the last one with its W_Q turned by a quarter, so that it asks for
    something else; W_O averages the heads at first.

    With one head alone there is no W_O, and nothing to cut wrongly.
    """
    projection = _projection(document)
    now = len(projection.w_q)
    if count == now:
        return document
    if not 1 <= count <= MOST_HEADS:
        raise Refused(f"There can be 1 to {MOST_HEADS} heads.")
    d_model, d_v = len(projection.w_q[0]), len(projection.w_v[0][0])
    made = {
        which: _with_count(getattr(projection, which), count, is_turned=which == "w_q") for which in WHICH
    }
    w_o = None if count == 1 else averaging(count, d_v, d_model)
    changed = Projection(made["w_q"], made["w_k"], made["w_v"], w_o)
    wrong = replace(document.wrong, reshapes_heads=False) if count == 1 else document.wrong
    return replace(document, projection=changed, wrong=wrong)


def _with_count(heads: tuple[Matrix, ...], count: int, is_turned: bool) -> tuple[Matrix, ...]:
    made = list(heads[:count])
    while len(made) < count:
        made.append(tuple(map(_quarter, made[-1])) if is_turned else made[-1])
    return tuple(made)


def _quarter(row: Vector) -> Vector:
    """Turned by 90° in its first two components."""
    return row if len(row) < 2 else (0.0 - row[1], row[0], *row[2:])


def averaging(heads: int, d_v: int, d_model: int) -> Matrix:
    return tuple(
        tuple(1.0 / heads if row == column else 0.0 for column in range(d_model))
        for _ in range(heads)
        for row in range(d_v)
    )


def has_arrows(matrix: Matrix) -> bool:
    """Whether a matrix takes two components to two, so that a plane shows what it does."""
    return len(matrix) == 2 and len(matrix[0]) == 2


def move_basis(document: Document, which: Which, head: int, axis: int, point: Vec2) -> Document:
    """Put the image of a basis arrow (axis 0 or 1), which is that row of the matrix, at `point`."""
    require_finite(point)
    matrix: Matrix = getattr(_projection(document), which)[head]
    if len(matrix[axis]) != 2:
        raise Refused("Only a matrix that makes vectors of two components has arrows on a plane.")
    return _with_matrix(document, which, head, replaced(matrix, axis, clamp(point, document.bound)))


def set_preset(document: Document, which: Which, head: int, preset: Preset) -> Document:
    """Identity, a quarter turn, the axes swapped, or nothing at all; of any size."""
    matrix: Matrix = getattr(_projection(document), which)[head]
    rows, columns = len(matrix), len(matrix[0])
    if preset == "zero":
        made: Matrix = tuple((0.0,) * columns for _ in range(rows))
    else:
        small = _TURNS[preset]
        made = tuple(
            tuple(
                small[i][j] if i < 2 and j < 2 and min(rows, columns) > 1 else float(i == j)
                for j in range(columns)
            )
            for i in range(rows)
        )
    return _with_matrix(document, which, head, made)


def set_cell(
    document: Document, which: Which | Literal["w_o"], head: int, row: int, column: int, value: float
) -> Document:
    """One number of W_Q, W_K or W_V of a head, or of W_O (`head` plays no part there).

    Refused where an arrow of a matrix of 2 × 2 would then lie outside of its plane.
    """
    require_numbers(value)
    projection = _projection(document)
    if which != "w_o":
        matrix: Matrix = getattr(projection, which)[head]
        if has_arrows(matrix):
            require_in_sight(document, (matrix[row][column],), (value,))
        changed = replaced(matrix, row, replaced(matrix[row], column, value + 0.0))
        return _with_matrix(document, which, head, changed)
    if projection.w_o is None:
        raise Refused("There is no W_O: with one head the output is the head's own.")
    changed = replaced(projection.w_o, row, replaced(projection.w_o[row], column, value + 0.0))
    if changed == projection.w_o:
        return document
    return replace(document, projection=replace(projection, w_o=changed))


def move_x(document: Document, token: int, point: Vec2, passage: int = 0) -> Document:
    """Put the x of a token at `point` (through the chart), within the bound; q, k and v follow."""
    require_finite(point)
    before = _x_of(document, token, passage)
    return with_x(
        document, token, charts.moved(document.chart, before, clamp(point, document.bound)), passage
    )


def set_x(document: Document, token: int, component: int, value: float, passage: int = 0) -> Document:
    """One component, counted from 0, of the x of a token. Refused where x would then be drawn outside of
    the plane."""
    before = _x_of(document, token, passage)
    return set_whole_x(document, token, replaced(before, component, value), passage)


def set_whole_x(document: Document, token: int, x: Vector, passage: int = 0) -> Document:
    """All components at once, by the same rules as one."""
    require_numbers(*x)
    before = _x_of(document, token, passage)
    if len(x) != len(before):
        raise Refused(f"An x here has {len(before)} components, not {len(x)}.")
    after = tuple(number + 0.0 for number in x)  # never minus zero
    require_in_sight(document, charts.shown(document.chart, before), charts.shown(document.chart, after))
    return with_x(document, token, after, passage)


def with_x(document: Document, token: int, x: Vector, passage: int = 0) -> Document:
    """The whole x of a token."""
    held = document.passages[passage]
    embedding, index, of_keys = _place(held, token)
    rows = embedding.x_keys if of_keys else embedding.x
    assert rows is not None
    if rows[index] == x:
        return document
    changed = replaced(rows, index, x)
    embedding = replace(embedding, x_keys=changed) if of_keys else replace(embedding, x=changed)
    return with_passage(document, passage, placed_by_hand(replace(held, embedding=embedding), token))


def _x_of(document: Document, token: int, passage: int) -> Vector:
    embedding, index, of_keys = _place(document.passages[passage], token)
    rows = embedding.x_keys if of_keys else embedding.x
    assert rows is not None
    return rows[index]


def _place(held: Passage, token: int) -> tuple[Embedding, int, bool]:
    """Where the x of a token stands: the embedding, its row, and whether that is among the keys' own."""
    if held.embedding is None:
        raise Refused("These vectors are free: there is no x to move.")
    if any(one.id == token for one in held.query_tokens):
        return held.embedding, index_of(held.query_tokens, token), False
    return held.embedding, index_of(held.key_tokens, token), True


def _projection(document: Document) -> Projection:
    if document.projection is None or all(passage.embedding is None for passage in document.passages):
        raise Refused("These vectors are free: take them from x by matrices first.")
    return document.projection


def _with_matrix(document: Document, which: Which, head: int, matrix: Matrix) -> Document:
    projection = _projection(document)
    heads = cast("tuple[Matrix, ...]", getattr(projection, which))
    if heads[head] == matrix:
        return document
    parts = {name: getattr(projection, name) for name in WHICH} | {which: replaced(heads, head, matrix)}
    return replace(document, projection=Projection(parts["w_q"], parts["w_k"], parts["w_v"], projection.w_o))


def unit(size: int) -> Matrix:
    """The identity."""
    return tuple(tuple(float(i == j) for j in range(size)) for i in range(size))


def _rows(rows: list[list[float]]) -> Matrix:
    return tuple(tuple(row) for row in rows)
