"""The picture to come, small, beside the fields of the dialog."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.ui.figures.asked import Asked
from attnstudio.ui.theme import Theme

USUAL, LEAST = (460, 400), (120, 120)
_CHECK = 8  # of the pattern on which nothing is drawn


class Preview(QWidget):
    """Draws an image as large as there is room for; what shines through it is seen to."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._image = QImage()
        self.setAccessibleName("Preview")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def image(self) -> QImage:
        return self._image

    def small(self, asked: Asked) -> Asked:
        """The same picture with as many pixels as are seen here."""
        room = self._room()
        shrink = min(room.width() / asked.width, room.height() / asked.height, asked.scale)
        return replace(asked, scale=shrink * self.devicePixelRatioF(), format="png", text=None, dpi=None)

    def show_image(self, image: QImage, told: str) -> None:
        """Show a picture, and say in words what it is."""
        self._image = image
        self._image.setDevicePixelRatio(self.devicePixelRatioF())
        self.setAccessibleDescription(told)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(USUAL[0]), self._theme.px(USUAL[1]))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(LEAST[0]), self._theme.px(LEAST[1]))

    def _room(self) -> QRect:
        edge = self._theme.px(10)
        return self.rect().adjusted(edge, edge, -edge, -edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.fillRect(self.rect(), theme.track)
        if not self._image.isNull():
            size = self._image.deviceIndependentSize().toSize()
            at = QRect(0, 0, size.width(), size.height())
            at.moveCenter(self.rect().center())
            if self._image.hasAlphaChannel():
                self._paint_checks(painter, at)
            painter.drawImage(at.topLeft(), self._image)
            painter.setPen(QPen(theme.edge, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(at.adjusted(-1, -1, 0, 0))
        painter.end()

    def _paint_checks(self, painter: QPainter, at: QRect) -> None:
        """What is drawn on transparent ground goes with the theme's own paper."""
        theme, side = self._theme, self._theme.px(_CHECK)
        painter.setClipRect(at)
        painter.fillRect(at, theme.paper)
        for row in range(at.height() // side + 1):
            for column in range(row % 2, at.width() // side + 1, 2):
                painter.fillRect(at.x() + column * side, at.y() + row * side, side, side, theme.hairline)
        painter.setClipping(False)
