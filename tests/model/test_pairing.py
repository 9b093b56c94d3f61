"""A second sentence, and one word that moves in both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from attnstudio.model.document import (
    ROLES,
    Chart,
    Document,
    Embedding,
    Handle,
    Head,
    Passage,
    Projection,
    Token,
)
from attnstudio.model.edits import move_vector
from attnstudio.model.pairing import add_sentence, move_word, spots_of
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.soundness import check
from attnstudio.study.placing import vectors_for
from tests import samples

ROOT = 0.5**0.5


def with_second(document: Document) -> Document:
    return add_sentence(document, vectors_for(document))


def words(document: Document, passage: int) -> list[str]:
    return [token.text for token in document.passages[passage].query_tokens]


def test_the_money_sentence_gets_the_river_sentence() -> None:
    document = with_second(samples.bank())
    check(document)
    assert words(document, 0) == list(samples.WORDS)
    assert words(document, 1) == ["We", "sat", "beside", "the", "river", "bank"]
    assert document.passages[1].query_tokens[-1].after == "."


def test_the_river_sentence_gets_the_money_sentence() -> None:
    first, second = samples.two_meanings().passages
    document = with_second(replace(samples.two_meanings(), passages=(second,)))
    assert words(document, 1) == list(samples.WORDS)
    assert document.passages[0] is second
    assert document.passages[1].embedding == first.embedding


def test_a_word_of_both_begins_where_the_first_has_it() -> None:
    moved = move_vector(samples.bank(), Handle("value", 6), (-1.0, 0.5))
    document = with_second(moved)
    head = document.passages[1].heads[0]
    assert head.values[-1] == (-1.0, 0.5)
    assert head.keys[-1] == (0.6, 0.6)
    assert head.queries[-1] == (1.8, 1.8)


def test_a_projected_document_gets_an_x() -> None:
    document = with_second(samples.projected())
    check(document)
    embedding = document.passages[1].embedding
    assert embedding is not None
    assert {len(x) for x in embedding.x} == {3}
    assert resolve(document, 1).weights.shape == (2, 6, 6)


def test_two_kinds_of_words_are_both_typed_over() -> None:
    document = with_second(samples.crossing())
    check(document)
    second = document.passages[1]
    assert [token.text for token in second.key_tokens] == words(document, 1)


def test_a_third_sentence_is_refused() -> None:
    with pytest.raises(Refused, match="second sentence already"):
        with_second(samples.two_meanings())


def test_the_document_is_no_scene_any_more() -> None:
    document = with_second(replace(samples.bank(), scene="bank-money", remark="One sentence."))
    assert (document.scene, document.remark, document.title) == ("", "", "bank — money")


@given(samples.documents())
def test_any_first_sentence_serves(document: Document) -> None:
    first = replace(document, passages=document.passages[:1])
    sizes = {len(row) for head in first.passages[0].heads for role in ROLES for row in head.of(role)}
    if document.projection is not None:
        sizes.add(len(document.projection.w_q[0]))
    if 1 not in sizes:  # words can't be added where vectors have one dimension
        check(with_second(first))


def test_the_same_word_moves_in_both_sentences() -> None:
    document = samples.two_meanings()
    assert [(spot.passage, spot.token) for spot in spots_of(document, 0, 6)] == [(0, 6), (1, 16)]
    moved = move_word(document, 1, 16, (1.0, -0.25))
    check(moved)
    for passage in moved.passages:
        assert passage.embedding is not None
        assert passage.embedding.x[5] == (1.0, -0.25)
        assert passage.embedding.x[0] != (1.0, -0.25)


def test_capitals_make_no_other_word() -> None:
    points = ((1.0, 0.0),)
    held = (
        Passage(samples.tokens("Bank"), heads=(Head(points, points, points),)),
        Passage(samples.tokens("bank", first=2), heads=(Head(points, points, points),)),
    )
    moved = move_word(Document("two", held), 0, 1, (0.0, 1.0))
    assert [passage.heads[0].values for passage in moved.passages] == [((0.0, 1.0),)] * 2


def test_a_word_that_lies_elsewhere_stays_there() -> None:
    document = move_word(samples.two_meanings(), 0, 5, (0.5, 0.5))  # "the", (−0.15, 0.1) in both
    assert len(spots_of(document, 0, 5)) == 2
    first, second = document.passages
    assert second.embedding is not None
    x = second.embedding.x
    apart = replace(second, embedding=Embedding((*x[:3], (1.0, 1.0), *x[4:])))
    document = replace(document, passages=(first, apart))
    moved = move_word(document, 0, 5, (0.0, 0.0))
    assert moved.passages[1] is apart


def test_a_free_word_takes_its_key_along_where_the_two_are_one() -> None:
    moved = move_word(samples.bank(), 0, 3, (1.0, 1.0)).passages[0].heads[0]
    assert (moved.keys[2], moved.values[2]) == ((1.0, 1.0), (1.0, 1.0))
    assert moved.queries == samples.bank().passages[0].heads[0].queries
    alone = move_vector(samples.bank(), Handle("key", 3), (0.0, 2.0))
    moved = move_word(alone, 0, 3, (1.0, 1.0)).passages[0].heads[0]
    assert (moved.keys[2], moved.values[2]) == ((0.0, 2.0), (1.0, 1.0))


def test_a_move_to_where_it_is_is_none() -> None:
    document = samples.two_meanings()
    assert move_word(document, 0, 6, (0.6, 0.6)) is document


def test_a_word_stays_within_the_bound() -> None:
    moved = move_word(samples.two_meanings(), 0, 6, (7.0, -9.0))
    assert moved.passages[0].embedding is not None
    assert moved.passages[0].embedding.x[5] == (3.0, -3.0)


def test_many_dimensions_move_only_in_what_the_chart_shows() -> None:
    unit = tuple(tuple(float(i == j) for j in range(3)) for i in range(3))
    passage = Passage(samples.tokens("a", "b"), embedding=Embedding(((1.0, 2.0, 3.0), (0.0, 0.0, 1.0))))
    chart = Chart((0.0, 0.0, 1.0), (ROOT, ROOT, 0.0))
    document = Document("three", (passage,), chart=chart, projection=Projection((unit,), (unit,), (unit,)))
    moved = move_word(document, 0, 1, (0.0, 3 * ROOT))
    assert moved.passages[0].embedding is not None
    assert moved.passages[0].embedding.x[0] == pytest.approx((1.0, 2.0, 0.0))


def test_a_word_that_only_asks_is_refused() -> None:
    with pytest.raises(Refused, match="only asks"):
        move_word(samples.crossing(), 0, 1, (0.0, 0.0))


def test_a_word_placed_by_chance_is_so_no_longer() -> None:
    points = ((1.0, 0.0),)
    token = Token(1, "zebra", source="chance")
    document = Document("chance", (Passage((token,), heads=(Head(points, points, points),)),))
    assert move_word(document, 0, 1, (0.0, 1.0)).passages[0].query_tokens[0].source == "given"


@pytest.mark.parametrize("point", [(float("nan"), 0.0), (0.0, float("inf"))])
def test_a_place_is_finite(point: tuple[float, float]) -> None:
    with pytest.raises(Refused, match="finite"):
        move_word(samples.two_meanings(), 0, 6, point)
