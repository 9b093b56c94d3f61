"""What an array means as a mask: read under a convention, fitted to a sentence, known by its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from attnstudio.model import masks, numerals
from attnstudio.model.conventions import Convention
from attnstudio.model.document import Document
from attnstudio.model.edits import set_rule
from attnstudio.model.mask_values import Cells, shape_of
from attnstudio.model.masks import Allowed
from attnstudio.model.refused import Refused
from attnstudio.model.rules import by_rule
from attnstudio.model.settings import SIZED_RULES, Align, Mask, Padding, Rule

LOW_ENOUGH = -1e4
"""What is added to hide a key is at most this; anything nearer to 0 shifts a score without hiding it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A mask under one convention. `rule` is the rule that makes it, None where none does; `future` are the
    cells, row and column, in which a query looks at a later key."""

    allowed: Allowed
    rule: Mask | None
    blind: tuple[int, ...]
    future: tuple[tuple[int, int], ...]

    @property
    def oddness(self) -> int:
        """The less, the likelier it is what somebody meant."""
        if self.rule is not None:
            return 1 if self.blind else 0
        return 4 if self.blind else 3 if self.future else 2


def reading(array: Cells, convention: Convention, n_q: int, n_k: int, align: Align = "end") -> Reading:
    """`array` read under a convention, for so many queries and keys. Refused where it makes no sense."""
    allowed = fitted(taken_as(array, convention), n_q, n_k)
    offset = masks.offset(n_q, n_k, align)
    later = allowed & ~np.tri(n_q, n_k, offset, dtype=np.bool_)
    blind = tuple(int(row) for row in np.flatnonzero(~allowed.any(axis=1)))
    future = tuple((int(i), int(j)) for i, j in np.argwhere(later))
    return Reading(allowed, rule_of(allowed, align), blind, future)


def taken_as(array: Cells, convention: Convention) -> Allowed:
    """True where the query may look. Raises `Refused`, naming the first cell that has no meaning."""
    if (at := _first(np.isnan(array.astype(np.float64)))) is not None:
        raise Refused(
            f"{_place(at)} is not a number: 0 times −∞ has no value. Fill instead of multiplying: "
            'torch.zeros(n, n).masked_fill(hidden, float("-inf")).'
        )
    if convention == "additive":
        return _taken_as_added(array)
    if (at := _first((array != 0) & (array != 1))) is not None:
        what = numerals.fixed(float(array[at]), 2)
        hint = " It looks like an additive mask." if float(array[at]) <= LOW_ENOUGH else ""
        raise Refused(f"{_place(at)} is {what}, which is neither True nor False, neither 1 nor 0.{hint}")
    truths: Allowed = array != 0
    return ~truths if convention == "block" else truths


def _taken_as_added(array: Cells) -> Allowed:
    if array.dtype == np.bool_:
        raise Refused("True and False are not added: a library takes them for look or block.")
    if array.any() and not ((array != 0) & (array != 1)).any():
        raise Refused("Added to the scores, 1 raises a score by 1 and 0 leaves it: this hides nothing.")
    hidden: Allowed = array <= LOW_ENOUGH
    if (at := _first((array != 0) & ~hidden)) is not None:
        what = numerals.fixed(float(array[at]), 2)
        raise Refused(
            f"{_place(at)} is {what}, which is neither 0 nor −∞: it shifts a score and hides nothing."
        )
    return ~hidden


def fitted(allowed: Allowed, n_q: int, n_k: int) -> Allowed:
    """For so many queries and keys; one row alone holds for all queries, as a key padding mask does."""
    if allowed.ndim == 1:
        allowed = allowed[None, :]
    if allowed.shape == (1, n_k):
        return np.repeat(allowed, n_q, axis=0)
    if allowed.shape != (n_q, n_k):
        raise Refused(
            f"This mask is {shape_of(allowed)}; with {_count(n_q, 'query', 'queries')} and "
            f"{_count(n_k, 'key', 'keys')} it must be {n_q} × {n_k}."
        )
    return allowed


def rule_of(allowed: Allowed, align: Align = "end") -> Mask | None:
    """The rule that makes this mask, the simplest first, perhaps with padding; None where none does."""
    n_q, n_k = allowed.shape
    if not allowed.size:
        return None
    return next(
        (m for m in _candidates(allowed, align) if np.array_equal(by_rule(m, n_q, n_k), allowed)), None
    )


def use(document: Document, allowed: Allowed, passage: int = 0) -> Document:
    """`allowed` (n_q, n_k) as a custom mask of one passage; what the other passages hide stays hidden."""
    held = document.passages[passage]
    painted = set_rule(document, "custom").mask
    asking = {token.id for token in held.query_tokens}
    kept = frozenset(cell for cell in painted.flipped if cell[0] not in asking)
    hidden = frozenset(
        (query.id, key.id)
        for i, query in enumerate(held.query_tokens)
        for j, key in enumerate(held.key_tokens)
        if not allowed[i, j]
    )
    mask = replace(painted, flipped=kept | hidden, padding="none", pads=0)
    return document if mask == document.mask else replace(document, mask=mask)


def _candidates(allowed: Allowed, align: Align) -> Iterator[Mask]:
    n_q, n_k = allowed.shape
    seen = np.flatnonzero(allowed.any(axis=0))
    first, last = (int(seen[0]), int(seen[-1])) if seen.size else (n_k, n_k)
    paddings: list[tuple[Padding, int]] = [("none", 0)]
    paddings += [("left", first)] if 0 < first < n_k else []
    paddings += [("right", n_k - 1 - last)] if last < n_k - 1 else []
    plain: tuple[Rule, ...] = ("none", "causal", "strict")
    for padding, pads in paddings:
        for rule in plain:
            yield Mask(rule, align=align, padding=padding, pads=pads)
        for rule in SIZED_RULES:
            for size in range(1, max(n_q, n_k)):
                yield Mask(rule, size=size, align=align, padding=padding, pads=pads)


def _first(cells: Allowed) -> tuple[int, ...] | None:
    found = np.argwhere(cells)
    return tuple(int(at) for at in found[0]) if len(found) else None


def _place(at: tuple[int, ...]) -> str:
    if len(at) == 1:
        return f"Number {at[0] + 1}"
    return f"Row {at[0] + 1}, column {at[1] + 1}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
