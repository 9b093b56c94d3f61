"""Which cell is told, and its arithmetic as far as Play has come."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.attempt import Line, as_text
from attnstudio.model.derivation import Derivation, derivation
from attnstudio.state.snapshot import STEPS, Node, Picked, Snapshot, Step

EMPTY = "There are no words yet. Press Edit… beside the sentence and type some."
TITLE = "Arithmetic"
_SO_FAR: dict[Step | None, Node] = {"match": "scores", "scale": "scaled", "mask": "masked"}


@dataclass(frozen=True, slots=True)
class Content:
    """`why` is a sentence in place of the lines where there is nothing to tell."""

    title: str
    lines: tuple[Line, ...]
    why: str = ""

    @property
    def text(self) -> str:
        """As it is copied: one line each, what is done in a column of its own."""
        return "\n".join((self.title, *(as_text(self.lines) or (self.why,))))


def content(now: Snapshot) -> Content:
    for cell in (now.view.picked, _strongest(now)):
        told = None if cell is None else _derived(now, cell)
        if told is not None:
            return Content(told.title, _as_known(now, told.lines))
    return Content(TITLE, (), EMPTY)


def _strongest(now: Snapshot) -> Picked | None:
    """The weight of the query that is shown and its strongest key; as long as Play has not come to weights,
    the largest number of that row so far."""
    trace = now.trace
    if now.query_index < 0 or not trace.n_keys:
        return None
    node = _SO_FAR.get(now.view.known, "weights")
    row = getattr(trace.row(now.query_index), node)[now.head]
    return Picked(node, now.query_index, int(row.argmax()))


def _derived(now: Snapshot, cell: Picked) -> Derivation | None:
    """None for a cell that is none of these matrices': it went with its word."""
    try:
        return derivation(now.document, now.trace, now.look, cell.node, cell.row, cell.column)
    except IndexError:
        return None


def _as_known(now: Snapshot, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """What Play has not come to is not told yet."""
    known = now.view.is_known
    told = tuple(line for line in lines if line.stage is None or known[STEPS.index(line.stage)])
    if len(told) == len(lines):
        return lines
    return (*told, Line("…", f"not known yet: Play has come to {now.view.known}"))
