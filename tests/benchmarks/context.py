"""What a frame of Context costs: a word that is dragged on the plane of two meanings, and pointing.

python tests/benchmarks/context.py

All panels of the workspace are visible; the unit is a bare repaint of the whole window.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Document
from attnstudio.model.retype import retype_sentence
from attnstudio.study.placing import vectors_for
from attnstudio.study.sourcing import use_source
from attnstudio.ui.panels.meanings.panel import MeaningsPanel
from attnstudio.ui.panels.meanings.view import MeaningsView
from tests.benchmarks.learn import context
from tests.benchmarks.stage import MOVES, WARM_UP, bare_repaint, line, send, settle, timed
from tests.samples import two_meanings

MOVE = QEvent.Type.MouseMove
RADIUS = 60  # pixels of the circle on which the word goes round


def sentences(words: int) -> Document:
    """Two sentences of so many words each, that end in a bank."""
    document = two_meanings()
    filling = " ".join(f"word{number}" for number in range(1, words - 3))
    for passage, last in enumerate(("money at the bank", "river at the bank")):
        made = f"{filling} {last}".strip()
        document = retype_sentence(document, made, vectors_for(document), passage=passage)
    return document


def drag_times(view: MeaningsView) -> list[float]:
    """The first word that can be dragged goes round in a circle; each move is a real mouse event."""
    word = next(word for word in view.content.words if not word.asks and word.name == "money")
    x, y = view.lens.to_pixels(word.at)
    send(view, QEvent.Type.MouseButtonPress, QPointF(x, y), True)

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            turn = 2 * math.pi * step / MOVES
            at = QPointF(x + RADIUS * (math.cos(turn) - 1), y + RADIUS * math.sin(turn))
            yield partial(send, view, MOVE, at, True)

    times = timed(moves())
    send(view, QEvent.Type.MouseButtonRelease, QPointF(x, y), False)
    settle()
    return times


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint()
    print(f"Bare repaint of the whole window: {1000 * unit:.3f} ms. In multiples of it:")
    medians = {}
    for words in (4, 12, 32):
        with context(sentences(words), "meanings") as window:
            panel = window.panels["meanings"]
            assert isinstance(panel, MeaningsPanel)
            times = drag_times(panel.view)
        medians[words] = statistics.median(times)
        print(line(f"drag of a word, 2 x {words} words in 2 dimensions", times, unit))
    print(f"64 words against 8: {medians[32] / medians[4]:.2f}")
    with context(use_source(two_meanings(), "word vectors"), "meanings") as window:
        panel = window.panels["meanings"]
        assert isinstance(panel, MeaningsPanel)
        print(line("drag of a word, 2 x 6 words in 50 dimensions", drag_times(panel.view), unit))
    del application


if __name__ == "__main__":
    main()
