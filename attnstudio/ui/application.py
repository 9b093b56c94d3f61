"""The running program: one QApplication, dressed, and the windows in it."""

from __future__ import annotations

import signal
import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from attnstudio.model.refused import Refused
from attnstudio.state.recovery import Recovery
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.storage import settings as settings_file
from attnstudio.study.scenes import FIRST, load
from attnstudio.ui import garbage
from attnstudio.ui.dress import prepare
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.recovering import Teller, offer
from attnstudio.ui.theme import theme_meant
from attnstudio.ui.unhandled import Unhandled

STARTED = 1000
"""Milliseconds from the window to when all is there, with what waits for the first paint."""


def open_window(scene_or_path: str = FIRST) -> MainWindow:
    """Open a scene, by its id, or a document in a window of the running QApplication, and show it.

    Raises `Refused` with one sentence where it can't be opened; then there is no window.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("open_window needs a running QApplication")
    prepare(application)
    settings, fault = settings_file.load_told()
    document, look = load(FIRST)
    # In its theme from the start: dressing it twice would take twice as long.
    view = View(
        theme=theme_meant(settings.theme),
        text_scale=settings.text_scale,
        reduced_motion=settings.reduced_motion,
    )
    store = Store(document, look, view)
    teller = Teller(store)
    work = Work(store, Recovery(teller.told.emit))
    work.open(scene_or_path)
    window = MainWindow(store, work, settings)
    teller.setParent(window)
    window.set_theme(settings.theme)
    window.show()
    if fault:
        _also_say(store, settings_file.replaced(fault))
    return window


def run(scene_or_path: str | None, *, from_desktop: bool = False) -> int:
    """Start the studio and stay until its window is closed. The exit code is 0, or 1 for a bad file.

    Started `from_desktop` there is no terminal to read: what is wrong with the file is said in the window.
    """
    garbage.start()
    application = QApplication(sys.argv[:1])
    unhandled = Unhandled()
    unhandled.install()
    try:
        try:
            window = open_window(scene_or_path or FIRST)
        except Refused as refused:
            if not from_desktop:
                print(f"attnstudio: {refused}", file=sys.stderr)
                return 1
            window = open_window()
            _also_say(window.store, str(refused))
        unhandled.watch(window)
        QTimer.singleShot(STARTED, window, lambda: _started(window, unhandled))
        # Qt's loop gives Python no turn to answer Ctrl-C, and then in the middle of just any slot. However a
        # signal ends the process, the recovery file stays for the next start.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return application.exec()
    finally:
        unhandled.uninstall()


def _also_say(store: Store, sentence: str) -> None:
    """Say something beside what is said already."""
    store.say(f"{store.view.message} {sentence}".strip())


def _started(window: MainWindow, unhandled: Unhandled) -> None:
    """What can wait until the window stands and is painted."""
    unhandled.watch_crashes()
    window.work.prepare()
    offer(window)
    garbage.started()
