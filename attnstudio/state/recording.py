"""What a hand did, with its times: the documents of the last gesture, or of all that is done for a while.

Documents are frozen and share what did not change, so that a frame of a drag costs the few tuples that are
new in it. Nothing is worked out while a hand moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Gesture, Store

LONGEST = 60.0
"""Seconds: of what goes on for longer, the end is kept."""
FINEST = 1 / 60
"""Seconds: of three states within so little time the middle one is left out; a minute has 7200 at most."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One state, and when it came about: seconds after the first."""

    at: float
    document: Document
    look: Look


@dataclass(frozen=True, slots=True)
class Recorded:
    """`name` is what was done, e.g. “Move key of “money””; `taken` has two states at least."""

    name: str
    taken: tuple[Taken, ...]

    @property
    def seconds(self) -> float:
        """From the first state to the last."""
        return self.taken[-1].at

    def at(self, seconds: float) -> Taken:
        """The state that was shown so many seconds after the first."""
        return self.taken[max(bisect_right(self.taken, seconds, key=lambda one: one.at) - 1, 0)]


class Recording:
    """Listens to a Store. `last` is the last gesture that changed something and was not taken back."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._gesture: Gesture | None = None
        self._taken: deque[Taken] = deque()
        self._all: deque[Taken] | None = None
        self.last: Recorded | None = None
        self.whole: Recorded | None = None  # from `start` to `stop`
        self.end = store.subscribe(self._told)

    @property
    def is_running(self) -> bool:
        """Whether all that is done is kept, until `stop`."""
        return self._all is not None

    def start(self) -> None:
        """Keep all that is done from now on: drags, keys, settings, undo."""
        self._all = deque([self._shown(self._store.now)])

    def stop(self) -> Recorded | None:
        """What was done since `start`; None where nothing changed."""
        kept, self._all = self._all, None
        self.whole = None if kept is None else _recorded("What was done", kept)
        return self.whole

    # --- inside ---------------------------------------------------------------------------------------

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        gesture = self._store.gesture
        if gesture is not self._gesture:
            self._turn_to(gesture, old)
        if old.document is new.document and (self._all is None or old.look is new.look):
            return
        state = self._shown(new)
        if gesture is not None:
            _take(self._taken, state)
        if self._all is not None:
            _take(self._all, state)

    def _turn_to(self, gesture: Gesture | None, old: Snapshot) -> None:
        """One gesture ended, or another began: what was taken of the one before is whole now."""
        before, self._gesture = self._gesture, gesture
        if before is not None:
            self._keep(before)
        self._taken = deque()
        if gesture is not None:
            self._taken.append(self._shown(gesture.start))

    def _keep(self, gesture: Gesture) -> None:
        """Unless it was cancelled, or led back to where it began."""
        undo = self._store.history.done
        if undo and undo[-1].name == gesture.name and undo[-1].document is gesture.start.document:
            self.last = _recorded(gesture.name, self._taken) or self.last

    def _shown(self, now: Snapshot) -> Taken:
        return Taken(self._clock(), now.document, now.look)


def _take(kept: deque[Taken], state: Taken) -> None:
    if len(kept) > 1 and state.at - kept[-2].at < FINEST:
        kept.pop()  # the one before was not shown for long enough to be seen
    kept.append(state)
    while state.at - kept[0].at > LONGEST:
        kept.popleft()


def _recorded(name: str, kept: Iterable[Taken]) -> Recorded | None:
    states = tuple(kept)
    if len(states) < 2:
        return None
    begin = states[0].at
    return Recorded(name, tuple(Taken(one.at - begin, one.document, one.look) for one in states))
