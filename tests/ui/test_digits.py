"""Numbers drawn in one stroke look as if drawn one by one."""

import re

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from attnstudio.ui import fonts
from attnstudio.ui.digits import Digits
from attnstudio.ui.theme import theme

INK = QColor("#000000")


def blank(ratio: float) -> QImage:
    image = QImage(round(200 * ratio), round(60 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#FFFFFF"))
    return image


def one_by_one(numbers: list[tuple[str, float, float]], ratio: float) -> QImage:
    font = theme("light").numbers()
    width = Digits(font).width
    image = blank(ratio)
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(INK)
    for text, right, baseline in numbers:
        painter.drawText(QPointF(right - len(text) * width, baseline), text)
    painter.end()
    return image


def together(digits: Digits, numbers: list[tuple[str, float, float]], ratio: float) -> QImage:
    image = blank(ratio)
    painter = QPainter(image)
    for number in numbers:
        digits.write(*number)
    digits.paint(painter, INK)
    painter.end()
    return image


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_they_look_the_same(qapp: QApplication, ratio: float) -> None:
    fonts.register_fonts()
    numbers = [("−1.25", 80.0, 20.0), ("(0.894,  0.000, …)", 190.0, 40.0), ("<0.001", 60.0, 40.0)]
    digits = Digits(theme("light").numbers())
    expected = one_by_one(numbers, ratio)
    assert expected != blank(ratio)
    assert together(digits, numbers, ratio) == expected
    assert together(digits, numbers, ratio) == expected, "and again, from what was kept"


def test_nothing_stays_from_the_last_stroke(qapp: QApplication) -> None:
    fonts.register_fonts()
    digits = Digits(theme("light").numbers())
    together(digits, [("1.00", 80.0, 20.0)], 1.0)
    assert together(digits, [], 1.0) == blank(1.0)


def test_a_longer_number_in_a_place_kept_for_shorter_ones(qapp: QApplication) -> None:
    fonts.register_fonts()
    digits = Digits(theme("light").numbers())
    together(digits, [("1", 190.0, 20.0)], 1.0)
    long = [("1.234567890123456789e12", 190.0, 20.0)]
    assert together(digits, long, 1.0) == one_by_one(long, 1.0)


def test_on_paper_that_takes_letters_they_are_letters(qapp: QApplication) -> None:
    fonts.register_fonts()
    numbers = [("−1.25", 80.0, 20.0), ("<0.001", 60.0, 40.0)]
    digits, data = Digits(theme("light").numbers()), QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(data)
    painter = QPainter(generator)
    for number in numbers:
        digits.write(*number)
    digits.paint(painter, INK)
    digits.paint(painter, INK)  # nothing is left for a second time
    painter.end()
    assert re.findall(">([^<]+)</text>", bytes(data.data().data()).decode()) == ["−1.25", "&lt;0.001"]
