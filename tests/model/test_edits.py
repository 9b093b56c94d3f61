"""Every edit: what it changes, what it leaves, and that changing nothing gives the same object."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import (
    LARGEST,
    ROLES,
    Chart,
    Document,
    Handle,
    Head,
    Passage,
    Role,
    Vector,
)
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Mask, Padding, PositionKind, Positions, ScoreSettings
from attnstudio.model.soundness import check
from tests.samples import bank, crossing, documents, projected, tokens, two_meanings


def vector(document: Document, role: Role, index: int) -> Vector:
    return document.passages[0].heads[0].of(role)[index]


# --- moving a vector


@pytest.mark.parametrize("role", ["query", "key", "value"])
def test_one_vector_moves_and_no_other(role: Role) -> None:
    before = bank()
    after = edits.move_vector(before, Handle(role, 3), (1.0, -2.0))
    assert vector(after, role, 2) == (1.0, -2.0)
    changed = [
        (other, index)
        for other in ROLES
        for index in range(6)
        if vector(before, other, index) != vector(after, other, index)
    ]
    assert changed == [(role, 2)]
    assert replace(after, passages=before.passages) == before


def test_moving_to_where_it_is_changes_nothing() -> None:
    document = bank()
    assert edits.move_vector(document, Handle("query", 6), (1.8, 1.8)) is document


def test_a_tip_stays_within_the_bound() -> None:
    moved = edits.move_vector(bank(), Handle("key", 1), (50.0, -3.5))
    assert vector(moved, "key", 0) == (3.0, -3.0)


@pytest.mark.parametrize("point", [(math.nan, 0.0), (0.0, math.inf), (-math.inf, 0.0)])
def test_a_point_must_be_finite(point: tuple[float, float]) -> None:
    with pytest.raises(Refused, match="finite"):
        edits.move_vector(bank(), Handle("key", 1), point)


def test_a_projected_vector_is_not_moved() -> None:
    with pytest.raises(Refused, match="made from x by a projection"):
        edits.move_vector(projected(), Handle("query", 1), (0.0, 0.0))


def test_key_tokens_of_their_own_are_found() -> None:
    moved = edits.move_vector(crossing(), Handle("value", 4), (0.5, 0.5))
    assert vector(moved, "value", 1) == (0.5, 0.5)
    with pytest.raises(ValueError, match="no token with id 4"):
        edits.move_vector(crossing(), Handle("query", 4), (0.5, 0.5))


def test_a_head_and_a_passage_of_several() -> None:
    one = Head(((1.0, 0.0),), ((1.0, 0.0),), ((1.0, 0.0),))
    first, second = Passage(tokens("a"), heads=(one, one)), Passage(tokens("b", first=2), heads=(one, one))
    moved = edits.move_vector(Document("", (first, second)), Handle("key", 2, head=1), (0.0, 1.0), passage=1)
    assert moved.passages[0] is first
    assert moved.passages[1].heads[0] is one
    assert moved.passages[1].heads[1].keys == ((0.0, 1.0),)


def test_only_what_the_chart_shows_is_changed() -> None:
    wide = Head(((1.0, 2.0, 3.0),), ((1.0, 2.0, 3.0),), ((1.0, 2.0, 3.0),))
    document = Document("", (Passage(tokens("a"), heads=(wide,)),))
    assert vector(edits.move_vector(document, Handle("query", 1), (0.0, -1.0)), "query", 0) == (0, -1, 3)
    turned = replace(document, chart=Chart((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)))
    assert vector(edits.move_vector(turned, Handle("query", 1), (0.5, 1.0)), "query", 0) == (1, 1, 0.5)


@given(documents(free=True, size=2), st.data())
def test_a_turned_tip_goes_just_where_it_is_put(document: Document, data: st.DataObject) -> None:
    """Under RoPE the plane shows queries and keys turned: the drawn tip is what the hand holds."""
    passage = data.draw(st.integers(0, len(document.passages) - 1))
    held = document.passages[passage]
    role = data.draw(st.sampled_from(ROLES))
    if not held.tokens_of(role):
        return
    document = replace(document, positions=Positions("rope", data.draw(st.floats(-3.0, 3.0))))
    index = data.draw(st.integers(0, len(held.tokens_of(role)) - 1))
    head = data.draw(st.integers(0, len(held.heads) - 1))
    inside = st.floats(-document.bound, document.bound, allow_subnormal=False)
    point = data.draw(st.tuples(inside, inside))
    handle = Handle(role, held.tokens_of(role)[index].id, head)
    moved = edits.move_vector(document, handle, point, passage)
    trace = resolve(moved, passage)
    rows = {"query": trace.queries, "key": trace.keys, "value": trace.values}[role]
    np.testing.assert_allclose(rows[head, index], point, rtol=1e-12, atol=1e-9)
    drawn = tuple(rows[head, index].tolist())
    if max(map(abs, drawn)) <= document.bound:
        assert edits.move_vector(moved, handle, (drawn[0], drawn[1]), passage) is moved


@pytest.mark.parametrize("role", ["query", "key"])
def test_a_number_that_is_typed_is_the_one_that_is_shown(role: Role) -> None:
    document = replace(bank(), positions=Positions("rope"))
    moved = edits.set_component(document, Handle(role, 5), 0, 1.25)
    rows = {"query": resolve(moved).queries, "key": resolve(moved).keys}[role]
    before = {"query": resolve(document).queries, "key": resolve(document).keys}[role]
    np.testing.assert_allclose(rows[0, 4], (1.25, before[0, 4, 1]))
    with pytest.raises(Refused, match="ends at ±3"):
        edits.set_component(document, Handle(role, 5), 0, 3.5)


def test_the_bound_is_that_of_the_tips_as_they_are_drawn() -> None:
    document = replace(bank(), positions=Positions("rope", math.pi / 4))
    corner = edits.move_vector(document, Handle("key", 2), (3.0, 3.0))
    assert vector(corner, "key", 1)[0] == pytest.approx(3.0 * math.sqrt(2.0))
    assert edits.farthest(corner) == pytest.approx(3.0)


@pytest.mark.parametrize("padding", ["none", "left", "right"])
def test_painting_begins_with_what_is_masked_and_padded_now(padding: Padding) -> None:
    mask = Mask("window", frozenset({(6, 1)}), 2, padding=padding, pads=2)
    document = replace(bank(), mask=mask, positions=Positions("rope"))
    custom = edits.set_rule(document, "custom")
    assert custom.mask.rule == "custom"
    assert (custom.mask.padding, custom.mask.pads) == (padding, 2)
    assert np.array_equal(may_look(custom.mask, custom.passages[0]), may_look(mask, custom.passages[0]))
    assert np.array_equal(resolve(custom).weights, resolve(document).weights)


# --- positions


def test_free_vectors_have_no_x_to_add_to() -> None:
    with pytest.raises(Refused, match="no x to which a position could be added: make them from x first"):
        edits.set_positions(bank(), Positions("added"))
    assert edits.set_positions(two_meanings(), Positions("added")).positions.kind == "added"


@pytest.mark.parametrize("kind", ["rope", "added"])
def test_an_odd_number_of_components_has_no_positions(kind: PositionKind) -> None:
    three = Head(((1.0, 0.0, 0.0),), ((1.0, 0.0, 0.0),), ((1.0,),))
    free = Document("", (*bank().passages, Passage(tokens("x", first=50), heads=(three,))))
    of_three = free if kind == "rope" else projected()
    with pytest.raises(Refused, match="pairs of components, and 3 is an odd number"):
        edits.set_positions(of_three, Positions(kind))


@pytest.mark.parametrize(
    ("positions", "why"),
    [
        (Positions("rope", math.nan), "positions.turn"),
        (Positions("rope", base=0.5), "positions.base: must be at least 1"),
        (Positions("rope", size=math.inf), "positions.size"),
        (Positions("rope", turn=2e6), "positions.turn"),
    ],
)
def test_positions_that_no_file_may_hold_are_refused(positions: Positions, why: str) -> None:
    with pytest.raises(Refused, match=why):
        edits.set_positions(bank(), positions)


# --- other edits


def test_the_cue_of_a_word_placed_by_chance_goes_once_it_is_moved() -> None:
    document = bank()
    passage = document.passages[0]
    lost = tuple(replace(token, source="chance") for token in passage.query_tokens)
    document = replace(document, passages=(replace(passage, query_tokens=lost),))
    moved = edits.move_vector(document, Handle("value", 2), (0.0, 0.0))
    sources = [token.source for token in moved.passages[0].query_tokens]
    assert sources == ["chance", "given", "chance", "chance", "chance", "chance"]


def test_one_component_of_a_vector_of_any_size_is_set() -> None:
    assert vector(edits.set_component(bank(), Handle("key", 3), 1, -0.5), "key", 2) == (2.0, -0.5)
    head = Head(((1.0, 2.0, 3.0),), ((1.0, 1.0, 1.0),), ((2.0,),))
    document = Document("", (Passage(tokens("a"), heads=(head,)),))
    assert vector(edits.set_component(document, Handle("query", 1), 2, 900.0), "query", 0) == (1, 2, 900)
    assert edits.set_component(document, Handle("query", 1), 2, 3.0) is document


@pytest.mark.parametrize(
    ("component", "value", "why"),
    [(0, 3.5, "ends at ±3"), (1, -4.0, "ends at ±3"), (0, math.nan, "million"), (0, 2e6, "million")],
)
def test_a_component_is_set_as_typed_or_not_at_all(component: int, value: float, why: str) -> None:
    with pytest.raises(Refused, match=why):
        edits.set_component(bank(), Handle("query", 6), component, value)


def test_a_component_made_by_a_projection_is_not_set() -> None:
    with pytest.raises(Refused, match="projection"):
        edits.set_component(projected(), Handle("query", 1), 0, 1.0)


# --- the mask


def hidden(document: Document, passage: int = 0) -> set[tuple[int, int]]:
    held = document.passages[passage]
    allowed = may_look(document.mask, held)
    return {
        (query.id, key.id)
        for i, query in enumerate(held.query_tokens)
        for j, key in enumerate(held.key_tokens)
        if not allowed[i, j]
    }


def test_a_rule_takes_the_flips_away() -> None:
    painted = edits.flip_cell(edits.set_rule(bank(), "causal"), 6, 1)
    assert edits.set_rule(painted, "causal").mask == Mask("causal")
    assert edits.set_rule(painted, "none").mask == Mask("none")


def test_custom_keeps_what_is_masked() -> None:
    causal = edits.flip_cell(edits.set_rule(bank(), "causal"), 6, 1)
    custom = edits.set_rule(causal, "custom")
    assert custom.mask.rule == "custom"
    assert hidden(custom) == hidden(causal)
    assert (6, 1) in hidden(custom)


def test_custom_keeps_what_is_masked_in_every_passage() -> None:
    second = replace(bank().passages[0], query_tokens=tokens(*"uvwxyz", first=11))
    causal = edits.set_rule(replace(bank(), passages=(bank().passages[0], second)), "causal")
    custom = edits.set_rule(causal, "custom")
    assert hidden(custom, 0) == hidden(causal, 0) != set()
    assert hidden(custom, 1) == hidden(causal, 1) != set()


def test_a_cell_flipped_twice_is_as_before() -> None:
    once = edits.flip_cell(bank(), 2, 5)
    assert hidden(once) == {(2, 5)}
    assert edits.flip_cell(once, 2, 5) == bank()


def test_painting_sets_cells_and_does_not_turn_them() -> None:
    cells = [(1, 2), (1, 3), (1, 2)]
    masked = edits.paint_cells(bank(), cells, allow=False)
    assert hidden(masked) == {(1, 2), (1, 3)}
    assert edits.paint_cells(masked, cells, allow=False) is masked
    assert edits.paint_cells(masked, cells, allow=True) == bank()


def test_painting_over_a_rule_flips_what_differs() -> None:
    causal = edits.set_rule(bank(), "causal")
    seeing = edits.paint_cells(causal, [(1, 1), (1, 2)], allow=True)
    assert seeing.mask == Mask("causal", frozenset({(1, 2)}))


# --- settings


def test_scaling_is_by_the_root_or_not_at_all() -> None:
    off = edits.set_scaling(bank(), on=False)
    assert off.settings == ScoreSettings(scale=1.0)
    assert edits.set_scaling(off, on=True) == bank()


@pytest.mark.parametrize("temperature", [-0.1, math.nan, math.inf, -math.inf])
def test_a_temperature_below_zero_is_refused(temperature: float) -> None:
    with pytest.raises(Refused, match="temperature"):
        edits.set_temperature(bank(), temperature)


def test_a_temperature_that_no_file_may_hold_is_refused() -> None:
    check(edits.set_temperature(bank(), LARGEST))
    with pytest.raises(Refused, match="at most a million"):
        edits.set_temperature(bank(), LARGEST + 1.0)


def test_temperature_zero_is_legal() -> None:
    assert edits.set_temperature(bank(), 0).settings.temperature == 0.0


@pytest.mark.parametrize("bound", [0.0, -1.0, math.nan, math.inf, 2e6])
def test_a_bound_must_be_a_size(bound: float) -> None:
    with pytest.raises(Refused, match="edge must be a number"):
        edits.set_bound(bank(), bound)


def test_a_bound_keeps_every_tip_inside() -> None:
    assert edits.farthest(bank()) == 2.0
    assert edits.set_bound(bank(), 2.0).bound == 2.0
    with pytest.raises(Refused, match="further out"):
        edits.set_bound(bank(), 1.9)


def test_the_farthest_tip_is_found_in_every_size() -> None:
    flat = Head(((5.0,),), ((1.0,),), ((1.0,),))
    assert edits.farthest(Document("", (Passage(tokens("a"), heads=(flat,)),))) == 5.0
    assert edits.farthest(Document("", (Passage((), heads=(Head((), (), ()),)),))) == 0.0


def test_a_title_is_cleaned() -> None:
    assert edits.set_title(bank(), " my\tnotes\ud800 ").title == "my notes\ufffd"


UNCHANGED: list[Callable[[Document], Document]] = [
    lambda document: edits.set_rule(document, "none"),
    lambda document: edits.paint_cells(document, [(1, 1)], allow=True),
    lambda document: edits.paint_cells(document, [], allow=False),
    lambda document: edits.set_scaling(document, on=True),
    lambda document: edits.set_temperature(document, 1.0),
    lambda document: edits.set_bound(document, 3.0),
    lambda document: edits.set_title(document, f" {document.title}"),
]


@pytest.mark.parametrize("edit", UNCHANGED)
def test_an_edit_that_changes_nothing_gives_the_same_object(edit: Callable[[Document], Document]) -> None:
    document = bank()
    assert edit(document) is document


@given(documents(free=True), st.data())
def test_whatever_is_done_leaves_a_document(document: Document, data: st.DataObject) -> None:
    passage = data.draw(st.integers(0, len(document.passages) - 1))
    held = document.passages[passage]
    role = data.draw(st.sampled_from(ROLES))
    edited = edits.set_rule(document, data.draw(st.sampled_from(("none", "causal", "custom"))))
    if held.tokens_of(role):
        token = data.draw(st.sampled_from(held.tokens_of(role)))
        head = data.draw(st.integers(0, len(held.heads) - 1))
        numbers = st.floats(-1e9, 1e9)
        edited = edits.move_vector(
            edited, Handle(role, token.id, head), data.draw(st.tuples(numbers, numbers)), passage
        )
    if held.query_tokens and held.key_tokens:
        cell = (held.query_tokens[0].id, held.key_tokens[-1].id)
        edited = edits.paint_cells(edited, [cell], data.draw(st.booleans()), passage)
    check(edited)


# --- all components at once


def test_a_whole_vector_is_set_as_it_is() -> None:
    after = edits.set_vector(bank(), Handle("query", 6), (1.0, -0.0))
    assert vector(after, "query", 5) == (1.0, 0.0)
    assert math.copysign(1.0, vector(after, "query", 5)[1]) == 1.0, "never minus zero"
    assert edits.set_vector(after, Handle("query", 6), (1.0, 0.0)) is after


def test_a_whole_vector_is_looked_at_where_it_ends_not_on_the_way() -> None:
    """Component by component this one would leave the plane, which shows their sum, and come back."""
    chart = Chart((math.sqrt(0.5), math.sqrt(0.5), 0.0), (0.0, 0.0, 1.0))
    rows = ((1.0, 1.0, 0.0),)
    document = Document("sum", (Passage(tokens("a"), heads=(Head(rows, rows, rows),)),), chart=chart)
    after = edits.set_vector(document, Handle("key", 1), (9.0, -9.0, 0.5))
    assert vector(after, "key", 0) == (9.0, -9.0, 0.5)
    with pytest.raises(Refused, match="The plane ends"):
        edits.set_vector(document, Handle("key", 1), (9.0, 9.0, 0.5))
    with pytest.raises(Refused, match="This key has 3 components, not 2"):
        edits.set_vector(document, Handle("key", 1), (1.0, 1.0))
