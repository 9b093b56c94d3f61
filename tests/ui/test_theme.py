"""Themes as Qt sees them: every role set, fonts bundled, sizes that grow with the text."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from attnstudio.assets import resource
from attnstudio.state.palette import THEMES
from attnstudio.ui.fonts import MONO, SANS, register_fonts
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import theme


@pytest.mark.parametrize("name", THEMES)
def test_every_role_of_the_palette_is_set(name: str, qtbot: QtBot) -> None:
    made = theme(name).qt_palette()
    for role in QPalette.ColorRole:
        if role not in (QPalette.ColorRole.NoRole, QPalette.ColorRole.NColorRoles):
            assert made.isBrushSet(QPalette.ColorGroup.Active, role), role


@pytest.mark.parametrize("name", THEMES)
def test_the_style_sheet_has_no_open_place(name: str) -> None:
    assert "$" not in sheet(theme(name))


def test_fonts_are_the_bundled_ones_and_numbers_keep_one_width(qtbot: QtBot) -> None:
    register_fonts()
    made = theme("light")
    assert QFontInfo(made.text()).family() == SANS
    assert QFontInfo(made.numbers()).family() == MONO
    widths = {QFontMetricsF(made.numbers()).horizontalAdvance(sign) for sign in "0123456789.−+"}
    assert len(widths) == 1


def test_weights_of_type_are_really_drawn(qtbot: QtBot) -> None:
    register_fonts()
    advances = [
        QFontMetricsF(theme("light").text(13, w)).horizontalAdvance("attention") for w in (400, 500, 600)
    ]
    assert advances == sorted(set(advances))


def test_lengths_grow_with_the_text() -> None:
    assert theme("light", 2.0).px(24) == 48
    assert theme("projector").px(24) == 36


def test_a_ninth_token_repeats_the_colour_with_a_second_mark() -> None:
    made = theme("light")
    assert made.token(8) == made.token(0)
    assert not made.is_second_mark(7)
    assert made.is_second_mark(8)


def test_grounds_change_the_panel_and_nothing_else() -> None:
    assert theme("light", 1.0, "transparent").panel.alpha() == 0
    assert theme("dark", 1.0, "white").panel.name() == "#ffffff"
    assert theme("light", 1.0, "transparent").ink == theme("light").ink


@pytest.mark.parametrize(
    "folder", ["plain", "with blank", "ümläut", "quo'te", 'double"quote', "(round) [square]"]
)
def test_the_style_sheet_holds_wherever_the_program_lies(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Qt says on its log that it could not parse a sheet, and that fails the test."""
    home = tmp_path / folder
    shutil.copytree(resource("themes"), home / "themes")
    shutil.copytree(resource("icons"), home / "icons")
    monkeypatch.setattr("attnstudio.ui.sheet.resource", home.joinpath)
    text = sheet.__wrapped__(theme("light"))
    widget = QLabel("A word")
    qtbot.addWidget(widget)
    widget.setProperty("kind", "warning")
    widget.setStyleSheet(text)
    widget.ensurePolished()
    assert widget.palette().windowText().color().name() == theme("light").warning.name()
