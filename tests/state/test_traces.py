"""Traces of all passages: made when asked for, and taken over where nothing changed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from attnstudio.model import edits, projecting
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.edits import Edit
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, Wrong
from attnstudio.model.trace import Trace
from attnstudio.state.store import Store
from attnstudio.state.traces import Traces
from tests.model.test_resolve import assert_same
from tests.samples import bank, two_meanings


def counted(document: Document) -> tuple[Traces, list[Trace]]:
    made: list[Trace] = []

    def keep(trace: Trace) -> Trace:
        made.append(trace)
        return trace

    return Traces(document, keep), made


def test_what_nobody_asks_for_is_not_made() -> None:
    traces, made = counted(two_meanings())
    assert not made
    first = traces.of(0)
    assert made == [first]
    assert traces.of(0) is first
    assert_same(traces.of(1), resolve(two_meanings(), 1))
    assert len(made) == 2


def test_a_passage_that_is_not_shown_is_left_until_it_is_asked_for() -> None:
    traces, made = counted(two_meanings())
    traces.of(0), traces.of(1)
    made.clear()
    changed = projecting.set_cell(two_meanings(), "w_q", 0, 0, 0, 1.0)
    after = traces.after(changed, shown=0)
    assert len(made) == 1
    assert_same(after.of(1), resolve(changed, 1))
    assert len(made) == 2


def test_what_did_not_change_is_taken_over() -> None:
    document = two_meanings()
    traces, _ = counted(document)
    other = traces.of(1)
    moved = projecting.move_x(document, 6, (1.0, 1.0))
    assert traces.after(moved, shown=0).of(1) is other
    assert traces.after(edits.set_title(document, "notes"), shown=0).of(1) is other
    both = projecting.move_x(document, 16, (1.0, 1.0), passage=1)
    assert traces.after(both, shown=0).of(1) is not other


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: edits.set_mask(document, Mask("causal")),
        lambda document: edits.set_positions(document, Positions("rope")),
        lambda document: edits.set_wrong(document, Wrong(skips_softmax=True)),
        lambda document: edits.set_cosine(document, on=True),
        lambda document: edits.set_temperature(document, 2.0),
        projecting.make_free,
        lambda document: projecting.set_heads(document, 2),
    ],
)
def test_what_holds_for_all_passages_is_worked_out_in_all(edit: Edit) -> None:
    store = Store(two_meanings(), Look(query=6))
    store.now.trace_of(1)
    store.apply("change", edit)
    for passage in (0, 1):
        assert_same(store.now.trace_of(passage), resolve(store.document, passage))


def test_a_passage_that_is_gone_is_forgotten() -> None:
    traces, _ = counted(two_meanings())
    traces.of(0), traces.of(1)
    alone = replace(two_meanings(), passages=two_meanings().passages[:1])
    assert_same(traces.after(alone, shown=0).of(0), resolve(alone))


def test_one_drag_frame_is_one_trace() -> None:
    store = Store(bank(), Look(query=6))
    before = store.computations
    store.begin("Move")
    for step in range(5):
        store.preview(partial(edits.move_vector, handle=Handle("query", 6), point=(step / 10, 0.0)))
    store.commit()
    assert store.computations - before == 5


def test_undo_brings_back_the_numbers_of_the_passage_that_is_not_shown() -> None:
    store = Store(two_meanings(), Look(query=6))
    was = store.now.trace_of(1)
    store.apply("change", lambda document: projecting.set_cell(document, "w_v", 0, 1, 1, 0.0))
    assert not (store.now.trace_of(1).output == was.output).all()
    store.undo()
    assert_same(store.now.trace_of(1), was)


def test_the_row_chosen_in_a_passage_is_shown_again_there() -> None:
    store = Store(two_meanings(), Look(query=6))
    store.set_look(passage=1, query=15)
    assert store.now.row_of(0) == 5
    store.set_look(passage=0)
    assert store.look.query == 6
    store.set_look(passage=1)
    assert (store.look.query, store.now.row_of(1)) == (15, 4)


def test_a_passage_seen_for_the_first_time_shows_the_same_word() -> None:
    store = Store(two_meanings(), Look(query=6))
    store.set_look(passage=1)
    assert store.look.query == 16
