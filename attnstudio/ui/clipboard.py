"""What is put on the clipboard."""

from __future__ import annotations

import atexit
from functools import cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication


def put(made: QMimeData) -> None:
    """Put something on the clipboard, in as many kinds as it holds.

    It is there for as long as the program runs: on X11 and Wayland a clipboard belongs to the process.
    """
    QGuiApplication.clipboard().setMimeData(made)
    if QGuiApplication.platformName() == "offscreen":
        _empty_at_the_end()


def put_text(text: str) -> None:
    """Put plain text on the clipboard."""
    made = QMimeData()
    made.setText(text)
    put(made)


@cache
def _empty_at_the_end() -> None:
    """Without a display Qt would free what Python has freed already, and the process would end in a crash.

    With one, nothing is cleared: a clipboard manager may be about to keep it.
    """
    atexit.register(_empty)


def _empty() -> None:
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()
