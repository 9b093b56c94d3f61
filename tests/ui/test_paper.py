"""A painter knows what it paints on, also while a widget is drawn into something else."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPdfWriter, QPicture
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.paper import is_vector, ratio_of


class Asker(QWidget):
    """Notes what it is painted on."""

    found: tuple[bool, float] | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.found = is_vector(painter), ratio_of(painter)
        painter.end()


@pytest.mark.parametrize("kind", ["svg", "pdf", "picture"])
def test_files_and_pictures_are_vectors(kind: str, qtbot: QtBot) -> None:
    asker = Asker()
    qtbot.addWidget(asker)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    device = {"svg": generator, "pdf": QPdfWriter(buffer), "picture": QPicture()}[kind]
    painter = QPainter(device)
    asker.render(painter, QPoint())
    painter.end()
    assert asker.found is not None
    assert asker.found[0]


def test_an_image_has_pixels_as_fine_as_its_ratio(qtbot: QtBot) -> None:
    asker = Asker()
    qtbot.addWidget(asker)
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(3.0)
    painter = QPainter(image)
    asker.render(painter, QPoint())
    painter.end()
    assert asker.found == (False, 3.0)
    assert asker.devicePixelRatioF() == 1.0
