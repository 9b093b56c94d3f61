"""The numbers behind a Trace, and how they are kept: in full, or as a start and what has moved since.

What a move does not change is shared with its start, and whole arrays are put together when somebody asks
for them. A start is always worked out in full, so nothing accumulates over a drag, and it refers to
nothing before it, so a long drag holds no more memory than a short one. Arrays are read-only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnstudio.model import checks
from attnstudio.model.blocked import Inputs, Weighed, longest, weigh
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed


@dataclass(frozen=True, eq=False)
class Start:
    """Numbers worked out in full."""

    inputs: Inputs
    weighed: Weighed
    blind: Allowed  # (…, n_q)
    mixable: Array  # the values, with 0 for a number that is not finite and that no query may look at
    query_length: float  # of the longest; NaN or inf where that is not known
    key_length: float

    @property
    def start(self) -> Start:
        return self

    @property
    def queries(self) -> Array:
        return self.inputs.queries

    @property
    def keys(self) -> Array:
        return self.inputs.keys

    @property
    def values(self) -> Array:
        return self.inputs.values

    @property
    def weights(self) -> Array:
        return self.weighed.weights

    @property
    def output(self) -> Array:
        return self.weighed.output

    def query_row(self, i: int) -> Array:
        return self.queries[..., i, :]

    def weights_row(self, i: int) -> Array:
        return self.weights[..., i, :]

    def output_row(self, i: int) -> Array:
        return self.output[..., i, :]


class Moved:
    """A start and what has moved since; whatever a kind of move does not change is the start's."""

    origin: Start

    @cached_property
    def start(self) -> Start:
        """The same numbers worked out in full, for a move of another kind to start from."""
        inputs = self.origin.inputs
        return work_out(inputs._replace(queries=self.queries, keys=self.keys, values=self.values))

    @property
    def inputs(self) -> Inputs:
        """The start's: for what no move changes."""
        return self.origin.inputs

    @property
    def blind(self) -> Allowed:
        return self.origin.blind

    @property
    def key_length(self) -> float:
        return self.origin.key_length

    @cached_property
    def queries(self) -> Array:
        return self.origin.queries

    @cached_property
    def keys(self) -> Array:
        return self.origin.keys

    @cached_property
    def values(self) -> Array:
        return self.origin.values

    @cached_property
    def weights(self) -> Array:
        return self.origin.weights

    @cached_property
    def output(self) -> Array:
        return self.origin.output

    def query_row(self, i: int) -> Array:
        return self.origin.query_row(i)

    def weights_row(self, i: int) -> Array:
        return self.origin.weights_row(i)

    def output_row(self, i: int) -> Array:
        return self.origin.output_row(i)


Numbers = Start | Moved


class MovedQueries(Moved):
    """Some queries moved: each brings its query (…, d_k), its weights (…, n_k) and its output (…, d_v)."""

    def __init__(self, origin: Start, rows: Mapping[int, tuple[Array, Array, Array]]) -> None:
        self.origin, self.rows = origin, rows

    @cached_property
    def queries(self) -> Array:
        return with_rows(self.origin.queries, {i: row[0] for i, row in self.rows.items()})

    @cached_property
    def weights(self) -> Array:
        return with_rows(self.origin.weights, {i: row[1] for i, row in self.rows.items()})

    @cached_property
    def output(self) -> Array:
        return with_rows(self.origin.output, {i: row[2] for i, row in self.rows.items()})

    def query_row(self, i: int) -> Array:
        return self.rows[i][0] if i in self.rows else super().query_row(i)

    def weights_row(self, i: int) -> Array:
        return self.rows[i][1] if i in self.rows else super().weights_row(i)

    def output_row(self, i: int) -> Array:
        return self.rows[i][2] if i in self.rows else super().output_row(i)


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """How one moved key changes the weights: ``start * keep``, but `share` for the key itself.

    Rows where taking the old share out would cost digits are worked out afresh instead.
    """

    keep: Array  # (…, n_q)
    share: Array  # (…, n_q)
    afresh: Mapping[int, Array]  # by query: its weights (…, n_k)


class MovedKey(Moved):
    """One key moved. `shares` is None where nobody may look at it."""

    def __init__(self, origin: Start, j: int, key: Array, shares: Shares | None, output: Array) -> None:
        self.origin = origin
        self.j, self.key, self.shares, self._output = j, key, shares, output

    @property
    def key_length(self) -> float:
        return longer(self.origin.key_length, longest(self.key[..., None, :]))

    @cached_property
    def keys(self) -> Array:
        return with_rows(self.origin.keys, {self.j: self.key})

    @cached_property
    def weights(self) -> Array:
        if self.shares is None:
            return self.origin.weights
        weights = self.origin.weights * self.shares.keep[..., None]
        weights[..., self.j] = self.shares.share
        return with_rows(weights, self.shares.afresh)

    @cached_property
    def output(self) -> Array:
        return self._output

    def weights_row(self, i: int) -> Array:
        if self.shares is None:
            return self.origin.weights_row(i)
        if i in self.shares.afresh:
            return self.shares.afresh[i]
        row = self.origin.weights_row(i) * self.shares.keep[..., i, None]
        row[..., self.j] = self.shares.share[..., i]
        return sealed(row)

    def output_row(self, i: int) -> Array:
        return self._output[..., i, :]


class MovedValue(Moved):
    """One value moved: the weights stay."""

    def __init__(self, origin: Start, j: int, value: Array, output: Array) -> None:
        self.origin = origin
        self.j, self.value, self._output = j, value, output

    @cached_property
    def values(self) -> Array:
        return with_rows(self.origin.values, {self.j: self.value})

    @cached_property
    def output(self) -> Array:
        return self._output

    def output_row(self, i: int) -> Array:
        return self._output[..., i, :]


@np.errstate(all="ignore")
def work_out(inputs: Inputs) -> Start:
    """Weights and output for every query.

    Refused: a number that is not finite where a query may look, and a score that overflows there.
    """
    query_length, key_length = longest(inputs.queries), longest(inputs.keys)
    if not math.isfinite(query_length):
        checks.finite("queries", inputs.queries, _looking(inputs))
    if not math.isfinite(key_length):
        checks.finite("keys", inputs.keys, _looked_at(inputs))
    mixable = inputs.values
    if not np.isfinite(mixable).all():
        checks.finite("values", mixable, _looked_at(inputs))
        mixable = np.where(np.isfinite(mixable), mixable, mixable.dtype.type(0))  # 0 · NaN is not 0
    weighed = weigh(inputs, mixable, inputs.steepness(query_length, key_length))
    blind = weighed.total[..., 0] == 0
    for array in (weighed.weights, weighed.output, blind):
        array.setflags(write=False)
    return Start(inputs, weighed, blind, mixable, query_length, key_length)


def longer(a: float, b: float) -> float:
    """The larger of two lengths; NaN if either is, which `max` would not see to."""
    return float(np.maximum(a, b))


def with_rows(array: Array, rows: Mapping[int, Array]) -> Array:
    """A copy of `array` (…, n, d) with some of its rows replaced, read-only."""
    copy = array.copy()
    for i, row in rows.items():
        copy[..., i, :] = row
    return sealed(copy)


def sealed(array: Array) -> Array:
    array.setflags(write=False)
    return array


def _looking(inputs: Inputs) -> Allowed:
    """(…, n_q), True for a query that may look at something."""
    *lead, n_q, n_k = inputs.shape
    mask = np.ones((*lead, 1, 1), np.bool_) if inputs.mask is None else inputs.mask
    return np.broadcast_to(mask.any(axis=-1) & (n_k > 0), (*lead, n_q))


def _looked_at(inputs: Inputs) -> Allowed:
    """(…, n_k), True for a key that some query may look at."""
    *lead, n_q, n_k = inputs.shape
    mask = np.ones((*lead, 1, 1), np.bool_) if inputs.mask is None else inputs.mask
    return np.broadcast_to(mask.any(axis=-2) & (n_q > 0), (*lead, n_k))
