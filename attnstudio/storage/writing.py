"""A write that leaves the whole new file or the whole old one, and that says which.

No report of success is believed: bytes are counted as they go, the size is asked for afterwards, and the
file takes its name only then.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named, why
from attnstudio.storage.half_made import half_made

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NotWritten(Refused):
    """A file was not written. `reason` is why, as a clause, for whoever names another thing in its place."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def write(path: Path, data: bytes) -> None:
    """Make `data` the content of the file at `path`, following links and keeping permissions.

    Raises `NotWritten`, naming the file and the reason; then the file is as it was, or still missing, and
    nothing else lies about.
    """
    before: os.stat_result | None = None
    try:
        target = Path(os.path.realpath(path))
        before = _existing(target)
        _replace(target, data, before)
    except Refused as error:
        raise _not_written(path, str(error), before) from error
    except OSError as error:
        raise _not_written(path, _place(path, error), before) from error
    except ValueError as error:  # a zero byte in the path
        raise _not_written(path, "no file can have such a name", before) from error


def _existing(target: Path) -> os.stat_result | None:
    try:
        found = os.stat(target)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise Refused("it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise Refused("it is a device or a pipe, not a file")
    if not os.access(target, os.W_OK):  # to replace it would be allowed, but its owner locked it
        raise Refused("it is read-only")
    return found


def _replace(target: Path, data: bytes, before: os.stat_result | None) -> None:
    # A short name of its own: added to a long one it would be too long where the file's is not.
    draft = target.parent / f".{os.urandom(8).hex()}.tmp"
    with half_made(draft):
        _make(draft, target, data, before)
    _settle(target.parent)


def _make(draft: Path, target: Path, data: bytes, before: os.stat_result | None) -> None:
    descriptor = os.open(draft, _FLAGS, 0o666)
    try:
        try:
            _fill(descriptor, data)
            if before is not None:
                _keep_permissions(draft, before)
        finally:
            os.close(descriptor)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _fill(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if written <= 0:
            raise Refused("the disk took only a part of it")
        rest = rest[written:]
    os.fsync(descriptor)
    if os.fstat(descriptor).st_size != len(data):
        raise Refused("the disk took only a part of it")


def _keep_permissions(draft: Path, before: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):  # only some may give a file away; then it is the writer's
            os.chown(draft, before.st_uid, before.st_gid)
    os.chmod(draft, stat.S_IMODE(before.st_mode))


def _settle(folder: Path) -> None:
    """Have the folder written down too, where that can be asked for; the file is whole in any case."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _place(path: Path, error: OSError) -> str:
    folder = Path(path).parent
    if isinstance(error, FileNotFoundError):
        if folder.is_dir():
            return f"“{named(folder)}” takes no files"
        return f"there is no folder “{named(folder)}”"
    if isinstance(error, PermissionError):
        return f"you may not write in “{named(folder)}”"
    return why(error)


def _not_written(path: Path, reason: str, before: os.stat_result | None) -> NotWritten:
    has_old = before is not None and before.st_size > 0  # an empty file was made only to have the name
    rest = "; the old file is whole" if has_old else ""
    return NotWritten(f"“{named(path)}” was not written: {reason}{rest}.", reason)
