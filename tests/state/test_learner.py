"""Learn as steps of the history: one run, one undo, whatever happens in between."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from attnstudio.model import edits, projecting, separable
from attnstudio.model.document import Document, Embedding, Look
from attnstudio.model.goals import REACHED
from attnstudio.model.learning import problem_of
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import GOALS, Goal, Learning, Positions, ScoreSettings
from attnstudio.model.soundness import check
from attnstudio.state import learner
from attnstudio.state.runs import MOST_STEPS
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from tests.learnable import BANK, asked
from tests.samples import bank, of_words, two_meanings
from tests.state.learning import learn, run_of, store_of, ticks


def move_x(document: Document) -> Document:
    return projecting.move_x(document, 3, (1.0, 1.0))


# --- a run


def test_a_run_is_one_step_of_the_history() -> None:
    store = store_of()
    before = store.document
    learn(store, 12)
    assert (run_of(store).step, run_of(store).is_running) == (12, True)
    assert [entry.name for entry in store.history.done] == ["Learn W_Q, W_K"]
    store.undo()
    assert store.document is before
    assert not run_of(store).is_running
    ticks(store, 3)  # a timer that has not heard of it
    assert store.document is before
    store.redo()
    assert run_of(store).is_current
    assert run_of(store).step == 12


def test_each_step_is_one_change_of_the_picture() -> None:
    """And the trace is made once a step: the store tells of the step and its run in the same moment."""
    store = store_of()
    learner.learn(store)
    changes: list[tuple[Snapshot, Snapshot]] = []
    store.subscribe(lambda old, new: changes.append((old, new)))
    before = store.computations
    learner.tick(store)
    documents = [new for old, new in changes if old.document is not new.document]
    assert len(documents) == 1
    assert documents[0].view.run is run_of(store)
    assert store.computations - before == 1


def test_the_loss_falls_and_the_weights_rise() -> None:
    store = store_of()
    learn(store, 30)
    losses = run_of(store).losses
    assert list(losses) == sorted(losses, reverse=True)
    weights = [resolve(store.document, p).weights[0, 5, target] for p, target in ((0, 2), (1, 4))]
    assert min(weights) == pytest.approx(run_of(store).least[-1])


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("source", ["hand-placed", "word vectors"])
def test_every_goal_ends_reached(source: str, goal: Goal) -> None:
    store = store_of(goal, source=source)
    learn(store, 400)
    run = run_of(store)
    assert run.is_reached
    assert not run.is_running
    assert "eached" in run.remark
    if run.step:
        assert run.least[-2] < REACHED  # it stopped just there
    assert len(store.history.done) == (1 if run.shown is not run.before else 0)
    check(store.document)


def test_learn_goes_further_when_asked_again() -> None:
    store = store_of()
    learn(store, 60)
    there = run_of(store).step
    learn(store, 5)
    assert run_of(store).step == there + 5
    assert run_of(store).is_running
    assert len(store.history.done) == 1


def test_what_is_reached_at_once_says_so() -> None:
    store = store_of("first")
    learn(store, 5)
    assert run_of(store).step == 0
    assert run_of(store).remark.startswith("Reached before the first step.")
    learn(store, 5)
    assert run_of(store).step == 5


def test_a_goal_about_places_takes_its_positions_back_too() -> None:
    store = store_of("previous")
    learn(store, 4)
    assert store.document.positions.kind == "added"
    assert len(store.history.done) == 1
    store.undo()
    assert store.document.positions == Positions()


def test_a_lean_makes_a_w_o_within_the_run() -> None:
    store = store_of("lean")
    learn(store, 3)
    assert store.document.projection is not None
    assert store.document.projection.w_o is not None
    assert store.undo_name == "Learn W_V, W_O"
    store.undo()
    assert store.document.projection.w_o is None


def test_a_seed_begins_from_its_own_matrices_each_time() -> None:
    store = store_of(seed=7)
    learn(store, 3)
    first = run_of(store).losses
    learner.reset(store)
    assert store.view.run is None
    learn(store, 3)
    assert run_of(store).losses == first


# --- pausing


@pytest.mark.parametrize(
    "edit",
    [
        move_x,
        lambda document: edits.set_temperature(document, 2.0),
        lambda document: projecting.move_basis(document, "w_q", 0, 0, (1.0, 1.0)),
        lambda document: edits.set_learning(document, Learning(rate=0.2)),
        projecting.make_free,
    ],
)
def test_any_other_edit_pauses(edit: edits.Edit) -> None:
    store = store_of()
    learn(store, 5)
    store.apply("Something else", edit)
    changed = store.document
    assert not run_of(store).is_running
    assert not run_of(store).is_current
    ticks(store, 3)
    assert store.document is changed
    store.undo()
    assert run_of(store).is_current
    assert (run_of(store).step, run_of(store).is_running) == (5, False)
    learn(store, 2)
    assert run_of(store).step == 7
    assert len(store.history.done) == 1  # still the same run


def test_a_new_run_after_an_edit_is_a_step_of_its_own() -> None:
    store = store_of()
    learn(store, 5)
    store.apply("Move x", move_x)
    learn(store, 5)
    assert [entry.name for entry in store.history.done] == ["Learn W_Q, W_K", "Move x", "Learn W_Q, W_K"]
    assert run_of(store).step == 5
    for _ in range(3):
        store.undo()
    assert store.document == store_of().document


def test_a_drag_pauses_and_is_not_disturbed() -> None:
    store = store_of()
    learn(store, 5)
    there = store.document
    store.begin("Move x of “money”")
    learner.tick(store)
    assert not run_of(store).is_running
    assert store.gesture is not None
    store.preview(move_x)
    assert not run_of(store).is_current
    store.cancel()
    assert store.document is there
    assert run_of(store).is_current
    ticks(store, 2)
    assert store.document is there


def test_another_row_is_another_goal() -> None:
    store = store_of()
    learn(store, 5)
    store.set_look(query=2)
    learner.tick(store)
    assert not run_of(store).is_running
    assert run_of(store).step == 5
    learn(store, 2)
    assert run_of(store).step == 2  # a run of its own
    assert len(store.history.done) == 2


def test_looking_elsewhere_does_not_part_a_run() -> None:
    """Choosing a row ends a run of key presses, but not this one."""
    store = store_of("previous")
    learn(store, 3)
    store.set_look(query=2)
    store.set_look(query=6)
    ticks(store, 3)
    assert run_of(store).step == 6
    assert len(store.history.done) == 1


def test_opening_ends_the_run() -> None:
    store = store_of()
    learn(store, 5)
    store.open(bank())
    ticks(store, 2)
    assert store.view.run is None
    assert store.document == bank()


def test_pause_and_toggle() -> None:
    store = store_of()
    learner.toggle(store)
    ticks(store, 2)
    learner.toggle(store)
    ticks(store, 2)
    assert (run_of(store).step, run_of(store).is_running) == (2, False)
    learner.one_step(store)
    assert (run_of(store).step, run_of(store).is_running) == (3, False)


# --- the slider


def test_the_slider_goes_to_any_step_and_back_within_one_entry() -> None:
    store = store_of()
    before = store.document
    learn(store, 20)
    last = store.document
    for step in (3, 11, 0, 7, 20):
        learner.show(store, step)
        assert run_of(store).step == step
        assert not run_of(store).is_running
        assert len(store.history.done) == (1 if step else 0)
        assert resolve(store.document).weights[0, 5, 2] == pytest.approx(run_of(store).value.shares[0])
    assert store.document == last
    learner.show(store, 4)
    store.undo()
    assert store.document == before


def test_learning_on_from_an_earlier_step_forgets_the_later_ones() -> None:
    store = store_of()
    learn(store, 20)
    losses = run_of(store).losses
    learner.show(store, 5)
    learner.one_step(store)
    assert run_of(store).losses == losses[:7]
    assert run_of(store).last == 6


def test_there_are_no_other_steps() -> None:
    store = store_of()
    learn(store, 3)
    for step in (-1, 4, 3):
        learner.show(store, step)
        assert run_of(store).step == 3


def test_reset_forgets_the_run() -> None:
    store = store_of("previous")
    before = store.document
    learn(store, 9)
    learner.reset(store)
    assert store.document == before
    assert store.view.run is None
    assert store.history.done == []


def test_a_run_that_was_taken_back_has_no_steps_to_go_to() -> None:
    store = store_of()
    learn(store, 9)
    store.undo()
    before = store.document
    learner.show(store, 5)
    learner.reset(store)
    assert store.document is before
    assert run_of(store).last == 9  # the curve is still there


# --- stops


def test_a_rate_that_is_too_large_is_said_and_stops() -> None:
    store = store_of("previous", rate=3.0)
    learn(store, 50)
    run = run_of(store)
    assert not run.is_running
    assert "too large" in run.remark
    assert "Try 0.02." in run.remark
    assert math.isfinite(run.losses[-1])
    check(store.document)


def test_a_step_that_overshoots_is_said_at_once() -> None:
    store = store_of("previous", rate=0.1)
    learner.learn(store)
    said = []
    for _ in range(8):
        learner.tick(store)
        said.append(run_of(store).remark)
    assert any(remark.startswith("This step overshot: the loss rose by ") for remark in said)
    assert run_of(store).is_running


@pytest.mark.parametrize("rate", [1e3, 1e5, 1e6])
@pytest.mark.parametrize("goal", GOALS)
def test_no_rate_leads_beyond_the_numbers(goal: Goal, rate: float) -> None:
    store = store_of(goal, seed=2, rate=rate)
    for _ in range(5):
        learn(store, 20)
    check(store.document)
    assert all(math.isfinite(loss) for loss in run_of(store).losses)


def test_what_can_not_be_reached_says_why() -> None:
    document, _ = asked(two_meanings(), "meanings")
    x = ((3.0, 0.0), (0.0, -1.0), (2.0, 0.0), (0.5, -2.0), (1.0, 0.0), (0.6, -0.6))
    passage = replace(document.passages[0], embedding=Embedding(x))
    store = Store(replace(document, passages=(passage,), learning=Learning(rate=1.0)), BANK)
    learn(store, MOST_STEPS)
    run = run_of(store)
    assert not run.is_running
    assert not run.is_reached
    assert run.remark.startswith("The loss falls no more. The key of money lies between those of I and the")


def test_a_rate_that_is_too_small_is_told_from_a_place_of_rest() -> None:
    store = store_of(rate=1e-8)
    learn(store, MOST_STEPS)
    run = run_of(store)
    assert not run.is_running
    assert max(float(abs(part).max()) for part in run.value.gradient) > 0.1
    assert run.remark == "The loss hardly falls, for the rate is too small. Try 0.1."


def test_with_many_words_nobody_waits_for_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deciding it takes seconds from some twenty words on, and a step is taken in the window's own time."""
    document = projecting.make_projected(of_words(*(f"word{number}" for number in range(36))))
    store = Store(asked(document, "meanings", rate=1.0)[0], Look(query=36, marked=frozenset({1, 2, 3})))
    monkeypatch.setattr(separable, "QUICK", 0)
    monkeypatch.setattr(separable, "verdict", lambda *_: pytest.fail("decided all the same"))
    monkeypatch.setattr(learner, "_LEVEL", 1)
    monkeypatch.setattr(learner, "_WORTHWHILE", math.inf)
    learner.learn(store)
    run = run_of(store)
    remark, goes_on = learner._verdict_on(run.grown(run.pairs[0], run.value, run.shown))
    assert remark == (
        "The loss falls no more. "
        "Whether the goal is possible takes long to find out with so many words; try another seed."
    )
    assert not goes_on


def test_zero_matrices_have_no_slope() -> None:
    document, _ = asked(two_meanings(), "meanings")
    for which in ("w_q", "w_k"):
        document = projecting.set_preset(document, which, 0, "zero")
    store = Store(document, BANK)
    learn(store, 2)
    assert store.view.run is None
    assert store.view.message.startswith("The gradient of W_Q, W_K is 0 here")
    assert store.document is document


@pytest.mark.parametrize(
    "change",
    [
        projecting.make_free,
        lambda document: edits.set_cosine(document, True),
        lambda document: replace(document, settings=ScoreSettings(temperature=0.0)),
    ],
)
def test_what_can_not_be_learned_is_refused_in_a_sentence(change: Callable[[Document], Document]) -> None:
    store = store_of()
    store.open(change(store.document), BANK)
    learn(store, 2)
    learner.one_step(store)
    assert store.view.run is None
    assert store.view.message.endswith(".")
    assert store.history.done == []


def test_a_run_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attnstudio.state.runs.MOST_STEPS", 6)
    store = store_of()
    learn(store, 20)
    assert run_of(store).last == 6
    assert run_of(store).remark.startswith("6 steps are what a run can hold.")
    assert not run_of(store).is_running


def test_fifty_dimensions_fit_into_memory() -> None:
    store = store_of(source="word vectors")
    learn(store, 2)
    assert 500 <= run_of(store).most_steps <= MOST_STEPS


def test_a_new_number_of_heads_pauses_and_learns_the_shown_one() -> None:
    store = store_of()
    learn(store, 3)
    store.apply("Two heads", lambda document: projecting.set_heads(document, 2))
    store.set_look(head=1)
    before = store.document.projection
    learn(store, 3)
    after = store.document.projection
    assert before is not None
    assert after is not None
    assert after.w_q[0] == before.w_q[0]
    assert after.w_q[1] != before.w_q[1]
    assert after.w_v == before.w_v
    problem_of(store.document, run_of(store).wished)


def test_looks_are_not_needed() -> None:
    """A document without a look of its own asks for its first rows."""
    store = Store(asked(two_meanings(), "previous")[0], Look())
    learn(store, 2)
    assert run_of(store).step == 2
