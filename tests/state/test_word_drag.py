"""A word on the plane of two meanings: dragged, nudged and placed in both sentences at once."""

from __future__ import annotations

import pytest

from attnstudio.model.document import Look
from attnstudio.model.geometry import Modifiers
from attnstudio.model.refused import Refused
from attnstudio.state.gestures import Lens
from attnstudio.state.store import Store
from attnstudio.state.word_drag import WordDrag, passage_of, place, place_of, press_arrow, title_of
from tests import samples

BANK, BANK_B, RIVER = 6, 16, 15
LENS = Lens((200.0, 200.0), 100.0)
NONE = Modifiers()


def two() -> Store:
    return Store(samples.two_meanings(), Look(query=BANK))


def test_a_drag_moves_both_and_is_one_step() -> None:
    store = two()
    drag = WordDrag(store, BANK, LENS.to_pixels((0.6, 0.6)), LENS)
    drag.move(LENS.to_pixels((1.0, 0.25)), NONE, LENS)
    drag.move(LENS.to_pixels((1.5, 0.5)), NONE, LENS)
    drag.release()
    assert place_of(store.now, BANK) == place_of(store.now, BANK_B) == (1.5, 0.5)
    assert store.undo_name == "Move x of “bank”, in both sentences"
    store.undo()
    assert store.document == samples.two_meanings()


def test_nothing_jumps_on_grab_and_esc_puts_it_back() -> None:
    store = two()
    start = LENS.to_pixels((0.6, 0.6))
    drag = WordDrag(store, BANK, (start[0] + 9, start[1] - 4), LENS)
    assert store.document == samples.two_meanings()
    drag.move((start[0] + 19, start[1] - 4), NONE, LENS)
    assert place_of(store.now, BANK) == pytest.approx((0.7, 0.6))
    drag.cancel()
    assert store.document == samples.two_meanings()
    assert store.undo_name is None


def test_the_length_is_kept_with_shift() -> None:
    store = two()
    drag = WordDrag(store, RIVER, LENS.to_pixels((0.0, 2.0)), LENS)
    drag.move(LENS.to_pixels((1.0, 0.0)), Modifiers(keep_length=True), LENS)
    assert place_of(store.now, RIVER) == pytest.approx((2.0, 0.0))
    drag.cancel()


def test_an_arrow_is_one_step_and_a_run_one_entry() -> None:
    store = two()
    assert press_arrow(store, RIVER, 1, 0, 1.0)
    assert press_arrow(store, RIVER, 1, 0, 1.0)
    assert place_of(store.now, RIVER) == (0.2, 2.0)
    assert store.undo_name == "Move x of “river”"
    store.undo()
    assert store.document == samples.two_meanings()


def test_at_the_bound_nothing_moves() -> None:
    store = two()
    place(store, RIVER, (3.0, 2.0))
    assert not press_arrow(store, RIVER, 1, 0, 1.0)


def test_free_words_move_their_value() -> None:
    store = Store(samples.bank(), Look(query=BANK))
    assert title_of(store.now, 3) == "value of “money”"
    place(store, 3, (1.0, 1.0))
    assert store.trace.values[0, 2].tolist() == [1.0, 1.0]


def test_a_word_that_only_asks_has_no_place() -> None:
    store = Store(samples.crossing(), Look(query=1))
    with pytest.raises(Refused, match="only asks"):
        place_of(store.now, 1)


def test_an_unknown_token() -> None:
    with pytest.raises(ValueError, match="99"):
        passage_of(samples.bank(), 99)


def test_a_word_that_asks_and_offers_is_told_apart() -> None:
    store = Store(samples.cached())
    assert title_of(store.now, 1) == "x of “learning”, which asks"
    assert title_of(store.now, 4) == "x of “learning”, which offers"
    assert title_of(store.now, 2) == "x of “I”"
