"""Sentences that name the array and the place; what `attend` refuses by way of them is in test_attention."""

import math
from typing import Any

import numpy as np
import pytest

from attnstudio.model import checks
from attnstudio.model.refused import Refused


def test_fit_names_both_arrays_and_both_axes() -> None:
    checks.fit("the keys", ("weights", (2, 3), -1), ("values", (3, 5), -2))
    with pytest.raises(Refused) as told:
        checks.fit("the keys", ("weights", (2, 3), -1), ("values", (4, 5), -2))
    assert str(told.value) == (
        "weights (2, 3) and values (4, 5) do not fit together: the keys are 3 on axis -1 of weights but 4 on"
        " axis -2 of values"
    )


@pytest.mark.parametrize(("i", "found"), [(0, 0), (2, 2), (-1, 2), (-3, 0)])
def test_index_counts_from_either_end(i: int, found: int) -> None:
    assert checks.index("query", i, 3) == found


def test_index_of_nothing() -> None:
    with pytest.raises(IndexError, match="there is no query 0: there are 0"):
        checks.index("query", 0, 0)


def test_finite_looks_only_where_somebody_does() -> None:
    array = np.array([[0.0, math.nan], [math.inf, 0.0]])
    checks.finite("keys", array, np.array([False, False]))
    with pytest.raises(Refused, match=r"keys\[1, 0\] is inf"):
        checks.finite("keys", array, np.array([False, True]))
    with pytest.raises(Refused, match=r"keys\[7, 1\] is nan"):
        checks.finite("keys", array[:1], np.array([True]), 7)


def test_overflow_in_a_piece_is_told_by_its_place_in_the_whole() -> None:
    scaled = np.zeros((2, 3, 4))
    scaled[1, 2, 3] = math.inf
    with pytest.raises(Refused, match=r"query 2 and key 3 at leading index \(1,\) overflows"):
        checks.no_overflow(scaled, None)
    with pytest.raises(
        Refused, match=r"query 12 and key 103 at leading index \(6,\) overflows: float64 ends at 1.8e"
    ):
        checks.no_overflow(scaled, None, (5, 10, 100))
    with pytest.raises(Refused, match="query 12 and key 103 at"):
        checks.no_overflow(scaled, None, (10, 100))
    checks.no_overflow(scaled, np.isfinite(scaled))


@pytest.mark.parametrize("number", [10**400, -(10**400), math.inf, math.nan])
def test_numbers_beyond_float(number: Any) -> None:
    with pytest.raises(Refused, match="scale must be a finite number"):
        checks.factor(number, 2, np.dtype(np.float64))


def test_a_scale_beyond_float32() -> None:
    assert checks.factor(1e39, 2, np.dtype(np.float64)) == 1e39
    with pytest.raises(Refused, match=r"scale 1\.00e39 is too large for float32"):
        checks.factor(1e39, 2, np.dtype(np.float32))


def test_a_moved_row_is_a_copy_of_its_own_shape() -> None:
    whole = np.zeros((2, 3, 4), np.float32)
    vector = np.arange(4.0)
    row = checks.vector("keys", vector, whole)
    assert row.shape == (2, 4)
    assert row.dtype == np.float32
    assert not row.flags.writeable
    assert not np.shares_memory(row, vector)
    with pytest.raises(Refused, match=r"the moved row of keys has the shape \(1,\) instead of \(2, 4\)"):
        checks.vector("keys", [1.0], whole)
