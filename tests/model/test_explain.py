"""The printed arithmetic, read back and worked out again as a reader would."""

import math
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnstudio.model import explain, numerals
from attnstudio.model.printed import worth
from tests.reader import chains, is_on_screen, recompute, unit_of

grid = st.integers(-3000, 3000).map(lambda n: n / 1000)
component = st.one_of(grid, st.floats(-3, 3), st.integers(-12, 12).map(lambda n: n / 4))
large = st.floats(-1e6, 1e6)
pairs = st.lists(st.tuples(component, component), min_size=1, max_size=6)
score: st.SearchStrategy[float] = st.one_of(component, st.floats(-20, 20), st.just(-math.inf))
row = st.lists(score, min_size=1, max_size=9)
temperatures = st.one_of(st.just(1.0), st.sampled_from([0.5, 0.25, 2.0, 0.1, 10.0]), st.floats(0.05, 10))


@given(pairs)
@example([(1.8, 2.0), (1.8, 0.0)])
@example([(1.07, 2.5)])
@example([(-0.001, 0.001)])
def test_a_score(vectors: list[tuple[float, float]]) -> None:
    query, key = zip(*vectors, strict=True)
    (result,) = recompute(explain.score(query, key))
    assert is_on_screen(result, numerals.fixed(math.fsum(q * k for q, k in vectors)))


@given(pairs)
@example([(1.8, 2.0), (1.8, 0.0)])
@example([(1.8, 0.15), (1.8, -0.15)])  # upright: the cosine is the float's own noise
@example([(1.5, 3.0), (-0.5, -1.0)])
def test_a_score_by_its_angle(vectors: list[tuple[float, float]]) -> None:
    query, key = zip(*vectors, strict=True)
    lines = explain.by_angle(query, key)
    if not any(query) or not any(key):
        assert lines == ("A zero vector has no angle to another: the score is 0.",)
        return
    (result,) = recompute(lines)
    assert is_on_screen(result, numerals.fixed(math.fsum(q * k for q, k in vectors)))


@given(st.lists(st.tuples(large, large), min_size=1, max_size=4))
@example([(1e6, 1e6), (1e6, -1e6), (0.01, 1.0)])
def test_a_score_of_large_vectors_can_be_checked(vectors: list[tuple[float, float]]) -> None:
    query, key = zip(*vectors, strict=True)
    for _, signs in chains(explain.score(query, key)):
        assert signs  # it is told; where floats cancel, the last digits may be the float's own
    exact = math.fsum(q * k for q, k in vectors)
    if abs(exact) > max(abs(q * k) for q, k in vectors) / 1000:
        recompute(explain.score(query, key))


@given(st.one_of(component, st.floats(-9e5, 9e5)), st.sampled_from([1, 2, 3, 4, 5, 16, 64, 80]))
def test_a_scaled_score(score: float, d_k: int) -> None:
    (result,) = recompute(explain.scaled(score, None, d_k))
    assert is_on_screen(result, numerals.fixed(score / math.sqrt(d_k)))


@given(component, st.one_of(st.sampled_from([0.5, 2.0, 0.125]), st.floats(0.01, 3)))
def test_a_score_times_a_factor(score: float, factor: float) -> None:
    results = recompute(explain.scaled(score, factor, 2))
    assert factor == 1.0 or is_on_screen(results[0], numerals.fixed(score * factor))


def softmax(values: list[float], temperature: float) -> list[float]:
    top = max(values)
    powers = [math.exp((value - top) / temperature) for value in values]
    return [power / math.fsum(powers) for power in powers]


@given(row, temperatures, st.data())
@example([2.0, 1.0, 0.0], 1.0, None)
@example([1e12, 1e12 - 1], 1.0, None)
@example([0.0, -1000.0], 1.0, None)
def test_a_weight(masked: list[float], temperature: float, data: st.DataObject | None) -> None:
    visible = [j for j, value in enumerate(masked) if value > -math.inf]
    if not visible:
        return
    chosen = visible if data is None else [data.draw(st.sampled_from(visible))]
    expected = softmax(masked, temperature)
    for j in chosen:
        results = recompute(explain.weight(masked, j, [f"word{i}" for i in range(len(masked))], temperature))
        assert len(results) == len(visible) + (len(visible) > 1) + 1
        screen = numerals.weight(expected[j])
        if screen.startswith("<"):
            assert worth(results[-1]) < Decimal("0.0005") + unit_of(results[-1])
        else:
            assert is_on_screen(results[-1], screen)


def test_a_small_weight_shows_more_than_zero() -> None:
    (*_, result) = recompute(explain.weight([0.0, -12.0], 1, ["a", "b"]))
    assert result == "0.0000061"


@given(st.floats(0, 1), st.lists(component, min_size=1, max_size=5))
def test_a_contribution(weight: float, value: list[float]) -> None:
    results = recompute(explain.contribution(weight, value))
    assert len(results) == len(value)
    for result, v in zip(results, value, strict=True):
        assert is_on_screen(result, numerals.fixed(weight * v, 3))


@given(st.lists(st.tuples(component, component), min_size=1, max_size=8))
def test_an_output_component(rows: list[tuple[float, float]]) -> None:
    weights = softmax([score for score, _ in rows], 1.0)
    values = [value for _, value in rows]
    (result,) = recompute(explain.output(weights, values))
    assert is_on_screen(
        result, numerals.fixed(math.fsum(w * v for w, v in zip(weights, values, strict=True)))
    )


@given(row)
@example([-0.335, -0.493, 1.302, 1.0904565122030014, 0.75, -1.0, -1.610078937568384])
def test_the_sum_of_weights(masked: list[float]) -> None:
    visible = [value for value in masked if value > -math.inf]
    if len(visible) > 1:
        assert recompute(explain.total(softmax(visible, 1.0))) == ["1.000"]


def test_weights_below_zero_count_where_there_is_no_softmax() -> None:
    assert explain.total([0.5, -0.25, 0.0])[-1].endswith("= 0.250")
    assert explain.output([0.5, -0.25], [1.0, 4.0])[-1].endswith("−0.50")


BANK = [0.6300 / 2**0.5, 2.88 / 2**0.5, 3.6 / 2**0.5, 0.0, -0.09 / 2**0.5, 2.16 / 2**0.5]
WORDS = ["I", "deposited", "money", "at", "the", "bank"]


def test_the_chapters_numbers_as_they_are_read() -> None:
    assert explain.score((1.8, 1.8), (-0.15, 0.1)) == (
        "q · k = 1.80 × (−0.15) + 1.80 × 0.10",
        "= −0.27 + 0.18",
        "= −0.09",
    )
    assert explain.scaled(3.6, None, 2) == ("3.60 ÷ √2 ≈ 3.60 ÷ 1.4142 ≈ 2.55",)
    assert explain.scaled(16.0, None, 64) == ("16.00 ÷ √64 = 16.00 ÷ 8 = 2.00",)
    lines = explain.weight(BANK, 2, WORDS)
    assert lines[1:4] == (
        "exp(0.445 − 2.546) = exp(−2.101) ≈ 0.122    I",
        "exp(2.036 − 2.546) = exp(−0.510) ≈ 0.600    deposited",
        "exp(2.546 − 2.546) = exp(0.000) = 1.000     money",
    )
    assert lines[5] == "exp(−0.064 − 2.546) = exp(−2.610) ≈ 0.074   the"
    assert lines[-2:] == (
        "sum: 0.122 + 0.600 + 1.000 + 0.078 + 0.074 + 0.361 = 2.235",
        "weight = 1.000 ÷ 2.235 ≈ 0.447",
    )


def test_digits_grow_only_where_they_must() -> None:
    # 0.269 × 1.20 would be 0.323, but the screen says 0.322.
    assert explain.contribution(0.26856, (1.2, 0.4)) == ("0.2686 × 1.200 ≈ 0.322", "0.2686 × 0.400 ≈ 0.107")


def test_a_tie_between_two_roundings_is_told_with_one_digit_more() -> None:
    assert explain.score((1.07,), (2.5,)) == ("q · k = 1.07 × 2.50 = 2.675",)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (explain.scaled(3.6, 1.0, 2), "Scaling is off: 3.60 stays as it is."),
        (explain.masked(2.546, True), "2.55 stays: the query may look at this key."),
        (explain.masked(2.546, False), "2.55 is replaced by −∞: the query may not look at this key."),
        (explain.weight([0.0, -math.inf], 1, WORDS), "This key is masked: exp(−∞) = 0, so the weight is 0."),
        (
            explain.weight([-math.inf, -math.inf], 1, WORDS),
            "Every key is masked: exp(−∞) = 0, so the weight is 0.",
        ),
        (
            explain.output([0.0, 0.0], [1.0, 2.0]),
            "No key has a weight, so there is nothing to add: the output is 0.",
        ),
        (explain.total([0.0, 0.0]), "Every key is masked: no weight is left to add, so the sum is 0."),
    ],
)
def test_what_needs_no_arithmetic_is_said(lines: explain.Lines, sentence: str) -> None:
    assert lines[0] == sentence


def test_temperature_zero_shares_among_the_largest() -> None:
    assert explain.weight([2.0, 1.0, 2.0], 0, WORDS, 0.0)[-1] == "weight = 1 ÷ 2 = 0.500"
    assert explain.weight([2.0, 1.0, 2.0], 1, WORDS, 0.0)[-1].endswith("so the weight is 0.")
    assert explain.weight([2.0, 1.0, 0.0], 0, WORDS, 0.0)[-1].endswith("so the weight is 1.")


def test_a_tiny_temperature_is_printed_as_it_is() -> None:
    lines = explain.weight([0.0, -1e-12], 1, WORDS, 1e-12)
    assert "÷ 1e−12" in lines[1]
    assert recompute(lines)[-1] == "0.269"
