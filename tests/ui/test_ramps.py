"""Colour ramps: true at their ends, even in between, never darker for less."""

from __future__ import annotations

from itertools import pairwise

import pytest

from attnstudio.state.palette import THEMES, contrast, luminance, palette
from attnstudio.ui.ramps import STEPS, signed_ramp, weight_ramp, weight_step


@pytest.mark.parametrize("theme", THEMES)
def test_the_weight_ramp_runs_from_panel_to_full_and_never_turns(theme: str) -> None:
    ramp = weight_ramp(theme)
    assert (ramp[0], ramp[-1]) == (palette(theme).weight_low, palette(theme).weight_high)
    brightness = [luminance(colour) for colour in ramp]
    assert brightness == sorted(brightness, reverse=not palette(theme).is_dark)


@pytest.mark.parametrize("theme", THEMES)
def test_lightness_falls_evenly(theme: str) -> None:
    """In equal steps of the CIE lightness, within what eight bits a channel allow."""
    lightness = [
        116 * y ** (1 / 3) - 16 if (y := luminance(c)) > 0.008856 else 903.3 * y for c in weight_ramp(theme)
    ]
    quarters = [lightness[i] for i in (0, 64, 128, 191, 255)]
    steps = [abs(b - a) for a, b in pairwise(quarters)]
    assert max(steps) <= 1.35 * min(steps)


@pytest.mark.parametrize("theme", THEMES)
def test_both_ends_of_the_signed_ramp_are_told_apart_from_zero(theme: str) -> None:
    ramp = signed_ramp(theme)
    assert ramp[STEPS // 2] == palette(theme).signed_zero
    assert contrast(ramp[0], ramp[STEPS // 2]) >= 3.0
    assert contrast(ramp[-1], ramp[STEPS // 2]) >= 3.0


def test_steps_are_true_and_stay_inside() -> None:
    assert (weight_step(0.0), weight_step(1.0), weight_step(1.0000001)) == (0, 255, 255)
