"""What must hold of attention, each as a sentence with the number that shows it, worked out anew each time.

Source: Vaswani et al. (2017), section 3.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnstudio.model import geometry, masks
from attnstudio.model.caching import is_cached
from attnstudio.model.document import Document, Look, Passage, index_of, names_of
from attnstudio.model.geometry import Vec2
from attnstudio.model.masks import Allowed
from attnstudio.model.numerals import DIGITS, WEIGHT_DIGITS, exact, fixed
from attnstudio.model.numerals import weight as weight_text
from attnstudio.model.ordering import UNSEEN, noticed
from attnstudio.model.resolve import raised_score
from attnstudio.model.separable import nearest_point
from attnstudio.model.settings import Rule, Wrong
from attnstudio.model.trace import Array, Trace
from attnstudio.model.variant import weights_of
from attnstudio.model.wording import whose

Id = Literal["rows", "shift", "hull", "future", "order", "heads"]
IDS: tuple[Id, ...] = ("rows", "shift", "hull", "future", "order", "heads")
RAISE = 3.0
"""What is added to scores, to see whether weights notice."""

CAUSAL: tuple[Rule, ...] = ("causal", "strict", "window")
"""Rules that promise that no word looks into the future."""

_NOISE = 1e-9  # relative: what rounding alone makes of a number
_NEAR = 1e-7  # the same, for a nearest point
_LONGEST = 16  # letters of a word in a sentence
_UNSEEN = 0.5 * 10.0**-WEIGHT_DIGITS

SENTENCES: dict[Id, str] = {
    "rows": "each row of weights sums to 1",
    "shift": "adding 3 to a whole row of scores changes nothing",
    "hull": "the output stays inside the hull of the values",
    "future": "no word looks into the future",
    "order": UNSEEN,
    "heads": "every head sees every word",
}
SEEING_ROWS = "each row that sees something sums to 1"
"""What is claimed of rows where some of them are blind."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`holds` is None where the sentence claims nothing, because what it is about is not there."""

    id: Id
    sentence: str
    holds: bool | None
    value: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What is looked at: a passage, a head of it, and the index of the query whose row is shown."""

    document: Document
    trace: Trace
    passage: int
    head: int
    query: int

    @property
    def held(self) -> Passage:
        return self.document.passages[self.passage]

    @property
    def wrong(self) -> Wrong:
        return self.document.wrong

    def query_name(self, index: int) -> str:
        return _short(names_of(self.held.query_tokens)[index])

    def key_name(self, index: int) -> str:
        return _short(names_of(self.held.key_tokens)[index])


def shown(document: Document, trace: Trace, look: Look) -> Shown:
    tokens = document.passages[look.passage].query_tokens
    query = index_of(tokens, look.query) if tokens else -1
    return Shown(document, trace, look.passage, look.head, query)


def finding(asked: Id, at: Shown) -> Finding:
    """How it stands with one of them."""
    if not at.trace.n_queries or not at.trace.n_keys:
        return Finding(asked, SENTENCES[asked], None, "there are no words yet")
    return _FINDERS[asked](at)


def has_heads(document: Document, passage: int) -> bool:
    """Whether heads are cut out of one matrix here: only then they can be cut wrongly."""
    projection = document.projection
    return (
        projection is not None
        and document.passages[passage].embedding is not None
        and len(projection.w_q) > 1
    )


# --- rows ---------------------------------------------------------------------------------------------------


def _rows(at: Shown) -> Finding:
    blind = at.trace.blind[at.head]
    if blind.all():
        return Finding("rows", SENTENCES["rows"], None, "no word may look at anything: every row sums to 0")
    sums = at.trace.weights[at.head].sum(axis=-1)
    off = np.where(blind, 0.0, np.abs(sums - 1.0))
    row = at.query
    if off.max() > _NOISE >= off[row]:
        row = int(off.argmax())
    elif blind[row]:
        row = int(blind.argmin())  # the first that sees something
    said = [f"sum of {whose(at.query_name(row))} row {fixed(sums[row], WEIGHT_DIGITS)}"]
    count = int(np.count_nonzero(blind))
    if count:
        said.append(f"{count} blind {'row sums' if count == 1 else 'rows sum'} to 0")
    sentence = SEEING_ROWS if count else SENTENCES["rows"]
    return Finding("rows", sentence, bool(off.max() <= _NOISE), "; ".join(said))


# --- shift --------------------------------------------------------------------------------------------------


def _shift(at: Shown) -> Finding:
    raised = raised_score(at.document, at.held)
    if raised is not None:
        i, j, amount = raised
        scaled, allowed = _row(at, i)
        before = scaled.copy()
        before[j] -= amount
        change = _change(at, before, scaled, allowed)
        said = f"{whose(at.query_name(i))} weights change by up to {weight_text(change)}"
        more = f"{exact(abs(amount))} {'more' if amount > 0.0 else 'less'} for {at.key_name(j)} alone"
        return Finding("shift", SENTENCES["shift"], False, f"{said}: {more}")
    scaled, allowed = _row(at, at.query)
    if allowed is not None and not allowed.any():
        return Finding("shift", SENTENCES["shift"], None, f"{at.query_name(at.query)} may look at nothing")
    change = _change(at, scaled, scaled + RAISE, allowed)
    if change <= _rounding(at, scaled):
        change = 0.0
    said = f"largest change of {whose(at.query_name(at.query))} weights {weight_text(change)}"
    return Finding("shift", SENTENCES["shift"], change < _UNSEEN, said)


def _row(at: Shown, i: int) -> tuple[Array, Allowed]:
    """Scaled scores (n_k,) of one query, and where it may look."""
    return at.trace.row(i).scaled[at.head], at.trace.may_look(at.head)[i]


def _change(at: Shown, before: Array, after: Array, allowed: Allowed | None) -> float:
    """The largest change of a weight, without what is rounding alone."""
    change = float(np.abs(_weights(at, after, allowed) - _weights(at, before, allowed)).max())
    largest = float(np.abs(before).max())
    return 0.0 if change <= _NOISE * max(largest, 1.0) else change


def _rounding(at: Shown, scaled: Array) -> float:
    """The most that a weight can change because a raised score has fewer digits left behind the point. The
    smaller the temperature, the more; at 0 a tie may be won by what is lost there."""
    lost = 2.0 * float(np.spacing(np.abs(scaled).max() + RAISE))
    if at.wrong.skips_softmax:
        return lost
    heat = at.trace.temperature
    return math.expm1(min(lost / heat, 1.0)) if heat > 0.0 else math.inf


def _weights(at: Shown, scaled: Array, allowed: Allowed | None) -> Array:
    """What the document makes of one row of scaled scores, its wrong paths included."""
    wrong = at.wrong
    return weights_of(scaled, allowed, at.trace.temperature, wrong.skips_softmax, wrong.mask_after_softmax)


# --- hull ---------------------------------------------------------------------------------------------------


def _hull(at: Shown) -> Finding:
    if at.trace.blind[at.head].all():
        return Finding("hull", SENTENCES["hull"], None, "no word may look at anything")
    return _hull_on_plane(at) if at.trace.d_v == 2 else _hull_by_weights(at)


def _hull_on_plane(at: Shown) -> Finding:
    """The exact test: how far outside the polygon of the values the farthest output lies."""
    values, outputs = at.trace.values[at.head], at.trace.output[at.head]
    corners = geometry.hull([(x, y) for x, y in values.tolist()])
    distances = np.where(at.trace.blind[at.head], 0.0, _outside(corners, outputs))
    noise = _NOISE * max(float(np.abs(values).max()), 1.0)
    row = int(distances.argmax()) if distances.max() > noise else at.query
    said = f"{whose(at.query_name(row))} output lies {_far(float(distances[row]))} outside"
    if at.trace.blind[at.head, row]:
        said = f"{at.query_name(row)} may look at nothing, so its output is 0; the others lie inside"
    return Finding("hull", SENTENCES["hull"], bool(distances.max() <= noise), said)


def _far(distance: float) -> str:
    """A distance that is there is never told as none."""
    told = fixed(max(distance, 0.0))
    least = 10.0**-DIGITS
    return f"less than {fixed(least)}" if _NEAR < distance < least and not told.strip("0.") else told


def _outside(corners: tuple[Vec2, ...], points: Array) -> Array:
    """How far outside a convex polygon points (n, 2) lie: 0 within it. Corners run counter-clockwise."""
    start = np.array(corners)
    along = np.roll(start, -1, axis=0) - start
    from_start = points[:, None, :] - start  # (n, corners, 2)
    length = (along**2).sum(axis=-1)
    share = (from_start * along).sum(axis=-1) / np.where(length == 0.0, 1.0, length)
    foot = from_start - np.clip(share, 0.0, 1.0)[..., None] * along
    distance = np.sqrt((foot**2).sum(axis=-1)).min(axis=-1)
    if len(corners) < 3:
        return np.asarray(distance)
    left_of = along[:, 0] * from_start[..., 1] - along[:, 1] * from_start[..., 0]
    return np.where((left_of >= 0.0).all(axis=-1), 0.0, distance)


def _hull_by_weights(at: Shown) -> Finding:
    """In other dimensions than two: weights of at least 0 that sum to 1 can't leave the hull. Others may, and
    then the nearest point of the hull is looked for."""
    sees = ~at.trace.blind[at.head]
    weights = at.trace.weights[at.head]
    sums = weights.sum(axis=-1)
    is_sure = (weights.min(axis=-1) >= 0.0) & (np.abs(sums - 1.0) <= _NOISE)
    if (is_sure | ~sees).all():
        least, total = fixed(float(weights[sees].min()), WEIGHT_DIGITS), fixed(1.0, WEIGHT_DIGITS)
        parts = f"{at.trace.d_v} component{'' if at.trace.d_v == 1 else 's'}"
        said = f"least weight {least}, sum {total}: told by the weights, values have {parts}"
        return Finding("hull", SENTENCES["hull"], True, said)
    values, outputs = at.trace.values[at.head], at.trace.output[at.head]
    largest = max(float(np.abs(values).max()), 1.0)
    asked = sees & ~is_sure
    if (weights[asked].min() >= 0.0) and (sums[asked] <= 1.0).all() and _holds_zero(values / largest):
        asked &= np.arange(len(asked)) == asked.argmax()  # drawn towards 0, all stay inside: one is enough
    row, distance = _first_outside(values / largest, outputs / largest, asked, at.query)
    said = f"{whose(at.query_name(row))} output lies {_far(distance * largest)} outside"
    return Finding("hull", SENTENCES["hull"], distance == 0.0, said)


def _holds_zero(values: Array) -> bool:
    return float(np.linalg.norm(nearest_point(values)[0])) <= _NEAR


def _first_outside(values: Array, outputs: Array, asked: Allowed, first: int) -> tuple[int, float]:
    """A row of outputs (n_q, d_v) that lies outside the hull of the values (n_k, d_v), and how far; that
    which is shown before all others. 0.0 for the distance where all that are asked about lie inside."""
    rows = sorted(np.flatnonzero(asked).tolist(), key=lambda row: row != first)
    for row in rows:
        nearest, _ = nearest_point(values - outputs[row])
        distance = float(np.linalg.norm(nearest))
        if distance > _NEAR * max(float(np.abs(outputs[row]).max()), 1.0):
            return row, distance
    return rows[0], 0.0


# --- future -------------------------------------------------------------------------------------------------


def _future(at: Shown) -> Finding:
    if not has_future(at.held) and at.document.mask.rule not in CAUSAL:
        return Finding("future", SENTENCES["future"], None, "the words looked at are another sentence")
    ahead = later(at.document, at.passage)
    total = int(np.count_nonzero(ahead))
    if not total:
        return Finding("future", SENTENCES["future"], None, "there is no later word")
    seen = ahead & at.trace.may_look(at.head)
    count = int(np.count_nonzero(seen))
    if count == total:
        return Finding("future", "every word sees later words", None, f"{count} of {total} later cells open")
    said = f"{count} of {total} later cells open"
    if count:
        row, column = (int(index[0]) for index in np.nonzero(seen))
        said += f": {at.query_name(row)} sees {at.key_name(column)}"
    promised = at.document.mask.rule in CAUSAL
    sentence = SENTENCES["future"] if promised or not count else "some words see later words"
    return Finding("future", sentence, not count if promised or not count else None, said)


def has_future(held: Passage) -> bool:
    """Whether those that ask and those that are looked at are words of one sentence."""
    return held.is_self_attention or is_cached(held)


def later(document: Document, passage: int) -> Allowed:
    """Boolean (n_q, n_k): the cells in which a word would look at one that comes after it. Words that ask a
    cache are the last of their sentence, wherever the mask is aligned."""
    held = document.passages[passage]
    align = "end" if is_cached(held) else document.mask.align
    return ~masks.causal(len(held.query_tokens), len(held.key_tokens), align)


# --- order --------------------------------------------------------------------------------------------------


def _order(at: Shown) -> Finding:
    if at.trace.n_keys < 2:
        return Finding("order", SENTENCES["order"], None, "one word alone has no order")
    found = noticed(at.document, at.trace, at.passage)
    return Finding("order", found.sentence, None if found.is_seen else True, found.value)


# --- heads --------------------------------------------------------------------------------------------------


def _heads(at: Shown) -> Finding:
    heads, d, n = len(at.trace.weights), at.trace.d_k, at.trace.n_queries
    if not has_heads(at.document, at.passage):
        return Finding("heads", SENTENCES["heads"], None, "these heads were not cut out of one matrix")
    if not at.wrong.reshapes_heads:
        return Finding(
            "heads", SENTENCES["heads"], True, f"each has {d} of {heads * d} columns of all {n} words"
        )
    first, last = at.head * n // heads, math.ceil((at.head + 1) * n / heads) - 1
    names = at.query_name(first) if first == last else f"{at.query_name(first)} … {at.query_name(last)}"
    said = f"head {at.head + 1} has all {heads * d} columns of {names} alone"
    return Finding("heads", SENTENCES["heads"], False, said)


def _short(name: str) -> str:
    """A word as it stands in a sentence of one line."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


_FINDERS = {
    "rows": _rows,
    "shift": _shift,
    "hull": _hull,
    "future": _future,
    "order": _order,
    "heads": _heads,
}
