"""The Scaling workspace: side by side or stacked, walked by Tab in reading order, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.edits import set_sampling
from attnstudio.model.settings import Sampling
from attnstudio.state.snapshot import PANELS_OF
from attnstudio.ui import figures
from attnstudio.ui.figures import Asked
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.workspaces.scaling import ScalingWorkspace
from tests.samples import bank

LITTLE = Sampling(d_k=16, draws=300)
LINE = 36
"""From one line of controls to the next, about."""


@pytest.fixture
def scaling(qtbot: QtBot, window: MainWindow) -> Iterator[MainWindow]:
    """The window on the Scaling workspace, with few draws, and done with them."""
    window.store.apply("Ask", lambda document: set_sampling(document, LITTLE))
    window.store.set_look(workspace="scaling")
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: is_done(window))
    yield window
    window.store.set_look(workspace="vectors")
    QApplication.processEvents()


def is_done(window: MainWindow) -> bool:
    sampled, asked = window.store.view.sampled, window.store.document.sampling
    return sampled is not None and sampled.is_complete and sampled.sampling == asked


def settle(window: MainWindow, width: int, height: int, scale: float = 1.0) -> QScrollArea:
    window.store.set_view(text_scale=scale)
    window.resize(width, height)
    for _ in range(6):
        QApplication.processEvents()
    area = next(made for made in window.findChildren(QScrollArea) if made.widget() is window.workspace)
    assert isinstance(area, QScrollArea)
    return area


def test_all_of_it_fits_the_usual_window(scaling: MainWindow) -> None:
    assert isinstance(scaling.workspace, ScalingWorkspace)
    area = settle(scaling, 1440, 900)
    assert area.verticalScrollBar().maximum() == 0
    assert area.horizontalScrollBar().maximum() == 0
    growth, softmax = scaling.panels["growth"], scaling.panels["softmax"]
    assert growth.y() == softmax.y()


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(1024, 700, 1.0), (1440, 900, 2.0), (1024, 700, 2.0), (1024, 700, 2.5)]
)
def test_smaller_windows_scroll_down_but_not_sideways(
    scaling: MainWindow, width: int, height: int, scale: float
) -> None:
    area = settle(scaling, width, height, scale)
    assert area.horizontalScrollBar().maximum() == 0
    rects = [panel.geometry() for panel in scaling.panels.values()]
    assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])
    for panel in scaling.panels.values():
        assert panel.width() >= panel.minimumSizeHint().width()
        assert panel.height() >= panel.minimumSizeHint().height()


def test_tab_walks_in_reading_order(scaling: MainWindow) -> None:
    settle(scaling, 1440, 900)
    walked: list[QWidget] = []
    start = scaling.panels["draws"].focusProxy()
    assert start is not None
    widget = start
    while True:
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            walked.append(widget)
        following = widget.nextInFocusChain()
        if following is None or following is start:
            break
        widget = following
    panels = scaling.panels
    owners = [next((name for name in panels if panels[name].isAncestorOf(widget)), "") for widget in walked]
    assert [name for name in dict.fromkeys(owners) if name] == list(PANELS_OF["scaling"])
    controls = [widget for widget, owner in zip(walked, owners, strict=True) if owner == "draws"]
    places = [widget.mapTo(panels["draws"], widget.rect().center()) for widget in controls]
    lines = [place.y() // LINE for place in places]
    assert lines == sorted(lines)
    for one, other in pairwise(places):
        assert one.y() // LINE < other.y() // LINE or one.x() < other.x()


def test_the_rest_of_the_window_follows_a_redraw(qtbot: QtBot, scaling: MainWindow) -> None:
    before = scaling.panels["growth"].accessibleDescription()
    softmax = scaling.panels["softmax"]
    first = softmax.parts()[0].value
    scaling.store.apply("Draw again", lambda d: set_sampling(d, replace(d.sampling, seed=4)))
    qtbot.waitUntil(lambda: is_done(scaling))
    assert softmax.parts()[0].value != first
    assert scaling.panels["growth"].accessibleDescription() != before
    scaling.store.undo()
    qtbot.waitUntil(lambda: is_done(scaling))
    assert softmax.parts()[0].value == first
    assert scaling.panels["growth"].accessibleDescription() == before


def test_a_picture_is_the_same_every_time_and_has_curves(qapp: QApplication) -> None:
    document = replace(bank(), sampling=LITTLE)
    pictures = [figures.paint(document, Look(workspace="scaling"), Asked(caption=True)) for _ in range(2)]
    assert pictures[0] == pictures[1]
    other = figures.paint(
        replace(document, sampling=replace(LITTLE, seed=1)), Look(workspace="scaling"), Asked(caption=True)
    )
    assert pictures[0] != other


@pytest.mark.parametrize("panel", PANELS_OF["scaling"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_panel_is_a_picture(qapp: QApplication, panel: str, theme: str) -> None:
    document = replace(bank(), sampling=LITTLE)
    width, height = figures.usual_size(Asked(panel))
    asked = Asked(panel=panel, width=width, height=height, theme=theme, caption=True)
    picture = figures.paint(document, Look(), asked)
    assert (picture.width(), picture.height()) == (width, height)
