"""A run of *Learn*: its steps so far, as one frozen value that views compare by identity."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnstudio.model.document import Document
from attnstudio.model.goals import REACHED, Wanted
from attnstudio.model.learning import Pair, Problem, Value

MOST_STEPS = 2000
MOST_BYTES = 64_000_000
"""For the matrices of all steps together."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Steps are counted from 0, where the run begins; `pairs`, `losses` and `least` have one entry for each.

    `before` is the document to which undo goes back, `shown` the one of step `step`. While the document is
    another one, because something else was edited or the run was taken back, the run is not `is_current`:
    its curve is there to be read, its steps can't be gone to.
    """

    number: int
    wished: Wanted
    problem: Problem
    before: Document
    shown: Document
    value: Value  # at `step`
    pairs: tuple[Pair, ...]
    losses: tuple[float, ...]
    least: tuple[float, ...]  # the least of the aims' shares
    step: int = 0
    is_running: bool = False
    is_current: bool = True
    remark: str = ""  # why it stopped

    @property
    def key(self) -> tuple[str, int]:
        """By which the history knows the run's edits as one step."""
        return ("learn", self.number)

    @property
    def name(self) -> str:
        """As undo calls it."""
        return f"Learn {self.wished.matrices}"

    @property
    def last(self) -> int:
        return len(self.pairs) - 1

    @property
    def is_reached(self) -> bool:
        """Whether all aims are reached at the step that is shown."""
        return self.least[self.step] >= REACHED

    @property
    def most_steps(self) -> int:
        """How long the run may become."""
        size = sum(matrix.nbytes for matrix in self.pairs[0])
        return min(MOST_STEPS, MOST_BYTES // max(size, 1))

    def grown(self, pair: Pair, value: Value, document: Document) -> Run:
        """With one more step after the one that is shown, in place of those that came after it."""
        kept = self.step + 1
        return replace(
            self,
            shown=document,
            value=value,
            pairs=(*self.pairs[:kept], pair),
            losses=(*self.losses[:kept], value.loss),
            least=(*self.least[:kept], float(value.shares.min())),
            step=kept,
            remark="",
        )

    def followed(self, document: Document) -> Run:
        """The run when `document` comes to be shown: paused, unless that is the run's own doing.

        By identity: undo and redo bring back the very same document, and what only looks the same has
        steps of the history of its own.
        """
        if document is self.shown:
            return self if self.is_current else replace(self, is_current=True, is_running=False)
        return replace(self, is_current=False, is_running=False, remark="")
