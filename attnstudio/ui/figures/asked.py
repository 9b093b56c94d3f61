"""What picture is asked for, and whether it can be made."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.state.formats import FORMATS, Text
from attnstudio.state.formats import Format as Format
from attnstudio.state.palette import THEMES
from attnstudio.state.snapshot import PANELS, STEPS, Ground, Step

STEP_PANELS = ("pipeline", "plane", "formula", "sentence", "flow", "cell", "holds")
"""The panels in which a step of the formula can be seen."""
WORKSPACE_SIZE = (1440, 900)
LARGEST_SIDE = 16_384  # pixels; beyond it viewers give up before the disk does
LARGEST_AREA = 64_000_000
DPI = 96.0  # at which type has its usual size
CENTIMETRES = 2.54  # in an inch


@dataclass(frozen=True, slots=True)
class Asked:
    """The picture that somebody asked for.

    What it shows: the whole workspace; or `panel`, a name out of `PANELS`; or a page composed of `panels`.
    With `strip` it is a panel five times, once for each step; with `step` once, as far as that step.

    `width` × `height` are in logical pixels, `scale` makes each of them that many pixels wide: 1600 × 1000
    at 2 gives 3200 × 2000. `dpi` is written into the file; None means 96 for each step of scale, so that
    type comes out in its usual size. `carries`: the file holds the document that it shows. `text` says how
    letters stand in a file without pixels; None: as outlines in SVG, and in PDF so that they can be selected.
    """

    panel: str | None = None
    width: float = WORKSPACE_SIZE[0]
    height: float = WORKSPACE_SIZE[1]
    scale: float = 1.0
    theme: str = "light"
    ground: Ground = "theme"
    caption: bool = False
    dpi: float | None = None
    format: Format = "png"
    carries: bool = True
    text: Text | None = None
    panels: tuple[str, ...] = ()
    strip: bool = False
    step: Step | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the file's picture."""
        return max(round(self.width * self.scale), 1), max(round(self.height * self.scale), 1)

    @property
    def dots(self) -> float:
        """Pixels an inch, as the file says."""
        return self.dpi or DPI * self.scale

    @property
    def letters(self) -> Text:
        """How letters stand in the file."""
        return self.text or ("fonts" if self.format == "pdf" else "paths")

    def check(self) -> None:
        """Raise `Refused` with a sentence where no such picture can be made."""
        self._check_what()
        if self.format == "png" and self.text is not None:
            raise Refused(
                "How letters stand in the file is a choice of SVG and PDF; in a PNG they are pixels."
            )
        if self.format == "pdf" and self.text == "names":
            raise Refused(
                "A PDF holds the fonts of its letters, or outlines; by name alone is a choice of SVG."
            )
        if self.theme not in THEMES:
            raise Refused(f"There is no theme “{self.theme}”; there are {', '.join(THEMES)}.")
        if self.format not in FORMATS:
            raise Refused(f"There is no kind of picture “{self.format}”; there are {', '.join(FORMATS)}.")
        if not all(math.isfinite(n) and n > 0 for n in (self.width, self.height, self.scale)):
            raise Refused("A picture's width, height and scale must be numbers above 0.")
        wide, high = self.pixels
        if max(wide, high) > LARGEST_SIDE or wide * high > LARGEST_AREA:
            raise Refused(
                f"{wide} × {high} pixels are too many: a side may have {LARGEST_SIDE} at most, "
                f"the picture {LARGEST_AREA // 1_000_000} million."
            )
        if self.dpi is not None and not 1.0 <= self.dpi <= 10_000.0:
            raise Refused("The dpi must be between 1 and 10,000.")

    def _check_what(self) -> None:
        for name in (*self.panels, *([] if self.panel is None else [self.panel])):
            if name not in PANELS:
                raise Refused(f"There is no panel “{name}”; there are {', '.join(PANELS)}.")
        if len(set(self.panels)) < len(self.panels):
            raise Refused("A page can show each panel once.")
        if self.panels and (self.panel is not None or self.strip or self.step is not None):
            raise Refused("A page of several panels is no strip, and no single panel.")
        if (self.strip or self.step is not None) and self.panel is not None and self.panel not in STEP_PANELS:
            shown = ", ".join(STEP_PANELS)
            raise Refused(f"The {self.panel} panel doesn't show the steps; these do: {shown}.")
        if self.step is not None and self.step not in STEPS:
            raise Refused(f"There is no step “{self.step}”; there are {', '.join(STEPS)}.")


def one_by_one(asked: Asked) -> tuple[Asked, ...]:
    """The pictures of a strip, each for a file of its own."""
    return tuple(replace(asked, strip=False, step=step) for step in STEPS)


def file_of(target: Path, asked: Asked) -> Path:
    """Where a picture goes whose like goes to `target`; that of one step is named after it."""
    if asked.step is None:
        return target
    return target.with_name(f"{target.stem}-{STEPS.index(asked.step) + 1}-{asked.step}{target.suffix}")


def on_paper(wide: float, high: float, dpi: float, scale: float | None = None) -> tuple[float, float, float]:
    """Logical width, height and the scale of a picture of so many centimetres.

    16 cm at 300 dpi are exactly 1890 pixels, whatever the scale. Unless one is asked for, it is such that
    type has its usual size on paper, as far as the scales 1 … 4 reach.
    """
    scale = scale or min(max(dpi / DPI, 1.0), 4.0)
    inch = dpi / scale  # of logical pixels; only a file in pixels has to round
    return wide / CENTIMETRES * inch, high / CENTIMETRES * inch, scale
