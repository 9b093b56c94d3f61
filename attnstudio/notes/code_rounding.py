"""How far rounding alone may move what is on screen: what a program can promise to come to again.

Another library adds up in another order. With scores of ordinary size that moves no weight by 10⁻¹², and
with scores of 10¹², which a document may have, it may decide who wins. The bounds here are those of the
textbook: each sum of n products is off by at most n · 2⁻⁵² of what its terms add up to without their signs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnstudio.model.document import Document, Passage
from attnstudio.model.heads import final, joined, mixes_words, reshaped
from attnstudio.model.positions import added, angles, pairs, places
from attnstudio.model.projection import inputs
from attnstudio.model.trace import Array, Trace

LEAST = 1e-6
"""What every assertion leaves for rounding, in a number or, from a million on, as a share of it."""

_EPS = 2.0**-52
_LARGE = 1e6  # from here on numbers are printed with their power of ten
_STEEPEST = 300.0  # exponents beyond say no more than that rounding decides


@dataclass(frozen=True, slots=True)
class Doubt:
    """Whether the weights, the outputs and the final row of one query would come out the same elsewhere,
    and up to which difference scores count as equal (at temperature 0)."""

    weights: bool
    output: bool
    final: bool
    alike: float


def doubt_about(document: Document, number: int, trace: Trace, i: int) -> Doubt:
    """Of query `i` in passage `number`, in all heads at once: True where rounding could be seen."""
    passage = document.passages[number]
    queries, keys, values = _of_inputs(document, passage, trace)
    row = trace.row(i)
    off = _of_scores(document, trace, i, queries[:, i], keys)  # (h, n_k), in the scaled scores
    alike = 10.0 ** math.ceil(math.log10(max(10.0 * float(off.max(initial=0.0)), 1e-9)))
    seen = row.scaled if document.wrong.mask_after_softmax or document.wrong.skips_softmax else row.masked
    if document.wrong.skips_softmax:
        moved = 2.0 * off
    elif trace.temperature == 0.0:
        moved = _of_winners(seen, row.weights, alike, document.wrong.mask_after_softmax)
    else:
        moved = _of_softmax(seen, off / trace.temperature, trace.temperature)
    weights = np.where(row.weights == 0.0, 0.0, moved) if trace.temperature else moved
    size, n_k = np.abs(trace.values), max(trace.n_keys, 1)
    shares = np.abs(row.weights)[:, None, :]
    output = (weights[:, None, :] @ size + shares @ values + n_k * _EPS * (shares @ size))[:, 0]
    last, told = _of_final(document, trace, output), final(trace, document.projection)[i]
    return Doubt(
        _shows(weights, row.weights), _shows(output, row.output), _shows(last, told), min(alike, 1e300)
    )


def _shows(off: Array, numbers: Array) -> bool:
    size = np.abs(numbers)
    return not bool((off <= LEAST * np.where(size < 0.9 * _LARGE, 1.0, size)).all())


def _of_inputs(document: Document, passage: Passage, trace: Trace) -> tuple[Array, Array, Array]:
    """How far off queries, keys and values may be, each in its own shape; 0 where they are typed."""
    if passage.embedding is None or document.projection is None:
        off = (np.zeros_like(trace.queries), np.zeros_like(trace.keys), np.zeros_like(trace.values))
    else:
        off = _of_projection(document, passage)
    if document.positions.kind != "rope":
        return off
    asking, offering = places(passage, document.mask)
    queries = _of_turn(document, off[0], trace.queries, asking)
    return queries, _of_turn(document, off[1], trace.keys, offering), off[2]


def _of_projection(document: Document, passage: Passage) -> tuple[Array, Array, Array]:
    assert passage.embedding is not None
    assert document.projection is not None
    projection, positions = document.projection, document.positions
    x, x_keys = (np.abs(part) for part in inputs(passage.embedding, projection))
    d_model = len(projection.w_q[0])
    rounding = (d_model + 2) * _EPS
    off = np.zeros_like(x), np.zeros_like(x_keys)
    if positions.kind == "added":
        asking, offering = places(passage, document.mask)
        x = x + np.abs(added(asking, d_model, positions))
        x_keys = x_keys + np.abs(added(offering, d_model, positions))
        far = max(np.abs(angles(at, d_model, positions)).max(initial=0.0) for at in (asking, offering))
        moved = (4.0 + 4.0 * far) * _EPS * abs(positions.size)
        off = np.full_like(x, moved), np.full_like(x_keys, moved)
    made = []
    for matrices, rows, start in (
        (projection.w_q, x, off[0]),
        (projection.w_k, x_keys, off[1]),
        (projection.w_v, x_keys, off[1]),
    ):
        size = np.abs(np.array(matrices))
        made.append((rows @ size) * rounding + start @ size)
    if mixes_words(document, passage):
        made = [reshaped(joined(part), len(part)) for part in made]
    return made[0], made[1], made[2]


def _of_turn(document: Document, off: Array, turned: Array, at: Array) -> Array:
    d = turned.shape[-1]
    first, second = pairs(d, document.positions.pairing)
    reach = np.abs(angles(at, d, document.positions))
    size = np.hypot(turned[..., first], turned[..., second])  # a turn keeps it
    moved = off[..., first] + off[..., second] + (8.0 + 4.0 * reach) * _EPS * size
    made = np.empty_like(off)
    made[..., first] = made[..., second] = moved
    return made


def _of_scores(document: Document, trace: Trace, i: int, asking: Array, keys: Array) -> Array:
    """(h, n_k): how far off the scaled scores of query `i` may be."""
    q, k = np.abs(trace.queries[:, i]), np.abs(trace.keys)
    rounding = (trace.d_k + 2) * _EPS
    if document.settings.cosine:
        off = _share(asking, q)[:, None] + _share(keys, k) + 4.0 * rounding
    else:
        off = (k + keys) @ asking[..., None] + keys @ q[..., None] + rounding * (k @ q[..., None])
        off = off[..., 0]
    scaled = np.abs(trace.row(i).scaled)
    return np.asarray(off * abs(trace.scale) + 2.0 * _EPS * scaled)


def _share(off: Array, size: Array) -> Array:
    """How far off a direction may be, as an angle; a row of zeros that is sure to be one has none."""
    length, moved = np.linalg.norm(size, axis=-1), np.linalg.norm(off, axis=-1)
    return np.where(moved == 0.0, 0.0, 2.0 * moved / np.where(length == 0.0, moved + 1e-300, length))


def _of_winners(seen: Array, weights: Array, alike: float, is_late: bool) -> Array:
    """At temperature 0 all or nothing: whether those that count as equal are those that share."""
    peak = seen.max(axis=-1, keepdims=True, initial=-math.inf)
    winners = (seen >= np.where(np.isneginf(peak), 0.0, peak) - alike) & ~np.isneginf(seen)
    same = (winners == (seen == peak) & ~np.isneginf(seen)).all()
    return np.zeros_like(weights) if same else np.ones_like(weights)


def _of_softmax(seen: Array, off: Array, temperature: float) -> Array:
    """(h, n_k): between the least and the most that each weight may be."""
    if float(off.max(initial=0.0)) <= LEAST / 8.0:
        return 2.0 * off
    peak = seen.max(axis=-1, keepdims=True, initial=-math.inf)
    with np.errstate(all="ignore"):
        at = (seen - np.where(np.isneginf(peak), 0.0, peak)) / temperature
        off = np.minimum(off, _STEEPEST)
        least, most = at - off, at + off
        own = np.eye(seen.shape[-1], dtype=np.bool_)
        against = np.where(own, -math.inf, most[:, None, :] - least[:, :, None])
        fewer = 1.0 / (1.0 + np.exp(np.minimum(against, 700.0)).sum(axis=-1))
        against = np.where(own, -math.inf, least[:, None, :] - most[:, :, None])
        more = 1.0 / (1.0 + np.exp(np.minimum(against, 700.0)).sum(axis=-1))
    return np.where(np.isneginf(seen), 0.0, more - fewer)


def _of_final(document: Document, trace: Trace, output: Array) -> Array:
    """(d_model,): what is left of the doubt about the outputs once the heads are joined and times W_O."""
    projection, wide = document.projection, output.reshape(-1)
    if projection is None or projection.w_o is None or len(projection.w_o) != len(wide):
        return wide
    size = np.abs(np.array(projection.w_o))
    whole = np.abs(trace.output).max(axis=1, initial=0.0).reshape(-1)
    return np.asarray(wide @ size + (len(wide) + 2) * _EPS * (whole @ size))
