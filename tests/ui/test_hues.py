"""The colours by which two sentences are told apart can be read, and are never the same."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from attnstudio.state.palette import THEMES, contrast
from attnstudio.ui.hues import Hue, hue_of, letter
from attnstudio.ui.theme import theme


@pytest.mark.parametrize("name", THEMES)
def test_lines_and_letters_can_be_read_in_every_theme(qtbot: QtBot, name: str) -> None:
    look = theme(name)
    hues = [hue_of(look, passage) for passage in (0, 1)]
    for hue in hues:
        assert contrast(hue.line.name(), look.roles.panel) >= 3.0
        assert contrast(hue.text.name(), look.roles.panel) >= 4.5
        tints = zip(hue.weights, hue.on_weights, strict=True)
        assert all(contrast(ink.name(), tint.name()) >= 4.5 for tint, ink in tints)
    assert hues[0].line != hues[1].line
    assert [hue.letter for hue in hues] == ["A", "B"]


def test_a_hue_is_made_once(qtbot: QtBot) -> None:
    assert hue_of(theme("light"), 0) is hue_of(theme("light"), 0)
    assert isinstance(hue_of(theme("light"), 0), Hue)
    assert letter(1) == "B"
