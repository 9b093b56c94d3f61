"""The one formatter: what is printed, what is said of what is no number, what a person may type."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import numerals
from attnstudio.model.refused import Refused

ANY = st.floats(allow_nan=True, allow_infinity=True)
FINITE = st.floats(-1e9, 1e9)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1.328, 2, "1.33"),
        (-1.25, 2, "−1.25"),
        (0.0, 2, "0.00"),
        (-0.0, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (-0.005001, 2, "−0.01"),
        (-0.4, 0, "0"),
        (4.0, 0, "4"),
        (999_999.0, 2, "999999.00"),
        (1e6, 2, "1.00e6"),
        (-2.5e7, 1, "−2.5e7"),
        (1e300, 2, "1.00e300"),
        (1e-300, 2, "0.00"),
        (math.inf, 2, "∞"),
        (-math.inf, 2, "−∞"),
        (math.nan, 2, "undefined"),
    ],
)
def test_fixed(value: float, digits: int, text: str) -> None:
    assert numerals.fixed(value, digits) == text


@given(ANY, st.integers(0, 6))
def test_nothing_printed_is_minus_zero_or_ascii_minus_or_nan(value: float, digits: int) -> None:
    for text in (numerals.fixed(value, digits), numerals.signed(value, digits), numerals.exact(value)):
        assert "-" not in text
        assert "nan" not in text.lower()
        assert not (text.startswith("−") and not text.strip("−0."))


@given(FINITE, st.integers(0, 6))
def test_fixed_and_rounded_agree(value: float, digits: int) -> None:
    rounded = numerals.rounded(value, digits)
    assert abs(rounded - value) <= 0.5 * 10.0**-digits * (1 + 1e-9) + 1e-15 * abs(value)
    assert numerals.fixed(rounded, digits) == numerals.fixed(value, digits)
    assert math.copysign(1.0, rounded) == 1.0 or rounded < 0


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "+0.50"), (-0.5, "−0.50"), (0.001, "0.00"), (-0.001, "0.00"), (math.inf, "+∞")]
)
def test_signed(value: float, text: str) -> None:
    assert numerals.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.5, "+2.5"), (3.0, "+3"), (-2.5, "−2.5"), (0.0, "0"), (-0.0, "0"), (1e-9, "0.000000")],
)
def test_what_is_added_has_its_sign_and_no_digit_too_many(value: float, text: str) -> None:
    assert numerals.exact_signed(value) == text


def test_a_difference_is_that_of_the_printed_numbers() -> None:
    assert numerals.difference(0.3004, 0.6006, 3) == "+0.301"  # 0.300 and 0.601, not 0.3002
    assert numerals.difference(0.6006, 0.3004, 3) == "−0.301"
    assert numerals.difference(0.1, 0.1001) == "0.00"


def test_counts_have_their_thousands_apart() -> None:
    assert [numerals.count(n) for n in (0, 999, 1000, 1234567, -2000)] == [
        "0",
        "999",
        "1,000",
        "1,234,567",
        "−2,000",
    ]
    assert [numerals.percent(share) for share in (0.0, 0.126, 1.0)] == ["0%", "13%", "100%"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1000.5, "1,000.5"),
        (102400.0, "102,400"),
        (-65520.0, "−65,520"),
        (999.9996, "1,000"),
        (2.5, "2.5"),
        (0.0, "0"),
        (-0.0, "0"),
        (1.2e-30, "1.2e−30"),
        (-1e9, "−1.00e9"),
        (math.inf, "∞"),
    ],
)
def test_numbers_of_any_size(value: float, text: str) -> None:
    assert numerals.sized(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.4471, "0.447"),
        (1.0, "1.000"),
        (0.0, "0.000"),
        (0.0006, "0.001"),
        (0.0004, "<0.001"),
        (5e-324, "<0.001"),
        (math.nan, "undefined"),
    ],
)
def test_a_weight_is_zero_only_where_it_is_none(value: float, text: str) -> None:
    assert numerals.weight(value) == text


def test_vectors_and_shapes() -> None:
    assert numerals.vector((1.328, -0.208)) == "(1.33, −0.21)"
    assert numerals.vector(()) == "()"
    assert numerals.shape(6, 2) == "(6 × 2)"


@pytest.mark.parametrize(
    ("value", "at_least", "text"),
    [
        (0.5, 0, "0.5"),
        (2.0, 0, "2"),
        (2.0, 2, "2.00"),
        (1 / 3, 0, "0.333333"),
        (-0.25, 0, "−0.25"),
        (3e7, 0, "3.000000e7"),
    ],
)
def test_exact(value: float, at_least: int, text: str) -> None:
    assert numerals.exact(value, at_least) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_plain_numbers_read_back_to_the_last_bit(value: float) -> None:
    assert float(numerals.plain(value)) == value
    assert numerals.plain(value) != "-0.0"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5),
        ("0,5", 0.5),
        (".333", 0.333),
        ("−1,25", -1.25),
        ("-1", -1.0),
        ("1/3", 1 / 3),
        ("-1/4", -0.25),
        ("45%", 0.45),
        ("57 %", 0.57),
        ("1 000", 1000.0),
        ("1e3", 1000.0),
        ("-0", 0.0),
    ],
)
def test_what_a_person_types(text: str, value: float) -> None:
    assert numerals.parse(text) == value
    assert math.copysign(1.0, numerals.parse(text)) == math.copysign(1.0, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nan",
        "inf",
        "1_000",
        "1.2.3",
        "1,2,3",
        "1,000.5",
        "abc",
        "1/",
        "/2",
        "%",
        "1//2",
        "٣",
        "0x10",
        "--1",
        "9" * 5000,
    ],
)
def test_what_is_no_number_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(Refused, match="is not a number") as refused:
        numerals.parse(text)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize(
    ("text", "sentence"), [("1/0", "divides by zero"), ("1e400", "too large"), ("1/1e-320", "too l")]
)
def test_numbers_without_a_value_say_why(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        numerals.parse(text)


@given(FINITE)
def test_what_is_shown_exactly_can_be_typed_again(value: float) -> None:
    rounded = numerals.rounded(value, 3)
    assert numerals.parse(numerals.exact(rounded, at_most=3)) == pytest.approx(rounded, rel=1e-3)


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(1.0, 1.0), (1.01, 2.0), (4.9, 5.0), (5.1, 10.0), (0.021, 0.05), (2 + 4e-16, 2.0)],
)
def test_rounding_up_to_nice_numbers(value: float, rounded: float) -> None:
    assert numerals.round_up(value, (1.0, 2.0, 5.0)) == pytest.approx(rounded, rel=1e-12)


def test_small_figures_and_what_is_masked() -> None:
    assert [numerals.below(number) for number in (0, 7, 120)] == ["₀", "₇", "₁₂₀"]
    assert numerals.MASKED == numerals.fixed(float("-inf")) == "−∞"


@given(
    st.integers(0, 4).flatmap(lambda wide: st.lists(st.lists(ANY | FINITE, min_size=wide, max_size=wide))),
    st.integers(0, 3),
)
def test_many_at_once_are_printed_as_one_by_one(rows: list[list[float]], digits: int) -> None:
    expected = [",".join(numerals.fixed(number, digits) for number in row) for row in rows]
    assert numerals.fixed_rows(rows, digits) == expected


def test_what_rounds_to_zero_has_no_minus_among_others() -> None:
    assert numerals.fixed_rows([[-0.004, -0.005001, -10.0], [-0.0, 0.004, 1.005]]) == [
        "0.00,−0.01,−10.00",
        "0.00,0.00,1.00",
    ]


@pytest.mark.parametrize(
    ("size", "said"),
    [(12, "1 kB"), (340_400, "340 kB"), (999_499, "999 kB"), (999_999, "1.0 MB"), (1_240_000, "1.2 MB")],
)
def test_the_size_of_a_file_in_words(size: int, said: str) -> None:
    assert numerals.file_size(size) == said
