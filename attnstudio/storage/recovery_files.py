"""Recovery files: one for the work in each window, held by a lock for as long as the window lives.

Whether a file's window still lives is told by the lock beside it, which the system gives free when a process
ends, however it ends. A file whose lock can be had is an orphan.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named
from attnstudio.storage.reading import read
from attnstudio.storage.recovery_records import Found, Newer, last

if TYPE_CHECKING:  # filelock and platformdirs are not needed before the first change
    from filelock import BaseFileLock

SUFFIX = ".recovery"
DRAFT = ".draft"
LOCK = ".lock"
DAMAGED = ".damaged"
MOST_BYTES = 2**29
"""More than any file holds that was compacted in time."""
MOST_OFFERED = 20
"""Works that one start holds: each takes a lock, and a process may have some hundred files open."""
OLD = 86_400.0
"""Seconds after which what belongs to no file is swept away: a window that opens may be about to make one."""

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def folder() -> Path:
    """Where recovery files are kept. The folder may not be there yet."""
    import platformdirs

    return platformdirs.user_state_path("attnstudio", appauthor=False) / "recovery"


def load() -> None:
    """Import what is needed from the first change on."""
    from filelock import FileLock

    FileLock(folder() / LOCK)  # made and never taken: it loads what it is made of


class RecoveryFile:
    """An open recovery file of a living window. OSError where the system refuses; the file is then as before.

    `size` is what is known to be whole: a write that failed half-way is written over by the next.
    """

    def __init__(self, home: Path) -> None:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        stem = home / os.urandom(8).hex()
        self.path = stem.with_suffix(SUFFIX)
        self.size = 0
        # Before the file: nobody may see it without an owner.
        lock = _locked(stem.with_suffix(LOCK))
        if lock is None:
            raise OSError(None, "its lock is taken")
        self._lock = lock
        try:
            self._descriptor = os.open(self.path, _FLAGS, 0o600)
        except OSError:
            _unlock(lock, self.path)
            raise

    def append(self, record: bytes) -> None:
        """Add a record by one write."""
        if self._descriptor < 0:  # the system refused it when the file was written anew
            self._reopen(self.size)
        written = os.write(self._descriptor, record)
        if written != len(record):
            self._step_back()
            raise OSError(None, "the disk took only a part of it")
        self.size += written

    def _step_back(self) -> None:
        os.lseek(self._descriptor, self.size, os.SEEK_SET)
        with suppress(OSError):
            os.ftruncate(self._descriptor, self.size)

    def duplicate(self) -> int:
        """A second descriptor, to settle by from another thread while this one may be closed."""
        return os.dup(self._descriptor)

    def is_there(self) -> bool:
        """Whether the file still has its name: somebody may have emptied the folder."""
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._descriptor))
        except OSError:
            return False

    def rewrite(self, record: bytes, covered: int) -> Draft:
        """Begin to replace the first `covered` bytes of records by one, which holds all that they tell."""
        path = self.path.with_suffix(DRAFT)
        with suppress(FileNotFoundError):
            path.unlink()
        descriptor = os.open(path, _FLAGS, 0o600)
        try:
            rest = memoryview(record)
            while rest:
                written = os.write(descriptor, rest)
                if written <= 0:
                    raise OSError(None, "the disk took only a part of it")
                rest = rest[written:]
            os.fsync(descriptor)
        except BaseException:
            os.close(descriptor)
            with suppress(OSError):
                path.unlink()
            raise
        return Draft(path, descriptor, len(record), covered)

    def adopt(self, draft: Draft) -> None:
        """Go on in `draft`, with the records that came while it was written."""
        size = self.size
        try:
            tail = self._since(draft.covered)
            if os.write(draft.descriptor, tail) != len(tail):
                raise OSError(None, "the disk took only a part of it")
            self._close()
            draft.close()  # some systems rename no open file
            os.replace(draft.path, self.path)
            size = draft.size + len(tail)
        except BaseException:
            draft.drop()
            raise
        finally:
            self._reopen(size)

    def _reopen(self, size: int) -> None:
        self._close()  # if it is not yet
        self.size = size
        self._descriptor = os.open(self.path, _FLAGS & ~(os.O_CREAT | os.O_EXCL))
        os.lseek(self._descriptor, size, os.SEEK_SET)

    def hold(self) -> None:
        """See that folder and lock are there for `rewrite`, should somebody have emptied the place. No other
        thread may `remove` the file meanwhile: who would give back a lock that is taken after that?
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        guard = self.path.with_suffix(LOCK)
        if guard.exists():
            return
        self._lock.release(force=True)
        lock = _locked(guard)
        if lock is None:
            raise OSError(None, "its lock is taken")
        self._lock = lock

    def _since(self, start: int) -> bytes:
        """The records from `start` on."""
        os.lseek(self._descriptor, start, os.SEEK_SET)
        parts: list[bytes] = []
        rest = self.size - start
        while rest > 0 and (part := os.read(self._descriptor, rest)):
            parts.append(part)
            rest -= len(part)
        os.lseek(self._descriptor, self.size, os.SEEK_SET)
        return b"".join(parts)

    def remove(self) -> None:
        """The work is saved, or given up: nothing is left of the file."""
        self._close()
        for path in (self.path, self.path.with_suffix(DRAFT)):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        _unlock(self._lock, self.path)

    def leave(self) -> None:
        """Leave the file to be found by the next start."""
        self._close()
        _unlock(self._lock, self.path)

    def _close(self) -> None:
        self._descriptor = _closed(self._descriptor)


@dataclass(slots=True)
class Draft:
    """The next form of a recovery file; `covered` bytes of the present one are in it already."""

    path: Path
    descriptor: int
    size: int
    covered: int

    def close(self) -> None:
        self.descriptor = _closed(self.descriptor)

    def drop(self) -> None:
        self.close()
        with suppress(OSError):
            self.path.unlink()


class Orphan:
    """Work whose window is gone. As long as this lives, no other window is offered it."""

    def __init__(self, path: Path, lock: BaseFileLock, found: Found) -> None:
        self.path = path
        self.found = found
        self._lock = lock

    def remove(self) -> None:
        """The person has it back, or has given it up. What was damaged stays beside it."""
        with suppress(OSError):
            if self.found.is_damaged:
                os.replace(self.path, self.path.with_suffix(DAMAGED))
            else:
                self.path.unlink(missing_ok=True)
            self.path.with_suffix(DRAFT).unlink(missing_ok=True)
        _unlock(self._lock, self.path)

    def leave(self) -> None:
        """Leave it for the next start."""
        _unlock(self._lock, self.path)


@dataclass(frozen=True, slots=True)
class Search:
    """What a start finds: orphans, the latest first, and sentences about what can't be offered."""

    orphans: tuple[Orphan, ...] = ()
    sentences: tuple[str, ...] = ()


def search(home: Path) -> Search:
    """Look for work that no living window holds, and hold it. Never raises."""
    orphans: list[Orphan] = []
    sentences: list[str] = []
    unread = 0
    for path in _latest_first(home):
        if len(orphans) == MOST_OFFERED:
            sentences.append("There may be more unsaved work; the next start offers it.")
            break
        try:
            lock = _locked(path.with_suffix(LOCK))
        except OSError:
            continue
        if lock is None:
            continue
        try:
            found = last(read(path, MOST_BYTES))
        except Newer:
            sentences.append("A newer Attention Studio keeps unsaved work here, which this one can't read.")
        except Refused as refused:
            # What the system refuses now may be whole, and to be had another day: it keeps its name.
            unread += isinstance(refused.__cause__, OSError) or _set_aside(path)
        else:
            orphans.append(Orphan(path, lock, found))
            continue
        _unlock(lock, path)
    _sweep(home)
    orphans.sort(key=lambda orphan: orphan.found.moment, reverse=True)
    if unread:
        sentences.append(f"A recovery file can't be read; it is kept in “{named(home)}”.")
    return Search(tuple(orphans), tuple(dict.fromkeys(sentences)))


def _sweep(home: Path) -> None:
    """Remove locks and drafts without a file, which a process leaves that dies between two steps."""
    for path in [*_latest_first(home, LOCK), *_latest_first(home, DRAFT)]:
        file = path.with_suffix(SUFFIX)
        if file.exists() or time.time() - _changed(path) < OLD:
            continue
        with suppress(OSError):
            lock = _locked(path.with_suffix(LOCK))
            if lock is not None:
                file.with_suffix(DRAFT).unlink(missing_ok=True)
                _unlock(lock, file)


def _latest_first(home: Path, suffix: str = SUFFIX) -> list[Path]:
    try:
        return sorted(home.glob(f"*{suffix}"), key=lambda path: (-_changed(path), path))
    except OSError:
        return []


def _changed(path: Path) -> float:
    with suppress(OSError):
        return path.lstat().st_mtime
    return 0.0


def _set_aside(path: Path) -> bool:
    """Whether a file without any work in it was worth keeping; it has another name then."""
    with suppress(OSError):
        if path.stat().st_size == 0:  # the process died before the first write
            path.unlink()
            return False
        os.replace(path, path.with_suffix(DAMAGED))
        return True
    return False


def _closed(descriptor: int) -> int:
    """Close a descriptor, if it is one still: its number may be that of another thread's file by now."""
    if descriptor >= 0:
        with suppress(OSError):
            os.close(descriptor)
    return -1


def _locked(path: Path) -> BaseFileLock | None:
    """The lock, taken; None where another window has it. OSError where there can be no locks."""
    from filelock import FileLock, Timeout

    lock = FileLock(path, thread_local=False)  # taken by one thread, and maybe given back by another
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    except (RuntimeError, NotImplementedError) as error:
        raise OSError(None, "this disk knows no locks") from error
    return lock


def _unlock(lock: BaseFileLock, of: Path) -> None:
    """Give the lock free; without a file to guard it goes too, before anybody can wait for it."""
    if not of.exists():
        with suppress(OSError):
            of.with_suffix(LOCK).unlink(missing_ok=True)
    with suppress(OSError):
        lock.release(force=True)
