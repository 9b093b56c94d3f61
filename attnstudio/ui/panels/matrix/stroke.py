"""A stroke over the mask: every cell that it touches becomes what the first one became."""

from __future__ import annotations

from collections.abc import Iterator

from attnstudio.model import edits
from attnstudio.state.gestures import cell_name
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.content import Content

Cell = tuple[int, int]  # row, column


def cells_name(allow: bool) -> str:
    """What the history calls a change of several."""
    return f"{'Unmask' if allow else 'Mask'} cells"


class Stroke:
    """One gesture, from press to release: one step of the history, and Esc puts everything back."""

    def __init__(self, store: Store, content: Content, first: Cell) -> None:
        self._store = store
        self._content = content
        self._allow = not bool(content.allowed[first])
        self._touched: set[tuple[int, int]] = set()
        self._last = first
        row, column = first
        store.begin(cell_name(self._allow, content.row_names[row], content.column_names[column]))
        self._gesture = store.gesture
        self.to(first)

    @property
    def is_over(self) -> bool:
        """Whether something else, a command perhaps, has ended the gesture meanwhile."""
        return self._store.gesture is not self._gesture

    def to(self, cell: Cell) -> None:
        """Draw the stroke on to `cell`, which may lie beyond the edges; a fast hand leaves no gap."""
        if self.is_over:
            return
        queries, keys = self._content.queries, self._content.keys
        before = len(self._touched)
        self._touched.update(
            (queries[row].id, keys[column].id)
            for row, column in line(self._last, cell)
            if 0 <= row < len(queries) and 0 <= column < len(keys)
        )
        self._last = cell
        if len(self._touched) > before:
            if before == 1:  # the name told of one cell
                self._store.cancel()
                self._store.begin(cells_name(self._allow))
                self._gesture = self._store.gesture
            cells, allow, passage = frozenset(self._touched), self._allow, self._store.look.passage
            self._store.preview(lambda document: edits.paint_cells(document, cells, allow, passage))

    def end(self) -> None:
        if not self.is_over:
            self._store.commit()

    def cancel(self) -> None:
        if not self.is_over:
            self._store.cancel()


def line(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells between two cells, both included, each a neighbour of the one before (Bresenham 1965)."""
    row, column = start
    down, right = abs(end[0] - row), abs(end[1] - column)
    row_step, column_step = (1 if end[0] >= row else -1), (1 if end[1] >= column else -1)
    error = right - down
    while True:
        yield row, column
        if (row, column) == end:
            return
        twice = 2 * error
        if twice > -down:
            error -= down
            column += column_step
        if twice < right:
            error += right
            row += row_step
