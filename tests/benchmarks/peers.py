"""A drag of the query against the same picture in matplotlib, with blitting, in one run.

python tests/benchmarks/peers.py

The same picture: the plane with its arrows and their names, bars for the five steps with their numbers, the
matrix as a heatmap, the formula with its lines of numbers. matplotlib draws as fast as its makers advise: the
still parts are kept, what moves is animated and drawn over them, and the figure is blitted into a Qt window.
It draws the rows of all keys; of 64 the studio draws those in view, and the others are scrolled to.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication

from attnstudio.model.numerals import fixed
from attnstudio.model.trace import Trace
from tests.benchmarks.frames import drag_times
from tests.benchmarks.stage import HEIGHT, MOVES, WARM_UP, WIDTH, settle, studio, timed

DPI = 100


class Figure:
    """The picture in matplotlib, of the row of one query."""

    def __init__(self, trace: Trace, row: int, names: tuple[str, ...]) -> None:
        qtagg: Any = __import__("matplotlib.backends.backend_qtagg", fromlist=["FigureCanvasQTAgg"])
        figure: Any = __import__("matplotlib.figure", fromlist=["Figure"])
        self.trace, self.row, self.names = trace, row, names
        self.figure = figure.Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
        self.canvas = qtagg.FigureCanvasQTAgg(self.figure)
        self.canvas.resize(WIDTH, HEIGHT)
        self.moving: list[Any] = []
        self._plane(self.figure.add_axes((0.03, 0.3, 0.35, 0.65)))
        self.bars = [self._bars(step) for step in range(4)]
        self.heat = self._heatmap(self.figure.add_axes((0.03, 0.04, 0.25, 0.2)))
        self._text()
        self.canvas.show()
        settle()
        self.canvas.draw()
        self._kept = self.canvas.copy_from_bbox(self.figure.bbox)

    def drag(self, x: float, y: float) -> None:
        """One frame with the query's tip at (x, y)."""
        trace = self.trace = self.trace.move_query(self.row, [[x, y]])
        row = trace.row(self.row)
        scores, scaled, weights = row.scores[0], row.scaled[0], row.weights[0]
        out = row.output[0]
        self.query.set_UVC([x], [y])
        self.output.set_UVC([out[0]], [out[1]])
        for line, weight in zip(self.arrows, weights.tolist(), strict=True):
            line.set_linewidth(1.5 + 5 * weight)
        mixed = weights * trace.values[0, :, 0]
        for (bars, texts), numbers in zip(self.bars, (scores, scaled, weights, mixed), strict=True):
            for bar, text, number in zip(bars, texts, numbers.tolist(), strict=True):
                bar.set_width(number)
                text.set_text(fixed(number, 3))
        self.heat.set_data(trace.weights[0])
        for text, numbers in zip(self.lines, (scores, scaled, weights, out), strict=True):
            text.set_text("  ".join(fixed(number, 3) for number in numbers[:8].tolist()))
        self.canvas.restore_region(self._kept)
        for artist in self.moving:
            self.figure.draw_artist(artist)
        self.canvas.blit(self.figure.bbox)
        self.canvas.flush_events()

    # --- the picture ----------------------------------------------------------------------------------

    def _moves(self, artist: Any) -> Any:
        artist.set_animated(True)
        self.moving.append(artist)
        return artist

    def _plane(self, axes: Any) -> None:
        axes.set(xlim=(-3, 3), ylim=(-3, 3), aspect="equal")
        axes.grid(True)
        self.arrows = []
        for name, (x, y) in zip(self.names, self.trace.keys[0].tolist(), strict=True):
            self.arrows.append(self._moves(axes.plot([0, x], [0, y], "--")[0]))
            axes.annotate(name, (x, y))
        arrow = partial(axes.quiver, [0], [0], [1], [1], angles="xy", scale_units="xy", scale=1)
        self.query, self.output = self._moves(arrow(color="C3")), self._moves(arrow(color="C6"))

    def _bars(self, step: int) -> tuple[list[Any], list[Any]]:
        axes = self.figure.add_axes((0.44 + 0.14 * step, 0.3, 0.12, 0.65))
        places = np.arange(len(self.names))
        axes.set(xlim=(-4, 4) if step < 2 else (0, 1), ylim=(len(self.names), -1))
        axes.set_yticks(places if step == 0 else [], self.names if step == 0 else [])
        bars = [self._moves(bar) for bar in axes.barh(places, np.ones(len(places)))]
        texts = [self._moves(axes.text(0.98, j, "", transform=axes.get_yaxis_transform())) for j in places]
        return bars, texts

    def _heatmap(self, axes: Any) -> Any:
        return self._moves(axes.imshow(self.trace.weights[0], vmin=0, vmax=1, aspect="auto"))

    def _text(self) -> None:
        self.figure.text(0.34, 0.22, r"$\mathrm{softmax}(q K^T / \sqrt{d_k})\, V$", size=14)
        places = (0.18, 0.14, 0.10, 0.06)
        self.lines = [self._moves(self.figure.text(0.34, y, "", family="monospace")) for y in places]


def peer_times(tokens: int) -> tuple[float, float]:
    """Median seconds of a frame of the studio, and of matplotlib's."""
    with studio(tokens) as window:
        ours = statistics.median(drag_times(window))
        now = window.store.now
        names = tuple(token.text for token in now.passage.key_tokens)
        figure = Figure(now.trace, now.query_index, names)

        def moves() -> Iterator[Callable[[], object]]:
            for step in range(MOVES + WARM_UP):
                turn = 2 * math.pi * step / MOVES
                yield partial(figure.drag, 1.6 * math.cos(turn), 1.6 * math.sin(turn))

        theirs = statistics.median(timed(moves()))
        figure.canvas.close()
    return ours, theirs


def main() -> None:
    if not find_spec("matplotlib"):
        sys.exit(
            "matplotlib is not installed here, so there is nothing to compare with: pip install matplotlib"
        )
    application = QApplication(sys.argv)
    for tokens in (8, 64):
        ours, theirs = peer_times(tokens)
        print(f"{tokens:>3} keys: studio {1000 * ours:.2f} ms, matplotlib {1000 * theirs:.1f} ms, ", end="")
        print(f"ratio {ours / theirs:.3f}")
    del application


if __name__ == "__main__":
    main()
