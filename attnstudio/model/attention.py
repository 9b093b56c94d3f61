"""Scaled dot-product attention, softmax(QKᵀ/√d_k + M)·V (Vaswani et al. 2017, equation 1).

First the formula, one function a step and in its order, as it reads in the chapter; then `attend`, which
gives the same numbers by way of `attnstudio.model.blocked`, held to these functions by the tests.

Shapes: queries (…, n_q, d_k), keys (…, n_k, d_k), values (…, n_k, d_v). Rows ask, columns offer.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from attnstudio.model import checks
from attnstudio.model.blocked import Inputs
from attnstudio.model.checks import Array
from attnstudio.model.refused import Refused
from attnstudio.model.trace import Trace
from attnstudio.model.workings import work_out


def match(q: npt.ArrayLike, k: npt.ArrayLike) -> Array:
    """QKᵀ: how well each query fits each key, (…, n_q, n_k)."""
    queries, keys, _ = checks.rows(q, k, k)
    with np.errstate(all="ignore"):  # `mask` sees to it that nobody looks at a score that overflowed
        scores: Array = np.vecdot(queries[..., :, None, :], keys[..., None, :, :])
    return scores


def scale(scores: npt.ArrayLike, factor: float) -> Array:
    """The scores times `factor`, 1/√d_k in the formula: else longer vectors would sharpen the weights."""
    found = checks.floats("scores", scores)
    with np.errstate(all="ignore"):
        return found * found.dtype.type(factor)


def mask(scaled: npt.ArrayLike, may_look: npt.ArrayLike | None) -> Array:
    """−inf where a query may not look, so that the weight there is exactly 0; None hides nothing.

    Refused: a score that is not finite where a query may look.
    """
    found = checks.floats("scaled", scaled)
    allowed = None if may_look is None else checks.may_look(may_look, found.shape)
    checks.no_overflow(found, allowed)
    return found if allowed is None else np.where(allowed, found, found.dtype.type(-math.inf))


def normalize(masked: npt.ArrayLike, temperature: float = 1.0) -> Array:
    """softmax over the keys, the last axis: each row becomes weights that sum to 1.

    A row of −inf alone gives 0 throughout. A temperature above 1 evens the weights out, below 1 it
    sharpens them; at 0 the largest share all. The largest of a row is subtracted first, which changes
    nothing but keeps exp from overflowing. Refused: NaN, +inf, a negative temperature.
    """
    found, temperature = checks.floats("masked", masked), checks.heat(temperature)
    wrong = np.argwhere(~(found < math.inf))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise Refused(f"masked{list(place)} is {found[place]}: a row with it has no softmax")
    kind = found.dtype.type
    peak = found.max(axis=-1, keepdims=True, initial=-math.inf)
    with np.errstate(all="ignore"):
        below = found - np.where(peak == -math.inf, kind(0), peak)
        heat = min(kind(temperature), np.finfo(kind).max)
        shares = np.exp(below / heat) if heat > 0 else (below == 0).astype(kind)
    total = shares.sum(axis=-1, keepdims=True)
    return shares / np.where(total == 0, kind(1), total)


def mix(weights: npt.ArrayLike, v: npt.ArrayLike) -> Array:
    """Each query's output: the values, each times its weight, added up, (…, n_q, d_v).

    A value without any weight has no part in it, whatever its numbers are.
    """
    shares, values = checks.floats("weights", weights, axes=2), checks.floats("values", v, axes=2)
    checks.fit("the keys, n_k,", ("weights", shares.shape, -1), ("values", values.shape, -2))
    counts = (shares != 0).any(axis=-2)[..., None]
    output: Array = np.matmul(shares, np.where(counts, values, values.dtype.type(0)))
    return output


def attend(
    queries: npt.ArrayLike,
    keys: npt.ArrayLike,
    values: npt.ArrayLike,
    *,
    mask: npt.ArrayLike | None = None,
    scale: float | None = None,
    temperature: float = 1.0,
) -> Trace:
    """All five steps at once: queries (…, n_q, d_k), keys (…, n_k, d_k), values (…, n_k, d_v) → a Trace.

    `mask` is boolean, True where a query may look, and is broadcast to (…, n_q, n_k). `scale` multiplies
    the scores as it is; None stands for 1/√d_k. float32 and float64 are kept, float16 is worked out in
    float32, whole numbers in float64. Arrays of more than `checks.COPIED_UP_TO` numbers are not copied:
    leave them as they are for as long as the Trace is in use.

    Refused (a ValueError with one sentence that names the array and the place): shapes that do not fit
    together, NaN or ±inf in anything that some query may look at, scores that overflow, a negative
    temperature. What the mask hides from every query has no effect, whatever it is.
    """
    q, k, v = checks.rows(queries, keys, values)
    may_look = None if mask is None else checks.may_look(mask, (*q.shape[:-1], k.shape[-2]))
    factor = checks.factor(scale, q.shape[-1], q.dtype)
    return Trace(work_out(Inputs(q, k, v, may_look, factor, checks.heat(temperature))))
