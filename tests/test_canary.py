"""The reason for the upper limit on PySide6 in pyproject.toml, watched."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

# PySide6 6.12.0 on Python 3.11 takes a reference from None with every call that returns nothing; after some
# hundred calls the interpreter aborts. From Python 3.12 on None is immortal and its count stands still.
CALLS = """
import sys
from PySide6.QtCore import QObject, Signal

class Bird(QObject):
    sang = Signal(int)

bird, heard = Bird(), []
bird.sang.connect(heard.append)
before = sys.getrefcount(None)
for note in range(2_000):
    bird.sang.emit(note)
for name in map(str, range(20_000)):
    bird.setObjectName(name)
assert heard == list(range(2_000))
assert bird.objectName() == "19999"
assert sys.getrefcount(None) > before - 100, f"None lost {before - sys.getrefcount(None)} references"
"""


@pytest.mark.skipif(find_spec("PySide6") is None, reason="looks at PySide6, which is not installed")
def test_calls_that_return_nothing_cost_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
