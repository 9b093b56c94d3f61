"""A store with a goal, and the ticks of a timer that learns it."""

from __future__ import annotations

from attnstudio.model.settings import Goal
from attnstudio.state import learner
from attnstudio.state.runs import Run
from attnstudio.state.store import Store
from tests.learnable import BANK, asked, document_of


def store_of(goal: Goal = "meanings", seed: int = 0, rate: float = 0.1, source: str = "sample") -> Store:
    return Store(asked(document_of(source), goal, seed, rate)[0], BANK)


def run_of(store: Store) -> Run:
    assert store.view.run is not None
    return store.view.run


def ticks(store: Store, count: int) -> None:
    for _ in range(count):
        learner.tick(store)


def learn(store: Store, count: int = 10) -> None:
    learner.learn(store)
    ticks(store, count)
