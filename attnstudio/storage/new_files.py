"""Names for files that are new: what is saved along the way must never replace anything."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named, why
from attnstudio.storage.writing import write

_LONGEST = 80  # characters of a name; 255 bytes are the most that disks take
_NO_NAME = frozenset('/\\:*?"<>|')  # has a meaning of its own in the path of some system


def write_new(folder: Path, name: str, suffix: str, data: bytes) -> Path:
    """Write `data` to `folder`, which is made where it is missing, and return the file.

    It is called `name`, with a number behind it where there is such a file. Raises `Refused`; then nothing
    new lies about but perhaps the folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = _reserved(folder, plain_name(name), suffix)
    except OSError as error:
        raise Refused(f"Nothing can be saved in “{named(folder)}”: {why(error)}.") from error
    except ValueError as error:  # letters that the system's encoding lacks
        raise Refused(f"Nothing can be saved in “{named(folder)}”: no file can have such a name.") from error
    try:
        write(path, data)
    except Refused:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def free(path: Path) -> Path:
    """`path`, or the first like it that nothing has, such as “name-2.png”."""
    tries = (path if n == 1 else path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(1))
    return next(one for one in tries if not os.path.lexists(one))


def plain_name(name: str) -> str:
    """`name` as every system takes it for a file, with room for a number and a suffix behind it."""
    safe = "".join("-" if c in _NO_NAME or not c.isprintable() else c for c in name)
    safe = safe.encode("utf-8", "replace").decode()
    while len(safe.encode()) > 2 * _LONGEST or len(safe) > _LONGEST:
        safe = safe[:-1]
    return safe.strip(" .") or "untitled"


def _reserved(folder: Path, name: str, suffix: str) -> Path:
    """An empty file of a new name: two programs that ask at the same time get two."""
    for number in count(1):
        path = folder / f"{name}{'' if number == 1 else f' {number}'}{suffix}"
        try:
            path.open("xb").close()
        except FileExistsError:
            continue
        return path
    raise AssertionError("numbers do not end")
