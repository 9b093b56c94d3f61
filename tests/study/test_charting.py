"""Two directions out of many: named axes, principal components, and the plane's edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import charts
from attnstudio.model.document import Chart
from attnstudio.model.soundness import check
from attnstudio.storage.vector_files import Rows, Vocabulary, from_bytes
from attnstudio.study.charting import (
    COMPONENTS,
    bound_for,
    components,
    components_of_both,
    edge,
    money_and_water,
    plain,
)
from attnstudio.study.word_vectors import MONEY, WATER, vocabulary
from tests.samples import bank


def off(chart: Chart) -> float:
    """How far the axes are from perpendicular unit vectors."""
    axes = np.array([chart.x_axis, chart.y_axis])
    return float(np.abs(axes @ axes.T - np.eye(2)).max())


def placed(chart: Chart, words: Vocabulary) -> Rows:
    return np.asarray(charts.shown_rows(chart, words.vectors), dtype=np.float64)


@pytest.mark.parametrize("made", [money_and_water, components_of_both])
def test_charts_of_real_words_are_orthonormal_and_lie_about_the_origin(
    made: Callable[[Vocabulary], Chart],
) -> None:
    chart = made(vocabulary())
    assert len(chart.x_axis) == 50
    assert off(chart) < 1e-6
    assert np.abs(placed(chart, vocabulary()).mean(axis=0)).max() < 1e-6
    assert made(vocabulary()) == chart


def test_money_lies_to_the_right_and_water_above() -> None:
    chart = money_and_water(vocabulary())
    assert (chart.x_name, chart.y_name) == ("money", "water")
    money, water = (charts.shown_rows(chart, vocabulary().rows_of(words)) for words in (MONEY, WATER))
    assert money[:, 0].min() > 1.0
    assert abs(money[:, 1].mean()) < 0.5
    assert water[:, 1].min() > 1.0
    assert abs(water[:, 0].mean()) < 0.5
    river = vocabulary().vector_of("river")
    assert river is not None
    assert charts.shown(chart, river) == pytest.approx((0.41, 4.80), abs=0.01)


def test_the_first_component_is_money_against_water() -> None:
    chart = components_of_both(vocabulary())
    assert (chart.x_name, chart.y_name) == COMPONENTS
    money, water = (charts.shown_rows(chart, vocabulary().rows_of(words)) for words in (MONEY, WATER))
    assert money[:, 0].min() > 0.0 > water[:, 0].max()


def test_components_are_where_words_differ_most() -> None:
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(200, 6)) * [0.1, 3.0, 0.1, 9.0, 0.1, 0.1]
    chart = components(rows, np.zeros((1, 6)))
    assert abs(chart.x_axis[3]) > 0.99
    assert abs(chart.y_axis[1]) > 0.99
    assert chart.x_axis[3] > 0.0 < chart.y_axis[1]


def test_what_all_words_share_is_left_out() -> None:
    rows = np.random.default_rng(5).normal(size=(30, 4)) + np.array([0.0, 0.0, 50.0, 0.0])
    chart = components(rows)
    assert off(chart) < 1e-6
    assert np.abs(charts.shown_rows(chart, rows).mean(axis=0)).max() < 1e-5


@given(
    st.integers(2, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(-3, 3).map(float), min_size=size, max_size=size), min_size=1, max_size=6
        )
    )
)
def test_components_of_anything_are_axes(rows: list[list[float]]) -> None:
    assert off(components(np.array(rows))) < 1e-6


def test_a_document_may_have_such_a_chart() -> None:
    for chart in (money_and_water(vocabulary()), components(np.ones((1, 7))), plain(("x", "y", "z"))):
        check(replace(bank(), chart=chart))
    assert plain(("x", "y", "z")) == Chart(x_name="x", y_name="y")
    assert plain(("x",)) == Chart(x_name="x", y_name="")


@pytest.mark.parametrize(
    ("farthest", "wanted"),
    [(4.8, 5.0), (3.0, 3.0), (1.0, 1.0), (0.74, 0.74), (0.741, 0.75), (0.0312, 0.032), (999_999.5, 1e6)],
)
def test_the_edge_is_a_short_number_beyond(farthest: float, wanted: float) -> None:
    assert edge(farthest) == wanted


def test_all_words_lie_within_the_bound() -> None:
    chart = money_and_water(vocabulary())
    assert bound_for(chart, vocabulary().vectors) == 6.0
    assert np.abs(placed(chart, vocabulary())).max() <= 5.0
    assert bound_for(plain(), from_bytes(b"a,0,0\n").vectors) == 1.0
    assert bound_for(None, np.zeros((0, 3))) == 1.0
