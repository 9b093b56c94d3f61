"""What is gathered as SVG is drawn as a viewer of SVG would draw it."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from attnstudio.ui.figures.player import Player

DEFS = (
    '<defs><clipPath id="left"><rect x="0" y="0" width="10" height="20"/></clipPath>'
    '<path id="glyph" d="M0 0L4 0L4 4L0 4Z"/>'
    '<linearGradient id="fade" x1="0" y1="0" x2="20" y2="0">'
    '<stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></linearGradient></defs>'
)


def played(part: Element) -> QImage:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    try:
        Player(painter, fromstring(DEFS)).play(part)
    finally:
        painter.end()
    return image


def drawn(inside: str) -> QImage:
    return played(fromstring(f'<g stroke="none">{inside}</g>'))


def colour(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x, y).name()


BLUE, WHITE = "#0000ff", "#ffffff"


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="5" y="5" width="10" height="10"/>',
        '<rect x="5" y="5" width="10" height="10" rx="2" ry="2"/>',
        '<circle cx="10" cy="10" r="5"/>',
        '<ellipse cx="10" cy="10" rx="5" ry="4"/>',
        '<polygon points="5,5 15,5 15,15 5,15"/>',
        '<path d="M5,5 L15,5 C15,8 15,12 15,15 L5,15 Z"/>',
    ],
)
def test_each_shape_is_filled_where_it_is(shape: str, qapp: QApplication) -> None:
    image = drawn(f'<g fill="{BLUE}">{shape}</g>')
    assert (colour(image, 10, 10), colour(image, 2, 10), colour(image, 17, 17)) == (BLUE, WHITE, WHITE)


@pytest.mark.parametrize(
    "shape", ['<line x1="2" y1="10" x2="18" y2="10"/>', '<polyline points="2,10 10,10 18,10"/>']
)
def test_lines_have_the_width_of_their_stroke(shape: str, qapp: QApplication) -> None:
    image = drawn(f'<g fill="none" stroke="{BLUE}" stroke-width="4">{shape}</g>')
    assert (colour(image, 10, 9), colour(image, 10, 14)) == (BLUE, WHITE)


def test_clips_transforms_and_uses(qapp: QApplication) -> None:
    square = f'<rect x="0" y="0" width="20" height="20" fill="{BLUE}"/>'
    image = drawn(f'<g clip-path="url(#left)"><g transform="translate(4,0)">{square}</g></g>')
    assert [colour(image, x, 5) for x in (2, 7, 12)] == [WHITE, BLUE, WHITE]
    image = drawn(
        f'<g transform="matrix(2,0,0,2,4,4)"><rect x="1" y="1" width="2" height="2" fill="{BLUE}"/></g>'
    )
    assert [colour(image, x, 7) for x in (5, 7, 11)] == [WHITE, BLUE, WHITE]
    use = Element("use", {"xlink:href": "#glyph", "x": "8", "y": "8", "fill": BLUE, "stroke": "none"})
    image = played(use)
    assert colour(image, 9, 9) == BLUE


def test_gradients_opacity_and_dashes(qapp: QApplication) -> None:
    image = drawn('<rect x="0" y="0" width="20" height="20" fill="url(#fade)"/>')
    assert image.pixelColor(2, 5).red() < 60 < 200 < image.pixelColor(18, 5).red()
    image = drawn(
        f'<g opacity="0.5"><rect x="0" y="0" width="20" height="20" fill="{BLUE}" fill-opacity="0.5"/></g>'
    )
    assert image.pixelColor(5, 5).red() == pytest.approx(191, abs=2)
    image = drawn(
        f'<polyline points="0,10 20,10" fill="none" stroke="{BLUE}" stroke-width="2" stroke-linecap="butt" '
        'stroke-dasharray="5,5"/>'
    )
    assert [colour(image, x, 10) for x in (2, 7, 12)] == [BLUE, WHITE, BLUE]


def test_what_qt_does_not_write_is_not_passed_over(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="foreignObject"):
        drawn("<foreignObject/>")
