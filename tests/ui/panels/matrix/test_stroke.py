"""A stroke touches every cell on its way and is one step."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import Look
from attnstudio.model.rules import may_look
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.content import content_of
from attnstudio.ui.panels.matrix.stroke import Stroke, line
from tests.samples import bank

cells = st.tuples(st.integers(-70, 70), st.integers(-70, 70))


@given(cells, cells)
def test_a_line_has_no_gap(start: tuple[int, int], end: tuple[int, int]) -> None:
    passed = list(line(start, end))
    assert (passed[0], passed[-1]) == (start, end)
    assert len(passed) == max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
    for one, other in pairwise(passed):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def test_lines_as_drawn_by_hand() -> None:
    assert list(line((0, 0), (1, 3))) == [(0, 0), (0, 1), (1, 2), (1, 3)]
    assert list(line((2, 2), (0, 0))) == [(2, 2), (1, 1), (0, 0)]
    assert list(line((4, 5), (4, 5))) == [(4, 5)]


def test_every_cell_becomes_what_the_first_became() -> None:
    store = Store(bank(), Look(matrix="mask"))
    store.apply("Flip", lambda document: edits.flip_cell(document, 1, 3))  # masked before the stroke comes
    stroke = Stroke(store, content_of(store.now), (0, 0))
    stroke.to((0, 4))
    stroke.to((0, 2))
    stroke.end()
    allowed = may_look(store.document.mask, store.now.passage)
    assert [bool(a) for a in allowed[0]] == [False] * 5 + [True]
    assert store.undo_name == "Mask cells"
    store.undo()
    assert [bool(a) for a in may_look(store.document.mask, store.now.passage)[0]] == [True, True, False] + [
        True
    ] * 3


def test_a_stroke_that_leaves_the_matrix_comes_back_where_the_hand_does() -> None:
    store = Store(bank())
    stroke = Stroke(store, content_of(store.now), (5, 0))
    stroke.to((9, 0))
    stroke.to((9, 3))
    stroke.to((5, 3))
    stroke.end()
    assert store.document.mask.flipped == {(6, 1), (6, 4)}


def test_cells_are_computed_once_each() -> None:
    store = Store(bank())
    stroke = Stroke(store, content_of(store.now), (0, 0))
    before = store.computations
    for _ in range(10):
        stroke.to((0, 0))
    assert store.computations == before
    stroke.to((0, 1))
    assert store.computations == before + 1
    stroke.cancel()
    assert store.document == bank()
    assert not store.history.done


def test_a_stroke_ended_by_something_else_does_nothing_more() -> None:
    store = Store(bank())
    stroke = Stroke(store, content_of(store.now), (0, 0))
    store.apply("Flip", lambda document: edits.flip_cell(document, 3, 3))
    stroke.to((0, 5))
    stroke.cancel()
    assert store.document.mask.flipped == {(1, 1), (3, 3)}
