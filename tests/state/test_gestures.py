"""Drags, clicks and key presses on tips, without a mouse: what is caught, what moves, what is remembered."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Document, Handle, Head, Passage, Token
from attnstudio.model.edits import move_vector
from attnstudio.model.geometry import Modifiers, Vec2
from attnstudio.state.gestures import (
    CATCH,
    Drag,
    Lens,
    Tip,
    after_click,
    caught,
    name_of,
    place,
    point_of,
    press_arrow,
)
from attnstudio.state.store import Store

LENS = Lens((200.0, 200.0), 50.0)
NO_KEYS = Modifiers()
QUERY, KEY, VALUE = Handle("query", 1), Handle("key", 0), Handle("value", 0)


def store(bound: float = 3.0, query: Vec2 = (1.8, 1.8)) -> Store:
    """“money bank”, whose second word asks."""
    x = ((2.0, 0.0), (0.6, 0.6))
    head = Head(queries=((2.0, 0.0), query), keys=x, values=x)
    tokens = (Token(0, "money"), Token(1, "bank"))
    return Store(Document("test", (Passage(tokens, heads=(head,)),), bound=bound))


def grab(held: Store, handle: Handle = QUERY, off: tuple[float, float] = (0.0, 0.0)) -> tuple[Drag, Vec2]:
    """A drag, and the pixel of the press, `off` the tip."""
    tip = LENS.to_pixels(point_of(held.now, handle))
    at = tip[0] + off[0], tip[1] + off[1]
    return Drag(held, handle, at, LENS), at


# --- the lens ---------------------------------------------------------------------------------------


def test_y_points_up_in_the_model_and_down_on_the_screen() -> None:
    assert LENS.to_pixels((1, 2)) == (250, 100)
    assert LENS.to_model((250, 100)) == (1, 2)


def test_the_origin_has_no_minus_zero() -> None:
    assert [math.copysign(1, part) for part in LENS.to_model((200.0, 200.0))] == [1, 1]


# --- what a press catches ---------------------------------------------------------------------------


def test_nothing_is_caught_beyond_22_pixels() -> None:
    tips = [Tip(KEY, (100, 100))]
    assert caught(tips, (100 + CATCH, 100), None) is tips[0]
    assert caught(tips, (100 + CATCH + 0.01, 100), None) is None
    assert caught([], (0, 0), None) is None


def test_the_selected_tip_wins_then_the_nearest_then_the_first() -> None:
    tips = [Tip(KEY, (100, 100)), Tip(VALUE, (100, 100)), Tip(QUERY, (110, 100)), Tip(None, (90, 100))]
    assert caught(tips, (100, 100), VALUE) is tips[1]
    assert caught(tips, (100, 100), QUERY) is tips[2]
    assert caught(tips, (108, 100), KEY) is tips[0]
    assert caught(tips, (108, 100), None) is tips[2]
    assert caught(tips, (101, 100), None) is tips[0]
    assert caught(tips, (88, 100), None) is tips[3]
    assert caught(tips, (108, 100), Handle("query", 99)) is tips[2]


def test_a_selected_tip_out_of_reach_does_not_win() -> None:
    tips = [Tip(KEY, (100, 100)), Tip(QUERY, (150, 100))]
    assert caught(tips, (104, 100), QUERY) is tips[0]


def test_repeated_clicks_alternate_between_coinciding_tips() -> None:
    tips = [Tip(QUERY, (100, 100)), Tip(KEY, (100, 100)), Tip(VALUE, (101, 100))]
    clicked, seen = QUERY, []
    for _ in range(4):
        clicked = after_click(tips, (100, 100), clicked)
        seen.append(clicked)
    assert seen == [KEY, VALUE, QUERY, KEY]


def test_a_click_beside_the_selected_tip_selects_the_nearer_one() -> None:
    tips = [Tip(QUERY, (100, 100)), Tip(KEY, (115, 100)), Tip(None, (115, 100))]
    assert after_click(tips, (114, 100), QUERY) == KEY
    assert after_click(tips, (114, 100), KEY) == KEY
    assert after_click(tips, (101, 100), QUERY) == QUERY
    assert after_click([], (101, 100), QUERY) == QUERY


# --- a drag -----------------------------------------------------------------------------------------


def test_a_drag_is_one_named_step_and_starts_without_a_jump() -> None:
    held = store()
    drag, at = grab(held, off=(7, -9))
    assert point_of(held.now, QUERY) == (1.8, 1.8)
    drag.move((at[0] + 1, at[1]), NO_KEYS, LENS)
    assert point_of(held.now, QUERY) == pytest.approx((1.82, 1.8))
    drag.move((at[0] + 10, at[1] + 20), NO_KEYS, LENS)
    drag.release()
    assert point_of(held.now, QUERY) == pytest.approx((2.0, 1.4))
    assert held.undo_name == "Move query of “bank”"
    held.undo()
    assert point_of(held.now, QUERY) == (1.8, 1.8)
    assert held.undo_name is None


def test_everything_moves_while_dragging() -> None:
    held = store()
    before = held.trace.weights[0, 1].tolist()
    drag, at = grab(held)
    drag.move((at[0], at[1] + 60), NO_KEYS, LENS)
    assert held.trace.weights[0, 1].tolist() != before
    drag.cancel()


def test_press_and_release_is_no_edit() -> None:
    held = store()
    before = held.now.document
    drag, _ = grab(held, off=(5, 5))
    drag.release()
    assert not drag.moved
    assert held.document is before
    assert held.undo_name is None


def test_coming_back_is_no_edit() -> None:
    held = store(query=(1.23456789, -0.98765432))  # not on thousandths, where a hand would put it
    drag, at = grab(held, off=(3, 2))
    drag.move((at[0] + 40, at[1]), NO_KEYS, LENS)
    drag.move(at, NO_KEYS, LENS)
    drag.release()
    assert drag.moved
    assert point_of(held.now, QUERY) == (1.23456789, -0.98765432)
    assert held.undo_name is None


@given(st.lists(st.tuples(st.integers(-500, 900), st.integers(-500, 900)), min_size=1, max_size=5))
def test_cancel_puts_everything_back_to_the_last_bit(places: list[tuple[int, int]]) -> None:
    held = store(query=(0.1 + 0.2, 1 / 3))
    before = held.now
    drag, _ = grab(held)
    for at in places:
        drag.move(at, NO_KEYS, LENS)
    drag.cancel()
    assert held.document is before.document
    assert held.trace is before.trace
    assert held.undo_name is None


def test_many_events_compute_once_each() -> None:
    held = store()
    drag, at = grab(held)
    count = held.computations
    for step in range(1, 6):
        drag.move((at[0] + step, at[1]), NO_KEYS, LENS)
    drag.move((at[0] + 5, at[1]), NO_KEYS, LENS)  # the same place again
    assert held.computations == count + 5
    drag.release()
    assert held.computations == count + 5


def test_a_key_pressed_without_a_move_applies_at_once() -> None:
    held = store(query=(2.0, 0.0))
    drag, at = grab(held)
    drag.move((at[0], at[1] - 100), NO_KEYS, LENS)
    assert point_of(held.now, QUERY) == (2.0, 2.0)
    drag.hold(Modifiers(keep_length=True), LENS)
    assert point_of(held.now, QUERY) == pytest.approx((math.sqrt(2), math.sqrt(2)))
    drag.hold(NO_KEYS, LENS)
    assert point_of(held.now, QUERY) == (2.0, 2.0)
    drag.cancel()


def test_a_key_alone_moves_nothing() -> None:
    held = store()
    held.set_view(snap="grid")
    drag, _ = grab(held, off=(4, 0))
    drag.hold(Modifiers(keep_direction=True), LENS)
    drag.hold(NO_KEYS, LENS)
    drag.release()
    assert not drag.moved
    assert held.undo_name is None


def test_a_tip_cannot_leave_the_bound() -> None:
    held = store(bound=2.5)
    drag, _ = grab(held, KEY)
    drag.move((9000, -9000), NO_KEYS, LENS)
    drag.release()
    assert point_of(held.now, KEY) == (2.5, 2.5)


def test_a_tip_outside_the_bound_is_not_pulled_in_by_a_click() -> None:
    held = store(bound=1.0)
    drag, at = grab(held)
    drag.move((at[0] + 4, at[1]), NO_KEYS, LENS)
    drag.move(at, NO_KEYS, LENS)
    drag.release()
    assert point_of(held.now, QUERY) == (1.8, 1.8)


def test_a_zero_vector_is_picked_up_again() -> None:
    held = store(query=(0.0, 0.0))
    drag, at = grab(held, off=(20, 0))
    drag.move((at[0] + 50, at[1]), NO_KEYS, LENS)
    drag.release()
    assert point_of(held.now, QUERY) == (1.0, 0.0)


def test_a_session_knows_that_somebody_else_ended_it() -> None:
    held = store()
    drag, at = grab(held)
    drag.move((at[0] + 30, at[1]), NO_KEYS, LENS)
    assert drag.is_open()
    held.undo()  # puts the tip back
    assert not drag.is_open()
    held.begin("Another gesture")
    assert not drag.is_open()
    drag.release()
    drag.cancel()
    assert held.gesture is not None
    assert point_of(held.now, QUERY) == (1.8, 1.8)


def test_a_key_and_its_equal_value_are_two_tips() -> None:
    held = store()
    drag, at = grab(held, KEY)
    drag.move((at[0], at[1] + 50), NO_KEYS, LENS)
    drag.release()
    assert point_of(held.now, KEY) == (2.0, -1.0)
    assert point_of(held.now, VALUE) == (2.0, 0.0)


# --- keys and numbers -------------------------------------------------------------------------------


def test_a_run_of_arrow_presses_is_one_step() -> None:
    held = store()
    for _ in range(3):
        assert press_arrow(held, QUERY, 1, 0, 1.0)
    assert press_arrow(held, QUERY, 0, -1, 0.1)
    assert point_of(held.now, QUERY) == (2.1, 1.79)
    held.undo()
    assert point_of(held.now, QUERY) == (1.8, 1.8)


def test_presses_on_two_tips_are_two_steps() -> None:
    held = store()
    press_arrow(held, QUERY, 1, 0, 1.0)
    press_arrow(held, KEY, 1, 0, 1.0)
    held.undo()
    assert point_of(held.now, KEY) == (2.0, 0.0)
    assert point_of(held.now, QUERY) == (1.9, 1.8)


def test_a_press_at_the_bound_changes_nothing_and_says_so() -> None:
    held = store(query=(3.0, 0.0))
    assert not press_arrow(held, QUERY, 1, 0, 1.0)
    assert held.undo_name is None


def test_place() -> None:
    held = store()
    assert place(held, KEY, (0.125, -1.0))
    assert point_of(held.now, KEY) == (0.125, -1.0)
    assert not place(held, KEY, (0.125, -1.0))
    assert held.undo_name == "Move key of “money”"


def test_a_drag_does_what_the_number_field_does() -> None:
    by_hand, by_number = store(), store()
    drag, at = grab(by_hand)
    drag.move((at[0] - 40, at[1] + 20), NO_KEYS, LENS)
    drag.release()
    place(by_number, QUERY, (1.0, 1.4))
    assert by_hand.document == by_number.document
    assert by_hand.document == move_vector(store().document, QUERY, (1.0, 1.4))


def test_repeated_words_are_told_apart_by_their_position() -> None:
    tokens = (Token(7, "the"), Token(9, "the"))
    rows = ((1.0, 0.0), (0.0, 1.0))
    held = Store(Document("test", (Passage(tokens, heads=(Head(rows, rows, rows),)),)))
    assert name_of(held.now, Handle("key", 9)) == "key of “the₂”"
