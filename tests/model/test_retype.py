"""The sentence retyped: who stays, who comes with which vectors, and what becomes of the mask."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import (
    LARGEST_ID,
    Chart,
    Document,
    Embedding,
    Head,
    Passage,
    Source,
    Vector,
)
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.retype import retype_sentence
from attnstudio.model.settings import Mask
from attnstudio.model.soundness import check
from tests.samples import bank, crossing, documents, of_words, projected, tokens, two_meanings


def new(word: str) -> tuple[Vec2, Vec2, Source]:
    """New words ask (9, 1), but within the bound, and are at (0, 1)."""
    return (9.0, 1.0), (0.0, 1.0), "chance"


def never(word: str) -> tuple[Vec2, Vec2, Source]:
    raise AssertionError(f"“{word}” is no new word")


def ids(document: Document) -> list[int]:
    return [token.id for token in document.passages[0].query_tokens]


def words(document: Document) -> list[str]:
    return [token.text for token in document.passages[0].query_tokens]


def head(document: Document) -> Head:
    return document.passages[0].heads[0]


def test_the_same_sentence_is_the_same_document() -> None:
    document = bank()
    assert retype_sentence(document, "I deposited money at the bank", never) is document
    assert retype_sentence(document, "  I deposited\tmoney at the bank ", never) is document


def test_punctuation_is_shown_and_moves_nothing() -> None:
    retyped = retype_sentence(bank(), "I deposited money, at the bank.", never)
    assert [token.after for token in retyped.passages[0].query_tokens] == ["", "", ",", "", "", "."]
    assert ids(retyped) == [1, 2, 3, 4, 5, 6]
    assert head(retyped) == head(bank())


def test_a_word_in_the_middle_is_new_and_the_others_stay() -> None:
    retyped = retype_sentence(bank(), "I deposited much money at the bank", new)
    assert ids(retyped) == [1, 2, 7, 3, 4, 5, 6]
    assert head(retyped).queries[2] == (3.0, 1.0)  # kept within the bound
    assert head(retyped).keys[2] == head(retyped).values[2] == (0.0, 1.0)
    assert retyped.passages[0].query_tokens[2].source == "chance"
    assert [row for i, row in enumerate(head(retyped).queries) if i != 2] == list(head(bank()).queries)


def test_words_that_move_take_their_vectors_along() -> None:
    retyped = retype_sentence(bank(), "at the bank I deposited money", never)
    assert ids(retyped) == [4, 5, 6, 1, 2, 3]
    assert head(retyped).queries == tuple(head(bank()).queries[i - 1] for i in ids(retyped))


def test_a_second_bank_is_where_the_first_is() -> None:
    retyped = retype_sentence(bank(), "I deposited money at the bank bank", never)
    assert ids(retyped) == [1, 2, 3, 4, 5, 6, 7]
    assert head(retyped).queries[6] == (1.8, 1.8)
    assert head(retyped).values[6] == (0.6, 0.6)


def test_words_that_go_take_their_flips_along() -> None:
    document = edits.paint_cells(bank(), [(6, 3), (6, 1), (3, 3)], allow=False)
    retyped = retype_sentence(document, "I deposited at the bank", never)
    assert retyped.mask == Mask("none", frozenset({(6, 1)}))


def test_ids_are_never_used_again_by_another_passage() -> None:
    other = replace(crossing().passages[0], query_tokens=tokens("u", "v", first=40))
    other = replace(other, cross_tokens=tokens("x", "y", "z", first=50))
    document = replace(bank(), passages=(bank().passages[0], other))
    assert ids(retype_sentence(document, "I deposited money at the bank today", new))[-1] == 53


def test_the_causal_rule_survives_a_new_word() -> None:
    causal = edits.set_rule(bank(), "causal")
    trace = resolve(retype_sentence(causal, "now I deposited money at the bank", new))
    assert trace.weights[0, 0].tolist() == [1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("text", ["", "  ", "...", "\u200b"])
def test_all_words_may_go_and_others_come(text: str) -> None:
    empty = retype_sentence(bank(), text, never)
    check(empty)
    assert words(empty) == []
    assert resolve(empty).output.shape == (1, 0, 2)
    full = retype_sentence(empty, "a b", new)
    check(full)
    assert head(full).values == ((0.0, 1.0), (0.0, 1.0))


def test_too_many_words_change_nothing() -> None:
    with pytest.raises(Refused, match="65 words; the studio shows 64"):
        retype_sentence(bank(), " ".join(["w"] * 65), new)


@pytest.mark.parametrize("word", ["<s>", "<img src=x>".replace(" ", "\u00a0"), "👩\u200d👩\u200d👧", "שלום"])
def test_words_stand_as_typed(word: str) -> None:
    assert words(retype_sentence(of_words("a"), f"a {word}", new)) == ["a", word]


def test_halves_of_characters_are_replaced() -> None:
    assert words(retype_sentence(of_words("a"), "a ab\ud800cd", new)) == ["a", "ab\ufffdcd"]


# --- queries and keys from two sentences


def test_either_side_is_retyped_alone() -> None:
    asks = retype_sentence(crossing(), "one more two", new)
    assert ids(asks) == [1, 6, 2]
    assert head(asks).keys == head(crossing()).keys
    offers = retype_sentence(crossing(), "a c", never, side="key")
    assert [token.id for token in offers.passages[0].key_tokens] == [3, 5]
    assert head(offers).values == ((2.0, -1.0), (-1.0, 2.0))
    assert head(offers).queries == head(crossing()).queries
    check(asks)
    check(offers)


def test_self_attention_has_one_side_only() -> None:
    assert retype_sentence(bank(), "I", never, side="key") == retype_sentence(bank(), "I", never)


# --- vectors of another size


def test_wide_vectors_are_new_in_their_first_two_components() -> None:
    wide = Head(((1.0, 2.0, 3.0),), ((1.0, 2.0, 3.0),), ((1.0, 2.0, 3.0, 4.0),))
    document = Document("", (Passage(tokens("a"), heads=(wide,)),))
    retyped = retype_sentence(document, "a b", new)
    check(retyped)
    assert head(retyped).queries[1] == (3.0, 1.0, 0.0)
    assert head(retyped).values[1] == (0.0, 1.0, 0.0, 0.0)


def test_a_side_that_was_empty_is_filled_in_the_size_of_the_other() -> None:
    passage = Passage(tokens("q"), (), (Head(((1.0, 2.0, 3.0),), (), ()),))
    offered = retype_sentence(Document("", (passage,)), "a b", new, side="key")
    check(offered)
    resolve(offered)
    assert head(offered).keys == ((0.0, 1.0, 0.0),) * 2


def test_flat_vectors_take_no_new_words() -> None:
    flat = Head(((1.0,),), ((1.0,),), ((1.0,),))
    document = Document("", (Passage(tokens("a"), heads=(flat,)),))
    with pytest.raises(Refused, match="two dimensions or more"):
        retype_sentence(document, "a b", new)


def test_projected_words_are_given_an_x() -> None:
    retyped = retype_sentence(projected(), "x z y", new)
    check(retyped)
    embedding = retyped.passages[0].embedding
    assert embedding == Embedding(((1.0, 2.0, 3.0), (0.0, 1.0, 0.0), (0.0, -1.0, 1.0)))
    emptied = retype_sentence(projected(), "", never)
    check(emptied)
    check(retype_sentence(emptied, "z", new))


TEXTS = st.lists(st.sampled_from([*["a", "b", "c"], "bank", "banks", "the", ".", "é", "👩"]), max_size=8)


@given(documents(size=2), TEXTS, st.sampled_from(["query", "key"]))
def test_whatever_is_typed_leaves_a_document(document: Document, typed: list[str], side: str) -> None:
    retyped = retype_sentence(document, " ".join(typed), new, side="key" if side == "key" else "query")
    check(retyped)
    resolve(retyped)
    assert retyped.passages[1:] == document.passages[1:]


@given(TEXTS)
def test_typing_back_from_nothing_kept_gives_the_same_words(typed: list[str]) -> None:
    there = retype_sentence(bank(), " ".join(typed), new)
    back = retype_sentence(there, "I deposited money at the bank", new)
    assert words(back) == words(bank())
    assert len(set(ids(back))) == 6


def test_new_words_find_an_id_beside_the_largest() -> None:
    document = of_words("a", "b")
    passage = document.passages[0]
    last = replace(passage.query_tokens[1], id=LARGEST_ID)
    document = replace(document, passages=(replace(passage, query_tokens=(passage.query_tokens[0], last)),))
    retyped = retype_sentence(document, "a b c d", new)
    assert len(set(ids(retyped))) == 4
    check(retyped)


def test_a_scene_with_other_words_is_no_longer_that_scene() -> None:
    scene = replace(bank(), scene="bank-money", title="bank — money", remark="Look at bank.")
    same = retype_sentence(scene, "I deposited money at the bank!", never)
    assert (same.scene, same.title, same.remark) == ("bank-money", "bank — money", "Look at bank.")
    other = retype_sentence(scene, "I deposited money, again.", new)
    assert (other.scene, other.title, other.remark) == ("", "I deposited money, again.", "")
    long = retype_sentence(scene, "I deposited money at the bank " * 4, new)
    assert len(long.title) <= 40
    assert long.title.endswith("…")
    mine = replace(bank(), title="My notes")
    assert retype_sentence(mine, "I deposited money", never).title == "My notes"


# --- vectors of any size


def wide(word: str) -> tuple[Vector, Vector, Source]:
    return (9.0, 1.0, 7.0), (0.0, 1.0, -5.0), "word vectors"


def test_a_new_word_may_have_many_numbers_and_only_what_is_shown_is_kept_within_the_bound() -> None:
    first = projected().passages[0]
    assert first.embedding is not None
    three = replace(projected(), passages=(replace(first, embedding=Embedding(((1.0, 2.0, 3.0),) * 2)),))
    made = retype_sentence(three, "x y z", wide)
    check(made)
    embedding = made.passages[0].embedding
    assert embedding is not None
    assert embedding.x[2] == (0.0, 1.0, -5.0)
    sideways = replace(three, chart=Chart((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)))
    embedding = retype_sentence(sideways, "x y z", wide).passages[0].embedding
    assert embedding is not None
    assert embedding.x[2] == (0.0, 1.0, -3.0)


def test_a_word_of_the_other_sentence_has_its_x_there() -> None:
    made = retype_sentence(two_meanings(), "We sat beside the money bank", never, passage=1)
    embedding = made.passages[1].embedding
    assert embedding is not None
    assert embedding.x[4] == (2.0, 0.0)
    assert [token.id for token in made.passages[1].query_tokens][4] not in {3, 15}


def test_free_vectors_of_another_sentence_are_another_s() -> None:
    free = replace(bank(), passages=(bank().passages[0], of_words("a", "b").passages[0]))
    free = replace(
        free, passages=(free.passages[0], replace(free.passages[1], query_tokens=tokens("a", "b", first=30)))
    )
    made = retype_sentence(free, "a money", new, passage=1)
    assert made.passages[1].heads[0].keys[1] == (0.0, 1.0)
