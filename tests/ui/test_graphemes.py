"""Letters as a reader counts them, and those that no font here can draw."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextLayout
from pytestqt.qtbot import QtBot

from attnstudio.ui.fonts import register_fonts
from attnstudio.ui.graphemes import clusters, without_font
from attnstudio.ui.theme import theme

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
HIEROGLYPH = "\U00013000"


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("", []),
        ("ab", [1, 2]),
        ("cafe\u0301", [1, 2, 3, 5]),
        (f"a{FAMILY}b", [1, 9, 10]),
        ("\U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea", [4, 8]),  # two flags
        ("a\r\nb", [1, 3, 4]),
    ],
)
def test_clusters_end_where_a_reader_sees_them_end(text: str, ends: list[int]) -> None:
    found = list(clusters(text))
    assert [end for _, end in found] == ends
    assert [start for start, _ in found] == ([0, *ends[:-1]] if ends else [])


def laid_out(text: str) -> QTextLayout:
    register_fonts()
    layout = QTextLayout(text, theme("light").words(15))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout


def test_letters_without_a_font_are_named_once(qtbot: QtBot) -> None:
    assert without_font(laid_out("bank é ☃"[:6])) == ()
    assert without_font(laid_out(f"a{HIEROGLYPH}b{HIEROGLYPH}")) == (HIEROGLYPH,)
