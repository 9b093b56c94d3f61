"""Learn: gradient descent as edits. One run is one step of the history, whose own steps are on a slider.

All state is the snapshot's `Run`. Whatever else changes the document pauses the run in that very moment
(see `Store`), so a timer that still ticks finds nothing to do. Going back to the document that the run showed
last, by undo or redo, takes the run up again.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look
from attnstudio.model.edits import set_learning
from attnstudio.model.goals import REACHED, wanted
from attnstudio.model.learning import problem_of, proposed_rate
from attnstudio.model.learning import step as descended
from attnstudio.model.refused import Refused
from attnstudio.model.separable import quick_verdict
from attnstudio.model.settings import Goal
from attnstudio.model.starting import prepared
from attnstudio.state.runs import Run
from attnstudio.state.store import Store

RISE = 0.1
"""A step that raises the loss by more has overshot; that is said."""
_RUNAWAY = 4.0  # times the first loss, or 1: from there on it is no descent any more
_LEVEL = 50  # steps over which a loss that falls by less than a millionth has come to rest
_WORTHWHILE = 1e-3  # of the loss: if a larger rate takes off more in as many steps, there is a slope
_REACHED_AT_ONCE = (
    "Reached before the first step. Learn again goes further; a seed shows how it is learned from nothing."
)
_numbers = count()


def toggle(store: Store) -> None:
    """Learn, or pause."""
    if is_running(store):
        pause(store)
    else:
        learn(store)


def is_running(store: Store) -> bool:
    return store.view.run is not None and store.view.run.is_running


def learn(store: Store) -> None:
    """Let it run: on from the step that is shown, or a new run where there is none to go on with."""
    run = _current(store)
    if run is None:
        run = _begin(store)
        if run is not None and run.is_reached:
            _stop(store, run, _REACHED_AT_ONCE)
            return
    if run is not None:
        store.set_view(run=replace(run, is_running=True, remark=""), message="")


def pause(store: Store) -> None:
    """Stop at the step that is shown."""
    run = store.view.run
    if run is not None and run.is_running:
        store.set_view(run=replace(run, is_running=False))


def tick(store: Store) -> None:
    """What a running timer calls: one step, if the run is still running and is still the person's wish."""
    run = store.view.run
    if run is None or not run.is_running or store.is_telling:
        return
    if store.gesture is not None or _current(store) is None:
        pause(store)
    else:
        _advance(store, run)


def one_step(store: Store) -> None:
    """One step, and stop there."""
    pause(store)
    run = _current(store) or _begin(store)
    if run is not None:
        _advance(store, run)


def show(store: Store, step: int) -> None:
    """Go to a step of the run, back or forward."""
    pause(store)
    run = _own(store)
    if run is None or step == run.step or not 0 <= step <= run.last:
        return
    document = run.problem.put(store.document, run.pairs[step])
    value = run.problem.at(run.pairs[step])
    _apply(store, replace(run, step=step, shown=document, value=value, remark=""))


def reset(store: Store) -> None:
    """Forget the run; the document is as it was before."""
    run = _own(store)
    if run is None:
        return
    store.take_up(run.key, run.before)
    before = run.before
    store.apply(run.name, lambda _: before, run=run.key, view={"run": None})
    if store.view.run is not None:
        store.set_view(run=None)


def with_goal(document: Document, look: Look, goal: Goal) -> Document:
    """Another goal, with a rate at which the loss falls from the start."""
    asked = set_learning(document, replace(document.learning, goal=goal))
    wished = wanted(asked, look)
    try:
        made = prepared(asked, wished)
        rate = proposed_rate(problem_of(made, wished))
    except Refused:
        return asked
    return set_learning(asked, replace(asked.learning, rate=rate))


# --- inside -----------------------------------------------------------------------------------------------


def _own(store: Store) -> Run | None:
    """The run whose step is what the document shows."""
    run = store.view.run
    return run if run is not None and run.is_current else None


def _current(store: Store) -> Run | None:
    """The run that can go on: its step is shown, and the goal is still the same."""
    run = _own(store)
    return run if run is not None and run.wished == wanted(store.document, store.look) else None


def _begin(store: Store) -> Run | None:
    """A new run, paused at step 0; None, with a sentence said, where there is nothing to learn."""
    store.commit()
    before = store.document
    wished = wanted(before, store.look)
    try:
        made = prepared(before, wished)
        problem = problem_of(made, wished)
        start = problem.put(made, problem.start)
        if start == before:
            start = before
        value = problem.at(problem.start)
    except Refused as refused:
        store.say(str(refused))
        return None
    if value.is_flat:
        store.say(_flat(wished.matrices))
        return None
    run = Run(
        next(_numbers),
        wished,
        problem,
        before,
        start,
        value,
        (problem.start,),
        (value.loss,),
        (float(value.shares.min()),),
    )
    if start is before:
        store.set_view(run=run)
    else:
        _apply(store, run)
    return run


def _advance(store: Store, run: Run) -> None:
    """One step down, as an edit; or stop with the reason why not."""
    try:
        pair = descended(run.pairs[run.step], run.value.gradient, store.document.learning.rate)
    except Refused as refused:
        _stop(store, run, f"{refused} {_try(run)}")
        return
    if run.step >= run.most_steps:
        steps = numerals.count(run.step)
        _stop(store, run, f"{steps} steps are what a run can hold. Reset, or change the rate, to go on.")
        return
    value = run.problem.at(pair)
    grown = run.grown(pair, value, run.problem.put(store.document, pair))
    remark, goes_on = _verdict_on(grown)
    grown = replace(grown, remark=remark, is_running=run.is_running and goes_on)
    if grown.shown == store.document:
        _stop(store, run, _flat(run.wished.matrices))
        return
    _apply(store, grown)


def _verdict_on(run: Run) -> tuple[str, bool]:
    """What is to be said of the latest step, and whether a running run goes on after it."""
    before, now, step = run.losses[-2], run.losses[-1], run.step
    if now > _RUNAWAY * max(run.losses[0], 1.0):
        return f"The loss rose to {numerals.fixed(now)}: the rate is too large. {_try(run)}", False
    if run.is_reached and run.least[-2] < REACHED:
        return f"Reached at step {step}: press Learn again to go further.", False
    if step >= _LEVEL and abs(run.losses[-1 - _LEVEL] - now) <= 1e-6 * max(now, 1e-6) and not run.is_reached:
        return _rest(run), False
    if now > before + RISE:
        return f"This step overshot: the loss rose by {numerals.fixed(now - before)}. {_try(run)}", True
    return "", True


def _rest(run: Run) -> str:
    """Why the loss is level: a rate that is too small, or a place with no slope."""
    slope = sum(float((part**2).sum()) for part in run.value.gradient)
    rate, usual = run.shown.learning.rate, proposed_rate(run.problem)
    if rate < usual and usual * slope * _LEVEL > _WORTHWHILE * run.losses[-1]:
        return f"The loss hardly falls, for the rate is too small. {_try(run)}"
    found = quick_verdict(run.shown, run.wished)
    why = found.reason or "Gradient descent rests here, though the goal is possible; try another seed."
    if not found.is_known:
        why = "Whether the goal is possible takes long to find out with so many words; try another seed."
    return f"The loss falls no more. {why}"


def _try(run: Run) -> str:
    """A rate that is known to go down from the start."""
    return f"Try {numerals.exact(proposed_rate(run.problem))}."


def _flat(matrices: str) -> str:
    return f"The gradient of {matrices} is 0 here: no direction is downhill. Choose a seed, and learn again."


def _stop(store: Store, run: Run, remark: str) -> None:
    store.set_view(run=replace(run, is_running=False, remark=remark))


def _apply(store: Store, run: Run) -> None:
    """Show the step that `run` is at, as part of the run's one entry in the history."""
    document: Document = run.shown
    store.take_up(run.key, run.before)
    store.apply(run.name, lambda _: document, run=run.key, view={"run": run})
