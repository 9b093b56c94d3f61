"""Scrolling a sentence of many lines to the word that asks."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea

from attnstudio.ui.panels.sentence.view import ChipView


def reveal(surface: ChipView, area: QScrollArea) -> None:
    """Bring the word that asks into sight, by whole lines."""
    chip, pitch = surface.query_chip(), surface.measures.pitch
    bar = area.verticalScrollBar()
    bar.setSingleStep(round(pitch / 3))  # a notch of the wheel is three steps
    if chip is None:
        return
    seen = max(int(area.viewport().height() / pitch), 1)
    if not bar.value() <= chip.line * pitch <= bar.value() + (seen - 1) * pitch + 1:
        bar.setValue(round(max(chip.line - seen + 1, 0) * pitch))
