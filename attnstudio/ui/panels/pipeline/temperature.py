"""The temperature's slider: a scale of equal ratios."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Document
from attnstudio.model.edits import Edit, set_temperature
from attnstudio.state.store import Store
from attnstudio.ui.slider import GestureSlider, Ticks
from attnstudio.ui.theme import Theme

NAME = "Set temperature"
"""As undo calls it."""

_DECADE = 100  # ticks: the temperature grows tenfold
_LEAST = -2  # the first tick that is not 0 stands for 10^−2
_LAST = 3 * _DECADE + 1  # and the last for 10


def temperature_at(position: int) -> float:
    """The slider's scale: 0 at the left end, then 0.01 … 10 in equal ratios, to three digits."""
    if position <= 0:
        return 0.0
    exact = 10.0 ** (_LEAST + (position - 1) / _DECADE)
    return float(f"{exact:.3g}")


def position_of(temperature: float) -> int:
    """The nearest tick; temperatures beyond the scale stand at its end."""
    if temperature <= 0.0:
        return 0
    return min(max(round((math.log10(temperature) - _LEAST) * _DECADE) + 1, 1), _LAST)


def to(temperature: float) -> Edit:
    return lambda document: set_temperature(document, temperature)


class TemperatureSlider(GestureSlider):
    deed = NAME

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        ticks = Ticks(_LAST, _DECADE // 5, (position_of(1.0),))
        super().__init__(parent, store, theme, "temperature", ticks)

    def place_in(self, document: Document) -> int:
        return position_of(document.settings.temperature)

    def edit_to(self, place: int) -> Edit:
        return to(temperature_at(place))
