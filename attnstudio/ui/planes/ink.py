"""The plane's strokes: a role is told by its dashes, a token by its colour, a weight by its width.

Queries are solid, keys dashed, values dotted and the output dash-dotted, so that black and white is enough.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from attnstudio.state.gestures import Pixel
from attnstudio.ui.paper import is_vector, ratio_of
from attnstudio.ui.theme import SMALL, Theme

Stroke = Literal["query", "key", "value", "output"]

LEVELS = 20
"""Steps of width between a weight of 0 and of 1. Σ = 1 lets at most this many weights leave the lowest."""

_THIN, _STEP, _BOLD = 1.5, 0.25, 3.0  # pixels: of the lowest level, from one to the next, of query and output
_DASHES = {"query": (), "key": (8.0, 5.0), "value": (2.5, 3.5), "output": (10.0, 4.0, 2.5, 4.0)}  # pixels
_WIDEST = 150  # pixels of a name, at 100 %
_REMEMBERED = 2000  # names whose widths are kept
_DOT = 1.5  # pixels: a shorter arrow has no direction to the eye and is drawn as a ring


def level_of(weight: float) -> int:
    """The step of width that a weight gives."""
    return min(int(weight * LEVELS), LEVELS)


class Ink:
    """Pens, brushes and fonts of one theme, made once."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.words = theme.words(13, 500)
        self.strong = theme.words(13, 600)
        self.small = theme.text(SMALL)
        self.words_form, self.strong_form = QFontMetricsF(self.words), QFontMetricsF(self.strong)
        self.numbers = theme.numbers(SMALL)
        self.small_form = QFontMetricsF(self.small)
        self.halo = QColor(theme.panel)
        self.halo.setAlpha(theme.panel.alpha())
        self.wash = QColor(theme.accent)
        self.wash.setAlpha(28)
        self._pens: dict[tuple[Stroke, int | None, int], QPen] = {}
        self._names: dict[tuple[str, bool], tuple[str, float]] = {}

    def colour(self, stroke: Stroke, index: int | None) -> QColor:
        """The line colour of the token at a position; None is a token that is masked."""
        if stroke in ("query", "output"):
            return self.theme.accent
        return self.theme.hatch if index is None else self.theme.token_outline(index)

    def pen(self, stroke: Stroke, index: int | None, level: int) -> QPen:
        # Tokens that share a colour share their pens.
        key = stroke, None if index is None else index % len(self.theme.tokens), level
        made = self._pens.get(key)
        if made is None:
            bold = stroke in ("query", "output")
            width = (_BOLD if bold else _THIN + _STEP * level) * self.theme.stroke
            made = QPen(self.colour(stroke, index), width)
            made.setCapStyle(Qt.PenCapStyle.FlatCap)
            if _DASHES[stroke]:
                # Qt counts dashes in pen widths; counted in pixels, a wide arrow covers its thin one.
                made.setDashPattern([part * self.theme.stroke / width for part in _DASHES[stroke]])
            self._pens[key] = made
        return made

    def name(self, text: str, strong: bool) -> tuple[str, float]:
        """A name, cut where it is too long, and its width."""
        found = self._names.get((text, strong))
        if found is None:
            form = self.strong_form if strong else self.words_form
            cut = form.elidedText(text, Qt.TextElideMode.ElideRight, self.theme.px(_WIDEST))
            found = cut, form.horizontalAdvance(cut)
            if len(self._names) > _REMEMBERED:
                self._names.clear()
            self._names[text, strong] = found
        return found

    def line(self, colour: QColor, width: float = 1.0, dashes: tuple[float, ...] = ()) -> QPen:
        made = QPen(colour, width * self.theme.stroke)
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
        if dashes:
            made.setDashPattern(list(dashes))
        return made


@cache
def ink_of(theme: Theme) -> Ink:
    return Ink(theme)


def draw_arrow(painter: QPainter, pen: QPen, origin: Pixel, tip: Pixel, hollow: QColor | None = None) -> None:
    """An arrow with its point at `tip`. A hollow head, filled with a colour, is that of a masked token."""
    right, down = tip[0] - origin[0], tip[1] - origin[1]
    reach = math.hypot(right, down)
    if reach < _DOT:
        draw_ring(painter, pen.color(), tip, 5.0, pen.widthF())
        return
    right, down = right / reach, down / reach
    width = pen.widthF()
    head = min(5.0 + 2.2 * width, 0.75 * reach)
    half = 0.42 * head
    foot_x, foot_y = tip[0] - right * head, tip[1] - down * head
    painter.setPen(pen)
    painter.drawLine(QLineF(origin[0], origin[1], foot_x + right, foot_y + down))
    outline = [
        QPointF(tip[0], tip[1]),
        QPointF(foot_x - down * half, foot_y + right * half),
        QPointF(foot_x + down * half, foot_y - right * half),
    ]
    if hollow is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
    else:
        painter.setPen(QPen(pen.color(), min(width, 1.5)))
        painter.setBrush(hollow)
    painter.drawConvexPolygon(QPolygonF(outline))


def draw_second_mark(painter: QPainter, ink: Ink, colour: QColor, origin: Pixel, tip: Pixel) -> None:
    """A bead on the shaft: the colour has been used before by an earlier token."""
    if math.dist(origin, tip) < 18.0:
        return  # a bead would hide the arrow; its name tells it apart
    share = 0.72
    at = origin[0] + (tip[0] - origin[0]) * share, origin[1] + (tip[1] - origin[1]) * share
    draw_ring(painter, colour, at, 2.6 * ink.theme.stroke, 1.3 * ink.theme.stroke, ink.theme.panel)


def draw_ring(
    painter: QPainter, colour: QColor, at: Pixel, radius: float, width: float, fill: QColor | None = None
) -> None:
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
    painter.drawEllipse(QPointF(at[0], at[1]), radius, radius)


def draw_tint(painter: QPainter, colour: QColor, at: Pixel, radius: float) -> None:
    """A faint disk for the inside of a ring; kept as a picture, for Qt takes its time over a tint."""
    if is_vector(painter):
        _fill_disk(painter, colour.rgb(), radius, QPointF(at[0], at[1]))
        return
    disk = _disk(colour.rgb(), radius, ratio_of(painter))
    painter.drawPixmap(QPointF(at[0] - radius, at[1] - radius), disk)


@cache
def _disk(rgb: int, radius: float, ratio: float) -> QPixmap:
    side = math.ceil(2 * radius * ratio)
    made = QPixmap(side, side)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _fill_disk(painter, rgb, radius, QPointF(radius, radius))
    painter.end()
    return made


def _fill_disk(painter: QPainter, rgb: int, radius: float, middle: QPointF) -> None:
    tint = QColor.fromRgb(rgb)
    tint.setAlpha(34)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    painter.drawEllipse(middle, radius, radius)
