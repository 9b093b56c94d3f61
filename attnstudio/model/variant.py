"""The steps of attention with something else in one of them: cosines for dot products, or a wrong path.

Written as the textbook does it, whole arrays at every step: documents that hold such a thing are small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnstudio.model import checks
from attnstudio.model.attention import normalize
from attnstudio.model.masks import Allowed
from attnstudio.model.trace import Array, Cell, Row, Trace
from attnstudio.model.workings import sealed


@dataclass(frozen=True, slots=True)
class Variation:
    """What is other than usual. `added` is (query index, key index, what is added to their scaled score)."""

    cosine: bool = False
    added: tuple[int, int, float] | None = None
    mask_after_softmax: bool = False
    skips_softmax: bool = False


class VariantTrace(Trace):
    """A Trace whose `scores`, `scaled`, `masked`, `weights` and `output` follow a `Variation`.

    Queries, keys and values are as given. Rows of weights need not sum to 1 here.
    """

    __slots__ = ("_arrays", "variation")

    def __init__(self, usual: Trace, variation: Variation) -> None:
        super().__init__(usual._numbers)
        self.variation = variation
        self._arrays = _worked_out(usual, variation)

    @property
    def scores(self) -> Array:
        return self._arrays[0]

    @property
    def scaled(self) -> Array:
        return self._arrays[1]

    @property
    def masked(self) -> Array:
        return self._arrays[2]

    @property
    def weights(self) -> Array:
        return self._arrays[3]

    @property
    def output(self) -> Array:
        return self._arrays[4]

    def row(self, i: int) -> Row:
        i = checks.index("query", i, self.n_queries)
        scores, scaled, masked, weights, output = (array[..., i, :] for array in self._arrays)
        return Row(scores, scaled, masked, weights, output, self.blind[..., i])

    def cell(self, i: int, j: int) -> Cell:
        i, j = checks.index("query", i, self.n_queries), checks.index("key", j, self.n_keys)
        scores, scaled, masked, weights, _ = self._arrays
        return Cell(scores[..., i, j], scaled[..., i, j], masked[..., i, j], weights[..., i, j])

    def move_query(self, i: int, query: npt.ArrayLike) -> Trace:
        return VariantTrace(super().move_query(i, query), self.variation)

    def move_key(self, j: int, key: npt.ArrayLike) -> Trace:
        return VariantTrace(super().move_key(j, key), self.variation)

    def move_value(self, j: int, value: npt.ArrayLike) -> Trace:
        return VariantTrace(super().move_value(j, value), self.variation)


def _worked_out(usual: Trace, variation: Variation) -> tuple[Array, Array, Array, Array, Array]:
    """scores, scaled, masked, weights (h, n_q, n_k) and output (h, n_q, d_v)."""
    scores = usual.scores
    if variation.cosine:
        scores = sealed(_of_length_one(usual.queries) @ _of_length_one(usual.keys).swapaxes(-1, -2))
    scaled = scores * usual.scale
    if variation.added is not None:
        i, j, amount = variation.added
        scaled[..., i, j] += amount
    allowed = usual.mask
    masked = scaled if allowed is None else np.where(allowed, scaled, -np.inf)
    weights = weights_of(
        scaled, allowed, usual.temperature, variation.skips_softmax, variation.mask_after_softmax
    )
    output = weights @ usual.values
    return scores, sealed(scaled), sealed(masked), sealed(weights), sealed(output)


def weights_of(scaled: Array, allowed: Allowed | None, temperature: float, skips: bool, late: bool) -> Array:
    """Weights of scaled scores (…, n_k). `skips`: they are the masked scores themselves, without a softmax;
    `late`: the mask comes after the softmax, and nothing is shared out anew."""
    masked = scaled if allowed is None else np.where(allowed, scaled, -np.inf)
    if skips:
        return np.where(np.isneginf(masked), 0.0, masked)
    if late and allowed is not None:
        return np.where(allowed, normalize(scaled, temperature), 0.0)
    return normalize(masked, temperature)


def _of_length_one(rows: Array) -> Array:
    """Each row made length 1; a row of zeros stays, and has cosine 0 with everything."""
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)  # first: a tiny square would be 0
    rows = rows / np.where(largest == 0.0, 1.0, largest)
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.where(lengths == 0.0, 1.0, lengths))
