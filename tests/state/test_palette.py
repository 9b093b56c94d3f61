"""The themes: the same roles in each, every text readable, every mark to be seen (WCAG 2.2)."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.assets import resource
from attnstudio.state import palette as palettes
from attnstudio.state.palette import THEMES, Palette, contrast, luminance, outline, palette, readable_on

TEXTS = ("ink", "secondary", "accent", "warning", "good")
GROUNDS = ("paper", "panel", "raised", "track", "accent_wash", "good_wash")
BUTTONS = (("on_accent", "accent"), ("on_primary", "primary"), ("on_primary", "secondary"))
MARKS = ("edge", "hatch", "focus", "accent", "good", "warning")
ON_ROWS = ("edge", "hatch", "focus", "accent")  # drawn over a row that is pointed at, and over empty bars

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Palette:
    return palette(str(request.param))


def test_every_file_is_a_theme() -> None:
    assert {path.stem for path in resource("themes").glob("*.json")} == set(THEMES)
    with pytest.raises(KeyError, match="neon"):
        palette("neon")


@pytest.mark.parametrize("change", ["missing", "another"])
def test_a_theme_has_all_roles_and_no_other(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roles = json.loads(resource("themes", "light.json").read_text("utf-8"))
    if change == "missing":
        del roles["focus"]
    else:
        roles["shadow"] = "#000000"
    (tmp_path / "light.json").write_text(json.dumps(roles))
    monkeypatch.setattr(palettes, "resource", lambda *_: tmp_path / "light.json")
    with pytest.raises(ValueError, match=r"theme light: roles differ by .*(focus|shadow)"):
        palette.__wrapped__("light")


def test_colours_are_written_out(theme: Palette) -> None:
    for role in fields(theme):
        value = getattr(theme, role.name)
        if role.name in ("name", "is_dark", "full_outlines", "text", "stroke"):
            continue
        for colour in value if role.name == "tokens" else (value,):
            assert re.fullmatch("#[0-9A-F]{6}", colour), role.name


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_readable(theme: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize(("text", "ground"), BUTTONS)
def test_text_on_a_filled_button_is_readable(theme: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_a_mark_is_seen(theme: Palette, mark: str, ground: str) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= 3.0


@pytest.mark.parametrize("mark", ON_ROWS)
@pytest.mark.parametrize("ground", ["track", "accent_wash", "raised"])
def test_a_mark_is_seen_on_rows_and_bars_too(theme: Palette, mark: str, ground: str) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= 3.0


def test_the_axes_of_a_plane_are_seen(theme: Palette) -> None:
    assert contrast(theme.axis, theme.panel) >= 3.0


def test_tokens_are_outlined_to_be_seen(theme: Palette) -> None:
    assert len(theme.tokens) == len(set(theme.tokens)) == 8
    for colour in theme.tokens:
        assert contrast(outline(colour, theme.panel), theme.panel) >= 3.0


def test_the_ends_of_a_ramp_are_told_apart(theme: Palette) -> None:
    assert contrast(theme.weight_low, theme.weight_high) >= 4.5
    assert contrast(theme.signed_low, theme.signed_zero) >= 3.0
    assert contrast(theme.signed_high, theme.signed_zero) >= 3.0


def test_dark_is_dark(theme: Palette) -> None:
    assert theme.is_dark is (luminance(theme.panel) < luminance(theme.ink))


def test_the_projectors_letters_are_larger_and_its_lines_thicker() -> None:
    assert (palette("projector").text, palette("projector").stroke) == (1.5, 2.0)
    assert palette("light").text == 1.0


def test_print_is_black_on_white() -> None:
    roles = palette("print")
    assert (roles.panel, roles.paper, roles.ink, roles.accent) == ("#FFFFFF", "#FFFFFF", "#000000", "#000000")
    channels = [{colour[i : i + 2] for i in (1, 3, 5)} for colour in roles.tokens]
    assert all(len(parts) == 1 for parts in channels)  # greys


# --- the measure


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)
    assert contrast("#FFFFFF", "#767676") == contrast("#767676", "#FFFFFF")


@given(COLOURS, COLOURS)
def test_some_text_is_readable_on_any_ground(ground: str, ink: str) -> None:
    assert contrast(readable_on(ground, ink), ground) >= 4.5


@given(COLOURS)
def test_ink_that_serves_is_kept(ground: str) -> None:
    if contrast("#123456", ground) >= 4.5:
        assert readable_on(ground, "#123456") == "#123456"


@given(COLOURS, COLOURS)
def test_an_outline_is_seen_on_any_ground(fill: str, ground: str) -> None:
    assert contrast(outline(fill, ground), ground) >= 3.0


def test_an_outline_that_is_seen_is_the_fill_itself() -> None:
    assert outline("#0072B2", "#FFFFFF") == "#0072B2"
