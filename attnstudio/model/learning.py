"""Gradient descent on the matrices that make queries, keys, values and the output.

A `Problem` is a goal with everything in the document that does not change while it is learned. At a pair of
matrices it has a loss, a share for each aim, and the gradient of the loss:

    weights:  loss = mean of −log w(row, target),  ∂loss/∂scores = (w − 1 at the target) · scale / temperature
    outputs:  loss = mean of log(1 + exp(−sign · lean)),  lean = output · (first − second axis of the chart)

Weights do not depend on W_V and W_O: a goal that asks for weights gives these no gradient at all, and is
learned by W_Q and W_K of one head; a goal that asks for outputs is learned by W_V and W_O of all heads. All
rows of a passage are worked out at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from attnstudio.model.document import LARGEST, Document, Matrix, Passage, Projection
from attnstudio.model.goals import REACHED, Aim, Wanted, visible
from attnstudio.model.heads import joined
from attnstudio.model.positions import added, places, turned
from attnstudio.model.projection import inputs
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Positions
from attnstudio.model.trace import Array

RATES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
USUAL_RATE = 0.1
_TRIED = 50  # steps in which the loss has to fall
_PATIENCE = 300  # steps

Pair = tuple[Array, Array]
"""W_Q and W_K (d_model, d_k) of one head; or W_V (h, d_model, d_v) and W_O (h·d_v, d_model)."""


@dataclass(frozen=True, slots=True, eq=False)
class Pull:
    """Downhill, for the vectors of one passage that the matrices make: minus the gradient, in their place.

    `queries` (n_q, d_k) and `keys` (n_k, d_k) as they enter the comparison; or `outputs` (n_q, d_model).
    """

    queries: Array | None = None
    keys: Array | None = None
    outputs: Array | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A problem at one pair of matrices. `shares` (aims,): the weight that each aim has, or its lean's
    1 / (1 + exp(−sign · lean)); `pulls` are by passage."""

    loss: float
    shares: Array
    gradient: Pair
    pulls: tuple[Pull, ...]

    @property
    def is_flat(self) -> bool:
        """Whether no direction is downhill."""
        return not any(part.any() for part in self.gradient)


class Problem(ABC):
    """A goal, and all that stays as it is while matrices learn it."""

    wished: Wanted
    start: Pair

    @abstractmethod
    def at(self, pair: Pair) -> Value:
        """Loss, shares and gradient at a pair of matrices."""

    @abstractmethod
    def pair_of(self, document: Document) -> Pair:
        """The pair of matrices that stands in `document`."""

    @abstractmethod
    def put(self, document: Document, pair: Pair) -> Document:
        """`document` with this pair of matrices in their place."""


def problem_of(document: Document, wished: Wanted) -> Problem:
    """The problem that begins at the matrices of `document`. Refused where `wished` has an obstacle."""
    if wished.obstacle:
        raise Refused(wished.obstacle)
    assert document.projection is not None  # else there were an obstacle
    return _Leaning(document, wished) if wished.is_lean else _Looking(document, wished)


def step(pair: Pair, gradient: Pair, rate: float) -> Pair:
    """One step down: each matrix minus rate · gradient. Refused where a number would leave the bounds."""
    with np.errstate(all="ignore"):
        first, second = (matrix - rate * slope for matrix, slope in zip(pair, gradient, strict=True))
    for made in (first, second):
        if not np.isfinite(made).all() or np.abs(made).max(initial=0.0) > LARGEST:
            raise Refused("A matrix would leave the numbers up to a million: the rate is too large.")
    return first, second


def proposed_rate(problem: Problem) -> float:
    """A rate with which the loss falls in every one of the first steps: the usual one if that will do, else
    the largest below, or where that takes too long to arrive, one above it."""
    below = [rate for rate in RATES if rate <= USUAL_RATE]
    proposed = next((rate for rate in reversed(below) if _falls(problem, rate)), below[0])
    if proposed < USUAL_RATE:
        return proposed
    for rate in RATES[len(below) :]:
        if arrives(problem, proposed, _PATIENCE) or not _falls(problem, rate):
            break
        proposed = rate
    return proposed


def arrives(problem: Problem, rate: float, steps: int) -> bool:
    """Whether descent reaches every aim within so many steps."""
    pair = problem.start
    for _ in range(steps):
        value = problem.at(pair)
        if value.shares.min() >= REACHED:
            return True
        try:
            pair = step(pair, value.gradient, rate)
        except Refused:
            return False
    return False


def _falls(problem: Problem, rate: float) -> bool:
    pair = problem.start
    before = problem.at(pair)
    for _ in range(_TRIED):
        try:
            pair = step(pair, before.gradient, rate)
        except Refused:
            return False
        after = problem.at(pair)
        if after.loss > before.loss:
            return False
        before = after
    return True


def inputs_of(document: Document, passage: int) -> tuple[Array, Array]:
    """X of the queries (n_q, d_model) and of the keys (n_k, d_model), with positions where they are added."""
    held, projection = document.passages[passage], document.projection
    assert held.embedding is not None
    assert projection is not None
    moved = None
    if document.positions.kind == "added":
        d_model = len(projection.w_q[0])
        asking, offering = places(held, document.mask)
        moved = added(asking, d_model, document.positions), added(offering, d_model, document.positions)
    return inputs(held.embedding, projection, moved)


# --- W_Q and W_K ----------------------------------------------------------------------------------------


class _Rows:
    """The aims of one passage."""

    def __init__(self, document: Document, passage: int, rows: list[int], targets: list[int]) -> None:
        held = document.passages[passage]
        x, self.keys = inputs_of(document, passage)
        self.rows = np.array(rows, dtype=np.intp)
        self.targets = np.array(targets, dtype=np.intp)
        self.each = np.arange(len(rows))
        self.x = x[self.rows]
        self.n_q = len(x)
        seen = visible(document, passage)[self.rows]
        self.hidden = None if seen.all() else ~seen
        self.positions = document.positions
        self.asking, self.offering = _turns(document.positions, held, document)
        if len(self.asking):
            self.asking = self.asking[self.rows]

    def turn(self, vectors: Array, at: Array, back: bool = False) -> Array:
        """RoPE. A turn back is what its gradient goes through."""
        return turned(vectors, -at if back else at, self.positions) if len(at) else vectors


def _turns(positions: Positions, held: Passage, document: Document) -> tuple[Array, Array]:
    if positions.kind != "rope":
        return np.empty(0), np.empty(0)
    return places(held, document.mask)


class _Looking(Problem):
    def __init__(self, document: Document, wished: Wanted) -> None:
        self.wished = wished
        self.start = self.pair_of(document)
        settings, d_k = document.settings, self.start[0].shape[1]
        scale = d_k**-0.5 if settings.scale is None else settings.scale
        self._factor = scale / settings.temperature
        self._parts = {
            passage: _Rows(document, passage, [aim.row for aim in aims], [aim.target for aim in aims])
            for passage, aims in _by_passage(wished)
        }
        self._passages = len(document.passages)

    def at(self, pair: Pair) -> Value:
        w_q, w_k = pair
        count = len(self.wished.aims)
        slopes = np.zeros_like(w_q), np.zeros_like(w_k)
        losses, shares = [], []
        pulls = [Pull() for _ in range(self._passages)]
        for passage, part in self._parts.items():
            queries = part.turn(part.x @ w_q, part.asking)
            keys = part.turn(part.keys @ w_k, part.offering)
            loss, weights = _cross_entropy(queries @ keys.T * self._factor, part)
            losses.append(loss)
            shares.append(weights[part.each, part.targets])
            weights[part.each, part.targets] -= 1.0
            weights *= self._factor / count
            by_query, by_key = weights @ keys, weights.T @ queries
            pull = np.zeros((part.n_q, by_query.shape[1]))
            pull[part.rows] = -by_query
            pulls[passage] = Pull(pull, -by_key)
            slopes[0][...] += part.x.T @ part.turn(by_query, part.asking, back=True)
            slopes[1][...] += part.keys.T @ part.turn(by_key, part.offering, back=True)
        return Value(float(sum(losses)) / count, np.concatenate(shares), slopes, tuple(pulls))

    def pair_of(self, document: Document) -> Pair:
        projection, head = document.projection, self.wished.head
        assert projection is not None
        return np.array(projection.w_q[head]), np.array(projection.w_k[head])

    def put(self, document: Document, pair: Pair) -> Document:
        head, before = self.wished.head, document.projection
        assert before is not None
        w_q, w_k = (_rows(matrix) for matrix in pair)
        projection = replace(
            before,
            w_q=(*before.w_q[:head], w_q, *before.w_q[head + 1 :]),
            w_k=(*before.w_k[:head], w_k, *before.w_k[head + 1 :]),
        )
        return replace(document, projection=projection)


def _cross_entropy(scores: Array, part: _Rows) -> tuple[float, Array]:
    """The sum of −log w over the aims of a passage, and all weights of their rows."""
    if part.hidden is not None:
        scores[part.hidden] = -np.inf
    below = scores - scores.max(axis=1, keepdims=True)
    weights = np.exp(below)
    total = weights.sum(axis=1, keepdims=True)
    weights /= total
    return float((np.log(total[:, 0]) - below[part.each, part.targets]).sum()), weights


# --- W_V and W_O ----------------------------------------------------------------------------------------


class _Leaning(Problem):
    """An output is Σ over the heads of (weights · X)·W_V·W_O; weights · X stays, for the weights do."""

    def __init__(self, document: Document, wished: Wanted) -> None:
        self.wished = wished
        self.start = self.pair_of(document)
        self.axis = axis_of(document)
        self.mixed = mixed_inputs(document, wished)
        self.signs = np.array([aim.sign for aim in wished.aims])
        self._sizes = [len(passage.query_tokens) for passage in document.passages]

    def at(self, pair: Pair) -> Value:
        w_v, w_o = pair
        outputs = self.mixed @ w_v  # (h, aims, d_v)
        wide = joined(outputs)
        asked = self.signs * (wide @ (w_o @ self.axis))
        loss = float(np.logaddexp(0.0, -asked).mean())
        shares = np.exp(-np.logaddexp(0.0, -asked))
        by_lean = -self.signs * np.exp(-np.logaddexp(0.0, asked)) / len(asked)
        back = (w_o @ self.axis).reshape(len(w_v), -1)  # (h, d_v): what the lean gains by each component
        slope_v = (self.mixed.transpose(0, 2, 1) @ by_lean)[:, :, None] * back[:, None, :]
        slope_o = np.outer(by_lean @ wide, self.axis)
        pulls = [np.zeros((size, len(self.axis))) for size in self._sizes]
        for aim, slope in zip(self.wished.aims, by_lean, strict=True):
            pulls[aim.passage][aim.row] = -slope * self.axis
        return Value(loss, shares, (slope_v, slope_o), tuple(Pull(outputs=pull) for pull in pulls))

    def pair_of(self, document: Document) -> Pair:
        projection = document.projection
        assert projection is not None
        assert projection.w_o is not None  # `starting.prepared` saw to it
        return np.array(projection.w_v), np.array(projection.w_o)

    def put(self, document: Document, pair: Pair) -> Document:
        assert document.projection is not None
        w_v, w_o = pair
        made: Projection = replace(
            document.projection, w_v=tuple(_rows(head) for head in w_v), w_o=_rows(w_o)
        )
        return replace(document, projection=made)


def axis_of(document: Document) -> Array:
    """(d_model,): along which an output leans, the first axis of the chart minus the second."""
    projection, chart = document.projection, document.chart
    assert projection is not None
    size = len(projection.w_q[0])
    if chart is not None and len(chart.x_axis) == size:
        return np.asarray(np.subtract(chart.x_axis, chart.y_axis))
    axis = np.zeros(size)
    axis[:2] = (1.0, -1.0)[:size]
    return axis


def mixed_inputs(document: Document, wished: Wanted) -> Array:
    """(h, aims, d_model): what each aim's row mixes of the keys' X, head by head."""
    parts = []
    for passage, aims in _by_passage(wished):
        weights = resolve(document, passage).weights[:, [aim.row for aim in aims]]
        parts.append(weights @ inputs_of(document, passage)[1])
    return np.asarray(np.concatenate(parts, axis=1))


def _by_passage(wished: Wanted) -> list[tuple[int, list[Aim]]]:
    return [(passage, list(aims)) for passage, aims in groupby(wished.aims, key=lambda aim: aim.passage)]


def _rows(matrix: Array) -> Matrix:
    return tuple(tuple(row) for row in (matrix + 0.0).tolist())
