"""Goals made definite: which word, which key, and the sentence where that can't be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model.caching import ask_last
from attnstudio.model.document import Document, Look, fitting
from attnstudio.model.goals import Aim, aim_name, described, wanted
from attnstudio.model.projecting import make_free, set_heads
from attnstudio.model.retype import retype_sentence
from attnstudio.model.settings import GOALS, Goal, Mask, ScoreSettings, Wrong
from attnstudio.study.lexicon import placement
from tests.learnable import BANK, asked
from tests.samples import bank, two_meanings


def retyped(text: str, passage: int = 0) -> Document:
    return retype_sentence(two_meanings(), text, placement, passage=passage)


def test_bank_looks_at_money_here_and_at_river_there() -> None:
    document, wished = asked(two_meanings(), "meanings")
    assert wished.aims == (Aim(0, 5, 2), Aim(1, 5, 4))
    assert described(document, wished) == "bank looks at money in A, at river in B"
    assert [aim_name(document, aim) for aim in wished.aims] == ["bank → money", "bank → river"]


def test_the_sentences_may_stand_the_other_way_round() -> None:
    document = two_meanings()
    document = replace(document, passages=document.passages[::-1])
    _, wished = asked(document, "meanings")
    assert [aim.target for aim in wished.aims] == [4, 2]
    _, leaning = asked(document, "lean")
    assert [aim.sign for aim in leaning.aims] == [-1.0, 1.0]


def test_a_marked_word_is_the_target_where_none_is_known() -> None:
    document = retyped("I deposited cheques at the bank")
    look = fitting(replace(BANK, query=document.passages[0].query_tokens[-1].id), document)
    missing = wanted(document, look)
    assert missing.obstacle == (
        "Mark the word that bank should look at in A: neither money nor river is there."
    )
    assert missing.aims == ()
    cheques = document.passages[0].query_tokens[2].id
    found = wanted(document, replace(look, marked=frozenset({cheques})))
    assert found.aims[0].target == 2


def test_each_word_looks_at_the_one_before_it_and_the_first_at_itself() -> None:
    _, wished = asked(two_meanings(), "previous")
    assert [aim.target for aim in wished.aims] == [0, 0, 1, 2, 3, 4] * 2


def test_each_word_looks_at_the_first_of_its_kind() -> None:
    document, wished = asked(retyped("the bank by the Bank"), "first")
    assert [aim.target for aim in wished.aims if aim.passage == 0] == [0, 1, 2, 0, 1]
    assert aim_name(document, wished.aims[4]) == "Bank → bank"


def test_words_that_ask_a_cache_look_at_what_comes_before_them() -> None:
    cached = ask_last(retyped("the bank by the Bank"), 2)
    _, wished = asked(cached, "previous")
    assert [(aim.row, aim.target) for aim in wished.aims if aim.passage == 0] == [(0, 2), (1, 3)]
    _, first = asked(cached, "first")
    assert [(aim.row, aim.target) for aim in first.aims if aim.passage == 0] == [(0, 0), (1, 1)]
    _, padded = asked(replace(ask_last(cached, 4), mask=Mask(padding="left", pads=2)), "previous")
    assert [(aim.row, aim.target) for aim in padded.aims if aim.passage == 0] == [(1, 2), (2, 2), (3, 3)]


def test_repeated_words_are_told_apart_by_their_place() -> None:
    document, wished = asked(retyped("the bank by the bank"), "previous")
    assert aim_name(document, wished.aims[4]) == "bank₅ → the₄"


def test_padding_is_no_word() -> None:
    _, wished = asked(replace(two_meanings(), mask=Mask(padding="left", pads=2)), "previous")
    assert [(aim.row, aim.target) for aim in wished.aims if aim.passage == 0] == [
        (2, 2),
        (3, 2),
        (4, 3),
        (5, 4),
    ]
    _, wished = asked(replace(two_meanings(), mask=Mask(padding="right", pads=5)), "first")
    assert [(aim.row, aim.target) for aim in wished.aims] == [(0, 0), (0, 0)]


def test_a_blind_word_is_asked_for_nothing() -> None:
    _, wished = asked(replace(two_meanings(), mask=Mask("strict")), "previous")
    assert [(aim.row, aim.target) for aim in wished.aims if aim.passage == 0] == [
        (row, row - 1) for row in range(1, 6)
    ]


@pytest.mark.parametrize(
    ("document", "lack", "sentence"),
    [
        (make_free(two_meanings()), "free", "no matrix makes them"),
        (bank(), "free", "no matrix makes them"),
        (replace(two_meanings(), wrong=Wrong(skips_softmax=True)), "wrong", "on purpose"),
    ],
)
@pytest.mark.parametrize("goal", GOALS)
def test_what_stands_in_the_way_of_every_goal(
    document: Document, lack: str, sentence: str, goal: Goal
) -> None:
    _, wished = asked(document, goal)
    assert (wished.lack, wished.aims) == (lack, ())
    assert sentence in wished.obstacle
    assert wished.obstacle.endswith(".")


@pytest.mark.parametrize(
    ("settings", "lack", "sentence"),
    [
        (ScoreSettings(cosine=True), "cosine", "dot products"),
        (ScoreSettings(temperature=0.0), "temperature", "no slope"),
        (ScoreSettings(scale=0.0), "other", "multiplied by 0"),
    ],
)
def test_how_scores_are_made_concerns_the_goals_that_ask_for_weights(
    settings: ScoreSettings, lack: str, sentence: str
) -> None:
    document = replace(two_meanings(), settings=settings)
    for goal in GOALS:
        _, wished = asked(document, goal)
        assert wished.lack == ("" if goal == "lean" else lack)
        assert (sentence in wished.obstacle) == (goal != "lean")
        assert bool(wished.aims) == (goal == "lean")


def test_a_hidden_target_is_named() -> None:
    mask = Mask("custom", frozenset({(6, 3)}))
    _, wished = asked(replace(two_meanings(), mask=mask), "meanings")
    assert wished.obstacle == "bank may not look at money in A: the mask hides it."


def test_a_word_that_sees_nothing_has_no_output_to_lean() -> None:
    blind = Mask("custom", frozenset((6, key) for key in range(1, 7)))
    _, wished = asked(replace(two_meanings(), mask=blind), "lean")
    assert wished.obstacle == "bank may look at nothing in A: the mask hides every word."


def test_an_empty_sentence_has_nothing_to_learn() -> None:
    document = retyped("")
    look = fitting(Look(), document)
    assert wanted(document, look).obstacle == "Sentence A has no words."


def test_the_goal_is_that_of_the_shown_head() -> None:
    document = set_heads(two_meanings(), 3)
    look = fitting(replace(BANK, head=2), document)
    assert wanted(document, look).head == 2
