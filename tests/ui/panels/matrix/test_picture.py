"""The matrix is painted the right way round, in true colours, and kept up to date row by row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look, MatrixShows
from attnstudio.model.edits import Edit
from attnstudio.model.settings import RULES
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui import ramps
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words
from tests.ui.panels.matrix.hand import Hand, masked_bank

SHOWS: tuple[MatrixShows, ...] = get_args(MatrixShows)


def test_queries_are_rows_and_keys_are_columns(qtbot: QtBot) -> None:
    """A picture of arrays is easily drawn transposed or upside down: two queries, three keys."""
    hand = Hand(qtbot, crossing())
    for row, weights in enumerate(((0.665, 0.245, 0.090), (0.122, 0.331, 0.547))):
        for column, weight in enumerate(weights):
            expected = theme("light").weights[ramps.weight_step(weight)]
            assert abs(hand.colour(row, column).lightness() - expected.lightness()) <= 2


def test_a_weight_of_one_is_as_dark_as_the_legend_says(qtbot: QtBot) -> None:
    assert Hand(qtbot, of_words("bank")).colour(0, 0) == theme("light").weights[-1]


def test_equal_weights_are_coloured_by_what_they_are(qtbot: QtBot) -> None:
    hand = Hand(qtbot, of_words("a", "b"))
    hand.store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 1), (0.0, 0.0)))
    half = theme("light").weights[ramps.weight_step(0.5)]
    assert hand.colour(0, 0) == hand.colour(0, 1) == half


def test_scores_of_either_sign_are_as_far_from_white(qtbot: QtBot) -> None:
    hand = Hand(qtbot, crossing(), Look(matrix="scores"))
    hand.store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 1), (-1.0, 0.0)))
    signed = theme("light").signed
    assert hand.colour(0, 0) == signed[0]
    assert hand.colour(1, 2) == signed[-1]
    assert hand.colour(0, 2) == signed[ramps.STEPS // 2]


def test_masked_cells_are_hatched_and_not_only_coloured(qtbot: QtBot) -> None:
    hand = Hand(qtbot, masked_bank(), view=View(theme="print"))
    picture, cell = hand.picture(), hand.layout.cell(0, 5)
    y = round(cell.top()) + 2
    found = {picture.pixelColor(x, y).lightness() for x in range(round(cell.left()), round(cell.right()))}
    track, hatch = theme("print").track.lightness(), theme("print").hatch.lightness()
    assert max(found) == track
    assert min(found) < track + 0.6 * (hatch - track), "the lines are smooth, yet plain to see"


def test_cells_carry_their_numbers_as_soon_as_there_is_room(qtbot: QtBot) -> None:
    def shades_in_a_cell(document: Document) -> int:
        hand = Hand(qtbot, document, size=(397, 180))  # as small as the workspace may make it
        picture, cell = hand.picture(), hand.layout.cell(0, 0).adjusted(1, 1, -1, -1).toRect()
        ys = range(cell.top(), cell.bottom() + 1)
        return len({picture.pixel(x, y) for x in range(cell.left(), cell.right()) for y in ys})

    assert shades_in_a_cell(bank()) > 5
    assert shades_in_a_cell(of_words(*"abcdefghijklmnopqrst")) == 1


@pytest.mark.parametrize("shows", SHOWS)
@pytest.mark.parametrize("document", [crossing(), masked_bank(), of_words(*"abcdefghijk")])
def test_a_figure_shows_the_same_as_the_screen(qtbot: QtBot, document: Document, shows: MatrixShows) -> None:
    screen = Hand(qtbot, document, Look(matrix=shows))
    figure = Hand(qtbot, document, Look(matrix=shows), View(is_figure=True))
    figure.surface.setGeometry(screen.surface.geometry())
    assert figure.layout == screen.layout
    a, b = screen.picture(), figure.picture()
    differing = sum(a.pixel(x, y) != b.pixel(x, y) for x in range(a.width()) for y in range(a.height()))
    assert differing <= 0.002 * a.width() * a.height()


def test_a_transparent_figure_has_a_ground_only_in_its_cells(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), view=View(is_figure=True, ground="transparent"))
    image = QImage(hand.surface.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    hand.surface.render(image, QPoint(0, 0), renderFlags=QWidget.RenderFlag.DrawChildren)
    cell = hand.layout.cell(0, 0)
    assert image.pixelColor(round(cell.center().x()), round(cell.top()) + 1).alpha() == 255
    assert image.pixelColor(image.width() - 1, 1).alpha() == 0


# --- kept up to date


def move(role: str, token: int, x: float, y: float) -> Edit:
    handle = next(
        h for h in (Handle("query", token), Handle("key", token), Handle("value", token)) if h.role == role
    )
    return lambda document: edits.move_vector(document, handle, (x, y))


coordinates = st.floats(-3.0, 3.0)
changes = st.one_of(
    st.builds(move, st.sampled_from(["query", "key", "value"]), st.integers(1, 6), coordinates, coordinates),
    st.builds(
        lambda query, key: lambda document: edits.flip_cell(document, query, key),
        st.integers(1, 6),
        st.integers(1, 6),
    ),
    st.builds(lambda rule: lambda document: edits.set_rule(document, rule), st.sampled_from(RULES)),
)


@given(
    st.lists(changes, min_size=1, max_size=6),
    st.sampled_from(SHOWS),
    st.integers(1, 6),
    st.sampled_from([(397, 180), (520, 300), (360, 190)]),
    st.sampled_from(
        [bank(), of_words(*[f"w{n}" for n in range(23)]), of_words(*[f"w{n}" for n in range(64)])]
    ),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_repainted_in_part_is_as_if_painted_anew(
    qapp: QApplication,
    made: list[Edit],
    shows: MatrixShows,
    query: int,
    size: tuple[int, int],
    document: Document,
) -> None:
    store = Store(document, Look(matrix=shows))
    kept = MatrixPanel(store)
    kept.resize(*size)
    kept.show()
    for edit in made:
        store.apply("Change", edit)
        QApplication.processEvents()
    store.set_look(query=query)
    QApplication.processEvents()
    fresh = MatrixPanel(store)
    fresh.resize(*size)
    fresh.show()
    assert kept.surface.grab().toImage() == fresh.surface.grab().toImage()
    for panel in (kept, fresh):
        panel.close()
        panel.deleteLater()


def test_a_moved_query_asks_for_its_row_alone(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(qtbot, of_words(*[f"w{n}" for n in range(64)]), Look(query=10))
    painted = count_rows(hand, monkeypatch)
    hand.store.begin("Move")
    for step in range(20):
        hand.store.preview(move("query", 10, step / 10, 1.0))
    QApplication.processEvents()
    assert painted == [range(9, 10)]  # many moves, one repaint
    hand.store.cancel()
    QApplication.processEvents()
    assert painted == [range(9, 10)] * 2


def test_pointing_paints_no_cell_anew(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(qtbot, bank())
    painted = count_rows(hand, monkeypatch)
    for row, column in ((0, 0), (3, 4), (5, 5)):
        hand.move(hand.at(row, column))
        QApplication.processEvents()
    assert painted == []


def count_rows(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """The stretches of rows that are painted from now on."""
    hand.surface.grab()
    QApplication.processEvents()
    painted: list[range] = []
    ink = hand.surface._ink
    paint: Callable[..., None] = ink.paint_block

    def noted(*given: object) -> None:
        rows = given[-2]
        assert isinstance(rows, range)
        painted.append(rows)
        paint(*given)

    monkeypatch.setattr(ink, "paint_block", noted)
    return painted


@pytest.mark.parametrize("size", [(397, 180), (520, 300), (360, 190)])
def test_nothing_of_a_hatch_is_left_when_its_cell_is_unmasked(qtbot: QtBot, size: tuple[int, int]) -> None:
    """The ends of antialiased strokes reach into pixels that are not the cell's."""
    panel = MatrixPanel(Store(bank(), Look(matrix="weights")))
    qtbot.addWidget(panel)
    panel.resize(*size)
    panel.show()
    before = panel.surface.grab().toImage()
    for query, key in ((1, 1), (3, 4), (6, 6)):
        for _ in range(2):
            panel.store.apply("Flip", partial(edits.flip_cell, query=query, key=key))
            panel.surface.grab()
        assert panel.surface.grab().toImage() == before
