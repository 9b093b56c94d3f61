"""What learning begins with: positions, a W_O, and matrices from a seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model.document import Document
from attnstudio.model.goals import Wanted
from attnstudio.model.projecting import set_heads
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Goal, Positions
from attnstudio.model.soundness import check
from attnstudio.model.starting import prepared
from tests.learnable import SOURCES, asked, document_of
from tests.samples import two_meanings


def made(goal: Goal, seed: int = 0, document: Document | None = None) -> tuple[Document, Document, Wanted]:
    before, wished = asked(document or two_meanings(), goal, seed)
    return before, prepared(before, wished), wished


def test_a_goal_about_meanings_needs_nothing() -> None:
    before, after, _ = made("meanings")
    assert after is before


@pytest.mark.parametrize("goal", ["previous", "first"])
def test_a_goal_about_places_switches_positions_on(goal: Goal) -> None:
    _, after, _ = made(goal)
    assert after.positions == Positions("added", size=4.0)
    check(after)


@pytest.mark.parametrize("goal", ["previous", "first"])
def test_the_persons_pairing_and_base_stay(goal: Goal) -> None:
    chosen = Positions(base=100.0, pairing="half-split")
    _, after, _ = made(goal, document=replace(two_meanings(), positions=chosen))
    assert after.positions == Positions("added", base=100.0, pairing="half-split", size=4.0)


def test_positions_that_are_on_stay_as_they_are() -> None:
    turned = replace(two_meanings(), positions=Positions("rope"))
    assert made("previous", document=turned)[1].positions == Positions("rope")


def test_a_lean_needs_a_w_o_which_changes_no_output() -> None:
    before, after, _ = made("lean")
    assert after.projection is not None
    assert after.projection.w_o == ((1.0, 0.0), (0.0, 1.0))
    assert np.array_equal(resolve(after).output, resolve(before).output)


def test_the_w_o_of_several_heads_stays() -> None:
    before, after, _ = made("lean", document=set_heads(two_meanings(), 2))
    assert after is before


@pytest.mark.parametrize("source", SOURCES)
def test_a_seed_draws_small_matrices_the_same_every_time(source: str) -> None:
    document = document_of(source)
    _, first, wished = made("meanings", 7, document)
    _, again, _ = made("meanings", 7, document)
    _, other, _ = made("meanings", 8, document)
    assert first == again
    assert first != other
    assert first.projection is not None
    w_q = np.array(first.projection.w_q[wished.head])
    assert 0.2 < np.sqrt((w_q**2).mean() * len(w_q)) < 1.5  # a vector keeps about its length
    assert first.projection.w_v == document.projection.w_v if document.projection else False
    check(first)


def test_a_seed_leaves_the_other_heads_alone() -> None:
    document = set_heads(two_meanings(), 2)
    assert document.projection is not None
    _, after, _ = made("meanings", 5, document)
    assert after.projection is not None
    assert after.projection.w_q[1] == document.projection.w_q[1]
    assert after.projection.w_q[0] != document.projection.w_q[0]


def test_the_draw_is_the_same_on_every_machine() -> None:
    """numpy's generator PCG64 is specified: seed 7's first number is 0.7 / √2 · 0.0012301534."""
    _, after, _ = made("meanings", 7)
    assert after.projection is not None
    assert after.projection.w_q[0][0][0] == pytest.approx(0.7 / np.sqrt(2.0) * 0.0012301533574825742)


def test_nothing_is_prepared_where_something_is_in_the_way() -> None:
    document = replace(two_meanings(), settings=replace(two_meanings().settings, cosine=True))
    before, after, _ = made("previous", 7, document)
    assert after is before
