"""Everything that the views draw, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnstudio.model.document import Document, Handle, Look, Passage, Token, index_of
from attnstudio.model.geometry import Snap
from attnstudio.model.trace import Trace
from attnstudio.state.framing import Frame, whole

Step = Literal["match", "scale", "mask", "normalize", "mix"]
Ground = Literal["theme", "white", "transparent"]
GROUNDS: tuple[Ground, ...] = ("theme", "white", "transparent")
WORKSPACES = ("vectors",)
PANELS = ("sentence", "plane", "pipeline", "matrix", "formula")
"""In reading order, which is the order of Tab and of speech."""
STEPS: tuple[Step, ...] = ("match", "scale", "mask", "normalize", "mix")


@dataclass(frozen=True, slots=True)
class View:
    """What the person is looking at just now: neither undone nor saved with the document."""

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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`trace` is the active passage's, with a leading head axis."""

    document: Document
    trace: Trace
    look: Look
    view: View

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
