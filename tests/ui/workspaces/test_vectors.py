"""The Vectors workspace: four panels around one query, in whatever room there is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea

from attnstudio.study import scenes
from attnstudio.ui.main_window import MainWindow


@pytest.mark.parametrize("width", [726, 740, 760, 800])
def test_wider_numbers_never_make_the_page_scroll_sideways(width: int, window: MainWindow) -> None:
    window.resize(width, 700)
    for scene in ("bank-money", "real-words", "bank-money"):
        window.store.open(*scenes.load(scene))
        window.store.set_look(workspace="vectors")
        for _ in range(4):
            QApplication.processEvents()
        area = window.findChild(QScrollArea, "workspace-area")
        assert area is not None
        assert area.horizontalScrollBar().maximum() == 0, scene


def test_the_panels_stand_side_by_side_again_where_they_can(window: MainWindow) -> None:
    window.resize(740, 700)
    beside = []
    for scene in ("bank-money", "real-words", "bank-money"):
        window.store.open(*scenes.load(scene))
        window.store.set_look(workspace="vectors")
        for _ in range(4):
            QApplication.processEvents()
        panels = window.workspace.panels
        beside.append(panels["pipeline"].x() > panels["plane"].x())
    assert beside == [True, False, True]
