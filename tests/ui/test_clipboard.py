"""What is put on the clipboard is taken off again at the end, where leaving it would end in a crash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from attnstudio.ui import clipboard
from tests.kept import picture_of
from tests.samples import bank

COPY = """
import sys
from PySide6.QtWidgets import QApplication
from attnstudio.ui.journal.carriage import to_clipboard

app = QApplication([])
to_clipboard(open(sys.argv[1], "rb").read())
"""


def test_text_is_put_there_as_text(qapp: QApplication) -> None:
    clipboard.put_text("0.447")
    assert QGuiApplication.clipboard().text() == "0.447"


def test_there_is_one_way_onto_the_clipboard(checkout: Path) -> None:
    """Whoever takes another leaves something behind."""
    folder = checkout / "attnstudio"
    users = {path.name for path in folder.rglob("*.py") if ".clipboard()" in path.read_text("utf-8")}
    assert users == {"clipboard.py"}


def test_a_process_that_copied_a_picture_ends_well(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(picture_of(bank()))
    call = [sys.executable, "-c", COPY, str(tmp_path / "x.png")]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(checkout)}
    done = subprocess.run(call, env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
