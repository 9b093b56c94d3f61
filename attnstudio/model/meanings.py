"""What one word comes to in its sentence: where it starts, what it looks at, and where it ends.

Weights, lengths and angles are those of one head; start, own value and output are those of all heads
together, joined and, where there is a W_O, times W_O (Vaswani et al. 2017, section 3.2.2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnstudio.model.document import Document, Projection
from attnstudio.model.trace import Array, Trace

LONGER = 0.005
"""A score or a cosine that leads by less looks equal on screen, where both have two decimals."""


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """One word in one passage. `own` is None where the word offers no value, in cross-attention."""

    query: int  # its row
    weights: Array  # (n_k,)
    hidden: tuple[bool, ...]  # (n_k,), True where it may not look
    is_blind: bool
    start: Array | None  # (d,): its x, or its own value where vectors are free
    own: Array | None  # (d_out,): what it would come to if it looked at itself alone
    output: Array  # (d_out,)

    @property
    def own_key(self) -> int:
        """The column in which it looks at itself; −1 where it offers nothing."""
        return -1 if self.own is None else self.query

    @property
    def strongest(self) -> int:
        """The column of the other word to which it gives most; −1 where it gives nothing to any."""
        weights = self.weights.copy()
        if self.own is not None:
            weights[self.query] = 0.0
        return int(weights.argmax()) if weights.size and weights.max() > 0.0 else -1


def meaning(document: Document, trace: Trace, passage: int, query: int, head: int) -> Meaning | None:
    """Of the word in row `query` of a passage with that `trace`; None where no word asks."""
    if query < 0:
        return None
    held = document.passages[passage]
    projection = document.projection
    row = trace.row(query)
    hidden = tuple((~trace.may_look(head)[query]).tolist())
    own = _left(trace.values[:, query], projection) if held.is_self_attention else None
    start = own if held.embedding is None else np.array(held.embedding.x[query])
    return Meaning(
        query, row.weights[head], hidden, bool(row.blind[head]), start, own, _left(row.output, projection)
    )


def parts(trace: Trace, projection: Projection | None, query: int) -> Array:
    """What each key adds to the output of a query, (n_k, d_out): its value times its weight, head by head.

    They add up to the output.
    """
    shares = trace.row(query).weights[:, :, None] * trace.values  # (h, n_k, d_v)
    n_k, heads, d_v = trace.n_keys, len(trace.values), trace.d_v
    return _through(shares.transpose(1, 0, 2).reshape(n_k, heads * d_v), projection)


def _left(outputs: Array, projection: Projection | None) -> Array:
    """What leaves the attention of one word: (h, d_v) → (d_out,)."""
    return _through(outputs.reshape(-1), projection)


def _through(wide: Array, projection: Projection | None) -> Array:
    """Times W_O, where there is one for rows of this size."""
    w_o = None if projection is None else projection.w_o
    return wide if w_o is None or len(w_o) != wide.shape[-1] else np.asarray(wide @ np.array(w_o))


# --- two outputs ------------------------------------------------------------------------------------------


def cosine(a: Array, b: Array) -> float | None:
    """Of the angle between two vectors of one size; None where one of them is zero, or of another size."""
    if a.shape != b.shape:
        return None
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    if lengths == 0.0:
        return None
    return min(max(float(a @ b) / lengths, -1.0), 1.0)


def apart(a: Array | None, b: Array | None) -> float | None:
    """The distance of two vectors of one size; None where there is none."""
    if a is None or b is None or a.shape != b.shape:
        return None
    return float(np.linalg.norm(a - b))


# --- length and angle -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The dot product of one query with every key as |q|·|k|·cos θ. A zero vector has no angle: NaN."""

    query: float  # |q|
    keys: Array  # (n_k,): |k|
    cosines: Array  # (n_k,)
    scores: Array  # (n_k,): q · k


def split(trace: Trace, query: int, head: int) -> Split:
    """Lengths and angles between a query and the keys of one head, as they are compared."""
    q, keys = trace.queries[head, query], trace.keys[head]
    long_q, long_k = math.hypot(*q.tolist()), np.linalg.norm(keys, axis=-1)
    scores = keys @ q
    lengths = long_q * long_k
    with np.errstate(invalid="ignore", divide="ignore"):
        cosines = np.where(lengths > 0.0, np.clip(scores / lengths, -1.0, 1.0), np.nan)
    return Split(long_q, long_k, cosines, scores)


@dataclass(frozen=True, slots=True)
class Winners:
    """The keys with the largest score and with the largest cosine, among those that may be seen."""

    by_score: int
    by_cosine: int

    @property
    def differ(self) -> bool:
        """Whether a key beats one that points better."""
        return self.by_score != self.by_cosine


def winners(found: Split, hidden: tuple[bool, ...]) -> Winners | None:
    """Who wins by q · k and who by the angle alone; None where nothing may be seen or nothing has an angle.

    The winner by score is the winner by angle too, unless another leads by what can be seen on screen. A key
    of length 0 has no angle, but its score of 0 may be the largest.
    """
    seen = [j for j, is_hidden in enumerate(hidden) if not is_hidden]
    angled = [j for j in seen if not math.isnan(found.cosines[j])]
    if not angled:
        return None
    by_score = max(seen, key=lambda j: float(found.scores[j]))
    by_cosine = max(angled, key=lambda j: float(found.cosines[j]))
    if found.cosines[by_cosine] - found.cosines[by_score] < LONGER:
        by_cosine = by_score
    return Winners(by_score, by_cosine)
