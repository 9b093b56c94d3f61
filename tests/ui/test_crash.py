"""The process is killed at any moment, twenty times: the next start has every gesture that was committed.

A child prints where the query will be before it commits, and where it is afterwards. Killed in between, it
may be at either; what is found must never be older than the last line about a commit that was over.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Document, Handle
from attnstudio.model.edits import move_vector
from attnstudio.storage.recovery_files import folder, search
from attnstudio.study import scenes
from attnstudio.ui import recovering
from attnstudio.ui.application import open_window
from tests.ui.conftest import leave

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")

LIGHT_ROUNDS, WINDOW_ROUNDS = 17, 3

SAYING = """
import os, random, sys
from attnstudio.model import edits
from attnstudio.model.document import Handle, Look

def say(when, store):
    point = store.document.passages[0].heads[0].queries[5]
    os.write(1, f"{when} {point[0]!r} {point[1]!r}\\n".encode())
"""

# Settles and compacts without a pause, so that half of the kills hit it in the middle of that.
LIGHT = """
from attnstudio.state import recovery
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.study import scenes

dice = random.Random(int(sys.argv[1]))
if dice.random() < 0.7:
    recovery.PAUSE, recovery.SPARE = 0.001, -1_000
store = Store(*scenes.load("bank-money"))
work = Work(store, recovery.Recovery(print))
handle = Handle("query", store.look.query)
for number in range(1_000_000):
    store.begin("Move")
    for part in range(3):
        to = (number / 1000, part / 10)
        store.preview(lambda document: edits.move_vector(document, handle, to))
    say("before", store)
    store.commit()
    say("after", store)
    if number % 5 == 4:
        point = store.history.done[-1].document.passages[0].heads[0].queries[5]
        os.write(1, f"before {point[0]!r} {point[1]!r}\\n".encode())
        store.undo()
        say("after", store)
"""

WINDOW = """
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from attnstudio.ui.application import open_window

def send(widget, kind, at, held):
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    button = none if kind == QEvent.Type.MouseMove else left
    where = QPointF(widget.mapToGlobal(at))
    event = QMouseEvent(kind, at, where, button, left if held else none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
    QApplication.processEvents()

application = QApplication([])
window = open_window("bank-money")
while not window.is_complete():
    application.processEvents()
store, plane = window.store, window.vectors.plane
dice = random.Random(int(sys.argv[1]))
while True:
    port = plane.viewport()
    point = store.document.passages[0].heads[0].queries[5]
    send(port, QEvent.Type.MouseButtonPress, plane.to_pixels(*point), True)
    for part in range(3):
        at = plane.to_pixels(dice.uniform(0.5, 2.2), dice.uniform(0.5, 2.2))
        send(port, QEvent.Type.MouseMove, at, True)
    say("before", store)
    send(port, QEvent.Type.MouseButtonRelease, at, False)
    say("after", store)
"""

Point = tuple[float, float]


def killed(program: str, seed: int, most: int, checkout: Path) -> set[Point]:
    """Start a program, kill it within its first lines; where the query may be found."""
    dice = random.Random(seed)
    with subprocess.Popen(
        [sys.executable, "-c", SAYING + program, str(seed)],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        said = b"".join(process.stdout.readline() for _ in range(dice.randrange(1, most)))
        time.sleep(dice.uniform(0.0, 0.002))
        process.kill()
        said += process.stdout.read()
    lines = said.split(b"\n")[:-1]  # the last may be cut
    after = [spot for spot, line in enumerate(lines) if line.startswith(b"after")]
    return {point_of(line) for line in lines[after[-1] if after else 0 :]}


def point_of(line: bytes) -> Point:
    _, x, y = line.split()
    return float(x), float(y)


def expected(points: set[Point]) -> list[Document]:
    document, look = scenes.load("bank-money")
    handle = Handle("query", look.query)
    return [move_vector(document, handle, point) for point in points]


@pytest.mark.parametrize("seed", range(LIGHT_ROUNDS))
def test_no_committed_gesture_is_lost(seed: int, checkout: Path) -> None:
    points = killed(LIGHT, seed, 600, checkout)
    found = search(folder())
    assert found.sentences == ()
    if not found.orphans:  # killed before the first commit was over
        assert len(points) == 1
        return
    (orphan,) = found.orphans
    assert orphan.found.document in expected(points)
    assert not orphan.found.is_damaged
    orphan.remove()
    assert list(folder().iterdir()) == []


@pytest.mark.parametrize("seed", range(WINDOW_ROUNDS))
def test_a_window_that_was_killed_is_restored_in_the_next(
    seed: int, checkout: Path, qapp: QApplication
) -> None:
    points = killed(WINDOW, seed, 30, checkout)
    window = open_window("bank-river")
    recovering.offer(window)
    if window.notices.waiting:
        window.notices.waiting[0].buttons[0].click()
        assert window.store.document in expected(points)
        assert window.work.is_modified
        assert window.work.is_kept
        window.store.undo()
        assert window.store.document == scenes.load("bank-river")[0]
    else:
        assert len(points) == 1
    leave(window)
    assert search(folder()).orphans == ()
