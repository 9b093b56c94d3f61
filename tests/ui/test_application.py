"""The program as a process: how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
