"""What breaks an invariant on purpose, and what puts it right again: edits, each with what a button says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnstudio.model.document import Document
from attnstudio.model.edits import Edit, paint_cells, set_mask, set_positions, set_wrong
from attnstudio.model.invariants import CAUSAL, RAISE, Id, Shown, has_future, has_heads, later
from attnstudio.model.masks import Allowed
from attnstudio.model.rules import by_rule, may_look
from attnstudio.model.settings import Mask, Positions, Wrong
from attnstudio.model.shuffling import shuffle

RIGHT = "put it right"
_BREAK = "break it"


@dataclass(frozen=True, slots=True)
class Way:
    """`text` is on the button, `short` where there is little room; `name` is what Undo calls the step."""

    text: str
    short: str
    name: str
    edit: Edit


def ways(broken: Id, at: Shown, cell: tuple[int, int] | None = None) -> tuple[Way, ...]:
    """What can be done about one invariant as things stand: nothing, or one thing, or several.

    `cell` is the row and column of scores that the person has picked.
    """
    if not at.trace.n_queries or not at.trace.n_keys:
        return ()
    return _WAYS[broken](at, cell)


def _rows(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    wrong = at.wrong
    if wrong.mask_after_softmax or wrong.skips_softmax:
        right = replace(wrong, mask_after_softmax=False, skips_softmax=False)
        return (_wrong(RIGHT, "Mask before softmax, and use it", right),)
    late = replace(wrong, mask_after_softmax=True)
    text, name = "break it: mask after softmax", "Mask after softmax"
    if not may_look(at.document.mask, at.held).all():
        return (_wrong(text, name, late),)
    causal = replace(at.document.mask, rule="causal", flipped=frozenset())
    if may_look(causal, at.held).all():
        return ()  # one word alone: no mask hides anything

    def edit(document: Document) -> Document:
        return set_wrong(set_mask(document, causal), late)

    return (Way(text, _BREAK, name, edit),)


def _shift(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    wrong = at.wrong
    if wrong.added is not None or wrong.skips_softmax:
        return (_wrong(RIGHT, "Add nothing to a score", replace(wrong, added=None, skips_softmax=False)),)
    i, j = _raised(at, cell)
    if j < 0:
        return ()
    added = at.held.query_tokens[i].id, at.held.key_tokens[j].id, RAISE
    return (_wrong("break it: add 3 to one cell", "Add 3 to one score", replace(wrong, added=added)),)


def _raised(at: Shown, cell: tuple[int, int] | None) -> tuple[int, int]:
    """The picked cell where it can be seen, else the strongest of the shown row; −1 for a blind row."""
    allowed = may_look(at.document.mask, at.held)
    if cell is not None and cell[0] < len(allowed) and cell[1] < len(allowed.T) and allowed[cell]:
        return cell
    row = at.trace.row(at.query).masked[at.head]
    return at.query, int(row.argmax()) if allowed[at.query].any() else -1


def _hull(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    wrong = at.wrong
    if wrong.skips_softmax:
        return (_wrong(RIGHT, "Use softmax again", replace(wrong, skips_softmax=False)),)
    return (_wrong("break it: skip softmax", "Skip softmax", replace(wrong, skips_softmax=True)),)


def _future(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    mask, ahead = at.document.mask, later(at.document, at.passage)
    if not ahead.any() or not (has_future(at.held) or mask.rule in CAUSAL):
        return ()
    seen = ahead & may_look(mask, at.held)
    if seen.any() and mask.rule not in CAUSAL:
        causal = replace(mask, rule="causal", flipped=frozenset())
        return (
            Way(
                "mask the future",
                "mask it",
                "Set the causal mask",
                lambda document: set_mask(document, causal),
            ),
        )
    if seen.any():
        return (Way(RIGHT, RIGHT, "Mask the future again", _painted(at, seen, allow=False)),)
    one = np.zeros_like(ahead)
    row = at.query if ahead[at.query].any() else int(np.argwhere(ahead)[0, 0])
    one[row, int(ahead[row].argmax())] = True
    return (Way("break it: unmask one cell", _BREAK, "Unmask one later cell", _painted(at, one, allow=True)),)


def _painted(at: Shown, cells: Allowed, allow: bool) -> Edit:
    asking, offering = at.held.query_tokens, at.held.key_tokens
    ids = [(asking[i].id, offering[j].id) for i, j in np.argwhere(cells).tolist()]
    return lambda document: paint_cells(document, ids, allow, at.passage)


def _order(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    if at.trace.n_keys < 2:
        return ()
    made = [
        Way(
            "shuffle the words",
            "shuffle",
            "Shuffle the words",
            lambda document: shuffle(document, at.passage),
        )
    ]
    if not by_rule(at.document.mask, at.trace.n_queries, at.trace.n_keys).all():
        made.append(
            Way(
                "take the mask off",
                "mask off",
                "Take the mask off",
                lambda document: set_mask(document, Mask()),
            )
        )
    if at.document.positions.kind != "none":
        made.append(
            Way(
                "switch positions off",
                "positions off",
                "Switch positions off",
                lambda document: set_positions(document, Positions()),
            )
        )
    return tuple(made)


def _heads(at: Shown, cell: tuple[int, int] | None) -> tuple[Way, ...]:
    wrong = at.wrong
    if not has_heads(at.document, at.passage):
        return ()
    if wrong.reshapes_heads:
        return (_wrong(RIGHT, "Cut the heads rightly", replace(wrong, reshapes_heads=False)),)
    text = "break it: reshape, no transpose"
    return (_wrong(text, "Cut the heads by a reshape alone", replace(wrong, reshapes_heads=True)),)


def _wrong(text: str, name: str, wrong: Wrong) -> Way:
    short = text.partition(":")[0]
    return Way(text, short, name, lambda document: set_wrong(document, wrong))


_WAYS: dict[Id, Callable[[Shown, tuple[int, int] | None], tuple[Way, ...]]] = {
    "rows": _rows,
    "shift": _shift,
    "hull": _hull,
    "future": _future,
    "order": _order,
    "heads": _heads,
}
