"""Gradients against finite differences of the whole calculation, and the loss against its weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio.model.document import Document, Look
from attnstudio.model.goals import REACHED, Wanted, wanted
from attnstudio.model.heads import final
from attnstudio.model.learning import (
    RATES,
    USUAL_RATE,
    Pair,
    Problem,
    axis_of,
    inputs_of,
    problem_of,
    proposed_rate,
    step,
)
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import GOALS, Goal, Mask, Positions, ScoreSettings
from attnstudio.model.starting import prepared
from attnstudio.model.trace import Array
from tests.learnable import SOURCES, asked, document_of, learnable
from tests.samples import two_meanings

STEP = 1e-3


def loss_of(document: Document, wished: Wanted) -> float:
    """The loss from the numbers that the screen shows: one aim after the other."""
    total = 0.0
    for aim in wished.aims:
        trace = resolve(document, aim.passage)
        if wished.is_lean:
            lean = final(trace, document.projection)[aim.row] @ axis_of(document)
            total += float(np.logaddexp(0.0, -aim.sign * lean))
        else:
            total -= float(np.log(trace.weights[wished.head, aim.row, aim.target]))
    return total / len(wished.aims)


def posed(document: Document, look: Look) -> tuple[Document, Wanted, Problem]:
    """The problem of a document that is made ready for what is wanted of it."""
    wished = wanted(document, look)
    document = prepared(document, wished)
    return document, wished, problem_of(document, wished)


def slope(document: Document, problem: Problem, which: int, place: tuple[int, ...]) -> float:
    """By one number of one matrix: five points, exact up to the fourth power of the step."""

    def at(by: float) -> float:
        pair = [matrix.copy() for matrix in problem.start]
        pair[which][place] += by * STEP
        return loss_of(problem.put(document, (pair[0], pair[1])), problem.wished)

    return (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * STEP)


@settings(max_examples=40)
@given(learnable())
def test_the_gradient_is_that_of_finite_differences(made: tuple[Document, Look]) -> None:
    document, wished, problem = posed(*made)
    value = problem.at(problem.start)
    assert value.loss == pytest.approx(loss_of(document, wished), rel=1e-9, abs=1e-12)
    steepest = max(float(np.abs(part).max()) for part in value.gradient)
    for which, gradient in enumerate(value.gradient):
        for place in np.ndindex(gradient.shape):
            found = slope(document, problem, which, place)
            assert gradient[place] == pytest.approx(found, rel=1e-6, abs=1e-6 * steepest + 1e-10)


@settings(max_examples=50)
@given(learnable())
def test_shares_are_the_weights_on_screen(made: tuple[Document, Look]) -> None:
    document, wished, problem = posed(*made)
    shares = problem.at(problem.start).shares
    for share, aim in zip(shares, wished.aims, strict=True):
        trace = resolve(document, aim.passage)
        if wished.is_lean:
            lean = float(final(trace, document.projection)[aim.row] @ axis_of(document))
            assert share == pytest.approx(1.0 / (1.0 + np.exp(-aim.sign * lean)))
        else:
            assert share == pytest.approx(trace.weights[wished.head, aim.row, aim.target])


def test_weights_have_no_gradient_by_w_v() -> None:
    """Why a goal for weights learns W_Q and W_K alone: W_V plays no part in them."""
    document, wished = asked(two_meanings(), "meanings")
    assert document.projection is not None
    moved = replace(document, projection=replace(document.projection, w_v=(((9.0, 1.0), (2.0, -3.0)),)))
    assert loss_of(document, wished) == loss_of(moved, wished)
    assert wished.matrices == "W_Q, W_K"


def test_the_first_step_of_the_worked_example() -> None:
    """One query, two keys, by hand: w = (1/2, 1/2), so ∂loss/∂scores = (−1/2, 1/2) · 1/√2."""
    document, wished = asked(two_meanings(), "meanings")
    assert document.projection is not None
    zero = ((0.0, 0.0), (0.0, 0.0))
    document = replace(document, projection=replace(document.projection, w_q=(zero,)))
    problem = problem_of(document, wished)
    value = problem.at(problem.start)
    assert value.loss == pytest.approx(np.log(6.0))  # six keys, all alike
    assert not value.gradient[1].any()  # the queries are 0
    x = np.array((0.6, 0.6))
    embeddings = [passage.embedding for passage in document.passages]
    by_query = [
        (np.mean(np.array(embedding.x), axis=0) - np.array(target)) / np.sqrt(2.0)
        for embedding, target in zip(embeddings, ((2.0, 0.0), (0.0, 2.0)), strict=True)
        if embedding is not None
    ]
    assert value.gradient[0] == pytest.approx(np.outer(x, by_query[0] + by_query[1]) / 2.0)


@settings(max_examples=50)
@given(learnable(("meanings", "previous", "first"), ("none", "added")))
def test_pulls_are_downhill(made: tuple[Document, Look]) -> None:
    """Together with X they make the gradient: −∂loss/∂W_K = Xᵀ·pull, where nothing is turned."""
    document, _, problem = posed(*made)
    value = problem.at(problem.start)
    by_query, by_key = np.zeros_like(value.gradient[0]), np.zeros_like(value.gradient[1])
    for passage, pull in enumerate(value.pulls):
        if pull.queries is not None and pull.keys is not None:
            x, keys = inputs_of(document, passage)
            by_query -= x.T @ pull.queries
            by_key -= keys.T @ pull.keys
    assert by_query == pytest.approx(value.gradient[0])
    assert by_key == pytest.approx(value.gradient[1])


def descend(problem: Problem, rate: float, most: int) -> tuple[int, float]:
    """Steps until every aim has its share, and the least share then."""
    pair: Pair = problem.start
    for number in range(most + 1):
        value = problem.at(pair)
        if value.shares.min() >= REACHED:
            return number, float(value.shares.min())
        pair = step(pair, value.gradient, rate)
    return most, float(value.shares.min())


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("seed", [0, 3])
def test_every_goal_is_reached_from_every_source(source: str, goal: Goal, seed: int) -> None:
    document, wished = asked(document_of(source), goal, seed)
    problem = problem_of(prepared(document, wished), wished)
    rates = {0.1} if seed else {0.1, proposed_rate(problem)}
    for rate in rates:
        taken, least = descend(problem, rate, 600 if seed else 400)
        assert least >= REACHED, (source, goal, rate, taken, least)


def test_a_proposed_rate_goes_down_from_the_start() -> None:
    document, wished = asked(two_meanings(), "previous")
    problem = problem_of(prepared(document, wished), wished)
    rate = proposed_rate(problem)
    assert rate in RATES
    assert rate < USUAL_RATE  # which overshoots here
    losses, pair = [], problem.start
    for _ in range(40):
        value = problem.at(pair)
        losses.append(value.loss)
        pair = step(pair, value.gradient, rate)
    assert losses == sorted(losses, reverse=True)


@given(st.floats(1e3, 1e300))
def test_a_step_out_of_bounds_is_refused(rate: float) -> None:
    document, wished = asked(two_meanings(), "meanings")
    problem = problem_of(document, wished)
    slopes: tuple[Array, Array] = (problem.start[0] * 0 + 1e300, problem.start[1])
    with pytest.raises(Refused, match="rate is too large"):
        step(problem.start, slopes, rate)


def test_a_masked_word_takes_no_part() -> None:
    """Under a causal mask the last word sees all, the first itself alone: its loss is 0, its slope too."""
    document, wished = asked(replace(two_meanings(), mask=Mask("causal")), "previous")
    document = replace(document, positions=Positions("rope"))
    problem = problem_of(document, wished)
    value = problem.at(problem.start)
    assert value.shares[0] == 1.0
    assert value.pulls[0].queries is not None
    assert not value.pulls[0].queries[0].any()


def test_an_obstacle_is_refused_in_its_own_words() -> None:
    document, wished = asked(replace(two_meanings(), mask=Mask("strict")), "first")
    assert "mask hides" in wished.obstacle
    with pytest.raises(Refused, match="mask hides"):
        problem_of(document, wished)


@pytest.mark.parametrize(
    "made", [ScoreSettings(cosine=True), ScoreSettings(temperature=0.0), ScoreSettings(scale=0.0)]
)
def test_a_lean_is_learned_however_the_weights_came_about(made: ScoreSettings) -> None:
    document, wished = asked(replace(two_meanings(), settings=made), "lean")
    problem = problem_of(prepared(document, wished), wished)
    value, pair = problem.at(problem.start), problem.start
    document = problem.put(document, pair)
    outputs = [final(resolve(document, aim.passage), document.projection)[aim.row] for aim in wished.aims]
    leans = [aim.sign * (x - y) for aim, (x, y) in zip(wished.aims, outputs, strict=True)]
    np.testing.assert_allclose(value.shares, 1.0 / (1.0 + np.exp(-np.array(leans))))
    for _ in range(200):
        pair = step(pair, problem.at(pair).gradient, USUAL_RATE)
    assert problem.at(pair).loss < value.loss
