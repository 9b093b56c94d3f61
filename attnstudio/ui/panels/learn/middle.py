"""The loss on the left; on the right, where there is room, the matrices that are learned, to take hold of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.ui.theme import Theme

_WIDEST = 150  # of a plane, at 100 % text


class Middle(QWidget):
    def __init__(
        self, parent: QWidget, left: Sequence[QWidget], planes: Sequence[QWidget], theme: Theme
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._left = QWidget(self)
        self._column = QVBoxLayout(self._left)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in left:
            self._column.addWidget(widget)
        self._planes = tuple(planes)
        self._wanted: tuple[QWidget, ...] = ()
        for plane in self._planes:
            plane.setParent(self)
            plane.hide()

    def show_planes(self, wanted: Sequence[QWidget]) -> None:
        """Which of the planes belong to the goal."""
        if tuple(wanted) != self._wanted:
            self._wanted = tuple(wanted)
            self._arrange()

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self._column.setSpacing(theme.px(2))
        self.updateGeometry()
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return self._left.minimumSizeHint()

    def sizeHint(self) -> QSize:
        return self._left.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        """Planes side by side if they fit beside the curve, and as many as do; else the curve alone."""
        gap, high = self._theme.px(10), self.height()
        least = self._left.minimumSizeHint().width()
        shown: list[QWidget] = []
        room = self.width() - least
        for plane in self._wanted:
            need = plane.minimumSizeHint()
            if need.height() <= high and need.width() + gap <= room:
                shown.append(plane)
                room -= need.width() + gap
        for plane in self._planes:
            plane.setVisible(plane in shown)
        x = self.width()
        spare = room // (2 * len(shown)) if shown else 0
        for plane in reversed(shown):
            wide = min(plane.minimumSizeHint().width() + spare, max(high, 1), self._theme.px(_WIDEST))
            wide = max(wide, plane.minimumSizeHint().width())
            x -= wide
            plane.setGeometry(x, 0, wide, high)
            x -= gap
        self._left.setGeometry(0, 0, max(x, 1), high)
