"""Bytes from a file that may be anything: bounded in size and time, and nothing but a plain file."""

from __future__ import annotations

import os
import stat
import sys
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import why

MOST_BYTES = 64 * 2**20
"""Learned matrices of vectors of 1,024 components take 45 MB; two sentences drawn by hand some kilobytes."""

_CHUNK = 2**20
# A pipe that nobody writes to would hold an ordinary open for ever; the flags exist on some systems only.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read(path: Path, most: int = MOST_BYTES) -> bytes:
    """What stands in the file at `path`.

    Raises `Refused` with a clause such as “it is a folder” where there is no plain file of at most `most`
    bytes. The kind is looked at before the file is opened, and once more when it is.
    """
    try:
        _check(os.stat(path), most)
        descriptor = os.open(path, _FLAGS)
        with open(descriptor, "rb", buffering=0) as file:
            _check(os.fstat(descriptor), most)
            return _bounded(file, most)
    except Refused:
        raise
    except OSError as error:
        raise Refused(f"{why(error)}.") from error
    except ValueError as error:  # a zero byte in the path
        raise Refused("no file can have such a name.") from error


def read_standard_input(most: int = MOST_BYTES) -> bytes:
    """What comes in on standard input, up to its end; `Refused` beyond `most` bytes."""
    if sys.stdin is None:
        raise Refused("there is no standard input.")
    return _bounded(sys.stdin.buffer, most)


def _check(found: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise Refused("it is a folder.")
    if not stat.S_ISREG(found.st_mode):
        raise Refused("it is a device or a pipe, not a file.")
    if found.st_size > most:
        raise _too_large(most)


def _bounded(file: BinaryIO | FileIO, most: int) -> bytes:
    parts: list[bytes] = []
    total = 0
    while part := file.read(_CHUNK):
        total += len(part)
        if total > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def require_size(data: bytes, most: int = MOST_BYTES) -> None:
    """Raise `Refused`, as `read` would, where a file of these bytes could not be read."""
    if len(data) > most:
        raise _too_large(most)


def _too_large(most: int) -> Refused:
    return Refused(f"it has more than {most // 2**20} MB.")
