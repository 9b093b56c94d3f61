"""What an array means as a mask."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attnstudio.model import masks
from attnstudio.model.mask_reading import fitted, reading, rule_of, taken_as, use
from attnstudio.model.masks import Allowed
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import by_rule, may_look
from attnstudio.model.settings import ALIGNS, RULES, Align, Mask, Rule
from attnstudio.model.soundness import check
from tests.samples import bank, two_meanings

KEPT = np.array([True, True, False])


def test_the_same_three_truths_in_other_conventions() -> None:
    """True True False: kept as look, dropped as block; the softmax of 1, 2, 3 tells them apart."""
    scores = np.array([1.0, 2.0, 3.0])
    for convention, weights, output in (
        ("look", [0.268941, 0.731059, 0.0], 7.579527),
        ("block", [0.0, 0.0, 1.0], 100.0),
    ):
        allowed = taken_as(KEPT, "look" if convention == "look" else "block")
        powers = np.where(allowed, np.exp(scores), 0.0)
        found = powers / powers.sum()
        np.testing.assert_allclose(found, weights, atol=5e-7)
        assert found @ [1, 10, 100] == pytest.approx(output, abs=5e-7)
    assert np.array_equal(taken_as(~KEPT, "block"), KEPT)


def test_added_is_nought_or_very_low() -> None:
    array = np.array([[0.0, -np.inf], [-1e9, -0.0]])
    assert taken_as(array, "additive").tolist() == [[True, False], [False, True]]
    assert taken_as(np.zeros((2, 2)), "additive").all()


@pytest.mark.parametrize(
    ("array", "sentence"),
    [
        (KEPT, "True and False are not added"),
        (np.array([[1.0, 0.0]]), "1 raises a score by 1 and 0 leaves it: this hides nothing"),
        (np.ones((2, 2)), "this hides nothing"),
        (np.array([[0.0, -0.5]]), "Row 1, column 2 is −0.50, which is neither 0 nor −∞"),
        (np.array([[0.0, np.inf]]), "Row 1, column 2 is ∞"),
        (np.array([0.0, np.nan]), "Number 2 is not a number: 0 times −∞ has no value"),
    ],
)
def test_what_can_not_be_added(array: Allowed, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        taken_as(array, "additive")


def test_what_is_neither_true_nor_false() -> None:
    with pytest.raises(Refused, match=r"Row 2, column 1 is 2\.00, which is neither True nor False"):
        taken_as(np.array([[0, 1], [2, 1]]), "look")
    with pytest.raises(Refused, match=r"Row 1, column 1 is −∞.* It looks like an additive mask"):
        taken_as(np.array([[-np.inf]]), "block")


def test_a_mask_fits_or_not() -> None:
    assert fitted(KEPT, 2, 3).tolist() == [KEPT.tolist()] * 2
    assert fitted(KEPT[None], 4, 3).shape == (4, 3)
    with pytest.raises(Refused, match="This mask is 1 × 3; with 2 queries and 4 keys it must be 2 × 4"):
        fitted(KEPT, 2, 4)
    with pytest.raises(Refused, match="This mask is 3 × 2; with 1 query and 2 keys"):
        fitted(np.ones((3, 2), dtype=np.bool_), 1, 2)


def test_blind_rows_and_the_future_are_found() -> None:
    found = reading(np.triu(np.ones((3, 3)), 1), "look", 3, 3)
    assert found.blind == (2,)
    assert found.future == ((0, 1), (0, 2), (1, 2))
    assert found.rule is None
    as_block = reading(np.triu(np.ones((3, 3)), 1), "block", 3, 3)
    assert (as_block.blind, as_block.future, as_block.rule) == ((), (), Mask("causal"))
    assert as_block.oddness < found.oddness


def test_the_future_begins_where_the_last_query_stands() -> None:
    everything = np.ones((2, 4), dtype=np.bool_)
    assert reading(everything, "look", 2, 4, "end").future == ((0, 3),)
    assert len(reading(everything, "look", 2, 4, "start").future) == 5


@given(
    st.sampled_from([rule for rule in RULES if rule != "custom"]),
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from(ALIGNS),
    st.integers(0, 2),
    st.booleans(),
)
def test_a_rule_is_known_by_its_cells(
    rule: Rule, n_q: int, n_k: int, size: int, align: Align, pads: int, left: bool
) -> None:
    allowed = by_rule(
        Mask(rule, size=size, align=align, padding="left" if left else "right", pads=pads), n_q, n_k
    )
    found = rule_of(allowed, align)
    if found is None:  # where hardly a cell is left, it may be padding that no rule needs
        assert pads or not allowed.any()
    else:
        assert np.array_equal(by_rule(found, n_q, n_k), allowed)


@given(arrays.arrays(np.bool_, (6, 6)))
def test_a_used_mask_is_the_mask(allowed: Allowed) -> None:
    document = replace(bank(), mask=Mask("causal", padding="left", pads=2))
    used = use(document, allowed)
    check(used)
    assert np.array_equal(may_look(used.mask, used.passages[0]), allowed)
    assert used.mask.rule == "custom"
    assert use(used, allowed) is used


def test_other_passages_keep_what_they_hide() -> None:
    document = replace(two_meanings(), mask=Mask("causal"))
    used = use(document, np.ones((6, 6), dtype=np.bool_), 1)
    assert np.array_equal(may_look(used.mask, used.passages[0]), masks.causal(6))
    assert may_look(used.mask, used.passages[1]).all()
    assert np.array_equal(resolve(used, 0).weights, resolve(document, 0).weights)
