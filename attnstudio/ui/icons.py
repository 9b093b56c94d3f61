"""Line icons from ``resources/icons``, drawn in the theme's ink at any pixel ratio."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
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
    for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, _FAINT)):
        for ratio in (1, 2, 3):
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
