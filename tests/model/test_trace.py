"""Traces: a row and a cell are parts of the whole."""

from typing import Any

import numpy as np
import pytest

from attnstudio.model.attention import attend
from attnstudio.model.checks import Array
from attnstudio.model.masks import causal
from attnstudio.model.trace import Trace


def example(lead: tuple[int, ...], hidden: Any = None) -> Trace:
    rng = np.random.default_rng(5)
    q, k, v = (rng.normal(size=(*lead, 6, 2)) for _ in range(3))
    return attend(q, k, v, mask=hidden)


def near(actual: Array, wanted: Array) -> bool:
    return actual.shape == wanted.shape and np.allclose(actual, wanted, rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_a_row_and_a_cell_are_parts_of_the_whole(lead: tuple[int, ...]) -> None:
    trace = example(lead, hidden=causal(6))
    row, cell = trace.row(4), trace.cell(4, 5)
    for part, name, whole in (
        (cell.score, "scores", trace.scores),
        (cell.scaled, "scaled", trace.scaled),
        (cell.masked, "masked", trace.masked),
        (cell.weight, "weights", trace.weights),
    ):
        assert near(getattr(row, name), whole[..., 4, :])
        assert near(part, whole[..., 4, 5])
    assert np.array_equal(row.output, trace.output[..., 4, :])
    assert row.blind.shape == lead
    assert np.isneginf(cell.masked).all()
    assert np.isfinite(cell.scaled).all()


def test_counts() -> None:
    trace = attend(np.ones((2, 3, 4)), np.ones((2, 5, 4)), np.ones((2, 5, 6)))
    assert (trace.n_queries, trace.n_keys, trace.d_k, trace.d_v) == (3, 5, 4, 6)
    assert repr(trace) == "Trace(weights (2, 3, 5), output (2, 3, 6))"
    assert trace.mask is None
    assert trace.temperature == 1.0


def test_masked_is_scaled_where_nothing_is_hidden() -> None:
    trace = example((1,))
    assert np.array_equal(trace.masked, trace.scaled)


def test_where_a_head_may_look() -> None:
    q, k, v = np.ones((2, 3, 4)), np.ones((2, 5, 4)), np.ones((2, 5, 1))
    assert attend(q, k, v).may_look(1).tolist() == [[True] * 5] * 3
    shared = causal(3, 5)
    assert np.array_equal(attend(q, k, v, mask=shared).may_look(1), shared)
    own = np.array([shared, ~shared | (np.arange(5) == 0)])
    for head in (0, 1):
        assert np.array_equal(attend(q, k, v, mask=own).may_look(head), own[head])
