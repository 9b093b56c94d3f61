"""Attention with something else in one step: cosines, an added score, and the wrong paths."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.attention import attend
from attnstudio.model.document import Document, Head, Passage
from attnstudio.model.edits import set_cosine, set_wrong
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.model.variant import VariantTrace, Variation
from tests import samples
from tests.model.test_resolve import NAMES, assert_same
from tests.samples import bank, tokens

LAST = np.array([[True, True, False]])


def of_scores(*scores: float, allowed: np.ndarray | None = None, **how: Any) -> VariantTrace:
    """One query that scores its keys so, unscaled; value j is the j-th axis."""
    keys = np.array([[score] for score in scores])
    usual = attend([[1.0]], keys, np.eye(len(scores)), mask=allowed, scale=1.0)
    return VariantTrace(usual, Variation(**how))


# --- the mask at the wrong place


def test_a_mask_after_the_softmax_leaks() -> None:
    trace = of_scores(1.0, 2.0, 3.0, allowed=LAST, mask_after_softmax=True)
    np.testing.assert_allclose(trace.weights, [[0.090031, 0.244728, 0.0]], atol=1e-6)
    assert trace.weights.sum() == pytest.approx(0.334759, abs=1e-6)
    np.testing.assert_allclose(trace.output, trace.weights)


def test_renormalised_it_would_be_right() -> None:
    right = of_scores(1.0, 2.0, 3.0, allowed=LAST)
    wrong = of_scores(1.0, 2.0, 3.0, allowed=LAST, mask_after_softmax=True)
    np.testing.assert_allclose(right.weights, [[0.268941, 0.731059, 0.0]], atol=1e-6)
    np.testing.assert_allclose(wrong.weights / wrong.weights.sum(), right.weights)


def test_without_a_mask_it_comes_to_the_same() -> None:
    assert of_scores(1.0, 2.0, mask_after_softmax=True).weights.sum() == pytest.approx(1.0)


# --- the softmax left out


def test_the_scores_themselves_serve_as_weights() -> None:
    trace = of_scores(1.0, -2.0, 3.0, allowed=LAST, skips_softmax=True)
    assert trace.weights.tolist() == [[1.0, -2.0, 0.0]]
    assert trace.output.tolist() == [[1.0, -2.0, 0.0]]
    assert np.isneginf(trace.masked[0, 2])


# --- a score that was raised


def test_one_score_is_raised_and_no_other() -> None:
    plain, raised = of_scores(1.0, 2.0, 3.0), of_scores(1.0, 2.0, 3.0, added=(0, 0, 2.0))
    assert raised.scores.tolist() == plain.scores.tolist()
    assert raised.scaled.tolist() == [[3.0, 2.0, 3.0]]
    assert raised.weights[0, 0] == pytest.approx(raised.weights[0, 2])


def test_what_is_added_belongs_to_two_words() -> None:
    document = set_wrong(bank(), Wrong(added=(6, 3, 3.0)))
    plain, raised = resolve(bank()), resolve(document)
    gained = raised.scaled - plain.scaled
    assert gained[0, 5, 2] == pytest.approx(3.0)
    assert np.count_nonzero(np.abs(gained) > 1e-12) == 1
    strangers = set_wrong(bank(), Wrong(added=(6, 99, 3.0)))
    assert_same(resolve(strangers), plain)


# --- cosines


def test_only_directions_count() -> None:
    """A long key that points elsewhere beats a short one that points here, until lengths are left out."""
    head = Head(((1.0, 0.0),), ((2.0, 8.0), (1.0, 0.0)), ((1.0, 0.0), (0.0, 1.0)))
    document = Document("", (Passage(tokens("q"), tokens("long", "short", first=2), (head,)),))
    assert resolve(document).weights[0, 0].argmax() == 0
    trace = resolve(set_cosine(document, on=True))
    assert trace.weights[0, 0].argmax() == 1
    np.testing.assert_allclose(trace.scores[0, 0], [2.0 / math.hypot(2.0, 8.0), 1.0])
    np.testing.assert_allclose(trace.scaled, trace.scores / math.sqrt(2.0))
    assert trace.queries[0].tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("length", [1e-200, 1e-8, 1.0, 1e6])
def test_a_cosine_knows_no_length(length: float) -> None:
    usual = attend([[3.0, 4.0]], [[0.0, length], [length, 0.0]], np.eye(2))
    np.testing.assert_allclose(VariantTrace(usual, Variation(cosine=True)).scores, [[0.8, 0.6]])


def test_a_zero_vector_has_cosine_zero() -> None:
    usual = attend([[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [2.0, 0.0]], np.eye(2))
    assert VariantTrace(usual, Variation(cosine=True)).scores.tolist() == [[0.0, 0.0], [0.0, 1.0]]


# --- extremes


VARIATIONS = (
    Variation(),
    Variation(cosine=True),
    Variation(mask_after_softmax=True),
    Variation(skips_softmax=True),
    Variation(True, None, True, True),
)


@pytest.mark.parametrize("variation", VARIATIONS)
def test_a_blind_row_has_zeros_and_nothing_undefined(variation: Variation) -> None:
    allowed = np.array([[False, False], [True, False]])
    trace = VariantTrace(attend(np.eye(2), np.eye(2), np.eye(2), mask=allowed), variation)
    assert trace.weights[0].tolist() == [0.0, 0.0]
    assert trace.output[0].tolist() == [0.0, 0.0]
    assert trace.blind.tolist() == [True, False]
    assert np.isfinite(trace.weights).all()


def test_at_temperature_zero_the_largest_share() -> None:
    settings = ScoreSettings(1.0, 0.0, cosine=True)
    keys = ((2.0, 0.0), (0.0, 1.0), (5.0, 0.0))
    head = Head(((1.0, 0.0),), keys, ((1.0,), (2.0,), (3.0,)))
    document = Document("", (Passage(tokens("q"), tokens("a", "b", "c", first=2), (head,)),), settings)
    trace = resolve(document)
    assert trace.weights[0, 0].tolist() == [0.5, 0.0, 0.5]
    assert trace.output[0, 0].tolist() == [2.0]


@pytest.mark.parametrize("variation", VARIATIONS)
def test_no_keys_and_no_queries_give_empty_arrays(variation: Variation) -> None:
    for n_q, n_k in ((0, 0), (0, 2), (2, 0)):
        usual = attend(np.ones((1, n_q, 2)), np.ones((1, n_k, 2)), np.ones((1, n_k, 2)))
        trace = VariantTrace(usual, variation)
        assert trace.weights.shape == (1, n_q, n_k)
        assert trace.output.shape == (1, n_q, 2)
        assert not trace.output.any() or n_k


def test_a_variation_of_nothing_is_the_usual_trace() -> None:
    usual = resolve(replace(bank(), mask=Mask("causal")))
    assert_same(VariantTrace(usual, Variation()), usual)


@given(samples.documents(free=True))
def test_rows_and_cells_are_those_of_the_whole(document: Document) -> None:
    trace = resolve(document)
    for i in range(trace.n_queries):
        row = trace.row(i)
        for name in ("scores", "scaled", "masked", "weights", "output"):
            whole = getattr(trace, name)[..., i, :]
            np.testing.assert_allclose(getattr(row, name), whole, rtol=1e-12, atol=1e-9)
        for j in range(trace.n_keys):
            cell = trace.cell(i, j)
            np.testing.assert_allclose(cell.weight, trace.weights[..., i, j], rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(cell.masked, trace.masked[..., i, j], rtol=1e-12, atol=1e-9)
    with pytest.raises(IndexError):
        trace.row(trace.n_queries)


@pytest.mark.parametrize("variation", VARIATIONS)
@given(data=st.data())
def test_a_move_gives_what_a_fresh_start_gives(variation: Variation, data: st.DataObject) -> None:
    allowed = np.array([[True, False, True], [True, True, True]])
    numbers = st.floats(-5, 5, allow_subnormal=False)
    q, k, v = (np.array(data.draw(samples.matrices(n, 2))) / 100.0 for n in (2, 3, 3))
    trace = VariantTrace(attend(q, k, v, mask=allowed), variation)
    which, index = data.draw(st.sampled_from(["query", "key", "value"])), data.draw(st.integers(0, 1))
    vector = data.draw(st.tuples(numbers, numbers))
    moved = getattr(trace, f"move_{which}")(index, vector)
    {"query": q, "key": k, "value": v}[which][index] = vector
    fresh = VariantTrace(attend(q, k, v, mask=allowed), variation)
    for name in NAMES:
        np.testing.assert_allclose(getattr(moved, name), getattr(fresh, name), rtol=1e-9, atol=1e-9)
    assert isinstance(moved, VariantTrace)
