"""The Store: what it holds, whom it tells, what it takes back; and whatever is done in whatever order."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings as examples
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from attnstudio.model import edits, projecting
from attnstudio.model.document import (
    ROLES,
    Document,
    Handle,
    Look,
    Passage,
    Role,
)
from attnstudio.model.edits import Edit
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.retype import retype_sentence
from attnstudio.model.soundness import check
from attnstudio.state.framing import Frame, fitted
from attnstudio.state.snapshot import Picked, Snapshot, View
from attnstudio.state.store import Listener, Store
from attnstudio.storage.files import open_file, save_file
from attnstudio.study.lexicon import placement
from tests.samples import bank, crossing, of_words, projected, tokens, two_meanings


def move(handle: Handle, to: tuple[float, float], passage: int = 0) -> Edit:
    return lambda document: edits.move_vector(document, handle, to, passage)


QUERY = Handle("query", 6)
CLOSE = Frame((1.0, 1.0), 0.5)


@pytest.fixture
def store() -> Store:
    return Store(bank(), Look(query=6))


@pytest.fixture
def told(store: Store) -> list[tuple[Snapshot, Snapshot]]:
    """Every change that a listener was told of, old and new."""
    changes: list[tuple[Snapshot, Snapshot]] = []
    store.subscribe(lambda old, new: changes.append((old, new)))
    return changes


def retype(text: str, passage: int = 0) -> Edit:
    """Type the sentence anew; new words are beyond the bound, and are brought within."""

    def edit(document: Document) -> Document:
        return retype_sentence(document, text, lambda _: ((9.0, 0.1), (0.2, -0.2), "chance"), passage=passage)

    return edit


def two_passages() -> Document:
    second = Passage(tokens("u", "v", first=20), heads=(of_words("u", "v").passages[0].heads[0],))
    return replace(bank(), passages=(bank().passages[0], second))


# --- at first


def test_the_query_tip_is_selected_at_first(store: Store) -> None:
    assert store.view.selected == QUERY
    assert (store.is_modified, store.undo_name, store.redo_name) == (False, None, None)


def test_no_words_have_no_tip() -> None:
    assert Store(of_words()).view.selected is None
    assert Store(of_words()).now.query_index == -1
    assert Store(of_words()).now.query_token is None


def test_the_tip_of_a_projected_word_is_selected_as_any_other() -> None:
    store = Store(projected())
    assert store.view.selected == Handle("query", 2)
    store.set_view(selected=Handle("key", 1))
    store.apply("Move x", lambda document: projecting.set_x(document, 1, 0, 0.5))
    assert store.view.selected == Handle("key", 1)
    store.set_look(head=1)
    assert store.view.selected == Handle("key", 1, 1)
    store.apply("One head", lambda document: projecting.set_heads(document, 1))
    assert store.look.head == 0
    assert store.view.selected is not None
    assert store.view.selected.head == 0


def test_a_snapshot_knows_the_row_that_is_shown(store: Store) -> None:
    assert store.now.query_index == 5
    assert store.now.query_token is not None
    assert store.now.query_token.text == "bank"


# --- edits


def test_an_edit_is_told_with_its_numbers(store: Store, told: list[tuple[Snapshot, Snapshot]]) -> None:
    before = store.now
    assert store.apply("Move query", move(QUERY, (0.0, 0.0)))
    assert told[0][0] is before
    assert told[0][1].document.passages[0].heads[0].queries[5] == (0.0, 0.0)
    np.testing.assert_allclose(told[0][1].trace.weights[0, 5], 1 / 6)
    assert store.undo_name == "Move query"


def test_an_edit_that_changes_nothing_is_not_told(
    store: Store, told: list[tuple[Snapshot, Snapshot]]
) -> None:
    assert not store.apply("Scaling", lambda document: edits.set_scaling(document, on=True))
    assert told == []
    assert store.undo_name is None
    assert store.computations == 1


def test_one_edit_is_one_computation(store: Store) -> None:
    store.apply("Move query", move(QUERY, (0.0, 0.0)))
    assert store.computations == 2


def test_a_refused_edit_leaves_everything(store: Store, told: list[tuple[Snapshot, Snapshot]]) -> None:
    before = store.now
    with pytest.raises(Refused):
        store.apply("Move query", move(QUERY, (math.nan, 0.0)))
    assert store.now is before
    assert told == []
    assert store.undo_name is None


def test_a_message_goes_with_the_next_edit(store: Store) -> None:
    store.say("The bar stops here.")
    assert store.view.message == "The bar stops here."
    store.apply("Move query", move(QUERY, (0.0, 0.0)))
    assert store.view.message == ""


# --- gestures


def test_a_drag_is_one_step_and_nothing_accumulates(store: Store) -> None:
    store.begin("Move query")
    for step in range(100):
        store.preview(move(QUERY, (step / 50, 0.0)))
    store.commit()
    assert store.document == edits.move_vector(bank(), QUERY, (1.98, 0.0))
    assert store.undo_name == "Move query"
    store.undo()
    assert store.document == bank()
    assert store.undo_name is None


def test_escape_puts_everything_back_to_the_last_bit(store: Store) -> None:
    before = store.now
    store.begin("Move query")
    store.preview(move(QUERY, (0.5, 0.5)))
    store.cancel()
    assert store.document is before.document
    assert store.trace is before.trace
    assert store.undo_name is None


def test_a_drag_that_comes_back_is_no_step(store: Store) -> None:
    start = store.document
    store.begin("Move query")
    store.preview(move(QUERY, (0.5, 0.5)))
    store.preview(move(QUERY, (1.8, 1.8)))
    store.commit()
    assert store.document is start
    assert store.undo_name is None


def test_words_taken_out_in_a_gesture_come_back_with_the_row_that_was_shown(store: Store) -> None:
    store.begin("Retype the sentence")
    store.preview(retype("I deposited money"))
    assert store.look.query == 3
    store.cancel()
    assert store.look == Look(query=6)
    assert store.view.selected == QUERY
    assert store.now.query_index == 5


def test_a_word_half_typed_on_the_way_does_not_change_who_asks(store: Store) -> None:
    store.begin("Edit sentence")
    for typed in ("m", "my", "my b", "my ba", "my bank"):
        store.preview(retype(typed))
    store.commit()
    pasted = Store(bank(), Look(query=6))
    pasted.apply("Edit sentence", retype("my bank"))
    assert (store.document, store.look) == (pasted.document, pasted.look)
    assert store.look.query == 6
    assert store.view.selected == QUERY


def test_a_row_chosen_within_a_gesture_stays_chosen(store: Store) -> None:
    store.begin("Move query")
    store.preview(move(QUERY, (1.0, 1.0)))
    store.set_look(query=2)
    store.preview(move(QUERY, (1.0, 0.5)))
    assert store.look.query == 2


def test_a_gesture_that_began_ends_the_one_before(store: Store) -> None:
    store.begin("First")
    store.preview(move(QUERY, (0.5, 0.5)))
    store.begin("Second")
    store.preview(move(QUERY, (1.0, 1.0)))
    store.commit()
    assert [entry.name for entry in store.history.done] == ["First", "Second"]


def test_a_preview_outside_a_gesture_is_a_fault(store: Store) -> None:
    with pytest.raises(AssertionError):
        store.preview(move(QUERY, (0.0, 0.0)))


def test_ending_no_gesture_does_nothing(store: Store, told: list[tuple[Snapshot, Snapshot]]) -> None:
    store.commit()
    store.cancel()
    assert told == []


# --- undo and redo


def test_undo_and_redo_name_what_they_do(store: Store) -> None:
    store.apply("One", move(QUERY, (0.0, 0.0)))
    store.apply("Two", move(QUERY, (1.0, 0.0)))
    store.undo()
    assert (store.undo_name, store.redo_name) == ("One", "Two")
    store.redo()
    assert (store.undo_name, store.redo_name) == ("Two", None)
    assert store.document.passages[0].heads[0].queries[5] == (1.0, 0.0)


def test_there_may_be_nothing_to_undo(store: Store, told: list[tuple[Snapshot, Snapshot]]) -> None:
    store.undo()
    store.redo()
    assert told == []


def test_a_run_of_presses_is_one_step_until_something_else_is_looked_at(store: Store) -> None:
    def press(x: float) -> None:
        store.apply("Nudge", move(QUERY, (x, 0.0)), run=("nudge", QUERY))

    press(0.1)
    press(0.2)
    store.set_view(selected=Handle("key", 1))
    press(0.3)
    store.end_run()
    press(0.4)
    store.set_look(query=1)
    press(0.5)
    assert len(store.history.done) == 4


def test_what_was_done_so_far_is_had_back_after_an_exchange(store: Store) -> None:
    store.begin("Move")
    store.preview(lambda document: edits.set_title(document, "half way"))
    half_way = store.document
    store.exchange("New", crossing(), store.look)
    assert store.gesture is None
    store.undo()
    assert store.document is half_way
    assert store.undo_name == "Move"


def test_undo_in_a_gesture_takes_that_gesture_back_and_redo_brings_it_again(store: Store) -> None:
    store.apply("One", move(QUERY, (0.0, 0.0)))
    store.begin("Two")
    store.preview(move(QUERY, (1.0, 0.0)))
    shown = store.document
    store.undo()
    assert (store.undo_name, store.redo_name) == ("One", "Two")
    store.redo()
    assert store.document == shown


# --- saved or not


def test_what_is_undone_is_as_saved(store: Store) -> None:
    store.apply("One", move(QUERY, (0.0, 0.0)))
    seen = [store.is_modified]
    store.undo()
    seen.append(store.is_modified)
    store.redo()
    store.mark_saved()
    seen.append(store.is_modified)
    store.undo()
    seen.append(store.is_modified)
    assert seen == [True, False, False, True]


# --- another document


def test_another_document_is_a_fresh_start(store: Store) -> None:
    store.apply("One", move(QUERY, (0.0, 0.0)))
    store.set_view(frame=CLOSE, snap="grid", hover_token=3, painting=True, theme="dark", text_scale=1.5)
    store.open(crossing(), Look(query=2))
    frame = fitted(store.document, store.trace, store.look)
    assert store.view == View(theme="dark", text_scale=1.5, frame=frame, selected=Handle("query", 2))
    assert (store.undo_name, store.is_modified) == (None, False)
    assert store.trace.scores[0, 0].tolist() == [2.0, 1.0, 0.0]


def test_a_frame_that_is_handed_in_stays_and_else_the_arrows_are_fitted() -> None:
    assert Store(bank(), Look(query=6), View(frame=CLOSE)).now.frame == CLOSE
    store = Store(bank(), Look(query=6))
    assert store.now.frame == fitted(store.document, store.trace, store.look)


def test_the_frame_holds_still_whatever_is_done(store: Store) -> None:
    frame = store.now.frame
    store.apply("One", move(QUERY, (-3.0, -3.0)))
    store.set_look(query=1)
    store.undo()
    store.begin("Two")
    store.preview(move(QUERY, (3.0, -3.0)))
    store.commit()
    assert store.now.frame == frame


def test_a_document_that_has_no_numbers_leaves_the_present_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin("Move query")
    store.preview(move(QUERY, (0.5, 0.5)))
    before = store.now

    def refuse(*_: object) -> None:
        raise Refused("The scores overflow.")

    monkeypatch.setattr("attnstudio.state.traces.resolve", refuse)
    with pytest.raises(Refused, match="overflow"):
        store.open(crossing())
    assert store.now is before
    assert store.gesture is not None


# --- what is looked at


def test_the_selected_query_tip_follows_the_row(store: Store) -> None:
    store.set_look(query=3)
    assert store.view.selected == Handle("query", 3)
    store.set_view(selected=Handle("key", 1))
    store.set_look(query=4)
    assert store.view.selected == Handle("key", 1)


def test_a_row_that_is_not_there_is_not_shown(store: Store) -> None:
    store.set_look(query=99)
    assert store.look.query == 6


def test_looking_is_not_undone_and_computes_nothing(store: Store) -> None:
    store.set_look(query=3, hull=True)
    store.set_view(hover_token=3, hover_step="mix")
    assert (store.undo_name, store.is_modified, store.computations) == (None, False, 1)


def test_looking_at_the_same_is_not_told(store: Store, told: list[tuple[Snapshot, Snapshot]]) -> None:
    store.set_look(query=6)
    store.set_view(frame=store.now.frame)
    assert told == []


def test_another_passage_brings_its_numbers() -> None:
    store = Store(two_passages(), Look(query=6))
    assert store.trace.n_keys == 6
    store.set_look(passage=1, query=20)
    assert store.trace.n_keys == 2
    store.apply("Move", move(Handle("query", 20), (1.0, 1.0), passage=1))
    np.testing.assert_allclose(store.trace.weights, resolve(store.document, 1).weights)


def test_a_cell_that_is_picked_goes_with_its_passage() -> None:
    both = two_meanings()
    shorter = retype_sentence(both, "the bank", placement, passage=1)
    store = Store(shorter, Look(query=6))
    store.set_view(picked=Picked("weights", 5, 5))
    store.set_look(passage=1)
    assert store.view.picked is None
    store.set_view(picked=Picked("weights", 1, 1))
    store.set_look(workspace="context", head=0)
    assert store.view.picked == Picked("weights", 1, 1)


def test_a_cell_of_a_word_that_a_gesture_takes_back_goes_with_it(store: Store) -> None:
    store.begin("Type")
    store.preview(retype("I deposited money at the bank now"))
    store.set_view(picked=Picked("weights", 6, 6))
    store.cancel()
    assert store.view.picked is None


def test_a_selected_tip_that_goes_gives_way_to_the_querys(store: Store) -> None:
    store.set_view(selected=Handle("value", 1))
    store.apply("Retype", retype("at the bank"))
    assert store.view.selected == QUERY


# --- listeners


def test_listeners_are_told_in_the_order_in_which_they_came(store: Store) -> None:
    heard: list[str] = []

    def listener(name: str) -> Listener:
        return lambda old, new: heard.append(name)

    for name in "abc":
        store.subscribe(listener(name))
    store.set_view(snap="grid")
    assert heard == ["a", "b", "c"]


def test_who_left_is_told_no_more(store: Store) -> None:
    heard: list[str] = []
    end = store.subscribe(lambda old, new: heard.append("a"))
    end()
    end()
    store.set_view(snap="grid")
    assert heard == []


CHANGES: list[Callable[[Store], object]] = [
    lambda store: store.apply("Move", move(QUERY, (0.0, 0.0))),
    lambda store: store.set_look(query=1),
    lambda store: store.set_view(snap="polar"),
    lambda store: store.say("hm"),
    lambda store: store.open(crossing()),
    lambda store: store.undo(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_who_is_told_may_not_change_anything(store: Store, change: Callable[[Store], object]) -> None:
    store.apply("One", move(QUERY, (1.0, 1.0)))
    document, look = store.document, store.look

    def meddle(old: Snapshot, new: Snapshot) -> None:
        change(store)

    end = store.subscribe(meddle)
    with pytest.raises(RuntimeError, match="may not change the state"):
        store.set_view(snap="grid")
    assert (store.document, store.look, store.view.snap, store.view.message) == (document, look, "grid", "")
    end()
    store.set_view(snap="near")
    assert store.view.snap == "near"


def test_a_listener_that_fails_does_not_lock_the_store(store: Store) -> None:
    def fail(old: Snapshot, new: Snapshot) -> None:
        raise ZeroDivisionError

    end = store.subscribe(fail)
    with pytest.raises(ZeroDivisionError):
        store.set_view(snap="grid")
    end()
    store.set_view(snap="polar")
    assert store.view.snap == "polar"


# --- whatever is done, in whatever order

POINTS = st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0))


class AnyHistory(RuleBasedStateMachine):
    """Random acts on a Store. A plain list of documents says what undo must bring back."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = Store(bank(), Look(query=6))
        self.past: list[Document] = []
        self.future: list[Document] = []

    @initialize(document=st.sampled_from([bank(), crossing(), of_words(), of_words("a"), two_passages()]))
    def start(self, document: Document) -> None:
        self.store.open(document)

    def done(self, before: Document) -> None:
        """Note a step if the document changed."""
        if self.store.document != before:
            self.past.append(before)
            self.future.clear()

    def tip(self, data: st.DataObject) -> Handle | None:
        role: Role = data.draw(st.sampled_from(ROLES))
        words = self.store.now.passage.tokens_of(role)
        return Handle(role, data.draw(st.sampled_from(words)).id) if words else None

    @rule(data=st.data(), points=st.lists(POINTS, min_size=1, max_size=3), ends=st.booleans())
    def drag(self, data: st.DataObject, points: list[tuple[float, float]], ends: bool) -> None:
        handle, before = self.tip(data), self.store.document
        if handle is None:
            return
        passage = self.store.look.passage
        self.store.begin("Move")
        for point in points:
            self.store.preview(move(handle, point, passage))
        if ends:
            self.store.commit()
            self.done(before)
        else:
            self.store.cancel()
            assert self.store.document is before

    @rule(data=st.data(), chosen=st.sampled_from(["none", "causal", "custom"]), allow=st.booleans())
    def mask(self, data: st.DataObject, chosen: Any, allow: bool) -> None:
        before, passage = self.store.document, self.store.now.passage
        self.store.apply("Rule", lambda document: edits.set_rule(document, chosen))
        self.done(before)
        if passage.query_tokens and passage.key_tokens:
            query = data.draw(st.sampled_from(passage.query_tokens)).id
            key = data.draw(st.sampled_from(passage.key_tokens)).id
            before, index = self.store.document, self.store.look.passage
            self.store.apply("Paint", lambda d: edits.paint_cells(d, [(query, key)], allow, index))
            self.done(before)

    @rule(temperature=st.sampled_from([0.0, 0.3, 1.0, 5.0]), on=st.booleans())
    def settings(self, temperature: float, on: bool) -> None:
        before = self.store.document
        self.store.apply("Scaling", lambda document: edits.set_scaling(document, on))
        self.done(before)
        before = self.store.document
        self.store.apply("Temperature", lambda document: edits.set_temperature(document, temperature))
        self.done(before)

    @rule(words=st.lists(st.sampled_from(["the", "bank", "money", "👩", "new", "."]), max_size=5))
    def retype(self, words: list[str]) -> None:
        before, passage = self.store.document, self.store.look.passage
        self.store.apply("Retype", retype(" ".join(words), passage))
        self.done(before)

    @rule()
    def refuse(self) -> None:
        before = self.store.now
        with pytest.raises(Refused):
            self.store.apply("Cold", lambda document: edits.set_temperature(document, -1.0))
        assert self.store.now is before

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        self.future.append(self.store.document)
        self.store.undo()
        assert self.store.document == self.past.pop()

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.past.append(self.store.document)
        self.store.redo()
        assert self.store.document == self.future.pop()

    @rule(query=st.integers(0, 25), passage=st.integers(0, 2))
    def look(self, query: int, passage: int) -> None:
        self.store.set_look(query=query, passage=passage)

    @rule()
    def save_and_open(self) -> None:
        path = self.folder / "any.attn"
        save_file(path, self.store.document, self.store.look)
        opened = open_file(path)
        assert (opened.document, opened.look) == (self.store.document, self.store.look)
        self.store.open(opened.document, opened.look)
        self.past.clear()
        self.future.clear()

    @invariant()
    def the_document_is_whole(self) -> None:
        check(self.store.document)
        assert edits.farthest(self.store.document) <= max(self.store.document.bound, 3.0)

    @invariant()
    def the_numbers_are_those_of_the_document(self) -> None:
        trace, fresh = self.store.trace, resolve(self.store.document, self.store.look.passage)
        np.testing.assert_allclose(trace.weights, fresh.weights, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(trace.output, fresh.output, rtol=1e-12, atol=1e-12)

    @invariant()
    def every_row_sums_to_one_or_is_blind(self) -> None:
        trace = self.store.trace
        assert np.isfinite(trace.weights).all()
        assert np.isfinite(trace.output).all()
        np.testing.assert_allclose(trace.weights.sum(axis=-1), np.where(trace.blind, 0.0, 1.0), atol=1e-12)

    @invariant()
    def what_is_selected_and_shown_is_there(self) -> None:
        now = self.store.now
        assert now.query_index < len(now.passage.query_tokens)
        if now.view.selected is not None:
            ids = {token.id for token in now.passage.tokens_of(now.view.selected.role)}
            assert now.view.selected.token in ids

    @invariant()
    def the_history_is_as_long_as_what_was_done(self) -> None:
        assert len(self.store.history.done) == len(self.past)
        assert len(self.store.history.undone) == len(self.future)

    def teardown(self) -> None:
        while self.past:
            self.undo()
        assert self.store.undo_name is None
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()


TestAnyHistory = AnyHistory.TestCase
TestAnyHistory.settings = examples(max_examples=60, stateful_step_count=30, deadline=None)
