"""X → Q, K, V."""

from __future__ import annotations

import numpy as np
import pytest

from attnstudio.model.document import Embedding, Projection
from attnstudio.model.projection import project
from tests.samples import projected

PROJECTION = projected().projection or Projection((), (), ())


def test_each_head_has_its_own_queries_keys_and_values() -> None:
    q, k, v = project(Embedding(((1.0, 2.0, 3.0), (0.0, -1.0, 1.0))), PROJECTION)
    assert q.tolist() == [[[4.0, -1.0], [1.0, -2.0]], [[0.5, 4.0], [0.0, 0.5]]]
    assert k.tolist() == [[[0.5, 4.0], [0.0, 0.5]], [[4.0, -1.0], [1.0, -2.0]]]
    assert v.tolist() == [[[4.0, -1.0], [1.0, -2.0]]] * 2


def test_other_key_tokens_bring_their_own_x() -> None:
    q, k, v = project(Embedding(((1.0, 0.0, 0.0),), ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))), PROJECTION)
    assert (q.shape, k.shape, v.shape) == ((2, 1, 2), (2, 2, 2), (2, 2, 2))
    assert k[0].tolist() == [[0.0, 0.5], [0.0, 1.0]]


@pytest.mark.parametrize(("x", "x_keys"), [((), None), ((), ()), (((1.0, 2.0, 3.0),), ())])
def test_no_tokens_leave_empty_arrays_of_the_right_width(
    x: tuple[tuple[float, ...], ...], x_keys: tuple[tuple[float, ...], ...] | None
) -> None:
    q, k, v = project(Embedding(x, x_keys), PROJECTION)
    n_k = len(x) if x_keys is None else len(x_keys)
    assert (q.shape, k.shape, v.shape) == ((2, len(x), 2), (2, n_k, 2), (2, n_k, 2))


def test_the_numbers_are_double() -> None:
    assert {array.dtype for array in project(Embedding(((1, 2, 3),)), PROJECTION)} == {np.dtype(np.float64)}
