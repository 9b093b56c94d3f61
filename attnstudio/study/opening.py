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
    if means_scene(name):
        document, look = load(str(name))
        return Opened(document, look, is_document=False)
    return open_file(name)


def means_scene(name: str | Path) -> bool:
    """Is `name` the id of a scene, or can it be meant as nothing else? Such a name has no folder and no
    suffix, and no file has it. A `Path` always means a file."""
    if isinstance(name, Path) or name in ("", STANDARD_INPUT):
        return False
    path = Path(name)
    return is_scene(name) or (path.name == name and not path.suffix and not _is_there(path))


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True
