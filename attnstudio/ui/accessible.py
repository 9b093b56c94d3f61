"""What assistive programs are told: the parts inside a panel, each with a name, and announcements.

Qt's cache owns the interfaces; they are handed out by `QAccessible.queryAccessibleInterface` alone.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, TypeVar
from weakref import ref

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QAccessibleObject,
    QAccessibleValueInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import VoidPtr

from attnstudio.ui.voice import Part, PartObject, PartRole, Spoken, Voice

__all__ = ["Part", "PartRole", "Spoken", "announce", "changed", "focused", "install"]

_T = TypeVar("_T")

CATCH = 22
"""A slider is as large to an assistive pointer as it is to the mouse, in pixels."""

_ROLES = {
    "slider": QAccessible.Role.Slider,
    "cell": QAccessible.Role.Cell,
    "button": QAccessible.Role.Button,
    "graphic": QAccessible.Role.Graphic,
}


@cache
def install() -> None:
    """Make the parts of every `Spoken` widget known to assistive programs: once in an application."""
    QAccessible.installFactory(_interface_of)


def announce(widget: QWidget, text: str) -> None:
    """Have `text` spoken when the screen reader is next at rest."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        QAccessible.updateAccessibility(event)


def changed(widget: Spoken) -> None:
    """The parts of `widget` differ from what they were: in value, in place, or in number."""
    if widget.voice is not None:
        widget.voice.changed()


def focused(widget: Spoken) -> None:
    """The keyboard moved from one part to another: told at once, for the person waits to hear it."""
    if widget.voice is None:
        if not QAccessible.isActive():
            return
        widget.voice = Voice(widget)
    widget.voice.focus_moved()


# --- what Qt asks ---------------------------------------------------------------------------------------
#
# `interface_cast` returns a C++ pointer. Qt crashes on None, on 0 and on an address; an object that is two
# interfaces at once crashes as soon as another process asks. What holds: a separate interface object, kept
# alive here, and VoidPtr(0) for "there is none". An interface lives in Qt's cache until its object dies, so
# it holds the object weakly: else no widget that was ever asked about would go.


def _interface_of(key: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Qt's factory. A module function: Qt keeps no reference to it."""
    if isinstance(thing, PartObject):
        return _PartInterface(thing)
    if isinstance(thing, Spoken):
        return _SpokenInterface(thing)
    return None


class _SpokenInterface(QAccessibleWidget):
    """A panel: first its ordinary child widgets, then its parts."""

    def __init__(self, widget: Spoken) -> None:
        super().__init__(widget, QAccessible.Role.Grouping, widget.accessibleName())
        self._widget = ref(widget)

    def _voice(self) -> Voice:
        widget = _alive(self._widget)
        if widget.voice is None:
            widget.voice = Voice(widget)
        return widget.voice

    def childCount(self) -> int:
        return super().childCount() + len(self._voice().objects())

    def child(self, index: int) -> Any:
        widgets = super().childCount()
        if index < widgets:
            return super().child(index)
        things = self._voice().objects()
        if not widgets <= index < widgets + len(things):
            return None
        return QAccessible.queryAccessibleInterface(things[index - widgets])

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        thing = child.object() if child is not None else None
        if isinstance(thing, PartObject):
            return super().childCount() + thing.index if self._voice().has(thing) else -1
        return super().indexOfChild(child)

    def childAt(self, x: int, y: int) -> Any:
        point = _alive(self._widget).mapFromGlobal(QPoint(x, y))
        hit = [thing for thing in self._voice().objects() if _catch(thing.part).contains(point)]
        if not hit:
            return super().childAt(x, y)
        nearest = min(hit, key=lambda thing: _distance(thing.part.rect, point))
        return QAccessible.queryAccessibleInterface(nearest)

    def focusChild(self) -> Any:
        thing = self._voice().focus()
        return super().focusChild() if thing is None else QAccessible.queryAccessibleInterface(thing)


class _PartInterface(QAccessibleObject):
    def __init__(self, thing: PartObject) -> None:
        super().__init__(thing)
        self._thing = ref(thing)
        self._value = _PartValue(thing)
        self._action = _PartAction(thing)

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(_alive(self._thing).voice.widget)

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> Any:
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> Any:
        return None

    def focusChild(self) -> Any:
        return None

    def role(self) -> QAccessible.Role:
        return _ROLES[_alive(self._thing).part.role]

    def state(self) -> QAccessible.State:
        thing = _alive(self._thing)
        part, widget = thing.now(), thing.voice.widget
        state = QAccessible.State()
        state.focusable = True
        state.focused = thing.voice.focus() is thing
        state.readOnly = part.set_number is None and part.press is None
        state.invisible = not widget.isVisible()
        state.offscreen = not widget.rect().intersects(part.rect)
        return state

    def text(self, kind: QAccessible.Text) -> str:
        part = _alive(self._thing).now()
        if kind == QAccessible.Text.Name:
            return part.name
        if kind == QAccessible.Text.Value:
            return part.value
        if kind == QAccessible.Text.Help:
            return part.help
        if kind == QAccessible.Text.Description:
            # The value again: over AT-SPI a value is one number, and a pair of them would be lost.
            return ". ".join(text for text in (part.value, part.help) if text)
        return ""

    def rect(self) -> QRect:
        thing = _alive(self._thing)
        area = _catch(thing.now())
        return QRect(thing.voice.widget.mapToGlobal(area.topLeft()), area.size())

    def window(self) -> QWindow:
        return _alive(self._thing).voice.widget.window().windowHandle()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        part = _alive(self._thing).part
        if kind == QAccessible.InterfaceType.ValueInterface and part.set_number is not None:
            return self._value
        if kind == QAccessible.InterfaceType.ActionInterface:
            return self._action
        return VoidPtr(0)


class _PartValue(QAccessibleValueInterface):
    def __init__(self, thing: PartObject) -> None:
        super().__init__()
        self._thing = ref(thing)

    def currentValue(self) -> float:
        return _alive(self._thing).now().number

    def setCurrentValue(self, value: Any) -> None:
        part = _alive(self._thing).now()
        number = float(value)
        if part.set_number is not None and math.isfinite(number):
            part.set_number(min(max(number, part.least), part.most))

    def minimumValue(self) -> float:
        return _alive(self._thing).now().least

    def maximumValue(self) -> float:
        return _alive(self._thing).now().most

    def minimumStepSize(self) -> float:
        return _alive(self._thing).now().step


class _PartAction(QAccessibleActionInterface):
    def __init__(self, thing: PartObject) -> None:
        super().__init__()
        self._thing = ref(thing)

    def actionNames(self) -> list[str]:
        part = _alive(self._thing).part
        names = [self.pressAction()] if part.press is not None else []
        if part.set_number is not None:
            names += [self.increaseAction(), self.decreaseAction()]
        return names

    def doAction(self, name: str) -> None:
        part = _alive(self._thing).now()
        if name == self.pressAction():
            if part.press is not None:
                part.press()
        elif part.set_number is not None and name in (self.increaseAction(), self.decreaseAction()):
            step = part.step if name == self.increaseAction() else -part.step
            part.set_number(min(max(part.number + step, part.least), part.most))

    def keyBindingsForAction(self, name: str) -> list[str]:
        return []


def _alive(held: ref[_T]) -> _T:
    thing = held()
    if thing is None:
        raise RuntimeError("asked about a part that is gone")
    return thing


def _catch(part: Part) -> QRect:
    """Where an assistive pointer meets the part, in the widget's coordinates."""
    more_x, more_y = (max(CATCH - side, 0) for side in (part.rect.width(), part.rect.height()))
    if part.role != "slider" or not (more_x or more_y):
        return part.rect
    return part.rect.adjusted(-(more_x // 2), -(more_y // 2), more_x - more_x // 2, more_y - more_y // 2)


def _distance(rect: QRect, point: QPoint) -> int:
    return (rect.center() - point).manhattanLength()
