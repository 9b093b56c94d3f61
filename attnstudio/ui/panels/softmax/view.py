"""Draws one below the other: for each a row of bars for the raw weights and one for the divided ones."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import ROWS
from attnstudio.ui.digits import Digits
from attnstudio.ui.marks import hatch_lines
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.softmax.content import MOST_KEYS, Draw, Strip, draws_of
from attnstudio.ui.sampling.kinds import colour_of, drawn_name
from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import SMALL, Theme, width_of

_TINY = 10
_SLOT = 37  # the narrowest place for a bar with its numbers: “<0.001”
_STRIP = 54  # the lowest strip: number, bar, score
_GAP = 8
_HEAD = 16  # the numbers of the keys above the first draw


class SoftmaxSurface(Surface):
    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setAccessibleName("Draws as bars")
        self.theme = theme
        self._ink = _Ink(theme)
        self.draws: tuple[Draw, ...] = ()
        self.laid_out: Callable[[], object] = lambda: None
        self.waiting = ""  # what stands where there are no draws yet
        self._sampled: Sampled | None = None
        self._room = 0  # keys for which there was room

    def show_samples(self, sampled: Sampled | None) -> None:
        before, self._sampled = self._sampled, sampled
        if sampled is None or before is None or _drawn_of(before) != _drawn_of(sampled):
            self._make()

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._ink = _Ink(theme)
        self.setMinimumHeight(self.minimumSizeHint().height())
        self._make()

    def minimumSizeHint(self) -> QSize:
        theme = self.theme
        return QSize(theme.px(60 + 5 * _SLOT), theme.px(_HEAD + 2 * _STRIP))

    def rect_of(self, index: int) -> QRectF:
        """Where a draw is painted, without the numbers of its keys."""
        head, between = self.theme.px(_HEAD), self._between()
        high = (self.height() - head + between) / max(len(self.shown), 1)
        return QRectF(0, head + index * high, self.width(), high - between)

    @property
    def shown(self) -> tuple[Draw, ...]:
        """As many draws as there is room for."""
        between = self._between()
        count = int((self.height() - self.theme.px(_HEAD) + between) // (self.theme.px(2 * _STRIP) + between))
        return self.draws[: min(max(count, 1), ROWS)]

    # --- inside ---------------------------------------------------------------------------------------

    def _between(self) -> int:
        """From one draw to the next: the numbers of its keys stand there where they are others."""
        same = len({draw.keys for draw in self.draws}) < 2
        return self.theme.px(_GAP if same else _GAP + _HEAD)

    def _left(self) -> float:
        font = self.theme.text(SMALL, 600)
        names = {strip.name for draw in self.draws for strip in draw.strips}
        return max((name_width(drawn_name(name), font) for name in names), default=0.0) + self.theme.px(10)

    def _make(self) -> None:
        self.draws = draws_of(self._sampled, MOST_KEYS) if self._sampled is not None else ()
        self._room = max(int((self.width() - self._left()) // self.theme.px(_SLOT)), 1)
        if self._sampled is not None and self._room < MOST_KEYS:
            self.draws = draws_of(self._sampled, self._room)
        self.laid_out()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.draws:
            painter.setPen(theme.secondary)
            painter.setFont(theme.text(SMALL))
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.waiting)
        left = self._left()
        for index, draw in enumerate(self.shown):
            area = self.rect_of(index)
            slot = min((area.width() - left) / len(draw.keys), theme.px(84))
            if index:
                painter.setPen(QPen(theme.hairline, 1))
                y = area.top() - self._between() + theme.px(_GAP) / 2
                painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
            self._paint_keys(painter, draw, area.top(), left, slot, is_first=index == 0)
            high = area.height() / 2
            for number, strip in enumerate(draw.strips):
                place = QRectF(area.left(), area.top() + number * high, area.width(), high)
                self._paint_strip(painter, strip, place, left, slot)
        self._ink.paint(painter)
        painter.end()

    def _paint_keys(
        self, painter: QPainter, draw: Draw, top: float, left: float, slot: float, *, is_first: bool
    ) -> None:
        """The number of each key above its bars: once where all draws show the same keys."""
        if not is_first and draw.keys == self.draws[0].keys:
            return
        theme, font = self.theme, self.theme.text(_TINY)
        painter.setPen(theme.secondary)
        painter.setFont(font)
        for number, key in enumerate(draw.keys):
            text = f"key {key}"
            text = text if width_of(font, text) <= slot - 2 else str(key)
            x = left + (number + 0.5) * slot - width_of(font, text) / 2
            painter.drawText(QPointF(x, top - theme.px(4)), text)

    def _paint_strip(self, painter: QPainter, strip: Strip, place: QRectF, left: float, slot: float) -> None:
        theme, ink = self.theme, self._ink
        top, bottom = place.top() + theme.px(15), place.bottom() - theme.px(15)
        colour = colour_of(theme, strip.kind)
        painter.setPen(colour)
        at = QPointF(place.left(), (top + bottom) / 2 + theme.px(4))
        draw_name(painter, drawn_name(strip.name), at, theme.text(SMALL, 600))
        wide = min(slot - theme.px(6), theme.px(44))
        largest = strip.largest
        bars = []
        for index, (score, weight) in enumerate(zip(strip.scores, strip.weights, strict=True)):
            middle = left + (index + 0.5) * slot
            track = QRectF(middle - wide / 2, top, wide, bottom - top)
            painter.fillRect(track, theme.track)
            bars.append(track.adjusted(0, track.height() * (1.0 - weight), 0, 0))
            weights = ink.largest if index == largest else ink.weights
            _centre(weights, numerals.weight(weight), middle, top - theme.px(3))
            _centre(ink.scores, numerals.fixed(score, 1), middle, bottom + theme.px(11))
        _paint_bars(painter, theme, strip, bars)


def _paint_bars(painter: QPainter, theme: Theme, strip: Strip, bars: list[QRectF]) -> None:
    """Full for raw weights, hatched for divided ones."""
    colour = colour_of(theme, strip.kind)
    if strip.kind == "raw":
        for bar in bars:
            painter.fillRect(bar, colour)
        return
    step = max(theme.px(4 if strip.kind == "scaled" else 8), 3)
    painter.setPen(QPen(colour, max(theme.stroke, 1.0)))
    painter.setBrush(theme.panel)
    painter.drawRects([bar.adjusted(0.5, 0.5, -0.5, -0.5) for bar in bars])
    painter.drawLines([line for bar in bars if bar.height() > 3 for line in hatch_lines(bar, step)])


def _centre(digits: Digits, text: str, x: float, baseline: float) -> None:
    digits.write(text, round(x + digits.width * len(text) / 2, 1), round(baseline, 1))


def _drawn_of(sampled: Sampled) -> object:
    """What the bars depend on: more draws do not change the first of them."""
    return sampled.rows, sampled.sampling


class _Ink:
    """The numbers of one painting, collected by how they are written."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.weights = Digits(theme.numbers(_TINY))
        self.largest = Digits(theme.numbers(_TINY, 600))
        self.scores = Digits(theme.numbers(_TINY))

    def paint(self, painter: QPainter) -> None:
        self.weights.paint(painter, self._theme.ink)
        self.largest.paint(painter, self._theme.ink)
        self.scores.paint(painter, self._theme.secondary)
