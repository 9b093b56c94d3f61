"""While Play has not come to the weights, the sentence shows none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.model.edits import set_rule
from attnstudio.state import playing
from attnstudio.ui.panels.sentence.panel import SentencePanel
from attnstudio.ui.theme import theme
from tests.samples import bank
from tests.ui.panels.framed import Framed

Make = Callable[[Document], SentencePanel]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(document: Document) -> SentencePanel:
        return Framed(qtbot, SentencePanel, document, Look(query=3), size=(1100, 120)).panel

    return made


def numbers(panel: SentencePanel) -> list[str]:
    return [panel.surface.number_of(chip) for chip in panel.surface.places.chips]


def tint(panel: SentencePanel, index: int) -> QColor:
    """The ground of a chip, just inside its upper edge."""
    rect = panel.surface.places.chips[index].rect
    image = panel.surface.grab().toImage()
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(rect.center().x() * ratio), round((rect.top() + 4) * ratio))


def test_weights_are_neither_tinted_nor_written_before_they_are_known(make: Make) -> None:
    panel = make(bank())
    assert tint(panel, 1) != theme("light").panel
    playing.show(panel.store, "scale")
    assert numbers(panel) == [""] * 6
    assert tint(panel, 1) == theme("light").panel
    assert panel.surface.why_no_arcs() == "Play has come to scale: the weights are not known yet."
    assert all("weight" not in part.value for part in panel.parts())
    playing.show(panel.store, "normalize")
    assert all(numbers(panel))
    assert panel.surface.why_no_arcs() == ""
    assert tint(panel, 1) != theme("light").panel


def test_the_mask_is_known_before_the_weights(make: Make) -> None:
    panel = make(set_rule(bank(), "causal"))
    playing.show(panel.store, "scale")
    assert numbers(panel) == [""] * 6
    playing.show(panel.store, "mask")
    assert numbers(panel) == ["", "", "", "−∞", "−∞", "−∞"]
    playing.show_all(panel.store)
    assert all(numbers(panel))


def test_no_arcs_are_drawn_before_the_weights_are_known(make: Make) -> None:
    panel = make(bank())
    with_arcs = panel.surface.grab().toImage()
    playing.show(panel.store, "match")
    without = panel.surface.grab().toImage()
    playing.show_all(panel.store)
    assert without != with_arcs
    assert panel.surface.grab().toImage() == with_arcs
