"""What a frame of Sequence costs, a drag of a basis arrow and hovering, in multiples of a bare repaint.

python tests/benchmarks/sequence.py

All panels of the workspace are visible; the unit is a bare repaint of the whole window. The measure: median
at most 20, 99th percentile at most 35 at 8 tokens, and at 64 tokens at most twice the cost at 8.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Side
from attnstudio.model.edits import set_rule
from attnstudio.model.projecting import make_projected, set_heads
from attnstudio.ui.basis.plane import BasisPlane
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.flow.panel import FlowPanel
from tests.benchmarks.stage import MOVES, WARM_UP, bare_repaint, line, send, settle, studio, timed

MOVE = QEvent.Type.MouseMove
SIDES: tuple[Side, ...] = ("holds", "masks", "positions")


def open_sequence(window: MainWindow, side: Side, heads: int = 1) -> FlowPanel:
    """Show the workspace on a projected document under a causal mask."""
    store = window.store
    store.apply("Make the vectors from X", make_projected)
    store.apply("Mask: causal", partial(set_rule, rule="causal"))
    store.apply("Heads", partial(set_heads, count=heads))
    store.set_look(workspace="sequence", side=side)
    settle()
    flow = window.panels["flow"]
    assert isinstance(flow, FlowPanel)
    return flow


def drag_times(plane: BasisPlane) -> list[float]:
    """The image of e₁ goes round in a circle; each move is a real mouse event."""
    x, y = plane.tips()[0]
    send(plane, QEvent.Type.MouseButtonPress, QPointF(x, y), True)
    lens = plane.lens

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            turn = 2 * math.pi * step / MOVES
            at = lens.to_pixels((1.2 * math.cos(turn), 1.2 * math.sin(turn)))
            yield partial(send, plane, MOVE, QPointF(*at), True)

    times = timed(moves())
    send(plane, QEvent.Type.MouseButtonRelease, QPointF(x, y), False)
    settle()
    return times


def hover_times(flow: FlowPanel) -> list[float]:
    """Moves over the weights, from cell to cell."""
    view = flow.stations["weights"]
    assert view.place is not None
    area = view.place.cells.area

    def moves() -> Iterator[Callable[[], object]]:
        for step in range(MOVES + WARM_UP):
            x = area.left() + area.width() * ((step * 7 % 50) + 0.5) / 50
            y = area.top() + area.height() * ((step * 3 % 40) + 0.5) / 40
            yield partial(send, view, MOVE, QPointF(x, y), False)

    times = timed(moves())
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    settle()
    return times


def main() -> None:
    application = QApplication(sys.argv)
    unit = bare_repaint()
    print(f"Bare repaint of the whole window: {1000 * unit:.3f} ms. In multiples of it:")
    for side in SIDES:
        medians = {}
        for tokens in (8, 64):
            with studio(tokens) as window:
                flow = open_sequence(window, side)
                times = drag_times(flow.planes["w_q"])
                pointed = hover_times(flow)
            medians[tokens] = statistics.median(times)
            print(line(f"drag of W_Q, {tokens} tokens, beside it {side}", times, unit))
            print(line(f"hovering over the weights, {tokens} tokens, {side}", pointed, unit))
        print(f"64 tokens against 8, {side}: {medians[64] / medians[8]:.2f}")
    with studio(8) as window:
        print(
            line(
                "drag of W_Q, 8 tokens, 4 heads",
                drag_times(open_sequence(window, "holds", 4).planes["w_q"]),
                unit,
            )
        )
    del application


if __name__ == "__main__":
    main()
