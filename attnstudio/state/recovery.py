"""Every committed change is on its way to the disk before anybody is told of it.

`keep` appends one record by one write, on the thread that made the change: from then on the change outlives
the process. What outlives the machine too, and what keeps the file short, takes longer, and is done within a
second by a thread that knows no more than this file.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread

from attnstudio.storage.faults import why
from attnstudio.storage.recovery_files import RecoveryFile, folder, load
from attnstudio.storage.recovery_records import Kept, change, whole

PAUSE = 0.6
"""Seconds for which changes are gathered before they are settled."""
SPARE = 2**18
"""Bytes of changes that are kept, beside three times the whole, before the file is written anew."""


@dataclass(slots=True, eq=False)
class _Held:
    """A recovery file, and what is in it."""

    file: RecoveryFile
    kept: Kept
    whole: int  # bytes of the record that begins the file
    is_settled: bool = False  # it would outlive the machine


class Recovery:
    """The recovery file of one window, made at its first change.

    Never raises for what the system refuses: work goes on, and `tell` is called, once and from any thread,
    with a sentence about it.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._has_told = False
        self._has_failed = False  # to keep the last change
        self._lock = Lock()  # around what both threads touch: the files, and what is in them
        self._held: _Held | None = None
        self._aside: dict[object, _Held] = {}  # of other works, which are not saved either
        self._wake, self._ended = Event(), Event()
        self._thread: Thread | None = None

    def prepare(self) -> None:
        """Load what the first change needs, on the thread: it would take longer than a frame."""
        self._start_thread()

    @property
    def is_kept(self) -> bool:
        """Whether the work is in a file, as it was told last."""
        return self._held is not None and not self._has_failed

    def keep(self, kept: Kept) -> None:
        """Append what is new since the last call."""
        self._has_failed = not self._tried(lambda: self._append(kept))
        self._settle_soon()

    def forget(self) -> None:
        """The work is saved, or as it was opened, or given up: nothing of it needs to be kept."""
        with self._lock:
            if self._held is not None:
                self._held.file.remove()
            self._held = None

    def set_aside(self, work: object) -> None:
        """Another comes in place of this `work`, which is not saved: what was kept of it stays."""
        with self._lock:
            if self._held is not None:
                self._aside[work] = self._held
            self._held = None

    def take_up(self, work: object) -> None:
        """A work that was set aside is here again: what is kept next is added to its file."""
        with self._lock:
            self._held = self._aside.pop(work, None)

    def leave_aside(self) -> None:
        """What was set aside is for the next start to offer."""
        self._end_aside(RecoveryFile.leave)

    def discard_aside(self) -> None:
        """Nobody wants back what was set aside."""
        self._end_aside(RecoveryFile.remove)

    def _end_aside(self, act: Callable[[RecoveryFile], None]) -> None:
        with self._lock:
            for held in self._aside.values():
                act(held.file)
            self._aside.clear()

    def close(self, *, is_over: bool) -> None:
        """End the thread. `is_over`: the person wants nothing back; else the next start offers it."""
        if is_over:
            self._let_go(RecoveryFile.remove)
        self._ended.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._let_go(RecoveryFile.leave)

    # --- inside ---------------------------------------------------------------------------------------

    def _let_go(self, act: Callable[[RecoveryFile], None]) -> None:
        self._end_aside(act)
        with self._lock:
            if self._held is not None:
                act(self._held.file)
            self._held = None

    def _append(self, kept: Kept) -> None:
        with self._lock:
            held = self._held
            if held is None:
                self._held = _begun(kept)
            elif record := change(held.kept, kept, time.time()):
                held.file.append(record)
                held.kept, held.is_settled = kept, False

    def _settle_soon(self) -> None:
        self._start_thread()
        self._wake.set()

    def _start_thread(self) -> None:
        if self._thread is None and not self._ended.is_set():
            self._thread = Thread(target=self._settle_changes, name="recovery", daemon=True)
            self._thread.start()

    def _settle_changes(self) -> None:
        """What the thread does."""
        self._tried(load)
        while not self._ended.is_set():
            self._wake.wait()
            self._ended.wait(PAUSE)
            self._wake.clear()
            self._tried(self._settle)

    def _settle(self) -> None:
        with self._lock:
            waiting = [held for held in (self._held, *self._aside.values()) if held and not held.is_settled]
        for held in waiting:
            self._settle_one(held)

    def _settle_one(self, held: _Held) -> None:
        file = held.file
        with self._lock:
            if not self._has(held):
                return
            kept, covered, held.is_settled = held.kept, file.size, True
            is_short = file.is_there() and covered <= 3 * held.whole + SPARE
            if is_short:
                descriptor = file.duplicate()
            else:
                file.hold()
        if is_short:
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            return
        draft = file.rewrite(whole(kept, time.time()), covered)
        with self._lock:
            if self._has(held):
                held.whole = draft.size
                file.adopt(draft)
            else:  # saved, or given up, meanwhile
                draft.drop()

    def _has(self, held: _Held) -> bool:
        return held is self._held or held in self._aside.values()

    def _tried(self, act: Callable[[], object]) -> bool:
        """Do it, and tell where it can't be done. No reason ends more than that: the change was made and must
        be shown, and without the thread the file would grow for ever."""
        try:
            act()
        except OSError as error:
            self._say(why(error))
        except Exception as error:  # goes to where all faults go
            self._say(f"the program has a fault ({type(error).__name__})")
            sys.excepthook(type(error), error, error.__traceback__)
        else:
            return True
        return False

    def _say(self, reason: str) -> None:
        if not self._has_told:
            self._has_told = True
            with suppress(RuntimeError):  # whoever was to hear it is gone
                self._tell(
                    f"What you change can't be kept for the case of a crash: {reason}. Save now and then."
                )


def _begun(kept: Kept) -> _Held:
    """A new file, which holds the whole work."""
    record = whole(kept, time.time())
    file = RecoveryFile(folder())
    try:
        file.append(record)
    except BaseException:
        file.remove()
        raise
    return _Held(file, kept, len(record))
