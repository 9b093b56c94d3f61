"""What a picture shows beyond the document and its look: saved with them, not undone, and never a change."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from attnstudio.model.document import Document
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Trial

Step = Literal["match", "scale", "mask", "normalize", "mix"]
STEPS: tuple[Step, ...] = ("match", "scale", "mask", "normalize", "mix")
Compared = Literal["summary", "words", "angles"]
COMPARED: tuple[Compared, ...] = ("summary", "words", "angles")
MaskPage = Literal["rules", "conventions", "paste", "blind", "late"]
MASK_PAGES: tuple[MaskPage, ...] = ("rules", "conventions", "paste", "blind", "late")
Written = Literal["numbers", "numpy", "torch"]
Node = Literal[
    "x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "scaled", "masked", "weights", "output", "w_o", "final"
]

_SAME = 1e-9
_CLOSEST = 100.0  # a frame that is so many times smaller than the bound shows nothing any more
_MOST_CELLS = 2**20  # in a row or a column: no matrix has more


@dataclass(frozen=True, slots=True)
class Frame:
    """A square of the plane: its centre, and half its width, in model units."""

    centre: Vec2
    half: float

    def holds(self, point: Vec2) -> bool:
        gap = max(abs(point[0] - self.centre[0]), abs(point[1] - self.centre[1]))
        return gap <= self.half * (1 + _SAME)

    def reaches(self, bound: float) -> bool:
        """Whether a side of it lies on the bound."""
        return max(map(abs, self.centre)) + self.half >= bound * (1 - _SAME)


@dataclass(frozen=True, slots=True)
class Picked:
    """One cell of a matrix of the Sequence workspace, by row and column counted from 0."""

    node: Node
    row: int
    column: int


_TRIAL = Trial()


@dataclass(frozen=True, slots=True)
class Seen:
    """The fields are those of the view, and mean the same there."""

    frame: Frame | None = None  # of the plane; None: fitted to the arrows
    known: Step | None = None  # the last step that Play has shown; None: all of them
    picked: Picked | None = None  # the cell whose arithmetic is told
    sums: bool = False  # Context lays the parts of each output end to end
    compared: Compared = "summary"  # what Context tells of the two sentences
    mask_page: MaskPage = "rules"  # of the mask laboratory
    written: Written = "numbers"  # how the formula panel writes the state: its numbers, or a program
    trial: Trial = _TRIAL  # what is tried at the limits of numbers


def fitting(seen: Seen, document: Document) -> Seen:
    """`seen`, with what can't be shown of `document` put back to what is usual."""
    frame, picked = seen.frame, seen.picked
    if frame is not None and not _is_within(frame, document.bound):
        frame = None
    if picked is not None and not (0 <= picked.row < _MOST_CELLS and 0 <= picked.column < _MOST_CELLS):
        picked = None
    return replace(seen, frame=frame, picked=picked, trial=_possible(seen.trial))


def _is_within(frame: Frame, bound: float) -> bool:
    if not all(map(math.isfinite, (*frame.centre, frame.half))):
        return False
    reach = max(map(abs, frame.centre)) + frame.half
    return frame.half >= bound / _CLOSEST and reach <= bound * (1 + _SAME)


def _possible(trial: Trial) -> Trial:
    if trial == _TRIAL:
        return trial
    from attnstudio.model.precision import try_with  # its panel loads it, and hardly any file asks for it

    try:
        return try_with(trial)
    except Refused:
        return _TRIAL
