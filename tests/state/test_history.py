"""Undo and redo: lists of documents, each step with its name."""

from __future__ import annotations

from attnstudio.state.history import History
from tests.samples import of_words

A, B, C = of_words("a"), of_words("b"), of_words("c")


def test_steps_go_back_and_forth_with_their_names() -> None:
    history = History()
    history.record("one", A, B)
    history.record("two", B, C)
    assert history.undo(C) is B
    assert history.undo(B) is A
    assert [entry.name for entry in history.undone] == ["two", "one"]
    assert history.redo(A) is B
    assert history.redo(B) is C
    assert [entry.name for entry in history.done] == ["one", "two"]


def test_a_new_step_ends_what_could_be_done_again() -> None:
    history = History()
    history.record("one", A, B)
    history.undo(B)
    history.record("other", A, C)
    assert not history.undone
    assert history.undo(C) is A


def test_presses_of_one_run_are_one_step() -> None:
    history = History()
    for before, after in ((A, B), (B, C)):
        history.record("press", before, after, run="key 1")
    assert history.undo(C) is A


def test_another_run_is_another_step() -> None:
    history = History()
    history.record("press", A, B, run="key 1")
    history.record("press", B, C, run="key 2")
    assert len(history.done) == 2


def test_a_run_ends_with_an_undo() -> None:
    history = History()
    history.record("press", A, B, run="key 1")
    history.record("press", B, C, run="key 1")
    history.undo(C)
    history.redo(A)
    history.record("press", C, B, run="key 1")
    assert len(history.done) == 2


def test_a_run_that_leads_back_to_its_start_is_no_step() -> None:
    history = History()
    history.record("press", A, B, run="key 1")
    history.record("press", B, A, run="key 1")
    assert not history.done
    history.record("press", A, C, run="key 1")
    assert history.undo(C) is A


def test_a_run_after_a_removed_step_does_not_join_the_one_before() -> None:
    history = History()
    history.record("earlier", C, A)
    history.record("press", A, B, run="key 1")
    history.record("press", B, A, run="key 1")
    history.record("press", A, B, run="key 1")
    assert [entry.name for entry in history.done] == ["earlier", "press"]


def test_a_step_between_two_works_leads_to_the_other_and_back() -> None:
    history = History(work="mine")
    history.record("edit", A, B)
    history.record("open", B, C)
    history.work = "yours"
    history.undo(C)
    assert history.work == "mine"
    history.undo(B)
    history.redo(A)
    assert history.work == "mine"
    history.redo(B)
    assert history.work == "yours"
