"""Verdicts: a proof that adds up to nothing, or matrices that do it; and the sentence that says why not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio.model.document import Document, Embedding, Look, Matrix
from attnstudio.model.goals import Wanted, wanted
from attnstudio.model.learning import problem_of
from attnstudio.model.separable import (
    TOUCHING,
    Proof,
    Verdict,
    nearest_point,
    tensors_of,
    verdict,
)
from attnstudio.model.settings import Mask, Positions
from attnstudio.model.starting import prepared
from tests.learnable import asked, learnable
from tests.samples import two_meanings


def with_x(document: Document, rows: Matrix, passage: int = 0) -> Document:
    held = replace(document.passages[passage], embedding=Embedding(rows))
    passages = list(document.passages)
    passages[passage] = held
    return replace(document, passages=tuple(passages))


def only_a(document: Document) -> Document:
    return replace(document, passages=document.passages[:1])


def check_proof(document: Document, wished: Wanted, proof: Proof) -> None:
    """Worked out anew, from X alone: coefficients that are positive, add up to 1, and lead to 0."""
    tensors, terms = tensors_of(document, wished)
    assert tensors is not None
    place = {term: number for number, term in enumerate(terms)}
    shares = np.zeros(len(terms))
    for share, aim, key in proof.terms:
        assert share > 0.0
        shares[place[aim, key]] += share
    assert shares.sum() == pytest.approx(1.0)
    assert np.linalg.norm(shares @ tensors) <= 1e-7 * max(np.linalg.norm(tensors, axis=1).max(), 1e-9)


@settings(max_examples=60)
@given(learnable(("meanings", "previous", "first")))
def test_a_verdict_comes_with_its_proof(made: tuple[Document, Look]) -> None:
    document, look = made
    wished = wanted(document, look)
    document = prepared(document, wished)
    found = verdict(document, wished)
    if found.proof is not None:
        check_proof(document, wished, found.proof)
        assert found.reason.endswith(".")
    elif document.positions.kind != "rope":
        tensors, _ = tensors_of(document, wished)
        assert tensors is not None
        if len(tensors):
            lengths = np.linalg.norm(tensors, axis=1, keepdims=True)
            nearest, _ = nearest_point(tensors / lengths)
            assert (tensors @ nearest > 0.0).all()  # the matrix itself that meets every aim


@given(st.integers(1, 12), st.integers(1, 4), st.integers(0, 2**16))
def test_the_nearest_point_is_nearest(count: int, size: int, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(count, size))
    nearest, shares = nearest_point(points)
    assert shares.min() >= 0.0
    assert shares.sum() == pytest.approx(1.0)
    assert shares @ points == pytest.approx(nearest)
    # No point of the hull lies further towards 0: the condition of optimality.
    assert (points @ nearest).min() >= nearest @ nearest - 1e-7


def test_a_key_between_two_others_can_never_win() -> None:
    """*money* in the middle of I and the: (2, 0) = ½·(3, 0) + ½·(1, 0)."""
    x = ((3.0, 0.0), (0.0, -1.0), (2.0, 0.0), (0.5, -2.0), (1.0, 0.0), (0.6, -0.6))
    document, wished = asked(only_a(with_x(two_meanings(), x)), "meanings")
    found = verdict(document, wished)
    assert found.reason == (
        "The key of money lies between those of I and the: "
        "scores are linear in the key, so it can never win alone."
    )
    assert found.proof is not None
    assert [key for _, _, key in found.proof.terms] == [0, 4]
    assert [share for share, _, _ in found.proof.terms] == pytest.approx([0.5, 0.5])
    check_proof(document, wished, found.proof)


def test_such_a_key_gets_no_more_by_learning() -> None:
    x = ((3.0, 0.0), (0.0, -1.0), (2.0, 0.0), (0.5, -2.0), (1.0, 0.0), (0.6, -0.6))
    document, wished = asked(only_a(with_x(two_meanings(), x)), "meanings")
    problem, rng = problem_of(document, wished), np.random.default_rng(1)
    shares = [
        problem.at((rng.normal(0, 10, (2, 2)), rng.normal(0, 10, (2, 2)))).shares[0] for _ in range(500)
    ]
    assert max(shares) <= 0.5  # the larger of its two neighbours scores at least as much


def test_equal_keys_share() -> None:
    embedding = two_meanings().passages[0].embedding
    assert embedding is not None
    x = list(embedding.x)
    x[0] = x[4] = x[2]
    document, wished = asked(only_a(with_x(two_meanings(), tuple(x))), "meanings")
    found = verdict(document, wished)
    assert found.reason == "I, money and the have the same key: equal keys share, 1/3 each at most."
    assert not found.is_possible


def test_a_query_of_zeros_asks_all_alike() -> None:
    embedding = two_meanings().passages[0].embedding
    assert embedding is not None
    document = only_a(with_x(two_meanings(), (*embedding.x[:5], (0.0, 0.0))))
    document, wished = asked(document, "meanings")
    assert (
        verdict(document, wished).reason
        == "The x of bank is 0, so its query is 0 and scores every key alike."
    )


def test_one_word_that_wants_two_things() -> None:
    """The same sentence twice, but bank is to look at money here and at the there: one query, one answer."""
    document = two_meanings()
    embedding = document.passages[0].embedding
    assert embedding is not None
    document = with_x(document, (*embedding.x[:2], (0.1, 1.0), (1.0, 0.0), embedding.x[2], embedding.x[5]), 1)
    document, wished = asked(document, "meanings")
    found = verdict(document, wished)
    assert found.is_possible == (found.reason == "")
    both, aims = asked(with_x(document, embedding.x, 1), "meanings")
    found = verdict(both, aims)  # B's river is A's the, which lies inside
    assert found.proof is not None
    check_proof(both, aims, found.proof)


def test_opposite_wishes_cancel_out() -> None:
    """bank in A looks from (1, 0) at (1, 0), not (0, 1); in B from the same place at (0, 1), not (1, 0)."""
    document = two_meanings()
    far = (0.0, 0.0)
    a: Matrix = ((0.0, 1.0), far, (1.0, 0.0), far, far, (1.0, 0.0))
    b: Matrix = ((1.0, 0.0), far, far, far, (0.0, 1.0), (1.0, 0.0))
    # The word's own key is that of money in A, so that it shares; hide it there.
    mask = Mask("custom", frozenset({(6, 6), (16, 16)}))
    document = replace(with_x(with_x(document, a), b, 1), mask=mask)
    document, wished = asked(document, "meanings")
    found = verdict(document, wished)
    assert found.reason == (
        "Not all at once: one W_Q and one W_K serve all words, "
        "and the score gaps that bank → money and bank → river ask for cancel out."
    )
    assert found.proof is not None
    check_proof(document, wished, found.proof)


def test_added_positions_are_part_of_what_is_judged() -> None:
    """By x alone a word can't see which one comes before it; by its place it can."""
    document, wished = asked(two_meanings(), "previous")
    assert not verdict(document, wished).is_possible
    assert verdict(prepared(document, wished), wished).is_possible


def test_turned_keys_may_do_what_plain_ones_can_not() -> None:
    document, wished = asked(only_a(with_x(two_meanings(), ((1.0, 0.0),) * 6)), "previous")
    assert not verdict(document, wished).is_possible
    assert "have the same key" in verdict(document, wished).reason
    found = verdict(replace(document, positions=Positions("rope", turn=0.5)), wished)
    assert found.is_possible
    assert found.margin > TOUCHING


def test_sentences_that_mix_the_same_can_not_lean_apart() -> None:
    document = two_meanings()
    embedding = document.passages[0].embedding
    assert embedding is not None
    document, wished = asked(with_x(document, embedding.x, 1), "lean")
    found = verdict(prepared(document, wished), wished)
    assert found.reason == "Both sentences mix the same direction of x: no W_V can turn it to both sides."


def test_a_small_d_k_is_said_where_it_may_not_be_enough() -> None:
    document = two_meanings()
    assert document.projection is not None
    thin: Matrix = ((1.0,), (1.0,))
    document = replace(document, projection=replace(document.projection, w_q=(thin,), w_k=(thin,)))
    document, wished = asked(document, "previous")
    found = verdict(prepared(document, wished), wished)
    assert found.is_possible
    assert found.reason.startswith("W_Q times W_K transposed has rank 1 at most")


def test_too_many_words_are_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attnstudio.model.separable.MOST_NUMBERS", 10)
    document, wished = asked(two_meanings(), "previous")
    assert verdict(document, wished) == Verdict(is_known=False)
