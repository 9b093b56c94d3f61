"""A whole number with – and + beside it, which can be typed, too."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import allow, button

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class _Field(NumberField):
    """Arrow keys go up and down by one."""

    def __init__(
        self,
        parent: QWidget,
        name: str,
        act: Callable[[float], object],
        refuse: Callable[[str], object],
        step: Callable[[int], object],
    ) -> None:
        super().__init__(parent, name, act, refuse, _whole, lambda number: str(round(number)))
        self._step = step

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = _STEPS.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self._step(by)


class Stepper(QWidget):
    """`act` gets the number that was asked for, which lies within the limits; `refuse` a sentence."""

    def __init__(self, name: str, act: Callable[[int], object], refuse: Callable[[str], object]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name = name
        self._act = act
        self.number, self.least, self.most = 0, 0, 0
        self.less = button("–", "step", lambda: self.step(-1), name=f"{name}: one less")
        self.more = button("+", "step", lambda: self.step(1), name=f"{name}: one more")
        self.field = _Field(self, name, self._typed, refuse, self.step)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for widget in (self.less, self.field, self.more):
            row.addWidget(widget)

    def show_number(self, number: int, least: int, most: int, why_not: str = "") -> None:
        """Show a number and its limits; `why_not` says why it can't be changed, where it can't."""
        self.number, self.least, self.most = number, least, most
        self.field.show_number(number)
        usual = f"{least} to {most}"
        allow(self.field, not why_not, why_not, usual)
        allow(self.less, not why_not and number > least, why_not or f"{least} is the least")
        allow(self.more, not why_not and number < most, why_not or f"{most} is the most")

    def step(self, by: int) -> None:
        to = min(max(self.number + by, self.least), self.most)
        if to != self.number:
            self._act(to)

    def retheme(self, theme: Theme) -> None:
        self.field.setFixedWidth(theme.px(42))
        for end in (self.less, self.more):
            end.setFixedWidth(theme.px(24))

    def _typed(self, number: float) -> None:
        if not self.least <= number <= self.most:
            raise Refused(f"{self._name}: a whole number from {self.least} to {self.most} is needed.")
        self._act(round(number))


def _whole(text: str) -> float:
    number = numerals.parse(text)
    if number != round(number):
        raise Refused(f"“{text.strip()[:40]}” is not a whole number.")
    return number
