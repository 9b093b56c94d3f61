"""New words get their vectors from the source that the document names, in the document's dimensions."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import charts
from attnstudio.model.document import Chart, Document
from attnstudio.model.projecting import make_free, move_x
from attnstudio.model.retype import retype_sentence
from attnstudio.model.soundness import check
from attnstudio.study.lexicon import placement
from attnstudio.study.own_vectors import open_own
from attnstudio.study.placing import by_chance, missing_words, size_of, vectors_for
from attnstudio.study.sourcing import use_source
from attnstudio.study.word_vectors import vocabulary
from tests.samples import bank, crossing, of_words, projected, two_meanings


def retyped(document: Document, text: str, passage: int = 0) -> Document:
    return retype_sentence(document, text, vectors_for(document), passage=passage)


def xs(document: Document, passage: int = 0) -> dict[str, tuple[float, ...]]:
    held = document.passages[passage]
    assert held.embedding is not None
    return {token.text: x for token, x in zip(held.query_tokens, held.embedding.x, strict=True)}


def real() -> Document:
    return use_source(two_meanings(), "word vectors")


def test_hand_placed_words_are_the_lexicons() -> None:
    assert vectors_for(bank()) is placement
    made = retyped(two_meanings(), "I deposited gold at the bank")
    assert xs(made)["gold"] == placement("gold")[1]


def test_a_new_real_word_has_all_its_numbers() -> None:
    made = retyped(real(), "I deposited my Loan at the bank")
    assert xs(made)["Loan"] == vocabulary().vector_of("loan")
    assert made.passages[0].query_tokens[3].source == "word vectors"
    check(made)


def test_a_word_that_is_not_in_it_is_by_chance_and_can_be_placed() -> None:
    document = retyped(real(), "I deposited zorkmids at the bank")
    assert missing_words(document) == ("zorkmids",)
    x = xs(document)["zorkmids"]
    assert len(x) == 50
    assert math.hypot(*x) == pytest.approx(vocabulary().usual_length, abs=0.01)
    token = document.passages[0].query_tokens[2]
    moved = move_x(document, token.id, (2.0, -1.0))
    assert missing_words(moved) == ()
    assert charts.shown(moved.chart, xs(moved)["zorkmids"]) == pytest.approx((2.0, -1.0))


def test_the_same_word_in_the_other_sentence_is_the_same_vector() -> None:
    document = move_x(two_meanings(), 6, (1.0, -2.0))
    made = retyped(document, "We sat beside the river deposited", passage=1)
    assert xs(made, 1)["deposited"] == xs(document)["deposited"]
    made = retyped(retyped(document, "We sat", passage=1), "We sat bank", passage=1)
    assert xs(made, 1)["bank"] == (1.0, -2.0)


def test_quotes_and_capitals_do_not_matter() -> None:
    made = retyped(real(), "the “LOAN” (river) bank")
    assert missing_words(made) == ()


@given(st.text(st.characters(exclude_categories=()), max_size=20), st.integers(1, 60))
def test_chance_is_the_same_each_time(word: str, size: int) -> None:
    made = by_chance(word, size, 2.0)
    assert len(made) == size
    assert math.hypot(*made) == pytest.approx(2.0, abs=1e-3)
    assert made == by_chance(word, size, 2.0)


def test_chance_is_the_same_on_every_machine() -> None:
    assert by_chance("xyzzy", 3, 2.0) == by_chance("“XYZZY”", 3, 2.0) == (-1.8134, 0.7204, 0.4389)


def test_sizes() -> None:
    assert [size_of(made) for made in (bank(), two_meanings(), projected(), real(), crossing())] == [
        2,
        2,
        3,
        50,
        2,
    ]
    assert size_of(of_words()) == 2
    assert size_of(make_free(real())) == 50


def test_a_hand_placed_word_in_more_dimensions_is_drawn_where_the_lexicon_has_it() -> None:
    third = Chart((0.0, 0.6, 0.8), (1.0, 0.0, 0.0))
    document = replace(projected(), chart=third)
    made = retyped(document, "x y money")
    assert charts.shown(third, xs(made)["money"]) == pytest.approx((2.0, 0.0))


def test_free_vectors_of_many_dimensions_take_real_words_too() -> None:
    made = retyped(make_free(real()), "I deposited gold at the bank")
    head = made.passages[0].heads[0]
    assert head.queries[2] == head.keys[2] == head.values[2] == vocabulary().vector_of("gold")


def test_a_file_that_was_not_read_again_places_by_chance(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("bank,1,2,3\nriver,0,1,0\n")
    document = use_source(of_words("bank", "river"), "file", "components", open_own(tmp_path / "mine.csv"))
    assert retyped(document, "bank river bank").passages[0].query_tokens[2].source == "file"
    lost = replace(document, vectors_name="gone.csv")
    made = retyped(lost, "bank river money")
    assert missing_words(made) == ("money",)
    assert len(xs(made)["money"]) == 3
    check(made)
