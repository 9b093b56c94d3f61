"""One mask in four conventions: the code is read back to the same mask, and A10's leak has its numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attnstudio.model import masks
from attnstudio.model.attention import normalize
from attnstudio.model.conventions import (
    CONVENTIONS,
    Convention,
    call,
    entries,
    literal,
    lower_diagonal,
    lowered_weights,
    multiplied_weights,
    numpy_call,
    share_of_hidden,
    two_calls,
)
from attnstudio.model.mask_reading import taken_as
from attnstudio.model.mask_text import read
from attnstudio.model.masks import Allowed

any_mask = arrays.arrays(np.bool_, st.tuples(st.integers(1, 7), st.integers(1, 7)))
SCORES = np.array([1.0, 2.0, 3.0])
LAST_HIDDEN = np.array([True, True, False])


def back(code: str, convention: Convention) -> Allowed:
    return taken_as(read(code, {}), convention)


@given(any_mask, st.sampled_from(CONVENTIONS))
def test_what_is_written_out_reads_back(allowed: Allowed, convention: Convention) -> None:
    assert np.array_equal(back(literal(allowed, convention), convention), allowed)


@given(any_mask, st.sampled_from(CONVENTIONS))
def test_a_call_that_is_offered_makes_the_mask(allowed: Allowed, convention: Convention) -> None:
    for code in (call(allowed, convention), two_calls(allowed, convention), numpy_call(allowed, convention)):
        if code is not None:
            assert np.array_equal(back(code, convention), allowed)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(-7, 7), st.booleans(), st.sampled_from(CONVENTIONS))
def test_every_triangle_has_a_call(
    n: int, m: int, diagonal: int, turned: bool, convention: Convention
) -> None:
    allowed = np.tri(n, m, diagonal, dtype=np.bool_) ^ turned
    code = call(allowed, convention)
    assert code is not None
    assert np.array_equal(back(code, convention), allowed)


def test_the_causal_mask_in_every_convention() -> None:
    causal = masks.causal(4)
    assert [call(causal, convention) for convention in CONVENTIONS] == [
        "torch.tril(torch.ones(4, 4, dtype=torch.bool))",
        "torch.triu(torch.ones(4, 4, dtype=torch.bool), diagonal=1)",
        'torch.triu(torch.full((4, 4), float("-inf")), diagonal=1)',
        "torch.tril(torch.ones(4, 4))",
    ]
    assert numpy_call(causal, "look") == "np.tri(4, dtype=bool)"
    assert numpy_call(causal, "block") == "~np.tri(4, dtype=bool)"
    assert numpy_call(causal, "additive") is None
    assert call(masks.causal(2, 5), "look") == "torch.tril(torch.ones(2, 5, dtype=torch.bool), diagonal=3)"
    assert call(masks.strict(3, 3), "block") == "torch.triu(torch.ones(3, 3, dtype=torch.bool))"


def test_what_no_single_call_makes() -> None:
    for allowed in (masks.block(4, 4, 2), masks.prefix(4, 4, 2), masks.window(5, 5, 2)):
        assert all(call(allowed, convention) is None for convention in CONVENTIONS)
    assert two_calls(masks.window(5, 5, 2), "look") == "torch.ones(5, 5, dtype=torch.bool).tril().triu(-1)"
    assert two_calls(masks.block(4, 4, 2), "look") is None
    assert call(masks.window(3, 3, 1), "look") == "torch.eye(3, 3, dtype=torch.bool)"
    assert call(masks.everything(0, 0), "look") is None
    assert literal(masks.everything(0, 0), "look") == "mask = torch.tensor([])"


def test_cells_are_written_as_in_code() -> None:
    causal = masks.causal(2)
    assert entries(causal, "look") == (("True", "False"), ("True", "True"))
    assert entries(causal, "block") == (("False", "True"), ("False", "False"))
    assert entries(causal, "additive") == (("0.0", "-inf"), ("0.0", "0.0"))
    assert literal(causal, "additive") == (
        "from math import inf\n\nmask = torch.tensor([\n    [ 0.0, -inf],\n    [ 0.0,  0.0],\n])"
    )
    assert lower_diagonal(causal) == 0
    assert lower_diagonal(masks.block(4, 4, 2)) is None


def test_multiplying_scores_by_zero_leaks() -> None:
    """Scores 1, 2, 3 with the last hidden: .244728, .665241, .090031 in place of .268941, .731059, 0."""
    leaking = multiplied_weights(SCORES, LAST_HIDDEN)
    np.testing.assert_allclose(leaking, [0.244728, 0.665241, 0.090031], atol=5e-7)
    assert share_of_hidden(leaking, LAST_HIDDEN) == pytest.approx(0.090031, abs=5e-7)
    right = normalize(np.where(LAST_HIDDEN, SCORES, -np.inf))
    np.testing.assert_allclose(right, [0.268941, 0.731059, 0.0], atol=5e-7)
    assert share_of_hidden(right, LAST_HIDDEN) == 0.0


def test_a_large_number_in_place_of_infinity() -> None:
    """A row that hides everything: equal in float32, in float64 as if nothing were hidden."""
    nothing = np.zeros(3, dtype=np.bool_)
    np.testing.assert_allclose(lowered_weights(SCORES, nothing, np.float32), [1 / 3] * 3, atol=1e-7)
    unmasked = lowered_weights(SCORES, nothing, np.float64)
    np.testing.assert_allclose(unmasked, [0.090031, 0.244728, 0.665241], atol=5e-7)
    hidden = lowered_weights(SCORES, LAST_HIDDEN, np.float32)
    np.testing.assert_allclose(hidden, [0.268941, 0.731059, 0.0], atol=5e-7)
