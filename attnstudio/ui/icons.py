"""Line icons from ``resources/icons``, drawn in the theme's ink, as fine as the finest screen."""

from __future__ import annotations

from functools import cache
from math import ceil

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from attnstudio.assets import resource

_DRAWN_IN = b"#1B1F24"  # the colour written in the files
_FAINT = 0.4  # of a disabled icon: what Qt makes of one is hardly fainter on a dark ground


@cache
def icon(name: str, colour: str, size: int) -> QIcon:
    """The icon `name` in ``#RRGGBB``, `size` logical pixels large."""
    source = resource("icons", f"{name}.svg").read_bytes().replace(_DRAWN_IN, colour.encode())
    renderer = QSvgRenderer(QByteArray(source))
    made = QIcon()
    finest = ceil(max(screen.devicePixelRatio() for screen in QGuiApplication.screens()))
    for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, _FAINT)):
        for ratio in range(1, finest + 1):
            pixmap = QPixmap(size * ratio, size * ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setOpacity(opacity)
            renderer.render(painter, QRectF(0, 0, size * ratio, size * ratio))
            painter.end()
            pixmap.setDevicePixelRatio(ratio)
            made.addPixmap(pixmap, mode)
    return made


@cache
def program_icon() -> QIcon:
    return QIcon(str(resource("icons", "attnstudio.svg")))
