"""Formulas in type: LaTeX becomes outlines, by ziamath, which Qt draws in any colour and at any size.

The pieces of the studio's own formula are set beforehand, in ``resources/formula.json``: ziamath takes a
quarter of a second to load. After a change of a piece, or for a new ziamath, write that file anew:

    python -m attnstudio.ui.typeset
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgRenderer

from attnstudio.assets import resource
from attnstudio.ui.paper import is_vector

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
    """The outlines of `latex`: as they were set beforehand, or else set now."""
    return set_beforehand().get(latex) or set_in_type(latex)


@cache
def set_beforehand() -> dict[str, Outlines]:
    """LaTeX → outlines, as in the file."""
    members = json.loads(resource("formula.json").read_text(encoding="utf-8"))
    return {latex: Outlines(**{**made, "box": tuple(made["box"])}) for latex, made in members.items()}


def set_in_type(latex: str) -> Outlines:
    """Set `latex`. The first call costs a quarter of a second, each new formula some ms."""
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
    source = made.svg.replace(_INK, colour.name())
    if is_vector(painter):  # in a file Qt's pen of no colour is a black one; one that is transparent is not
        source = source.replace(" fill=", ' stroke="black" stroke-opacity="0" fill=')
    renderer = QSvgRenderer(QByteArray(source.encode()))
    x, y, width, height = (length * size for length in made.box)
    renderer.render(painter, QRectF(at.x() + x, at.y() + y, width, height))


def _write() -> None:
    from attnstudio.notes.formula import every_piece

    made = {latex: asdict(set_in_type(latex)) for latex in every_piece()}
    text = json.dumps(made, indent=1, sort_keys=True)
    resource("formula.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
