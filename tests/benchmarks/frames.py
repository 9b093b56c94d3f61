"""What a frame costs: a drag of the query, a mask stroke and hovering, as multiples of a bare repaint.

Run by hand: ``python tests/benchmarks/frames.py``. Everything is measured in one run, because seconds drift
from machine to machine and from minute to minute, while ratios hold.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.edits import set_rule
from attnstudio.model.retype import retype_sentence
from attnstudio.study.lexicon import placement
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow

MOVES = 200
WARM_UP = 20
EIGHT = "I deposited money at the bank this morning"
SIXTY_FOUR = " ".join(f"word{n}" for n in range(1, 59)) + " I deposited money at the bank"


class Bare(QWidget):
    """A window that only puts a ready picture on the screen."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.resize(width, height)
        self._picture = QPixmap(width, height)
        self._picture.fill(Qt.GlobalColor.lightGray)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(event.rect(), self._picture, event.rect())
        painter.end()


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def timed(acts: Iterator[Callable[[], object]]) -> list[float]:
    """Seconds from each act to the end of the repaint that it asked for."""
    found = []
    for number, act in enumerate(acts):
        start = time.perf_counter()
        act()
        QApplication.processEvents()
        if number >= WARM_UP:
            found.append(time.perf_counter() - start)
    return found


def bare_repaint(width: int, height: int) -> float:
    """Median seconds of repainting a window of that size from a picture."""
    window = Bare(width, height)
    window.show()
    settle()
    times = timed(iter([window.update] * (MOVES + WARM_UP)))
    window.close()
    return statistics.median(times)


def send(widget: QWidget, kind: QEvent.Type, at: QPointF, pressed: bool) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    button = none if kind == QEvent.Type.MouseMove else left
    held = left if pressed else none
    event = QMouseEvent(
        kind, at, QPointF(widget.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def open_with(sentence: str) -> MainWindow:
    window = open_window("bank-money")
    window.resize(1440, 900)
    window.store.apply("Retype", lambda document: retype_sentence(document, sentence, placement))
    tokens = window.store.now.passage.query_tokens
    window.store.set_look(query=next(t.id for t in tokens if t.text == "bank"))
    settle()
    window.store.set_view(selected=window.store.view.selected)
    return window


def drag_times(window: MainWindow) -> list[float]:
    """The query's tip goes round in a circle; each move is a real mouse event."""
    plane = window.workspace.plane
    port = plane.viewport()
    now = window.store.now
    x, y = (float(c) for c in now.trace.queries[now.head, now.query_index])
    send(port, QEvent.Type.MouseButtonPress, plane.to_pixels(x, y), True)

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            turn = 2 * math.pi * step / MOVES
            at = plane.to_pixels(1.6 * math.cos(turn), 1.6 * math.sin(turn))
            yield partial(send, port, QEvent.Type.MouseMove, at, True)

    times = timed(moves())
    send(port, QEvent.Type.MouseButtonRelease, plane.to_pixels(1.6, 0), False)
    settle()
    return times


def sweep(widget: QWidget, pressed: bool) -> list[float]:
    """The mouse crosses a widget along its diagonal and back, `MOVES` steps in all."""
    wide, high = widget.width(), widget.height()

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            share = abs((step % 100) / 50 - 1)
            at = QPointF(wide * (0.1 + 0.8 * share), high * (0.15 + 0.7 * share))
            yield partial(send, widget, QEvent.Type.MouseMove, at, pressed)

    return timed(moves())


def line(name: str, times: list[float], unit: float) -> str:
    ordered = sorted(times)
    p99 = ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)]
    median = statistics.median(times)
    return f"{name:<44} median {median / unit:6.1f}   p99 {p99 / unit:6.1f}   ({1000 * median:.2f} ms)"


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint(1440, 900)
    print(f"bare repaint of 1440 × 900: {1000 * unit:.3f} ms; everything below in multiples of it")
    medians = {}
    for name, sentence in (("8 keys", EIGHT), ("64 keys", SIXTY_FOUR)):
        window = open_with(sentence)
        times = drag_times(window)
        medians[name] = statistics.median(times)
        print(line(f"drag of the query, {name}", times, unit))
        window.store.mark_saved()
        window.close()
        window.deleteLater()
        settle()
    print(f"64 keys against 8: {medians['64 keys'] / medians['8 keys']:.2f}")
    window = open_with(EIGHT)
    for name, panel in window.panels.items():
        own = bare_repaint(panel.width(), panel.height())
        target = panel.childAt(QPoint(panel.width() // 2, panel.height() // 2)) or panel
        print(line(f"hovering over {name}, × its own repaint", sweep(target, False), own))
    window.store.apply("Mask", lambda document: set_rule(document, "causal"))
    window.store.set_look(matrix="mask")
    settle()
    panel = window.panels["matrix"]
    own = bare_repaint(panel.width(), panel.height())
    target = panel.childAt(QPoint(panel.width() // 2, panel.height() // 2)) or panel
    middle = QPointF(target.width() / 2, target.height() / 2)
    send(target, QEvent.Type.MouseButtonPress, middle, True)
    print(line("mask stroke, × the matrix's own repaint", sweep(target, True), own))
    send(target, QEvent.Type.MouseButtonRelease, middle, False)
    window.store.mark_saved()
    window.close()
    del application


if __name__ == "__main__":
    main()
