"""A slider that changes the document: a drag is one gesture, a run of key presses one step of the history."""

from __future__ import annotations

from dataclasses import dataclass

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

from attnstudio.model.document import Document
from attnstudio.model.edits import Edit
from attnstudio.state.store import Gesture, Store
from attnstudio.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class Ticks:
    """The slider's scale: how many steps, how many of them Page up and down take, and the marked values."""

    last: int
    page: int
    marked: tuple[int, ...] = ()


class GestureSlider(QSlider):
    """Subclasses say which number of the document it is; the wheel changes nothing."""

    deed = ""
    """As undo calls it."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme, name: str, ticks: Ticks) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.store = store
        self._ticks = ticks
        self._gesture: Gesture | None = None
        self.setRange(0, ticks.last)
        self.setSingleStep(1)
        self.setPageStep(ticks.page)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.sliderPressed.connect(self._begin)
        self.sliderReleased.connect(self._end)
        self.valueChanged.connect(self._moved)

    # --- for subclasses ------------------------------------------------------------------------------

    def place_in(self, document: Document) -> int:
        """The tick at which the handle stands."""
        raise NotImplementedError

    def edit_to(self, place: int) -> Edit:
        """What moving the handle to a tick does."""
        raise NotImplementedError

    # --- what is shown -------------------------------------------------------------------------------

    def show_document(self, document: Document) -> None:
        place = self.place_in(document)
        if place != self.value():
            self.blockSignals(True)  # shown, not moved
            self.setValue(place)
            self.blockSignals(False)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(120), self.theme.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(48), self.theme.px(26))

    # --- one gesture ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.store.begin(self.deed)
        self._gesture = self.store.gesture

    def _moved(self, place: int) -> None:
        if not self.isSliderDown():
            self.store.apply(self.deed, self.edit_to(place), run=self.deed)
        elif self._is_open:
            self.store.preview(self.edit_to(place))

    def _end(self) -> None:
        if self._is_open:
            self.store.commit()
        self._gesture = None
        self.show_document(self.store.document)

    def call_off(self) -> None:
        """Put the number back to what it was when the handle was taken."""
        if self._is_open:
            self.store.cancel()
        self._gesture = None
        if self.isSliderDown():
            self.blockSignals(True)  # Qt would tell a release, which is a commit
            self.setSliderDown(False)
            self.blockSignals(False)
        self.show_document(self.store.document)

    @property
    def _is_open(self) -> bool:
        return self._gesture is not None and self.store.gesture is self._gesture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown() and event.button() == Qt.MouseButton.RightButton:
            self.call_off()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._take_or_place(event)
        event.accept()

    def _take_or_place(self, event: QMouseEvent) -> None:
        """A press on the handle takes it; one beside it brings it there first, if it has a tick so near."""
        x = event.position().x()
        if not _is_across(self.handle(), x):
            left, right = self.ends()
            share = (x - left) / max(right - left, 1.0)
            self.setSliderDown(True)
            self.setValue(round(min(max(share, 0.0), 1.0) * self.maximum()))
            if not _is_across(self.handle(), x):
                self.setSliderDown(False)
                return
        level = QPointF(x, self.handle().center().y())  # the handle is drawn larger than the style has it
        super().mousePressEvent(
            QMouseEvent(
                event.type(),
                level,
                event.globalPosition(),
                event.button(),
                event.buttons(),
                event.modifiers(),
                event.pointingDevice(),
            )
        )

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

    def middle(self) -> float:
        """Height of the groove."""
        return self.height() / 2

    def ends(self) -> tuple[float, float]:
        """Where the groove begins and ends."""
        half = self.handle().width() / 2
        return half, self.width() - half

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, radius = self.middle(), theme.px(6)
        left, right = self.ends()
        painter.setPen(QPen(theme.edge, 2 * theme.stroke))
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        for marked in self._ticks.marked:
            x = left + (right - left) * marked / self._ticks.last
            painter.drawLine(QPointF(x, middle - theme.px(4)), QPointF(x, middle + theme.px(4)))
        painter.setPen(QPen(theme.focus if self.hasFocus() else theme.panel, 2))
        painter.setBrush(theme.ink)
        # Large letters make a larger handle than the style knows of: at both ends it must not be cut.
        handle = self.handle()
        x = min(max(handle.x() + handle.width() / 2, radius + 1), self.width() - radius - 1)
        painter.drawEllipse(QPointF(x, middle), radius, radius)
        painter.end()


def _is_across(handle: QRect, x: float) -> bool:
    return handle.left() <= x <= handle.right() + 1
