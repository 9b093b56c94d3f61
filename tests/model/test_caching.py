"""The last words asking alone: other shapes, the same numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import caching, edits
from attnstudio.model.document import Document
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import (
    PADDINGS,
    POSITION_KINDS,
    RULES,
    Mask,
    Padding,
    PositionKind,
    Positions,
    Rule,
    ScoreSettings,
    Wrong,
)
from attnstudio.model.soundness import check
from tests.samples import bank, crossing, of_words, projected, two_meanings

DOCUMENTS = (bank(), two_meanings(), projected(), of_words(*"abcde"))


@given(
    st.sampled_from(DOCUMENTS),
    st.data(),
    st.sampled_from(RULES),
    st.integers(1, 4),
    st.sampled_from(PADDINGS),
    st.sampled_from(POSITION_KINDS),
    st.booleans(),
)
def test_the_rows_of_a_cache_are_those_of_the_whole(
    document: Document,
    data: st.DataObject,
    rule: Rule,
    size: int,
    side: Padding,
    kind: PositionKind,
    late: bool,
) -> None:
    is_odd = document is DOCUMENTS[2]  # x has three components, and positions turn pairs
    positions = Positions("none" if is_odd else kind)
    passage = data.draw(st.integers(0, len(document.passages) - 1))
    tokens = document.passages[passage].query_tokens
    flips = data.draw(st.frozensets(st.tuples(*[st.sampled_from([t.id for t in tokens])] * 2), max_size=5))
    document = replace(
        document,
        mask=Mask(rule, flips, size, "start", side, 1),
        positions=positions,
        settings=ScoreSettings(cosine=late),
        wrong=Wrong(mask_after_softmax=late, added=(tokens[-1].id, tokens[0].id, 0.5)),
    )
    count = data.draw(st.integers(1, len(tokens)))
    cached = caching.ask_last(document, count, passage)
    check(cached)
    whole, part = resolve(document, passage), resolve(cached, passage)
    for name in ("queries", "scores", "scaled", "masked", "weights", "output"):
        np.testing.assert_allclose(getattr(part, name), getattr(whole, name)[:, -count:], atol=1e-12)
    assert part.keys.shape == whole.keys.shape


def test_a_cache_has_its_own_queries_and_all_the_keys() -> None:
    document = replace(bank(), mask=Mask("causal", frozenset({(6, 3), (1, 2)}), align="start"))
    cached = caching.ask_last(document, 2)
    held = cached.passages[0]
    assert [token.text for token in held.query_tokens] == ["the", "bank"]
    assert [token.id for token in held.query_tokens] == [7, 8]
    assert held.key_tokens == document.passages[0].query_tokens
    assert cached.mask == Mask("causal", frozenset({(8, 3)}), align="end")
    assert resolve(cached).weights.shape == (1, 2, 6)
    assert caching.is_cached(held)
    assert not caching.is_cached(document.passages[0])


def test_aligned_at_the_start_a_cache_is_hidden() -> None:
    cached = caching.ask_last(replace(bank(), mask=Mask("causal")), 2)
    at_start = edits.set_mask(cached, replace(cached.mask, align="start"))
    assert (resolve(cached).weights[0] > 0).sum(axis=1).tolist() == [5, 6]
    assert (resolve(at_start).weights[0] > 0).sum(axis=1).tolist() == [1, 2]


@pytest.mark.parametrize("document", [two_meanings(), projected()])
def test_all_words_ask_again(document: Document) -> None:
    flipped = edits.flip_cell(document, document.passages[0].query_tokens[-1].id, 1)
    back = caching.ask_all(caching.ask_last(flipped, 1))
    assert back == flipped


def test_free_queries_that_were_put_away_are_gone() -> None:
    cached = caching.ask_last(bank(), 1)
    back = caching.ask_last(cached, 6)
    (head,), (before,) = back.passages[0].heads, bank().passages[0].heads
    assert head.queries[-1] == before.queries[-1]
    assert head.queries[:-1] == head.keys[:-1]
    assert back.passages[0].is_self_attention


def test_another_count_of_a_cache() -> None:
    two = caching.ask_last(two_meanings(), 2, 1)
    three = caching.ask_last(two, 3, 1)
    assert [token.text for token in three.passages[1].query_tokens] == ["the", "river", "bank"]
    assert three.passages[0] is two.passages[0]
    assert caching.ask_last(three, 3, 1) is three
    np.testing.assert_allclose(resolve(three, 1).weights[:, 1:], resolve(two, 1).weights)


def test_a_word_with_an_x_of_its_own_is_no_cache_and_keeps_it() -> None:
    cached = caching.ask_last(two_meanings(), 1, 1)
    held = cached.passages[1]
    assert held.embedding is not None
    own = replace(held, embedding=replace(held.embedding, x=((5.0, 5.0),)))
    assert caching.is_cached(held)
    assert not caching.is_cached(own)
    document = replace(cached, passages=(cached.passages[0], own))
    assert caching.ask_all(document, 1) is document
    with pytest.raises(Refused, match="two sentences: there is no cache"):
        caching.ask_last(document, 2, 1)


def test_the_row_that_is_shown_stays_with_its_word() -> None:
    whole = bank().passages[0]
    two = caching.ask_last(bank(), 2).passages[0]
    assert caching.twin(whole, two, 6) == 8
    assert caching.twin(whole, two, 5) == 7
    assert caching.twin(whole, two, 1) == 8  # it asks no longer
    assert caching.twin(two, whole, 7) == 5


def test_what_can_not_be_asked() -> None:
    with pytest.raises(Refused, match="two sentences: there is no cache"):
        caching.ask_last(crossing(), 1)
    for count in (0, 7):
        with pytest.raises(Refused, match=f"Of 6 words 1 to 6 can ask, not {count}"):
            caching.ask_last(bank(), count)
    assert caching.ask_last(bank(), 6) == bank()
    assert caching.ask_all(crossing()) == crossing()
    raised = replace(bank(), wrong=Wrong(added=(1, 2, 3.0)))
    assert caching.ask_last(raised, 1).wrong.is_right
