"""What it costs to go to another workspace, the first time and later, and what hidden panels cost.

python tests/benchmarks/switching.py

The unit is a bare repaint of the window in the same run; a frame of a screen is 16.7 ms.
"""

from __future__ import annotations

import compileall
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

import attnstudio
from attnstudio.model.document import Handle
from attnstudio.model.edits import move_vector
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.ui.main_window import MainWindow
from tests.benchmarks.stage import bare_repaint, settle, studio

FRAME = 1 / 60
ROUNDS = 10
MOVES = 200


def go(window: MainWindow, workspace: str) -> float:
    """Seconds until the workspace stands on the screen."""
    start = time.perf_counter()
    window.store.set_look(workspace=workspace)
    while window.workspace.objectName() != workspace:
        QApplication.processEvents()
    QApplication.processEvents()
    return time.perf_counter() - start


def edits_cost(window: MainWindow) -> float:
    """Median seconds of an edit, with its repaint, in the workspace that is shown."""
    times = []
    for step in range(MOVES):
        edit = partial(move_vector, handle=Handle("query", 6), point=(1.0 + 0.5 * (step % 2), 1.0))
        start = time.perf_counter()
        window.store.apply("Move", edit)
        QApplication.processEvents()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def compile_all() -> None:
    """A switch loads modules; as in an installed program they are compiled already."""
    sys.pycache_prefix = tempfile.mkdtemp(prefix="attnstudio-")
    compileall.compile_dir(str(Path(attnstudio.__file__).parent), quiet=1)


def main() -> None:
    compile_all()
    application = QApplication(sys.argv)
    unit = bare_repaint()
    with studio(8) as window:
        before = edits_cost(window)
        for workspace in WORKSPACES[1:]:
            first = go(window, workspace)
            print(f"{workspace:<10} the first time {first:.3f} s")
            settle()
        later: dict[str, list[float]] = {name: [] for name in WORKSPACES}
        for _ in range(ROUNDS):
            for workspace in WORKSPACES:
                later[workspace].append(go(window, workspace))
                settle()
        for workspace, times in later.items():
            median = statistics.median(times)
            print(
                f"{workspace:<10} later {median / FRAME:.2f} frames of a screen ({median / unit:.0f} units)"
            )
        go(window, "vectors")
        settle()
        after = edits_cost(window)
        print(f"an edit in Vectors with the other three made and hidden: {after / before:.2f} × as much")
    del application


if __name__ == "__main__":
    main()
