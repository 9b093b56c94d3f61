"""Colour themes as data: the same roles in every theme, read from ``resources/themes``."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache

from attnstudio.assets import resource

THEMES = ("light", "dark", "high-contrast", "print", "projector")
THEME_CHOICES = ("system", *THEMES)
"""What a person may choose; "system" follows the computer's light or dark."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as ``#RRGGBB``. `text` and `stroke` are factors on type and on lines."""

    name: str
    is_dark: bool
    full_outlines: bool  # every control has a full outline: colour must not be needed
    text: float
    stroke: float
    paper: str  # behind the panels
    panel: str
    raised: str  # buttons, menus, fields
    hairline: str
    edge: str  # outlines that carry meaning
    track: str  # the empty part of a bar
    ink: str
    secondary: str
    accent: str  # the query and what it produces
    accent_wash: str
    on_accent: str
    primary: str  # the one filled button
    on_primary: str
    good: str
    good_wash: str
    warning: str
    focus: str
    hatch: str  # masked cells
    grid: str
    axis: str
    weight_low: str
    weight_high: str
    signed_low: str
    signed_zero: str
    signed_high: str
    tokens: tuple[str, ...]


@cache
def palette(theme: str) -> Palette:
    """The palette of a theme id; KeyError for a theme that there is not."""
    if theme not in THEMES:
        raise KeyError(theme)
    roles = json.loads(resource("themes", f"{theme}.json").read_text(encoding="utf-8"))
    wanted = {role.name for role in fields(Palette)}
    if set(roles) != wanted:
        raise ValueError(f"theme {theme}: roles differ by {sorted(set(roles) ^ wanted)}")
    return Palette(**{**roles, "tokens": tuple(roles["tokens"])})


def luminance(colour: str) -> float:
    """Relative luminance of ``#RRGGBB``, 0 … 1 (WCAG 2.2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours, 1 … 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: str, ink: str = "#000000") -> str:
    """A text colour with at least 4.5:1 on `ground`: `ink` where it serves, else white or black.

    One of white and black always serves: where white falls below 4.5:1, black has at least 4.6:1.
    """
    return next(c for c in (ink, "#FFFFFF", "#000000") if contrast(c, ground) >= 4.5)


def outline(fill: str, ground: str, least: float = 3.0) -> str:
    """The hue of `fill`, darkened or lightened until a line of it has `least`:1 on `ground`."""
    towards = 0 if luminance(ground) > 0.18 else 255
    channels = [int(fill[i : i + 2], 16) for i in (1, 3, 5)]
    for share in range(0, 101, 2):
        mixed = "#" + "".join(f"{round(c + (towards - c) * share / 100):02X}" for c in channels)
        if contrast(mixed, ground) >= least:
            return mixed
    raise ValueError(f"no outline of {fill} on {ground}")
