"""Positions: RoPE and its two pairings, added vectors, and where words stand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Document, Passage
from attnstudio.model.positions import added, angles, pairs, places, turned, turned_back
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve, vectors_of
from attnstudio.model.rules import may_look
from attnstudio.model.settings import PAIRINGS, Mask, Pairing, PositionKind, Positions
from attnstudio.model.trace import Array
from tests import samples
from tests.samples import bank, crossing, tokens, two_meanings

ROPE = Positions("rope")
HALVES = Positions("rope", pairing="half-split")
X, OTHER = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[0.5, -1.0, 2.0, 0.0]])


def at(row: Array, place: float, positions: Positions = ROPE) -> Array:
    made: Array = turned(row, np.array([place]), positions)[0]
    return made


@pytest.mark.parametrize(
    ("positions", "right"),
    [
        (ROPE, [-1.14264, 1.922076, 2.959851, 4.0298]),
        (HALVES, [-1.984111, 1.959901, 2.462378, 4.0198]),
    ],
)
def test_the_pairing_says_which_components_turn_together(positions: Positions, right: list[float]) -> None:
    np.testing.assert_allclose(at(X, 1, positions), right, atol=1e-6)


def test_a_dot_product_depends_on_the_distance_alone() -> None:
    near, far = at(X, 2) @ at(OTHER, 0), at(X, 5) @ at(OTHER, 3)
    assert near == pytest.approx(4.644436, abs=1e-6)
    assert far == pytest.approx(near, abs=1e-12)
    assert abs(at(X, 3) @ at(OTHER, 0) - near) > 0.1


@given(
    st.sampled_from(PAIRINGS),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 60),
    st.floats(-3.0, 3.0),
    st.floats(1.0, 1e5),
)
def test_moving_both_words_on_changes_nothing(
    pairing: Pairing, i: int, j: int, on: int, turn: float, base: float
) -> None:
    positions = Positions("rope", turn, base, pairing)
    here = at(X, i, positions) @ at(OTHER, j, positions)
    there = at(X, i + on, positions) @ at(OTHER, j + on, positions)
    assert there == pytest.approx(here, abs=1e-9)


def test_in_two_dimensions_both_pairings_are_one() -> None:
    rows = np.array([[1.0, 2.0], [0.5, -1.0]])
    one, other = (turned(rows, np.array([3.0, 7.0]), kind) for kind in (ROPE, HALVES))
    assert np.array_equal(one, other)


def test_the_first_word_stays_and_lengths_stay() -> None:
    assert at(X, 0).tolist() == X[0].tolist()
    assert np.linalg.norm(at(X, 9)) == pytest.approx(np.linalg.norm(X))


def test_a_turn_of_a_quarter_leads_the_first_axis_to_the_second() -> None:
    quarter = Positions("rope", turn=math.pi / 2)
    np.testing.assert_allclose(at(np.array([[1.0, 0.0]]), 1, quarter), [0.0, 1.0], atol=1e-15)


def test_later_pairs_turn_more_slowly() -> None:
    found = angles(np.array([1.0]), 6, Positions("rope", 2.0, 1000.0))
    np.testing.assert_allclose(found, [[2.0, 2.0 / 10.0, 2.0 / 100.0]])


@pytest.mark.parametrize("kind", [ROPE, HALVES])
def test_an_odd_number_of_components_has_no_pairs(kind: Positions) -> None:
    with pytest.raises(Refused, match="pairs of components, and 3 is an odd number"):
        turned(np.ones((2, 3)), np.arange(2.0), kind)
    with pytest.raises(Refused, match="3 is an odd number"):
        added(np.arange(2.0), 3, kind)


@given(samples.vectors(4), st.integers(0, 63), st.sampled_from(PAIRINGS))
def test_turning_back_undoes_the_turn(vector: tuple[float, ...], place: int, pairing: Pairing) -> None:
    positions = Positions("rope", pairing=pairing)
    drawn = tuple(at(np.array([vector]), place, positions).tolist())
    np.testing.assert_allclose(turned_back(drawn, place, positions), vector, atol=1e-10)


def test_turning_back_leaves_no_minus_zero() -> None:
    assert all(math.copysign(1.0, c) > 0 for c in turned_back((-0.0, 0.0), 0.0, ROPE))


def test_every_head_is_turned_alike() -> None:
    rows = np.stack([X, OTHER])
    np.testing.assert_array_equal(turned(rows, np.array([4.0]), ROPE)[1, 0], at(OTHER, 4))


def test_an_added_vector_is_sine_and_cosine_of_the_same_angles() -> None:
    found = added(np.array([0.0, 1.0, 2.0]), 4, Positions("added", size=0.5))
    right = [[f(place * speed) for speed in (1.0, 0.01) for f in (math.sin, math.cos)] for place in range(3)]
    np.testing.assert_allclose(found, 0.5 * np.array(right))
    halves = added(np.array([2.0]), 4, Positions("added", pairing="half-split"))
    np.testing.assert_allclose(halves[0], [math.sin(2), math.sin(0.02), math.cos(2), math.cos(0.02)])


def test_pairs_name_every_component_once() -> None:
    for pairing in PAIRINGS:
        first, second = pairs(6, pairing)
        names = list(range(6))
        assert sorted(names[first] + names[second]) == names
        assert len(names[first]) == len(names[second])


# --- where words stand


def standing(asking: int, offering: int | None = None) -> Passage:
    """A passage of so many words, whose vectors play no part."""
    cross = None if offering is None else tokens(*["k"] * offering, first=100)
    return Passage(tokens(*["w"] * asking), cross)


def where(passage: Passage, mask: Mask) -> tuple[list[float], list[float]]:
    queries, keys = places(passage, mask)
    return queries.tolist(), keys.tolist()


def test_words_stand_one_after_the_other() -> None:
    assert where(standing(3), Mask()) == ([0, 1, 2], [0, 1, 2])
    assert where(standing(3), Mask(padding="right", pads=2)) == ([0, 1, 2], [0, 1, 2])
    assert where(standing(0), Mask()) == ([], [])


def test_padding_on_the_left_counts_for_nothing() -> None:
    assert where(standing(5), Mask(padding="left", pads=2))[1] == [0, 0, 0, 1, 2]
    assert where(standing(2), Mask(padding="left", pads=9))[1] == [0, 0]


@pytest.mark.parametrize(
    ("mask", "queries", "keys"),
    [
        (Mask(align="end"), [3, 4], [0, 1, 2, 3, 4]),
        (Mask(align="start"), [0, 1], [0, 1, 2, 3, 4]),
        (Mask(align="end", padding="left", pads=2), [1, 2], [0, 0, 0, 1, 2]),
        (Mask(align="end", padding="left", pads=4), [0, 0], [0, 0, 0, 0, 0]),
    ],
)
def test_fewer_queries_than_keys_stand_as_the_mask_has_them(
    mask: Mask, queries: list[float], keys: list[float]
) -> None:
    assert where(standing(2, 5), mask) == (queries, keys)


def test_more_queries_than_keys_keep_their_distances() -> None:
    assert where(standing(5, 2), Mask(align="end")) == ([0, 1, 2, 3, 4], [3, 4])
    assert where(standing(5, 2), Mask(align="start")) == ([0, 1, 2, 3, 4], [0, 1])


@given(st.integers(0, 8), st.integers(0, 8), st.sampled_from(["start", "end"]))
def test_a_causal_mask_hides_just_the_keys_that_stand_later(asking: int, offering: int, align: str) -> None:
    mask = Mask("causal", align="end" if align == "end" else "start")
    passage = standing(asking, offering)
    queries, keys = places(passage, mask)
    assert np.array_equal(may_look(mask, passage), keys[None, :] <= queries[:, None])


# --- in a document


def test_rope_turns_queries_and_keys_and_no_values() -> None:
    plain, trace = resolve(bank()), resolve(replace(bank(), positions=ROPE))
    np.testing.assert_array_equal(trace.values, plain.values)
    np.testing.assert_allclose(trace.queries[0, 5], turned(plain.queries[0, 5:], np.array([5.0]), ROPE)[0])
    np.testing.assert_allclose(trace.keys[0, 2], turned(plain.keys[0, 2:3], np.array([2.0]), ROPE)[0])
    np.testing.assert_allclose(np.diagonal(trace.scores[0]), np.diagonal(plain.scores[0]), atol=1e-12)


def test_alignment_changes_the_distances() -> None:
    document = replace(crossing(), positions=ROPE)
    end = resolve(replace(document, mask=Mask(align="end"))).scores
    start = resolve(replace(document, mask=Mask(align="start"))).scores
    assert not np.allclose(end, start)


def test_an_added_position_moves_x_before_the_matrices() -> None:
    document = two_meanings()
    placed = replace(document, positions=Positions("added", size=0.5))
    plain, trace = resolve(document), resolve(placed)
    moved = added(np.arange(6.0), 2, placed.positions)
    np.testing.assert_allclose(trace.keys[0], plain.keys[0] + moved)
    np.testing.assert_allclose(trace.values[0], plain.values[0] + moved)
    np.testing.assert_allclose(trace.queries[0], plain.queries[0] + 3.0 * moved)


@pytest.mark.parametrize("kind", ["rope", "added"])
def test_words_can_be_asked_about_at_other_places(kind: PositionKind) -> None:
    document = replace(two_meanings(), positions=Positions(kind, 0.5))
    own = np.arange(6.0)
    for one, other in zip(vectors_of(document), vectors_of(document, 0, (own, own)), strict=True):
        np.testing.assert_array_equal(one, other)
    further = vectors_of(document, 0, (own + 7.0, own + 7.0))
    scores = [q[0] @ k[0].T for q, k, _ in (vectors_of(document), further)]
    assert np.allclose(*scores) == (kind == "rope")


def test_without_positions_order_is_not_seen_and_with_them_it_is() -> None:
    document = two_meanings()
    back = reversed_words(document)
    for positions, is_seen in ((Positions(), False), (ROPE, True), (Positions("added"), True)):
        there = resolve(replace(document, positions=positions)).output[0]
        here = resolve(replace(back, positions=positions)).output[0]
        assert np.allclose(here[::-1], there) != is_seen, positions.kind


def reversed_words(document: Document) -> Document:
    first, *rest = document.passages
    assert first.embedding is not None
    changed = replace(
        first,
        query_tokens=first.query_tokens[::-1],
        embedding=replace(first.embedding, x=first.embedding.x[::-1]),
    )
    return replace(document, passages=(changed, *rest))
