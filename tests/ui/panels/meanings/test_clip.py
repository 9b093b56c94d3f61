"""What of a line lies within a box."""

from __future__ import annotations

import math

import pytest

from attnstudio.ui.panels.meanings.clip import clipped, is_within, wider

BOX = (0.0, 0.0, 100.0, 50.0)


@pytest.mark.parametrize(
    ("start", "end", "seen"),
    [
        ((10.0, 10.0), (90.0, 40.0), ((10.0, 10.0), (90.0, 40.0))),
        ((-50.0, 25.0), (150.0, 25.0), ((0.0, 25.0), (100.0, 25.0))),
        ((50.0, 25.0), (50.0, 1e9), ((50.0, 25.0), (50.0, 50.0))),
        ((-10.0, -10.0), (-5.0, 40.0), None),
        ((-11.0, 40.0), (39.0, 90.0), None),
        ((20.0, 20.0), (20.0, 20.0), ((20.0, 20.0), (20.0, 20.0))),
        ((-1.0, 20.0), (-1.0, 20.0), None),
        ((math.nan, 0.0), (10.0, 10.0), None),
    ],
)
def test_a_line_is_cut_at_the_edges(
    start: tuple[float, float], end: tuple[float, float], seen: tuple[tuple[float, float], ...] | None
) -> None:
    found = clipped(start, end, BOX)
    if seen is None or found is None:
        assert found is seen
    else:
        assert found[0] == pytest.approx(seen[0])
        assert found[1] == pytest.approx(seen[1])


def test_what_stands_at_the_edge_is_drawn() -> None:
    assert not is_within((-10.0, 20.0), BOX)
    assert is_within((-10.0, 20.0), wider(BOX))
