"""The legend under the matrix: true for the picture above it, whatever that shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from attnstudio.model import numerals
from attnstudio.ui.marks import paint_hatch
from attnstudio.ui.panels.matrix_cells import MatrixInk
from attnstudio.ui.panels.matrix_content import MASKED, Content
from attnstudio.ui.theme import width_of

_RAMP = 64  # pixels
_SWATCH = 14
_ALIGN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

Draw = Callable[[QPainter, QRectF], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, a number or a swatch of the legend, and the room that it takes."""

    width: float
    draw: Draw


def legend_words(content: Content) -> tuple[object, ...]:
    """What the legend says; where that is equal, so is the legend."""
    if content.shows == "mask":
        return (content.rule,)
    return content.shows, content.limit, content.has_masked


class Legend:
    """Laid out once for a content, then drawn as often as asked."""

    def __init__(self, content: Content, ink: MatrixInk) -> None:
        self._ink = ink
        theme = ink.theme
        self._gap = theme.px(5)
        if content.shows == "mask":
            pieces = [
                self._swatch(lambda p, r: self._plain(p, r, theme.good_wash)),
                self._text("may look (adds 0)"),
                self._swatch(self._hatched),
                self._text(f"masked (adds {MASKED})"),
                self._text(f"· {content.rule}"),
            ]
        elif content.shows == "weights":
            pieces = [self._text("weight"), *self._scale(theme.weights, ("0", "1"))]
        else:
            ends = numerals.exact(-content.limit), "+" + numerals.exact(content.limit)
            pieces = [self._text("score q·k"), *self._scale(theme.signed, (ends[0], "0", ends[1]))]
        if content.shows != "mask" and content.has_masked:
            pieces += [self._swatch(self._hatched), self._text("masked")]
        self._pieces = pieces

    @property
    def width(self) -> float:
        return sum(piece.width + self._gap for piece in self._pieces) - self._gap

    def paint(self, painter: QPainter, place: QRect) -> None:
        """Draw the pieces from the left edge of `place` on; what has no room is left out whole."""
        x = float(place.left())
        for piece in self._pieces:
            if x + piece.width > place.right() + 1:
                break
            piece.draw(painter, QRectF(x, place.top(), piece.width, place.height()))
            x += piece.width + self._gap

    def _text(self, text: str) -> Piece:
        font, colour = self._ink.axis_font, self._ink.theme.secondary

        def draw(painter: QPainter, place: QRectF) -> None:
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(place, _ALIGN, text)

        return Piece(width_of(font, text) + 1, draw)

    def _scale(self, ramp: tuple[QColor, ...], numbers: tuple[str, ...]) -> list[Piece]:
        """The ramp between its first and last number; a middle number is written at the ramp's middle."""
        first, *between, last = (self._number(number) for number in numbers)
        halves = len(between) + 1
        share = len(ramp) // halves
        pieces = [first]
        for index in range(halves):
            part = ramp[index * share : (index + 1) * share]
            pieces += [self._ramp(part, _RAMP / halves), *between[index : index + 1]]
        return [*pieces, last]

    def _number(self, text: str) -> Piece:
        font, colour = self._ink.theme.numbers(self._ink.label), self._ink.theme.secondary

        def draw(painter: QPainter, place: QRectF) -> None:
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(place, _ALIGN, text)

        return Piece(width_of(font, text) + 1, draw)

    def _ramp(self, ramp: tuple[QColor, ...], width: float) -> Piece:
        gradient = QLinearGradient(0, 0, 1, 0)
        gradient.setCoordinateMode(QLinearGradient.CoordinateMode.ObjectMode)
        for step in range(17):
            gradient.setColorAt(step / 16, ramp[round(step / 16 * (len(ramp) - 1))])

        def draw(painter: QPainter, place: QRectF) -> None:
            bar = self._bar(place)
            painter.fillRect(bar, gradient)
            self._edge(painter, bar)

        return Piece(self._ink.theme.px(width), draw)

    def _swatch(self, draw: Draw) -> Piece:
        return Piece(self._ink.theme.px(_SWATCH), draw)

    def _plain(self, painter: QPainter, place: QRectF, colour: QColor) -> None:
        bar = self._bar(place)
        painter.fillRect(bar, colour)
        self._edge(painter, bar)

    def _hatched(self, painter: QPainter, place: QRectF) -> None:
        bar = self._bar(place)
        painter.fillRect(bar, self._ink.theme.track)
        paint_hatch(painter, self._ink.theme, bar)
        self._edge(painter, bar)

    def _bar(self, place: QRectF) -> QRectF:
        high = self._ink.theme.px(9)
        return QRectF(place.left(), round(place.center().y() - high / 2), place.width(), high)

    def _edge(self, painter: QPainter, bar: QRectF) -> None:
        painter.setPen(QPen(self._ink.theme.edge, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
