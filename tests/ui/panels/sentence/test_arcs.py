"""The arcs from the word that asks: how wide they are, and how they run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model.document import Look
from attnstudio.model.settings import Mask
from attnstudio.ui.panels.sentence.arcs import Courses, bands, courses
from tests.samples import bank
from tests.ui.panels.sentence.bench import LONG, Bench, Make, typed


def drawn(bench: Bench) -> list[tuple[int, float]]:
    """Colours and widths of the bands, widest first."""
    query = bench.surface.query_chip()
    assert query is not None
    found = courses(bench.surface.places, query, 8)
    return [(band.colour, band.width) for band in bands(found, bench.surface.shown().weights, 16.0)]


def test_an_arc_is_as_wide_as_its_weight(make: Make) -> None:
    widths = dict(drawn(make(bank())))
    assert widths[2] == pytest.approx(16 * 0.447, abs=0.13)
    assert widths[1] == pytest.approx(16 * 0.269, abs=0.13)
    assert widths[5] == pytest.approx(16 * 0.162, abs=0.13)  # bank's look at itself
    assert next(iter(widths)) == 2


def test_a_masked_key_has_no_arc(make: Make) -> None:
    bench = make(replace(bank(), mask=Mask("causal")), Look(query=3))
    assert {colour for colour, _ in drawn(bench)} == {0, 1, 2}


def test_arches_leave_the_query_in_the_order_in_which_they_do_not_cross(make: Make) -> None:
    bench = make(bank(), Look(query=4))
    query = bench.surface.query_chip()
    assert query is not None
    arches = [way.key for way in courses(bench.surface.places, query, 8).ways if way.kind == "above"]
    assert arches == [2, 1, 0, 5, 4]


def test_bands_side_by_side_never_fill_more_than_the_whole(make: Make) -> None:
    bench = make(typed(LONG), Look(query=30))
    query = bench.surface.query_chip()
    assert query is not None
    found: Courses = courses(bench.surface.places, query, 8)
    assert {way.kind for way in found.ways} == {"above", "below", "ring"}
    starts = [
        band.path.elementAt(i).x
        for band in bands(found, bench.surface.shown().weights, 16.0)
        for i in range(0, band.path.elementCount(), 4)
    ]
    assert len(starts) == 64
    assert all(abs(x - found.middle) <= 8.1 for x in starts)
