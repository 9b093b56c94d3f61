"""Faults that nobody catches, in a real process: logged, told once, and the program goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from attnstudio.storage import logs
from attnstudio.storage.recovery_files import folder, search

# Runs the program with `act(window)` in it; half a second later its window says what it shows, and closes.
STAGE = """
import json, sys, threading
from functools import partial
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication, QWidget
from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.ui import application

open_window = application.open_window

def opened(name):
    window = open_window(name)
    QTimer.singleShot(0, window, lambda: act(window))
    QTimer.singleShot(WAIT, window, lambda: tell(window))
    return window

def tell(window):
    notices = [notice.sentence for notice in window.notices.waiting]
    print(json.dumps({"notices": notices, "message": window.store.view.message}), flush=True)
    window.store.mark_saved()
    window.close()

def move(window):
    store = window.store
    edit = lambda document: edits.move_vector(document, Handle("query", store.look.query), (0.25, 0.5))
    store.apply("Move query", edit)

application.open_window = opened
"""
RUN = "\nsys.exit(application.run(None))\n"

SLOT = "def act(window): raise LookupError('lost in a slot')"
THREAD = """
def fail(): raise LookupError('lost in a thread')
def act(window): threading.Thread(target=fail).start()
"""
UNRAISABLE = """
class Odd:
    def __del__(self): raise LookupError('lost in a finaliser')
def act(window): Odd()
"""
PAINT = """
paints = 0
class Faulty(QWidget):
    def paintEvent(self, event):
        global paints
        paints += 1
        raise LookupError('lost while painting')
def again(child):
    child.update()
    if paints < 40: QTimer.singleShot(0, child, lambda: again(child))
def act(window):
    child = Faulty(window)
    child.resize(50, 50)
    child.show()
    again(child)
"""
MANY = """
def act(window):
    for number in range(5):
        text = "\\n" * number + "def fail(): raise LookupError('lost in many places')"
        exec(compile(text, "many", "exec"), globals())
        QTimer.singleShot(0, window, fail)
"""
AT_ONCE = """
def act(window):
    ready = threading.Barrier(20)
    for number in range(20):
        text = "\\n" * number + "def fail(): ready.wait(); raise LookupError('lost at once')"
        here = {"ready": ready}
        exec(compile(text, "many", "exec"), here)
        threading.Thread(target=here["fail"]).start()
"""


def ran(act: str, checkout: Path, wait: int = 500) -> tuple[dict[str, Any], subprocess.CompletedProcess[str]]:
    """What the window showed, and how the process ended."""
    done = subprocess.run(
        [sys.executable, "-c", f"WAIT = {wait}\n{STAGE}\n{act}\n{RUN}"],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    shown: dict[str, Any] = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    return shown, done


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (SLOT, "lost in a slot"),
        (THREAD, "lost in a thread"),
        (UNRAISABLE, "lost in a finaliser"),
        (PAINT, "lost while painting"),
    ],
    ids=["slot", "thread", "unraisable", "paint"],
)
def test_a_fault_is_logged_and_told_once_and_the_program_goes_on(act: str, what: str, checkout: Path) -> None:
    shown, done = ran(act, checkout)
    assert done.returncode == 0, done.stderr
    assert len(shown["notices"]) == 1
    assert shown["notices"][0].startswith("Something went wrong in the studio.")
    log = logs.log_file().read_text("utf-8")
    assert log.count(f"LookupError: {what}") == 1
    assert "Traceback" in log
    assert what in done.stderr  # and on the terminal, for whoever has one


def test_many_faults_are_one_notice(checkout: Path) -> None:
    shown, done = ran(MANY, checkout)
    assert done.returncode == 0
    assert len(shown["notices"]) == 1
    assert logs.log_file().read_text("utf-8").count("LookupError: ") == 5


def test_of_faults_in_many_threads_at_once_none_is_lost(checkout: Path) -> None:
    shown, done = ran(AT_ONCE, checkout)
    assert (done.returncode, len(shown["notices"])) == (0, 1)
    assert logs.log_file().read_text("utf-8").count("LookupError: ") == 20


def test_what_qt_warns_of_is_logged_and_not_told(checkout: Path) -> None:
    shown, done = ran("def act(window): qWarning('odd geometry')", checkout)
    assert (done.returncode, shown["notices"]) == (0, [])
    assert "QtWarningMsg: odd geometry" in logs.log_file().read_text("utf-8")
    assert "odd geometry" in done.stderr


def test_without_a_fault_there_is_no_log(checkout: Path) -> None:
    shown, done = ran("def act(window): pass", checkout)
    assert (done.returncode, done.stderr, shown["notices"]) == (0, "", [])
    assert not logs.log_file().exists()


def test_a_log_that_cannot_be_written_stops_nothing(checkout: Path) -> None:
    logs.folder().parent.mkdir(parents=True)
    logs.folder().touch()
    shown, done = ran(SLOT, checkout, wait=1500)
    assert (done.returncode, len(shown["notices"])) == (0, 1)


def test_somebody_s_wish_to_end_leaves_the_work_to_the_next_start(checkout: Path) -> None:
    _, done = ran("def act(window):\n    move(window)\n    sys.exit(3)", checkout)
    assert done.returncode == 3
    assert search(folder()).orphans[0].found.document.passages[0].heads[0].queries[5] == (0.25, 0.5)
    assert not logs.log_file().exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV])
def test_however_a_signal_ends_it_the_work_is_there(sign: signal.Signals, checkout: Path) -> None:
    end = f"QTimer.singleShot(1300, lambda: os.kill(os.getpid(), {sign.value}))"
    _, done = ran(f"import os\ndef act(window):\n    move(window)\n    {end}", checkout, wait=5000)
    assert done.returncode == -sign
    assert search(folder()).orphans[0].found.document.passages[0].heads[0].queries[5] == (0.25, 0.5)
    crash = logs.folder() / "crash.log"
    assert ("Segmentation fault" in crash.read_text("utf-8")) == (sign == signal.SIGSEGV)


def test_the_next_start_offers_what_the_last_one_lost(checkout: Path) -> None:
    ran("def act(window):\n    move(window)\n    sys.exit(3)", checkout)
    shown, done = ran("def act(window): pass", checkout, wait=1500)
    assert done.returncode == 0
    (sentence,) = shown["notices"]
    assert "was not saved: “bank — money” (I deposited money at the bank), last: Move query." in sentence
    assert len(search(folder()).orphans) == 1  # nobody answered: it is there still
