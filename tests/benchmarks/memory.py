"""How much memory the open window holds, and whether 100,000 drag events leave any behind.

python tests/benchmarks/memory.py

The bare window is one with a pyqtgraph PlotWidget. Resident memory is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import gc
import math
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from tests.benchmarks.stage import seconds, send, studio
from tests.benchmarks.start import BARE, STUDIO, measure

EVENTS = 100_000
REPORTS = 5


def resident() -> float:
    """MiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def compare() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bare, whole = (measure(script, Path(folder))[2] / 1024 for script in (BARE, STUDIO))
    print(f"bare window {bare:.0f} MiB, studio {whole:.0f} MiB, ratio {whole / bare:.2f}")


def drag() -> None:
    with studio(8) as window:
        plane = window.vectors.plane
        port, now = plane.viewport(), window.store.now
        x, y = (float(c) for c in now.trace.queries[now.head, now.query_index])
        send(port, QEvent.Type.MouseButtonPress, plane.to_pixels(x, y), True)
        start = 0.0
        for step in range(EVENTS + 1):
            turn = step / 37
            at = plane.to_pixels(1.6 * math.cos(turn), 1.6 * math.sin(turn))
            seconds(partial(send, port, QEvent.Type.MouseMove, at, True))
            if step % (EVENTS // REPORTS) == 0 or step == EVENTS // 50:
                gc.collect()
                start = start if step > EVENTS // 50 else resident()
                print(f"{step:>7} drag events: {resident():.1f} MiB, {resident() - start:+.1f}", flush=True)
        send(port, QEvent.Type.MouseButtonRelease, plane.to_pixels(1.6, 0.0), False)


def main() -> None:
    application = QApplication(sys.argv)
    compare()
    drag()
    del application


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{failed}\n{failed.stderr}")
