"""Where 16, 32 and 64 bits end, and what keeps a softmax within them."""

from __future__ import annotations

import math

import pytest

from attnstudio.model.precision import (
    KINDS,
    Kind,
    exact_scores,
    exp_limit,
    half_divided_after,
    half_divided_before,
    naive_softmax,
    stable_softmax,
    try_with,
    weight_in_words,
)
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Trial


def test_entries_of_40_overflow_float16_before_they_are_scaled() -> None:
    after = half_divided_after(Trial())
    assert after.scores == after.divided == (math.inf, math.inf)
    assert after.shares.values == (None, None)
    assert after.shares.why == "∞ − ∞"
    exact = exact_scores(Trial())
    assert exact.scores == (102_400.0, 99_840.0)
    assert exact.divided == (12_800.0, 12_480.0)
    assert exact.shares.values == pytest.approx((1.0, 0.0))


def test_dividing_the_query_first_fits() -> None:
    before = half_divided_before(Trial())
    assert before.scores == (12_800.0, 12_480.0)
    assert before.shares.values == (1.0, 0.0)
    assert before.shares.are_right(exact_scores(Trial()).shares)


def test_negative_overflow_is_told_as_such() -> None:
    assert half_divided_after(Trial(query=-40.0)).shares.why == "(−∞) − (−∞)"


def test_one_overflow_beside_a_score_that_fits_loses_all_weights() -> None:
    assert half_divided_after(Trial(second=1.0)).shares.values == (None, None)


def test_small_entries_are_right_in_float16() -> None:
    trial = Trial(query=1.0, first=1.0, second=0.5)
    assert half_divided_after(trial).shares.are_right(exact_scores(trial).shares)


def test_exp_ends_where_it_is_said_to_end() -> None:
    assert exp_limit("float32") == pytest.approx(88.72, abs=0.005)
    assert exp_limit("float64") == pytest.approx(709.78, abs=0.005)
    limits: tuple[tuple[Kind, float, float], ...] = (("float32", 88.72, 88.73), ("float64", 709.78, 709.79))
    for kind, below, beyond in limits:
        assert math.isfinite(naive_softmax((below, 0.0), kind).powers[0])
        assert naive_softmax((beyond, 0.0), kind).powers[0] == math.inf


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_is_too_much_for_the_naive_softmax_alone(kind: Kind) -> None:
    naive = naive_softmax((1000.0, 999.0), kind)
    assert naive.shares.values == (None, None)
    assert naive.shares.why == "∞ ÷ ∞"
    stable = stable_softmax((1000.0, 999.0), kind)
    assert stable.shares.values == pytest.approx((0.731059, 0.268941), abs=1e-6)


def test_far_below_zero_the_naive_softmax_divides_nothing_by_nothing() -> None:
    naive = naive_softmax((-1000.0, -999.0), "float64")
    assert naive.powers == (0.0, 0.0)
    assert naive.shares.why == "0 ÷ 0"
    stable = stable_softmax((-1000.0, -999.0), "float64")
    assert stable.shares.values == pytest.approx((0.268941, 0.731059), abs=1e-6)


def test_a_sum_that_overflows_gives_no_nan_but_wrong_weights() -> None:
    naive, stable = (f((88.7, 88.7), "float32").shares for f in (naive_softmax, stable_softmax))
    assert naive.values == (0.0, 0.0)
    assert not naive.are_right(stable)


def test_nan_never_stands_without_its_reason() -> None:
    assert weight_in_words(None, "∞ − ∞") == "NaN: ∞ − ∞"
    assert weight_in_words(0.731, "") == "0.731"


@pytest.mark.parametrize(
    "change",
    [
        {"query": 65_505.0},
        {"first": -1e9},
        {"second": math.nan},
        {"d_k": 0},
        {"d_k": 4097},
        {"d_k": 2.5},
        {"scores": (1e7, 0.0)},
        {"scores": (0.0, math.inf)},
    ],
)
def test_what_can_not_be_tried_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(Refused):
        try_with(Trial(), **change)
