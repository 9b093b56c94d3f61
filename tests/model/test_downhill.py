"""Arrows on the plane against finite differences: what moving a word, or an output, does to the loss."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from attnstudio.model import charts, downhill, projecting
from attnstudio.model.document import Document, Look
from attnstudio.model.goals import Wanted, wanted
from attnstudio.model.learning import problem_of
from attnstudio.model.starting import prepared
from tests.learnable import asked, document_of, learnable
from tests.samples import two_meanings

STEP = 1e-4


def loss(document: Document, wished: Wanted) -> float:
    problem = problem_of(document, wished)
    return problem.at(problem.start).loss


@settings(max_examples=30)
@given(learnable(("meanings", "previous", "first")))
def test_a_word_moved_along_its_arrow_lowers_the_loss_by_its_length(made: tuple[Document, Look]) -> None:
    document, look = made
    wished = wanted(document, look)
    document = replace(prepared(document, wished), bound=1e3)
    problem = problem_of(document, wished)
    arrows = downhill.of_words(document, wished, problem.at(problem.start))
    for passage, held in enumerate(document.passages):
        assert held.embedding is not None
        for token, x in zip(held.query_tokens, held.embedding.x, strict=True):
            at = charts.shown(document.chart, x)
            for axis in range(min(len(x), 2)):
                sides = []
                for sign in (1.0, -1.0):
                    moved = list(at)
                    moved[axis] += sign * STEP
                    there = projecting.move_x(document, token.id, (moved[0], moved[1]), passage)
                    sides.append(loss(there, wished))
                slope = (sides[0] - sides[1]) / (2.0 * STEP)
                told = arrows.get(token.id, (0.0, 0.0))[axis]
                assert told == pytest.approx(-slope, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("source", ["sample", "word vectors"])
def test_an_output_leans_along_the_difference_of_the_axes(source: str) -> None:
    document, wished = asked(document_of(source), "lean")
    document = prepared(document, wished)
    problem = problem_of(document, wished)
    arrows = downhill.of_outputs(document, wished, problem.at(problem.start))
    (ax, ay), (bx, by) = arrows[0], arrows[1]
    assert (ax > 0.0, ay < 0.0) == (True, True)  # to money in A
    assert (bx < 0.0, by > 0.0) == (True, True)  # to water in B
    assert np.array((ax, bx)) == pytest.approx([-ay, -by])


def test_only_what_a_goal_is_about_has_arrows() -> None:
    document, wished = asked(two_meanings(), "meanings")
    problem = problem_of(document, wished)
    value = problem.at(problem.start)
    assert set(downhill.of_words(document, wished, value)) == {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16}
    assert downhill.of_outputs(document, wished, value) == {}
