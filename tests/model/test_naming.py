"""Which word a script means."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from attnstudio.model.naming import Word, named_token
from attnstudio.model.refused import Refused
from tests.samples import tokens

SENTENCE = tokens("The", "bank", "by", "the", "river", "bank")


@pytest.mark.parametrize(
    ("word", "id_"),
    [("river", 5), ("River", 5), ("bank₂", 2), ("bank₆", 6), ("The", 1), ("the", 4), (0, 1), (-1, 6), (4, 5)],
)
def test_a_word_is_found_by_its_name_or_its_place(word: str | int, id_: int) -> None:
    assert named_token(SENTENCE, word).id == id_


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("bank", "“bank” stands there 2 times; say bank₂, bank₆."),
        ("THE", "“THE” stands there 2 times; say The, the."),
        ("sea", "There is no word “sea”; there are The, bank₂, by, the, river, bank₆."),
        (6, "There is no word 6: the sentence has 6, counted from 0."),
        (-7, "There is no word -7: the sentence has 6, counted from 0."),
    ],
)
def test_what_could_be_none_or_several_is_refused(word: str | int, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        named_token(SENTENCE, word)
    assert str(refused.value) == sentence


def test_a_sentence_without_words_says_so() -> None:
    with pytest.raises(Refused, match="has no word"):
        named_token((), "bank")


def test_a_place_may_be_a_number_of_numpy() -> None:
    assert named_token(SENTENCE, cast("Word", np.argmax([0.1, 0.2, 0.7]))).id == 3


@pytest.mark.parametrize("word", [None, 1.0, ("bank",), np.array([1.0, 2.0])])
def test_what_is_neither_a_name_nor_a_place_is_refused(word: object) -> None:
    with pytest.raises(
        Refused, match="by its name or by its place, as “bank” or 2, not by something of type"
    ):
        named_token(SENTENCE, cast("Word", word))
