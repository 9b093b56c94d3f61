"""The program as a process: what it loads, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from attnstudio.state.snapshot import PANELS_OF

STARTED = """
import sys
from PySide6.QtWidgets import QApplication
from attnstudio.ui.application import open_window
application = QApplication(sys.argv)
window = open_window()
while not window.is_complete():
    application.processEvents()
"""
ELSEWHERE = {
    "attnstudio.model.comparison",
    "attnstudio.model.derivation",
    "attnstudio.model.invariants",
    "attnstudio.model.learning",
    "attnstudio.model.mask_text",
    "attnstudio.model.precision",
    "attnstudio.model.sampled",
    "attnstudio.model.sampling",
    "attnstudio.model.separable",
    "attnstudio.state.journal",
    "attnstudio.state.keeping",
    "attnstudio.state.learner",
    "attnstudio.state.runs",
    "attnstudio.storage.journal_files",
    "attnstudio.storage.vector_files",
    "attnstudio.study.word_vectors",
    "attnstudio.ui.journal.panel",
    "attnstudio.ui.laboratory",
}
OPENED = """
import signal, sys
from PySide6.QtCore import QTimer
from attnstudio.ui import application

signal.signal(signal.SIGINT, signal.default_int_handler)
open_window = application.open_window

def opened(name):
    window = open_window(name)
    QTimer.singleShot(0, window, lambda: print("open", flush=True))
    return window

application.open_window = opened
sys.exit(application.run(None))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")
def test_an_interrupt_ends_the_studio_without_a_traceback(checkout: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", OPENED],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in said


def test_the_start_loads_nothing_that_only_other_workspaces_need(checkout: Path) -> None:
    script = STARTED + "print(*sorted(name for name in sys.modules if name.startswith('attnstudio.')))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    panels = {name.split(".")[3] for name in loaded if name.startswith("attnstudio.ui.panels.")}
    assert panels - {"panel"} == set(PANELS_OF["vectors"])
    assert loaded & ELSEWHERE == set()


def test_the_start_loads_nothing_for_what_has_not_been_lost_or_changed_yet(checkout: Path) -> None:
    script = STARTED + "print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) & {"filelock", "sqlite3", "attnstudio.ui.log_dialog"} == set()
