"""The picture of a matrix shows each cell where it stands, in the colour of its number."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPicture
from PySide6.QtWidgets import QApplication

from attnstudio.ui import ramps
from attnstudio.ui.heat import (
    HIDDEN,
    cells_in,
    draw_heat,
    heat_image,
    signed_codes,
    signed_colours,
    weight_codes,
    weight_colours,
)
from attnstudio.ui.theme import theme

WHITE = QColor("white")


def test_weights_and_signed_numbers_find_their_colours() -> None:
    half = ramps.STEPS // 2
    assert weight_codes(np.array([0.0, 1.0, 0.5, 1.2])).tolist() == [0, 255, 128, 255]
    codes = signed_codes(np.array([-2.0, 0.0, 2.0, 9.0]), 2.0).tolist()
    assert codes == [0, half, 255, 255]
    assert signed_codes(np.array([1.0]), 2.0)[0] - half == half - 1 - signed_codes(np.array([-1.0]), 2.0)[0]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("width", "height"), [(100, 60), (97, 61)])
def test_each_cell_is_painted_where_it_stands(
    ratio: float, width: int, height: int, qapp: QApplication
) -> None:
    light = theme("light")
    values = np.array([[0.0, 0.5, 1.0], [1.0, 0.25, 0.75]])
    codes = weight_codes(values)
    codes[1, 1] = HIDDEN
    cells = cells_in(QRect(7, 5, width, height), 2, 3, 1)
    image = heat_image(codes, weight_colours(light), cells, WHITE, ratio)
    area = cells.area
    assert (area.left(), area.top(), area.width(), area.height()) == (7, 5, width, height)
    assert image.size() == area.size() * ratio
    for row in range(2):
        for column in range(3):
            middle = (cells.cell(row, column).center() - area.topLeft()) * ratio
            wanted = light.track if codes[row, column] == HIDDEN else light.weights[int(codes[row, column])]
            assert image.pixelColor(middle) == wanted
            assert cells.at(*cells.cell(row, column).center().toTuple()) == (row, column)
    gap = (cells.xs[1] - 1 - area.left()) * ratio
    assert image.pixelColor(round(gap), 0) == WHITE


def test_many_cells_shrink_to_pixels_without_gaps() -> None:
    cells = cells_in(QRect(0, 0, 130, 84), 64, 64, 1)
    assert cells.gap == 0
    assert (cells.xs[-1], cells.ys[-1]) == (130, 84)
    assert all(b - a in (1, 2, 3) for a, b in pairwise(cells.xs))


def test_points_beside_the_cells_are_of_no_cell() -> None:
    cells = cells_in(QRect(10, 10, 50, 50), 5, 5, 1)
    assert cells.at(9, 20) is None
    assert cells.at(20, 61) is None
    assert cells_in(QRect(0, 0, 10, 10), 0, 3, 1).at(5, 5) is None


def test_a_signed_picture_has_zero_in_the_colour_of_zero(qapp: QApplication) -> None:
    dark = theme("dark")
    cells = cells_in(QRect(0, 0, 20, 20), 1, 1, 1)
    image = heat_image(signed_codes(np.zeros((1, 1)), 3.0), signed_colours(dark), cells, WHITE)
    assert image.pixelColor(10, 10) == dark.signed[ramps.STEPS // 2]


@pytest.mark.parametrize("side", [40, 4])
def test_on_paper_that_takes_vectors_each_cell_is_a_rectangle_over_its_place(
    side: int, qapp: QApplication
) -> None:
    light = theme("light")
    codes = weight_codes(np.linspace(0, 1, 25).reshape(5, 5))
    cells = cells_in(QRect(0, 0, 5 * side, 5 * side), 5, 5, 1 if side > 4 else 0)
    picture = QPicture()
    painter = QPainter(picture)
    draw_heat(painter, codes, weight_colours(light), cells, WHITE)
    painter.end()
    image = QImage(5 * side, 5 * side, QImage.Format.Format_RGB32)
    image.fill(WHITE)
    painter = QPainter(image)
    picture.play(painter)
    painter.end()
    expected = heat_image(codes, weight_colours(light), cells, WHITE)
    assert image.copy(cells.area) == expected.convertToFormat(QImage.Format.Format_RGB32)
