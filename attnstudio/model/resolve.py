"""Document → Trace: the one place where what was made becomes what follows from it."""

from __future__ import annotations

import numpy as np

from attnstudio.model.attention import attend
from attnstudio.model.document import (
    ROLES,
    Document,
    Head,
    Matrix,
    Passage,
    Role,
)
from attnstudio.model.heads import joined, reshaped
from attnstudio.model.positions import added, places, turned
from attnstudio.model.projection import project
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Array, Trace
from attnstudio.model.variant import VariantTrace, Variation

_USUAL = Variation()
_PARTS = ("settings", "mask", "positions", "wrong")


def resolve(document: Document, passage: int = 0) -> Trace:
    """Every number of one passage. Arrays carry a leading head axis: queries (h, n_q, d_k), weights
    (h, n_q, n_k), output (h, n_q, d_v). Queries and keys are as they are compared: with their positions."""
    held = document.passages[passage]
    queries, keys, values = vectors_of(document, passage)
    trace = attend(
        queries,
        keys,
        values,
        mask=may_look(document.mask, held) if document.mask.hides else None,
        scale=document.settings.scale,
        temperature=document.settings.temperature,
    )
    variation = _variation(document, held)
    return trace if variation == _USUAL else VariantTrace(trace, variation)


def vectors_of(
    document: Document, passage: int = 0, at: tuple[Array, Array] | None = None
) -> tuple[Array, Array, Array]:
    """Queries (h, n_q, d_k), keys (h, n_k, d_k) and values (h, n_k, d_v) of one passage.

    `at` are positions of the queries (n_q,) and of the keys (n_k,), other than those where they stand.
    """
    held = document.passages[passage]
    asking, offering = places(held, document.mask) if at is None else at
    queries, keys, values = _vectors(document, held, asking, offering)
    if document.positions.kind == "rope":
        queries = turned(queries, asking, document.positions)
        keys = turned(keys, offering, document.positions)
    return queries, keys, values


def resolve_after(old: Document, trace: Trace, new: Document, passage: int = 0) -> Trace:
    """The same as ``resolve(new, passage)``, reusing `trace` of `old` where one vector moved.

    A drag moves one tip: its row, or its column, is all that is worked out anew.
    """
    if is_same(old, new, passage):
        return trace  # a title, the bound, another passage
    before, after = old.passages[passage], new.passages[passage]
    moved = None if _differ(old, new) else _moved_row(before, after)
    if moved is None:
        return resolve(new, passage)
    role, index = moved
    rows: Array = np.array([head.of(role)[index] for head in after.heads], dtype=np.float64)
    if role != "value" and new.positions.kind == "rope":
        asking, offering = places(after, new.mask)
        place = (asking if role == "query" else offering)[index : index + 1]
        rows = turned(rows[:, None, :], place, new.positions)[:, 0, :]
    if role == "query":
        return trace.move_query(index, rows)
    if role == "key":
        return trace.move_key(index, rows)
    return trace.move_value(index, rows)


def is_same(old: Document, new: Document, passage: int = 0) -> bool:
    """Whether nothing has changed from which the numbers of a passage follow."""
    if old is new:
        return True
    before, after = old.passages[passage], new.passages[passage]
    is_free = after.embedding is None
    return before is after and (is_free or old.projection is new.projection) and not _differ(old, new)


def _differ(old: Document, new: Document) -> bool:
    return any(getattr(old, part) is not getattr(new, part) for part in _PARTS)


def raised_score(document: Document, passage: Passage) -> tuple[int, int, float] | None:
    """Row, column and how much, where more is added to one score of `passage`; it may be that of another."""
    if document.wrong.added is None:
        return None
    query, key, amount = document.wrong.added
    rows = {token.id: i for i, token in enumerate(passage.query_tokens)}
    columns = {token.id: j for j, token in enumerate(passage.key_tokens)}
    return (rows[query], columns[key], amount) if query in rows and key in columns else None


def _variation(document: Document, passage: Passage) -> Variation:
    wrong, added = document.wrong, raised_score(document, passage)
    cosine, late = document.settings.cosine, wrong.mask_after_softmax
    if wrong.is_right and not cosine:
        return _USUAL
    return Variation(cosine, added, late, wrong.skips_softmax)


def _moved_row(before: Passage, after: Passage) -> tuple[Role, int] | None:
    """Which vector differs between two passages of the same words, if it is just one."""
    if not before.heads or len(before.heads) != len(after.heads) or not _have_same_words(before, after):
        return None  # other words may be masked otherwise
    found: tuple[Role, int] | None = None
    for old, new in zip(before.heads, after.heads, strict=True):
        for role in ROLES:
            was, now = old.of(role), new.of(role)
            if was is now:
                continue
            if len(was) != len(now):
                return None
            for index, (a, b) in enumerate(zip(was, now, strict=True)):
                if a is not b and a != b:
                    if found not in (None, (role, index)):
                        return None
                    found = role, index
    return found


def _have_same_words(before: Passage, after: Passage) -> bool:
    return all(
        was is now or [token.id for token in was] == [token.id for token in now]
        for was, now in (
            (before.query_tokens, after.query_tokens),
            (before.key_tokens, after.key_tokens),
        )
    )


def _vectors(document: Document, held: Passage, asking: Array, offering: Array) -> tuple[Array, Array, Array]:
    if held.embedding is not None:
        assert document.projection is not None  # soundness.check saw to it
        moved = None
        if document.positions.kind == "added":
            d_model = len(document.projection.w_q[0])
            moved = added(asking, d_model, document.positions), added(offering, d_model, document.positions)
        made = project(held.embedding, document.projection, moved)
        if not document.wrong.reshapes_heads:
            return made
        queries, keys, values = (reshaped(joined(part), len(part)) for part in made)
        return queries, keys, values
    return (
        _stack([head.queries for head in held.heads], held.heads[0]),
        _stack([head.keys for head in held.heads], held.heads[0]),
        _stack([head.values for head in held.heads], held.heads[0]),
    )


def _stack(heads: list[Matrix], example: Head) -> Array:
    stacked = np.array(heads, dtype=np.float64)
    if stacked.ndim == 3:
        return stacked
    # No tokens: the number of components is lost with the rows, but the formula still needs one.
    widths = [len(rows[0]) for rows in (example.queries, example.keys, example.values) if rows]
    return np.zeros((len(heads), 0, widths[0] if widths else 2))
