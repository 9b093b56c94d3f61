"""The ground of a plane."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Chart
from attnstudio.state.gestures import Lens
from attnstudio.state.snapshot import View
from attnstudio.ui import fonts
from attnstudio.ui.planes.ground import Ground, axis_names, grid_step
from attnstudio.ui.planes.ink import ink_of
from attnstudio.ui.planes.labels import overlap
from attnstudio.ui.theme import theme_of


@pytest.mark.parametrize(
    ("least", "step"), [(1.0, 1.0), (0.7, 1.0), (0.3, 0.5), (0.11, 0.2), (1.01, 2.0), (6e5, 1e6)]
)
def test_grid_steps_are_round(least: float, step: float) -> None:
    assert grid_step(least) == pytest.approx(step)


def test_a_name_that_would_be_covered_stands_below_what_covers_it(qapp: QApplication) -> None:
    fonts.register_fonts()
    chart = Chart(x_name="money", y_name="water")
    ground = Ground(Lens((100.0, 150.0), 40.0), 300, 220, 3.0, chart, "")
    ink = ink_of(theme_of(View()))
    (_, first), (text, free) = axis_names(ground, ink)
    corner = (110.0, 20.0, 300.0, 38.0)
    assert text == "water ↑"
    assert overlap(free, corner)
    (_, still), (same, moved) = axis_names(replace(ground, covered=corner), ink)
    assert (still, same) == (first, text)
    assert moved[1] >= corner[3]
    assert not overlap(moved, first)
    aside = (200.0, 20.0, 300.0, 38.0)
    assert axis_names(replace(ground, covered=aside), ink)[1] == (text, free)
