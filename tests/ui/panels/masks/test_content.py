"""The numbers of the laboratory: leaks, blind rows, and a mask too late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.state.store import Store
from attnstudio.ui.panels.masks.content import (
    AskedRow,
    asked_row,
    blind_lines,
    late_lines,
    leak_sentence,
)
from tests.samples import bank, of_words, tokens


def one_two_three(hidden: bool = True, temperature: float = 1.0) -> AskedRow:
    """Scores 1, 2, 3, the last of them hidden."""
    head = Head(((1.0,),), ((1.0,), (2.0,), (3.0,)), ((1.0,), (10.0,), (100.0,)))
    passage = Passage(tokens("q"), tokens("a", "b", "c", first=2), (head,))
    mask = Mask("custom", frozenset({(1, 4)}) if hidden else frozenset())
    found = asked_row(Store(Document("", (passage,), ScoreSettings(1.0, temperature), mask)).now)
    assert found is not None
    return found


def test_a_mask_after_the_softmax_loses_what_the_hidden_took() -> None:
    before, after, again = late_lines(one_two_three())
    assert before.numbers == ("0.269", "0.731", "0.000")
    assert after.numbers == ("0.090", "0.245", "0.000")
    assert (before.total, after.total, again.total) == ("Σ = 1.000", "Σ = 0.335", "Σ = 1.000")
    assert again.numbers == before.numbers
    assert "the hidden words took 0.665 with them" in after.note
    assert again.tone == "good"
    assert after.spoken == "0.090, 0.245, 0.000; Σ = 0.335"


def test_where_nothing_is_hidden_nothing_is_lost() -> None:
    row = one_two_three(hidden=False)
    assert late_lines(row)[1].note == "Nothing is hidden in this row, so nothing is lost."
    assert "nothing leaks here" in leak_sentence(row)


def test_multiplying_leaks() -> None:
    assert "for “q” the hidden words get 0.090 of the weight together" in leak_sentence(one_two_three())
    assert leak_sentence(None).startswith("A score times 0 is the score 0")


def test_what_libraries_make_of_a_blind_row() -> None:
    zeros, nan, shared, unmasked = blind_lines(one_two_three())
    assert zeros.numbers == ("0.000", "0.000", "0.000")
    assert zeros.note.startswith("This program, and torch's scaled_dot_product_attention")
    assert nan.numbers == ("NaN", "NaN", "NaN")
    assert "torch.softmax" in nan.note
    assert shared.numbers == ("0.333", "0.333", "0.333")
    assert "float32" in shared.note
    assert unmasked.numbers == ("0.090", "0.245", "0.665")
    assert "float64" in unmasked.note


@pytest.mark.parametrize("temperature", [0.0, 0.5, 2.0])
def test_every_temperature_has_its_numbers(temperature: float) -> None:
    row = one_two_three(temperature=temperature)
    assert late_lines(row)[0].total == "Σ = 1.000"
    assert blind_lines(row)[2].numbers == ("0.333", "0.333", "0.333")


def test_the_row_is_that_of_the_word_that_asks() -> None:
    row = asked_row(Store(replace(bank(), mask=Mask("causal")), Look(query=3)).now)
    assert row is not None
    assert row.name == "money"
    assert row.allowed.tolist() == [True] * 3 + [False] * 3
    assert not row.is_blind
    assert row.before.sum() == pytest.approx(1.0)
    assert asked_row(Store(of_words()).now) is None
