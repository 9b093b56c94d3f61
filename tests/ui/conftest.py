"""What the tests of the window share: no display, no messages from Qt, and nothing left behind."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import WeakSet

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # read when the first QApplication is made

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow

# The offscreen platform has no window manager, and says so whenever a window is raised or a menu opened.
NO_WINDOW_MANAGER = "^This plugin does not support "

timers: WeakSet[QTimer] = WeakSet()
"""All that are alive, wherever they hang: Qt lists none, and to look through all objects takes 20 ms."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Any message from Qt fails the test that drew it out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_level_fail("INFO"))  # the lowest level: debug and above
            item.add_marker(pytest.mark.qt_log_ignore(NO_WINDOW_MANAGER))


@pytest.fixture(autouse=True)
def clean_clipboard(qapp: QApplication) -> Iterator[None]:
    """Empty the clipboard: what Python made and left there would crash the process at its end."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def timers_are_known() -> Iterator[None]:
    """Have every timer that is made enter `timers`."""
    make = QTimer.__init__

    def made(timer: QTimer, *arguments: Any, **named: Any) -> None:
        make(timer, *arguments, **named)
        timers.add(timer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QTimer, "__init__", made)
        yield


@pytest.fixture(autouse=True)
def nothing_left_behind(qapp: QApplication) -> Iterator[None]:
    """Fail a test that leaves a window open or a timer running: in the program both would pile up."""
    before = leftovers(qapp)  # held: an address freed during the test must not be taken for an old widget
    yield
    QToolTip.hideText()
    left = new_leftovers(qapp, before)
    if left:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        left = new_leftovers(qapp, before)
    if left:
        del left[:]
        gc.collect()  # widgets in a cycle of references are not leaks, only not yet collected
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        left = new_leftovers(qapp, before)
    assert not left, f"left behind: {', '.join(map(describe, left))}"


def leftovers(app: QApplication) -> list[QObject]:
    """The top-level widgets and the running timers that there are now."""
    running = (timer for timer in timers if shiboken6.isValid(timer) and timer.isActive())
    return [*app.topLevelWidgets(), *running]


def new_leftovers(app: QApplication, before: list[QObject]) -> list[QObject]:
    """The leftovers that were not there before."""
    return [thing for thing in leftovers(app) if not any(thing is old for old in before)]


def describe(thing: QObject) -> str:
    """A leftover, for the person who looks for its origin."""
    kind = "window" if isinstance(thing, QWidget) else "timer"
    return f"{kind} {type(thing).__name__} “{thing.objectName()}”"


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    """The studio's window, on the scene with which it opens."""
    made = open_window("bank-money")
    QApplication.processEvents()
    yield made
    leave(made)


def leave(window: MainWindow) -> None:
    """Close a window for good; what it holds is thrown away."""
    window.store.mark_saved()
    window.work.discard_left()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
