"""X and its matrices: made free without a number changing, made again, and moved."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits, projecting
from attnstudio.model.document import (
    Chart,
    Document,
    Embedding,
    Handle,
    Head,
    Look,
    Matrix,
    Passage,
    Projection,
    Token,
)
from attnstudio.model.heads import final
from attnstudio.model.projecting import PRESETS, WHICH, Preset, Which
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve, resolve_after
from attnstudio.model.settings import Mask, Positions, Wrong
from attnstudio.model.soundness import check
from attnstudio.model.trace import Trace
from attnstudio.state.store import Store
from tests import samples
from tests.model.test_resolve import NAMES, assert_same
from tests.samples import bank, crossing, of_words, projected, tokens, two_meanings

UNIT: Matrix = ((1.0, 0.0), (0.0, 1.0))


def matrix(document: Document, which: str, head: int = 0) -> Matrix:
    found: tuple[Matrix, ...] = getattr(document.projection, which)
    return found[head]


def assert_identical(a: Trace, b: Trace) -> None:
    for name in NAMES:
        assert np.array_equal(getattr(a, name), getattr(b, name)), name


# --- free and projected


@given(samples.documents())
def test_made_free_no_number_changes(document: Document) -> None:
    try:
        freed = projecting.make_free(document)
    except Refused:  # its numbers would be beyond what a file may hold
        return
    check(freed)
    for passage in range(len(document.passages)):
        before, after = resolve(document, passage), resolve(freed, passage)
        if document.passages[passage].query_tokens and document.passages[passage].key_tokens:
            assert_identical(before, after)
            outputs = final(before, document.projection), final(after, freed.projection)
            assert np.array_equal(*outputs)
    assert projecting.make_free(freed) is freed


@pytest.mark.parametrize("kind", ["none", "rope", "added"])
@pytest.mark.parametrize("wrong", [Wrong(), Wrong(reshapes_heads=True), Wrong(mask_after_softmax=True)])
def test_w_o_positions_and_traps_stay_in_the_numbers(kind: str, wrong: Wrong) -> None:
    document = projecting.set_heads(two_meanings(), 3)
    document = projecting.set_cell(document, "w_o", 0, 1, 0, 0.75)
    positions = Positions("rope" if kind == "rope" else "added" if kind == "added" else "none", 0.7)
    document = replace(
        document, positions=positions, wrong=wrong, mask=Mask("causal", padding="left", pads=1)
    )
    freed = projecting.make_free(document)
    assert all(passage.embedding is None and len(passage.heads) == 3 for passage in freed.passages)
    for passage in (0, 1):
        before, after = resolve(document, passage), resolve(freed, passage)
        assert_identical(before, after)
        assert np.array_equal(final(before, document.projection), final(after, freed.projection))
    handle = Handle("query", 6, 2)
    assert edits.move_vector(freed, handle, (0.5, 0.25)) is not freed


def test_with_one_head_nothing_is_cut_wrongly_any_more() -> None:
    trap = replace(projecting.set_heads(two_meanings(), 3), wrong=Wrong(reshapes_heads=True))
    assert projecting.set_heads(trap, 2).wrong.reshapes_heads
    assert projecting.set_heads(trap, 1).wrong.is_right


def test_free_vectors_become_x_times_the_identity() -> None:
    document = projecting.make_projected(bank())
    check(document)
    assert document.projection is not None
    assert [getattr(document.projection, which) for which in WHICH] == [(UNIT,)] * 3
    assert document.passages[0].embedding == Embedding(bank().passages[0].heads[0].keys)
    trace = resolve(document)
    assert np.array_equal(trace.keys, resolve(bank()).keys)
    assert np.array_equal(trace.queries, trace.keys)
    assert projecting.make_projected(document) is document


def test_words_that_only_ask_have_their_queries_as_x() -> None:
    document = projecting.make_projected(crossing())
    check(document)
    assert np.array_equal(resolve(document).queries, resolve(crossing()).queries)
    assert np.array_equal(resolve(document).keys, resolve(crossing()).keys)
    moved = projecting.move_x(document, 4, (0.5, 0.5))
    assert resolve(moved).keys[0, 1].tolist() == [0.5, 0.5]
    assert projecting.move_x(document, 1, (0.5, 0.5)).passages[0].embedding is not None


def test_no_words_can_be_projected_and_freed() -> None:
    document = projecting.make_projected(of_words())
    check(document)
    check(projecting.make_free(document))
    assert resolve(document).weights.shape == (1, 0, 0)


def test_what_one_pair_of_matrices_cannot_serve_is_refused() -> None:
    wide = Head(((1.0, 0.0, 0.0),), ((1.0, 0.0, 0.0),), ((1.0,),))
    other = Passage(tokens("x", first=50), heads=(wide,))
    with pytest.raises(Refused, match="vectors of different sizes"):
        projecting.make_projected(replace(bank(), passages=(*bank().passages, other)))


def test_matrices_that_no_memory_holds_are_refused() -> None:
    """Square ones for vectors that a file may well have would take 24 GB and more."""
    row: Matrix = ((0.25,) * 60_000,)
    document = Document("x", (Passage(tokens("x"), heads=(Head(row, row, row),)),))
    with pytest.raises(Refused, match=r"^These vectors have 60,000 components; .* at most 1,024\.$"):
        projecting.make_projected(document)
    largest: Matrix = ((0.25,) * projecting.MOST_COMPONENTS,)
    document = Document("x", (Passage(tokens("x"), heads=(Head(largest, largest, largest),)),))
    assert len(matrix(projecting.make_projected(document), "w_v", 0)) == projecting.MOST_COMPONENTS


def test_a_preset_of_a_long_and_narrow_matrix_costs_no_more_than_itself() -> None:
    tall: Matrix = ((1.0, 0.0),) * 60_000
    x = Embedding(((0.5,) * 60_000,))
    document = Document("x", (Passage(tokens("x"), embedding=x),), projection=Projection(*((tall,),) * 3))
    for preset in PRESETS:
        made = matrix(projecting.set_preset(document, "w_q", 0, preset), "w_q", 0)
        assert made[2:] == ((0.0, 0.0),) * 59_998


@pytest.mark.parametrize("first", [True, False])
def test_half_a_document_from_x_is_refused_whichever_half(first: bool) -> None:
    half = (two_meanings().passages[1], bank().passages[0])
    document = replace(two_meanings(), passages=half if first else half[::-1])
    with pytest.raises(Refused, match="some have not"):
        projecting.make_projected(document)
    freed = projecting.make_free(document)
    assert all(passage.heads for passage in freed.passages)


def test_what_no_file_may_hold_is_not_made_free() -> None:
    far: Matrix = ((9e5, 0.0), (0.0, 1.0))
    document = two_meanings()
    assert document.projection is not None
    document = replace(document, projection=replace(document.projection, w_v=(far,)))
    with pytest.raises(Refused, match="at most a million"):
        projecting.make_free(document)


# --- the matrices


@given(st.sampled_from(WHICH), st.integers(0, 1), st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
def test_a_basis_arrow_goes_where_it_is_put(which: Which, axis: int, point: tuple[float, float]) -> None:
    document = projecting.move_basis(two_meanings(), which, 0, axis, point)
    x, y = (min(max(number, -3.0), 3.0) for number in point)
    assert matrix(document, which)[axis] == (x, y)
    assert matrix(document, which)[1 - axis] == matrix(two_meanings(), which)[1 - axis]
    unit = replace(
        document,
        passages=(
            replace(document.passages[0], query_tokens=tokens("a", "b"), embedding=Embedding(UNIT)),
            document.passages[1],
        ),
    )
    trace = resolve(unit)
    made = {"w_q": trace.queries, "w_k": trace.keys, "w_v": trace.values}[which]
    np.testing.assert_allclose(made[0, axis], (x, y))


@pytest.mark.parametrize("point", [(math.nan, 0.0), (0.0, math.inf)])
def test_a_matrix_needs_finite_numbers(point: tuple[float, float]) -> None:
    with pytest.raises(Refused, match="finite"):
        projecting.move_basis(two_meanings(), "w_q", 0, 0, point)
    with pytest.raises(Refused, match="finite"):
        projecting.move_x(two_meanings(), 6, point)
    for value in (math.nan, 2e6):
        with pytest.raises(Refused, match="million"):
            projecting.set_cell(two_meanings(), "w_v", 0, 0, 0, value)
        with pytest.raises(Refused, match="million"):
            projecting.set_x(two_meanings(), 6, 0, value)


def test_a_matrix_of_three_columns_has_no_arrows() -> None:
    three: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    passage = Passage((Token(1, "x"),), embedding=Embedding(((1.0, 2.0, 3.0),)))
    document = Document("", (passage,), projection=Projection((three,), (three,), (three,)))
    with pytest.raises(Refused, match="two components"):
        projecting.move_basis(document, "w_q", 0, 0, (1.0, 1.0))


@pytest.mark.parametrize(
    ("preset", "of_first_axis", "of_second_axis"),
    [
        ("identity", (1.0, 0.0), (0.0, 1.0)),
        ("rotate", (0.0, 1.0), (-1.0, 0.0)),
        ("swap", (0.0, 1.0), (1.0, 0.0)),
        ("zero", (0.0, 0.0), (0.0, 0.0)),
    ],
)
def test_presets(
    preset: Preset, of_first_axis: tuple[float, float], of_second_axis: tuple[float, float]
) -> None:
    document = projecting.set_preset(two_meanings(), "w_q", 0, preset)
    assert matrix(document, "w_q") == (of_first_axis, of_second_axis)
    assert projecting.set_preset(document, "w_q", 0, preset) is document
    wide = matrix(projecting.set_preset(projected(), "w_v", 1, preset), "w_v", 1)
    assert wide == (of_first_axis, of_second_axis, (0.0, 0.0))


def test_one_cell_is_set_and_no_other() -> None:
    document = projecting.set_cell(projected(), "w_k", 1, 2, 0, 0.5)
    assert matrix(document, "w_k", 1) == (*matrix(projected(), "w_k", 1)[:2], (0.5, -1.0))
    assert matrix(document, "w_k", 0) == matrix(projected(), "w_k", 0)
    back = projecting.set_cell(projected(), "w_o", 0, 3, 2, 9.0)
    assert back.projection is not None
    assert back.projection.w_o is not None
    assert back.projection.w_o[3] == (1.0, 3.0, 9.0)
    with pytest.raises(Refused, match="no W_O"):
        projecting.set_cell(two_meanings(), "w_o", 0, 0, 0, 1.0)


# --- x


def test_x_takes_query_key_and_value_along() -> None:
    before = two_meanings()
    document = projecting.move_x(before, 6, (-1.0, 0.5))
    trace = resolve(document)
    assert trace.queries[0, 5].tolist() == [-3.0, 1.5]
    assert trace.keys[0, 5].tolist() == trace.values[0, 5].tolist() == [-1.0, 0.5]
    assert document.passages[1] is before.passages[1]
    other = projecting.set_x(two_meanings(), 16, 1, 0.25, passage=1)
    assert resolve(other, 1).keys[0, 5].tolist() == [0.6, 0.25]


def test_a_typed_number_of_what_is_drawn_is_kept_or_refused() -> None:
    document = two_meanings()
    assert projecting.set_x(document, 6, 0, -3.0) is not document
    assert projecting.set_cell(document, "w_k", 0, 1, 0, -3.0) is not document
    with pytest.raises(Refused, match="The plane ends at ±3: this would lie outside"):
        projecting.set_x(document, 6, 0, 3.1)
    with pytest.raises(Refused, match="The plane ends at ±3: this would lie outside"):
        projecting.set_cell(document, "w_k", 0, 1, 0, 3.1)
    freed = projecting.make_free(projecting.set_x(document, 6, 0, 1.0))
    with pytest.raises(Refused, match="The plane ends at ±3: this would lie outside"):
        edits.set_component(freed, Handle("value", 6), 0, 3.1)
    assert edits.set_bound(projecting.set_x(document, 6, 0, 2.5), 2.75).bound == 2.75


def test_what_is_drawn_nowhere_goes_up_to_a_million() -> None:
    wide = projecting.set_x(projected(), 1, 2, 900.0)  # the plane shows the first two components
    assert projecting.set_cell(wide, "w_q", 1, 0, 0, -1e6) is not wide
    assert projecting.set_cell(wide, "w_o", 0, 0, 0, 1e6) is not wide
    with pytest.raises(Refused, match="ends at ±3"):
        projecting.set_x(projected(), 1, 1, 3.5)
    chart = Chart((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    with pytest.raises(Refused, match="ends at ±3"):
        projecting.set_x(replace(projected(), chart=chart), 1, 2, 3.5)
    assert projecting.set_x(replace(projected(), chart=chart), 1, 0, 3.5) is not projected()


def test_what_lies_outside_already_may_come_nearer_but_not_go_further_out() -> None:
    outside = projecting.with_x(two_meanings(), 6, (5.0, 0.0))
    assert resolve(projecting.set_x(outside, 6, 0, 4.9)).keys[0, 5].tolist() == [4.9, 0.0]
    assert resolve(projecting.set_x(outside, 6, 1, 1.0)).keys[0, 5].tolist() == [5.0, 1.0]
    with pytest.raises(Refused, match="ends at ±3"):
        projecting.set_x(outside, 6, 0, 5.1)


def test_x_stays_within_the_bound_and_loses_its_cue() -> None:
    document = two_meanings()
    lost = tuple(replace(token, source="chance") for token in document.passages[0].query_tokens)
    document = replace(
        document, passages=(replace(document.passages[0], query_tokens=lost), document.passages[1])
    )
    moved = projecting.move_x(document, 3, (50.0, -50.0))
    assert moved.passages[0].embedding is not None
    assert moved.passages[0].embedding.x[2] == (3.0, -3.0)
    assert [token.source for token in moved.passages[0].query_tokens].count("given") == 1


# --- heads


def test_one_to_four_heads_and_back() -> None:
    document = two_meanings()
    for count in (2, 3, 4):
        document = projecting.set_heads(document, count)
        check(document)
        assert resolve(document).weights.shape == (count, 6, 6)
        assert final(resolve(document), document.projection).shape == (6, 2)
    assert matrix(document, "w_q", 3) == ((0.0, -3.0), (3.0, 0.0))
    assert [len(set(getattr(document.projection, which))) for which in WHICH] == [4, 1, 1]
    for count in (3, 2, 1):
        document = projecting.set_heads(document, count)
        check(document)
    assert document == two_meanings()


@pytest.mark.parametrize("count", [0, 5, -1])
def test_other_numbers_of_heads_are_refused(count: int) -> None:
    with pytest.raises(Refused, match="1 to 4 heads"):
        projecting.set_heads(two_meanings(), count)


# --- what all edits have in common

UNCHANGED: list[Callable[[Document], Document]] = [
    projecting.make_projected,
    lambda document: projecting.set_heads(document, 1),
    lambda document: projecting.move_basis(document, "w_q", 0, 0, (3.0, 0.0)),
    lambda document: projecting.set_preset(document, "w_k", 0, "identity"),
    lambda document: projecting.set_cell(document, "w_v", 0, 0, 0, 1.0),
    lambda document: projecting.move_x(document, 3, (2.0, 0.0)),
    lambda document: projecting.set_x(document, 3, 1, -0.0),
    lambda document: projecting.with_x(document, 3, (2.0, 0.0)),
    lambda document: edits.set_positions(document, Positions()),
    lambda document: edits.set_wrong(document, Wrong()),
    lambda document: edits.set_cosine(document, on=False),
]
OF_FREE: list[Callable[[Document], Document]] = [
    lambda document: projecting.set_heads(document, 2),
    lambda document: projecting.move_basis(document, "w_q", 0, 0, (1.0, 0.0)),
    lambda document: projecting.set_preset(document, "w_k", 0, "zero"),
    lambda document: projecting.set_cell(document, "w_v", 0, 0, 0, 2.0),
    lambda document: projecting.move_x(document, 3, (1.0, 0.0)),
    lambda document: projecting.set_x(document, 3, 1, 1.0),
]


@pytest.mark.parametrize("edit", UNCHANGED)
def test_an_edit_that_changes_nothing_gives_the_same_object(edit: Callable[[Document], Document]) -> None:
    document = two_meanings()
    assert edit(document) is document


@pytest.mark.parametrize("edit", OF_FREE)
def test_free_vectors_have_no_x_and_no_matrices(edit: Callable[[Document], Document]) -> None:
    freed = projecting.make_free(two_meanings())
    with pytest.raises(Refused, match="free"):
        edit(freed)


@st.composite
def changes(draw: st.DrawFn) -> Callable[[Document], Document]:
    """Any edit of X, of the matrices, or of what they are used for."""
    number = st.floats(-3, 3)
    point = draw(st.tuples(number, number))
    which, head = draw(st.sampled_from(WHICH)), draw(st.integers(0, 1))
    axis, token = draw(st.integers(0, 1)), draw(st.sampled_from([1, 3, 6]))
    kinds: list[Callable[[Document], Document]] = [
        lambda document: projecting.move_basis(document, which, head, axis, point),
        lambda document: projecting.set_preset(document, which, head, "rotate"),
        lambda document: projecting.set_cell(document, which, head, axis, 0, point[0]),
        lambda document: projecting.set_cell(document, "w_o", 0, axis, 1, point[1]),
        lambda document: projecting.move_x(document, token, point),
        lambda document: projecting.set_x(document, token, axis, point[0]),
        lambda document: edits.set_positions(document, Positions("rope", point[0])),
        lambda document: edits.set_positions(document, Positions("added", point[0], size=point[1])),
        lambda document: edits.set_cosine(document, on=axis == 0),
        lambda document: edits.set_wrong(document, Wrong(axis == 0, head == 0, added=(token, 1, point[0]))),
        lambda document: edits.set_mask(document, Mask("window", size=2, padding="left", pads=axis)),
        projecting.make_free,
    ]
    return draw(st.sampled_from(kinds))


@given(st.lists(changes(), min_size=1, max_size=5), st.integers(0, 1))
def test_undo_goes_back_step_by_step_and_every_trace_is_true(
    steps: list[Callable[[Document], Document]], passage: int
) -> None:
    store = Store(projecting.set_heads(two_meanings(), 2), Look(query=6, passage=passage))
    seen = [store.document]
    for step in steps:
        try:
            if store.apply("step", step):
                seen.append(store.document)
        except Refused:
            continue
        for shown in (0, 1):
            assert_same(store.now.trace_of(shown), resolve(store.document, shown))
    for document in reversed(seen[:-1]):
        store.undo()
        assert store.document == document
        assert_same(store.trace, resolve(document, passage))
    assert store.undo_name is None


@given(changes())
def test_after_any_edit_the_numbers_are_those_of_a_fresh_start(
    change: Callable[[Document], Document],
) -> None:
    before = projecting.set_heads(two_meanings(), 2)
    after = change(before)
    check(after)
    for passage in (0, 1):
        assert_same(resolve_after(before, resolve(before, passage), after, passage), resolve(after, passage))
