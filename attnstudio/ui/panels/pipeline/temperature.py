"""The temperature's slider: a scale of equal ratios, and one undo step for one drag."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from attnstudio.model.edits import Edit, set_temperature
from attnstudio.state.store import Gesture, Store
from attnstudio.ui.theme import Theme

NAME = "Set temperature"
"""As undo calls it."""

_DECADE = 100  # ticks: the temperature grows tenfold
_LEAST = -2  # the first tick that is not 0 stands for 10^−2
_LAST = 3 * _DECADE + 1  # and the last for 10


def temperature_at(position: int) -> float:
    """The slider's scale: 0 at the left end, then 0.01 … 10 in equal ratios, to three digits."""
    if position <= 0:
        return 0.0
    exact = 10.0 ** (_LEAST + (position - 1) / _DECADE)
    return float(f"{exact:.3g}")


def position_of(temperature: float) -> int:
    """The nearest tick; temperatures beyond the scale stand at its end."""
    if temperature <= 0.0:
        return 0
    return min(max(round((math.log10(temperature) - _LEAST) * _DECADE) + 1, 1), _LAST)


def to(temperature: float) -> Edit:
    return lambda document: set_temperature(document, temperature)


class TemperatureSlider(QSlider):
    """A drag is one gesture; a run of key presses is one step of the history. The wheel changes nothing."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.store = store
        self._gesture: Gesture | None = None
        self.setRange(0, _LAST)
        self.setSingleStep(1)
        self.setPageStep(_DECADE // 5)
        self.setAccessibleName("temperature")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.sliderPressed.connect(self._begin)
        self.sliderReleased.connect(self._end)
        self.valueChanged.connect(self._moved)

    def show_temperature(self, temperature: float) -> None:
        if position_of(temperature) != self.value():
            self.blockSignals(True)  # shown, not moved
            self.setValue(position_of(temperature))
            self.blockSignals(False)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(48), self.theme.px(26))

    # --- one gesture ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.store.begin(NAME)
        self._gesture = self.store.gesture

    def _moved(self, position: int) -> None:
        edit = to(temperature_at(position))
        if not self.isSliderDown():
            self.store.apply(NAME, edit, run=NAME)
        elif self._is_open:
            self.store.preview(edit)

    def _end(self) -> None:
        if self._is_open:
            self.store.commit()
        self._gesture = None
        self.show_temperature(self.store.document.settings.temperature)

    def call_off(self) -> None:
        """Put the temperature back to what it was when the handle was taken."""
        if self._is_open:
            self.store.cancel()
        self._gesture = None
        if self.isSliderDown():
            self.blockSignals(True)  # Qt would tell a release, which is a commit
            self.setSliderDown(False)
            self.blockSignals(False)
        self.show_temperature(self.store.document.settings.temperature)

    @property
    def _is_open(self) -> bool:
        return self._gesture is not None and self.store.gesture is self._gesture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown() and event.button() == Qt.MouseButton.RightButton:
            self.call_off()
        elif event.button() == Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._gesture is not None and not self._is_open:
            self.call_off()
        elif self.isSliderDown() and not event.buttons() & Qt.MouseButton.LeftButton:
            self.setSliderDown(False)
        elif self.isSliderDown() or not event.buttons():
            super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isSliderDown():
            self.call_off()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        overrides = event.type() == QEvent.Type.ShortcutOverride and self.isSliderDown()
        if overrides and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.call_off()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.call_off()
        super().hideEvent(event)

    # --- painting ------------------------------------------------------------------------------------

    def handle(self) -> QRect:
        """Where the style catches the handle."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        return self.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        handle = self.handle()
        middle, radius = self.height() / 2, theme.px(6)
        left, right = handle.width() / 2, self.width() - handle.width() / 2
        painter.setPen(QPen(theme.edge, 2 * theme.stroke))
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        one = left + (right - left) * position_of(1.0) / _LAST
        painter.drawLine(QPointF(one, middle - theme.px(4)), QPointF(one, middle + theme.px(4)))
        painter.setPen(QPen(theme.focus if self.hasFocus() else theme.panel, 2))
        painter.setBrush(theme.ink)
        # Large letters make a larger handle than the style knows of: at both ends it must not be cut.
        x = min(max(handle.x() + handle.width() / 2, radius + 1), self.width() - radius - 1)
        painter.drawEllipse(QPointF(x, middle), radius, radius)
        painter.end()
