"""The scale of d_k, on the slider and by key: equal ratios, and every power of two on it."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from attnstudio.model.settings import LARGEST_D_K

OCTAVE = 16
"""Ticks of the slider from one d_k to twice as much."""
LAST = OCTAVE * round(math.log2(LARGEST_D_K))
MARKED = (1, 4, 16, 64, 256, 1024, 4096)

_STEPS = tuple(sorted({round(math.exp2(quarter / 4)) for quarter in range(4 * LAST // OCTAVE + 1)}))


def d_k_at(tick: float) -> int:
    """The d_k at a place of the slider."""
    return min(max(round(math.exp2(tick / OCTAVE)), 1), LARGEST_D_K)


def tick_of(d_k: int) -> int:
    """The place of the slider that is nearest to a d_k."""
    return round(OCTAVE * math.log2(d_k))


def d_k_after(d_k: int, event: QKeyEvent) -> int | None:
    """Where a key leads from `d_k`; None for other keys. Shift is finer, one by one, and Ctrl coarser."""
    direction = {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Down: -1,
        Qt.Key.Key_Minus: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Up: 1,
        Qt.Key.Key_Plus: 1,
    }.get(Qt.Key(event.key()), 0)
    match event.key():
        case Qt.Key.Key_Home:
            return 1
        case Qt.Key.Key_End:
            return LARGEST_D_K
        case Qt.Key.Key_PageUp:
            return min(2 * d_k, LARGEST_D_K)
        case Qt.Key.Key_PageDown:
            return max(d_k // 2, 1)
    if not direction:
        return None
    held = event.modifiers()
    if held & Qt.KeyboardModifier.ShiftModifier:
        to = d_k + direction
    elif held & Qt.KeyboardModifier.ControlModifier:
        to = 4 * d_k if direction > 0 else d_k // 4
    else:
        to = _neighbour(d_k, direction)
    return min(max(to, 1), LARGEST_D_K)


def _neighbour(d_k: int, direction: int) -> int:
    if direction > 0:
        return _STEPS[min(bisect_right(_STEPS, d_k), len(_STEPS) - 1)]
    return _STEPS[max(bisect_left(_STEPS, d_k) - 1, 0)]
