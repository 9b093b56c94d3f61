"""Where the keyboard goes among the pipeline's cells, and by how much a key pulls a weight.

Arrow keys belong to the cells, so a weight is pulled with plus and minus, or with Alt and an arrow; Shift is
finer and Ctrl coarser, as everywhere.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from attnstudio.state.pulling import STEP
from attnstudio.ui.hands import COARSE, FINE
from attnstudio.ui.panels.pipeline.columns import PLACES
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot

_SUMMED = ("normalize", "mix")
_MORE = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)  # on many keyboards plus is Shift and =
_LESS = (Qt.Key.Key_Minus, Qt.Key.Key_Underscore)


def moved(spot: Spot, event: QKeyEvent, count: int, page: int) -> Spot | None:
    """The cell that a key leads to from `spot`, of `count` rows with the sums below; None for other keys."""
    at = count if spot.j == SUMS else spot.j
    column = PLACES.index(spot.place)
    match event.key():
        case Qt.Key.Key_Up:
            at -= 1
        case Qt.Key.Key_Down:
            at += 1
        case Qt.Key.Key_PageUp:
            at -= page
        case Qt.Key.Key_PageDown:
            at = min(at + page, max(count - 1, at))
        case Qt.Key.Key_Home:
            at = 0
        case Qt.Key.Key_End:
            at = count - 1
        case Qt.Key.Key_Left:
            column -= 1
        case Qt.Key.Key_Right:
            column += 1
        case _:
            return None
    place = PLACES[min(max(column, 0), len(PLACES) - 1)]
    at = min(max(at, 0), count if place in _SUMMED else count - 1)
    return Spot(SUMS if at == count else at, place)


def pull_of(event: QKeyEvent) -> float:
    """By how much a key pulls the weight that the keyboard is on; 0 for other keys."""
    held = event.modifiers()
    with_alt = bool(held & Qt.KeyboardModifier.AltModifier)
    direction = 0
    if event.key() in _MORE or (with_alt and event.key() == Qt.Key.Key_Right):
        direction = 1
    elif event.key() in _LESS or (with_alt and event.key() == Qt.Key.Key_Left):
        direction = -1
    factor = 1.0
    if held & Qt.KeyboardModifier.ControlModifier:
        factor = COARSE
    elif held & Qt.KeyboardModifier.ShiftModifier:
        factor = FINE
    return direction * STEP * factor
