"""When Python looks for garbage: not among what stays for good; and what it keeps that nobody needs.

A window and its panels are made of many objects that live as long as the program. To look through them again
and again costs a fifth of the start, and later a pause that is seen in the middle of a drag.

PySide reads the text of every module that is loaded after it, to see whether its own name stands there, and
Python keeps those texts for tracebacks: 15 MB by the time the window stands. A traceback reads them again.
"""

from __future__ import annotations

import gc
import linecache
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage while something is made that stays; afterwards leave it out, if the start was, and
    forget the texts of its modules.

    Where windows come and go, as in tests, nothing is left out: they would never be taken down.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        linecache.clearcache()
        if was_on:
            if gc.get_freeze_count():
                gc.freeze()
            gc.enable()


def start() -> None:
    """Look for no garbage until `started`."""
    gc.disable()


def started() -> None:
    """From now on garbage is looked for, but not among what there is already."""
    linecache.clearcache()
    gc.freeze()
    gc.enable()
