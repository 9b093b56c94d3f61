"""The ground of a plane."""

import pytest

from attnstudio.ui.planes.ground import grid_step


@pytest.mark.parametrize(
    ("least", "step"), [(1.0, 1.0), (0.7, 1.0), (0.3, 0.5), (0.11, 0.2), (1.01, 2.0), (6e5, 1e6)]
)
def test_grid_steps_are_round(least: float, step: float) -> None:
    assert grid_step(least) == pytest.approx(step)
