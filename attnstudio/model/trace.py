"""Everything that follows from queries, keys, values and a mask: what every view draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnstudio.model import checks, moves
from attnstudio.model.blocked import dots, longest
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed
from attnstudio.model.workings import Numbers

__all__ = ["Array", "Cell", "Row", "Trace"]


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Every step for one query. The dots are leading axes, such as heads."""

    scores: Array  # (…, n_k)
    scaled: Array  # (…, n_k)
    masked: Array  # (…, n_k), −inf where the query may not look
    weights: Array  # (…, n_k)
    output: Array  # (…, d_v)
    blind: Allowed  # (…), True where the query may look at nothing


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Every step for one query and one key; each array has the leading axes alone."""

    score: Array
    scaled: Array
    masked: Array
    weight: Array


class Trace:
    """The numbers of one attention, softmax(QKᵀ·scale + M)·V (Vaswani et al. 2017, equation 1).

    All arrays are read-only. Weights and output are at hand; `scores`, `scaled` and `masked` are worked
    out whenever they are asked for, whole here or for one query by `row` and one pair by `cell`. A query
    that may look at nothing is `blind`: its weights and its output are 0.

    `move_query`, `move_key` and `move_value` give the Trace with one vector elsewhere. They share what
    has not changed with this one, which stays as it is.
    """

    __slots__ = ("_latest", "_numbers")

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._latest: tuple[int, Row] | None = None  # every view asks for the same row, one after the other

    def __repr__(self) -> str:
        *lead, n_q = self.blind.shape
        return f"Trace(weights {(*lead, n_q, self.n_keys)}, output {(*lead, n_q, self.d_v)})"

    # --- what went in -------------------------------------------------------------------------------

    @property
    def queries(self) -> Array:
        """(…, n_q, d_k), as given."""
        return self._numbers.queries

    @property
    def keys(self) -> Array:
        """(…, n_k, d_k), as given."""
        return self._numbers.keys

    @property
    def values(self) -> Array:
        """(…, n_k, d_v), as given."""
        return self._numbers.values

    @property
    def mask(self) -> Allowed | None:
        """(…, n_q, n_k), True where a query may look; None where all may look at everything."""
        return self._numbers.inputs.mask

    def may_look(self, head: int) -> Allowed:
        """(n_q, n_k) of one head, True where a query may look."""
        mask = self.mask
        if mask is None:
            return np.broadcast_to(np.True_, (self.n_queries, self.n_keys))
        return mask if mask.ndim == 2 else mask[min(head, len(mask) - 1)]

    @property
    def scale(self) -> float:
        """What the scores are multiplied by."""
        return self._numbers.inputs.scale

    @property
    def temperature(self) -> float:
        return self._numbers.inputs.temperature

    @property
    def n_queries(self) -> int:
        return int(self._numbers.inputs.queries.shape[-2])

    @property
    def n_keys(self) -> int:
        return int(self._numbers.inputs.keys.shape[-2])

    @property
    def d_k(self) -> int:
        return int(self._numbers.inputs.keys.shape[-1])

    @property
    def d_v(self) -> int:
        return int(self._numbers.inputs.values.shape[-1])

    # --- what follows -------------------------------------------------------------------------------

    @property
    def scores(self) -> Array:
        """Step 1, match: (…, n_q, n_k), the dot product of every query with every key."""
        return self._scores(self.queries)

    @property
    def scaled(self) -> Array:
        """Step 2, scale: (…, n_q, n_k)."""
        return self._scaled(self.scores)

    @property
    def masked(self) -> Array:
        """Step 3, mask: (…, n_q, n_k), −inf where a query may not look."""
        return _hidden(self.scaled, self.mask)

    @property
    def weights(self) -> Array:
        """Step 4, normalize: (…, n_q, n_k); a row sums to 1, or is 0 throughout where it is blind."""
        return self._numbers.weights

    @property
    def output(self) -> Array:
        """Step 5, mix: (…, n_q, d_v), the values in proportion to the weights."""
        return self._numbers.output

    @property
    def blind(self) -> Allowed:
        """(…, n_q), True where a query may look at nothing."""
        return self._numbers.blind

    def row(self, i: int) -> Row:
        """Every step for query `i`, without working out the other rows. IndexError if there is none."""
        i = checks.index("query", i, self.n_queries)
        if self._latest is None or self._latest[0] != i:
            self._latest = i, self._row(i)
        return self._latest[1]

    def cell(self, i: int, j: int) -> Cell:
        """Every step for query `i` and key `j`. IndexError if there is no such pair."""
        j = checks.index("key", j, self.n_keys)
        row = self.row(i)
        return Cell(row.scores[..., j], row.scaled[..., j], row.masked[..., j], row.weights[..., j])

    # --- what would follow if … ---------------------------------------------------------------------

    def move_query(self, i: int, query: npt.ArrayLike) -> Trace:
        """With `query` (…, d_k) as query `i`: one row is worked out anew."""
        return Trace(moves.move_query(self._numbers, checks.index("query", i, self.n_queries), query))

    def move_key(self, j: int, key: npt.ArrayLike) -> Trace:
        """With `key` (…, d_k) as key `j`: one column of scores is worked out anew."""
        return Trace(moves.move_key(self._numbers, checks.index("key", j, self.n_keys), key))

    def move_value(self, j: int, value: npt.ArrayLike) -> Trace:
        """With `value` (…, d_v) as value `j`: the weights stay, the output is worked out anew."""
        return Trace(moves.move_value(self._numbers, checks.index("value", j, self.n_keys), value))

    # --- inside -------------------------------------------------------------------------------------

    def _row(self, i: int) -> Row:
        numbers = self._numbers
        scores = self._scores(numbers.query_row(i)[..., None, :])[..., 0, :]
        scaled = self._scaled(scores)
        masked = _hidden(scaled, None if self.mask is None else self.mask[..., i, :])
        return Row(scores, scaled, masked, numbers.weights_row(i), numbers.output_row(i), self.blind[..., i])

    def _scores(self, queries: Array) -> Array:
        numbers = self._numbers
        with np.errstate(all="ignore"):  # what nobody may look at may be NaN
            steepness = numbers.inputs.steepness(longest(queries), numbers.key_length)
            scores = dots(queries, numbers.keys, steepness)
        scores.setflags(write=False)
        return scores

    def _scaled(self, scores: Array) -> Array:
        with np.errstate(all="ignore"):
            scaled = scores * scores.dtype.type(self.scale)
        scaled.setflags(write=False)
        return scaled


def _hidden(scaled: Array, may_look: Allowed | None) -> Array:
    if may_look is None:
        return scaled
    masked = np.where(may_look, scaled, scaled.dtype.type(-math.inf))
    masked.setflags(write=False)
    return masked
