"""What the benchmarks of the window share: a window to measure, a hand, and the bare repaint as a unit.

Seconds drift from machine to machine and from minute to minute, ratios within one run hold. So every figure
is a multiple of repainting a window of the same size from a ready picture, measured in the same run.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="attnstudio-")  # nobody's settings, and none changed
os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"]  # nor anybody's unsaved work

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.retype import retype_sentence
from attnstudio.study.lexicon import placement
from attnstudio.ui import garbage
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.panel import Panel

WIDTH, HEIGHT = 1440, 900
MOVES = 200
WARM_UP = 20
SENTENCES = {
    8: "I deposited money at the bank this morning",
    64: " ".join(f"word{n}" for n in range(1, 59)) + " I deposited money at the bank",
}


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


def seconds(act: Callable[[], object]) -> float:
    """From the act to the end of the repaint that it asked for."""
    start = time.perf_counter()
    act()
    QApplication.processEvents()
    return time.perf_counter() - start


def timed(acts: Iterable[Callable[[], object]]) -> list[float]:
    """`seconds` of each act but the first few."""
    return [seconds(act) for act in acts][WARM_UP:]


def bare_repaint(width: int = WIDTH, height: int = HEIGHT) -> float:
    """Median seconds of repainting a window of that size from a picture."""
    window = Bare(width, height)
    window.show()
    settle()
    times = timed([window.update] * (MOVES + WARM_UP))
    window.close()
    return statistics.median(times)


@contextmanager
def studio(tokens: int) -> Iterator[MainWindow]:
    """The whole window on a sentence of so many words, of which "bank" asks."""
    window = open_window("bank-money")
    window.resize(WIDTH, HEIGHT)
    sentence = SENTENCES[tokens]
    window.store.apply("Retype", lambda document: retype_sentence(document, sentence, placement))
    words = window.store.now.passage.query_tokens
    assert len(words) == tokens
    window.store.set_look(query=next(token.id for token in words if token.text == "bank"))
    while not window.is_complete():
        QApplication.processEvents()
    settle()
    garbage.started()  # as the program does
    yield window
    window.store.mark_saved()
    window.close()
    window.deleteLater()
    settle()


def send(widget: QWidget, kind: QEvent.Type, at: QPointF, pressed: bool) -> None:
    """A real mouse event, sent to where Qt would send it."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    button = none if kind == QEvent.Type.MouseMove else left
    held = left if pressed else none
    event = QMouseEvent(
        kind, at, QPointF(widget.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def surface_of(panel: Panel) -> QWidget:
    """The widget in the middle of a panel, which the mouse would meet."""
    return panel.childAt(QPoint(panel.width() // 2, panel.height() // 2)) or panel


def line(name: str, times: list[float], unit: float) -> str:
    """One line of the table: median and 99th percentile as multiples of `unit`."""
    ordered = sorted(times)
    p99 = ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)]
    median = statistics.median(ordered)
    return f"{name:<52} median {median / unit:6.1f}   p99 {p99 / unit:6.1f}   ({1000 * median:.3f} ms)"
