"""A and B: states put aside."""

import pytest

from attnstudio.model import edits
from attnstudio.model.document import Handle, Look
from attnstudio.state.keeping import BOTH, Which, go_to, keep, let_go, shown, state_of
from attnstudio.state.store import Store
from tests.samples import bank, crossing


@pytest.fixture
def store() -> Store:
    return Store(bank(), Look(query=6))


def move(store: Store) -> None:
    store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 6), (0.5, 0.5)))


@pytest.mark.parametrize("which", BOTH)
def test_what_is_kept_stays_while_the_work_goes_on(store: Store, which: Which) -> None:
    keep(store, which)
    move(store)
    assert state_of(store, which).document == bank()
    assert shown(store).document != bank()


def test_what_is_not_kept_is_what_is_shown(store: Store) -> None:
    move(store)
    assert state_of(store, "A").document is store.document
    keep(store, "A")
    let_go(store, "A")
    store.undo()
    assert state_of(store, "A").document is store.document


def test_going_there_is_a_step_that_can_be_undone(store: Store) -> None:
    keep(store, "A")
    move(store)
    moved = store.document
    go_to(store, "A")
    assert store.document == bank()
    store.undo()
    assert store.document == moved


def test_going_to_nothing_says_so(store: Store) -> None:
    go_to(store, "B")
    assert store.view.message == "Nothing is kept as B yet."
    assert store.document == bank()


def test_a_and_b_outlive_another_document(store: Store) -> None:
    keep(store, "A")
    store.open(crossing())
    assert state_of(store, "A").document == bank()


def test_a_gesture_is_finished_before_it_is_kept(store: Store) -> None:
    store.begin("Move query")
    store.preview(lambda document: edits.move_vector(document, Handle("query", 6), (1.0, 1.0)))
    keep(store, "B")
    assert store.gesture is None
    assert state_of(store, "B").document == store.document
