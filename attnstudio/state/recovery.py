"""Every committed change is on its way to the disk before anybody is told of it.

`keep` appends one record by one write, on the thread that made the change: from then on the change outlives
the process. What outlives the machine too, and what keeps the file short, takes longer, and is done within a
second by a thread that knows no more than this file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

from attnstudio.model.document import Document
from attnstudio.storage.faults import why
from attnstudio.storage.recovery_files import RecoveryFile, folder, load
from attnstudio.storage.recovery_records import Kept, change, whole

PAUSE = 0.6
"""Seconds for which changes are gathered before they are settled."""
SPARE = 2**18
"""Bytes of changes that are kept, beside three times the whole, before the file is written anew."""


class Recovery:
    """The recovery file of one window, made at its first change.

    Never raises for what the system refuses: work goes on, and `tell` is called, once and from any thread,
    with a sentence about it.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._has_told = False
        self._has_failed = False  # to keep the last change
        self._lock = Lock()  # around what both threads touch: the file, and what is in it
        self._file: RecoveryFile | None = None
        self._kept: Kept | None = None
        self._whole = 0  # bytes of the record that begins the file
        self._aside: list[tuple[Document, RecoveryFile]] = []
        self._wake, self._ended = Event(), Event()
        self._thread: Thread | None = None

    def prepare(self) -> None:
        """Load what the first change needs, on the thread: it would take longer than a frame."""
        self._start_thread()

    @property
    def is_kept(self) -> bool:
        """Whether the work is in a file, as it was told last."""
        return self._kept is not None and not self._has_failed

    def keep(self, kept: Kept) -> None:
        """Append what is new since the last call."""
        self._has_failed = True
        try:
            with self._lock:
                self._append(kept)
        except OSError as error:
            self._refused(error)
        except Exception as error:  # whatever it is, the change was made and must be shown
            self._say(f"the program has a fault ({type(error).__name__})")
            return
        else:
            self._has_failed = False
        self._settle_soon()

    def forget(self) -> None:
        """The work is saved, or as it was opened, or given up: nothing of it needs to be kept."""
        with self._lock:
            if self._file is not None:
                self._file.remove()
            self._file = self._kept = None

    def set_aside(self) -> None:
        """Another work comes in place of this one, which is not saved: what was kept of it stays."""
        with self._lock:
            if self._file is not None and self._kept is not None:
                self._aside.append((self._kept.document, self._file))
            self._file = self._kept = None

    def leave_aside(self) -> None:
        """What was set aside is for the next start to offer."""
        self._end_aside(RecoveryFile.leave)

    def discard_aside(self) -> None:
        """Nobody wants back what was set aside."""
        self._end_aside(RecoveryFile.remove)

    def _end_aside(self, act: Callable[[RecoveryFile], None]) -> None:
        with self._lock:
            for _, file in self._aside:
                act(file)
            self._aside = []

    def forget_aside(self, document: Document) -> None:
        """What was set aside as `document` is here again, or given up."""
        with self._lock:
            for entry in [entry for entry in self._aside if entry[0] is document]:
                self._aside.remove(entry)
                entry[1].remove()

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
            if self._file is not None:
                act(self._file)
            self._file = self._kept = None

    def _append(self, kept: Kept) -> None:
        if self._file is None or self._kept is None:
            record = whole(kept, time.time())
            if self._file is None:
                self._file = RecoveryFile(folder())
            self._file.append(record)
            self._whole = len(record)
        elif record := change(self._kept, kept, time.time()):
            self._file.append(record)
        self._kept = kept

    def _settle_soon(self) -> None:
        self._start_thread()
        self._wake.set()

    def _start_thread(self) -> None:
        if self._thread is None and not self._ended.is_set():
            self._thread = Thread(target=self._settle_changes, name="recovery", daemon=True)
            self._thread.start()

    def _settle_changes(self) -> None:
        """What the thread does."""
        load()
        while not self._ended.is_set():
            self._wake.wait()
            self._ended.wait(PAUSE)
            self._wake.clear()
            try:
                self._settle()
            except OSError as error:
                self._refused(error)

    def _settle(self) -> None:
        with self._lock:
            file, kept = self._file, self._kept
            if file is None or kept is None:
                return
            is_short = file.is_there() and file.size <= 3 * self._whole + SPARE
            covered = file.size
            descriptor = file.duplicate() if is_short else -1
        if is_short:
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            return
        draft = file.rewrite(whole(kept, time.time()), covered)
        with self._lock:
            if self._file is not file:  # forgotten or set aside meanwhile
                draft.drop()
                return
            file.adopt(draft)
            self._whole = draft.size
        self._wake.set()  # the records that came meanwhile are not settled yet

    def _refused(self, error: OSError) -> None:
        self._say(why(error))

    def _say(self, reason: str) -> None:
        if not self._has_told:
            self._has_told = True
            with suppress(RuntimeError):  # whoever was to hear it is gone
                self._tell(
                    f"What you change can't be kept for the case of a crash: {reason}. Save now and then."
                )
