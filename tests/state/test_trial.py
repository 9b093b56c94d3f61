"""What is typed is one gesture, which is kept, put back, or ended by somebody else."""

from __future__ import annotations

from functools import partial

import pytest

from attnstudio.model.document import Document, Look
from attnstudio.model.edits import set_temperature
from attnstudio.model.refused import Refused
from attnstudio.state.store import Store
from attnstudio.state.trial import Trial
from tests import samples

WARM, HOT = partial(set_temperature, temperature=2.0), partial(set_temperature, temperature=4.0)


@pytest.fixture
def store() -> Store:
    document = samples.bank()
    return Store(document, Look(query=document.passages[0].query_tokens[0].id))


def test_nothing_begins_before_something_is_shown(store: Store) -> None:
    trial = Trial(store, "Type it")
    trial.show_none()
    assert not trial.keep()
    trial.cancel()
    assert store.gesture is None
    assert store.undo_name is None


def test_what_is_typed_last_is_kept_as_one_edit(store: Store) -> None:
    start, trial = store.document, Trial(store, "Type it")
    trial.show(WARM)
    trial.show(HOT)
    assert trial.is_on
    assert trial.keep()
    assert store.gesture is None
    assert store.document == HOT(start)
    assert store.undo_name == "Type it"
    store.undo()
    assert store.document is start


def test_what_is_cancelled_leaves_no_trace(store: Store) -> None:
    start, trial = store.document, Trial(store, "Type it")
    trial.show(WARM)
    trial.cancel()
    assert store.document is start
    assert store.undo_name is None


def test_the_work_can_be_shown_as_it_was_and_typing_goes_on(store: Store) -> None:
    start, trial = store.document, Trial(store, "Type it")
    trial.show(WARM)
    trial.show_none()
    assert store.document is start
    assert trial.is_on
    trial.show(HOT)
    assert store.document == HOT(start)


def test_a_refusal_leaves_the_trial_open(store: Store) -> None:
    def refuse(document: Document) -> Document:
        raise Refused("Not so.")

    trial = Trial(store, "Type it")
    with pytest.raises(Refused):
        trial.show(refuse)
    assert trial.is_on
    trial.cancel()


def test_once_somebody_else_ended_it_it_moves_nothing(store: Store) -> None:
    trial = Trial(store, "Type it")
    trial.show(WARM)
    store.begin("Another")
    shown = store.document
    trial.show(HOT)
    trial.show_none()
    assert not trial.keep()
    trial.cancel()
    assert store.document is shown
    assert store.gesture is not None
