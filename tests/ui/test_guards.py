"""The guards in conftest.py, seen failing: one that cannot fail guards nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

FAULTS = """
from PySide6.QtCore import QMimeData, QTimer, qDebug
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

kept = []

def test_clean(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    timer = QTimer(widget)
    timer.start(1000)
    widget.show()
    widget.raise_()

def test_message():
    qDebug("something is odd")

def test_window():
    kept.append(QWidget())

def test_timer():
    kept.append(QTimer())
    kept[-1].start(1000)

def test_cycle():
    widget = QWidget()
    widget.itself = widget

def test_clipboard():
    data = QMimeData()
    data.setText("left on the clipboard")
    QGuiApplication.clipboard().setMimeData(data)

def test_next_finds_it_empty():
    assert QGuiApplication.clipboard().text() == ""
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What the faulty tests come to under the real conftest; pytest itself must end without a crash."""
    folder = tmp_path_factory.mktemp("faults")
    (folder / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"), "utf-8")
    (folder / "test_faults.py").write_text(FAULTS, "utf-8")
    call = [sys.executable, "-m", "pytest", "-rA", "--rootdir=.", "-pno:randomly", "-pno:cacheprovider"]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    said: dict[str, set[str]] = {}
    for line in done.stdout.splitlines():
        outcome, _, rest = line.partition(" test_faults.py::")
        if outcome in {"PASSED", "FAILED", "ERROR"}:
            said.setdefault(rest.split()[0], set()).add(outcome)
    return said


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("test_clean", {"PASSED"}),
        ("test_cycle", {"PASSED"}),
        ("test_message", {"FAILED"}),
        ("test_window", {"PASSED", "ERROR"}),
        ("test_timer", {"PASSED", "ERROR"}),
        ("test_clipboard", {"PASSED"}),
        ("test_next_finds_it_empty", {"PASSED"}),
    ],
)
def test_a_fault_is_noticed(outcomes: dict[str, set[str]], name: str, outcome: set[str]) -> None:
    assert outcomes[name] == outcome
