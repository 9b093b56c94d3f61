"""Formulas in type: LaTeX becomes outlines, by ziamath, which Qt draws in any colour and at any size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgRenderer

EM = 100.0
_INK = "#010203"  # a colour that stands for the one to draw with


@dataclass(frozen=True, slots=True)
class Outlines:
    """A piece of a formula, as an SVG whose origin is on the baseline. Lengths are in ems."""

    svg: str
    width: float  # to where the next piece begins
    ascent: float
    descent: float
    box: tuple[float, float, float, float]  # x, y, width, height of the picture


@cache
def outlines(latex: str) -> Outlines:
    """The outlines of `latex`. The first call costs a quarter of a second, each new formula some ms."""
    from ziamath.config import config  # not before a formula is wanted: this is what takes so long
    from ziamath.zmath import Math

    config.svg2 = False  # Qt draws nothing of an SVG 2
    made = Math.fromlatex(latex, size=EM, color=_INK)
    width, height = made.getsize()
    below = -made.getyofst()
    svg = made.svg()
    box = QSvgRenderer(QByteArray(svg.encode())).viewBoxF()
    return Outlines(
        svg=svg,
        width=width / EM,
        ascent=(height - below) / EM,
        descent=below / EM,
        box=(box.x() / EM, box.y() / EM, box.width() / EM, box.height() / EM),
    )


def draw(painter: QPainter, latex: str, at: QPointF, size: float, colour: QColor) -> None:
    """Draw with the left end of the baseline at `at`; `size` is the em in pixels."""
    made = outlines(latex)
    renderer = QSvgRenderer(QByteArray(made.svg.replace(_INK, colour.name()).encode()))
    x, y, width, height = (length * size for length in made.box)
    renderer.render(painter, QRectF(at.x() + x, at.y() + y, width, height))
