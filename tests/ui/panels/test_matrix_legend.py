"""The legend is true for the picture above it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look, Mask, MatrixShows
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix_cells import MatrixInk
from attnstudio.ui.panels.matrix_content import content_of
from attnstudio.ui.panels.matrix_legend import Legend
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words

WIDTH, HEIGHT = 500, 20


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


def bar(image: QImage) -> list[int]:
    """The lightness along the middle of the picture."""
    return [image.pixelColor(x, HEIGHT // 2).lightness() for x in range(WIDTH)]


def test_weights_always_run_from_zero_to_one(qapp: QApplication) -> None:
    sharp = edits.move_vector(bank(), Handle("query", 6), (3.0, 3.0))
    assert legend(bank()) == legend(sharp) == legend(of_words("bank"))
    assert min(bar(legend(bank()))) <= theme("light").weights[-9].lightness()


def test_scores_name_their_limits(qapp: QApplication) -> None:
    assert legend(bank(), "scores") != legend(crossing(), "scores")  # 4 and 2
    unseen = edits.move_vector(crossing(), Handle("query", 2), (0.0, 0.9))
    assert legend(unseen, "scores") == legend(crossing(), "scores")


def test_the_hatch_is_explained_where_there_is_one(qapp: QApplication) -> None:
    masked = replace(bank(), mask=Mask("causal"))
    for shows in ("weights", "scores"):
        assert legend(masked, shows) != legend(bank(), shows)
    assert legend(masked, "mask") != legend(bank(), "mask")
    flipped = edits.flip_cell(masked, 1, 2)
    assert legend(flipped, "mask") != legend(masked, "mask")  # causal + 1 cell
    assert legend(flipped) == legend(masked)


def test_what_has_no_room_is_left_out_whole(qapp: QApplication) -> None:
    masked = replace(bank(), mask=Mask("causal"))
    image = legend(masked, width=60)
    assert all(image.pixelColor(x, HEIGHT // 2) == theme("light").panel for x in range(62, WIDTH))
