"""Where a window stands: as it was left, but on a screen that is there, and large enough to be used."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize

SMALLEST = QSize(640, 480)


def placed(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """`wanted`, brought onto the screen on which most of it is, or into the middle of the first."""
    on = max(screens, key=lambda screen: _area(screen.intersected(wanted)))
    size = wanted.size().expandedTo(SMALLEST).boundedTo(on.size())
    if not _area(on.intersected(wanted)):  # its screen is gone
        left, top = (
            on.left() + (on.width() - size.width()) // 2,
            on.top() + (on.height() - size.height()) // 2,
        )
        return QRect(left, top, size.width(), size.height())
    x = min(max(wanted.x(), on.left()), on.right() + 1 - size.width())
    y = min(max(wanted.y(), on.top()), on.bottom() + 1 - size.height())
    return QRect(x, y, size.width(), size.height())


def _area(part: QRect) -> int:
    return part.width() * part.height() if part.isValid() else 0
