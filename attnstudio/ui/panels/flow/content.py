"""What stands at each station of the flow just now, before anything is drawn: numbers, names, shapes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.attention import normalize
from attnstudio.model.document import Passage, Projection, Token, names_of
from attnstudio.model.heads import final, mixes_words
from attnstudio.model.masks import Allowed
from attnstudio.model.projecting import MATRIX_NAMES, Which
from attnstudio.model.resolve import raised_score
from attnstudio.model.trace import Array
from attnstudio.state.snapshot import STEPS, Node, Snapshot, Step
from attnstudio.ui.basis.drag import MAKES, matrix_of
from attnstudio.ui.panels.matrix.content import limit_of, rule_text

NodeId = Literal[
    "x",
    "w_q",
    "w_k",
    "w_v",
    "w_o",
    "q",
    "k",
    "v",
    "scores",
    "scaled",
    "masked",
    "spread",
    "weights",
    "output",
    "final",
]
"""The stations. "spread" are weights before a mask that comes too late; W_Q, W_K and W_V are stations only
where they are seen large, for in the flow itself they are planes."""

SUM_DIGITS = 2
_OFF = 0.0005  # a row of weights whose sum is further from 1 is wrong


@dataclass(frozen=True, slots=True)
class Axis:
    """The tokens along one side of a matrix, with their names; none where it has components there."""

    tokens: tuple[Token, ...] = ()
    names: tuple[str, ...] = ()
    only_asks: int = 0  # that many of them, from the first, are query tokens alone

    def rows_of(self, token: int | None) -> tuple[int, ...]:
        """Where a token stands, by its id."""
        return tuple(i for i, one in enumerate(self.tokens) if one.id == token)


@dataclass(frozen=True, slots=True, eq=False)
class Station:
    """One matrix of the flow: compare by identity.

    `values` (rows, columns) are coloured on the ramp of weights, or between −`limit` and +`limit`;
    `hidden` is True in cells that are masked. `order` is its place among Play's steps, −1 for inputs.
    """

    id: NodeId
    picks: Node
    name: str
    spoken: str
    values: Array
    note: str
    shape: str
    rows: Axis
    columns: Axis
    limit: float = 0.0  # 0: weights
    hidden: Allowed | None = None
    step: Step | None = None
    order: int = -1
    is_input: bool = False
    is_wrong: bool = False
    has_sums: bool = False

    @property
    def is_weights(self) -> bool:
        return self.limit == 0.0

    def text(self, row: int, column: int, digits: int = numerals.DIGITS) -> str:
        """The number of a cell as it stands there."""
        value = float(self.values[row, column])
        if self.is_hidden(row, column):
            return "0" if self.is_weights else numerals.MASKED
        if self.is_weights and digits == numerals.WEIGHT_DIGITS:
            return numerals.weight(value)
        return numerals.fixed(value, digits)

    def is_hidden(self, row: int, column: int) -> bool:
        return self.hidden is not None and bool(self.hidden[row, column])

    def row_name(self, row: int) -> str:
        if not self.rows.names:
            return f"row {row + 1}"
        name = f"“{self.rows.names[row]}”"
        if self.rows.names.count(self.rows.names[row]) == 1:
            return name
        return f"{name}, which {'asks' if row < self.rows.only_asks else 'offers'}"  # two rows of X

    def cell_name(self, row: int, column: int) -> str:
        """E.g. “money” for “bank”, or component 2 of “bank”."""
        if self.columns.names:
            return f"“{self.rows.names[row]}” asks “{self.columns.names[column]}”"
        return f"{self.row_name(row)}, {'component' if self.rows.names else 'column'} {column + 1}"

    def sums(self) -> tuple[float, ...]:
        """Of each row of weights."""
        return tuple(self.values.sum(axis=1).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """All stations of the shown head, in reading order."""

    stations: dict[NodeId, Station]
    is_free: bool
    limits: tuple[float, float]  # of vectors, of scores
    sentence: str  # what has to be said about it, or ""
    warning: str  # what is wrong on purpose, or ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to compare."""
        return 0 in self.stations["scores"].values.shape


def flow_of(now: Snapshot, before: Flow | None = None, holds: bool = False) -> Flow:
    """The flow of `now`. While a hand moves (`holds`), limits of colour don't shrink below `before`'s."""
    passage, trace, head = now.passage, now.trace, now.head
    asking, offering = _axes(passage, before)
    queries, keys, values = trace.queries[head], trace.keys[head], trace.values[head]
    scores, scaled = trace.scores[head], trace.scaled[head]
    x, joined = _x_of(passage), final(trace, now.document.projection)
    w_o = _w_o(now)
    vectors = [
        queries,
        keys,
        values,
        trace.output[head],
        joined,
        *(part for part in (x, w_o) if part is not None),
    ]
    limits = limit_of(_largest(vectors)), limit_of(_largest([scores, scaled]))
    if before is not None and holds:
        limits = max(limits[0], before.limits[0]), max(limits[1], before.limits[1])
    of_vectors, of_scores = limits
    is_free, kind = passage.embedding is None, now.document.positions.kind
    may_type = is_free and kind != "rope"
    shown: list[Station] = []
    if x is not None:
        made = _x(x, asking, offering, passage, of_vectors)
        shown.append(replace(made, note=f"{made.shape} + place") if kind == "added" else made)
    q = _vectors("q", "Q", "queries", queries, asking, of_vectors, may_type)
    k = _vectors("k", "K", "keys", keys, offering, of_vectors, may_type)
    shown += [
        *(replace(one, name=f"{one.name} turned") if kind == "rope" else one for one in (q, k)),
        _vectors("v", "V", "values", values, offering, of_vectors, is_free),
        *_pairs(now, scores, scaled, asking, offering, of_scores),
    ]
    output = _vectors("output", "output", "output", trace.output[head], asking, of_vectors, False)
    shown.append(replace(output, step="mix", order=STEPS.index("mix")))
    if w_o is not None:
        made = _vectors("w_o", "W_O", "W_O", w_o, Axis(), of_vectors, not is_free)
        shown.append(made)
    if w_o is not None or len(trace.weights) > 1:
        name = "final" if w_o is not None else "heads joined"
        made = _vectors("final", name, "final output", joined, asking, of_vectors, False)
        shown.append(replace(made, step="mix", order=STEPS.index("mix")))
    return Flow(
        stations={station.id: station for station in shown},
        is_free=is_free,
        limits=limits,
        sentence=_sentence(now),
        warning=_warning(now),
    )


def matrix_station(now: Snapshot, which: Which) -> Station | None:
    """W_Q, W_K or W_V of the shown head, to be seen large; None where the vectors are free."""
    matrix = matrix_of(now, which)
    if matrix is None:
        return None
    values, name = np.array(matrix), MATRIX_NAMES[which]
    shape = numerals.shape(*values.shape)
    of_head = f", head {now.head + 1}" if len(now.trace.weights) > 1 else ""
    spoken, limit = f"makes the {MAKES[which]}{of_head}", limit_of(values)
    return Station(which, which, name, spoken, values, shape, shape, Axis(), Axis(), limit, is_input=True)


def _axes(passage: Passage, before: Flow | None) -> tuple[Axis, Axis]:
    """Of the queries and of the keys; names are made anew only for other words."""
    if before is not None:
        asking, offering = before.stations["scores"].rows, before.stations["scores"].columns
        if asking.tokens is passage.query_tokens and offering.tokens is passage.key_tokens:
            return asking, offering
    alone = 0 if passage.is_self_attention else len(passage.query_tokens)
    asking = Axis(passage.query_tokens, names_of(passage.query_tokens), alone)
    if passage.is_self_attention:
        return asking, asking
    return asking, Axis(passage.key_tokens, names_of(passage.key_tokens))


def _x_of(passage: Passage) -> Array | None:
    """X of the queries and below it, where those are others, X of the keys."""
    if passage.embedding is None:
        return None
    x, below = passage.embedding.x, passage.embedding.x_keys or ()
    rows = [*x, *below]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(rows[0]) if rows else 2)


def _w_o(now: Snapshot) -> Array | None:
    """W_O, where it plays a part."""
    projection: Projection | None = now.document.projection
    wide = len(now.trace.output) * now.trace.d_v
    if projection is None or projection.w_o is None or len(projection.w_o) != wide:
        return None
    return np.array(projection.w_o)


def _largest(parts: list[Array]) -> Array:
    """The largest absolute value of each."""
    return np.array([np.abs(part).max(initial=0.0) for part in parts])


def _x(x: Array, asking: Axis, offering: Axis, passage: Passage, limit: float) -> Station:
    made = _vectors("x", "X", "X", x, asking, limit, True)
    if passage.is_self_attention:
        return made
    rows = Axis((*asking.tokens, *offering.tokens), (*asking.names, *offering.names), len(asking.tokens))
    size = x.shape[1]
    shape = f"{numerals.shape(len(asking.tokens), size)}, {numerals.shape(len(offering.tokens), size)}"
    return replace(made, rows=rows, note=shape, shape=shape)


def _vectors(
    node: NodeId, name: str, spoken: str, values: Array, rows: Axis, limit: float, is_input: bool
) -> Station:
    shape = numerals.shape(*values.shape)
    picks: Node = "weights" if node == "spread" else node
    return Station(node, picks, name, spoken, values, shape, shape, rows, Axis(), limit, is_input=is_input)


def _pairs(
    now: Snapshot, scores: Array, scaled: Array, asking: Axis, offering: Axis, limit: float
) -> list[Station]:
    """From the match to the weights: all queries by all keys."""
    wrong, allowed = now.document.wrong, now.trace.may_look(now.head)
    hidden = None if bool(allowed.all()) else ~allowed
    shape = numerals.shape(*scores.shape)
    name = "cos(Q, K)" if now.document.settings.cosine else "QK^T"
    match = Station("scores", "scores", name, "scores", scores, shape, shape, asking, offering, limit)
    match = replace(match, step="match", order=0)
    name, spoken = _scaling(now)
    raised = raised_score(now.document, now.passage)
    added = "" if raised is None else f"{numerals.signed(raised[2])} at one"
    scale = replace(match, id="scaled", picks="scaled", name=name, spoken=spoken, values=scaled)
    scale = replace(scale, note=added or shape, is_wrong=bool(added), step="scale", order=1)
    rule = "none" if hidden is None else rule_text(now.document.mask, now.passage)
    if wrong.mask_after_softmax and not wrong.skips_softmax and hidden is not None:
        return [match, scale, *_masked_late(now, match, hidden, rule)]
    mask = replace(match, id="masked", picks="masked", name="mask", spoken="masked scores", values=scaled)
    mask = replace(mask, note=rule, hidden=hidden, step="mask", order=2)
    return [match, scale, mask, _weights(now, match, hidden)]


def _weights(now: Snapshot, match: Station, hidden: Allowed | None) -> Station:
    """What the softmax makes, or what stands in its place."""
    share = replace(match, id="weights", picks="weights", spoken="weights", hidden=hidden, has_sums=True)
    share = replace(share, values=now.trace.weights[now.head], step="normalize", order=3)
    if now.document.wrong.skips_softmax:
        return replace(share, name="no softmax", note="scores as weights", is_wrong=True)
    share = replace(share, name=_softmax(now), limit=0.0)
    return replace(share, note=_row_sums(share, hidden))


def _masked_late(now: Snapshot, match: Station, hidden: Allowed, rule: str) -> list[Station]:
    """The softmax of all scores, and then the mask, which takes away from its rows. Play shows both when it
    comes to the softmax, as elsewhere: at the mask's own turn nothing happens."""
    weights = _weights(now, match, hidden)
    all_shares = normalize(now.trace.scaled[now.head], now.document.settings.temperature)
    spread = replace(weights, id="spread", spoken="softmax of all scores", values=all_shares, hidden=None)
    late = replace(weights, name="mask", spoken="weights, masked too late", is_wrong=True, step="mask")
    return [replace(spread, note=match.shape), replace(late, note=f"{rule}: set to 0")]


def _softmax(now: Snapshot) -> str:
    temperature = now.document.settings.temperature
    return "softmax" if temperature == 1.0 else f"softmax, T {numerals.sized(temperature)}"


def _scaling(now: Snapshot) -> tuple[str, str]:
    scale, d_k = now.document.settings.scale, now.trace.d_k
    if scale is None:
        return f"÷ √{d_k}", f"scaled: divided by the root of {d_k}"
    if scale == 1.0:
        return "not scaled", "not scaled"
    return f"× {numerals.exact(scale, 0, 3)}", f"scaled: times {numerals.exact(scale, 0, 3)}"


def _row_sums(weights: Station, hidden: Allowed | None) -> str:
    blind = 0 if hidden is None else int(hidden.all(axis=1).sum())
    if blind:
        return f"{blind} {'row' if blind == 1 else 'rows'} blind"
    return "rows sum to 1" if is_one(weights.sums()) else "rows don't sum to 1"


def is_one(sums: tuple[float, ...]) -> bool:
    """Whether each sum is 1, but for the rounding of floats."""
    return all(math.isfinite(total) and abs(total - 1.0) <= _OFF for total in sums)


def _sentence(now: Snapshot) -> str:
    """How heads are cut, where there are several."""
    heads, n, d = len(now.trace.weights), now.trace.n_queries, now.trace.d_k
    if heads == 1 or now.passage.embedding is None:
        return ""
    return (
        f"Head {now.head + 1} of {heads}: Q {numerals.shape(n, heads * d)} is cut into"
        f" {numerals.shape(n, heads, d)}, then turned to {numerals.shape(heads, n, d)}."
    )


def _warning(now: Snapshot) -> str:
    """What is done wrongly on purpose."""
    wrong, heads = now.document.wrong, len(now.trace.weights)
    n, d = now.trace.n_queries, now.trace.d_k
    if mixes_words(now.document, now.passage):
        return (
            f"Wrong: Q {numerals.shape(n, heads * d)} is reshaped to {numerals.shape(heads, n, d)} at once,"
            f" without {numerals.shape(n, heads, d)}: each head gets all columns of some words."
        )
    if wrong.skips_softmax:
        return "Wrong: there is no softmax; the masked scores themselves serve as weights."
    if wrong.mask_after_softmax and not bool(now.trace.may_look(now.head).all()):
        return "Wrong: the mask comes after the softmax, and rows that hide a word no longer sum to 1."
    if raised_score(now.document, now.passage) is not None:
        return "Wrong: a number is added to one score alone, which moves all weights of its row."
    return ""
