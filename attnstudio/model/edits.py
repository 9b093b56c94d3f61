"""Everything that a learner can do to a document, as pure functions ``Document → Document``.

An edit that changes nothing returns the very same object. What can't be done raises `Refused`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from attnstudio.model import charts, numerals, sentence
from attnstudio.model.document import (
    LARGEST,
    SMALLEST_BOUND,
    Document,
    Handle,
    Head,
    Passage,
    Token,
    Vector,
    index_of,
)
from attnstudio.model.geometry import Vec2, clamp
from attnstudio.model.limits import require_finite, require_in_sight, require_numbers
from attnstudio.model.positions import places, turned_back
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import vectors_of
from attnstudio.model.rules import by_rule, may_look
from attnstudio.model.settings import Learning, Mask, Positions, Rule, Sampling, Wrong
from attnstudio.model.soundness import check_pairs, check_settings

Edit = Callable[[Document], Document]
MADE_FROM_X = "This vector is made from x by a projection: move x or its matrix instead."
NO_X = "Free vectors have no x to which a position could be added: make them from x first."
_T = TypeVar("_T")


def move_vector(document: Document, handle: Handle, point: Vec2, passage: int = 0) -> Document:
    """Put the tip of one vector at `point` (model units, through the chart), kept within the bound.

    A vector of more than two dimensions changes only in what the chart shows.
    """
    require_finite(point)
    drawn = _drawn_vector(document, handle, passage)
    place = clamp(point, document.bound)
    return _with_drawn(document, handle, drawn, charts.moved(document.chart, drawn, place), passage)


def set_component(
    document: Document, handle: Handle, component: int, value: float, passage: int = 0
) -> Document:
    """Set one component, counted from 0, of one vector of any size, as it is compared: turned by its
    position. Where the tip would then be drawn outside the bound, that is refused (see `limits`)."""
    drawn = _drawn_vector(document, handle, passage)
    return set_vector(document, handle, replaced(drawn, component, value), passage)


def set_vector(document: Document, handle: Handle, vector: Vector, passage: int = 0) -> Document:
    """Set all components at once, by the same rules as one."""
    require_numbers(*vector)
    drawn = _drawn_vector(document, handle, passage)
    if len(vector) != len(drawn):
        raise Refused(f"This {handle.role} has {len(drawn)} components, not {len(vector)}.")
    after = tuple(number + 0.0 for number in vector)  # never minus zero
    require_in_sight(document, charts.shown(document.chart, drawn), charts.shown(document.chart, after))
    return _with_drawn(document, handle, drawn, after, passage)


def _drawn_vector(document: Document, handle: Handle, passage: int) -> Vector:
    """The vector as its position has turned it, which is how the plane shows and the formula compares it."""
    held = document.passages[passage]
    if not held.heads:
        raise Refused(MADE_FROM_X)
    index = index_of(held.tokens_of(handle.role), handle.token)
    placed = held.heads[handle.head].of(handle.role)[index]
    at = _turning_place(document, handle, passage)
    return placed if at is None else turned_back(placed, -at, document.positions)


def _with_drawn(document: Document, handle: Handle, drawn: Vector, moved: Vector, passage: int) -> Document:
    """Where `drawn` became `moved`, the document holds the vector from which its position turns that."""
    if moved == drawn:  # turned there and back it would not be the same to the last bit
        return document
    at = _turning_place(document, handle, passage)
    placed = moved if at is None else turned_back(moved, at, document.positions)
    return _with_vector(document, handle, placed, passage)


def _turning_place(document: Document, handle: Handle, passage: int) -> float | None:
    """The position by which a vector is turned; None where it is not."""
    if handle.role == "value" or document.positions.kind != "rope":
        return None
    held = document.passages[passage]
    asking, offering = places(held, document.mask)
    found = asking if handle.role == "query" else offering
    return float(found[index_of(held.tokens_of(handle.role), handle.token)])


def _with_vector(document: Document, handle: Handle, vector: Vector, passage: int) -> Document:
    held = document.passages[passage]
    head = held.heads[handle.head]
    index = index_of(held.tokens_of(handle.role), handle.token)
    if vector == head.of(handle.role)[index]:
        return document
    heads = replaced(held.heads, handle.head, _in_head(head, handle, index, vector))
    return with_passage(document, passage, placed_by_hand(replace(held, heads=heads), handle.token))


def _in_head(head: Head, handle: Handle, index: int, vector: Vector) -> Head:
    rows = replaced(head.of(handle.role), index, vector)
    if handle.role == "query":
        return replace(head, queries=rows)
    if handle.role == "key":
        return replace(head, keys=rows)
    return replace(head, values=rows)


def placed_by_hand(passage: Passage, token_id: int) -> Passage:
    """The cue "placed by chance: drag me" goes once the word was dragged."""

    def settle(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        if not any(token.id == token_id and token.source == "chance" for token in tokens):
            return tokens
        return tuple(replace(token, source="given") if token.id == token_id else token for token in tokens)

    crossing = None if passage.cross_tokens is None else settle(passage.cross_tokens)
    queries = settle(passage.query_tokens)
    if queries is passage.query_tokens and crossing is passage.cross_tokens:
        return passage
    return replace(passage, query_tokens=queries, cross_tokens=crossing)


def set_rule(document: Document, rule: Rule) -> Document:
    """Choose a mask rule. "custom" keeps what is masked now; the other rules start without flipped cells.
    Padding stays padding."""
    if rule == document.mask.rule and (rule == "custom" or not document.mask.flipped):
        return document
    plain = replace(document.mask, rule=rule, flipped=frozenset())
    if rule == "custom":
        painted = (_differing(document.mask, plain, passage) for passage in document.passages)
        plain = replace(plain, flipped=frozenset().union(*painted))
    return replace(document, mask=plain)


def _differing(mask: Mask, plain: Mask, passage: Passage) -> frozenset[tuple[int, int]]:
    """The cells that `mask` treats otherwise than the rule of `plain`, by ids."""
    queries, keys = passage.query_tokens, passage.key_tokens
    differ = may_look(mask, passage) != by_rule(plain, len(queries), len(keys))
    return frozenset((queries[i].id, keys[j].id) for i, j in zip(*differ.nonzero(), strict=True))


def flip_cell(document: Document, query: int, key: int) -> Document:
    """Let the query token look at the key token where it might not, and the other way round."""
    return replace(document, mask=replace(document.mask, flipped=document.mask.flipped ^ {(query, key)}))


def paint_cells(
    document: Document, cells: Iterable[tuple[int, int]], allow: bool, passage: int = 0
) -> Document:
    """Set cells, given as (query token id, key token id), all to "may look" or all to masked."""
    held = document.passages[passage]
    allowed = may_look(document.mask, held)
    rows = {token.id: i for i, token in enumerate(held.query_tokens)}
    columns = {token.id: j for j, token in enumerate(held.key_tokens)}
    changed = frozenset((q, k) for q, k in cells if bool(allowed[rows[q], columns[k]]) != allow)
    if not changed:
        return document
    return replace(document, mask=replace(document.mask, flipped=document.mask.flipped ^ changed))


def set_mask(document: Document, mask: Mask) -> Document:
    """Another mask as a whole: its rule, its size, at which end it is aligned, its padding."""
    return _changed(document, mask=mask)


def set_positions(document: Document, positions: Positions) -> Document:
    """Let the place of a word play a part, or not. Refused: to add a position to vectors that are free."""
    is_free = all(passage.embedding is None for passage in document.passages)
    if positions.kind == "added" and document.positions.kind != "added" and is_free:
        raise Refused(NO_X)
    changed = _changed(document, positions=positions)
    if changed is not document:
        check_pairs(changed)
    return changed


def set_wrong(document: Document, wrong: Wrong) -> Document:
    """Do a step wrongly on purpose, or rightly again."""
    return _changed(document, wrong=wrong)


def set_cosine(document: Document, on: bool) -> Document:
    """Compare directions alone: a score is the cosine of the angle between query and key."""
    return _changed(document, settings=replace(document.settings, cosine=on))


def set_sampling(document: Document, sampling: Sampling) -> Document:
    """What the d_k laboratory draws."""
    return _changed(document, sampling=sampling)


def set_learning(document: Document, learning: Learning) -> Document:
    """What *Learn* works towards, how fast and from where."""
    return _changed(document, learning=learning)


def _changed(document: Document, **parts: Any) -> Document:
    changed = replace(document, **parts)
    if changed == document:
        return document
    check_settings(changed)
    return changed


def set_scaling(document: Document, on: bool) -> Document:
    """Divide the scores by √d_k, or leave them as they are."""
    scale = None if on else 1.0
    if document.settings.scale == scale:
        return document
    return replace(document, settings=replace(document.settings, scale=scale))


def set_temperature(document: Document, temperature: float) -> Document:
    """Divide the masked scores by `temperature` before the softmax; 0 means that the largest take all."""
    if not math.isfinite(temperature) or temperature < 0.0:
        raise Refused("The temperature can't be negative: it would turn the best match into the worst.")
    if temperature > LARGEST:
        raise Refused("The temperature can be at most a million; all weights are equal long before.")
    if document.settings.temperature == temperature:
        return document
    return replace(document, settings=replace(document.settings, temperature=float(temperature)))


def set_bound(document: Document, bound: float) -> Document:
    """Make the plane's square larger or smaller; never so small that a tip would be outside."""
    if not (math.isfinite(bound) and SMALLEST_BOUND <= bound <= LARGEST):
        raise Refused(
            f"The plane's edge must be a number from {numerals.sized(SMALLEST_BOUND)} to a million."
        )
    if bound == document.bound:
        return document
    if bound < farthest(document):
        raise Refused("A vector lies further out than that; move it in first.")
    return replace(document, bound=float(bound))


def farthest(document: Document) -> float:
    """The largest absolute coordinate of a tip, as drawn."""
    points = (
        point
        for index, passage in enumerate(document.passages)
        if passage.heads
        for rows in vectors_of(document, index)
        for point in charts.shown_rows(document.chart, rows).reshape(-1, 2).tolist()
    )
    xs = (
        charts.shown(document.chart, x)
        for passage in document.passages
        if passage.embedding is not None
        for x in (*passage.embedding.x, *(passage.embedding.x_keys or ()))
    )
    return max((max(abs(x), abs(y)) for x, y in chain(points, xs)), default=0.0)


def set_title(document: Document, title: str) -> Document:
    title = sentence.clean(title).strip()
    return document if title == document.title else replace(document, title=title)


def replaced(rows: tuple[_T, ...], index: int, row: _T) -> tuple[_T, ...]:
    """`rows` with one of them exchanged."""
    return (*rows[:index], row, *rows[index + 1 :])


def with_passage(document: Document, index: int, passage: Passage) -> Document:
    return replace(document, passages=replaced(document.passages, index, passage))
