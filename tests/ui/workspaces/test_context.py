"""The Context workspace in the window: how it stands, and what its commands do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.difference.panel import DifferencePanel
from attnstudio.ui.panels.learn.panel import LearnPanel
from attnstudio.ui.panels.sentences.panel import SentencesPanel
from attnstudio.ui.workspaces.context import ContextWorkspace
from tests import samples

Make = Callable[..., MainWindow]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(width: int = 1440, height: int = 900, text_scale: float = 1.0) -> MainWindow:
        window = open_window("bank-money")
        qtbot.addWidget(window)
        window.store.set_view(text_scale=text_scale)
        window.resize(width, height)
        window.actions_by_id["go-context"].trigger()
        settle()
        window.store.mark_saved()
        return window

    return made


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def context(window: MainWindow) -> ContextWorkspace:
    assert isinstance(window.workspace, ContextWorkspace)
    return window.workspace


def test_the_command_adds_a_second_sentence_and_shows_it(make: Make) -> None:
    window = make()
    window.actions_by_id["go-vectors"].trigger()
    settle()
    window.actions_by_id["second-sentence"].trigger()
    settle()
    assert len(window.store.document.passages) == 2
    assert window.store.look.workspace == "context"
    window.actions_by_id["second-sentence"].trigger()
    assert "second sentence already" in window.store.view.message
    window.store.mark_saved()


def test_the_sentence_is_edited_by_its_key(make: Make) -> None:
    window = make()
    panel = context(window).panels["sentences"]
    assert isinstance(panel, SentencesPanel)
    window.actions_by_id["sentence"].trigger()
    assert panel.strips[0].editor.is_open
    window.store.cancel()
    settle()
    window.store.mark_saved()


@pytest.mark.parametrize(
    ("width", "height", "scale", "beside"),
    [(1440, 900, 1.0, True), (1024, 700, 1.0, True), (1024, 700, 2.0, False)],
)
def test_the_plane_stands_beside_the_numbers_or_above_them(
    make: Make, width: int, height: int, scale: float, beside: bool
) -> None:
    window = make(width, height, scale)
    window.store.open(samples.two_meanings())
    window.store.set_look(workspace="context", query=6)
    settle()
    panels = context(window).panels
    plane, numbers = panels["meanings"].geometry(), panels["difference"].geometry()
    assert (numbers.left() > plane.right()) == beside
    assert not plane.intersects(numbers)
    for panel in panels.values():
        assert panel.width() >= panel.minimumSizeHint().width()
        assert panel.height() >= panel.minimumSizeHint().height()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700)])
def test_both_matrices_and_every_row_have_room_in_both_windows(make: Make, width: int, height: int) -> None:
    window = make(width, height, 1.0)
    window.store.open(samples.two_meanings())
    window.store.set_look(workspace="context", query=6)
    settle()
    panels = context(window).panels
    learn, difference = panels["learn"], panels["difference"]
    assert isinstance(learn, LearnPanel)
    assert isinstance(difference, DifferencePanel)
    assert learn.w_q.isVisible()
    assert learn.w_k.isVisible()
    assert difference.table.verticalScrollBar().maximum() == 0
