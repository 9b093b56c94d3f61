"""What a frame costs: a drag of the query, hovering and a mask stroke, as multiples of a bare repaint.

python tests/benchmarks/frames.py

Of hovering and strokes only those moves count at which something changes. Each is measured in the panel
alone, and with all panels, which show the same change; the unit is a bare repaint of that panel.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import partial

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnstudio.model.edits import set_rule
from attnstudio.state.store import Store
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.matrix.view import MatrixView
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.workspaces.kinds import make_panel
from tests.benchmarks.stage import (
    MOVES,
    WARM_UP,
    bare_repaint,
    line,
    seconds,
    send,
    settle,
    studio,
    surface_of,
    timed,
)

MOVE = QEvent.Type.MouseMove


def drag_times(window: MainWindow) -> list[float]:
    """The query's tip goes round in a circle; each move is a real mouse event."""
    plane = window.vectors.plane
    port = plane.viewport()
    now = window.store.now
    x, y = (float(c) for c in now.trace.queries[now.head, now.query_index])
    send(port, QEvent.Type.MouseButtonPress, plane.to_pixels(x, y), True)

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            turn = 2 * math.pi * step / MOVES
            at = plane.to_pixels(1.6 * math.cos(turn), 1.6 * math.sin(turn))
            yield partial(send, port, MOVE, at, True)

    times = timed(moves())
    send(port, QEvent.Type.MouseButtonRelease, plane.to_pixels(1.6, 0), False)
    settle()
    return times


def path(widget: QWidget, steps: int = 2 * MOVES) -> Iterator[QPointF]:
    """A way that crosses a widget again and again."""
    wide, high = widget.width(), widget.height()
    for step in range(steps):
        along, across = abs((step % 100) / 50 - 1), abs((step * 7 % 100) / 50 - 1)
        yield QPointF(wide * (0.05 + 0.9 * along), high * (0.08 + 0.84 * across))


def hover_times(panel: Panel, store: Store) -> list[float]:
    """Moves over a panel, of those that point at something else."""
    target = surface_of(panel)
    changed = []
    for at in path(target):
        before = _pointed_at(target, store)
        taken = seconds(partial(send, target, MOVE, at, False))
        if _pointed_at(target, store) != before:
            changed.append(taken)
    return changed


def _pointed_at(target: QWidget, store: Store) -> Hashable:
    cell = target.pointed if isinstance(target, MatrixView) else None
    return store.view.hover_token, store.view.hover_step, cell


def stroke_times(panel: Panel, store: Store) -> list[float]:
    """Moves of strokes over the mask, of those that change a cell."""
    target, changed = surface_of(panel), []
    middle = QPointF(target.width() * 0.7, target.height() / 2)
    for _ in range(4):  # every other one lets be seen again
        send(target, QEvent.Type.MouseButtonPress, middle, True)
        for at in path(target, MOVES):
            before = store.document
            taken = seconds(partial(send, target, MOVE, at, True))
            if store.document is not before:
                changed.append(taken)
        send(target, QEvent.Type.MouseButtonRelease, middle, False)
        settle()
    return changed


def show(what: str, measure: Callable[[Panel, Store], list[float]], panel: Panel, window: MainWindow) -> None:
    """Measure in the window, and in the panel alone."""
    store, unit = window.store, bare_repaint(panel.width(), panel.height())
    together = measure(panel, store)
    single = QWidget()
    column = QVBoxLayout(single)
    column.setContentsMargins(0, 0, 0, 0)
    alone = make_panel(panel.objectName(), store, single)
    column.addWidget(alone)
    single.resize(panel.size())
    window.hide()  # so that it takes no part
    single.show()
    if isinstance(alone, PlanePanel):
        alone.viewport()  # made when it is asked for
    settle()
    own = measure(alone, store)
    single.close()
    single.deleteLater()
    window.show()
    settle()
    print(line(f"{what}, itself", own, unit))
    print(line(f"{what}, all panels", together, unit))


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint()
    print(f"Bare repaint of the whole window: {1000 * unit:.3f} ms. A drag in multiples of it:")
    medians = {}
    for tokens in (8, 64):
        with studio(tokens) as window:
            times = drag_times(window)
        medians[tokens] = statistics.median(times)
        print(line(f"drag of the query, {tokens} keys, all panels", times, unit))
    print(f"64 keys against 8: {medians[64] / medians[8]:.2f}")
    print("\nIn multiples of a bare repaint of the panel:")
    for tokens in (8, 64):
        with studio(tokens) as window:
            for name, panel in window.panels.items():
                show(f"hovering over {name}, {tokens} keys", hover_times, panel, window)
            window.store.apply("Mask", lambda document: set_rule(document, "causal"))
            window.store.set_look(matrix="mask")
            settle()
            show(f"mask stroke, {tokens} keys", stroke_times, window.panels["matrix"], window)
    del application


if __name__ == "__main__":
    main()
