"""Scale and legend are true for the picture beside them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look, MatrixShows
from attnstudio.model.settings import Mask
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.cells import MatrixInk
from attnstudio.ui.panels.matrix.content import content_of
from attnstudio.ui.panels.matrix.legend import Legend, paint_scale
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words

WIDTH, HEIGHT = 500, 20
HIGH = 120


def legend(document: Document, shows: MatrixShows = "weights", width: int = WIDTH) -> QImage:
    ink = MatrixInk(theme("light"), 11)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme("light").panel)
    painter = QPainter(image)
    Legend(content_of(Store(document, Look(matrix=shows)).now), ink).paint(
        painter, QRect(0, 0, width, HEIGHT)
    )
    painter.end()
    return image


def scale(document: Document, shows: MatrixShows = "weights") -> QImage:
    image = QImage(40, HIGH, QImage.Format.Format_RGB32)
    image.fill(theme("light").panel)
    painter = QPainter(image)
    content = content_of(Store(document, Look(matrix=shows)).now)
    paint_scale(painter, content, MatrixInk(theme("light"), 11), QRect(0, 0, 40, HIGH))
    painter.end()
    return image


def colours(image: QImage) -> list[str]:
    """The colours along the ramp from its upper end down, without its outline."""
    return [image.pixelColor(4, y).name() for y in range(12, HIGH - 12)]


def test_weights_always_run_from_zero_to_one(qapp: QApplication) -> None:
    sharp = edits.move_vector(bank(), Handle("query", 6), (3.0, 3.0))
    assert scale(bank()) == scale(sharp) == scale(of_words("bank"))
    found = [scale(bank()).pixelColor(4, y).lightness() for y in range(15, HIGH - 15)]
    assert found == sorted(found)  # the largest above, and dark
    assert found[0] <= theme("light").weights[-14].lightness()
    assert found[-1] >= theme("light").weights[14].lightness()


def test_scores_name_their_limits(qapp: QApplication) -> None:
    assert scale(bank(), "scores") != scale(crossing(), "scores")  # 4 and 2
    unseen = edits.move_vector(crossing(), Handle("query", 2), (0.0, 0.9))
    assert scale(unseen, "scores") == scale(crossing(), "scores")
    top, bottom = (scale(bank(), "scores").pixelColor(4, y) for y in (16, HIGH - 17))
    assert top.blueF() > top.redF()
    assert bottom.redF() > bottom.blueF()


def test_a_mask_has_no_scale(qapp: QApplication) -> None:
    assert len(set(colours(scale(bank(), "mask")))) == 1


def test_the_hatch_is_explained_where_there_is_one(qapp: QApplication) -> None:
    masked = replace(bank(), mask=Mask("causal"))
    for shows in ("weights", "scores"):
        assert legend(masked, shows) != legend(bank(), shows)
    assert legend(masked, "mask") != legend(bank(), "mask")
    flipped = edits.flip_cell(masked, 1, 2)
    assert legend(flipped, "mask") != legend(masked, "mask")  # causal, 1 cell changed
    assert legend(flipped) == legend(masked)


def test_what_has_no_room_is_left_out_whole(qapp: QApplication) -> None:
    masked = replace(bank(), mask=Mask("causal"))
    assert legend(masked, "mask", width=160) != legend(masked, "mask", width=60)
    image = legend(masked, "mask", width=60)
    assert all(image.pixelColor(x, HEIGHT // 2) == theme("light").panel for x in range(62, WIDTH))
