"""What a document is, what `check` refuses, and how a look is made to fit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from attnstudio.model.document import (
    LARGEST,
    LONGEST_TEXT,
    Chart,
    Document,
    Embedding,
    Head,
    Look,
    Passage,
    Projection,
    Token,
    fitting,
    head_count,
    index_of,
    names_of,
)
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import MAX_TOKENS
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.model.soundness import check
from tests.samples import bank, crossing, documents, of_words, projected, tokens

NAN, INFINITE = math.nan, math.inf


def with_head(**changes: Any) -> Document:
    """The bank document with parts of its head replaced."""
    document = bank()
    passage = document.passages[0]
    return replace(document, passages=(replace(passage, heads=(replace(passage.heads[0], **changes),)),))


def with_passage(document: Document, **changes: Any) -> Document:
    return replace(document, passages=(replace(document.passages[0], **changes),))


def with_projection(**changes: Any) -> Document:
    document = projected()
    assert document.projection is not None
    return replace(document, projection=replace(document.projection, **changes))


def test_equal_documents_are_equal_and_can_be_keys() -> None:
    assert bank() == bank()
    assert len({bank(), bank(), crossing()}) == 2


def test_keys_are_the_queries_tokens_in_self_attention_alone() -> None:
    alone, two = bank().passages[0], crossing().passages[0]
    assert alone.is_self_attention
    assert alone.key_tokens is alone.query_tokens
    assert not two.is_self_attention
    assert [token.text for token in two.key_tokens] == ["a", "b", "c"]
    assert [token.text for token in two.tokens_of("query")] == ["one", "two"]
    assert two.tokens_of("value") == two.tokens_of("key") == two.key_tokens


def test_a_head_knows_its_parts_by_role() -> None:
    head = crossing().passages[0].heads[0]
    assert (head.of("query"), head.of("key"), head.of("value")) == (head.queries, head.keys, head.values)


def test_an_id_is_found_or_refused() -> None:
    assert index_of(tokens("a", "b", first=7), 8) == 1
    with pytest.raises(ValueError, match="no token with id 3"):
        index_of(tokens("a"), 3)


def test_repeated_words_are_named_with_their_positions() -> None:
    assert names_of(tokens(*["the", "bank", "by", "the", "river", "bank"])) == (
        "the₁",
        "bank₂",
        "by",
        "the₄",
        "river",
        "bank₆",
    )
    assert names_of(tokens(*["a"] * 12))[-1] == "a₁₂"
    assert names_of(()) == ()


@pytest.mark.parametrize("make", [bank, crossing, projected, of_words])
def test_what_the_program_makes_passes(make: Callable[[], Document]) -> None:
    check(make())


@given(documents())
def test_any_document_passes(document: Document) -> None:
    check(document)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (replace(bank(), passages=()), "passages: there is none"),
        (replace(bank(), bound=0.0), "bound: must be at least 0.001"),
        (replace(bank(), bound=NAN), "bound: numbers must be finite"),
        (replace(bank(), bound=2 * LARGEST), "bound: numbers must be finite and at most a million"),
        (replace(bank(), settings=ScoreSettings(temperature=-0.5)), "settings.temperature: must not be neg"),
        (replace(bank(), settings=ScoreSettings(temperature=NAN)), "settings.temperature: numbers"),
        (replace(bank(), settings=ScoreSettings(scale=INFINITE)), "settings.scale: numbers"),
        (replace(bank(), settings=ScoreSettings(scale=-1e300)), "settings.scale: numbers"),
        (replace(bank(), title="x" * (LONGEST_TEXT + 1)), "title: has 501 characters; 500 are possible"),
        (replace(bank(), remark="x" * 10**6), "remark: has 1000000 characters"),
        (with_head(keys=bank().passages[0].heads[0].keys[:5]), "passage 1, head 1, keys: has 5 rows where 6"),
        (with_head(queries=((1.0, NAN),) * 6), "passage 1, head 1, queries, row 1: numbers"),
        (with_head(values=((0.0, 0.0),) * 5 + ((0.0, INFINITE),)), "head 1, values, row 6: numbers"),
        (with_head(keys=((1.0, 0.0),) * 5 + ((1.0,),)), "keys, row 6: has 1 components where 2"),
        (with_head(keys=((1.0, 0.0, 0.0),) * 6), "keys, row 1: has 3 components where 2"),
        (with_head(values=((),) * 6), "values, row 1: has 0 components where some are needed"),
        (with_passage(bank(), heads=()), "needs either heads"),
        (with_passage(bank(), embedding=Embedding(((1.0,),) * 6)), "not both"),
        (with_passage(bank(), query_tokens=tokens(*"abcdef", first=-1)), "query token 1: its id must be"),
        (
            with_passage(bank(), query_tokens=(Token(1, "a"),) * 6),
            "token 2: another token has the same id, 1",
        ),
        (with_passage(crossing(), cross_tokens=tokens("a", "b", "c")), "key token 1: another token has the"),
        (with_passage(bank(), query_tokens=(Token(1, " "),) * 6), "query token 1: has no text"),
        (with_passage(bank(), query_tokens=(Token(1, "x" * 65),) * 6), "its text is longer than 64"),
        (with_passage(bank(), query_tokens=(Token(1, "\u0301" * 10**6),) * 6), "its text is longer than 64"),
        (replace(bank(), chart=Chart((1.0, 0.0), (1.0, 0.0))), "chart: its axes must have length 1"),
        (replace(bank(), chart=Chart((2.0, 0.0), (0.0, 1.0))), "chart: its axes must have length 1"),
        (replace(bank(), chart=Chart((1.0,), (0.0, 1.0))), "chart, row 2: has 2 components where 1"),
        (replace(bank(), chart=Chart(x_name="x" * 501)), "chart.x_name: has 501"),
        (replace(projected(), projection=None), "passage 1: has an embedding, but the document has no proj"),
        (with_projection(w_k=()), "projection: w_q, w_k and w_v need the same number of heads"),
        (with_projection(w_q=(), w_k=(), w_v=()), "at least one"),
        (with_projection(w_q=((), ())), "projection, w_q of head 1: has no rows"),
        (with_projection(w_o=((1.0, 1.0, 1.0),)), "projection, w_o: has 1 rows where 4 are needed"),
        (
            with_passage(projected(), embedding=Embedding(((1.0, 2.0),) * 2)),
            "passage 1, x, row 1: has 2 comp",
        ),
        (with_passage(projected(), embedding=Embedding(((1.0,) * 3,) * 2, ())), "x_keys belong to a passage"),
        (replace(bank(), passages=(bank().passages[0],) * 2), "passage 2, query token 1: another token"),
    ],
)
def test_what_it_could_not_have_made_is_refused_by_its_place(document: Document, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        check(document)


def test_heads_must_be_of_one_size() -> None:
    """Their arrays are stacked; numpy would not."""
    one, two = Head(((1.0, 0.0),), ((1.0, 0.0),), ((1.0,),)), Head(((1.0,),), ((1.0,),), ((1.0,),))
    document = Document("", (Passage(tokens("a"), heads=(one, two)),))
    with pytest.raises(Refused, match=r"head 2, queries, row 1: has 1 components where 2"):
        check(document)
    values = Head(one.queries, one.keys, ((1.0, 2.0),))
    with pytest.raises(Refused, match=r"head 2, values, row 1: has 2 components where 1"):
        check(replace(document, passages=(replace(document.passages[0], heads=(one, values)),)))


def test_matrices_of_a_projection_must_be_of_one_size() -> None:
    projection = projected().projection
    assert isinstance(projection, Projection)
    wide = ((1.0, 0.0, 0.0),) * 3
    with pytest.raises(Refused, match=r"projection, w_k of head 1, row 1: has 3 components where 2"):
        check(with_projection(w_k=(wide, projection.w_k[1])))


def test_tokens_are_counted_before_anything_is_computed() -> None:
    check(of_words(*["word"] * MAX_TOKENS))
    many = of_words(*["word"] * (MAX_TOKENS + 1))
    with pytest.raises(Refused, match="passage 1: has 65 query tokens; 64 are possible"):
        check(many)
    check(many, most_tokens=65)


def test_a_look_that_fits_stays_the_same() -> None:
    look = Look(query=3)
    assert fitting(look, bank()) is look


@pytest.mark.parametrize(
    ("look", "document", "expected"),
    [
        (Look(query=99), bank(), Look(query=6)),
        (Look(query=1, passage=7), bank(), Look(query=1)),
        (Look(query=1, passage=-1, head=-4), bank(), Look(query=1)),
        (Look(query=1, head=9), bank(), Look(query=1)),
        (Look(query=1, head=9), projected(), Look(query=1, head=1)),
        (Look(query=5, hull=True), of_words(), Look(query=0, hull=True)),
        (Look(query=3), crossing(), Look(query=2)),  # 3 is a key's id
    ],
)
def test_a_look_is_made_to_fit(look: Look, document: Document, expected: Look) -> None:
    assert fitting(look, document) == expected


def test_heads_are_counted_in_either_source() -> None:
    assert head_count(bank()) == 1
    assert head_count(projected()) == 2


def test_a_mask_of_no_flips_is_the_rule() -> None:
    assert Mask() == Mask("none", frozenset())
