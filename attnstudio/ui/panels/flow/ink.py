"""Pens, fonts and colours of the flow in one theme, made once."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen

from attnstudio.model import numerals
from attnstudio.ui.digits import Digits
from attnstudio.ui.heat import Pixels, signed_colours, weight_colours
from attnstudio.ui.panels.flow.content import Station
from attnstudio.ui.panels.matrix.content import limit_of
from attnstudio.ui.theme import Theme, width_of

Groups = npt.NDArray[np.intp]

_SIZES = (12, 11, 10, 9)
_LEAST_WEIGHT_DIGITS = 2
_BESIDE, _ABOVE = 2, 1  # pixels that a number needs around it, at 100 %


class FlowInk:
    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.title = theme.text(13, 600)
        self.note = theme.text(11)
        self.shape = theme.numbers(11)
        self.label = theme.words(11)
        self.strong = theme.words(11, 600)
        self.small = theme.text(11)
        self.foot = theme.text(12)
        self.sums = theme.numbers(11)
        self.numbers = tuple((theme.numbers(size), theme.px(size + _ABOVE)) for size in _SIZES)
        self.smallest = tuple(font for font, _ in self.numbers[-2:])
        self.beside = theme.px(_BESIDE)
        stroke = theme.stroke
        self.arrow = QPen(theme.axis, 1.3 * stroke)
        self.arrow.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.row = QPen(theme.ink, 1.6 * stroke)
        self.hovered = QPen(theme.accent, 1.6 * stroke)
        self.step = QPen(theme.accent, 2.0 * stroke)
        self.picked = QPen(theme.accent, 2.6 * stroke)
        self.inside = QPen(theme.panel, 1.0 * stroke)
        self.focus = QPen(theme.focus, 2.0 * stroke)
        self.frame = QPen(theme.hairline, 1.0)
        self.veil = QPen(theme.edge, 1.0, Qt.PenStyle.DashLine)
        self.hatch = QPen(theme.hatch, max(stroke, 1.0))
        self.ramps = signed_colours(theme), weight_colours(theme)
        self.letters = _grouped(theme.on_signed, theme.ink), _grouped(theme.on_weights, theme.ink)
        self._digits: dict[str, Digits] = {}

    def digits(self, font: QFont) -> Digits:
        """The stroke that draws numbers of a font."""
        made = self._digits.get(font.key())
        if made is None:
            made = self._digits[font.key()] = Digits(font)
        return made

    def colours(self, station: Station) -> Pixels:
        return self.ramps[station.is_weights]

    def sample(self, station: Station) -> float | None:
        """The number with the longest text that may have to fit into a cell; None for weights."""
        if station.is_weights:
            return None
        high, low = limit_of(station.values.clip(min=0.0)), limit_of(station.values.clip(max=0.0))
        # By its text, not by its size: −0.30 is longer than 4.00.
        return max(high, -low, key=lambda number: len(numerals.fixed(number)))

    def longest(self, station: Station) -> dict[int, str]:
        """What has to have room in a cell for two decimals, and for one; of weights, for their fewest."""
        sample = self.sample(station)
        if sample is None:
            return dict.fromkeys((numerals.DIGITS, 1), numerals.fixed(0.0, _LEAST_WEIGHT_DIGITS))
        # With a minus, for a hand may move a number below 0.
        return {
            digits: max(text, numerals.MINUS + numerals.fixed(0.0, digits), key=len)
            for digits, text in _texts(sample)
        }

    def fitting(self, sample: float | None, wide: int, high: int) -> tuple[QFont, int] | None:
        """The largest type, with the most digits, that has room in such cells; None where none has."""
        for digits, text in _texts(sample):
            for font, least in self.numbers:
                if width_of(font, text) + self.beside <= wide and least <= high:
                    return font, digits
        return None


@cache
def ink_of(theme: Theme) -> FlowInk:
    return FlowInk(theme)


def _texts(sample: float | None) -> tuple[tuple[int, str], ...]:
    """Numbers of digits to try, each with the longest text that may have to fit. Weights have no fewer than
    two: 0.1 + 0.3 + 0.4 + 0.2 is not what their row sums to."""
    if sample is None:
        return (numerals.WEIGHT_DIGITS, "<0.001"), (_LEAST_WEIGHT_DIGITS, "0.00")
    return tuple((digits, numerals.fixed(sample, digits)) for digits in (numerals.DIGITS, 1))


def _grouped(letters: tuple[QColor, ...], ink: QColor) -> tuple[tuple[QColor, ...], Groups]:
    """The few colours of letters on a ramp, and which of them each colour of the ramp takes; the last is for
    a masked cell."""
    found: dict[int, int] = {}
    colours = [*letters, ink]
    groups = [found.setdefault(colour.rgba(), len(found)) for colour in colours]
    return tuple(QColor.fromRgba(rgba) for rgba in found), np.array(groups, dtype=np.intp)
