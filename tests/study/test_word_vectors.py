"""Real word vectors on the money–water chart."""

from __future__ import annotations

import hashlib
import io
import random
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from attnstudio.assets import resource
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.study.word_vectors import MONEY, REACH, WATER, money_water, points

FILE = resource("words", "glove50.npz")
WORDS = [*MONEY, *WATER]


@pytest.fixture(scope="module")
def chart() -> Mapping[str, Vec2]:
    return points(FILE)


def test_the_file_is_the_one_whose_origin_is_told() -> None:
    told = resource("words", "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() in told
    assert "PDDL" in told
    assert "Pennington" in told


def test_every_word_has_a_point_within_reach(chart: Mapping[str, Vec2]) -> None:
    assert len(chart) == 3019
    coordinates = np.array(list(chart.values()))
    assert np.isfinite(coordinates).all()
    assert np.abs(coordinates).max() <= REACH
    assert not (np.signbit(coordinates) & (coordinates == 0.0)).any()
    assert all(round(c, 2) == c for point in chart.values() for c in point)


def test_the_axis_words_lie_on_average_at_two(chart: Mapping[str, Vec2]) -> None:
    money, water = (np.mean([chart[word] for word in words], axis=0) for words in (MONEY, WATER))
    assert money[0] + water[1] == pytest.approx(4.0, abs=0.01)
    assert money == pytest.approx([2.0, 0.0], abs=0.15)
    assert water == pytest.approx([0.0, 2.0], abs=0.15)


@pytest.mark.parametrize("word", ["loan", "loans", "lender", "tax", "budget", "dollar"])
def test_words_of_money_lie_near_the_money_axis(chart: Mapping[str, Vec2], word: str) -> None:
    assert word not in MONEY
    money, water = chart[word]
    assert money > 1.0
    assert abs(water) < money / 3


@pytest.mark.parametrize("word", ["shore", "boat", "fish", "ship", "rain", "mud"])
def test_words_of_water_lie_near_the_water_axis(chart: Mapping[str, Vec2], word: str) -> None:
    assert word not in WATER
    money, water = chart[word]
    assert water > 1.0
    assert abs(money) < water / 2


@pytest.mark.parametrize("word", ["house", "music", "run", "learning"])
def test_words_of_neither_lie_near_the_origin(chart: Mapping[str, Vec2], word: str) -> None:
    assert np.hypot(*chart[word]) < 0.6


def test_the_chart_hangs_on_directions_alone() -> None:
    rng = np.random.default_rng(7)
    words = [*MONEY, *WATER, "other", "nothing"]
    vectors = rng.normal(size=(len(words), 5))
    vectors[-1] = 0.0
    placed = money_water(words, vectors)
    stretched = vectors * rng.uniform(0.5, 9.0, size=(len(words), 1))
    turn, _ = np.linalg.qr(rng.normal(size=(5, 5)))
    np.testing.assert_allclose(money_water(words, stretched), placed, atol=1e-9)
    np.testing.assert_allclose(money_water(words, vectors @ turn), placed, atol=0.011)
    assert np.isfinite(placed).all()


def test_no_word_lies_beyond_reach() -> None:
    vectors = np.random.default_rng(7).normal(size=(len(WORDS), 5))
    assert np.abs(money_water(WORDS, vectors)).max() == REACH


# --- files that are not what they should be


def archive(**arrays: object) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archived:
        for name, array in arrays.items():
            with archived.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, np.asarray(array))
    return stream.getvalue()


GOOD = np.random.default_rng(1).normal(size=(len(WORDS), 4)).astype(np.float16)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "can't be read"),
        (b"PK\x03\x04 no archive", "can't be read"),
        (b"\x80\x04}\x94.", "can't be read"),
        (archive(words=WORDS), "vectors"),
        (archive(vectors=GOOD), "words"),
        (archive(words=WORDS, vectors=GOOD[:-1]), "24 words"),
        (archive(words=WORDS, vectors=GOOD.astype(np.complex64)), "complex64"),
        (archive(words=WORDS, vectors=GOOD[0]), "float16"),
        (archive(words=[WORDS], vectors=GOOD), "not a list of words"),
        (archive(words=np.array(WORDS, dtype=object), vectors=GOOD), "can't be read"),
        (archive(words=WORDS, vectors=GOOD * np.float16("nan")), "not finite"),
        (archive(words=[*WORDS[:-1], "x"], vectors=GOOD), "“island” is missing"),
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "wrong.npz"
    path.write_bytes(content)
    with pytest.raises(Refused, match=said) as caught:
        points(path)
    assert "wrong.npz" in str(caught.value)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"none\.npz can't be read: there is no such file"):
        points(tmp_path / "none.npz")


def test_a_plain_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "array.npy"
    np.save(path, GOOD)
    with pytest.raises(Refused, match="can't be read"):
        points(path)


def test_a_good_small_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "good.npz"
    path.write_bytes(archive(words=WORDS, vectors=GOOD))
    assert set(points(path)) == set(WORDS)


def test_a_damaged_file_is_refused_and_never_more(tmp_path: Path) -> None:
    whole = archive(words=WORDS, vectors=GOOD)
    chance = random.Random(5)
    path = tmp_path / "damaged.npz"
    refused = 0
    for _ in range(150):
        content = bytearray(whole[: chance.randrange(1, len(whole))] if chance.random() < 0.3 else whole)
        for _ in range(chance.randrange(1, 9)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(content)
        refused += is_refused(path)
    assert refused > 75


def is_refused(path: Path) -> bool:
    try:
        points(path)
    except Refused:
        return True
    return False
