"""What was expected against what is: the sentences that say it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model.document import Document, Head
from attnstudio.model.meanings import meaning
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.notes.expectations import question, verdict
from tests import samples

MONEY, DEPOSITED, AT, BANK = 3, 2, 4, 6


def told(*marked: int, document: Document | None = None, query: int = 5) -> str:
    document = document or samples.bank()
    found = meaning(document, resolve(document), 0, query, 0)
    assert found is not None
    return verdict(document.passages[0], found, frozenset(marked))


def test_the_question_names_the_word() -> None:
    assert "bank should look at" in question("bank")


@pytest.mark.parametrize(
    ("marked", "sentence"),
    [
        ((), ""),
        ((99,), ""),
        (
            (MONEY,),
            "You marked money; bank gives it 0.447, most of all. deposited gets 0.269 unmarked.",
        ),
        (
            (DEPOSITED,),
            "You marked deposited; bank gives it 0.269, the second most. money gets 0.447 unmarked.",
        ),
        ((BANK,), "You marked bank itself; bank gives it 0.162, the third most. money gets 0.447 unmarked."),
        ((AT,), "You marked at; bank gives it 0.035, number 5 of 6. money gets 0.447 unmarked."),
        (
            (MONEY, DEPOSITED),
            "You marked deposited and money; bank gives them 0.269 and 0.447, most of all.",
        ),
        (
            (MONEY, AT),
            "You marked money and at; bank gives them 0.447 and 0.035. deposited gets 0.269 unmarked.",
        ),
    ],
)
def test_the_truth_beside_the_marks(marked: tuple[int, ...], sentence: str) -> None:
    assert told(*marked) == sentence


def test_all_words_marked() -> None:
    assert told(1, 2, 3, 4, 5, 6) == (
        "You marked I, deposited, money and 3 more; bank gives them 1.000 together."
    )


def test_of_equal_weights_none_is_the_most() -> None:
    even = replace(samples.bank(), settings=ScoreSettings(scale=0.0))
    assert told(MONEY, document=even) == "You marked money; bank gives it 0.167, as much as every other."
    assert told(MONEY, AT, document=even) == "You marked money and at; bank gives them 0.167 and 0.167."
    same = samples.of_words("a", "b", "c")
    (held,) = same.passages
    points = ((1.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    tied = replace(same, passages=(replace(held, heads=(Head(points, points, points),)),))
    assert told(2, document=tied, query=0).startswith(
        "You marked b; a gives it 0.401, most of all, as much as one other."
    )


def test_a_blind_word() -> None:
    document = replace(samples.bank(), mask=Mask("strict"))
    assert told(MONEY, document=document, query=0) == "You marked money; I may look at nothing."


def test_repeated_words_are_told_apart() -> None:
    said = told(1, document=samples.of_words("the", "cat", "the"), query=1)
    assert said.startswith("You marked the₁; cat gives it ")
