"""What a person may name to open: a scene, a document, plain arrays."""

from __future__ import annotations

from pathlib import Path

from attnstudio.storage.files import STANDARD_INPUT, open_file
from attnstudio.storage.schema import Opened
from attnstudio.study.scenes import is_scene, load


def open_named(name: str | Path) -> Opened:
    """The scene of that id, else what is in the file of that name; ``-`` is standard input.

    Raises `Refused` with one sentence: for a name that looks like no file, one that lists the scenes.
    """
    if isinstance(name, str) and (is_scene(name) or looks_like_scene(name)):
        document, look = load(name)
        return Opened(document, look, is_document=False)
    return open_file(name)


def looks_like_scene(name: str) -> bool:
    """Can `name` only be meant as the id of a scene? It has no folder and no suffix, and no file has it."""
    path = Path(name)
    if name == STANDARD_INPUT or not name:
        return False
    return path.name == name and not path.suffix and not _is_there(path)


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True
