"""What it costs that every committed change is written down before it is announced.

python tests/benchmarks/recovery.py

The unit is a bare repaint of the window in the same run; a frame of a screen is 16.7 ms. Measured is what
the recovery file adds to a commit.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QApplication

from attnstudio.model import edits
from attnstudio.model.document import Document, Embedding, Handle, Look, Passage, Projection, Token
from attnstudio.state.recovery import Recovery
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.study import scenes
from tests.benchmarks.stage import bare_repaint

FRAME = 1 / 60


def large(d_model: int) -> Document:
    """64 words, whose vectors are made by three matrices of so many rows and columns."""
    tokens = tuple(Token(number, f"word{number}") for number in range(1, 65))
    x = tuple(tuple(0.001 * (row + column) for column in range(d_model)) for row in range(64))
    matrix = tuple(tuple(float(row == column) for column in range(d_model)) for row in range(d_model))
    passage = Passage(tokens, embedding=Embedding(x))
    return Document("large", (passage,), projection=Projection((matrix,), (matrix,), (matrix,)))


def turned(document: Document, number: int) -> Document:
    """One vector of a token moved: the query's in free documents, its x in projected ones."""
    passage = document.passages[0]
    if passage.embedding is None:
        return edits.move_vector(document, Handle("query", 6), (0.001 * number, 0.5))
    first = (0.001 * number, *passage.embedding.x[0][1:])
    other = replace(passage, embedding=Embedding((first, *passage.embedding.x[1:])))
    return replace(document, passages=(other,))


def commits(name: str, count: int, document: Document, look: Look, unit: float) -> None:
    """What the recovery file adds to each of some commits."""
    store = Store(document, look)
    recovery = Recovery(print)
    work = Work(store, recovery)
    recovery.prepare()  # as the program does a second after its start
    time.sleep(0.5)
    keep = store.keep
    assert keep is not None
    times: list[float] = []

    def timed(now: Snapshot) -> None:
        start = time.perf_counter()
        keep(now)
        times[-1] += time.perf_counter() - start

    store.keep = timed
    for number in range(1, count):
        times.append(0.0)
        store.apply("Move", partial(turned, number=number))
    work.close()
    ordered = sorted(times[1:])
    print(f"{name}: the first, with the whole work   {line(times[0], unit)}")
    print(f"{name}: each other, median               {line(statistics.median(ordered), unit)}")
    print(f"{name}: each other, nine of ten within   {line(ordered[int(0.9 * len(ordered))], unit)}")


def line(seconds: float, unit: float) -> str:
    return f"{seconds / unit:6.2f} units, {seconds / FRAME:6.3f} frames of a screen ({1000 * seconds:.3f} ms)"


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint()
    commits("6 words", 400, *scenes.load("bank-money"), unit)
    commits("64 words, 50 dimensions", 100, large(50), Look(query=1), unit)
    commits("64 words, 512 dimensions", 20, large(512), Look(query=1), unit)
    del application


if __name__ == "__main__":
    main()
