"""The formula step by step, and all at once: right values, hard inputs, and what must hold for any input."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnstudio.model.attention import attend, mask, match, mix, normalize, scale
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed, causal
from attnstudio.model.refused import Refused
from attnstudio.model.trace import Trace

NAN, INF = math.nan, math.inf


def near(actual: npt.ArrayLike, wanted: npt.ArrayLike, tolerance: float = 5e-7) -> bool:
    """Equal to the digits that the source of `wanted` gives."""
    return np.shape(actual) == np.shape(wanted) and np.allclose(actual, wanted, rtol=0, atol=tolerance)


def with_scores(scores: npt.ArrayLike, values: npt.ArrayLike | None = None, **settings: Any) -> Trace:
    """One query whose scores are just these: it is 1 long, and the keys are the scores."""
    keys = np.reshape(np.asarray(scores, dtype=float), (-1, 1))
    held = np.eye(len(keys)) if values is None else np.reshape(np.asarray(values, dtype=float), (-1, 1))
    return attend([[1.0]], keys, held, scale=1.0, **settings)


def singles(rows: npt.ArrayLike) -> npt.NDArray[np.float32]:
    return np.array(rows, dtype=np.float32)


# --- the steps ----------------------------------------------------------------------------------------


def test_the_steps_of_the_worked_example() -> None:
    scores = match([[1, 2]], [[2, 1]])
    assert scores.tolist() == [[4.0]]
    scaled = scale(scores, 1 / math.sqrt(2))
    assert near(scaled, [[2.828427]])
    weights = normalize(mask(scaled, [[True]]))
    assert weights.tolist() == [[1.0]]
    assert mix(weights, [[2, 1]]).tolist() == [[2.0, 1.0]]


def test_softmax_of_2_1_0() -> None:
    assert near(normalize([2, 1, 0]), [0.665, 0.245, 0.090], 5e-4)
    assert near(with_scores([2, 1, 0]).weights, [[0.665, 0.245, 0.090]], 5e-4)


def test_match_has_a_row_for_each_query_and_a_column_for_each_key() -> None:
    assert match([[1, 0], [0, 2]], [[3, 4], [5, 6], [7, 8]]).tolist() == [[3, 5, 7], [8, 12, 16]]


def test_normalize_goes_along_the_keys() -> None:
    """A06: softmax over the wrong axis would make the columns sum to 1."""
    assert near(normalize([[1, 2], [3, 5]]), [[0.268941, 0.731059], [0.119203, 0.880797]])


def test_a_boolean_mask_says_who_may_look() -> None:
    """A03: read the other way round, the output would be 100."""
    trace = with_scores([1, 2, 3], [1, 10, 100], mask=[[True, True, False]])
    assert near(trace.weights, [[0.268941, 0.731059, 0]])
    assert near(trace.output, [[7.579527]], 5e-6)
    assert trace.weights[0, 2] == 0


def test_a_mask_of_numbers_is_refused() -> None:
    """A03: added to the scores, True would count as 1."""
    for wrong in ([[1.0, 0.0]], [[0, 1]], [["yes", "no"]]):
        with pytest.raises(Refused, match="mask must be boolean, True where a query may look"):
            with_scores([1, 2], mask=wrong)


def test_masking_comes_before_softmax() -> None:
    """A10: after it, the rest would sum to 0.334759; a score times 0 would leak 0.090031."""
    weights = with_scores([1, 2, 3], mask=[[True, True, False]]).weights
    assert near(weights, [[0.268941, 0.731059, 0]])
    assert near(mask([1, 2, 3], [True, True, False]), [1, 2, -INF])


def test_a_query_that_may_look_at_nothing_is_blind() -> None:
    """A01: minus infinity minus minus infinity is no number; 0 is shown, and the row is flagged."""
    trace = attend(np.eye(2), np.eye(2), [[10, 0], [0, 20]], mask=[[True, True], [False, False]])
    assert trace.blind.tolist() == [False, True]
    assert trace.weights[1].tolist() == [0, 0]
    assert trace.output[1].tolist() == [0, 0]
    assert near(trace.weights[0].sum(), 1.0)
    assert normalize([[-INF, -INF]]).tolist() == [[0, 0]]


@pytest.mark.parametrize(("align", "output"), [("start", [[0.0], [0.5]]), ("end", [[1.5], [2.0]])])
def test_causal_with_more_keys_than_queries(align: Any, output: list[list[float]]) -> None:
    """A04: two libraries align the diagonal at different ends."""
    values = np.arange(5.0)[:, None]
    trace = attend(np.zeros((2, 1)), np.zeros((5, 1)), values, mask=causal(2, 5, align))
    assert near(trace.output, output)


def test_float16_is_worked_out_in_float32() -> None:
    """A07: 102400 is more than float16 holds."""
    ones = np.ones((1, 64), dtype=np.float16)
    keys = np.concatenate([40 * ones, 39 * ones])
    trace = attend(40 * ones, keys, keys)
    assert trace.scores.tolist() == [[102400, 99840]]
    assert near(trace.weights, [[1, 0]])
    assert trace.weights.dtype == np.float32
    assert match(40 * ones, keys).dtype == np.float32


def test_large_scores_do_not_overflow_exp() -> None:
    """A08: exp(1000) is more than float64 holds, the weights are not."""
    assert near(with_scores([1000, 999]).weights, [[0.731059, 0.268941]])
    single = singles([[1]]), singles([[1000], [999]]), singles([[1], [0]])
    assert near(attend(*single).weights, [[0.731059, 0.268941]])
    assert near(normalize([1000, 999]), [0.731059, 0.268941])
    assert with_scores([1e300, 1e300, -1e300]).weights.tolist() == [[0.5, 0.5, 0]]


def test_infinite_scores_are_refused_by_softmax() -> None:
    """A08: +inf has no weight that could be defended."""
    with pytest.raises(Refused, match=r"masked\[0, 1\] is inf"):
        normalize([[0, INF]])
    with pytest.raises(Refused, match=r"masked\[1\] is nan"):
        normalize([0, NAN])


@pytest.mark.parametrize(
    ("d_k", "weights"),
    [(64, [0.731059, 0.268941]), (512, [0.587479, 0.412521]), (1, [0.999665, 0.000335])],
)
def test_scores_are_divided_by_the_root_of_d_k(d_k: int, weights: list[float]) -> None:
    """A09: of d_k, which is 64 for 8 heads of 512, and not of d_model."""
    query, keys = np.zeros((1, d_k)), np.zeros((2, d_k))
    query[0, 0], keys[:, 0] = 1, [16, 8]
    assert near(attend(query, keys, keys).weights, [weights])


def test_a_scale_that_is_given_is_used_as_it_is() -> None:
    trace = attend([[16.0, 0.0]], np.eye(2), np.eye(2), scale=0.5)
    assert trace.scale == 0.5
    assert trace.scaled.tolist() == [[8.0, 0.0]]
    assert attend(np.ones((1, 2)), np.eye(2), np.eye(2)).scale == 1 / math.sqrt(2)
    assert attend([[5.0]], [[1.0], [9.0]], np.eye(2), scale=0).weights.tolist() == [[0.5, 0.5]]


def test_temperature() -> None:
    """A13: at 0 ties share, where argmax alone would pick one."""
    assert with_scores([2, 1, 2], temperature=0).weights.tolist() == [[0.5, 0, 0.5]]
    assert normalize([2, 1, 2], 0).tolist() == [0.5, 0, 0.5]
    assert near(with_scores([2, 1, 2], temperature=2).weights, normalize([[1, 0.5, 1]]))
    assert near(with_scores([2, 1, 2], temperature=1e9).weights, [[1 / 3] * 3])
    assert with_scores([2, 1, 2], temperature=1e-320).weights.tolist() == [[0.5, 0, 0.5]]
    assert with_scores([2, 1], temperature=0, mask=[[False, False]]).weights.tolist() == [[0, 0]]


@pytest.mark.parametrize("temperature", [1e-50, 1e-3, 1e3, 1e50])
def test_extreme_temperatures_in_float32(temperature: float) -> None:
    x = singles([[1]]), singles([[2], [1], [2], [9]]), singles(np.eye(4))
    weights = attend(*x, temperature=temperature, mask=[[True, True, True, False]]).weights[0]
    wanted = [1 / 3, 1 / 3, 1 / 3, 0] if temperature > 1 else [0.5, 0, 0.5, 0]
    assert near(weights, wanted, 1e-3)


def test_a_negative_temperature_is_refused() -> None:
    """A13: it would turn the order round."""
    for call in (lambda: with_scores([2, 1], temperature=-1), lambda: normalize([2, 1], -1)):
        with pytest.raises(Refused, match="temperature must be 0 or more, not −1"):
            call()


@pytest.mark.parametrize("wrong", [NAN, INF, "warm", None])
def test_a_temperature_and_a_scale_are_numbers(wrong: Any) -> None:
    with pytest.raises(Refused, match="temperature must be"):
        with_scores([1], temperature=wrong)
    if wrong is not None:
        with pytest.raises(Refused, match="scale must be"):
            attend([[1]], [[1]], [[1]], scale=wrong)


def test_a_zero_key_is_a_key() -> None:
    """A15: its score is 0, which beats −1; to leave padding out takes a mask."""
    assert near(with_scores([-1, 0]).weights, [[0.268941, 0.731059]])
    assert near(with_scores([2, 1, 0, 0]).weights, [[0.610296, 0.224515, 0.082595, 0.082595]])
    padded = with_scores([2, 1, 0, 0], mask=[[True, True, False, False]])
    assert near(padded.weights, [[0.731059, 0.268941, 0, 0]])
    assert near(attend([[3.0, 4.0]], np.zeros((3, 2)), np.eye(3)).weights, [[1 / 3] * 3])


@pytest.mark.parametrize("score", [7.0, 0.0, -7.0, 1e-9, 63.0, -900.0, 1e300, -1e300])
def test_the_weight_of_a_single_key_is_exactly_1(score: float) -> None:
    """A22: whatever the score is."""
    assert with_scores([score]).weights.tolist() == [[1.0]]


def test_padding_on_the_left() -> None:
    """A25: padded columns weigh nothing, padded rows are flagged."""
    real = np.array([False, False, True, True, True])
    x = np.random.default_rng(0).normal(size=(5, 2))
    trace = attend(x, x, x, mask=causal(5) & real & real[:, None])
    assert trace.blind.tolist() == [True, True, False, False, False]
    assert not trace.weights[:, :2].any()


# --- no tokens, one token, other shapes -------------------------------------------------------------


def test_no_keys() -> None:
    """A22: no keys are no weights, and the output is 0."""
    trace = attend(np.ones((3, 2)), np.zeros((0, 2)), np.zeros((0, 4)))
    assert trace.weights.shape == (3, 0)
    assert trace.output.tolist() == [[0.0] * 4] * 3
    assert trace.blind.tolist() == [True] * 3
    assert trace.scores.shape == (3, 0)
    assert trace.row(1).output.tolist() == [0.0] * 4
    assert trace.move_query(1, [5, NAN]).blind.all()


def test_no_queries() -> None:
    trace = attend(np.zeros((0, 2)), np.ones((3, 2)), np.ones((3, 4)))
    assert trace.weights.shape == (0, 3)
    assert trace.output.shape == (0, 4)
    assert trace.move_key(1, [5, 5]).weights.shape == (0, 3)
    assert trace.move_value(1, [5, 5, 5, 5]).output.shape == (0, 4)


def test_no_tokens_at_all() -> None:
    trace = attend([], [], [], mask=[])
    assert trace.weights.shape == (0, 0)
    assert trace.output.shape == (0, 0)
    assert attend([], [[1.0, 2.0]], [[3.0]]).output.shape == (0, 1)


def test_leading_axes_are_broadcast() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(3, 1, 4, 2)), rng.normal(size=(2, 5, 2)), rng.normal(size=(5, 3))
    hidden = rng.random((2, 4, 5)) < 0.5
    trace = attend(q, k, v, mask=hidden)
    assert trace.weights.shape == (3, 2, 4, 5)
    assert trace.output.shape == (3, 2, 4, 3)
    assert trace.blind.shape == (3, 2, 4)
    for a in range(3):
        for b in range(2):
            alone = attend(q[a, 0], k[b], v, mask=hidden[b])
            assert near(trace.weights[a, b], alone.weights, 1e-15)
            assert near(trace.output[a, b], alone.output, 1e-15)
            assert near(trace.scores[a, b], alone.scores, 1e-15)


@pytest.mark.parametrize(
    ("given", "kept"), [("f2", "f4"), ("f4", "f4"), ("f8", "f8"), (">f8", "f8"), ("i4", "f8")]
)
def test_dtypes(given: str, kept: str) -> None:
    x = np.eye(2).astype(given)
    trace = attend(x, x, x)
    for array in (trace.queries, trace.scores, trace.scaled, trace.masked, trace.weights, trace.output):
        assert array.dtype == np.dtype(kept)
    for moved in (trace.move_query(0, [1, 2]), trace.move_key(0, [1, 2]), trace.move_value(0, [1, 2])):
        assert moved.output.dtype == moved.weights.dtype == np.dtype(kept)


def test_one_float64_makes_all_float64() -> None:
    assert attend(singles([[1]]), np.ones((1, 1)), np.ones((1, 1), np.float16)).output.dtype == np.float64


def test_arrays_are_read_only_and_belong_to_the_trace() -> None:
    q, hidden = np.eye(2), np.array([[True, False], [True, True]])
    trace = attend(q, q, q, mask=hidden)
    before = trace.scores
    q[:] = 9
    hidden[:] = False
    assert np.array_equal(trace.scores, before)
    assert trace.mask is not None
    assert trace.mask.tolist() == [[True, False], [True, True]]
    row, cell = trace.row(0), trace.cell(0, 1)
    for array in (
        *(trace.queries, trace.keys, trace.values, trace.mask, trace.scores, trace.scaled, trace.masked),
        *(trace.weights, trace.output, trace.blind, row.scores, row.scaled, row.masked, row.weights),
        *(row.output, cell.score, cell.weight),
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_large_arrays_are_shared_and_left_writeable() -> None:
    large = np.ones((512, 64))
    trace = attend(large, large, large)
    assert np.shares_memory(trace.queries, large)
    assert large.flags.writeable
    assert not trace.queries.flags.writeable


# --- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shapes", "sentence"),
    [
        (
            [(2, 3), (4, 2), (4, 2)],
            (
                "queries (2, 3) and keys (4, 2) do not fit together: the components, d_k, are 3 on axis -1 of"
                " queries but 2 on axis -1 of keys"
            ),
        ),
        (
            [(2, 2), (4, 2), (3, 2)],
            (
                "keys (4, 2) and values (3, 2) do not fit together: the tokens, n_k, are 4 on axis -2 of keys"
                " but 3 on axis -2 of values"
            ),
        ),
        (
            [(2, 2, 2), (3, 4, 2), (4, 2)],
            (
                "queries (2, 2, 2) and keys (3, 4, 2) do not fit together: the entries of a leading axis are"
                " 2 on axis -3 of queries but 3 on axis -3 of keys"
            ),
        ),
        ([(2,), (4, 2), (4, 2)], "queries need two axes, tokens and components, but have the shape (2,)"),
    ],
)
def test_shapes_that_do_not_fit(shapes: list[tuple[int, ...]], sentence: str) -> None:
    with pytest.raises(Refused) as told:
        attend(*(np.ones(shape) for shape in shapes))
    assert str(told.value) == sentence


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        ((2, 4), "the keys, n_k, are 4 on axis -1 of mask but 3 on axis -1 of scores"),
        ((3, 3), "the queries, n_q, are 3 on axis -2 of mask but 2 on axis -2 of scores"),
        ((5, 2, 3), r"mask (5, 2, 3) has more axes than the scores (2, 3)"),
    ],
)
def test_masks_that_do_not_fit(shape: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(Refused) as told:
        attend(np.ones((2, 2)), np.ones((3, 2)), np.ones((3, 2)), mask=np.ones(shape, dtype=bool))
    assert sentence in str(told.value)


def test_masks_are_broadcast() -> None:
    x = np.ones((2, 2))
    assert attend(x, x, x, mask=True).weights.tolist() == [[0.5, 0.5]] * 2
    assert attend(x, x, x, mask=[True, False]).weights.tolist() == [[1, 0]] * 2
    assert attend(x, x, x, mask=[[True], [False]]).blind.tolist() == [False, True]


@pytest.mark.parametrize(
    ("queries", "sentence"),
    [
        ([[1.0], [1.0, 2.0]], "queries are not rows of equal length"),
        ([["a", "b"]], "queries must be real numbers, not <U1"),
        ([[1j, 0]], "queries must be real numbers, not complex128"),
        ([[None, 1.0]], "queries must be real numbers, not object"),
        ([[True, False]], "queries must be real numbers, not bool"),
        (3.0, "queries must be an array, not the single number 3.0"),
    ],
)
def test_what_is_no_array_of_numbers(queries: Any, sentence: str) -> None:
    with pytest.raises(Refused) as told:
        attend(queries, np.eye(2), np.eye(2))
    assert str(told.value) == sentence


@pytest.mark.parametrize("bad", [NAN, INF, -INF])
@pytest.mark.parametrize("name", ["queries", "keys", "values"])
@pytest.mark.parametrize("hidden", [None, [[True, False], [True, True]]])
def test_what_a_query_may_look_at_must_be_finite(bad: float, name: str, hidden: Any) -> None:
    arrays = [np.ones((2, 2)) for _ in range(3)]
    arrays[("queries", "keys", "values").index(name)][1, 0] = bad
    with pytest.raises(Refused) as told:
        attend(*arrays, mask=hidden)
    assert str(told.value) == f"{name}[1, 0] is {bad}: what a query may look at must be finite"


def test_the_index_names_the_head() -> None:
    keys = np.ones((2, 3, 2))
    keys[1, 2, 1] = NAN
    with pytest.raises(Refused, match=r"keys\[1, 2, 1\] is nan"):
        attend(np.ones((2, 3, 2)), keys, np.ones((2, 3, 2)))


@pytest.mark.parametrize("bad", [NAN, INF, -INF, 1e308])
@pytest.mark.parametrize("lot", [1, 30])
def test_what_is_hidden_from_every_query_has_no_effect(bad: float, lot: float) -> None:
    """Neither on the weights nor on the output: 0 times NaN would be NaN. Small and steep scores alike."""
    rng = np.random.default_rng(2)
    q, k, v = (lot * rng.normal(size=(4, 2)) for _ in range(3))
    hidden = np.ones((4, 4), dtype=bool)
    hidden[:, 2] = False
    clean = attend(q, k, v, mask=hidden)
    k[2], v[2] = bad, bad
    trace = attend(q, k, v, mask=hidden)
    assert near(trace.weights, clean.weights, 1e-14)
    assert near(trace.output, clean.output, 1e-13 * lot)
    assert not trace.blind.any()
    assert trace.masked[:, 2].tolist() == [-INF] * 4
    assert near(mix(trace.weights, v), clean.output, 1e-13 * lot)


def test_a_blind_query_may_be_anything() -> None:
    trace = attend([[NAN, 1.0], [1.0, 1.0]], np.eye(2), np.eye(2), mask=[[False, False], [True, True]])
    assert trace.weights.tolist() == [[0, 0], [0.5, 0.5]]


@pytest.mark.parametrize(("dtype", "large"), [("f4", 1e20), ("f8", 1e200)])
def test_scores_that_overflow_are_refused(dtype: str, large: float) -> None:
    """D06: a learner can drive a score to infinity; the sentence says where."""
    q, k = np.array([[1, 0], [large, 0]], dtype), np.array([[1, 0], [0, 1], [large, 0]], dtype)
    with pytest.raises(Refused, match="the score of query 1 and key 2 overflows"):
        attend(q, k, k)
    with pytest.raises(Refused, match="the score of query 1 and key 2 overflows"):
        mask(scale(match(q, k), 0.5), None)
    hidden = np.ones((2, 3), dtype=bool)
    hidden[1, 2] = False
    assert attend(q, k, k / large, mask=hidden).weights[1].tolist() == [1, 0, 0]
    with pytest.raises(Refused, match="query 0 and key 0 overflows"):
        attend([[1e200]], [[1e-100]], [[1]], scale=1e300)


def test_an_overflow_in_a_head_names_the_head() -> None:
    q = np.ones((3, 2, 1))
    q[2, 1] = 1e200
    with pytest.raises(Refused, match=r"query 1 and key 0 at leading index \(2,\) overflows"):
        attend(q, 1e200 * np.ones((2, 1)), np.ones((2, 1)))


def test_partial_sums_that_cancel_are_no_score() -> None:
    with pytest.raises(Refused, match="query 0 and key 0 overflows"):
        attend([[1e200, 1e200]], [[1e200, -1e200]], [[1.0]])


def test_no_such_row() -> None:
    trace = attend(np.eye(2), np.eye(2), np.eye(2))
    with pytest.raises(IndexError, match="there is no query 2: there are 2"):
        trace.row(2)
    with pytest.raises(IndexError, match="there is no key -3: there are 2"):
        trace.move_key(-3, [0, 0])
    assert trace.row(-1).scores.tolist() == [0, 1]


# --- what holds for any input -----------------------------------------------------------------------

lengths = st.sampled_from([0.0, 1e-3, 1.0, 3.0, 30.0, 1e3])
LIMIT = 1e-12


@st.composite
def questions(draw: st.DrawFn, least: int = 1) -> tuple[Array, Array, Array, Allowed | None]:
    """Queries, keys, values and a mask of a few tokens, mild and steep."""
    n_q, n_k, d_k, d_v = (draw(st.integers(least, most)) for most in (6, 7, 4, 3))
    numbers = st.floats(-1, 1, allow_subnormal=False)
    q = draw(lengths) * draw(hnp.arrays(np.float64, (n_q, d_k), elements=numbers))
    k = draw(lengths) * draw(hnp.arrays(np.float64, (n_k, d_k), elements=numbers))
    v = draw(hnp.arrays(np.float64, (n_k, d_v), elements=numbers))
    hidden = draw(st.none() | hnp.arrays(np.bool_, (n_q, n_k)))
    return q, k, v, hidden


temperatures = st.sampled_from([0.0, 0.01, 0.5, 1.0, 2.0, 100.0])


@given(questions(), temperatures, st.none() | st.floats(-3, 3))
def test_all_at_once_equals_step_by_step(question: Any, temperature: float, factor: float | None) -> None:
    q, k, v, hidden = question
    trace = attend(q, k, v, mask=hidden, scale=factor, temperature=temperature)
    scores = match(q, k)
    scaled = scale(scores, 1 / math.sqrt(q.shape[1]) if factor is None else factor)
    masked = mask(scaled, hidden)
    weights = normalize(masked, temperature)
    assert np.allclose(trace.scores, scores, rtol=1e-14, atol=1e-12)
    assert np.allclose(trace.scaled, scaled, rtol=1e-14, atol=1e-12)
    assert np.array_equal(np.isneginf(trace.masked), np.isneginf(masked))
    assert near(trace.weights, weights, LIMIT)
    assert near(trace.output, mix(weights, v), LIMIT)


@given(questions(), temperatures)
def test_rows_sum_to_1_or_are_blind(question: Any, temperature: float) -> None:
    q, k, v, hidden = question
    trace = attend(q, k, v, mask=hidden, temperature=temperature)
    assert near(trace.weights.sum(axis=-1), np.where(trace.blind, 0.0, 1.0), 1e-14)
    assert (trace.weights >= 0).all()
    seen = np.ones(trace.weights.shape, bool) if hidden is None else hidden
    assert np.array_equal(trace.blind, ~seen.any(axis=1))
    assert not trace.weights[~seen].any()


@given(hnp.arrays(np.float64, (3, 5), elements=st.floats(-50, 50)), st.floats(-1e3, 1e3))
def test_a_constant_added_to_a_row_of_scores_changes_nothing(scores: Array, constant: float) -> None:
    assert near(normalize(scores + constant), normalize(scores), LIMIT)
    keys = np.column_stack([scores[0], np.ones(5)])
    plain, raised = (attend([[1.0, c]], keys, np.eye(5), scale=1) for c in (0.0, constant))
    assert near(raised.weights, plain.weights, LIMIT)


@given(questions(), st.randoms(use_true_random=False))
def test_the_order_of_keys_changes_no_output(question: Any, chance: Any) -> None:
    q, k, v, hidden = question
    order = chance.sample(range(len(k)), len(k))
    shuffled = attend(q, k[order], v[order], mask=None if hidden is None else hidden[:, order])
    trace = attend(q, k, v, mask=hidden)
    assert near(shuffled.output, trace.output, LIMIT)
    assert near(shuffled.weights, trace.weights[:, order], LIMIT)


@given(questions(), st.randoms(use_true_random=False))
def test_tokens_in_another_order_have_their_weights_in_that_order(question: Any, chance: Any) -> None:
    x = question[1]
    order = chance.sample(range(len(x)), len(x))
    hidden = causal(len(x))
    trace = attend(x, x, x, mask=hidden)
    shuffled = attend(x[order], x[order], x[order], mask=hidden[np.ix_(order, order)])
    assert near(shuffled.weights, trace.weights[np.ix_(order, order)], LIMIT)


@given(questions())
def test_the_output_lies_among_the_visible_values(question: Any) -> None:
    """In their hull: in every direction between the least and the most of them."""
    q, k, v, hidden = question
    trace = attend(q, k, v, mask=hidden)
    directions = np.random.default_rng(3).normal(size=(v.shape[1], 16))
    for i, output in enumerate(trace.output):
        seen = v if hidden is None else v[hidden[i]]
        if len(seen):
            reach = seen @ directions
            along = output @ directions
            assert (along >= reach.min(axis=0) - LIMIT).all()
            assert (along <= reach.max(axis=0) + LIMIT).all()
        else:
            assert not output.any()


@given(questions())
def test_equal_keys_have_equal_weights(question: Any) -> None:
    """However steep: where rounding decides, every score is summed in the same order."""
    q, k, v, _ = question
    weights = attend(q, np.concatenate([k, k]), np.concatenate([v, v])).weights
    assert near(weights[:, : len(k)], weights[:, len(k) :], LIMIT)
