"""Formulas in type: real outlines, in the colour and at the size asked for, and no sooner than needed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from attnstudio.notes.formula import every_piece
from attnstudio.ui import typeset

ROOT = r"\sqrt{d_k}"


def drawn(
    latex: str, size: float, colour: str = "#B4235A"
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which pixels of a 200 × 100 picture were drawn on; the baseline starts at (20, 60)."""
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    typeset.draw(painter, latex, QPointF(20, 60), size, QColor("#B4235A"))
    painter.end()
    assert image.pixelColor(0, 0) == QColor("white")
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(100, 200)
    return np.asarray(pixels != 0xFFFFFFFF)


def test_a_formula_is_drawn_where_its_outlines_say(qtbot: QtBot) -> None:
    made = typeset.outlines(ROOT)
    for size in (20.0, 40.0):
        rows, columns = np.nonzero(drawn(ROOT, size))
        assert 20 <= columns.min() < 20 + 0.1 * size
        assert columns.max() == pytest.approx(20 + made.width * size, abs=2)
        assert rows.min() == pytest.approx(60 - made.ascent * size, abs=2)
        assert rows.max() == pytest.approx(60 + made.descent * size, abs=2)


def test_a_formula_has_the_colour_asked_for(qtbot: QtBot) -> None:
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    typeset.draw(painter, "-", QPointF(5, 40), 50.0, QColor("#00785A"))
    painter.end()
    found = {image.pixelColor(x, y).name() for x in range(60) for y in range(60)}
    assert "#00785a" in found


def test_what_was_set_once_is_kept(qtbot: QtBot) -> None:
    assert typeset.outlines(ROOT) is typeset.outlines(ROOT)


def test_the_studio_s_own_formula_is_set_beforehand_just_as_it_would_be_now(qtbot: QtBot) -> None:
    beforehand = typeset.set_beforehand()
    assert beforehand.keys() == every_piece()
    for latex, made in beforehand.items():
        now = typeset.set_in_type(latex)
        assert (made.width, made.ascent, made.descent) == pytest.approx(
            (now.width, now.ascent, now.descent), abs=0.02
        ), latex
        assert made.box == pytest.approx(now.box, abs=0.02), latex


def test_a_window_needs_no_typesetter() -> None:
    script = (
        "import sys; from PySide6.QtWidgets import QApplication; from attnstudio.ui.application import "
        "open_window; app = QApplication([]); window = open_window(); app.processEvents(); "
        "print('ziamath' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
