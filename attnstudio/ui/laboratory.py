"""The worker of the d_k laboratory: it draws beside the window, so that a drag never waits for it.

It listens to the Store. While the workspace is shown, another sampling starts another run; the run before
is left at its next step, and what it might still tell is dropped. Results come back to the window's thread
through a queued signal and are put into `View.sampled`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from threading import Event
from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import Sampler, modest, sample
from attnstudio.model.settings import Sampling
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store

SLOW = 0.3
"""Seconds after which the person is told how far it is."""

_BETWEEN = 0.1  # seconds from one of these tidings to the next


def shown(now: Snapshot) -> Sampled | None:
    """The samples to draw; a picture waits for them, and so has to do with fewer draws."""
    sampled, wanted = now.view.sampled, now.document.sampling
    if not now.view.is_figure:
        return sampled
    if sampled is not None and sampled.sampling == wanted and sampled.is_complete:
        return sampled
    return _drawn_at_once(modest(wanted))


@lru_cache(maxsize=4)  # the panels of one picture ask for the same
def _drawn_at_once(sampling: Sampling) -> Sampled:
    return sample(sampling)


def waiting(now: Snapshot) -> str:
    """What stands where there is nothing to show yet."""
    return "not drawn" if now.view.undrawn == now.document.sampling else "drawing…"


class Drawing(QObject):
    """One run, made in the window's thread and worked off in another."""

    told = Signal(object, object)  # this run, and its Sampled
    failed = Signal(object, str)  # this run, and why it ended

    def __init__(self, sampling: Sampling, after: Sampler | None, gone: Event) -> None:
        super().__init__()
        self.sampling = sampling
        self.sampler: Sampler | None = None
        self.left = Event()  # nobody waits for it any more
        self._after = after
        self._gone = gone  # set when the whole laboratory went

    def work(self) -> None:
        """Draw to the end, or tell why not."""
        try:
            self._draw()
        except Exception as fault:
            if not self._is_over():
                self.failed.emit(self, str(fault) or type(fault).__name__)
            raise  # into the log of the thread's pool

    def _draw(self) -> None:
        """Tell what is new, and after a while also how far it is."""
        if self._is_over():
            return
        began = told = monotonic()
        sampler = self.sampler = Sampler(self.sampling, self._after)
        self._after = None  # else every run would hold all those before it
        stage = sampler.stage
        for _ in sampler.steps():
            if self._is_over():
                return
            now = monotonic()
            is_slow = now - began > SLOW
            if sampler.stage != stage or (is_slow and now - told > _BETWEEN):
                stage, told = sampler.stage, now
                self.told.emit(self, replace(sampler.sampled(), is_slow=is_slow))

    def _is_over(self) -> bool:
        return self.left.is_set() or self._gone.is_set()


class _Worker:
    """At most one thread, there from the first run until it is sent home. It knows nothing of Qt, so that it
    can be sent home when the objects of Qt are gone already."""

    def __init__(self) -> None:
        self.gone = Event()
        self._pool: ThreadPoolExecutor | None = None

    def take(self, run: Drawing) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="laboratory")
        self._pool.submit(run.work).add_done_callback(_report)

    def send_home(self, *, wait: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=True)

    def leave_all(self) -> None:
        """The laboratory went: nobody is left to wait, or to be told."""
        self.gone.set()
        self.send_home(wait=False)


class Laboratory(QObject):
    """Keeps `View.sampled` at what the document asks for, from `wake` to `rest`."""

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._run: Drawing | None = None
        self._last: Sampler | None = None  # whose curves are complete
        self._end: Callable[[], None] | None = None
        self._worker = _Worker()
        self.destroyed.connect(self._worker.leave_all)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.rest)

    def wake(self) -> None:
        """Begin to draw what the document asks for, and whatever it will ask for."""
        if self._end is None and not self._store.view.is_figure:
            self._end = self._store.subscribe(self._told)
            self.destroyed.connect(self._end)
            self._attend(self._store.now)

    def rest(self) -> None:
        """Stop, and wait until the thread has ended: some milliseconds."""
        if self._end is not None:
            self._end()
            self._end = None
        self._leave()
        self._worker.send_home(wait=True)

    # --- inside ---------------------------------------------------------------------------------------

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        if old.document.sampling is not new.document.sampling or old.view.sampled is not new.view.sampled:
            self._attend(new)

    def _attend(self, now: Snapshot) -> None:
        """Have the run that is wanted now, and no other."""
        wanted, sampled = now.document.sampling, now.view.sampled
        has_some = sampled is not None and sampled.sampling == wanted
        is_stopped = has_some and sampled is not None and sampled.is_stopped
        if self._run is not None and self._run.sampling == wanted and not is_stopped:
            return
        self._leave()
        if is_stopped or (has_some and sampled is not None and sampled.is_complete):
            return
        self._start(wanted)

    def _start(self, sampling: Sampling) -> None:
        run = self._run = Drawing(sampling, self._last, self._worker.gone)
        run.told.connect(self._receive, Qt.ConnectionType.QueuedConnection)
        run.failed.connect(self._give_up, Qt.ConnectionType.QueuedConnection)
        self._worker.take(run)

    def _leave(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.left.set()

    def _receive(self, run: Drawing, sampled: Sampled) -> None:
        if run is not self._run:
            return  # it was overtaken
        if run.sampler is not None and run.sampler.has_curve:
            self._last = run.sampler
        if sampled.is_complete:
            self._run = None
        self._store.set_view(sampled=sampled, undrawn=None)

    def _give_up(self, run: Drawing, reason: str) -> None:
        if run is not self._run:
            return
        self._run = None
        sampled = self._store.view.sampled
        if sampled is not None and sampled.sampling == run.sampling:
            sampled = replace(sampled, is_stopped=True)  # what is there stays, and can be gone on with
        said = f"The draws ended with a fault: {reason.rstrip('.')}. “Draw again” begins anew."
        self._store.set_view(sampled=sampled, undrawn=run.sampling, message=said)


def _report(future: Future[None]) -> None:
    """A fault in the thread must not pass unseen."""
    if not future.cancelled():
        future.result()
