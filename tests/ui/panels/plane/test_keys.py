"""The plane under real keys: one press is one step, and Tab reaches every tip."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Handle, Look
from attnstudio.model.geometry import Vec2
from attnstudio.model.retype import retype_sentence
from attnstudio.study.lexicon import placement
from tests.ui.panels.bench import (
    BANK,
    CTRL,
    KEY,
    NONE,
    QUERY,
    SHIFT,
    Make,
    with_query,
)

# --- keys ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "keys", "goal"),
    [
        (Qt.Key.Key_Right, NONE, (1.9, 1.8)),
        (Qt.Key.Key_Left, NONE, (1.7, 1.8)),
        (Qt.Key.Key_Up, NONE, (1.8, 1.9)),
        (Qt.Key.Key_Down, NONE, (1.8, 1.7)),
        (Qt.Key.Key_Down, SHIFT, (1.8, 1.79)),
        (Qt.Key.Key_Left, CTRL, (0.8, 1.8)),
        (Qt.Key.Key_Right, CTRL, (2.8, 1.8)),
    ],
)
def test_an_arrow_key_moves_exactly_one_step(
    bench: Make, key: Qt.Key, keys: Qt.KeyboardModifier, goal: Vec2
) -> None:
    held = bench()
    assert held.key(key, keys)
    assert held.at(QUERY) == goal


def test_arrow_keys_step_on_the_grid_and_round_the_circle(bench: Make) -> None:
    held = bench(with_query((2.0, 0.0)))
    held.store.set_view(snap="grid")
    held.key(Qt.Key.Key_Up)
    assert held.at(QUERY) == (2.0, 0.5)
    held.store.undo()
    held.store.set_view(snap="polar")
    held.key(Qt.Key.Key_Left)
    turn = math.radians(5)
    assert held.at(QUERY) == pytest.approx((2 * math.cos(turn), 2 * math.sin(turn)))


def test_a_run_of_presses_is_one_step_until_the_keyboard_leaves(bench: Make) -> None:
    held = bench()
    for _ in range(3):
        held.key(Qt.Key.Key_Right)
    held.lose_focus()
    held.key(Qt.Key.Key_Right)
    held.store.undo()
    assert held.at(QUERY) == (2.1, 1.8)
    held.store.undo()
    assert held.at(QUERY) == (1.8, 1.8)


def test_at_the_bound_an_arrow_key_says_so(bench: Make) -> None:
    held = bench(with_query((3.0, 0.0)))
    held.key(Qt.Key.Key_Right)
    assert held.at(QUERY) == (3.0, 0.0)
    assert "edge" in held.store.view.message


def test_tab_goes_through_every_tip_and_then_leaves(bench: Make) -> None:
    held = bench()
    seen = [held.store.view.selected]
    while held.panel.view.hasFocus() and len(seen) < 30:
        held.key(Qt.Key.Key_Tab)
        seen.append(held.store.view.selected)
    words = [token.id for token in held.store.now.passage.key_tokens]
    order = [QUERY, *(Handle("key", i) for i in words), *(Handle("value", i) for i in words)]
    assert seen[:-1] == order
    assert not held.panel.view.hasFocus()


def test_shift_tab_goes_back_and_leaves_before_the_first(bench: Make) -> None:
    held = bench()
    held.key(Qt.Key.Key_Tab)
    held.key(Qt.Key.Key_Backtab, SHIFT)
    assert held.store.view.selected == QUERY
    held.key(Qt.Key.Key_Backtab, SHIFT)
    assert not held.panel.view.hasFocus()


def test_entering_by_tab_begins_at_the_first_tip_and_by_shift_tab_at_the_last(bench: Make) -> None:
    held = bench()
    view = held.panel.view
    held.store.set_view(selected=KEY)
    held.after.setFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert held.store.view.selected == QUERY
    held.after.setFocus()
    view.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert held.store.view.selected == Handle("value", BANK)
    held.key(Qt.Key.Key_Home)
    assert held.store.view.selected == QUERY
    held.key(Qt.Key.Key_End)
    assert held.store.view.selected == Handle("value", BANK)


def test_page_keys_jump_from_queries_to_keys_to_values(bench: Make) -> None:
    held = bench()
    seen = []
    for key in (*(Qt.Key.Key_PageDown,) * 3, *(Qt.Key.Key_PageUp,) * 3):
        assert held.key(key)
        seen.append(held.store.view.selected)
    first, value = Handle("key", 1), Handle("value", 1)
    assert seen == [first, value, value, first, QUERY, QUERY]


def test_the_tip_of_the_keyboard_is_pointed_at_until_the_keyboard_leaves(bench: Make) -> None:
    held = bench()
    marked: list[int | None] = []
    held.store.subscribe(lambda old, new: marked.append(new.view.hover_token))
    held.key(Qt.Key.Key_Tab)
    held.key(Qt.Key.Key_End)
    held.after.setFocus()
    held.panel.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert marked == [1, BANK, None, BANK]
    assert held.panel.view.hovered == QUERY  # whose own match with a key is not shown


def test_what_the_mouse_points_at_stays_when_the_keyboard_leaves(bench: Make) -> None:
    held = bench()
    held.key(Qt.Key.Key_Tab)
    held.hover(held.tip(KEY))
    held.after.setFocus()
    assert held.store.view.hover_token == KEY.token


def test_tab_goes_over_the_modes_into_the_plane_and_on_to_its_controls(bench: Make) -> None:
    held = bench(with_query((0.5, 0.5)))
    held.store.apply("One word", lambda document: retype_sentence(document, "bank", placement))
    held.before.setFocus()
    panel, seen = held.panel, []
    for _ in range(20):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus not in seen:
            seen.append(focus)
        if focus is held.after:
            break
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    buttons = [widget for widget in panel.controls.buttons() if widget.isEnabled()]
    modes = [panel.mode.button_of(mode) for mode in ("match", "mix", "both")]
    assert [widget for widget in seen if widget not in modes] == [
        held.before,
        panel.view,
        *buttons,
        held.after,
    ]
    assert seen[1] in modes
    assert seen.index(panel.view) > max(seen.index(widget) for widget in seen if widget in modes)


def test_only_shown_tips_take_part(bench: Make) -> None:
    held = bench(look=Look(query=BANK, plane="mix"))
    assert held.store.view.selected == QUERY  # not shown in this mode
    before = held.store.document
    held.key(Qt.Key.Key_Right)
    assert held.store.document is before
    assert held.store.view.selected == Handle("value", 1)
    held.key(Qt.Key.Key_Right)
    assert held.at(Handle("value", 1)) == (0.35, 0.1)


def test_other_keys_are_left_to_the_window(bench: Make) -> None:
    held = bench()
    assert not held.key(Qt.Key.Key_F2)
    assert not held.key(Qt.Key.Key_A, text="a")
    assert not held.key(Qt.Key.Key_0, CTRL)
