"""Everything that the views draw, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from attnstudio.model.document import (
    Document,
    Handle,
    Look,
    Passage,
    Token,
    index_of,
)
from attnstudio.model.geometry import Snap
from attnstudio.model.seen import COMPARED as COMPARED
from attnstudio.model.seen import STEPS as STEPS
from attnstudio.model.seen import Compared as Compared
from attnstudio.model.seen import Frame, MaskPage
from attnstudio.model.seen import Node as Node
from attnstudio.model.seen import Picked as Picked
from attnstudio.model.seen import Step as Step
from attnstudio.model.seen import Written as Written
from attnstudio.model.settings import Sampling, Trial
from attnstudio.model.trace import Trace
from attnstudio.state.framing import whole
from attnstudio.state.traces import Traces

if TYPE_CHECKING:  # nobody has learned, drawn or kept anything at the start
    from attnstudio.model.comparison import State
    from attnstudio.model.sampled import Sampled
    from attnstudio.state.runs import Run

Ground = Literal["theme", "white", "transparent"]
GROUNDS: tuple[Ground, ...] = ("theme", "white", "transparent")
WORKSPACES = ("vectors", "sequence", "context", "scaling")
PANELS_OF = {
    "vectors": ("sentence", "plane", "pipeline", "matrix", "formula"),
    "sequence": ("sentence", "flow", "play", "cell", "holds", "masks", "positions"),
    "context": ("sentences", "meanings", "difference", "learn"),
    "scaling": ("draws", "growth", "softmax", "precision"),
}
"""In reading order, which is the order of Tab and of speech."""
PANELS = tuple(dict.fromkeys(name for names in PANELS_OF.values() for name in names))

_TRIAL = Trial()


@dataclass(frozen=True, slots=True)
class View:
    """What the person is looking at just now: not undone, and saved with the document only as far as a
    picture shows it (see `attnstudio.state.seeing`)."""

    theme: str = "light"
    text_scale: float = 1.0
    frame: Frame | None = None  # of the plane; None only until a Store fits it to its document
    snap: Snap = "off"
    selected: Handle | None = None  # the tip that the keyboard moves
    hover_token: int | None = None  # id of the token pointed at, marked in every panel
    hover_step: Step | None = None  # the step pointed at, marked in every panel
    painting: bool = False  # cells of the matrix are painted rather than chosen
    is_figure: bool = False  # drawn for a picture: no controls, no cues, all rows
    ground: Ground = "theme"  # what a picture stands on
    message: str = ""  # one sentence to the person: what was refused, or why something stops
    known: Step | None = None  # the last step that Play has shown; None: all of them
    reduced_motion: bool = False  # whether nothing may move by itself: Play goes on by hand alone
    sums: bool = False  # Context lays the parts of each output end to end
    compared: Compared = "summary"  # what Context tells of the two sentences
    picked: Picked | None = None  # the cell whose arithmetic is told
    run: Run | None = None  # of Learn: its steps so far
    sampled: Sampled | None = None  # what the d_k laboratory has drawn so far
    undrawn: Sampling | None = None  # what it could not draw, for a fault
    mask_page: MaskPage = "rules"  # of the mask laboratory
    written: Written = "numbers"  # how the formula panel writes the state: its numbers, or a program
    trial: Trial = _TRIAL  # what is tried at the limits of numbers
    kept: tuple[State | None, State | None] = (None, None)  # A and B, to be compared

    @property
    def is_known(self) -> tuple[bool, ...]:
        """Of each step, in order, whether Play has come to it."""
        last = len(STEPS) if self.known is None else STEPS.index(self.known)
        return tuple(index <= last for index in range(len(STEPS)))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`trace` is the active passage's, with a leading head axis."""

    document: Document
    trace: Trace
    look: Look
    view: View
    traces: Traces

    def trace_of(self, passage: int) -> Trace:
        """The trace of any passage; those that are not shown are made when first asked for."""
        return self.trace if passage == self.look.passage else self.traces.of(passage)

    def row_of(self, passage: int) -> int:
        """Index of the query whose row is shown in a passage; −1 where there is no query token."""
        if passage == self.look.passage:
            return self.query_index
        tokens = self.document.passages[passage].query_tokens
        return index_of(tokens, self.look.rows[passage]) if tokens else -1

    @property
    def passage(self) -> Passage:
        return self.document.passages[self.look.passage]

    @property
    def head(self) -> int:
        return self.look.head

    @property
    def frame(self) -> Frame:
        """The part of the plane that is in sight."""
        return self.view.frame or whole(self.document.bound)

    @property
    def query_index(self) -> int:
        """The row that is shown; −1 where there is no query token at all."""
        tokens = self.passage.query_tokens
        return index_of(tokens, self.look.query) if tokens else -1

    @property
    def query_token(self) -> Token | None:
        index = self.query_index
        return self.passage.query_tokens[index] if index >= 0 else None


def workspace_of(look: Look) -> str:
    """The workspace to show: a file may have been made by a program that has more of them."""
    return look.workspace if look.workspace in WORKSPACES else WORKSPACES[0]
