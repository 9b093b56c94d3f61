"""softmax(QKᵀ·scale / T)·V with every weight in hand, fast: block by block, each worked on in place.

The readable form is in `attnstudio.model.attention`; the tests hold this one to it. What makes it fast:

- A block of rows of the weights is filled with scores, turned into weights and mixed while it is still in
  the processor's cache, and there is no second array of that size.
- By Cauchy–Schwarz |q·k| ≤ |q||k|. Where the longest query and key show that no exponent can leave
  ±MILD, exp needs no maximum subtracted first, and the scale goes into the queries.
- Columns that no row of a block may look at are not worked out.

Where the exponents may be so steep that rounding decides who wins, each score is summed on its own and
in one order, so that equal keys have equal scores wherever they stand, and overflow is looked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from attnstudio.model import checks
from attnstudio.model.checks import Array, Shape
from attnstudio.model.masks import Allowed

MILD = 64.0  # e^±64, summed over any number of keys and divided, stays within float32
STEEP = 1000.0  # float64's rounding of such an exponent still moves no weight by 1e-12

# Large blocks suit the matrix product; with a mask, smaller ones cut more hidden columns away.
_BLOCK = 16 << 20  # bytes
_MASKED_BLOCK = 2 << 20
_LEAST_TOTAL = 1e-37  # below every sum that is not 0, and still a float32
_SMALL = 1 << 14  # numbers: not worth cutting
_TRIMMED_FROM = 256  # keys

Exponential = Callable[..., Any]


def _fastest_exponential() -> tuple[Exponential, float]:
    """exp as (exp2, log₂ e) where numpy runs vector code for exp2, else as (exp, 1)."""
    introspect = getattr(np.lib, "introspect", None)  # since numpy 2.1
    if introspect is not None:
        loops = introspect.opt_func_info(func_name="^exp2$").get("exp2", {})
        chosen = [loops[types]["current"] for types in ("ff", "dd") if types in loops]
        if chosen and not any(name.startswith("baseline") for name in chosen):
            return np.exp2, math.log2(math.e)
    return np.exp, 1.0


_EXPONENTIAL, _PER_E = _fastest_exponential()


class Inputs(NamedTuple):
    """What attention is asked, once checked: arrays of one dtype, with the same leading axes."""

    queries: Array  # (…, n_q, d_k)
    keys: Array  # (…, n_k, d_k)
    values: Array  # (…, n_k, d_v)
    mask: Allowed | None  # (…, n_q, n_k) in full, True where a query may look
    scale: float
    temperature: float

    @property
    def shape(self) -> Shape:
        """(…, n_q, n_k): the shape of the scores."""
        return (*self.queries.shape[:-1], self.keys.shape[-2])

    def steepness(self, query_length: float, key_length: float) -> float:
        """No exponent is larger than this for vectors up to these lengths; inf or NaN where nobody knows."""
        factor = abs(self.scale) / self.temperature if self.temperature else math.inf
        # Beyond an ordinary factor, lengths that were rounded to 0 or that overflow could matter after all.
        return query_length * key_length * factor if 1e-4 <= factor <= 1e4 else math.inf


_NOWHERE = (None, None, None, None)  # numpy then makes the arrays: for a single row the quicker way


class Weighed(NamedTuple):
    """What follows from `Inputs` for some of the queries; the weights and the output belong together."""

    weights: Array  # (…, n_q, n_k)
    output: Array  # (…, n_q, d_v)
    peak: Array  # (…, n_q, 1): what was subtracted from the scaled scores before exp
    total: Array  # (…, n_q, 1): the sum by which exp was divided; 0 where a query may look at nothing

    def at(self, piece: tuple[slice, ...], columns: slice) -> Weighed:
        """The same memory, for one piece of the queries and the leading axes and some of the keys."""
        weights = self.weights[piece][..., columns]
        return Weighed(weights, self.output[piece], self.peak[piece], self.total[piece])


def longest(vectors: Array) -> float:
    """The length of the longest of `vectors` (…, n, d); NaN if a number in them is NaN."""
    return math.sqrt(np.maximum.reduce(np.vecdot(vectors, vectors), axis=None, initial=0.0))


def dots(queries: Array, keys: Array, steepness: float, out: Array | None = None) -> Array:
    """Every query times every key, (…, n_q, n_k)."""
    found: Array
    if steepness <= STEEP:
        found = np.matmul(queries, keys.swapaxes(-1, -2), out=out)
    else:
        found = np.vecdot(queries[..., :, None, :], keys[..., None, :, :], out=out)
    return found


def weigh(given: Inputs, mixable: Array, steepness: float) -> Weighed:
    """All of the weights and the output. `mixable` is the values without numbers that nobody may see.

    Refused: a score that overflows where a query may look.
    """
    *lead, n_q, n_k = shape = given.shape
    dtype = given.queries.dtype
    whole = Weighed(
        np.empty((*lead, n_q, n_k), dtype),
        np.empty((*lead, n_q, mixable.shape[-1]), dtype),
        np.zeros((*lead, n_q, 1), dtype),
        np.empty((*lead, n_q, 1), dtype),
    )
    masked = given.mask is not None and n_k >= _TRIMMED_FROM
    budget = (_MASKED_BLOCK if masked else _BLOCK) // dtype.itemsize
    if not steepness <= MILD:  # these blocks need a little room beside them
        budget = min(budget, max(_SMALL, math.prod(shape) // 8))
    for piece in _pieces(shape, budget):
        mask = None if given.mask is None else given.mask[piece]
        columns = _looked_at(mask) if masked and piece else slice(0, n_k)
        heads = piece[: len(lead)]
        part = Inputs(
            given.queries[piece],
            given.keys[heads][..., columns, :],
            mixable[heads][..., columns, :],
            None if mask is None else mask[..., columns],
            given.scale,
            given.temperature,
        )
        place = [along.start for along in piece] + [0] * (len(shape) - len(piece) - 1) + [columns.start]
        weigh_block(part, steepness, whole.at(piece, columns), place)
        whole.weights[piece][..., : columns.start] = 0
        whole.weights[piece][..., columns.stop :] = 0
    return whole


def weigh_block(
    given: Inputs, steepness: float, into: Weighed | None = None, place: Sequence[int] = ()
) -> tuple[Array, Array]:
    """Weights and output of a block that fits the cache, in the memory of `into` if it is given.

    Nothing in the values may be NaN or infinite, seen or not. `place` is where the block begins in a
    larger array, for the sentence about a score that overflows. To be called with numpy's warnings off:
    what nobody may look at may be NaN.
    """
    queries, keys, values, mask, scale, temperature = given
    weights, output, peak, total = into or _NOWHERE
    if steepness <= MILD:
        weights = np.matmul(queries * (scale / temperature * _PER_E), keys.swapaxes(-1, -2), weights)
        _EXPONENTIAL(weights, weights)
        if mask is not None:
            np.multiply(weights, mask, weights)
    else:
        weights = dots(queries, keys, steepness, out=weights)
        weights *= weights.dtype.type(scale)
        if not steepness <= STEEP:
            checks.no_overflow(weights, mask, place)
        if mask is not None:
            weights[...] = np.where(mask, weights, weights.dtype.type(-math.inf))
        peak = np.maximum.reduce(weights, axis=-1, keepdims=True, initial=-math.inf, out=peak)
        _exponentiate(weights, peak, temperature)
    if weights.size <= _SMALL:
        total = np.add.reduce(weights, axis=-1, keepdims=True, out=total)
    else:  # a product with ones is the faster sum over many rows
        total = np.matmul(weights, np.ones((weights.shape[-1], 1), weights.dtype), total)
    divisor = total if mask is None else np.maximum(total, _LEAST_TOTAL)  # a blind row stays 0
    if weights.size <= _SMALL:
        weights /= divisor  # and so a weight alone is exactly 1
    else:
        weights *= 1 / divisor
    return weights, np.matmul(weights, values, output)


def _exponentiate(scaled: Array, peak: Array, temperature: float) -> None:
    """exp((scaled − peak) / T) in place; 1 for each of the largest and 0 else as T nears 0."""
    kind = scaled.dtype.type
    scaled -= np.where(peak == -math.inf, kind(0), peak)
    if kind(temperature) == 0:
        np.equal(scaled, 0, out=scaled)
        return
    if temperature != 1:
        scaled /= min(kind(temperature), np.finfo(scaled.dtype).max)
    np.exp(scaled, out=scaled)


def _pieces(shape: Shape, budget: int) -> Iterator[tuple[slice, ...]]:
    """Slices over the leading axes of `shape` that cut it into pieces of about `budget` numbers.

    The last axis, the keys of one query, stays whole.
    """
    if math.prod(shape) <= budget or len(shape) == 1:
        yield ()
        return
    step = max(1, budget // math.prod(shape[1:]))
    for start in range(0, shape[0], step):
        along = slice(start, min(start + step, shape[0]))
        if step > 1 or len(shape) == 2:
            yield (along,)
        else:
            for rest in _pieces(shape[1:], budget):
                yield (along, *rest)


def _looked_at(mask: Allowed | None) -> slice:
    """The columns from the first to the last that some row may look at."""
    if mask is None:
        return slice(None)
    seen = np.flatnonzero(mask.any(axis=tuple(range(mask.ndim - 1))))
    return slice(int(seen[0]), int(seen[-1]) + 1) if len(seen) else slice(0, 0)
