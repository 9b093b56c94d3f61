"""Which edit a cell is, and what a hand makes of a number."""

from __future__ import annotations

import pytest

from attnstudio.model.projecting import make_free, make_projected, set_heads
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Node, Picked, View
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow.inputs import CellDrag, nudge, set_number, value_of
from tests import samples


@pytest.mark.parametrize("node", ["x", "w_q", "w_k", "w_v", "w_o"])
def test_each_input_of_a_projected_document_can_be_set(node: Node) -> None:
    store = Store(set_heads(samples.two_meanings(), 2))
    store.set_look(head=1)
    cell = Picked(node, 1, 1)
    assert set_number(store, cell, 0.125)
    assert value_of(store.now, cell) == 0.125
    store.undo()
    assert value_of(store.now, cell) != 0.125


@pytest.mark.parametrize("node", ["q", "k", "v"])
def test_each_free_vector_can_be_set(node: Node) -> None:
    store = Store(make_free(samples.two_meanings()))
    assert set_number(store, Picked(node, 2, 0), -1.25)
    assert value_of(store.now, Picked(node, 2, 0)) == -1.25
    assert store.undo_name is not None
    assert "“money”" in store.undo_name


def test_rows_below_those_of_the_queries_are_the_keys_own() -> None:
    store = Store(make_projected(samples.crossing()))
    set_number(store, Picked("x", 3, 0), 0.5)
    embedding = store.now.passage.embedding
    assert embedding is not None
    assert embedding.x_keys is not None
    assert embedding.x_keys[1] == (0.5, 1.5)
    assert store.undo_name == "Change x of “b”"


def test_a_result_can_not_be_set() -> None:
    with pytest.raises(Refused, match="result"):
        set_number(Store(samples.bank()), Picked("weights", 0, 0), 0.5)


def test_to_the_right_and_up_is_more_and_back_is_the_start_to_the_last_bit() -> None:
    store = Store(samples.two_meanings())
    cell, start = Picked("x", 0, 0), store.document
    drag = CellDrag(store, cell, (100.0, 100.0))
    drag.move((130.0, 100.0), 1.0, False)
    right = value_of(store.now, cell)
    drag.move((100.0, 70.0), 1.0, False)
    assert value_of(store.now, cell) == right == pytest.approx(0.25 + 30 * 3 / 150)
    drag.move((100.0, 70.0), 0.1, False)
    assert value_of(store.now, cell) == pytest.approx(0.25 + 3 * 3 / 150)
    drag.move((100.0, 9000.0), 1.0, False)
    assert value_of(store.now, cell) == -3.0  # the plane's edge
    drag.move((100.0, 100.0), 1.0, False)
    drag.release()
    assert store.document is start
    assert not store.history.done


def test_a_drag_snaps_to_the_grid_unless_told_not_to() -> None:
    store = Store(samples.two_meanings(), view=View(snap="grid"))
    cell = Picked("x", 0, 0)
    drag = CellDrag(store, cell, (0.0, 0.0))
    drag.move((0.0, -20.0), 1.0, False)
    assert value_of(store.now, cell) == 0.5
    drag.move((0.0, -20.0), 1.0, True)
    assert value_of(store.now, cell) == pytest.approx(0.65)
    drag.cancel()
    assert value_of(store.now, cell) == 0.25


def test_a_run_of_steps_is_one_entry_and_ends_at_the_edge() -> None:
    store = Store(samples.two_meanings())
    cell = Picked("x", 2, 0)
    assert all(nudge(store, cell, 1.0) for _ in range(10))
    assert value_of(store.now, cell) == 3.0
    with pytest.raises(Refused, match="ends at ±3"):
        nudge(store, cell, 1.0)
    assert value_of(store.now, cell) == 3.0
    assert len(store.history.done) == 1
