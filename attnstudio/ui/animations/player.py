"""The animation to come, small: it plays, or is gone through by hand."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QImage
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from attnstudio.ui.animations.stage import Stage
from attnstudio.ui.figures.preview import Preview
from attnstudio.ui.icons import icon
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import allow, button, label

MOST_KEPT = 120
"""Small pictures that are kept; of a longer animation every second, third … is shown."""
_FASTEST = 40  # milliseconds: a preview leaves time for everything else
_ICON = 18
_HANDLE = 20  # pixels of its height, which a slider does not ask for by itself
_REDUCED = "Reduced motion is on: go through the pictures by hand."
_EMPTY = "There is nothing to play yet."


class Player(QWidget):
    """Shows a stage that is prepared; painted is only what comes up."""

    def __init__(self, theme: Theme, is_reduced: bool) -> None:
        super().__init__()
        self.setAccessibleName("Preview of the animation")
        self._theme = theme
        self._is_reduced = is_reduced
        self._stage: Stage | None = None
        self._shown: list[int] = []  # indices of stills
        self._kept: dict[int, QImage] = {}
        self.picture = Preview(theme)
        self.run = button("", "icon", self.toggle, name="Play")
        self.run.setIconSize(QSize(theme.px(_ICON), theme.px(_ICON)))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setProperty("kind", "player")
        self.slider.setMinimumHeight(theme.px(_HANDLE))
        self.slider.setAccessibleName("Picture")
        self.slider.valueChanged.connect(self._show)
        self.place: QLabel = label("")
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._go_on)
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        for widget, share in ((self.run, 0), (self.slider, 1), (self.place, 0)):
            row.addWidget(widget, share)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.picture, 1)
        column.addLayout(row)
        self.clear()

    @property
    def is_playing(self) -> bool:
        return self._clock.isActive()

    def clear(self) -> None:
        """There is nothing to show; the picture that was there stays until there is."""
        self.pause()
        self._stage, self._shown = None, []
        self._kept.clear()
        self.slider.setEnabled(False)
        allow(self.run, False, _EMPTY)

    def show_stage(self, stage: Stage) -> None:
        """Show another animation from its beginning, and play it unless nothing may move by itself."""
        self.clear()
        self._stage = stage
        every = -(-len(stage.stills) // MOST_KEPT)
        self._shown = list(range(0, len(stage.stills), every))
        self.slider.setRange(0, len(self._shown) - 1)
        self.slider.setEnabled(len(self._shown) > 1)
        allow(self.run, not self._is_reduced, _REDUCED)
        self.slider.setValue(0)
        self._show()
        if not self._is_reduced:
            self.play()

    def toggle(self) -> None:
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        self._await()
        self._show_icon()

    def pause(self) -> None:
        self._clock.stop()
        self._show_icon()

    # --- inside ---------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        self.slider.setValue((self.slider.value() + 1) % max(len(self._shown), 1))
        self._await()

    def _await(self) -> None:
        if self._stage is not None:
            at = self.slider.value()
            end = self._shown[at + 1] if at + 1 < len(self._shown) else len(self._stage.stills)
            together = sum(still.hundredths for still in self._stage.stills[self._shown[at] : end])
            self._clock.start(max(10 * together, _FASTEST))

    def _show(self) -> None:
        if self._stage is None:
            return
        at = self.slider.value()
        index = self._shown[at]
        if index not in self._kept:
            small = self.picture.small(self._stage.asked)
            self._kept[index] = self._stage.paint(index, small.scale)
        self.picture.show_image(self._kept[index], self._stage.stills[index].said)
        self.place.setText(f"{index + 1} of {len(self._stage.stills)}")

    def _show_icon(self) -> None:
        name, side = "pause" if self.is_playing else "play", self._theme.px(_ICON)
        self.run.setIcon(icon(name, self._theme.roles.ink, side))
        self.run.setAccessibleName(name.capitalize())

    def hideEvent(self, event: QHideEvent) -> None:
        self.pause()
        super().hideEvent(event)
