"""The short arrows of Learn: there while a run is shown, and true."""

from __future__ import annotations

import math

import pytest

from attnstudio.model import projecting
from attnstudio.model.goals import Wanted
from attnstudio.model.learning import problem_of
from attnstudio.state import learner
from attnstudio.state.store import Store
from attnstudio.ui.panels.meanings.content import Contents
from attnstudio.ui.panels.meanings.pulls import about_pulls, pulls_of
from tests.learnable import BANK, asked
from tests.samples import two_meanings


def learned(goal: str = "meanings") -> Store:
    store = Store(asked(two_meanings(), "lean" if goal == "lean" else "meanings")[0], BANK)
    learner.one_step(store)
    return store


def test_there_are_none_before_a_run_and_none_after_another_edit() -> None:
    store = Store(two_meanings(), BANK)
    assert pulls_of(store.now, Contents().of(store.now)) == []
    assert about_pulls(store.now) == ""
    store = learned()
    assert about_pulls(store.now)
    assert pulls_of(store.now, Contents().of(store.now))
    store.apply("Move x", lambda document: projecting.move_x(document, 3, (1.0, 1.0)))
    assert pulls_of(store.now, Contents().of(store.now)) == []


def test_a_prediction_is_not_given_away() -> None:
    store = learned()
    store.set_look(predicting=True)
    assert about_pulls(store.now) == ""
    assert pulls_of(store.now, Contents().of(store.now)) == []


def test_a_word_of_both_sentences_has_the_sum_of_both() -> None:
    """Moving *bank* along its arrow, in both sentences at once, lowers the loss by that much."""
    store = learned()
    content = Contents().of(store.now)
    word = next(word for word in content.words if word.asks)
    pull = dict(pulls_of(store.now, content))[word.at]
    wished = store.view.run.wished if store.view.run else Wanted("meanings")

    def loss(by: float) -> float:
        document, size = store.document, math.hypot(*pull)
        at = word.at[0] + by * pull[0] / size, word.at[1] + by * pull[1] / size
        for seen in word.seen:
            document = projecting.move_x(document, seen.token, at, seen.passage)
        problem = problem_of(document, wished)
        return problem.at(problem.start).loss

    slope = (loss(1e-5) - loss(-1e-5)) / 2e-5
    assert slope == pytest.approx(-math.hypot(*pull), rel=1e-5)


def test_a_lean_has_its_arrows_at_the_ends_of_the_ways() -> None:
    store = learned("lean")
    content = Contents().of(store.now)
    ends = [way.end for way in content.ways]
    assert [at for at, _ in pulls_of(store.now, content)] == ends
