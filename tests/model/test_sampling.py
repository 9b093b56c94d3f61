"""Draws by chance: the right values, the same whatever the pieces, within their memory, and left at once."""

from __future__ import annotations

import math
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model.attention import normalize
from attnstudio.model.sampled import Measures, Sampled
from attnstudio.model.sampling import (
    GRID,
    ROWS,
    Sampler,
    curve_draws,
    divisor_of,
    has_other,
    modest,
    sample,
)
from attnstudio.model.settings import DISTRIBUTIONS, DIVISORS, Distribution, Sampling

LITTLE = Sampling(d_k=5, keys=3, draws=400)
MOST_BYTES = 64 * 2**20


def point_of(sampling: Sampling) -> tuple[Measures, Measures]:
    point = sample(sampling, with_curve=False).point
    return point.raw, point.scaled


# --- the values of the laboratory


@pytest.mark.parametrize(("d_k", "largest"), [(2, 0.41), (16, 0.75), (64, 0.88), (256, 0.94), (1024, 0.97)])
def test_the_largest_of_eight_weights_grows_with_d_k_unless_scores_are_scaled(
    d_k: int, largest: float
) -> None:
    raw, scaled = point_of(Sampling(d_k=d_k, keys=8, draws=20_000))
    assert raw.largest == pytest.approx(largest, abs=0.01)
    assert 0.325 <= scaled.largest <= 0.365  # 0.33 … 0.36 as printed


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("d_k", [1, 3, 64])
def test_scores_spread_by_the_root_of_d_k(distribution: Distribution, d_k: int) -> None:
    raw, scaled = point_of(Sampling(d_k=d_k, keys=8, draws=5000, distribution=distribution))
    # 5000 queries of 8 keys: the standard error is below 1.5 % for d_k = 1, where the tails are longest.
    assert raw.spread == pytest.approx(math.sqrt(d_k), rel=0.06)
    assert scaled.spread == pytest.approx(1.0, rel=0.06)


def test_all_components_of_signs_are_plus_or_minus_one() -> None:
    rows = sample(Sampling(d_k=1, keys=40, draws=8, distribution="signs"), with_curve=False).rows
    assert {abs(score) for row in rows for score in row} == {1.0}


def test_uniform_components_reach_the_root_of_three_and_no_further() -> None:
    """So that no product is above 3, where one in a hundred normal ones is."""
    rows = sample(Sampling(d_k=1, keys=256, draws=ROWS, distribution="uniform"), with_curve=False).rows
    assert 1.0 < max(abs(score) for row in rows for score in row) <= 3.0


def test_dividing_by_d_k_makes_the_weights_flat() -> None:
    point = sample(Sampling(d_k=1024, draws=1000, divisor="d_k"), with_curve=False).point
    assert point.other is not None
    assert point.other.largest == pytest.approx(1 / 8, abs=0.01)
    assert point.other.entropy == pytest.approx(math.log(8), abs=0.01)
    assert point.chosen is point.other


def test_the_root_of_d_model_is_not_the_root_of_d_k() -> None:
    """Eight heads of 512: the root of 64 is meant."""
    heads = Sampling(d_k=64, d_model=512)
    assert divisor_of(heads) == 8.0
    wrong = divisor_of(replace(heads, divisor="sqrt d_model"))
    assert wrong == pytest.approx(22.627417)
    scores = np.array([16.0, 8.0])
    assert normalize(scores / 8.0) == pytest.approx([0.731059, 0.268941], abs=1e-6)
    assert normalize(scores / wrong) == pytest.approx([0.587479, 0.412521], abs=1e-6)
    assert normalize(scores) == pytest.approx([0.999665, 0.000335], abs=1e-6)


def test_what_the_scores_are_divided_by() -> None:
    expected = {"sqrt d_k": 5.0, "d_k": 25.0, "sqrt d_model": 4.0, "one": 1.0, "temperature": 3.0}
    asked = Sampling(d_k=25, d_model=16, temperature=3.0)
    assert {name: divisor_of(replace(asked, divisor=name)) for name in DIVISORS} == expected
    assert divisor_of(asked, 9) == 3.0


def test_only_another_divisor_gives_a_third_line() -> None:
    for divisor in DIVISORS:
        sampling = replace(LITTLE, divisor=divisor)
        assert (sample(sampling, with_curve=False).point.other is not None) == has_other(sampling)
        assert has_other(sampling) == (divisor not in ("sqrt d_k", "one"))


# --- the measures, held to their definitions


def test_measures_are_what_they_are_called() -> None:
    sampling = Sampling(d_k=7, keys=5, draws=ROWS, divisor="temperature", temperature=0.5)
    sampled = sample(sampling, with_curve=False)
    scores = np.array(sampled.rows)
    for measures, divisor in (
        (sampled.point.raw, 1.0),
        (sampled.point.scaled, math.sqrt(7)),
        (sampled.point.other, 0.5),
    ):
        weights = normalize(scores / divisor)
        jacobians = [np.diag(row) - np.outer(row, row) for row in weights]
        assert measures is not None
        assert measures.spread == pytest.approx((scores / divisor).std())
        assert measures.largest == pytest.approx(weights.max(axis=1).mean())
        with np.errstate(divide="ignore", invalid="ignore"):
            entropies = -np.nansum(weights * np.log(weights), axis=1)
        assert measures.entropy == pytest.approx(entropies.mean())
        assert measures.gradient == pytest.approx(np.mean([np.linalg.norm(j) for j in jacobians]))


def test_one_key_takes_all() -> None:
    raw, _ = point_of(Sampling(keys=1, draws=50))
    assert (raw.largest, raw.entropy, raw.gradient) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("temperature", [1e-300, 1e-6, 1e6])
def test_no_temperature_gives_anything_but_numbers(temperature: float) -> None:
    asked = replace(LITTLE, divisor="temperature", temperature=temperature)
    sampled = sample(asked)
    for point in (sampled.point, *sampled.curve):
        assert point.other is not None
        values = [getattr(point.other, name) for name in Measures.__slots__]
        assert all(map(math.isfinite, values))


# --- the curves


def test_the_curves_say_the_same_as_draws_of_their_own() -> None:
    sampled = sample(Sampling(draws=1))
    assert [point.d_k for point in sampled.curve] == list(GRID)
    assert sampled.curve_draws == curve_draws(8) == 1000
    for point in sampled.curve:
        assert point.raw.spread == pytest.approx(math.sqrt(point.d_k), rel=0.05)
        assert 0.28 < point.scaled.largest < 0.38
    raw, _ = point_of(Sampling(d_k=64, draws=20_000))
    at_64 = next(point for point in sampled.curve if point.d_k == 64)
    assert at_64.raw.largest == pytest.approx(raw.largest, abs=0.02)


def test_many_keys_have_curves_of_fewer_draws() -> None:
    assert [curve_draws(keys) for keys in (1, 8, 64, 256)] == [1000, 1000, 350, 100]


def test_curves_are_taken_from_the_run_before_and_measured_anew_for_another_divisor() -> None:
    before = Sampler(replace(LITTLE, draws=1))
    for _ in before.steps():
        pass
    moved = Sampler(replace(LITTLE, d_k=9), before)
    assert next(moved.steps()) < 1.0
    assert moved.sampled().curve == before.sampled().curve
    divided = Sampler(replace(LITTLE, divisor="d_k"), before)
    next(divided.steps())
    assert divided.sampled().curve == sample(replace(LITTLE, divisor="d_k")).curve
    redrawn = Sampler(replace(LITTLE, seed=1), before)
    next(redrawn.steps())
    assert redrawn.sampled().curve == ()


# --- pure, piecewise, bounded


def same(one: Sampled, other: Sampled) -> bool:
    return (one.point, one.rows, one.curve) == (other.point, other.rows, other.curve)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_the_same_asked_gives_the_same_whatever_the_pieces(distribution: Distribution) -> None:
    asked = replace(LITTLE, keys=7, distribution=distribution)
    once = sample(asked)
    assert same(once, sample(asked))
    assert same(once, sample(asked, chunk=400_000))
    bare = replace(once, curve=())
    assert same(bare, sample(asked, with_curve=False, chunk=1))
    assert same(bare, sample(asked, with_curve=False, chunk=1234))
    assert not same(once, sample(replace(asked, seed=1)))


def test_fewer_draws_are_the_first_of_more() -> None:
    few, many = (sample(replace(LITTLE, draws=n), with_curve=False) for n in (ROWS, 300))
    assert few.rows == many.rows


def test_each_step_tells_how_far_it_is() -> None:
    sampler = Sampler(LITTLE)
    told = list(sampler.steps())
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert all(share < 1.0 for share in told[:-1])
    assert sampler.sampled().is_complete


def test_a_first_answer_comes_long_before_the_last() -> None:
    sampler = Sampler(Sampling(d_k=64, draws=20_000))
    steps = sampler.steps()
    assert next(steps) < 0.05
    first = sampler.sampled()
    assert not first.is_complete
    assert first.point.draws == 200
    assert first.point.raw.largest == pytest.approx(0.875, abs=0.05)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize(("d_k", "keys"), [(4096, 256), (1, 256), (1, 1), (64, 8)])
def test_a_step_stays_within_64_megabytes(d_k: int, keys: int, distribution: Distribution) -> None:
    asked = Sampling(d_k=d_k, keys=keys, draws=100_000, distribution=distribution, divisor="d_k")
    tracemalloc.start()
    try:
        steps = Sampler(asked).steps()
        for _, _ in zip(range(3 if d_k > 64 else 30), steps, strict=False):
            pass
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_BYTES


def test_a_picture_makes_do_with_fewer_draws() -> None:
    assert modest(Sampling()).draws == 20_000
    assert modest(Sampling(d_k=4096)).draws == 500
    assert modest(Sampling(d_k=4096, keys=256)).draws == 100
    assert modest(Sampling(draws=7)).draws == 7
