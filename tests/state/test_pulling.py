"""Pulling weight bars, without a mouse: what moves, where it stops, what is remembered."""

import math
from dataclasses import replace

import pytest

from attnstudio.model import numerals
from attnstudio.model.document import (
    Document,
    Embedding,
    Handle,
    Head,
    Look,
    Passage,
    Projection,
    Token,
)
from attnstudio.model.edits import flip_cell, move_vector, set_cosine
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.state.pulling import WeightGrip, foretold, may_pull
from attnstudio.state.store import Store

X = ((0.25, 0.1), (1.2, 0.4), (2.0, 0.0), (0.15, -0.15), (-0.15, 0.1), (0.6, 0.6))
WORDS = tuple(Token(i + 10, text) for i, text in enumerate(["I", "deposited", "money", "at", "the", "bank"]))
MONEY, BANK = 12, 15
PLAIN, OPEN = ScoreSettings(), Mask()


def store(
    settings: ScoreSettings = PLAIN, mask: Mask = OPEN, query: tuple[float, float] = (1.8, 1.8)
) -> Store:
    passage = Passage(WORDS, heads=(Head((*X[:5], query), X, X),))
    return Store(Document("test", (passage,), settings, mask), Look(query=BANK))


def weight_of_money(held: Store) -> float:
    return float(held.trace.weights[0, 5, 2])


def test_a_pull_moves_the_query_to_where_the_weight_is_as_asked() -> None:
    held = store()
    grip = WeightGrip(held, MONEY)
    assert grip.start == pytest.approx(0.447, abs=5e-4)
    grip.pull(0.7)
    assert weight_of_money(held) == pytest.approx(0.7, abs=1e-9)
    assert held.document.passages[0].heads[0].keys is X
    grip.pull(0.2)
    grip.release()
    assert weight_of_money(held) == pytest.approx(0.2, abs=1e-9)
    assert held.undo_name == "Pull weight of “money”"
    held.undo()
    assert held.document == store().document
    assert held.undo_name is None


def test_there_and_back_is_exact_and_no_edit() -> None:
    held = store(query=(1.8123456789, 1.7))
    start = held.document
    grip = WeightGrip(held, MONEY)
    for weight in (0.5, 0.99, 0.1, grip.start):
        grip.pull(weight)
    assert held.document is start
    grip.release()
    assert held.undo_name is None


def test_cancelling_puts_everything_back_to_the_last_bit() -> None:
    held = store()
    before = held.now
    grip = WeightGrip(held, MONEY)
    grip.pull(0.8)
    grip.cancel()
    assert held.document is before.document
    assert held.trace is before.trace
    assert not grip.is_pulling


def test_a_pull_ended_by_others_stays_ended() -> None:
    held = store()
    grip = WeightGrip(held, MONEY)
    grip.pull(0.8)
    held.undo()
    grip.pull(0.6)
    grip.release()
    assert held.document == store().document
    assert not grip.is_pulling


def test_the_bar_stops_at_the_bound_and_says_why() -> None:
    held = store()
    grip = WeightGrip(held, BANK)
    grip.pull(1.0)
    assert held.trace.weights[0, 5, 5] == pytest.approx(grip.reach.highest, abs=1e-9)
    assert "bank" in held.view.message
    assert grip.reach.highest < 1.0
    query = held.document.passages[0].heads[0].queries[5]
    assert max(map(abs, query)) <= held.document.bound
    grip.pull(grip.start + 0.001)
    assert held.view.message == ""


def test_a_run_of_presses_is_one_step_and_comes_back_exactly() -> None:
    held = store()
    start = held.document
    grip = WeightGrip(held, MONEY)
    for by in (0.01, 0.01, 0.1):
        assert grip.step(by)
        assert grip.holds_run
    assert weight_of_money(held) == pytest.approx(grip.start + 0.12, abs=1e-9)
    held.undo()
    assert held.document == start
    assert not grip.holds_run


def test_presses_stop_at_the_bound() -> None:
    held = store()
    grip = WeightGrip(held, BANK)
    presses = [grip.step(0.1) for _ in range(12)]
    assert not presses[-1]
    assert held.view.message


def test_a_typed_weight_is_met_or_refused() -> None:
    held = store()
    assert WeightGrip(held, MONEY).put(0.25)
    assert weight_of_money(held) == pytest.approx(0.25, abs=1e-9)
    with pytest.raises(Refused, match="from 0 to 1"):
        WeightGrip(held, MONEY).put(1.5)
    with pytest.raises(Refused, match="from 0 to 1"):
        WeightGrip(held, MONEY).put(math.nan)


def test_a_start_outside_the_bound_is_kept_when_nothing_is_asked() -> None:
    held = store(query=(5.0, 1.0))
    grip = WeightGrip(held, MONEY)
    grip.pull(0.6)
    grip.pull(grip.start)
    assert held.document.passages[0].heads[0].queries[5] == (5.0, 1.0)


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (store(ScoreSettings(temperature=0.0)), "temperature 0"),
        (store(ScoreSettings(scale=0.0)), "scale is 0"),
        (store(mask=Mask("custom", frozenset({(BANK, MONEY)}))), "hides “money”"),
        (store(mask=Mask("custom", frozenset((BANK, t.id) for t in WORDS))), "look at nothing"),
        (store(mask=Mask("custom", frozenset((BANK, t.id) for t in WORDS if t.id != MONEY))), "only key"),
    ],
)
def test_where_nothing_can_be_pulled_it_says_why(held: Store, why: str) -> None:
    with pytest.raises(Refused, match=why):
        WeightGrip(held, MONEY)


def test_projected_vectors_say_why() -> None:
    unit = ((1.0, 0.0), (0.0, 1.0))
    passage = Passage(WORDS, embedding=Embedding(X))
    held = Store(
        Document("test", (passage,), projection=Projection((unit,), (unit,), (unit,))), Look(query=BANK)
    )
    with pytest.raises(Refused, match="projection"):
        WeightGrip(held, MONEY)
    assert not may_pull(held.now, [True] * 6, 2)


def test_vectors_of_three_dimensions_say_why() -> None:
    x = tuple((*v, 1.0) for v in X)
    held = Store(Document("test", (Passage(WORDS, heads=(Head(x, x, x),)),)), Look(query=BANK))
    with pytest.raises(Refused, match="2 numbers"):
        WeightGrip(held, MONEY)
    assert not may_pull(held.now, [True] * 6, 2)


def test_the_cheap_question_agrees_with_the_certain_answer() -> None:
    assert may_pull(store().now, [True] * 6, 2)
    assert not may_pull(store().now, [False, False, True, False, False, False], 2)
    assert not may_pull(store().now, [True, True, False, True, True, True], 2)
    assert not may_pull(store(ScoreSettings(temperature=0.0)).now, [True] * 6, 2)


@pytest.mark.parametrize(
    ("held", "j", "said"),
    [
        (store(), 2, "Pull to change it, from 0.003 to 0.871."),
        (store(mask=Mask("none", frozenset({(BANK, MONEY)}))), 2, "The mask hides “money” from this query"),
        (store(ScoreSettings(temperature=0.0)), 2, "At temperature 0 a weight is 0, 1 or a share among ties"),
        (store(ScoreSettings(scale=0.0)), 2, "The scale is 0, so all 6 keys score 0"),
    ],
)
def test_what_a_pull_would_come_to_is_told_before_it_is_tried(held: Store, j: int, said: str) -> None:
    before = held.now
    assert foretold(held.now, j).startswith(said)
    assert held.now is before


def test_a_key_between_the_others_is_told_to_be_one() -> None:
    told, grip = foretold(store().now, 0), WeightGrip(store(), 10)
    assert f"to {numerals.weight(grip.reach.highest)}. " in told
    assert told.endswith(grip.reach.why_high("I"))
    assert "lies between the other keys" in told


def test_a_mask_flipped_meanwhile_starts_a_new_run() -> None:
    held = store()
    grip = WeightGrip(held, MONEY)
    grip.step(0.01)
    held.apply("Mask", lambda document: flip_cell(document, BANK, 10))
    assert not grip.holds_run
    held.apply("Move", lambda document: move_vector(document, Handle("query", BANK), (1.0, 1.0)))
    assert not grip.holds_run


# --- where scores are made otherwise


@pytest.mark.parametrize("turn", [0.5, -2.0])
def test_under_rope_the_pulled_weight_is_the_one_that_is_shown(turn: float) -> None:
    """The query is solved for as it is compared, and put down as it was before its turn."""
    plain = store()
    held = Store(replace(plain.document, positions=Positions("rope", turn)), Look(query=BANK))
    grip = WeightGrip(held, MONEY)
    for goal in (0.5, 0.3):
        weight = min(max(goal, grip.reach.lowest), grip.reach.highest)
        grip.pull(weight)
        assert weight_of_money(held) == pytest.approx(weight, abs=1e-9)
    grip.cancel()
    assert held.document == replace(plain.document, positions=Positions("rope", turn))


@pytest.mark.parametrize(
    "document",
    [
        set_cosine(store().document, on=True),
        replace(store().document, wrong=Wrong(skips_softmax=True)),
        replace(store().document, wrong=Wrong(added=(BANK, MONEY, 3.0))),
    ],
)
def test_where_the_formula_is_changed_no_weight_is_pulled(document: Document) -> None:
    held = Store(document, Look(query=BANK))
    assert not may_pull(held.now, [True] * 6, 2)
    with pytest.raises(Refused, match="as usual"):
        WeightGrip(held, MONEY)
    assert "as usual" in foretold(held.now, 2)
