"""PySide reads no module's text; what it would serve by it goes on as if it had."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from attnstudio.ui.unread import read_no_sources

SCRIPT = """
import inspect
read = []
get = inspect.getsource
inspect.getsource = lambda module: read.append(getattr(module, "__name__", "?")) or get(module)
{first}
import attnstudio.model.edits, wave
print(*read)
"""


def modules_read(first: str, checkout: Path) -> set[str]:
    script = SCRIPT.format(first=first)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=checkout, check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def test_no_source_is_read_once_the_package_is_loaded(checkout: Path) -> None:
    named = {"attnstudio.model.document", "wave"}
    assert named <= modules_read("import PySide6.QtCore", checkout)  # else there is nothing to spare
    assert not named & modules_read("import attnstudio.ui", checkout)


def test_this_release_of_pyside_asks_as_it_is_known_to() -> None:
    assert read_no_sources()
