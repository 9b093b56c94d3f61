"""How long the start takes and how much memory the open window holds, against a bare PySide6 window with a
pyqtgraph PlotWidget in it.

python tests/benchmarks/start.py

Every figure is a ratio of medians over runs that take turns, so that a machine that slows down slows both.
Both read compiled modules, as an installed program does, and the studio knows no settings.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 9

_MARKS = """
import gc, os, sys, time
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
def memory():
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
def watch(window, is_complete):
    from PySide6.QtWidgets import QApplication
    application = QApplication.instance()
    window.show()
    application.processEvents()
    first = time.monotonic()
    while not is_complete():
        application.processEvents()
    application.processEvents()
    print(first, time.monotonic(), memory())
    sys.stdout.flush()
    os._exit(0)
"""

BARE = (
    _MARKS
    + """
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph
application = QApplication([])
window = QMainWindow()
window.resize(1440, 900)
window.setCentralWidget(pyqtgraph.PlotWidget())
watch(window, lambda: True)
"""
)

STUDIO = (
    _MARKS
    + """
gc.disable()
from PySide6.QtWidgets import QApplication
from attnstudio.ui.application import open_window
application = QApplication([])
window = open_window()
watch(window, window.is_complete)
"""
)


def measure(script: str, folder: Path) -> tuple[float, float, int]:
    """Seconds to the first paint, seconds to the complete window, resident KiB then."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    environment["XDG_CONFIG_HOME"] = str(folder / "settings")
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    first, complete, memory = done.stdout.split()
    return float(first) - begun, float(complete) - begun, int(memory)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        scripts = BARE, STUDIO
        rounds = [[measure(script, Path(folder)) for script in scripts] for _ in range(ROUNDS + 1)]
    del rounds[0]  # it compiled the modules and warmed the disk
    for index, name in enumerate(("first paint", "complete window", "resident memory")):
        bare = statistics.median(float(pair[0][index]) for pair in rounds)
        studio = statistics.median(float(pair[1][index]) for pair in rounds)
        unit = (
            (f"{bare:.3f} s", f"{studio:.3f} s")
            if index < 2
            else (f"{bare / 1024:.0f} MiB", f"{studio / 1024:.0f} MiB")
        )
        print(f"{name:<16} bare {unit[0]:>9}   studio {unit[1]:>9}   ratio {studio / bare:.2f}")


if __name__ == "__main__":
    main()
