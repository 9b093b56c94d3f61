"""Masks: rows ask, columns offer, True may look."""

from typing import Any

import numpy as np
import pytest

from attnstudio.model.masks import causal, everything
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Align


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
