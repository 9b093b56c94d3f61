"""What a screen reader can reach inside a painted panel: handles, bars and cells, each with a name."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRect

PartRole = Literal["slider", "cell", "button", "graphic"]


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
