"""Outlines of letters are where Qt draws the letters, and the same every time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath
from PySide6.QtWidgets import QApplication

from attnstudio.ui import fonts
from attnstudio.ui.glyphs import has_outline, outline_of, outlines_of, placed_glyphs


@pytest.fixture(autouse=True)
def registered(qapp: QApplication) -> None:
    fonts.register_fonts()


def points(path: QPainterPath) -> list[tuple[float, float]]:
    return [(path.elementAt(k).x, path.elementAt(k).y) for k in range(path.elementCount())]


@pytest.mark.parametrize("words", ["bank₂", "AVATAR", "0.447", "漢字"])
def test_words_are_as_large_as_qt_makes_them_and_where(words: str) -> None:
    font = fonts.font(fonts.SANS, 40, merging=True)
    expected = QPainterPath()
    expected.addText(QPointF(0, 0), font, words)
    a, b = outlines_of(words, font).boundingRect(), expected.boundingRect()
    for mine, theirs in ((a.x(), b.x()), (a.y(), b.y()), (a.right(), b.right()), (a.bottom(), b.bottom())):
        assert mine == pytest.approx(theirs, abs=0.6)


def test_the_same_outlines_after_other_sizes() -> None:
    font = fonts.font(fonts.SANS, 13)
    before = points(outlines_of("We sat", font))
    for size in (9, 200, 31):
        QPainterPath().addText(QPointF(0, 0), fonts.font(fonts.SANS, size), "We sat")
    assert points(outlines_of("We sat", font)) == before


def test_a_blank_has_no_outline_and_needs_none() -> None:
    raw, index, _ = placed_glyphs(" ", fonts.font(fonts.SANS, 13))[0]
    assert outline_of(raw, index).isEmpty()
    assert has_outline(raw, index)
    assert placed_glyphs("", QFont()) == []
