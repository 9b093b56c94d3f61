"""What the panel says of positions, in numbers that were worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Document, Head, Look, Passage, fitting
from attnstudio.model.positions import turned
from attnstudio.model.settings import Mask, PositionKind, Positions
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.positions import content
from attnstudio.ui.panels.positions.content import Asked, arms_of, pair_of, turned_example
from tests import samples
from tests.samples import bank, crossing, of_words, two_meanings

ROPE = Positions("rope", 0.5)
MONEY = 3


def moment(document: Document, query: int = 6) -> Snapshot:
    return Store(document, fitting(Look(query=query), document)).now


def with_positions(kind: PositionKind, turn: float = 0.5) -> Document:
    return replace(two_meanings(), positions=Positions(kind, turn))


def test_the_example_is_turned_pair_by_pair() -> None:
    one = turned_example((1.0, 2.0, 3.0, 4.0), 1, Positions("rope"), "interleaved")
    other = turned_example((1.0, 2.0, 3.0, 4.0), 1, Positions("rope"), "half-split")
    assert one.result == pytest.approx((-1.14264, 1.922076, 2.959851, 4.0298), abs=1e-6)
    assert other.result == pytest.approx((-1.984111, 1.959901, 2.462378, 4.0198), abs=1e-6)
    assert (one.names, other.names) == ((("x₁", "x₂"), ("x₃", "x₄")), (("x₁", "x₃"), ("x₂", "x₄")))
    assert one.after[0] == pytest.approx((-1.14264, 1.922076), abs=1e-6)
    assert other.after[0] == pytest.approx((-1.984111, 2.462378), abs=1e-6)
    assert one.before == ((1.0, 2.0), (3.0, 4.0))
    assert one.angles == pytest.approx((math.degrees(1.0), math.degrees(0.01)))


def test_arrows_before_and_after_are_those_of_the_trace() -> None:
    now = moment(replace(bank(), positions=ROPE))
    *keys, query = arms_of(now, Asked())
    plain = bank().passages[0].heads[0]
    assert [arm.before for arm in keys] == list(plain.keys)
    np.testing.assert_allclose([arm.after for arm in keys], now.trace.keys[0])
    assert query.before == plain.queries[5]
    np.testing.assert_allclose(query.after, now.trace.queries[0, 5])
    assert query.name == "query"


def test_a_word_that_is_moved_on_stands_further_on() -> None:
    now = moment(replace(bank(), positions=ROPE))
    arms = arms_of(now, Asked(MONEY, both=4, alone=1))
    key, query = arms[2], arms[-1]
    assert (key.name, query.name) == ("money at 7", "query at 9")
    row = np.array([bank().passages[0].heads[0].keys[2]])
    np.testing.assert_allclose(key.after, turned(row, np.array([7.0]), ROPE)[0])
    assert arms[0].after == arms_of(now, Asked(MONEY))[0].after


@given(st.integers(0, 20))
def test_under_rope_only_the_distance_counts(both: int) -> None:
    now = moment(with_positions("rope"))
    pair, apart = pair_of(now, Asked(MONEY, both)), pair_of(now, Asked(MONEY, both, alone=2))
    assert pair is not None
    assert apart is not None
    assert pair.score == pytest.approx(now.trace.scores[0, 5, 2])
    assert pair.at_moved == pytest.approx(pair.score)
    assert pair.plain == pytest.approx(3.6)
    assert abs(apart.at_moved - pair.score) > 0.1
    assert (pair.places, pair.moved) == ((5, 2), (5 + both, 2 + both))


def test_what_is_said_of_two_words() -> None:
    now = moment(with_positions("rope"))
    told = content.about_pair(pair_of(now, Asked(MONEY)), now.document.positions)
    assert told == (
        "without positions: q · k = 3.60; places count from 0",
        f"at 5 and 2, distance 3: q · k = {_score(now)}",
    )
    moved = content.about_pair(pair_of(now, Asked(MONEY, 4)), now.document.positions)
    assert moved[1:] == (
        f"at 9 and 6, distance 3: q · k = {_score(now)}",
        "the same distance, the same score",
    )
    apart = content.about_pair(pair_of(now, Asked(MONEY, 0, 1)), now.document.positions)
    assert apart[-1] == "another distance, another score"
    added = moment(with_positions("added"))
    assert content.about_pair(pair_of(added, Asked(MONEY, 4)), added.document.positions)[-1] == (
        "the same distance, another score"
    )
    none = moment(two_meanings())
    assert content.about_pair(pair_of(none, Asked(MONEY, 4)), Positions())[-1].endswith("wherever they stand")


def _score(now: Snapshot) -> str:
    return f"{now.trace.scores[0, 5, 2]:.2f}".replace("-", "−")


def test_the_best_fitting_other_word_is_looked_at_until_one_is_chosen() -> None:
    assert content.key_of(moment(bank()), Asked()) == 2
    assert content.key_of(moment(with_positions("rope", 3.0)), Asked()) == 2
    assert content.key_of(moment(bank()), Asked(key=4)) == 3
    assert content.key_of(moment(bank()), Asked(key=99)) == 2
    assert content.key_of(moment(of_words()), Asked()) == -1
    assert content.key_of(moment(of_words("alone")), Asked()) == 0
    assert content.key_of(moment(crossing()), Asked()) == 2


@pytest.mark.parametrize(
    ("document", "start"),
    [
        (two_meanings(), "Order is not seen"),
        (with_positions("rope"), "Positions see order: after a shuffle the rows differ by "),
        (with_positions("rope", 1e-5), "Positions see order: after a shuffle the rows differ by <0.001."),
        (with_positions("added"), "Positions see order"),
        (replace(bank(), mask=Mask("causal")), "The mask sees order"),
        (of_words("alone"), "Two words or more"),
        (of_words(), "Two words or more"),
    ],
)
def test_whether_order_is_seen(document: Document, start: str) -> None:
    assert content.about_order(moment(document)).startswith(start)


def test_x_and_its_position_add_up() -> None:
    now = moment(replace(two_meanings(), positions=Positions("added", 1.0, size=2.0)))
    shift = content.shifts_of(now)[5]
    p = 2.0 * math.sin(5.0), 2.0 * math.cos(5.0)
    assert shift.moved == pytest.approx((0.6 + p[0], 0.6 + p[1]))
    assert content.about_shift(shift) == "bank: (0.60, 0.60) + p₅ (−1.92, 0.57) = (−1.32, 1.17)"
    assert content.circle_of(now)[0] == (0.0, 2.0)
    assert len(content.circle_of(now)) == 6
    assert content.shifts_of(moment(bank())) == ()


def test_of_many_dimensions_the_fastest_pair_is_shown() -> None:
    row = tuple(float(number) for number in range(8))
    head = Head((row, row), (row, row), (row, row))
    document = Document("", (Passage(samples.tokens("a", "b"), heads=(head,)),))
    halves = replace(document, positions=Positions("rope", pairing="half-split"))
    neighbours = replace(document, positions=Positions("rope"))
    assert arms_of(moment(halves, 2), Asked())[1].before == (0.0, 4.0)
    assert arms_of(moment(neighbours, 2), Asked())[1].before == (0.0, 1.0)
    assert "pair 1 of 4" in content.about_turn(moment(halves, 2))
    assert content.pair_count(moment(halves, 2)) == 4


@given(samples.documents(), st.integers(0, 5), st.integers(0, 5))
def test_there_is_something_to_say_of_every_document(document: Document, both: int, alone: int) -> None:
    now, asked = moment(document), Asked(both=both, alone=alone)
    for arm in arms_of(now, asked):
        assert np.isfinite((*arm.before, *arm.after)).all()
    texts = [
        *content.about_pair(pair_of(now, asked), document.positions),
        content.about_order(now),
        content.about_figure(now, asked, "about"),
        *map(content.about_shift, content.shifts_of(now)),
    ]
    assert all(texts)
    pair = pair_of(now, asked)
    assert pair is None or np.isfinite((pair.plain, pair.score, pair.at_moved)).all()
