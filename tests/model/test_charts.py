"""What the plane shows of vectors of any size, and what a drag on it changes."""

import math

import numpy as np
import pytest

from attnstudio.model import charts
from attnstudio.model.document import Chart, Vector

NAMED = Chart(x_name="money", y_name="water")
HALF = math.sqrt(0.5)
SLANTED = Chart((HALF, 0.0, HALF), (0.0, 1.0, 0.0))


@pytest.mark.parametrize("chart", [None, NAMED, SLANTED])
@pytest.mark.parametrize("vector", [(1.5,), (1.5, -2.0), (1.0, 2.0, 3.0), (1.0, 2.0, 3.0, 4.0)])
def test_one_vector_and_many_are_drawn_alike(chart: Chart | None, vector: Vector) -> None:
    rows = np.array([[vector, vector]])
    assert charts.shown_rows(chart, rows).tolist() == [[list(charts.shown(chart, vector))] * 2]


@pytest.mark.parametrize(
    ("chart", "vector", "point"),
    [
        (None, (1.5,), (1.5, 0.0)),
        (None, (1.0, 2.0, 3.0), (1.0, 2.0)),
        (NAMED, (1.0, 2.0), (1.0, 2.0)),
        (NAMED, (1.0, 2.0, 3.0), (1.0, 2.0)),  # names for two axes; these vectors have three
        (SLANTED, (1.0, 2.0), (1.0, 2.0)),  # values may have another size than queries and keys
        (SLANTED, (1.0, 2.0, 3.0), (4.0 * HALF, 2.0)),
    ],
)
def test_shown(chart: Chart | None, vector: Vector, point: tuple[float, float]) -> None:
    assert charts.shown(chart, vector) == pytest.approx(point)


@pytest.mark.parametrize("chart", [None, NAMED, SLANTED])
@pytest.mark.parametrize("vector", [(1.5,), (1.5, -2.0), (1.0, 2.0, 3.0), (1.0, 2.0, 3.0, 4.0)])
def test_a_moved_vector_keeps_its_size_and_lands_where_it_is_put(chart: Chart | None, vector: Vector) -> None:
    there = (0.25, -0.5) if len(vector) > 1 else (0.25, 0.0)
    after = charts.moved(chart, vector, there)
    assert len(after) == len(vector)
    assert charts.shown(chart, after) == pytest.approx(there)


def test_what_the_chart_does_not_show_stays() -> None:
    assert charts.moved(None, (1.0, 2.0, 3.0), (0.0, 0.0)) == (0.0, 0.0, 3.0)
    unseen = (HALF, 0.0, -HALF)
    before, after = (1.0, 2.0, 3.0), charts.moved(SLANTED, (1.0, 2.0, 3.0), (0.5, 0.5))
    across = [math.fsum(a * b for a, b in zip(unseen, v, strict=True)) for v in (before, after)]
    assert across[0] == pytest.approx(across[1])
