"""What went wrong in the program itself: two short files in the system's folder for a program's state."""

from __future__ import annotations

import os
from pathlib import Path

MOST_BYTES = 2**18


def folder() -> Path:
    """Where the log is kept. The folder may not be there yet."""
    import platformdirs  # nothing has gone wrong yet when the window opens

    return platformdirs.user_state_path("attnstudio", appauthor=False) / "log"


def log_file() -> Path:
    return folder() / "attnstudio.log"


def append(text: str) -> None:
    """Add to the log. A file that is full makes way for a new one, and replaces the one before. OSError where
    nothing can be written."""
    path = log_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    data = text.encode("utf-8", errors="replace")[-MOST_BYTES:]
    try:
        if path.stat().st_size + len(data) > MOST_BYTES:
            os.replace(path, path.with_suffix(".old.log"))
    except FileNotFoundError:
        pass
    with open(path, "ab") as file:
        file.write(data)
