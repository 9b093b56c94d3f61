"""The numbers of positions: how far one position turns, how much slower later pairs turn, how long p is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Document
from attnstudio.model.edits import Edit, set_positions
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Positions
from attnstudio.state.store import Store
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.positions.content import degrees
from attnstudio.ui.slider import GestureSlider, Ticks
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import label
from attnstudio.ui.wrapped import Group, Wrapped

TURN, BASE, SIZE = "Set turn", "Set base", "Set size of positions"
_HALF_TURN = 180  # degrees at the slider's end
_DECADE = 20  # ticks of the base's slider in which it grows tenfold
_BASES = 5 * _DECADE
_SIZES = 40  # ticks of the size's slider
_LARGEST_SIZE = 2.0

Change = Callable[[Positions], Positions]


def with_turn(degrees: float) -> Change:
    return lambda positions: replace(positions, turn=math.radians(degrees))


def with_base(base: float) -> Change:
    return lambda positions: replace(positions, base=base)


def with_size(size: float) -> Change:
    return lambda positions: replace(positions, size=size)


def changing(change: Change) -> Edit:
    """The edit that changes the positions of a document so."""
    return lambda document: set_positions(document, change(document.positions))


class TurnSlider(GestureSlider):
    """Whole degrees from 0 to 180."""

    deed = TURN

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        ticks = Ticks(_HALF_TURN, 15, (_HALF_TURN // 2,))
        super().__init__(parent, store, theme, "turn of one position, in degrees", ticks)

    def place_in(self, document: Document) -> int:
        return min(max(round(degrees(document.positions)), 0), _HALF_TURN)

    def edit_to(self, place: int) -> Edit:
        return changing(with_turn(place))


class BaseSlider(GestureSlider):
    """1 to 100,000 in equal ratios."""

    deed = BASE

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        marked = tuple(range(_DECADE, _BASES, _DECADE))
        super().__init__(parent, store, theme, "base", Ticks(_BASES, _DECADE, marked))

    def place_in(self, document: Document) -> int:
        return min(round(math.log10(document.positions.base) * _DECADE), _BASES)

    def edit_to(self, place: int) -> Edit:
        return changing(with_base(float(f"{10.0 ** (place / _DECADE):.2g}")))


class LengthSlider(GestureSlider):
    """0 to 2."""

    deed = SIZE

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent, store, theme, "size of the added vector", Ticks(_SIZES, 5, (_SIZES // 2,)))

    def place_in(self, document: Document) -> int:
        return min(max(round(document.positions.size / _LARGEST_SIZE * _SIZES), 0), _SIZES)

    def edit_to(self, place: int) -> Edit:
        return changing(with_size(numerals.rounded(place / _SIZES * _LARGEST_SIZE, 3)))


class Params(Wrapped):
    """A slider and a field for each number that the present kind of positions has."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        self.store = store
        self.turn, self.base, self.size_of_p = (
            kind(parent, store, theme) for kind in (TurnSlider, BaseSlider, LengthSlider)
        )
        self.turn_field = self._field(parent, "turn in degrees", TURN, with_turn)
        self.base_field = self._field(parent, "base, exact", BASE, with_base)
        self.size_field = self._field(parent, "size, exact", SIZE, with_size)
        self._size_group = Group(label("length of p"), self.size_of_p, self.size_field)
        self._base_group = Group(label("base"), self.base, self.base_field)
        turn = Group(label("turn"), self.turn, self.turn_field, label("° a position"))
        groups = (turn, self._size_group, self._base_group)
        super().__init__(parent, groups, theme)
        self.setAccessibleName("Numbers of positions")
        self.base.setToolTip("Pair i of d components turns by turn · base^(−2i/d): later pairs more slowly.")

    def show_positions(self, positions: Positions, has_base: bool) -> None:
        """`has_base`: there are several pairs, of which later ones turn more slowly."""
        for slider in (self.turn, self.base, self.size_of_p):
            slider.show_document(self.store.document)
        self.turn_field.show_number(degrees(positions))
        self.base_field.show_number(positions.base)
        self.size_field.show_number(positions.size)
        for group, is_there in ((self._size_group, positions.kind == "added"), (self._base_group, has_base)):
            if group.isHidden() == is_there:
                group.setVisible(is_there)
                self.arrange()

    def restyle(self, theme: Theme) -> None:
        for slider, field, wide in (
            (self.turn, self.turn_field, 62),
            (self.base, self.base_field, 76),
            (self.size_of_p, self.size_field, 56),
        ):
            slider.theme = theme
            slider.setFixedWidth(theme.px(90))
            slider.update()
            field.setFixedWidth(theme.px(wide))
        self.retheme(theme)

    def _field(
        self,
        parent: QWidget,
        name: str,
        deed: str,
        change: Callable[[float], Change],
    ) -> NumberField:
        return NumberField(parent, name, partial(self._set, deed, change), self.store.say, write=_written)

    def _set(self, deed: str, change: Callable[[float], Change], number: float) -> None:
        try:
            self.store.apply(deed, changing(change(number)))
        except Refused as refused:
            self.store.say(str(refused))


def _written(number: float) -> str:
    return numerals.exact(numerals.rounded(number, 2), 0, 2)
