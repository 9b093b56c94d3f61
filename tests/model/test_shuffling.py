"""The words of a sentence in another order, each with its own vectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings

from attnstudio.model.document import ROLES, Document
from attnstudio.model.edits import set_rule
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Mask
from attnstudio.model.shuffling import orders, reordered, shuffle
from attnstudio.model.soundness import check
from tests.samples import bank, crossing, documents, of_words, projected, two_meanings


@settings(max_examples=40, deadline=None)
@given(documents())
def test_every_word_keeps_its_vectors(document: Document) -> None:
    shuffled = shuffle(document)
    check(shuffled)
    before, after = document.passages[0], shuffled.passages[0]
    for role in ROLES:
        was, now = before.tokens_of(role), after.tokens_of(role)
        for head, same in zip(before.heads, after.heads, strict=True):
            assert dict(zip(was, head.of(role), strict=True)) == dict(zip(now, same.of(role), strict=True))


def test_it_is_another_order_and_always_the_same_one() -> None:
    words = [token.text for token in shuffle(bank()).passages[0].query_tokens]
    assert sorted(words) == sorted(["I", "deposited", "money", "at", "the", "bank"])
    assert words != ["I", "deposited", "money", "at", "the", "bank"]
    assert shuffle(bank()) == shuffle(bank())
    two = of_words("a", "b")
    assert [token.text for token in shuffle(two).passages[0].query_tokens] == ["b", "a"]
    alone = of_words("a")
    assert shuffle(alone) is alone


def test_one_order_put_back_is_the_same_document() -> None:
    for document in (bank(), two_meanings(), crossing(), projected()):
        asking, offering = orders(document)
        back = reordered(
            shuffle(document), 0, tuple(np.argsort(asking).tolist()), tuple(np.argsort(offering).tolist())
        )
        assert back == document


def test_the_rows_are_shuffled_and_nothing_else_happens() -> None:
    for document in (bank(), two_meanings(), crossing(), projected()):
        asking, offering = orders(document)
        before, after = resolve(document), resolve(shuffle(document))
        np.testing.assert_allclose(after.output, before.output[:, list(asking)], atol=1e-12)
        np.testing.assert_allclose(
            after.weights, before.weights[:, list(asking)][:, :, list(offering)], atol=1e-12
        )


def test_a_flipped_cell_stays_with_its_words_and_a_rule_with_its_places() -> None:
    flipped = replace(bank(), mask=Mask(flipped=frozenset({(6, 3)})))
    hidden = np.argwhere(~may_look(flipped.mask, shuffle(flipped).passages[0])).tolist()
    tokens = shuffle(flipped).passages[0].query_tokens
    assert [(tokens[i].id, tokens[j].id) for i, j in hidden] == [(6, 3)]
    causal = set_rule(bank(), "causal")
    assert may_look(causal.mask, shuffle(causal).passages[0]).tolist() == np.tri(6, dtype=bool).tolist()
