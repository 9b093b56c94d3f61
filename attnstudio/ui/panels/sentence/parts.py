"""A word of a sentence as a screen reader knows it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from attnstudio.model.numerals import MASKED
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.sentence.chips import Chip
from attnstudio.ui.panels.sentence.surface import ChipSurface
from attnstudio.ui.panels.sentence.view import no_font


def part_of(panel: QWidget, surface: ChipSurface, chip: Chip, before: str = "") -> Part:
    """`before` stands before the name, where a panel has several sentences."""
    can_press = surface.can_press(chip)
    focus = surface.keyboard_chip()
    help_of = [surface.help_of(chip)]
    if chip.token.source == "chance":
        help_of.append("Placed by chance: drag it on the plane.")
    if chip.missing:
        help_of.append(f"{no_font(chip.missing)}.")
    kind = "" if chip.query >= 0 and chip.key >= 0 else "asks: " if chip.query >= 0 else "offers: "
    corner = surface.mapTo(panel, chip.rect.toAlignedRect().topLeft())
    return Part(
        key=chip.token.id,
        role="button" if can_press else "graphic",
        name=before + kind + chip.name,
        value=_value(surface, chip),
        help=" ".join(filter(None, help_of)),
        rect=QRect(corner, chip.rect.toAlignedRect().size()),
        press=partial(surface.press, chip) if can_press else None,
        is_focused=focus is not None and chip.token.id == focus.token.id and surface.hasFocus(),
    )


def _value(surface: ChipSurface, chip: Chip) -> str:
    number = surface.number_of(chip)
    said = ["asks"] if chip.query == surface.asking >= 0 else []
    if surface.is_marked(chip):
        said.append("marked")
    if number:
        said.append("masked" if number == MASKED else f"weight {number}")
    return "; ".join(said)
