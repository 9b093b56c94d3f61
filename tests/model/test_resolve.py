"""Document → Trace: the numbers of the chapter, and that a drag gives what a fresh start gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import ROLES, Document, Handle, Head, Passage
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve, resolve_after
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.model.soundness import check
from attnstudio.model.trace import Trace
from tests.samples import bank, crossing, documents, of_words, projected, tokens

NAMES = ("queries", "keys", "values", "scores", "scaled", "masked", "weights", "output", "blind")


def assert_same(a: Trace, b: Trace) -> None:
    for name in NAMES:
        one, other = getattr(a, name), getattr(b, name)
        assert one.shape == other.shape, name
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12, err_msg=name)


def test_bank_looks_at_money() -> None:
    trace = resolve(bank())
    assert trace.weights.shape == (1, 6, 6)
    np.testing.assert_allclose(trace.weights[0, 5, [2, 1, 5]], [0.447, 0.269, 0.162], atol=5e-4)
    np.testing.assert_allclose(trace.output[0, 5], [1.328, 0.208], atol=5e-4)


def test_softmax_of_two_one_zero() -> None:
    trace = resolve(crossing())
    assert trace.scores[0, 0].tolist() == [2.0, 1.0, 0.0]
    np.testing.assert_allclose(trace.weights[0, 0], [0.665, 0.245, 0.090], atol=5e-4)


def test_the_scale_is_the_root_of_the_keys_dimension() -> None:
    assert resolve(bank()).scale == pytest.approx(2**-0.5)
    assert resolve(crossing()).scale == 1.0


def test_the_mask_of_the_document_is_applied() -> None:
    causal = resolve(replace(bank(), mask=Mask("causal")))
    assert causal.weights[0, 0].tolist() == [1, 0, 0, 0, 0, 0]
    assert causal.mask is not None
    assert resolve(bank()).mask is None


def test_temperature_zero_shares_among_the_best() -> None:
    document = replace(of_words("a", "b", "c"), settings=ScoreSettings(1.0, 0.0))
    even = Head(((1.0, 0.0),) * 3, ((2.0, 0.0), (1.0, 0.0), (2.0, 5.0)), ((0.0, 0.0),) * 3)
    document = replace(document, passages=(replace(document.passages[0], heads=(even,)),))
    assert resolve(document).weights[0, 0].tolist() == [0.5, 0.0, 0.5]


def test_heads_lead() -> None:
    trace = resolve(projected())
    assert trace.queries.shape == (2, 2, 2)
    assert trace.weights.shape == (2, 2, 2)
    np.testing.assert_allclose(trace.weights.sum(axis=-1), 1.0)


@pytest.mark.parametrize(
    ("passage", "weights", "output"),
    [
        (Passage((), heads=(Head((), (), ()),)), (1, 0, 0), (1, 0, 2)),
        (Passage(tokens("a"), (), (Head(((1.0, 0.0, 0.0),), (), ()),)), (1, 1, 0), (1, 1, 3)),
        (Passage((), tokens("a"), (Head((), ((1.0, 2.0, 3.0),), ((1.0,),)),)), (1, 0, 1), (1, 0, 1)),
        (Passage((), heads=(Head((), (), ()),) * 2), (2, 0, 0), (2, 0, 2)),
    ],
)
def test_no_tokens_give_empty_arrays(
    passage: Passage, weights: tuple[int, ...], output: tuple[int, ...]
) -> None:
    trace = resolve(Document("", (passage,)))
    assert trace.weights.shape == weights
    assert trace.output.shape == output
    assert not trace.output.any()


def test_the_passage_that_is_asked_for() -> None:
    second = replace(crossing().passages[0], query_tokens=tokens("u", "v", first=20))
    second = replace(second, cross_tokens=tokens("a", "b", "c", first=30))
    document = replace(bank(), passages=(bank().passages[0], second))
    assert resolve(document, 1).scores[0, 0].tolist() == [2.0, 1.0, 0.0]


@given(documents(free=True), st.data())
def test_after_one_edit_the_numbers_are_those_of_a_fresh_start(
    document: Document, data: st.DataObject
) -> None:
    trace = resolve(document)
    held = document.passages[0]
    role = data.draw(st.sampled_from(ROLES))
    changed = document
    is_move = data.draw(st.booleans())
    if held.tokens_of(role) and is_move:
        token = data.draw(st.sampled_from(held.tokens_of(role)))
        head = data.draw(st.integers(0, len(held.heads) - 1))
        point = data.draw(st.tuples(st.floats(-3, 3), st.floats(-3, 3)))
        changed = edits.move_vector(document, Handle(role, token.id, head), point)
    else:
        changed = data.draw(
            st.sampled_from(
                [
                    edits.set_rule(document, "causal"),
                    edits.set_temperature(document, 0.5),
                    edits.set_scaling(document, on=False),
                    edits.set_title(document, "another"),
                    edits.set_cosine(document, on=not document.settings.cosine),
                    edits.set_wrong(document, Wrong()),
                    edits.set_positions(document, Positions()),
                    edits.set_mask(document, Mask("window", size=1)),
                    replace(document, passages=documents_heads_swapped(document)),
                ]
            )
        )
    assert_same(resolve_after(document, trace, changed), resolve(changed))


def documents_heads_swapped(document: Document) -> tuple[Passage, ...]:
    first, *rest = document.passages
    return (replace(first, heads=tuple(reversed(first.heads))), *rest)


@given(documents(), st.data())
def test_of_every_passage_after_any_other_document(document: Document, data: st.DataObject) -> None:
    """Whatever two documents have in common, the numbers are those of the second."""
    other = data.draw(documents())
    parts = data.draw(st.sets(st.sampled_from(["settings", "positions", "wrong", "mask"])))
    changed = replace(document, **{part: getattr(other, part) for part in parts})
    try:
        check(changed)
    except Refused:  # positions that find no pairs here
        return
    for passage in range(len(document.passages)):
        before = resolve(document, passage)
        assert_same(resolve_after(document, before, changed, passage), resolve(changed, passage))


def test_another_word_with_the_same_vectors_may_be_masked_otherwise() -> None:
    document = replace(bank(), mask=Mask("none", frozenset({(6, 3)})), wrong=Wrong(added=(6, 2, 1.0)))
    held = document.passages[0]
    renamed = (*held.query_tokens[:5], replace(held.query_tokens[5], id=60))
    other = replace(document, passages=(replace(held, query_tokens=renamed),))
    after = edits.move_vector(other, Handle("query", 60), (1.0, 1.0))
    assert_same(resolve_after(document, resolve(document), after), resolve(after))


def test_two_moved_vectors_are_no_reason_to_guess() -> None:
    before = bank()
    after = edits.move_vector(before, Handle("key", 1), (1.0, 1.0))
    after = edits.move_vector(after, Handle("query", 2), (1.0, 1.0))
    assert_same(resolve_after(before, resolve(before), after), resolve(after))


def test_what_touches_no_number_keeps_the_trace() -> None:
    before = bank()
    trace = resolve(before)
    assert resolve_after(before, trace, before) is trace
    assert resolve_after(before, trace, edits.set_title(before, "notes")) is trace
    assert resolve_after(before, trace, edits.set_bound(before, 5.0)) is trace


def test_a_projection_that_changed_is_noticed() -> None:
    before = projected()
    assert before.projection is not None
    after = replace(before, projection=replace(before.projection, w_q=before.projection.w_k))
    assert_same(resolve_after(before, resolve(before), after), resolve(after))


def test_the_earlier_trace_stays_valid() -> None:
    before = bank()
    trace = resolve(before)
    weights = trace.weights.copy()
    for role in ROLES:
        resolve_after(before, trace, edits.move_vector(before, Handle(role, 3), (0.3, -1.0)))
    assert np.array_equal(trace.weights, weights)
