"""A person and a timer at once: whatever is done in whatever order, a run is one step."""

from __future__ import annotations

from hypothesis import settings as examples
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from attnstudio.model import edits, projecting
from attnstudio.model.document import Document
from attnstudio.model.settings import GOALS, Goal, Learning
from attnstudio.model.soundness import check
from attnstudio.state import learner
from tests.learnable import BANK
from tests.state.learning import run_of, store_of, ticks


class PersonAndTimer(RuleBasedStateMachine):
    """A person, a timer that never stops ticking, and the Store."""

    def __init__(self) -> None:
        super().__init__()
        self.store = store_of("meanings")
        self.seen: list[Document] = []

    @rule()
    def learn(self) -> None:
        learner.learn(self.store)

    @rule(count=st.integers(1, 4))
    def ticking(self, count: int) -> None:
        before, run = self.store.document, self.store.view.run
        ticks(self.store, count)
        if run is None or not run.is_running:
            assert self.store.document is before

    @rule()
    def one_step(self) -> None:
        learner.one_step(self.store)

    @rule()
    def pause(self) -> None:
        learner.pause(self.store)
        before = self.store.document
        learner.tick(self.store)
        assert self.store.document is before

    @rule(share=st.floats(0.0, 1.0))
    def slide(self, share: float) -> None:
        run = self.store.view.run
        if run is not None:
            step = round(share * run.last)
            learner.show(self.store, step)
            after = run_of(self.store)
            assert not after.is_running
            assert after.step == step or not after.is_current

    @rule()
    def reset(self) -> None:
        run = self.store.view.run
        if run is not None and run.is_current:
            before = run.before
            learner.reset(self.store)
            assert self.store.document == before
            assert self.store.view.run is None

    @rule(x=st.floats(-2.0, 2.0), y=st.floats(-2.0, 2.0))
    def edit(self, x: float, y: float) -> None:
        changed = self.store.apply("Move x", lambda document: projecting.move_x(document, 3, (x, y)))
        assert not changed or not learner.is_running(self.store)

    @rule(goal=st.sampled_from(GOALS), seed=st.sampled_from((0, 5)))
    def ask(self, goal: Goal, seed: int) -> None:
        self.store.apply("Ask", lambda document: edits.set_learning(document, Learning(goal, 0.1, seed)))

    @rule(query=st.sampled_from((2, 6)))
    def look(self, query: int) -> None:
        self.store.set_look(query=query)

    @precondition(lambda self: self.store.gesture is None)
    @rule()
    def begin(self) -> None:
        self.store.begin("Drag")

    @precondition(lambda self: self.store.gesture is not None)
    @rule(x=st.floats(-2.0, 2.0), keep=st.booleans())
    def drag(self, x: float, keep: bool) -> None:
        start = self.store.gesture
        assert start is not None
        self.store.preview(lambda document: projecting.move_basis(document, "w_k", 0, 1, (x, 1.0)))
        learner.tick(self.store)
        assert self.store.gesture is start  # the timer lets the hand be
        if keep:
            self.store.commit()
        else:
            self.store.cancel()
            assert self.store.document is start.start.document

    @rule()
    def undo(self) -> None:
        self.store.commit()
        run, done = self.store.view.run, self.store.history.done
        entry = done[-1] if done else None
        self.store.undo()
        assert not learner.is_running(self.store) or entry is None
        if entry is not None:
            assert self.store.document == entry.document
        if run is not None and run.is_current and run.shown != run.before:
            assert self.store.document == run.before  # the whole of it

    @rule()
    def redo(self) -> None:
        there = self.store.history.undone
        self.store.redo()
        assert not there or not learner.is_running(self.store)

    @rule()
    def open(self) -> None:
        self.store.open(store_of("meanings").document, BANK)
        assert self.store.view.run is None

    @invariant()
    def the_document_is_sound(self) -> None:
        check(self.store.document)

    @invariant()
    def a_current_run_shows_its_step(self) -> None:
        run = self.store.view.run
        if run is None:
            return
        assert len(run.pairs) == len(run.losses) == len(run.least)
        assert 0 <= run.step <= run.last
        assert run.is_current == (run.shown is self.store.document)
        if run.is_current:
            assert run.problem.put(self.store.document, run.pairs[run.step]) == self.store.document
        else:
            assert not run.is_running

    @invariant()
    def one_undo_takes_a_current_run_back(self) -> None:
        run = self.store.view.run
        if run is not None and run.is_current and run.shown != run.before:
            assert self.store.history.done[-1].document == run.before
            assert self.store.undo_name == run.name


TestLearning = PersonAndTimer.TestCase
TestLearning.settings = examples(max_examples=60, stateful_step_count=30, deadline=None)
