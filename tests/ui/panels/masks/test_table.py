"""The rows of weights: a column is as wide as its word needs, where all columns can be."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.fonts import register_fonts
from attnstudio.ui.panels.masks.content import WeightRow
from attnstudio.ui.panels.masks.table import RowTable
from attnstudio.ui.theme import SMALL, theme, width_of
from tests.samples import tokens

WORDS = ("I", "love", "deep", "learning")


@pytest.mark.parametrize(("wide", "is_whole"), [(640, True), (330, False)])
def test_no_word_is_cut_while_there_is_room(qtbot: QtBot, wide: int, is_whole: bool) -> None:
    register_fonts()
    look, root = theme("light", 1.0), QWidget()
    qtbot.addWidget(root)
    table = RowTable(root, look)
    table.resize(wide, 120)
    table.show_lines((WeightRow("zeros", ("0.000",) * 4, "Σ = 0.000", "none", "good"),), tokens(*WORDS))
    assert table.shown == len(WORDS)
    room = table.column - look.px(12)
    assert (room >= width_of(look.words(SMALL), "learning")) == is_whole
