"""How fast Learn learns: steps a second with all panels of Context live, and what a step costs.

python tests/benchmarks/learn.py

One tick of the panel's timer is one step and one picture. Each figure is also a multiple of a bare repaint of
the same window, for seconds drift from machine to machine. Sentences of 6 words make 12 tokens together.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Document, Look, fitting
from attnstudio.model.retype import retype_sentence
from attnstudio.model.settings import Goal, Learning
from attnstudio.state import learner
from attnstudio.study.placing import vectors_for
from attnstudio.study.sourcing import use_source
from attnstudio.ui import garbage
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from tests.benchmarks.stage import HEIGHT, WIDTH, bare_repaint, line, settle, timed
from tests.samples import two_meanings

LONG = (
    "I deposited all of my money at the bank on friday morning",
    "We sat for hours beside the slow river on its green bank",
)
RATE = 1e-4  # so small that no goal is reached and no run stops while it is measured
RUN = 150
SECONDS = 3.0


@contextmanager
def context(document: Document, goal: Goal) -> Iterator[MainWindow]:
    """The window with Context on both sentences, asked for a goal."""
    window = open_window("bank-money")
    window.resize(WIDTH, HEIGHT)
    look = fitting(Look(query=6, workspace="context"), document)
    window.store.open(replace(document, learning=Learning(goal, RATE)), look)
    for _ in range(10):
        settle()
    garbage.started()  # as the program does
    yield window
    window.store.mark_saved()
    window.close()
    window.deleteLater()
    settle()


def twelve() -> Document:
    """Twelve words in each sentence."""
    document = two_meanings()
    for passage, text in enumerate(LONG):
        document = retype_sentence(document, text, vectors_for(document), passage=passage)
    return document


def by_timer(window: MainWindow) -> float:
    """Steps a second, as the window's own timer makes them."""
    learner.learn(window.store)
    before, start = _step(window), time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        QApplication.processEvents()
    made = (_step(window) - before) / (time.perf_counter() - start)
    learner.pause(window.store)
    learner.reset(window.store)
    return made


def _step(window: MainWindow) -> int:
    run = window.store.view.run
    return 0 if run is None else run.step


def show(what: str, document: Document, goal: Goal, unit: float) -> None:
    with context(document, goal) as window:
        rate = by_timer(window)
        # Not by `tick`: while a run is running the window's own timer makes steps as well.
        step = partial(learner.one_step, window.store)
        times = timed([step] * RUN)
        window.hide()
        settle()
        alone = timed([step] * RUN)
    print(f"{what}, {goal}: {rate:.0f} steps a second")
    print(line("  one step, all panels of Context", times, unit))
    print(line("  one step, nothing shown", alone, unit))


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint()
    print(f"Bare repaint of the whole window: {1000 * unit:.3f} ms.")
    show("2 x 6 words in 2 dimensions", two_meanings(), "meanings", unit)
    show("2 x 6 words in 2 dimensions", two_meanings(), "previous", unit)
    show("2 x 12 words in 2 dimensions", twelve(), "previous", unit)
    show("2 x 6 words in 50 dimensions", use_source(two_meanings(), "word vectors"), "meanings", unit)
    del application


if __name__ == "__main__":
    main()
