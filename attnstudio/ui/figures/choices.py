"""What is chosen in the dialog, as it is typed there, and the pictures that it means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.state.formats import Format, Text
from attnstudio.state.snapshot import Ground
from attnstudio.ui.figures.arrangement import usual_size
from attnstudio.ui.figures.asked import DPI, Asked, on_paper, one_by_one

What = Literal["workspace", "panel", "page", "strip"]
Unit = Literal["px", "cm"]
COLUMN = 16.0  # centimetres: about as wide as the text of a page


@dataclass(frozen=True, slots=True)
class Choices:
    """Numbers are as typed. How fine a PNG is, `dpi` says of centimetres and `scale` of pixels."""

    what: What = "workspace"
    panel: str = ""
    panels: tuple[str, ...] = ()
    is_separate: bool = False  # a file for each step
    format: Format = "png"
    unit: Unit = "px"
    width: str = ""
    height: str = ""
    dpi: str = "300"
    scale: int = 2
    theme: str = "light"
    ground: Ground = "theme"
    svg_text: Text = "paths"
    pdf_text: Text = "fonts"
    caption: bool = False
    carries: bool = True

    def pictures(self) -> tuple[Asked, ...]:
        """The pictures to make; `Refused` with a sentence where there can be none."""
        if self.what == "page" and not self.panels:
            raise Refused("A page needs at least one panel: choose it in the list.")
        made = self._sized()
        made.check()
        return one_by_one(made) if made.strip and self.is_separate else (made,)

    @property
    def shown(self) -> tuple[str, ...]:
        """What is on the picture: of all that was chosen once, as much as counts now."""
        chosen = {"panel": (self.panel,), "strip": (self.panel,), "page": self.panels}
        return (self.what, *chosen.get(self.what, ()))

    def usual_size(self, workspace: str) -> tuple[str, str]:
        """Width and height to begin with, as texts in the unit that is chosen."""
        asked = self._unsized()
        asked = one_by_one(asked)[0] if asked.strip and self.is_separate else asked
        wide, high = usual_size(asked, workspace)
        if self.unit == "px":
            return str(wide), str(high)
        return numerals.fixed(COLUMN, 1), numerals.fixed(COLUMN * high / wide, 1)

    def _unsized(self) -> Asked:
        """What is on the picture, in any size."""
        return Asked(
            panel=self.panel or None if self.what in ("panel", "strip") else None,
            panels=self.panels if self.what == "page" else (),
            strip=self.what == "strip",
            format=self.format,
            theme=self.theme,
            ground=self.ground,
            caption=self.caption,
            carries=self.carries,
            text={"svg": self.svg_text, "pdf": self.pdf_text}.get(self.format),
        )

    def _sized(self) -> Asked:
        wide, high = numerals.parse(self.width), numerals.parse(self.height)
        scale, dpi = float(self.scale), None
        if self.format != "png":
            scale, dpi = 1.0, DPI
        elif self.unit == "cm":
            dpi = numerals.parse(self.dpi)
            Asked(dpi=dpi).check()
        if self.unit == "cm":
            wide, high, scale = on_paper(wide, high, dpi or DPI)
        return replace(self._unsized(), width=wide, height=high, scale=scale, dpi=dpi)
