"""The settings at the foot of the pipeline: divide by √d_k or not, and the temperature."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model.edits import set_cosine, set_scaling, set_wrong
from attnstudio.model.settings import Wrong
from attnstudio.notes.speech import wrong_in_words
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.pipeline import temperature as temperature_slider
from attnstudio.ui.panels.pipeline.ground import tick
from attnstudio.ui.panels.pipeline.temperature import TemperatureSlider
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import SMALL, Theme
from attnstudio.ui.widgets import button, label


class ScalingBox(QAbstractButton):
    """“divide by √d_k”, with a tick like those of the mask."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("divide by the square root of d_k")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        theme = self.theme
        words = QFontMetricsF(theme.text(SMALL)).horizontalAdvance("divide by √d")
        return QSize(math.ceil(words) + theme.px(18 + 6 + 10), theme.px(26))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side = self.theme, self.theme.px(16)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(3, (self.height() - side) / 2, side, side)
        if self.isChecked():
            tick(painter, theme, box)
        else:
            painter.setPen(QPen(theme.edge, theme.stroke))
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        font, small = theme.text(SMALL), theme.text(9)
        metrics = QFontMetricsF(font)
        baseline = (self.height() + metrics.capHeight()) / 2
        left = box.right() + theme.px(6)
        painter.setPen(theme.ink)
        painter.setFont(font)
        painter.drawText(QPointF(left, baseline), "divide by √d")
        painter.setFont(small)
        left += metrics.horizontalAdvance("divide by √d")
        painter.drawText(QPointF(left, baseline + theme.px(3)), "k")
        if self.hasFocus():
            painter.setPen(QPen(theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()


class Foot(QWidget):
    """Scaling and temperature in one line."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent)
        self.setAccessibleName("Scaling and temperature")
        self.store = store
        self.box = ScalingBox(self, theme)
        self.box.clicked.connect(self._set_scaling)
        self.word = label("temperature")
        self.slider = TemperatureSlider(self, store, theme)
        self.field = NumberField(self, "temperature, exact", self._set_temperature, store.say)
        self.field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.wrong = button("", "link", self._put_right)
        self.wrong.hide()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addWidget(self.box)
        self.row.addWidget(self.wrong)
        self.row.addStretch(1)
        self.row.addWidget(self.word)
        self.row.addWidget(self.slider, 2)
        self.row.addWidget(self.field)

    def show_state(self, now: Snapshot) -> None:
        settings = now.document.settings
        self.box.setChecked(settings.scale is None)
        self.slider.show_document(now.document)
        self.field.show_number(settings.temperature)
        self._show_wrong(now)

    def _show_wrong(self, now: Snapshot) -> None:
        """A step that is not done as usual is named, and put right by a click."""
        wrong, told = now.document.wrong, [*wrong_in_words(now.document, now.passage)]
        if now.document.settings.cosine:
            told.append("cosines")
        self.wrong.setVisible(bool(told))
        if told:
            short = "cosines" if wrong.is_right else "no softmax" if wrong.skips_softmax else "done wrongly"
            self.wrong.setText("mask too late" if told == ["mask after the softmax"] else short)
            self.wrong.setToolTip(plain_tip(f"{', '.join(told)}. Press to do it as usual again."))
            self.wrong.setAccessibleName(f"Not as usual: {', '.join(told)}")
            self.wrong.setAccessibleDescription("Press to do it as usual again.")

    def retheme(self, theme: Theme) -> None:
        self.box.theme = self.slider.theme = theme
        self.row.setSpacing(theme.px(8))
        self.field.setFixedWidth(theme.px(64))
        self.slider.setMaximumWidth(theme.px(180))
        for widget in (self.box, self.slider):
            widget.updateGeometry()
            widget.update()

    def _set_scaling(self, on: bool) -> None:
        self.store.apply("Turn scaling on" if on else "Turn scaling off", lambda d: set_scaling(d, on))
        self.box.setChecked(self.store.document.settings.scale is None)

    def _put_right(self) -> None:
        self.store.apply(
            "Do all steps as usual", lambda document: set_cosine(set_wrong(document, Wrong()), False)
        )

    def _set_temperature(self, temperature: float) -> None:
        self.store.apply(temperature_slider.NAME, temperature_slider.to(temperature))
