"""When Python looks for garbage: not among what stays for good.

A window and its panels are made of many objects that live as long as the program. To look through them again
and again costs a fifth of the start, and later a pause that is seen in the middle of a drag.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage while something is made that stays; afterwards leave it out, if the start was.

    Where windows come and go, as in tests, nothing is left out: they would never be taken down.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_freeze_count():
                gc.freeze()
            gc.enable()


def start() -> None:
    """Look for no garbage until `started`."""
    gc.disable()


def started() -> None:
    """From now on garbage is looked for, but not among what there is already."""
    gc.freeze()
    gc.enable()
