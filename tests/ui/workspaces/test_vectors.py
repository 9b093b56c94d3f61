"""The Vectors workspace: four panels around one query, in whatever room there is."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QScrollArea

from attnstudio.study import scenes
from attnstudio.ui.main_window import MainWindow


def test_where_the_panels_stand_follows_how_wide_their_numbers_are(window: MainWindow) -> None:
    window.resize(740, 700)
    are_beside, beyond = [], []
    for scene in ("bank-money", "real-words", "bank-money"):
        window.store.open(*scenes.load(scene))
        window.store.set_look(workspace="vectors")
        for _ in range(4):
            QApplication.processEvents()
        panels = window.workspace.panels
        are_beside.append(panels["pipeline"].x() > panels["plane"].x())
        area = window.findChild(QScrollArea, "workspace-area")
        assert area is not None
        beyond.append(area.horizontalScrollBar().maximum())
    assert are_beside == [True, False, True]
    assert beyond == [0, 0, 0]
