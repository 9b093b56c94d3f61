"""The laboratory in words: every sentence and table has the numbers that were drawn."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import GRID, sample
from attnstudio.model.settings import Divisor, Sampling
from attnstudio.notes.laboratory import (
    conclusion,
    divisor_in_words,
    laboratory_members,
    laboratory_table,
    settings_in_words,
)

LITTLE = Sampling(d_k=64, draws=2000)


def point_alone(sampling: Sampling) -> Sampled:
    return sample(sampling, with_curve=False)


def test_the_conclusion_has_the_numbers_of_the_draws() -> None:
    sampled = point_alone(Sampling())
    assert conclusion(sampled) == (
        "At d_k = 64 the raw scores spread ±8.02, and the largest of 8 weights is 0.87 on average. "
        "Divided by √64 they spread ±1.00, and the largest is 0.36."
    )


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"divisor": "d_k", "d_k": 1024}, "the weights go flat, all near 1/8."),
        ({"divisor": "temperature", "temperature": 0.01}, "one key takes nearly all."),
        ({"divisor": "one"}, "Divided by 1, nothing changes."),
        ({"keys": 1}, "A single key always has the weight 1, whatever its score: take two keys or more."),
    ],
)
def test_what_another_divisor_does_is_said(changes: dict[str, Any], end: str) -> None:
    asked: Sampling = replace(LITTLE, draws=500, **changes)
    assert conclusion(point_alone(asked)).endswith(end)


def test_a_mild_divisor_is_neither_flat_nor_sharp() -> None:
    told = conclusion(point_alone(replace(LITTLE, divisor="temperature", temperature=6.0)))
    assert "flat" not in told
    assert "nearly all" not in told
    assert "Divided by temperature = 6 they spread ±1.3" in told


@pytest.mark.parametrize(
    ("divisor", "said"),
    [
        ("sqrt d_k", "√d_k = √64 = 8"),
        ("d_k", "d_k = 64"),
        ("sqrt d_model", "√d_model = √512 ≈ 22.63"),
        ("one", "1: the scores stay raw"),
        ("temperature", "temperature = 8"),
    ],
)
def test_the_divisor_is_said_with_its_value(divisor: Divisor, said: str) -> None:
    assert divisor_in_words(replace(LITTLE, divisor=divisor)) == said


def test_equal_is_said_only_of_what_is_equal() -> None:
    assert divisor_in_words(replace(LITTLE, d_k=2)) == "√d_k = √2 ≈ 1.41"
    assert divisor_in_words(replace(LITTLE, divisor="temperature", temperature=0.125)) == (
        "temperature ≈ 0.12"
    )


def test_the_caption_says_all_that_the_draws_depend_on() -> None:
    asked = replace(LITTLE, keys=1, distribution="signs", seed=3, divisor="d_k")
    assert settings_in_words(asked) == (
        "d_k = 64 · 1 key · 2,000 draws · components ±1, mean 0, variance 1 · seed 3 · divided by d_k = 64"
    )


def test_the_table_has_the_point_the_first_draws_and_the_curves() -> None:
    sampled = sample(replace(LITTLE, divisor="d_k"))
    table = laboratory_table(sampled)
    lines = table.splitlines()
    assert lines[0] == settings_in_words(sampled.sampling)
    raw = sampled.point.raw
    row = next(line for line in lines if line.startswith("raw "))
    assert row.split()[1:] == [
        f"{raw.spread:.2f}",
        f"{raw.largest:.3f}",
        f"{raw.entropy:.3f}",
        f"{raw.gradient:.3f}",
    ]
    assert "Entropy is at most ln 8 = 2.079" in table
    assert "Against d_k, 1,000 draws each:" in table
    last = lines[-1].split()
    assert last[:2] == ["4096", "64.00"]
    assert len(last) == 2 + 3 * 4
    assert sum(line.split()[:1] == [str(d_k)] for line in lines for d_k in GRID) >= len(GRID)
    assert "nan" not in table.lower()


def test_many_keys_are_counted_rather_than_printed() -> None:
    table = laboratory_table(sample(replace(LITTLE, keys=20, draws=10)))
    assert "and 12 keys more" in table
    assert max(map(len, table.splitlines())) < 200


def test_programs_get_every_number() -> None:
    sampled = sample(replace(LITTLE, draws=10))
    members = json.loads(json.dumps(laboratory_members(sampled), allow_nan=False))
    assert members["sampling"] == {
        "d_k": 64,
        "keys": 8,
        "draws": 10,
        "distribution": "normal",
        "seed": 0,
        "divisor": "sqrt d_k",
        "d_model": 512,
        "temperature": 8.0,
    }
    assert members["divided_by"] == 8.0
    assert members["point"]["raw"]["largest"] == sampled.point.raw.largest
    assert "other" not in members["point"]
    assert [point["d_k"] for point in members["curve"]] == list(GRID)
    assert members["scores_of_first_draws"] == [list(row) for row in sampled.rows]
    assert math.isclose(members["point"]["scaled"]["spread"] * 8.0, sampled.point.raw.spread)
