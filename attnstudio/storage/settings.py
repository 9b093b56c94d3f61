"""What a person chose, kept in one JSON file in the system's folder for settings.

Every member is read for itself and has a default, so that a damaged file, or one of another version, costs
a choice at most and never the start of the program.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from attnstudio.assets import resource
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.storage.faults import named
from attnstudio.storage.reading import read
from attnstudio.storage.strict_json import layout, parse
from attnstudio.storage.writing import write

SYSTEM = "system"
"""The theme that follows the system's light or dark."""

MOST_RECENT = 10
TEXT_SCALES = (1.0, 2.5)  # the least and the greatest

_FARTHEST = 100_000  # pixels: no desk of screens is wider
_MOST_BYTES = 2**20

Geometry = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Settings:
    theme: str = SYSTEM
    text_scale: float = 1.0
    geometry: Geometry | None = None  # of the window, when it was closed: x, y, width and height in pixels
    recent: tuple[str, ...] = ()  # paths of the documents used last, the latest first
    reduced_motion: bool = False  # nothing moves by itself
    journal: bool = False  # it was open when the window was closed


def settings_file() -> Path:
    """Where the settings are kept. The folder may not be there yet."""
    import platformdirs  # not needed by what runs without a window

    return platformdirs.user_config_path("attnstudio", appauthor=False) / "settings.json"


def load() -> Settings:
    """The settings as they were saved last; what is missing or damaged is as at first. Never raises."""
    return load_told()[0]


def load_told() -> tuple[Settings, str]:
    """The same, and why nothing of the file could be used; empty where it could, or where there is none."""
    members, fault = _members()
    settings = Settings(
        theme=_theme(members.get("theme")),
        text_scale=_text_scale(members.get("text_scale")),
        geometry=_geometry(members.get("geometry")),
        recent=_recent(members.get("recent")),
        reduced_motion=members.get("reduced_motion") is True,
        journal=members.get("journal") is True,
    )
    return settings, fault


def replaced(fault: str) -> str:
    """Put a file that can't be read out of the way of the next one, and return the sentence about it."""
    _set_aside()
    told = f"Your settings can't be read and are as at first: {fault}"
    aside = _aside()
    return f"{told} The old file is kept as “{named(aside)}”." if aside.exists() else told


def save(settings: Settings) -> None:
    """Write all settings but the recent documents, which `remember` alone changes: a second window may have
    opened others meanwhile. Raises `Refused` where the folder can't be written."""
    _write(replace(settings, recent=load().recent))


def remember(path: Path) -> tuple[str, ...]:
    """Put a document in front of the recent ones, and return these. Raises `Refused` as `save` does."""
    settings = load()
    name = str(path.absolute())
    if name != clean(name):  # bytes that are no text have no place in JSON
        return settings.recent
    recent = (name, *(other for other in settings.recent if other != name))[:MOST_RECENT]
    if recent != settings.recent:
        _write(replace(settings, recent=recent))
    return recent


def _members() -> tuple[dict[str, Any], str]:
    """What stands in the file, and why nothing does that can be read."""
    path = settings_file()
    try:
        value = parse(read(path, _MOST_BYTES))
    except Refused as refused:
        return {}, str(refused) if os.path.lexists(path) else ""
    return (value, "") if isinstance(value, dict) else ({}, "it holds no settings.")


def _aside() -> Path:
    return settings_file().with_suffix(".damaged.json")


def _set_aside() -> None:
    """Keep a file that can't be read: a hand may mend it."""
    path = settings_file()
    if _members()[1] and path.is_file():
        with suppress(OSError):
            os.replace(path, _aside())


def _write(settings: Settings) -> None:
    path = settings_file()
    members, fault = _members()
    if fault:
        _set_aside()
    members |= asdict(settings)  # a newer version's members stay
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, (layout(members) + "\n").encode("utf-8"))
    except OSError as error:
        raise Refused(f"The settings can't be kept in “{named(path.parent)}”.") from error


def _theme(value: Any) -> str:
    themes = {path.stem for path in resource("themes").glob("*.json")}
    return value if isinstance(value, str) and value in themes else SYSTEM


def _text_scale(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 1.0
    return float(min(max(value, TEXT_SCALES[0]), TEXT_SCALES[1]))


def _geometry(value: Any) -> Geometry | None:
    if not isinstance(value, list) or len(value) != 4 or not all(type(part) is int for part in value):
        return None
    x, y, width, height = value
    if max(abs(x), abs(y), width, height) > _FARTHEST or min(width, height) < 1:
        return None
    return x, y, width, height


def _recent(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    names = (name for name in value if isinstance(name, str) and name and "\0" not in name)
    return tuple(dict.fromkeys(names))[:MOST_RECENT]
