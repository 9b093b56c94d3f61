"""From every source of vectors a goal is reached, or a sentence says why not, and is right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model import projecting
from attnstudio.model.document import Document, Embedding, Look, Projection, fitting
from attnstudio.model.edits import set_learning
from attnstudio.model.goals import wanted
from attnstudio.model.separable import lean_tensors, tensors_of, verdict
from attnstudio.model.settings import GOALS, Goal, Learning
from attnstudio.state import learner
from attnstudio.state.runs import MOST_STEPS
from attnstudio.state.store import Store
from attnstudio.study.scenes import load, scenes
from tests.learnable import BANK
from tests.samples import two_meanings
from tests.state.learning import learn, run_of


def own(seed: int, size: int) -> Document:
    """Both sentences with vectors that a person brought along."""
    numbers = np.random.default_rng(seed).normal(size=(2, 6, size)).round(2)
    unit = tuple(tuple(float(i == j) for j in range(size)) for i in range(size))
    passages = (
        replace(passage, embedding=Embedding(tuple(map(tuple, rows.tolist()))))
        for passage, rows in zip(two_meanings().passages, numbers, strict=True)
    )
    projection = Projection((unit,), (unit,), (unit,))
    return replace(two_meanings(), passages=tuple(passages), projection=projection, chart=None)


def judge(document: Document, look: Look, goal: Goal) -> None:
    """A goal is reached, or a sentence says why not, and is right."""
    look = fitting(look, document)
    document = learner.with_goal(set_learning(document, Learning(goal, 0.1)), look, goal)
    store = Store(document, look)
    learn(store, 400)
    run = store.view.run
    if run is None:
        assert wanted(document, look).obstacle == store.view.message != ""
        return
    if run.is_reached:
        return
    found = verdict(run.shown, run.wished)
    if found.proof is None:  # it needs patience
        learn(store, MOST_STEPS)
        assert run_of(store).is_reached, (goal, run_of(store).least[-1], found.margin)
        return
    tensors, terms = (lean_tensors if goal == "lean" else tensors_of)(store.document, run.wished)
    assert tensors is not None
    place = {term: number for number, term in enumerate(terms)}
    mixed = sum(share * tensors[place[aim, key]] for share, aim, key in found.proof.terms)
    assert np.linalg.norm(mixed) <= 1e-7 * np.linalg.norm(tensors, axis=1).max()
    assert sum(share for share, _, _ in found.proof.terms) == pytest.approx(1.0)
    assert min(share for share, _, _ in found.proof.terms) > 0.0


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("seed", range(4))
def test_ones_own_vectors_reach_it_or_say_why_not(seed: int, size: int, goal: Goal) -> None:
    judge(own(seed, size), BANK, goal)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("scene", [info.id for info in scenes()])
def test_every_scene_reaches_it_or_says_why_not(scene: str, goal: Goal) -> None:
    document, look = load(scene)
    if any(passage.embedding is None for passage in document.passages):
        document = projecting.make_projected(document)
    judge(document, look, goal)
