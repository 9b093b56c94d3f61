"""The track on which the steps stand: five stops, and a handle on the last one that is known.

The steps are those of Vaswani et al. (2017), equation 1: match, scale, mask, normalize, mix.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.playing import LAST
from attnstudio.state.snapshot import STEPS, Step
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import SMALL, Theme, metrics, width_of

_NAME = 17  # height of the names, at 100 % text
_HANDLE = 8  # radius of the handle; a stop is smaller
_STOP = 5
_REACH = 22  # a hand this near to a stop is on it


class StepTrack(Surface):
    """Told which step is known and which is pointed at; asks `go_to` and `point_at` for others."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        go_to: Callable[[int], None],
        point_at: Callable[[Step | None], None],
    ) -> None:
        super().__init__(parent)
        self.place = LAST
        self.hover: Step | None = None
        self.is_figure = False
        self._go_to, self._point_at = go_to, point_at
        self._is_held = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Steps of the formula")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retheme(theme)

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._plain, self._bold = theme.text(SMALL), theme.text(SMALL, 600)
        self._known = QPen(theme.accent, 3 * theme.stroke)
        self._unknown = QPen(theme.track, 3 * theme.stroke)
        self._edge = QPen(theme.edge, 1.5 * theme.stroke)
        self._focus = QPen(theme.focus, 2 * theme.stroke)
        self.updateGeometry()
        self.update()

    def show_place(self, place: int, hover: Step | None, is_figure: bool) -> None:
        if (place, hover, is_figure) != (self.place, self.hover, self.is_figure):
            self.place, self.hover, self.is_figure = place, hover, is_figure
            self.update()

    def middle(self) -> float:
        """Height of the line."""
        return self.theme.px(_NAME) + self.theme.px(_HANDLE) + 3.0

    def stop(self, place: int) -> QPointF:
        """Where a step stands: the first and the last leave room for half of their names."""
        left = width_of(self._bold, STEPS[0]) / 2 + self.theme.px(8)
        right = self.width() - width_of(self._bold, STEPS[-1]) / 2 - self.theme.px(8)
        left, right = max(left, self.theme.px(12)), min(right, self.width() - self.theme.px(12))
        return QPointF(left + (right - left) * place / LAST, self.middle())

    def area(self, place: int) -> QRect:
        """A stop and its name."""
        at = self.stop(place)
        half = width_of(self._bold, STEPS[place]) / 2 + self.theme.px(4)
        return QRectF(at.x() - half, 0, 2 * half, self.height()).toAlignedRect()

    def minimumSizeHint(self) -> QSize:
        names = sum(width_of(self._bold, step) for step in STEPS) + LAST * self.theme.px(14)
        return QSize(round(names) + self.theme.px(20), round(self.middle()) + self.theme.px(_HANDLE) + 4)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    # --- the hand -------------------------------------------------------------------------------------

    def nearest(self, x: float) -> int:
        return min(range(LAST + 1), key=lambda place: abs(self.stop(place).x() - x))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self.is_figure:
            self._is_held = True
            self._go_to(self.nearest(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.nearest(event.position().x())
        if self._is_held and event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(place)
            return
        self._is_held = False
        near = abs(self.stop(place).x() - event.position().x()) <= self.theme.px(_REACH)
        self.setCursor(Qt.CursorShape.PointingHandCursor if near else Qt.CursorShape.ArrowCursor)
        self._point_at(STEPS[place] if near else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._is_held = False

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        targets = {
            Qt.Key.Key_Left: self.place - 1,
            Qt.Key.Key_Right: self.place + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: LAST,
        }
        target = targets.get(Qt.Key(event.key()))
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if target is None or not plain or self.is_figure:
            super().keyPressEvent(event)
        else:
            self._go_to(min(max(target, 0), LAST))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stops = [self.stop(place) for place in range(LAST + 1)]
        for place, (start, end) in enumerate(pairwise(stops), start=1):
            painter.setPen(self._known if place <= self.place else self._unknown)
            painter.drawLine(start, end)
        for place, at in enumerate(stops):
            self._paint_name(painter, place, at.x())
            self._paint_stop(painter, place, at)
        painter.end()

    def _paint_name(self, painter: QPainter, place: int, x: float) -> None:
        theme, step = self.theme, STEPS[place]
        is_here = place == self.place
        font = self._bold if is_here else self._plain
        wide = width_of(font, step)
        ascent, descent = metrics(font.key(), font).ascent(), metrics(font.key(), font).descent()
        if step == self.hover and not self.is_figure:
            pad = theme.px(4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent_wash)
            painter.drawRoundedRect(QRectF(x - wide / 2 - pad, 0, wide + 2 * pad, ascent + descent), 3, 3)
        painter.setFont(font)
        painter.setPen(theme.accent if is_here else theme.ink if place < self.place else theme.secondary)
        painter.drawText(QPointF(x - wide / 2, ascent), step)

    def _paint_stop(self, painter: QPainter, place: int, at: QPointF) -> None:
        theme = self.theme
        if place > self.place:  # an open ring: not known yet, without any colour
            painter.setPen(self._edge)
            painter.setBrush(theme.panel)
            painter.drawEllipse(at, theme.px(_STOP), theme.px(_STOP))
            return
        radius = theme.px(_HANDLE if place == self.place else _STOP)
        if place == self.place and self.hasFocus() and not self.is_figure:
            painter.setPen(self._focus)
            painter.setBrush(theme.panel)
            painter.drawEllipse(at, radius + 2.5, radius + 2.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawEllipse(at, radius, radius)
