"""One vector moved: equal to everything worked out anew, sharing the rest, and holding on to nothing."""

import gc
import math
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.attention import attend
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed, causal
from attnstudio.model.refused import Refused
from attnstudio.model.trace import Trace

LIMIT = 1e-12
KINDS = ("query", "key", "value")
NAMED = [("query", "queries"), ("key", "keys"), ("value", "values")]


def near(actual: npt.ArrayLike, wanted: npt.ArrayLike, tolerance: float = LIMIT) -> bool:
    return np.shape(actual) == np.shape(wanted) and np.allclose(
        actual, wanted, rtol=1e-12, atol=tolerance, equal_nan=True
    )


class Question:
    """Queries, keys, values and a mask, and what follows when one of the vectors moves."""

    def __init__(
        self, seed: int, lead: tuple[int, ...], size: float, temperature: float, share: float
    ) -> None:
        rng = np.random.default_rng(seed)
        n_q, n_k, d_k, d_v = rng.integers(1, 8, size=4).tolist()
        self.vectors = {
            "query": size * rng.normal(size=(*lead, n_q, d_k)),
            "key": size * rng.normal(size=(*lead, n_k, d_k)),
            "value": rng.normal(size=(*lead, n_k, d_v)),
        }
        self.mask: Allowed | None = None if share == 1 else rng.random((*lead, n_q, n_k)) < share
        self.temperature = temperature
        self.size = size
        self.rng = rng

    def trace(self) -> Trace:
        q, k, v = (self.vectors[kind] for kind in KINDS)
        return attend(q, k, v, mask=self.mask, temperature=self.temperature)

    def move(self, trace: Trace, kind: str, i: int, reach: float = 1.0) -> Trace:
        """`trace` with one vector moved, and the same vector moved here."""
        whole = self.vectors[kind].copy()
        i %= whole.shape[-2]
        vector = reach * self.size * self.rng.normal(size=(*whole.shape[:-2], whole.shape[-1]))
        whole[..., i, :] = vector
        self.vectors[kind] = whole
        return moved(trace, kind, i, vector)


def moved(trace: Trace, kind: str, i: int, vector: npt.ArrayLike) -> Trace:
    acts: dict[str, Callable[[int, npt.ArrayLike], Trace]] = {
        "query": trace.move_query,
        "key": trace.move_key,
        "value": trace.move_value,
    }
    return acts[kind](i, vector)


def check_equal(actual: Trace, wanted: Trace, tolerance: float = LIMIT) -> None:
    """Every number of two traces, whole and row by row. Rows first: they must not need the whole."""
    for i in range(wanted.n_queries):
        one, other = actual.row(i), wanted.row(i)
        assert near(one.weights, other.weights, tolerance)
        assert near(one.output, other.output, tolerance)
        assert near(one.scores, other.scores, tolerance)
        assert near(one.masked, other.masked, tolerance)
        assert np.array_equal(one.blind, other.blind)
    assert np.array_equal(actual.queries, wanted.queries, equal_nan=True)
    assert np.array_equal(actual.keys, wanted.keys, equal_nan=True)
    assert np.array_equal(actual.values, wanted.values, equal_nan=True)
    assert near(actual.weights, wanted.weights, tolerance)
    assert near(actual.output, wanted.output, tolerance)
    assert near(actual.scores, wanted.scores, tolerance)
    assert near(actual.scaled, wanted.scaled, tolerance)
    assert near(actual.masked, wanted.masked, tolerance)
    assert np.array_equal(actual.blind, wanted.blind)


questions = st.builds(
    Question,
    seed=st.integers(0, 2**32 - 1),
    lead=st.sampled_from([(), (1,), (2,), (2, 3)]),
    size=st.sampled_from([0.1, 1.0, 3.0, 8.0, 30.0, 1e4]),
    temperature=st.sampled_from([0.0, 0.05, 1.0, 3.0]),
    share=st.sampled_from([1.0, 0.9, 0.5, 0.1]),
)
reaches = st.sampled_from([0.0, 0.3, 1.0, 10.0])


def example(lead: tuple[int, ...] = (1,), n: int = 6, d: int = 2, hidden: Any = None) -> Trace:
    rng = np.random.default_rng(5)
    q, k, v = (rng.normal(size=(*lead, n, d)) for _ in range(3))
    return attend(q, k, v, mask=hidden)


# --- moves ------------------------------------------------------------------------------------------


@given(questions, st.sampled_from(KINDS), st.integers(0, 7), reaches)
def test_one_move_equals_everything_worked_out(question: Question, kind: str, i: int, reach: float) -> None:
    before = question.trace()
    kept = before.weights.copy(), before.output.copy(), before.queries.copy(), before.keys.copy()
    after = question.move(before, kind, i, reach)
    check_equal(after, question.trace())
    assert all(map(np.array_equal, kept, (before.weights, before.output, before.queries, before.keys)))


@given(questions, st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 7), reaches), max_size=12))
def test_any_chain_of_moves_equals_everything_worked_out(question: Question, steps: Any) -> None:
    trace = question.trace()
    for kind, i, reach in steps:
        trace = question.move(trace, kind, i, reach)
    check_equal(trace, question.trace())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [512, 700])
def test_a_move_among_many(kind: str, n: int) -> None:
    rng = np.random.default_rng(6)
    arrays = [rng.normal(size=(n, 16)) for _ in range(3)]
    trace = attend(*arrays, mask=causal(n))
    vector = 2 * rng.normal(size=16)
    changed = [array.copy() for array in arrays]
    changed[KINDS.index(kind)][n // 3] = vector
    after, wanted = moved(trace, kind, n // 3, vector), attend(*changed, mask=causal(n))
    assert near(after.weights, wanted.weights)
    assert near(after.output, wanted.output)


def test_a_key_that_takes_all_and_gives_it_back() -> None:
    """Taking its share out of the sum would leave nothing but rounding: those rows are worked out afresh."""
    q, k, v = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.5, 0.1], [0.0, 0.3], [1.0, 0.0]]), np.eye(3)
    far = attend(q, k, v, scale=1).move_key(0, [60.0, 0.0])
    assert far.weights[0, 0] == pytest.approx(1.0)
    back = attend(q, far.keys, v, scale=1).move_key(0, [0.5, 0.1])
    check_equal(back, attend(q, k, v, scale=1))
    check_equal(far, attend(q, far.keys, v, scale=1))


def test_a_value_that_was_far_away_leaves_no_trace() -> None:
    rng = np.random.default_rng(7)
    q, k, v = (rng.normal(size=(5, 2)) for _ in range(3))
    wanted = attend(q, k, v)
    far = v.copy()
    far[2] = 1e6
    check_equal(attend(q, k, far).move_value(2, v[2]), wanted)
    check_equal(attend(q, k, far).move_value(2, v[2]).move_key(1, k[1]), wanted)
    near_again = attend(q, k, far).move_key(2, [9.0, 9.0]).move_key(2, k[2]).move_value(2, v[2])
    check_equal(near_again, wanted)


def test_a_move_shares_what_it_does_not_change() -> None:
    trace = example()
    by_query, by_key, by_value = (moved(trace, kind, 2, [[0.5, 0.5]]) for kind in KINDS)
    for i in (0, 5):
        assert np.shares_memory(by_query.row(i).weights, trace.weights)
        assert np.shares_memory(by_value.row(i).weights, trace.weights)
    assert by_query.keys is trace.keys
    assert by_key.values is trace.values
    assert by_value.weights is trace.weights
    assert by_value.mask is trace.mask


def test_a_moved_vector_is_copied() -> None:
    trace, tip = example(), np.array([[0.5, 0.25]])
    after = [moved(trace, kind, 1, tip) for kind in KINDS]
    tip[:] = 9
    assert after[0].queries[0, 1].tolist() == [0.5, 0.25]
    assert after[1].keys[0, 1].tolist() == [0.5, 0.25]
    assert after[2].values[0, 1].tolist() == [0.5, 0.25]


def test_one_vector_for_all_heads() -> None:
    trace = example((2, 3))
    after = trace.move_query(1, [0.5, 0.25])
    assert (after.queries[..., 1, :] == [0.5, 0.25]).all()


def grown(move_on: Callable[[int], None], times: int) -> int:
    """Bytes held after so many moves more than after the first few."""
    move_on(84)
    tracemalloc.start()
    try:
        move_on(84)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        move_on(times)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seen", [False, True])
def test_a_long_drag_holds_no_more_memory_than_a_short_one(kind: str, seen: bool) -> None:
    """Each move on top of the last, and each from the start; with somebody looking at whole arrays or not."""
    start = example(n=4)
    along = start
    drag = np.random.default_rng(8).normal(size=(50, 1, 2))

    def move_on(times: int) -> None:
        nonlocal along
        for step in range(times):
            along = moved(along, kind, 1, drag[step % 50])
            again = moved(start, kind, 1, drag[step % 50])
            assert not seen or np.array_equal(along.output, again.output)

    assert grown(move_on, 1000) < 4096  # an object a move would be fourteen times as much
    check_equal(along, moved(start, kind, 1, drag[49]))


def test_turns_between_vectors_hold_no_more_memory() -> None:
    along = example(n=4)

    def move_on(times: int) -> None:
        nonlocal along
        for step in range(times):
            along = moved(along, KINDS[step % 3], step % 4, [[0.1 * (step % 7), 0.3]])

    assert grown(move_on, 1680) < 4096
    check_equal(along, attend(along.queries, along.keys, along.values))


# --- what a move may not do -------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name"), NAMED)
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_vector_moved_to_no_number_is_refused(kind: str, name: str, bad: float) -> None:
    trace = example()
    with pytest.raises(Refused) as told:
        moved(trace, kind, 3, [[0.0, bad]])
    assert str(told.value) == f"{name}[0, 3, 1] is {bad}: what a query may look at must be finite"
    assert np.isfinite(trace.output).all()


@pytest.mark.parametrize(("kind", "name"), NAMED)
@pytest.mark.parametrize("vector", [[1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]] * 3, [[[1.0, 2.0]]]])
def test_a_vector_of_another_shape_is_refused(kind: str, name: str, vector: Any) -> None:
    with pytest.raises(Refused, match=f"the moved row of {name} has the shape .* instead of \\(1, 2\\)"):
        moved(example(), kind, 3, vector)


@pytest.mark.parametrize("kind", KINDS)
def test_a_vector_of_words_is_refused(kind: str) -> None:
    with pytest.raises(Refused, match="must be real numbers, not <U1"):
        moved(example(), kind, 3, [["a", "b"]])


def test_a_moved_score_that_overflows_is_refused() -> None:
    x = np.array([[1.0], [2.0], [1e200]])
    trace = attend(x[:2], x, np.eye(3), mask=[[True, True, True], [True, True, True]])
    with pytest.raises(Refused, match="the score of query 1 and key 2 overflows"):
        trace.move_query(1, [1e200])
    with pytest.raises(Refused, match="the score of query 0 and key 1 overflows"):
        attend(1e200 * x[:2], x[:2], np.eye(2)).move_key(1, [1e200])


def test_too_large_for_float32() -> None:
    x = np.ones((2, 2), np.float32)
    with pytest.raises(Refused, match=r"queries\[1, 0\] is inf"):
        attend(x, x, x).move_query(1, [1e300, 0])


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_what_is_hidden_may_move_anywhere(bad: float) -> None:
    hidden = np.ones((3, 3), bool)
    hidden[:, 1] = hidden[2] = False
    trace = example(n=3, hidden=hidden)
    for kind, i in (("query", 2), ("key", 1), ("value", 1)):
        after = moved(trace, kind, i, [[bad, 0.0]])
        assert np.array_equal(after.weights, trace.weights)
        assert np.array_equal(after.output, trace.output)
        # … and moves on top of it are as good as before.
        onward = after.move_query(0, [[0.3, 0.4]]).move_key(0, [[1.0, 0.5]]).move_value(2, [[2.0, 0.0]])
        wanted = trace.move_query(0, [[0.3, 0.4]]).move_key(0, [[1.0, 0.5]]).move_value(2, [[2.0, 0.0]])
        assert near(onward.weights, wanted.weights)
        assert near(onward.output, wanted.output)


def test_a_value_seen_in_one_head_and_hidden_in_the_other() -> None:
    hidden = np.ones((2, 3, 3), bool)
    hidden[1, :, 1] = False
    trace = example((2,), n=3, hidden=hidden)
    values: Array = trace.values.copy()
    values[:, 1] = [[1.0, 2.0], [math.nan, 2.0]]
    after = trace.move_value(1, values[:, 1])
    check_equal(after, attend(trace.queries, trace.keys, values, mask=hidden))
    assert np.isfinite(after.output).all()
    with pytest.raises(Refused, match=r"values\[0, 1, 0\] is nan"):
        trace.move_value(1, values[::-1, 1])
