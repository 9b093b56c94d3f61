"""The fast form against the readable one, where it is cut into blocks and where it takes shortcuts."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from attnstudio.model import blocked
from attnstudio.model.attention import attend, mask, match, mix, normalize, scale
from attnstudio.model.checks import Array
from attnstudio.model.masks import Allowed, causal
from attnstudio.model.refused import Refused

MILD, MIDDLING, STEEP = 1.0, 8.0, 80.0  # lengths that lead to each of the three ways of scoring
N_Q, N_K, D = 23, 29, 8


def reference(q: Array, k: Array, v: Array, hidden: npt.ArrayLike | None, temperature: float) -> Any:
    scaled = scale(match(q, k), 1 / np.sqrt(q.shape[-1]))
    weights = normalize(mask(scaled, hidden), temperature)
    return weights, mix(weights, v)


def window(n_q: int, n_k: int, before: int) -> Allowed:
    """Each query may look at its own position and some before it, aligned at the start."""
    back = np.arange(n_q)[:, None] - np.arange(n_k)
    return (back >= 0) & (back <= before)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut even small arrays into many blocks, and trim them."""
    monkeypatch.setattr(blocked, "_BLOCK", 800)
    monkeypatch.setattr(blocked, "_MASKED_BLOCK", 800)
    monkeypatch.setattr(blocked, "_SMALL", 50)
    monkeypatch.setattr(blocked, "_TRIMMED_FROM", 2)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("size", [MILD, MIDDLING, STEEP])
@pytest.mark.parametrize("temperature", [0.0, 1.0, 1.7])
@pytest.mark.parametrize("lead", [(), (3,), (2, 3)])
def test_blocks_equal_the_whole(size: float, temperature: float, lead: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(*lead, n, D)) for n in (N_Q, N_K, N_K))
    masks = [
        None,
        causal(N_Q, N_K),
        window(N_Q, N_K, 4),
        rng.random((*lead, N_Q, N_K)) < 0.1,
        np.zeros((N_Q, N_K), bool),
    ]
    for hidden in masks:
        trace = attend(size * q, size * k, v, mask=hidden, temperature=temperature)
        weights, output = reference(size * q, size * k, v, hidden, temperature)
        assert np.allclose(trace.weights, weights, rtol=0, atol=1e-12)
        assert np.allclose(trace.output, output, rtol=0, atol=1e-12)
        if hidden is not None:
            assert not trace.weights[~np.broadcast_to(hidden, trace.weights.shape)].any()


def test_each_way_of_scoring_is_reached() -> None:
    x = np.random.default_rng(0).normal(size=(N_K, D))
    inputs = blocked.Inputs(x, x, x, None, D**-0.5, 1.0)
    lengths = [blocked.longest(size * x) for size in (MILD, MIDDLING, STEEP)]
    mild, middling, steep = (inputs.steepness(length, length) for length in lengths)
    assert mild < blocked.MILD < middling < blocked.STEEP < steep


@pytest.mark.usefixtures("small_blocks")
def test_a_batch_of_many_small_ones() -> None:
    rng = np.random.default_rng(1)
    q, k, v = (rng.normal(size=(2, 70, 3, 2)) for _ in range(3))
    weights, output = reference(q, k, v, None, 1.0)
    trace = attend(q, k, v)
    assert np.allclose(trace.weights, weights, rtol=0, atol=1e-14)
    assert np.allclose(trace.output, output, rtol=0, atol=1e-14)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("hidden", [None, causal(N_Q, N_K, "start")])
def test_an_overflow_in_a_later_block_is_found_where_it_is(hidden: Any) -> None:
    q, k = np.ones((2, N_Q, 1)), np.ones((N_K, 1))
    q[1, 20] = k[17] = 1e200
    with pytest.raises(Refused, match=r"query 20 and key 17 at leading index \(1,\) overflows"):
        attend(q, k, k, mask=hidden)


def test_lengths_that_square_to_nothing_or_to_infinity() -> None:
    """A length of 1e-170 squares to 0, one of 1e170 to infinity, and yet they match."""
    inputs = [[1e-170]], [[1e160], [0.0]]
    assert np.allclose(attend(*inputs, np.eye(2), scale=1e10).weights, normalize([[1.0, 0.0]]))
    assert np.allclose(attend(*inputs, np.eye(2), scale=1e13).weights, [[1.0, 0.0]])


def test_exponents_at_the_edge_of_mild_fit_into_float32() -> None:
    """Nothing is subtracted before exp there, neither when all are large nor when all are small."""
    edge = 0.999 * blocked.MILD
    q = np.ones((1, 1), np.float32)
    for scores in ([edge] * 2000, [-edge] * 2000, [edge, *[-edge] * 2000]):
        k = np.array(scores, np.float32)[:, None]
        weights = attend(q, k, np.ones((len(k), 1), np.float32), scale=1).weights
        assert np.allclose(weights, normalize(k.T), rtol=1e-4, atol=0)


def test_exp2_or_exp() -> None:
    exponential, per_e = blocked._fastest_exponential()
    x = np.linspace(-blocked.MILD, blocked.MILD, 1001)
    assert np.allclose(exponential(x * per_e), np.exp(x), rtol=1e-13, atol=0)


@pytest.mark.parametrize(("n", "hidden"), [(512, None), (512, causal(512)), (1024, None)])
@pytest.mark.parametrize("size", [1.0, 4.0, 30.0])
def test_memory_is_little_more_than_the_weights(n: int, hidden: Any, size: float) -> None:
    x = size * np.random.default_rng(0).normal(size=(n, 64)).astype(np.float32)
    assert _peak(lambda: attend(x, x, x, mask=hidden)) <= 1.3 * n * n * 4


def _peak(act: Callable[[], object]) -> int:
    tracemalloc.start()
    act()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
