"""Encoding beside the window: a thread that takes pictures, one by one, and knows nothing of Qt.

It is handed the next one only when it is done with the one before. Python runs one thread at a time, and a
paint gives way at each of its hundred calls of Qt: beside a busy encoder, each of them would wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from attnstudio.model.refused import Refused
from attnstudio.ui.animations.reel import Pixels

_LISTEN = 0.05  # seconds after which the thread looks up whether anybody still waits for it
_T = TypeVar("_T")


class _Left(Exception):
    """Nobody waits for the work any more."""


class Encoding(Generic[_T]):
    """`work` takes `count` pictures and makes something of them; `keep` then does what can't be taken back.

    Whoever started it asks `is_over`, then `finish`, or calls it off with `leave`. Both join the thread.
    """

    def __init__(
        self, count: int, work: Callable[[Iterator[Pixels]], _T], keep: Callable[[_T], object]
    ) -> None:
        self.count = count
        self.taken = 0  # pictures so far
        self._work, self._keep = work, keep
        self._waiting: Queue[Pixels] = Queue()
        self._hungry = Event()
        self._lock = Lock()
        self._is_left = False
        self._is_kept = False
        self._fault: BaseException | None = None
        self._thread = Thread(target=self._run, name="animation", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def is_hungry(self, patience: float = 0.0) -> bool:
        """Whether it waits for the next picture; so many seconds are waited for that."""
        return self._hungry.wait(patience)

    def feed(self, picture: Pixels) -> None:
        """Hand the next picture over."""
        self._hungry.clear()
        self._waiting.put(picture)

    def ends_within(self, patience: float) -> bool:
        """Wait so many seconds for the end; whether it came."""
        self._thread.join(patience)
        return self.is_over

    def finish(self) -> None:
        """Wait for the end. Raises `Refused` where the work could not be done, and what else went wrong."""
        self._thread.join()
        if self._fault is not None:
            raise self._fault

    def leave(self) -> bool:
        """Stop at the next picture. False where the work was kept already."""
        with self._lock:
            self._is_left = not self._is_kept
        self._thread.join()
        return self._is_left

    # --- in the thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            made = self._work(self._pictures())
            with self._lock:
                if self._is_left:
                    return
                self._is_kept = True
            self._keep(made)
        except _Left:
            pass
        except MemoryError:
            self._fault = Refused(
                "There is not enough memory for this animation: make it smaller or shorter."
            )
        except Exception as fault:  # told to whoever waits, in their own thread
            self._fault = fault

    def _pictures(self) -> Iterator[Pixels]:
        while self.taken < self.count:
            if self._waiting.empty():
                self._hungry.set()
            if self._is_left:
                raise _Left
            try:
                picture = self._waiting.get(timeout=_LISTEN)
            except Empty:
                continue
            self.taken += 1
            yield picture
