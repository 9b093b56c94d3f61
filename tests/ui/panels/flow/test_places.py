"""Everything has a place of its own, at every size, with one word or 64, with 2 components or 50."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication

from attnstudio.model import numerals
from attnstudio.model.document import Document, Embedding, Matrix, Passage, Projection
from attnstudio.model.projecting import make_projected, set_heads
from attnstudio.state.store import Store
from attnstudio.ui import fonts
from attnstudio.ui.panels.flow.content import flow_of
from attnstudio.ui.panels.flow.ink import ink_of
from attnstudio.ui.panels.flow.places import Places, least_size, places_in
from attnstudio.ui.theme import theme
from tests import samples


def many(count: int) -> Document:
    """A projected sentence of so many words."""
    return make_projected(samples.of_words(*(f"word{number}" for number in range(count))))


def wide() -> Document:
    """Vectors of 50 components."""
    rng = np.random.default_rng(3)

    def matrix(rows: int) -> Matrix:
        return tuple(map(tuple, rng.normal(size=(rows, 50)).tolist()))

    passage = Passage(samples.tokens(*samples.WORDS), embedding=Embedding(matrix(6)))
    return Document("wide", (passage,), projection=Projection((matrix(50),), (matrix(50),), (matrix(50),)))


DOCUMENTS = {
    "six": samples.two_meanings(),
    "free": samples.bank(),
    "heads": set_heads(samples.two_meanings(), 4),
    "crossing": make_projected(samples.crossing()),
    "one": many(1),
    "64": many(64),
    "wide": wide(),
    "rows": replace(set_heads(samples.two_meanings(), 2), title="two"),
}


def places(document: Document, width: int, scale: float) -> tuple[Places, QSize]:
    fonts.register_fonts()
    flow, look = flow_of(Store(document).now), theme("light", scale)
    least = least_size(flow, look, width)
    size = QSize(max(width, least.width()), max(340, least.height()))
    return places_in(flow, look, size, 1), size


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize(("width", "scale"), [(1148, 1.0), (968, 1.0), (640, 1.0), (1340, 2.0), (900, 2.5)])
def test_nothing_overlaps_and_nothing_is_outside(
    name: str, width: int, scale: float, qapp: QApplication
) -> None:
    made, size = places(DOCUMENTS[name], width, scale)
    rects: dict[str, QRect] = {key: place.rect for key, place in made.stations.items()}
    rects.update({str(which): rect for which, rect in made.planes.items()})
    inside = QRect(0, 0, size.width(), made.foot.top() + 1)
    for key, rect in rects.items():
        assert inside.contains(rect), key
    for (one, a), (other, b) in combinations(rects.items(), 2):
        assert not a.intersects(b), (one, other)
    for key, place in made.stations.items():
        assert place.rect.translated(-place.rect.topLeft()).contains(place.cells.area), key


@pytest.mark.parametrize("name", DOCUMENTS)
def test_all_of_it_stands_in_one_band_in_a_usual_window(name: str, qapp: QApplication) -> None:
    made, _ = places(DOCUMENTS[name], 1148, 1.0)
    assert len(made.bands) == 1


def test_a_narrow_field_goes_on_below(qapp: QApplication) -> None:
    made, _ = places(samples.two_meanings(), 640, 1.0)
    assert made.bands[0][:3] == ["x", "planes", "qkv"]
    assert len(made.bands) > 1


def test_no_sideways_scrolling_at_large_type_in_a_small_window(qapp: QApplication) -> None:
    for document in DOCUMENTS.values():
        flow = flow_of(Store(document).now)
        assert least_size(flow, theme("light", 2.5), 880).width() <= 880


def test_rows_of_queries_stand_level(qapp: QApplication) -> None:
    made, _ = places(samples.two_meanings(), 1148, 1.0)
    tops = {
        made.stations[node].rect.top() + made.stations[node].cells.ys[0]
        for node in ("scores", "scaled", "masked", "weights", "output")
    }
    assert len(tops) == 1


def test_each_cell_of_64_words_has_a_pixel(qapp: QApplication) -> None:
    made, _ = places(DOCUMENTS["64"], 1148, 1.0)
    cells = made.stations["weights"].cells
    assert (cells.rows, cells.columns) == (64, 64)
    assert all(b > a for a, b in zip(cells.xs[:-1], cells.xs[1:], strict=True))
    assert all(b > a for a, b in zip(cells.ys[:-1], cells.ys[1:], strict=True))


def decimals(document: Document, width: int, scale: float = 1.0) -> dict[str, int | None]:
    """How many decimals each station's numbers have in a field of a width; None where there are none."""
    made, _ = places(document, width, scale)
    flow, ink = flow_of(Store(document).now), ink_of(theme("light", scale))
    found: dict[str, int | None] = {}
    for node, station in flow.stations.items():
        cells = made.stations[node].cells
        wide = (cells.xs[-1] - cells.xs[0]) // cells.columns - cells.gap
        fitted = ink.fitting(ink.sample(station), wide, cells.ys[1] - cells.ys[0] - cells.gap)
        found[node] = fitted and fitted[1]
    return found


@pytest.mark.parametrize("width", [1148, 968])
def test_x_has_room_for_both_decimals_in_a_usual_window(width: int, qapp: QApplication) -> None:
    assert decimals(DOCUMENTS["six"], width)["x"] == 2


def test_six_words_have_both_decimals_everywhere_beside_the_rail(qapp: QApplication) -> None:
    assert set(decimals(DOCUMENTS["free"], 1146).values()) == {2}


def test_gaps_and_type_shrink_before_numbers_are_lost(qapp: QApplication) -> None:
    found = decimals(DOCUMENTS["free"], 956)
    assert {found[node] for node in ("q", "k", "v", "weights", "output")} == {2}
    assert {found[node] for node in ("scores", "scaled", "masked")} == {1}


@pytest.mark.parametrize("width", range(400, 2000, 100))
@pytest.mark.parametrize("name", DOCUMENTS)
def test_weights_never_have_one_decimal(name: str, width: int, qapp: QApplication) -> None:
    assert decimals(DOCUMENTS[name], width)["weights"] in (None, 2, 3)


def test_arrows_have_their_usual_length_again_where_there_is_room(qapp: QApplication) -> None:
    def between(width: int) -> int:
        made, _ = places(DOCUMENTS["free"], width, 1.0)
        return made.stations["scaled"].left - made.stations["scores"].right

    assert 6 <= between(956) < between(1500)


@pytest.mark.parametrize(("low", "high", "longest"), [(-0.2, 150.0, "200.00"), (-2.0, 3.0, "−5.00")])
def test_a_minus_counts_only_where_it_makes_the_longest_number(
    low: float, high: float, longest: str, qapp: QApplication
) -> None:
    fonts.register_fonts()
    station = replace(flow_of(Store(samples.bank()).now).stations["scores"], values=np.array([[low, high]]))
    sample = ink_of(theme("light", 1.0)).sample(station)
    assert sample is not None
    assert len(numerals.fixed(sample, 2)) == len(longest)


def test_weights_have_two_decimals_or_none(qapp: QApplication) -> None:
    fonts.register_fonts()
    ink = ink_of(theme("light", 1.0))
    found = [ink.fitting(None, wide, 20) for wide in (50, 30, 24, 22, 15)]
    assert [each and each[1] for each in found] == [3, 2, 2, None, None]
