"""Where a new word lies: by hand, by real word vectors, by chance."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.assets import resource
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.study.lexicon import CHANCE_LENGTH, Lexicon, Placed, lexicon, placement, read

BY_HAND = {
    "I": (0.25, 0.10),
    "We": (0.10, 0.25),
    "the": (-0.15, 0.10),
    "at": (0.15, -0.15),
    "deposited": (1.2, 0.4),
    "money": (2.0, 0.0),
    "sat": (0.1, 0.5),
    "beside": (0.1, 1.0),
    "river": (0.0, 2.0),
    "bank": (0.6, 0.6),
}


def no_words() -> Mapping[str, Vec2]:
    return {}


def never_asked() -> Mapping[str, Vec2]:
    raise AssertionError("the word vectors were read without need")


# --- the lexicon that comes with the studio


@pytest.mark.parametrize("word", BY_HAND)
def test_the_words_of_the_bank_sentences(word: str) -> None:
    assert lexicon().vector_for(word) == Placed(BY_HAND[word], "lexicon")
    assert lexicon().axes == ("money", "water")


def test_capitals_do_not_matter() -> None:
    assert lexicon().vector_for("BANK") == lexicon().vector_for("bank")
    assert lexicon().vector_for("we") == lexicon().vector_for("We")
    assert lexicon().vector_for("Loan") == lexicon().vector_for("loan")


@pytest.mark.parametrize("word", ["“bank”", "(bank", "bank'", "\u2018bank\u2019", "«Bank»"])
def test_quotes_and_brackets_do_not_matter(word: str) -> None:
    assert lexicon().vector_for(word) == lexicon().vector_for("bank")


def test_other_words_come_from_the_word_vectors() -> None:
    loan, shore = lexicon().vector_for("loan"), lexicon().vector_for("shore")
    assert loan.source == shore.source == "word vectors"
    assert loan.x[0] > 1.5
    assert abs(loan.x[1]) < 0.3
    assert shore.x[1] > 1.5
    assert abs(shore.x[0]) < 0.6


def test_short_words_lie_near_the_origin() -> None:
    for word in ("a", "an", "in", "on", "of", "and", "she", "he", "my", "was"):
        placed = lexicon().vector_for(word)
        assert placed.source == "lexicon"
        assert math.hypot(*placed.x) <= 0.3


def test_the_file_names_no_word_twice() -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name.casefold() for name, _ in pairs]
        assert len(set(names)) == len(names)
        return dict(pairs)

    text = resource("lexicon.json").read_text(encoding="utf-8")
    written = json.loads(text, object_pairs_hook=once)
    assert all(max(map(abs, x)) <= 3.0 for x in written["words"].values())


# --- the chain


def test_the_word_vectors_are_read_once_and_only_when_needed() -> None:
    asked: list[int] = []

    def real_words() -> Mapping[str, Vec2]:
        asked.append(1)
        return {"loan": (2.0, 0.1)}

    words = Lexicon(("money", "water"), BY_HAND, real_words)
    assert words.vector_for("bank").source == "lexicon"
    assert not asked
    assert words.vector_for("loan") == Placed((2.0, 0.1), "word vectors")
    assert words.vector_for("xyzzy").source == "chance"
    assert asked == [1]


def test_the_exact_spelling_comes_first() -> None:
    words = Lexicon(("x", "y"), {"us": (0.1, 0.2), "US": (1.0, 0.0)}, never_asked)
    assert words.vector_for("US").x == (1.0, 0.0)
    assert words.vector_for("us").x == (0.1, 0.2)


def test_accents_may_be_encoded_either_way() -> None:
    words = Lexicon(("x", "y"), {"Caf\u00e9": (1.0, 0.5)}, never_asked)
    assert words.vector_for("cafe\u0301").x == (1.0, 0.5)


def test_unreadable_word_vectors_leave_the_known_words_alone() -> None:
    def missing() -> Mapping[str, Vec2]:
        raise Refused("The word vectors in x.npz can't be read.")

    words = Lexicon(("money", "water"), BY_HAND, missing)
    assert words.vector_for("bank").source == "lexicon"
    for _ in range(2):
        with pytest.raises(Refused, match=r"x\.npz"):
            words.vector_for("loan")


# --- queries


@pytest.mark.parametrize("word", ["bank", "Bank", "“bank”"])
def test_bank_asks_for_more_than_it_offers(word: str) -> None:
    assert placement(word) == ((1.8, 1.8), (0.6, 0.6), "lexicon")


@pytest.mark.parametrize(("word", "source"), [("money", "lexicon"), ("xyzzy", "chance")])
def test_other_words_ask_for_what_they_offer(word: str, source: str) -> None:
    query, x, origin = placement(word)
    assert query == x == lexicon().vector_for(word).x
    assert origin == source


def test_a_query_may_be_the_origin() -> None:
    words = Lexicon(("x", "y"), {"so": (1.0, 0.5)}, never_asked, {"so": (0.0, 0.0)})
    assert words.placement("SO") == ((0.0, 0.0), (1.0, 0.5), "lexicon")


# --- chance


@given(st.text(st.characters(exclude_categories=())))
def test_chance_is_short_and_does_not_change(word: str) -> None:
    words = Lexicon(("x", "y"), {}, no_words)
    placed = words.vector_for(word)
    assert placed.source == "chance"
    assert math.hypot(*placed.x) == pytest.approx(CHANCE_LENGTH, abs=0.01)
    assert placed == words.vector_for(word)
    assert "-0.0" not in map(repr, placed.x)


def test_chance_spreads_over_all_directions() -> None:
    words = Lexicon(("x", "y"), {}, no_words)
    quarters = {(x > 0, y > 0) for x, y in (words.vector_for(f"word{number}").x for number in range(40))}
    assert len(quarters) == 4


def test_chance_is_the_same_in_another_process() -> None:
    script = "from attnstudio.study.lexicon import lexicon; print(lexicon().vector_for('xyzzy').x)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(lexicon().vector_for("xyzzy").x) == "(0.24, -0.32)"


# --- files


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "can't be read"),
        ("[1, 2]", "can't be read"),
        ('{"axes": ["x"], "words": {}}', "can't be read"),
        ('{"axes": ["x", "y"]}', "words"),
        ('{"axes": ["x", "y"], "words": {"so": [1]}}', "“so” has no two numbers"),
        ('{"axes": ["x", "y"], "words": {"so": [1, true]}}', "“so”"),
        ('{"axes": ["x", "y"], "words": {"so": [1, 1e999]}}', "“so” has a number that is not finite"),
        ('{"axes": ["x", "y"], "words": {"so": "12"}}', "“so”"),
        ('{"axes": ["x", "y"], "words": [1]}', "can't be read"),
        ('{"axes": ["x", "y"], "words": {}, "queries": {"so": [1, 2, 3]}}', "“so” has no two numbers"),
        ('{"axes": ["x", "y"], "words": {}, "queries": 7}', "can't be read"),
        ("[" * 100_000, "can't be read"),
    ],
)
def test_a_wrong_lexicon_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=said) as caught:
        read(path, no_words)
    assert "wrong.json" in str(caught.value)
