"""A generator whose steps are done one by one, between the events of the window."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QTimer

_PAUSE = 2
"""Milliseconds between steps: whatever the person does comes in between."""


class Stepping(QObject):
    """Does one piece of work at a time; a new one calls the one before off."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Generator[Any, None, None] | None = None
        self._failed: Callable[[Exception], object] = lambda fault: None
        self._timer = QTimer(self)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._step)

    def start(self, work: Generator[Any, None, None], failed: Callable[[Exception], object]) -> None:
        """Go through `work`. `failed` is told of what it raises, which ends it."""
        self.stop()
        self._work, self._failed = work, failed
        self._timer.start()

    def stop(self) -> None:
        """Call off what is being done; it ends before this returns."""
        self._timer.stop()
        work, self._work = self._work, None
        if work is not None:
            work.close()

    def _step(self) -> None:
        work = self._work
        if work is None:
            return
        try:
            next(work)
        except StopIteration:
            if self._work is work:
                self.stop()
        except Exception as fault:
            self._timer.stop()
            self._work = None
            self._failed(fault)
