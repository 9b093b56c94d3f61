"""The bundled fonts, and which of them other fonts may help out."""

from __future__ import annotations

from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.ui import fonts
from attnstudio.ui.application import open_window


def merges(font: QFont) -> bool:
    return not font.styleStrategy() & QFont.StyleStrategy.NoFontMerging


def test_words_in_any_script_are_painted_whatever_the_application_wears(qtbot: QtBot) -> None:
    window = open_window("bank-money")
    assert merges(QApplication.font())  # names of files, and words in dialogs
    assert merges(fonts.font(fonts.SANS, 13, merging=True).resolve(fonts.font(fonts.SANS, 13)))
    assert not merges(fonts.font(fonts.MONO, 12).resolve(QApplication.font()))
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(fonts.font(fonts.SANS, 13, merging=True))
    assert merges(painter.font())
    painter.end()
    window.close()
    window.deleteLater()
