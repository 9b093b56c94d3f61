"""The parts of a painted panel as a screen reader knows them, and what of them changed.

Each part is stood for by a small QObject, made only when an assistive program asks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QWidget

PartRole = Literal["slider", "cell", "button", "graphic"]

SETTLED = 200
"""Milliseconds of rest before changed values are told: a drag would flood a screen reader."""


@dataclass(frozen=True, slots=True)
class Part:
    """One handle, bar or cell of a panel, as speech knows it.

    `key` is its identity within the panel from one moment to the next; `name` is unique there; `value`
    is spoken as it stands on screen; `rect` is in the panel's coordinates. A part with `set_number` can
    be changed (then `number`, `least`, `most`, `step` describe the slider), one with `press` pressed.
    """

    key: Hashable
    role: PartRole
    name: str
    value: str
    help: str
    rect: QRect
    number: float = 0.0
    least: float = 0.0
    most: float = 0.0
    step: float = 0.1
    set_number: Callable[[float], None] | None = None
    press: Callable[[], None] | None = None
    is_focused: bool = False


class Spoken(QWidget):
    """A painted widget with parts that a screen reader can reach."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.voice: Voice | None = None  # until an assistive program asks

    def parts(self) -> Sequence[Part]:
        """The parts as they are now, in reading order."""
        return ()


class PartObject(QObject):
    """Stands for one part in Qt's tree of objects."""

    def __init__(self, voice: Voice, part: Part) -> None:
        super().__init__(voice)
        self.voice = voice
        self.part = part
        self.index = 0  # among the parts
        self.told = part  # as the assistive program last heard of it

    def now(self) -> Part:
        """The part as it is now."""
        self.voice.bring_up_to_date()
        return self.part


class Voice(QObject):
    """The objects that stand for the parts of one widget, kept the same from one moment to the next."""

    def __init__(self, widget: Spoken) -> None:
        super().__init__(widget)
        self.widget = widget
        self._objects: dict[Hashable, PartObject] = {}
        self._order: list[PartObject] = []
        self._focused: PartObject | None = None
        self._is_stale = True
        self._size = widget.size()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(SETTLED)
        self._rest.timeout.connect(self._tell)

    def objects(self) -> list[PartObject]:
        """One object a part, in reading order, up to date."""
        self.bring_up_to_date()
        return self._order

    def bring_up_to_date(self) -> None:
        if self._is_stale or self._size != self.widget.size():
            self._update()

    def has(self, thing: PartObject) -> bool:
        """Whether `thing` still stands for a part."""
        self.bring_up_to_date()
        return self._objects.get(thing.part.key) is thing

    def changed(self) -> None:
        self._is_stale = True
        self._rest.start()

    def focus_moved(self) -> None:
        self._is_stale = True
        thing = self.focus()
        if thing is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(thing, QAccessible.Event.Focus))

    def focus(self) -> PartObject | None:
        """The part on which the keyboard is, if the keyboard is in this widget at all."""
        at = self.widget.focusWidget()
        if at is None or not at.hasFocus():
            return None
        self.bring_up_to_date()
        return self._focused

    def _update(self) -> None:
        self._is_stale = False
        self._size = self.widget.size()
        before = self._objects
        self._objects = {}
        for index, part in enumerate(self.widget.parts()):
            thing = before.get(part.key) or PartObject(self, part)
            thing.part, thing.index = part, index
            self._objects[part.key] = thing
        self._order = list(self._objects.values())
        self._focused = next((thing for thing in self._order if thing.part.is_focused), None)
        if before and before.keys() != self._objects.keys():
            QAccessible.updateAccessibility(QAccessibleEvent(self.widget, QAccessible.Event.ObjectReorder))
        for key in before.keys() - self._objects.keys():
            before[key].deleteLater()  # only now: the event above may still be asked about it

    def _tell(self) -> None:
        """Tell what changed of sliders, and of whatever else the keyboard is on."""
        for thing in self.objects():
            old, new = thing.told, thing.part
            if new.set_number is not None and (old.number, old.value) != (new.number, new.value):
                QAccessible.updateAccessibility(QAccessibleValueChangeEvent(thing, new.number))
            elif new.is_focused and old.value != new.value:
                QAccessible.updateAccessibility(QAccessibleEvent(thing, QAccessible.Event.DescriptionChanged))
            if old.name != new.name:
                QAccessible.updateAccessibility(QAccessibleEvent(thing, QAccessible.Event.NameChanged))
            thing.told = new
