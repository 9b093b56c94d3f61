"""What the commands of the menu Go do, wherever they are given."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.state.snapshot import WORKSPACES
from attnstudio.ui.main_window import MainWindow


@pytest.mark.parametrize("name", WORKSPACES)
@pytest.mark.parametrize(
    ("command", "before", "after"),
    [("play-forward", None, "match"), ("play-back", None, "normalize"), ("play-all", "mask", None)],
)
def test_the_steps_are_played_where_they_are_seen(
    window: MainWindow, name: str, command: str, before: str | None, after: str | None
) -> None:
    store = window.store
    store.set_look(workspace=name)
    store.set_view(known=before)
    window.actions_by_id[command].trigger()
    assert (store.look.workspace, store.view.known) == ("sequence", after)
    QApplication.processEvents()
    assert window.workspace.panels["play"].isVisible()
