"""The Sequence workspace: the flow large, and one of three panels beside the arithmetic."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Look, Side
from attnstudio.state.snapshot import PANELS_OF
from attnstudio.ui.figures import Asked, render
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.flow.panel import FlowPanel
from attnstudio.ui.workspaces.sequence import SIDES, SequenceWorkspace
from tests import samples


def sequence(window: MainWindow, width: int = 1440, height: int = 900) -> SequenceWorkspace:
    window.store.open(samples.two_meanings())
    window.resize(width, height)
    window.store.set_look(workspace="sequence")
    for _ in range(4):
        QApplication.processEvents()
    made = window.workspace
    assert isinstance(made, SequenceWorkspace)
    return made


def test_one_of_three_panels_stands_beside_the_arithmetic(window: MainWindow) -> None:
    made = sequence(window)
    for side, _ in SIDES:
        made.side.button_of(side).click()
        QApplication.processEvents()
        assert window.store.look.side == side
        shown = [name for name, _ in SIDES if name in made.panels and made.panels[name].isVisible()]
        assert shown == [side]
        assert made.beside is made.panels[side]
    assert not window.store.history.done  # what is looked at is no step


def test_a_panel_that_nobody_chose_is_not_made(window: MainWindow) -> None:
    made = sequence(window)
    assert not {"masks", "positions"} & set(made.panels)
    for side in ("positions", "masks"):
        window.store.set_look(side=side)
        QApplication.processEvents()
    assert tuple(made.panels) == PANELS_OF["sequence"]  # whenever it was made, it has its place in the order


def test_the_choice_follows_the_look(window: MainWindow) -> None:
    made = sequence(window)
    window.store.set_look(side="positions")
    QApplication.processEvents()
    assert made.panels["positions"].isVisible()
    assert made.side.button_of("positions").isChecked()


@pytest.mark.parametrize("side", ["holds", "masks", "positions"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (720, 800)])
def test_the_panels_stand_in_reading_order_and_apart(
    window: MainWindow, side: Side, width: int, height: int
) -> None:
    made = sequence(window, width, height)
    window.store.set_look(side=side)
    for _ in range(3):
        QApplication.processEvents()
    order = [made.panels[name] for name in ("sentence", "flow", "play", "cell", side)]
    for one, other in pairwise(order):
        assert one.isVisible()
        assert not one.geometry().intersects(other.geometry())
        assert (one.y(), one.x()) < (other.y(), other.x())
    assert order[1].width() > 0.9 * made.width()


def test_the_flow_is_never_lower_than_it_needs(window: MainWindow) -> None:
    for width, height in ((1440, 900), (1024, 700), (720, 800)):
        flow = sequence(window, width, height).panels["flow"]
        assert flow.height() >= flow.minimumSizeHint().height()


@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
def test_nothing_has_to_be_scrolled_sideways(window: MainWindow, scale: float) -> None:
    made = sequence(window, 1024, 700)
    window.store.set_view(text_scale=scale)
    for _ in range(4):
        QApplication.processEvents()
    flow = made.panels["flow"]
    assert flow.minimumSizeHint().width() <= 1024 - 2 * 12 * scale


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700)])
def test_queries_keys_and_values_have_their_numbers(window: MainWindow, width: int, height: int) -> None:
    flow = sequence(window, width, height).panels["flow"]
    QApplication.processEvents()
    assert isinstance(flow, FlowPanel)
    for node in ("q", "k", "v"):
        view = flow.stations[node]
        assert view.place is not None
        cells = view.place.cells
        wide, high = cells.xs[1] - cells.xs[0] - cells.gap, cells.ys[1] - cells.ys[0] - cells.gap
        assert view.ink.fitting(view.ink.sample(view.station), wide, high) is not None


def test_the_keyboard_goes_to_the_flow(window: MainWindow) -> None:
    made = sequence(window)
    made.take_keyboard()
    focus = window.focusWidget()
    assert focus is not None
    assert made.panels["flow"].isAncestorOf(focus)


def test_a_picture_shows_the_chosen_side_alone(window: MainWindow) -> None:
    document = samples.two_meanings()
    asked = Asked(width=1200, height=800, carries=False)  # the documents in them would differ too
    pictures = {
        side: render(document, Look(query=6, side=side, workspace="sequence"), asked) for side, _ in SIDES
    }
    assert len(set(pictures.values())) == 3
