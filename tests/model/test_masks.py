"""Masks: rows ask, columns offer, True may look."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.attention import attend
from attnstudio.model.masks import Allowed, block, causal, everything, padding, prefix, strict, window
from attnstudio.model.refused import Refused
from attnstudio.model.settings import ALIGNS, PADDINGS, Align, Padding


def test_everything_hides_nothing() -> None:
    assert everything(2, 3).tolist() == [[True] * 3] * 2


def test_causal_keeps_the_diagonal() -> None:
    assert causal(3).astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


@pytest.mark.parametrize(
    ("align", "rows"),
    [("start", [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]), ("end", [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]])],
)
def test_two_queries_against_five_keys(align: Align, rows: list[list[int]]) -> None:
    assert causal(2, 5, align).astype(int).tolist() == rows


def test_more_queries_than_keys_aligned_at_the_end_leaves_the_first_rows_blind() -> None:
    assert causal(5, 2).any(axis=1).tolist() == [False, False, False, True, True]
    assert causal(5, 2, "start").astype(int).tolist() == [[1, 0], [1, 1], [1, 1], [1, 1], [1, 1]]


def test_the_end_is_the_default() -> None:
    assert np.array_equal(causal(2, 5), causal(2, 5, "end"))


def test_no_tokens() -> None:
    assert causal(0).shape == (0, 0)
    assert causal(2, 0).shape == (2, 0)
    assert everything(0, 3).shape == (0, 3)


def test_what_is_refused() -> None:
    with pytest.raises(Refused, match="n_queries counts tokens and cannot be -1"):
        causal(-1)
    with pytest.raises(Refused, match="n_keys counts tokens and cannot be -2"):
        everything(1, -2)
    anything: Any = "middle"
    with pytest.raises(Refused, match=r'aligned at "end" or "start", not \'middle\''):
        causal(2, 3, anything)


# --- the other rules


@pytest.mark.parametrize(
    ("align", "rows"),
    [("end", [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]), ("start", [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]])],
)
def test_both_alignments_give_other_outputs(align: Align, rows: list[list[int]]) -> None:
    """Equal scores and values 0 … 4: the outputs 1.5 and 2 at the end, 0 and 0.5 at the start."""
    allowed = causal(2, 5, align)
    assert allowed.astype(int).tolist() == rows
    trace = attend(np.zeros((2, 1)), np.zeros((5, 1)), np.arange(5.0)[:, None], mask=allowed)
    assert trace.output[:, 0].tolist() == pytest.approx([1.5, 2.0] if align == "end" else [0.0, 0.5])


def test_strict_is_causal_without_its_diagonal() -> None:
    assert strict(3, 3).astype(int).tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    assert strict(2, 4, "end").astype(int).tolist() == [[1, 1, 0, 0], [1, 1, 1, 0]]
    assert strict(2, 4, "start").astype(int).tolist() == [[0, 0, 0, 0], [1, 0, 0, 0]]


def test_a_window_counts_the_asking_word() -> None:
    """Five words: 2 wide shows 1, 2, 2, 2, 2 keys; who counts only those before needs 3 for 1, 2, 3, 3, 3."""
    assert window(5, 5, 2).sum(axis=1).tolist() == [1, 2, 2, 2, 2]
    assert window(5, 5, 3).sum(axis=1).tolist() == [1, 2, 3, 3, 3]
    assert window(4, 4, 1).astype(int).tolist() == np.eye(4, dtype=int).tolist()


def test_all_may_look_at_a_prefix() -> None:
    assert prefix(4, 4, 2).astype(int).tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]
    assert prefix(2, 2, 9).all()


def test_blocks_do_not_see_each_other() -> None:
    assert block(5, 5, 2).astype(int).tolist() == [
        [1, 1, 0, 0, 0],
        [1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 0, 1],
    ]
    assert block(1, 4, 2).astype(int).tolist() == [[0, 0, 1, 1]]
    assert block(4, 4, 2, first=1).astype(int).tolist() == [
        [1, 0, 0, 0],
        [0, 1, 1, 0],
        [0, 1, 1, 0],
        [0, 0, 0, 1],
    ]


def test_padding_hides_one_end_from_everybody() -> None:
    assert padding(2, 5, "left", 2).astype(int).tolist() == [[0, 0, 1, 1, 1]] * 2
    assert padding(2, 5, "right", 2).astype(int).tolist() == [[1, 1, 1, 0, 0]] * 2
    assert padding(2, 3, "right", 0).all()
    assert padding(2, 3, "none", 2).all()
    assert not padding(2, 3, "left", 9).any()


@pytest.mark.parametrize("rule", [window, prefix, block])
def test_a_size_is_at_least_one(rule: Callable[[int, int, int], Allowed]) -> None:
    with pytest.raises(Refused, match="has at least one word, not 0"):
        rule(3, 3, 0)


sizes = st.integers(0, 9)
aligns = st.sampled_from(ALIGNS)


@given(sizes, sizes, st.integers(1, 12), aligns)
def test_rules_hold_together(n_q: int, n_k: int, size: int, align: Align) -> None:
    causally, strictly = causal(n_q, n_k, align), strict(n_q, n_k, align)
    assert not (strictly & ~causally).any()
    assert (causally ^ strictly).sum(axis=1).max(initial=0) <= 1
    narrow, wide = window(n_q, n_k, size, align), window(n_q, n_k, size + 1, align)
    assert not (narrow & ~wide).any()
    assert not (wide & ~causally).any()
    assert narrow.sum(axis=1).max(initial=0) <= size
    assert np.array_equal(window(n_q, n_k, n_q + n_k + 1, align), causally)
    assert np.array_equal(prefix(n_q, n_k, size, align) & ~causally, prefix(n_q, n_k, size, align) ^ causally)
    blocks = block(n_q, n_k, size, align)
    assert blocks.sum(axis=1).max(initial=0) <= size
    assert np.array_equal(causally & blocks & narrow, causally & blocks)


@given(sizes, sizes, st.sampled_from(PADDINGS), st.integers(0, 12))
def test_padding_leaves_the_rest(n_q: int, n_k: int, side: Padding, count: int) -> None:
    hidden = 0 if side == "none" else min(count, n_k)
    assert padding(n_q, n_k, side, count).sum() == n_q * (n_k - hidden)
