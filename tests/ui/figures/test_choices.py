"""What is typed in the dialog, as pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from attnstudio.model.refused import Refused
from attnstudio.state.formats import Format
from attnstudio.state.snapshot import STEPS
from attnstudio.ui.figures.choices import Choices, Unit

USUAL = Choices(width="1440", height="900")


def test_pixels_are_taken_times_the_scale() -> None:
    (asked,) = USUAL.pictures()
    assert asked.pixels == (2880, 1800)
    assert asked.carries


def test_centimetres_at_so_many_dpi_give_exact_pixels() -> None:
    (asked,) = replace(USUAL, unit="cm", width="8", height="6,5", dpi="300").pictures()
    assert asked.pixels == (945, 768)
    assert asked.dpi == 300.0


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_what_has_no_pixels_asks_for_no_dpi(kind: Format) -> None:
    chosen = replace(USUAL, unit="cm", width="16", height="10", dpi="nonsense")
    (asked,) = replace(chosen, format=kind).pictures()
    assert asked.width == pytest.approx(16 / 2.54 * 96)
    assert (asked.scale, asked.dots) == (1.0, 96.0)


def test_steps_in_files_of_their_own_are_five_pictures() -> None:
    strip = replace(USUAL, what="strip", panel="plane")
    (one,) = strip.pictures()
    assert one.strip
    assert one.panel == "plane"
    five = replace(strip, is_separate=True).pictures()
    assert [asked.step for asked in five] == list(STEPS)
    assert not any(asked.strip for asked in five)


def test_a_panel_that_was_chosen_for_something_else_plays_no_part() -> None:
    (asked,) = replace(USUAL, panel="plane", panels=("matrix",)).pictures()
    assert (asked.panel, asked.panels, asked.strip) == (None, (), False)


@pytest.mark.parametrize(
    "change",
    [
        {"width": ""},
        {"height": "abc"},
        {"width": "0"},
        {"height": "-5"},
        {"width": "1e9"},
        {"width": "nan"},
        {"unit": "cm", "dpi": "0"},
        {"what": "page"},
        {"what": "strip", "panel": "matrix"},
    ],
)
def test_what_makes_no_picture_is_refused_with_a_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        replace(USUAL, **change).pictures()


@pytest.mark.parametrize(("unit", "width"), [("px", "1440"), ("cm", "16.0")])
def test_the_size_to_begin_with(unit: Unit, width: str) -> None:
    assert replace(USUAL, unit=unit).usual_size("vectors")[0] == width
