"""What animation is asked for, and whether it can be made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.refused import Refused
from attnstudio.model.sweeps import SWEEPS, sweeps_of
from attnstudio.state.moving import FORMATS, LOOPS, Format, Loop
from attnstudio.state.recording import Recorded
from attnstudio.state.snapshot import PANELS_OF, workspace_of
from attnstudio.ui.animations import mp4
from attnstudio.ui.animations.stills import Stills, count_of, of_recorded, of_steps, of_sweep, there_and_back
from attnstudio.ui.figures import Asked
from attnstudio.ui.figures.asked import STEP_PANELS

STEPS, DRAG, DONE = "steps", "drag", "done"
WHATS = (STEPS, *SWEEPS)
"""What can be shown of any document; a recorded drag, and all that was done, are there in a window alone."""

WORKSPACE_SIZE = 1200, 800
"""Of the whole workspace where nobody asked for a size. In less the bars have no room beside their numbers;
the file is hardly smaller, for it is what moves that takes room in it."""
LEAST_SIDE, MOST_SIDE = 64, 2560
MOST_SECONDS, MOST_FPS, LEAST_FPS = 60.0, 50.0, 1.0
MOST_STILLS = 900
MOST_PIXELS = 1_200_000_000
"""Of all pictures together: some minutes of work, and more than anybody downloads."""

STEP_SECONDS = 15.0
SWEEP_SECONDS = 5.0
FPS = 20.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """`what` is a name out of `WHATS`, `DRAG` or `DONE`. `asked` says panel, pixels and theme; of a sweep,
    `ends` are where it begins and ends, its own where they are None, and `handle` is the arrow that turns."""

    asked: Asked
    what: str = STEPS
    seconds: float = STEP_SECONDS
    fps: float = FPS
    loop: Loop = "endless"
    format: Format = "gif"
    caption: bool = True
    ends: tuple[float | None, float | None] = (None, None)
    handle: Handle | None = None

    def check(self) -> None:
        """Raise `Refused` with a sentence where no such animation can be made."""
        self.asked.check()
        if self.format not in FORMATS or self.loop not in LOOPS:
            raise Refused(f"There is no animation of the kind “{self.format}”, “{self.loop}”.")
        for side in self.asked.pixels:
            if not LEAST_SIDE <= side <= MOST_SIDE:
                raise Refused(f"An animation can be {LEAST_SIDE} to {MOST_SIDE} pixels wide and high.")
        if not (math.isfinite(self.seconds) and 0.1 <= self.seconds <= MOST_SECONDS):
            raise Refused("An animation can last from 0.1 to 60 seconds.")
        if not (math.isfinite(self.fps) and LEAST_FPS <= self.fps <= MOST_FPS):
            raise Refused("There can be from 1 to 50 frames a second: GIF knows nothing faster.")
        if self.format == "mp4" and (reason := mp4.why_not()):
            raise Refused(reason)


def stills_of(wanted: Wanted, document: Document, look: Look, recorded: Recorded | None = None) -> Stills:
    """The states to show, in their order. Raises `Refused` where there can be no such animation."""
    wanted.check()
    if wanted.what != STEPS:
        _require_few(count_of(wanted.seconds, wanted.fps))
    stills = _stills(wanted, document, look, recorded)
    if wanted.loop == "back":
        stills = there_and_back(stills)
    _require_few(len(stills))
    wide, high = wanted.asked.pixels
    if len(stills) * wide * high > MOST_PIXELS:
        raise Refused(
            f"{numerals.count(len(stills))} pictures of {wide} × {high} pixels are too many: "
            "make it smaller, shorter, or of fewer frames a second."
        )
    return stills


def _require_few(count: int) -> None:
    if count > MOST_STILLS:
        raise Refused(
            f"{numerals.count(count)} pictures are too many, {MOST_STILLS} are possible: "
            "take fewer seconds, or fewer frames a second."
        )


def _stills(wanted: Wanted, document: Document, look: Look, recorded: Recorded | None) -> Stills:
    _require_motion(wanted, look)
    if wanted.what in (DRAG, DONE):
        if recorded is None:
            raise Refused("Nothing was recorded yet: drag something, and its way can be shown again.")
        return of_recorded(recorded, wanted.seconds, wanted.fps)
    if wanted.what == STEPS:
        return of_steps(document, look, wanted.seconds)
    for sweep in sweeps_of(document, look, wanted.handle):
        if sweep.name == wanted.what:
            return of_sweep(document, look, sweep, wanted.seconds, wanted.fps, wanted.ends, wanted.handle)
    raise Refused(f"There is no animation “{wanted.what}”; there are {', '.join(WHATS)}.")


def _require_motion(wanted: Wanted, look: Look) -> None:
    """Raise `Refused` where every picture would be the same."""
    workspace, asked = workspace_of(look), wanted.asked
    shown = asked.panels or (PANELS_OF[workspace] if asked.panel is None else (asked.panel,))
    if set(shown) <= set(PANELS_OF["scaling"]) and wanted.what != DONE:
        raise Refused("Scaling shows vectors drawn by chance, which nothing moves: choose another workspace.")
    if wanted.what == STEPS and not set(shown) & set(STEP_PANELS):
        of = f"the {workspace.capitalize()} workspace" if asked.panel is None else f"the {asked.panel} panel"
        raise Refused(f"The steps of the formula can't be seen in {of}: choose another picture or motion.")
