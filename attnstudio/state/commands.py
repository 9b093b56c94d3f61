"""The table of commands: menus, shortcuts and their help come from ``resources/commands.json`` alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from attnstudio.assets import resource


@dataclass(frozen=True, slots=True)
class Command:
    """`keys` are in Qt's portable notation, the first of them shown in menus."""

    id: str
    menu: str
    text: str
    keys: tuple[str, ...]
    help: str
    checkable: bool = False
    gap: bool = False  # a line before it in its menu


@cache
def commands() -> tuple[Command, ...]:
    """All commands, in the order of the menus."""
    rows = json.loads(resource("commands.json").read_text(encoding="utf-8"))
    return tuple(Command(**{**row, "keys": tuple(row["keys"])}) for row in rows)
