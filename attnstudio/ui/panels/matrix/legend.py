"""What the matrix' colours mean: the scale beside the cells, and the swatches under them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from attnstudio.model import numerals
from attnstudio.ui.marks import paint_hatch
from attnstudio.ui.panels.matrix.cells import MatrixInk
from attnstudio.ui.panels.matrix.content import Content, scale_numbers
from attnstudio.ui.theme import metrics, width_of

_ACROSS = 8  # pixels of the scale's ramp
_SWATCH = 14
_STOPS = 16
_ALIGN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

Draw = Callable[[QPainter, QRectF], None]


def paint_scale(painter: QPainter, content: Content, ink: MatrixInk, place: QRect) -> None:
    """The ramp of the shown numbers from its upper end down, with its numbers: as the cells are coloured."""
    numbers, theme = scale_numbers(content), ink.theme
    if not numbers:
        return
    font = theme.numbers(ink.label)
    cap = metrics(font.key(), font).capHeight()
    painter.setFont(font)
    painter.setPen(theme.secondary)
    first, *between, last = numbers
    top, bottom = place.top() + cap + 3, place.bottom() - cap - 3
    across = theme.px(_ACROSS)
    bar = QRectF(place.left(), top, across, max(bottom - top, 0))
    painter.drawText(place.left(), round(place.top() + cap), first)
    painter.drawText(place.left(), place.bottom(), last)
    ramp = theme.weights if content.shows == "weights" else theme.signed
    gradient = QLinearGradient(bar.topLeft(), bar.bottomLeft())
    for step in range(_STOPS + 1):
        gradient.setColorAt(step / _STOPS, ramp[round((1 - step / _STOPS) * (len(ramp) - 1))])
    painter.fillRect(bar, gradient)
    _edge(painter, ink, bar)
    for number in between:  # in the middle, where there is one
        painter.setPen(theme.secondary)
        painter.drawText(round(bar.right()) + 3, round(bar.center().y() + cap / 2), number)


@dataclass(frozen=True, slots=True)
class Piece:
    """A text or a swatch of the legend, and the room that it takes."""

    width: float
    draw: Draw


def legend_words(content: Content, tells_rule: bool) -> tuple[object, ...]:
    """What the swatches say; where that is equal, so are they."""
    return content.shows == "mask", content.has_masked, content.rule if tells_rule else ""


class Legend:
    """The swatches in one line, laid out once for a content, then drawn as often as asked. It `tells_rule`
    where no control does."""

    def __init__(self, content: Content, ink: MatrixInk, tells_rule: bool = True) -> None:
        self._ink = ink
        self._gap = ink.theme.px(5)
        self._wordings: list[list[Piece]] = [[]]
        if content.shows == "mask":
            allowed = self._swatch(lambda p, r: self._plain(p, r, ink.theme.good_wash))
            masked = self._swatch(self._hatched)
            rule = [self._text(f"· {content.rule}")] if tells_rule else []
            self._wordings = [
                [allowed, self._text(may), masked, self._text(may_not), *rule]
                for may, may_not in (
                    ("may look (adds 0)", f"masked (adds {numerals.MASKED})"),
                    ("may look", "masked"),
                )
            ]
        elif content.has_masked:
            self._wordings = [[self._swatch(self._hatched), self._text("masked")]]

    @property
    def width(self) -> float:
        """Pixels of the longest wording, 0 where nothing is said."""
        return self._width(self._wordings[0])

    def paint(self, painter: QPainter, place: QRect) -> None:
        """Draw the longest wording that has room; of the shortest, what has no room is left out whole."""
        wording = next((w for w in self._wordings if self._width(w) <= place.width()), self._wordings[-1])
        x = float(place.left())
        for piece in wording:
            if x + piece.width > place.right() + 1:
                break
            piece.draw(painter, QRectF(x, place.top(), piece.width, place.height()))
            x += piece.width + self._gap

    def _width(self, wording: list[Piece]) -> float:
        return max(sum(piece.width + self._gap for piece in wording) - self._gap, 0.0)

    def _text(self, text: str) -> Piece:
        font, colour = self._ink.axis_font, self._ink.theme.secondary

        def draw(painter: QPainter, place: QRectF) -> None:
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(place, _ALIGN, text)

        return Piece(width_of(font, text) + 1, draw)

    def _swatch(self, draw: Draw) -> Piece:
        return Piece(self._ink.theme.px(_SWATCH), draw)

    def _plain(self, painter: QPainter, place: QRectF, colour: QColor) -> None:
        bar = self._bar(place)
        painter.fillRect(bar, colour)
        _edge(painter, self._ink, bar)

    def _hatched(self, painter: QPainter, place: QRectF) -> None:
        bar = self._bar(place)
        painter.fillRect(bar, self._ink.theme.track)
        paint_hatch(painter, self._ink.theme, bar)
        _edge(painter, self._ink, bar)

    def _bar(self, place: QRectF) -> QRectF:
        high = self._ink.theme.px(9)
        return QRectF(place.left(), round(place.center().y() - high / 2), place.width(), high)


def _edge(painter: QPainter, ink: MatrixInk, bar: QRectF) -> None:
    painter.setPen(QPen(ink.theme.edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(0, 0, -1, -1))
