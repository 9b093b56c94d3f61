"""What keys and assistive programs do to the pipeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from attnstudio.model.document import Handle
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from tests.samples import bank
from tests.ui.panels.framed import PLAIN
from tests.ui.panels.pipeline.bench import MONEY, Make

SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def test_arrow_keys_go_through_all_cells(make: Make) -> None:
    hand = make()
    assert hand.rows.at == Spot(0, "normalize")
    for key, spot in (
        (Qt.Key.Key_Left, Spot(0, "mask")),
        (Qt.Key.Key_Up, Spot(0, "mask")),
        (Qt.Key.Key_End, Spot(5, "mask")),
        (Qt.Key.Key_Down, Spot(5, "mask")),
        (Qt.Key.Key_Right, Spot(5, "normalize")),
        (Qt.Key.Key_Down, Spot(SUMS, "normalize")),
        (Qt.Key.Key_Right, Spot(SUMS, "mix")),
        (Qt.Key.Key_Up, Spot(5, "mix")),
        (Qt.Key.Key_Home, Spot(0, "mix")),
        (Qt.Key.Key_PageDown, Spot(5, "mix")),
        (Qt.Key.Key_PageUp, Spot(0, "mix")),
    ):
        assert hand.tap(key)
        assert hand.rows.at == spot
    assert hand.rows.shows_cursor


def test_keys_pull_a_weight_in_one_step_of_the_history(make: Make) -> None:
    hand = make()
    start = hand.weight()
    hand.rows.at = Spot(MONEY, "normalize")
    for key, held, by in (
        (Qt.Key.Key_Plus, PLAIN, 0.01),
        (Qt.Key.Key_Equal, PLAIN, 0.01),
        (Qt.Key.Key_Right, ALT, 0.01),
        (Qt.Key.Key_Plus, SHIFT, 0.001),
        (Qt.Key.Key_Plus, CTRL, 0.1),
        (Qt.Key.Key_Minus, PLAIN, -0.01),
        (Qt.Key.Key_Left, ALT | SHIFT, -0.001),
    ):
        before = hand.weight()
        assert hand.tap(key, held)
        assert hand.weight() - before == pytest.approx(by, abs=1e-9)
    assert hand.weight() == pytest.approx(start + 0.12, abs=1e-9)
    assert hand.store.undo_name == "Pull weight of “money”"
    hand.store.undo()
    assert hand.store.document == bank()
    assert hand.store.undo_name is None


def test_plus_and_minus_elsewhere_are_left_to_the_window(make: Make) -> None:
    hand = make()
    hand.rows.at = Spot(MONEY, "match")
    assert not hand.tap(Qt.Key.Key_Plus)


def test_enter_space_and_f2(make: Make) -> None:
    hand = make()
    hand.rows.at = Spot(MONEY, "mix")
    hand.tap(Qt.Key.Key_Return)
    assert hand.panel.card is not None
    hand.tap(Qt.Key.Key_Escape)
    hand.tap(Qt.Key.Key_Space)
    assert hand.store.document.mask.flipped == {(6, 3)}
    hand.store.undo()
    hand.rows.at = Spot(MONEY, "name")
    hand.tap(Qt.Key.Key_Return)
    assert hand.store.view.selected == Handle("key", 3)
    hand.rows.at = Spot(MONEY, "normalize")
    hand.tap(Qt.Key.Key_F2)
    assert not hand.rows.field.isHidden()
    hand.key(hand.rows.field, Qt.Key.Key_Escape)
    assert hand.rows.field.isHidden()


def test_assistive_programs_do_the_same(make: Make) -> None:
    hand = make()
    change = hand.part("weight of money").set_number
    assert change is not None
    change(0.3)
    assert hand.weight() == pytest.approx(0.3, abs=1e-9)
    press = hand.part("mask of the").press
    assert press is not None
    press()
    assert hand.store.document.mask.flipped == {(6, 5)}
    show = hand.part("output").press
    assert show is not None
    show()
    assert hand.panel.card is not None
