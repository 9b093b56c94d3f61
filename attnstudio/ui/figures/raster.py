"""Pictures in pixels."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint
from PySide6.QtGui import QImage, QImageWriter, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import View
from attnstudio.ui.figures.asked import Asked
from attnstudio.ui.figures.page import Page, laid_out

INCH = 0.0254  # in metres


def paint(document: Document, look: Look, asked: Asked, view: View | None = None) -> QImage:
    """The picture as an image, whatever `asked.format` says. Needs a QApplication."""
    with laid_out(document, look, asked, view) as page:
        return painted(page, asked)


def painted(page: Page, asked: Asked) -> QImage:
    """A page as an image of exactly the asked pixels, its dpi in it."""
    wide, high = asked.pixels
    # Without a channel for what shines through, painting is quicker and the file smaller.
    is_clear = page.theme.paper.alpha() == 0
    form = QImage.Format.Format_ARGB32_Premultiplied if is_clear else QImage.Format.Format_RGB32
    image = QImage(wide, high, form)
    if image.isNull():
        raise Refused(f"There is not enough memory for {wide} × {high} pixels.")
    image.setDevicePixelRatio(asked.scale / page.grow)
    image.fill(page.theme.paper)
    painter = QPainter(image)
    try:
        page.root.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    finally:
        painter.end()
    dots = round(asked.dots / INCH)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image


def png(image: QImage) -> bytes:
    """The bytes of a PNG file, its dpi in it."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise Refused("The picture could not be made: there is not enough memory for it.")
    buffer.close()
    return bytes(data.data())
