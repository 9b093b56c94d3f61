"""The controls of the draws: the slider of d_k, and beside and below it everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import get_args

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Document
from attnstudio.model.edits import Edit
from attnstudio.model.refused import Refused
from attnstudio.model.settings import (
    LARGEST_D_K,
    MOST_DRAWS,
    MOST_SAMPLED_KEYS,
    Distribution,
    Divisor,
    Sampling,
)
from attnstudio.model.soundness import LARGEST_SEED, MOST_SIDE
from attnstudio.notes.laboratory import DISTRIBUTION_NAMES
from attnstudio.state.store import Store
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.sampling import sizes
from attnstudio.ui.sampling.change import SET_D_K, change, draw_again, to
from attnstudio.ui.sampling.kinds import short_name
from attnstudio.ui.slider import GestureSlider, Ticks
from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import BODY, Theme, width_of
from attnstudio.ui.widgets import Segmented, button, label
from attnstudio.ui.wrapped import Group, Wrapped

_TINY = 10  # the slider's scale
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")
"""A comma anywhere else is a decimal one, as in 1,5."""


class NameLabel(QWidget):
    """A name with an index below the line, such as d_k."""

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._name = name
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        font = self.theme.text(BODY, 600)
        return QSize(round(name_width(self._name, font)) + 2, self.theme.px(26))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.theme.ink)
        baseline = self.height() / 2 + self.theme.px(5)
        draw_name(painter, self._name, QPointF(0, baseline), self.theme.text(BODY, 600))
        painter.end()


class SizeSlider(GestureSlider):
    """d_k from 1 to 4096 in equal ratios, with the powers of four written below."""

    deed = SET_D_K

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        marked = tuple(sizes.tick_of(d_k) for d_k in sizes.MARKED)
        super().__init__(parent, store, theme, "d_k", Ticks(sizes.LAST, sizes.OCTAVE, marked))

    def place_in(self, document: Document) -> int:
        return sizes.tick_of(document.sampling.d_k)

    def edit_to(self, place: int) -> Edit:
        return to(d_k=sizes.d_k_at(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        d_k = sizes.d_k_after(self.store.document.sampling.d_k, event)
        if d_k is None or self.isSliderDown():
            super().keyPressEvent(event)
        else:
            change(self.store, SET_D_K, to(d_k=d_k), run=True)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), self.theme.px(26 + _TINY + 2))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(180), self.theme.px(26 + _TINY + 2))

    def middle(self) -> float:
        return self.theme.px(13)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, font = self.theme, self.theme.numbers(_TINY)
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        left, right = self.ends()
        for d_k in sizes.MARKED:
            text = str(d_k)
            wide = width_of(font, text)
            x = left + (right - left) * sizes.tick_of(d_k) / sizes.LAST - wide / 2
            x = min(max(x, 0.0), self.width() - wide)
            painter.drawText(
                QRectF(x, theme.px(24), wide + 2, theme.px(_TINY + 4)), Qt.AlignmentFlag.AlignLeft, text
            )
        painter.end()


class DrawControls(QWidget):
    """All that a person can ask of the laboratory."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent)
        self.setAccessibleName("What is drawn")
        self.store = store
        self.name = NameLabel("d_k", theme)
        self.slider = SizeSlider(self, store, theme)
        self.d_k = self._whole("d_k, exact", LARGEST_D_K, partial(self._set_whole, SET_D_K, "d_k"))
        self.keys = self._whole(
            "number of keys", MOST_SAMPLED_KEYS, partial(self._set_whole, "Set the number of keys", "keys")
        )
        self.draws = self._whole(
            "number of draws", MOST_DRAWS, partial(self._set_whole, "Set the number of draws", "draws")
        )
        self.components = Segmented(
            "Components",
            [(kind, DISTRIBUTION_NAMES[kind]) for kind in get_args(Distribution)],
            "normal",
            self._choose_components,
        )
        self.seed = self._whole("seed", LARGEST_SEED, partial(self._set_whole, "Set seed", "seed"), least=0)
        self.again = button("Draw again", "plain", partial(draw_again, store))
        self.again.setToolTip("Other vectors of the same kind: the next seed.")
        self.divisor = Segmented(
            "Divide by",
            [(divisor, short_name(divisor)) for divisor in get_args(Divisor)],
            "sqrt d_k",
            self._choose_divisor,
        )
        self.divisor.button_of("temperature").setAccessibleName("Divide by: temperature")
        self.d_model = self._whole("d_model", MOST_SIDE, partial(self._set_whole, "Set d_model", "d_model"))
        self.temperature = NumberField(self, "temperature of the draws", self._set_temperature, store.say)
        self._d_model_group = Group(label("d_model ="), self.d_model)
        self._temperature_group = Group(label("T ="), self.temperature)
        self.more = Wrapped(self, self._groups(), theme)
        self._lay_out()

    def show_sampling(self, sampling: Sampling) -> None:
        self.slider.show_document(self.store.document)
        self.slider.setAccessibleDescription(str(sampling.d_k))
        for name in ("d_k", "keys", "draws", "seed", "d_model", "temperature"):
            field: NumberField = getattr(self, name)
            field.show_number(getattr(sampling, name))
        self.components.show_choice(sampling.distribution)
        self.divisor.show_choice(sampling.divisor)
        for group, divisor in (
            (self._d_model_group, "sqrt d_model"),
            (self._temperature_group, "temperature"),
        ):
            if group.isHidden() == (sampling.divisor == divisor):
                group.setVisible(sampling.divisor == divisor)
                self.more.arrange()

    def retheme(self, theme: Theme) -> None:
        self.name.theme = self.slider.theme = theme
        for field, size in (
            (self.d_k, 62),
            (self.keys, 50),
            (self.draws, 76),
            (self.seed, 62),
            (self.d_model, 62),
            (self.temperature, 62),
        ):
            field.setFixedWidth(theme.px(size))
        self._top.setSpacing(theme.px(10))
        self._column.setSpacing(theme.px(4))
        for widget in (self.name, self.slider):
            widget.updateGeometry()
            widget.update()
        self.more.retheme(theme)

    # --- inside ---------------------------------------------------------------------------------------

    def _groups(self) -> tuple[Group, ...]:
        return (
            Group(label("keys"), self.keys),
            Group(label("draws"), self.draws),
            Group(label("components"), self.components),
            Group(label("seed"), self.seed, self.again),
            Group(label("divide by"), self.divisor),
            self._d_model_group,
            self._temperature_group,
        )

    def _lay_out(self) -> None:
        self._top = QHBoxLayout()
        self._top.addWidget(self.name)
        self._top.addWidget(self.slider, 1)
        self._top.addWidget(self.d_k)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._top)
        self._column.addWidget(self.more)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _whole(self, name: str, most: int, act: Callable[[float], object], least: int = 1) -> NumberField:
        field = NumberField(
            self,
            name,
            act,
            self.store.say,
            partial(whole_number, name, least, most),
            lambda n: numerals.count(round(n)),
        )
        field.setToolTip(f"A whole number from {least} to {numerals.count(most)}.")
        return field

    def _set_whole(self, deed: str, name: str, number: float) -> None:
        change(self.store, deed, to(**{name: round(number)}))

    def _set_temperature(self, temperature: float) -> None:
        change(self.store, "Set temperature", to(temperature=temperature))

    def _choose_components(self, distribution: str) -> None:
        change(self.store, "Choose the components", to(distribution=distribution))

    def _choose_divisor(self, divisor: str) -> None:
        change(self.store, "Choose the divisor", to(divisor=divisor))


def whole_number(name: str, least: int, most: int, text: str) -> float:
    """A whole number as people write it, thousands marked or not; Refused outside of its limits."""
    digits = text.strip().replace("\u202f", " ")
    if _THOUSANDS.fullmatch(digits):
        digits = digits.replace(",", "")
    number = numerals.parse(digits)
    if number != round(number) or not least <= number <= most:
        raise Refused(
            f"{name.capitalize()}: a whole number from {least} to {numerals.count(most)} is needed."
        )
    return number
