"""What a picture costs, against a bare `QWidget.grab()` of what it shows; and many in one call, against many.

python tests/benchmarks/figures.py

A picture is made of panels of its own, which are built, laid out, painted and then encoded; each is told.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from attnstudio.state.formats import FORMATS
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.study.scenes import load, scenes
from attnstudio.ui import drawing
from attnstudio.ui.figures import Asked, make, paint
from attnstudio.ui.figures.page import laid_out
from attnstudio.ui.figures.raster import painted, png
from tests.benchmarks.stage import settle

SCENE = "bank-money"
ROUNDS = 15
PICTURES = 20


def median(act: Callable[[], object]) -> float:
    """Median seconds of `act`."""
    act()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def one_picture(workspace: str) -> None:
    """Print the parts of a picture of a workspace at twice its size, in grabs of it."""
    document, look = load(SCENE)
    look = replace(look, workspace=workspace)
    asked = Asked(scale=2.0)
    with laid_out(document, look, asked) as page:
        settle()
        grab = median(page.root.grab)
        stroke = median(lambda: painted(page, asked)) / grab
        image = painted(page, asked)
    whole = median(lambda: paint(document, look, asked)) / grab
    coded = median(lambda: png(image)) / grab
    wanted = {kind: replace(asked, format=kind) for kind in FORMATS}
    kinds = {kind: median(partial(make, document, look, one)) / grab for kind, one in wanted.items()}
    files = ", ".join(f"{kind} {times:.1f}" for kind, times in kinds.items())
    print(
        f"{workspace:9} grab {grab * 1e3:5.1f} ms; painted at 2 × {stroke:.2f}, with its panels built "
        f"{whole:.2f}, encoding {coded:.2f}; whole files: {files}"
    )


def call(*names: str, out: Path) -> float:
    """Seconds of a process that renders."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "attnstudio", "render", *names, "-o", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def many_pictures() -> None:
    """Print twenty pictures of one call, in twenty calls."""
    names = [scene.id for scene in scenes()][:PICTURES]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        call(names[0], out=out / "first.png")  # modules are compiled
        together = call(*names, out=out / "pictures")
        apart = sum(call(name, out=out / f"{name}.png") for name in names)
        print(f"{len(names)} pictures in one call: {together:.1f} s, {together / apart:.2f} of as many calls")


def main() -> None:
    drawing.without_display()
    for workspace in WORKSPACES:
        one_picture(workspace)
    many_pictures()


if __name__ == "__main__":
    main()
