"""Where panels stand on a page: two to a row where there is width for them, else below each other."""

from __future__ import annotations

import pytest

from attnstudio.state.snapshot import PANELS
from attnstudio.ui.figures.arrangement import SIZES, columns_of, rows_of, usual_size
from attnstudio.ui.figures.asked import STEP_PANELS, Asked


def test_neighbours_share_a_row_and_what_is_wide_has_one_alone() -> None:
    panels = ("sentence", "plane", "pipeline", "matrix", "formula")
    assert rows_of(panels, (1500, 1400)) == (
        ("sentence",),
        ("plane", "pipeline"),
        ("matrix",),
        ("formula",),
    )


def test_a_high_page_has_one_column() -> None:
    assert rows_of(("plane", "matrix"), (600, 1300)) == (("plane",), ("matrix",))


@pytest.mark.parametrize(
    ("size", "columns"), [((2300, 480), 5), ((460, 2300), 1), ((1000, 1400), 2), ((1400, 950), 3)]
)
def test_five_pictures_stand_as_the_size_has_room(size: tuple[int, int], columns: int) -> None:
    assert columns_of(5, (460, 450), size) == columns


def test_every_panel_has_a_size_and_every_step_panel_is_one() -> None:
    assert set(SIZES) == set(PANELS)
    assert set(STEP_PANELS) <= set(PANELS)


def test_the_usual_sizes() -> None:
    assert usual_size(Asked()) == (1440, 900)
    assert usual_size(Asked("plane")) == SIZES["plane"]
    wide, high = usual_size(Asked(panels=("plane", "matrix")))
    assert (wide, high) == (640 + 10 + 560 + 24, 640 + 24)
    strip, step = usual_size(Asked(strip=True)), usual_size(Asked(step="mask"))
    assert strip[0] > 4.5 * step[0]
    assert strip[1] == step[1]
    assert usual_size(Asked(strip=True), "sequence") != strip  # the flow stands there
