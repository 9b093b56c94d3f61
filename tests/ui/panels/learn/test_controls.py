"""The rate, the seed and the goal of a run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from attnstudio.model.settings import GOALS, Goal
from attnstudio.state import learner
from attnstudio.ui.panels.learn.content import GOAL_NAMES
from attnstudio.ui.panels.learn.controls import place_of, rate_at
from tests.ui.panels.learn.bench import Make


@pytest.mark.parametrize("rate", [0.001, 0.01, 0.1, 0.5, 1.0, 10.0])
def test_the_slider_has_every_usual_rate(rate: float) -> None:
    assert rate_at(place_of(rate)) == pytest.approx(rate, rel=0.06)
    assert place_of(1e9) == place_of(10.0)
    assert place_of(1e-9) == 0


def test_the_rate_is_set_by_slider_and_by_number(make: Make) -> None:
    bench = make()
    bench.key(bench.panel.controls.rate, Qt.Key.Key_Right)
    assert bench.store.document.learning.rate == 0.11
    bench.type(bench.panel.controls.rate_field, "0.25")
    assert bench.store.document.learning.rate == 0.25
    assert bench.panel.controls.rate.value() == place_of(0.25)
    bench.type(bench.panel.controls.rate_field, "0")
    assert bench.store.view.message == "A learning rate is more than 0 and at most a million."
    assert bench.store.document.learning.rate == 0.25


def test_a_seed_is_typed(make: Make) -> None:
    bench = make()
    bench.type(bench.panel.controls.seed, "7")
    assert bench.store.document.learning.seed == 7
    bench.type(bench.panel.controls.seed, "0.5")
    assert "whole number" in bench.store.view.message
    assert bench.panel.controls.run.toolTip() == "<span>Begins at matrices drawn by seed 7.</span>"


def test_another_rate_pauses(make: Make) -> None:
    bench = make()
    bench.panel.controls.run.click()
    bench.ticks(3)
    bench.key(bench.panel.controls.rate, Qt.Key.Key_Right)
    assert not learner.is_running(bench.store)
    assert not bench.panel.steps.slider.isEnabled()
    assert "undo takes it back" in bench.panel.steps.slider.accessibleDescription()
    bench.store.undo()
    assert bench.panel.steps.slider.isEnabled()


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_comes_with_a_rate_that_goes_down(make: Make, goal: Goal) -> None:
    bench = make(goal="lean" if goal == "meanings" else "meanings")
    next(action for action in bench.panel.menu.actions() if action.text() == GOAL_NAMES[goal]).trigger()
    assert bench.store.document.learning.goal == goal
    assert bench.store.undo_name == "Choose the goal"
    learner.learn(bench.store)  # what is reached at once waits to be asked again
    bench.learn(6)
    losses = bench.run().losses
    assert list(losses) == sorted(losses, reverse=True)
