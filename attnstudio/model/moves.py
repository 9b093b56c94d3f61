"""One vector moved: what follows is worked out from the numbers before, and no more than must be.

A moved query changes one row; a moved key changes one column of scores and with it a factor per row; a
moved value changes the output alone. A move on top of a move of another kind, or of another key or value,
first works out its start in full.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from attnstudio.model import checks
from attnstudio.model.blocked import Inputs, longest, weigh_block
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed
from attnstudio.model.workings import (
    MovedKey,
    MovedQueries,
    MovedValue,
    Numbers,
    Shares,
    Start,
    longer,
    sealed,
    with_rows,
    work_out,
)

# Up to here, taking an old share out of a sum and putting a new one in is as good as summing afresh.
_MILD_EXPONENT = 256.0
_MILD_VALUE = 256.0  # the largest component of a value whose share changes
_LEAST_LEFT, _MOST_GROWN = 1 / 8, 1e8  # the new sum over the old


@np.errstate(all="ignore")
def move_query(numbers: Numbers, i: int, query: npt.ArrayLike) -> Numbers:
    """One row of weights and output worked out anew, in about n_k · (d_k + d_v) steps."""
    if isinstance(numbers, MovedQueries):
        origin, rows = numbers.origin, numbers.rows
    else:
        origin, rows = numbers.start, {}
    inputs = origin.inputs
    moved = checks.vector("queries", query, inputs.queries)
    row = moved[..., None, :]
    flat = moved.ravel()
    length = math.sqrt(flat.dot(flat))  # of all heads in one: longer than any, and quick
    if not math.isfinite(length):
        checks.finite("queries", row, ~origin.blind[..., i, None], i)
    mask = None if inputs.mask is None else inputs.mask[..., i : i + 1, :]
    given = Inputs(row, inputs.keys, origin.mixable, mask, inputs.scale, inputs.temperature)
    weights, output = weigh_block(given, inputs.steepness(length, origin.key_length), place=(i, 0))
    return MovedQueries(origin, {**rows, i: (moved, sealed(weights[..., 0, :]), sealed(output[..., 0, :]))})


@np.errstate(all="ignore")
def move_key(numbers: Numbers, j: int, key: npt.ArrayLike) -> Numbers:
    """One column of scores worked out anew, in about n_q · (d_k + d_v) steps.

    Rows whose sum shrinks or grows too much are worked out in full, and all of them are where exponents
    or values are so large that the shortcut would cost digits.
    """
    origin = numbers.origin if isinstance(numbers, MovedKey) and numbers.j == j else numbers.start
    inputs, start = origin.inputs, origin.weighed
    moved = checks.vector("keys", key, inputs.keys)
    may_look = None if inputs.mask is None else inputs.mask[..., j]
    if may_look is not None and not may_look.any():
        return MovedKey(origin, j, moved, None, start.output)
    length = longest(moved[..., None, :])
    steepness = inputs.steepness(origin.query_length, longer(origin.key_length, length))
    value = origin.mixable[..., j, :]
    if not (steepness <= _MILD_EXPONENT and _largest(value) <= _MILD_VALUE):
        return work_out(inputs._replace(keys=with_rows(inputs.keys, {j: moved})))

    scaled = np.matmul(inputs.queries, moved[..., :, None])[..., 0] * inputs.scale
    gained = np.exp((scaled - start.peak[..., 0]) / inputs.temperature) / start.total[..., 0]
    if may_look is not None:
        gained = np.where(may_look, gained, scaled.dtype.type(0))
    lost = start.weights[..., j]
    change = 1 - lost + gained
    keep = 1 / change
    share = gained * keep
    output = start.output * keep[..., None] + (share - lost * keep)[..., None] * value[..., None, :]
    unsure = ~((change >= _LEAST_LEFT) & (change <= _MOST_GROWN))
    afresh = _afresh(origin, j, moved, unsure, steepness, output) if unsure.any() else {}
    return MovedKey(origin, j, moved, Shares(keep, share, afresh), sealed(output))


@np.errstate(all="ignore")
def move_value(numbers: Numbers, j: int, value: npt.ArrayLike) -> Numbers:
    """Each output moves by the weight it gives to the value, times how far that moved: n_q · d_v steps."""
    origin = numbers.origin if isinstance(numbers, MovedValue) and numbers.j == j else numbers.start
    inputs = origin.inputs
    moved = checks.vector("values", value, inputs.values)
    if inputs.mask is not None and not inputs.mask[..., j].any():
        return MovedValue(origin, j, moved, origin.output)
    old = origin.mixable[..., j, :]
    if not np.isfinite(moved).all():
        return work_out(inputs._replace(values=with_rows(inputs.values, {j: moved})))
    if _largest(old) > _MILD_VALUE:
        output = np.matmul(origin.weights, with_rows(origin.mixable, {j: moved}))
    else:
        output = origin.output + origin.weights[..., j, None] * (moved - old)[..., None, :]
    return MovedValue(origin, j, moved, sealed(output))


def _afresh(
    origin: Start, j: int, key: Array, unsure: Allowed, steepness: float, output: Array
) -> dict[int, Array]:
    """The weights of the queries for which `unsure` (…, n_q) holds, and their rows of `output` set."""
    rows = np.flatnonzero(unsure.any(axis=tuple(range(unsure.ndim - 1))))
    inputs = origin.inputs
    given = inputs._replace(
        queries=inputs.queries[..., rows, :],
        keys=with_rows(inputs.keys, {j: key}),
        values=origin.mixable,
        mask=None if inputs.mask is None else inputs.mask[..., rows, :],
    )
    weights, output[..., rows, :] = weigh_block(given, steepness)
    return {int(i): sealed(weights[..., row, :]) for row, i in enumerate(rows)}


def _largest(vector: Array) -> float:
    """The largest component, whatever its sign."""
    return float(np.abs(vector).max(initial=0.0))
