"""What the mouse does to the pipeline: bars are pulled, numbers open, ticks mask."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.edits import flip_cell, move_vector
from attnstudio.model.settings import ScoreSettings
from attnstudio.state.snapshot import STEPS, Step
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from tests.samples import bank, crossing, projected
from tests.ui.panels.framed import NONE, PLAIN, RIGHT
from tests.ui.panels.pipeline.bench import BANK, MONEY, Make

# --- pulling


def test_pulling_a_bar_moves_the_query_so_that_the_weight_follows_the_hand(make: Make) -> None:
    hand = make()
    start, width = hand.weight(), hand.rows.track_of(MONEY).width()
    at = hand.on_bar(MONEY, 0.1)  # grabbed anywhere: nothing jumps
    hand.press(at)
    hand.move(at + QPointF(1, 0))
    assert hand.weight() == pytest.approx(start + 1 / width, abs=1e-9)
    hand.move(at + QPointF(20, 3))
    assert hand.weight() == pytest.approx(start + 20 / width, abs=1e-9)
    assert hand.rows.held is not None
    hand.release(at + QPointF(20, 3))
    assert hand.store.undo_name == "Pull weight of “money”"
    assert len(hand.store.history.done) == 1
    hand.store.undo()
    assert hand.store.document == bank()


def test_press_and_release_is_no_edit(make: Make) -> None:
    hand = make()
    document = hand.store.document
    hand.choose(hand.on_bar(MONEY))
    assert hand.store.document is document
    assert hand.panel.card is None


@pytest.mark.parametrize("how", ["escape", "right click", "focus", "hide", "disable"])
def test_a_pull_is_called_off_exactly(make: Make, how: str) -> None:
    hand = make()
    document, trace, at = hand.store.document, hand.store.trace, hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    assert hand.store.document is not document
    if how == "escape":
        assert hand.tap(Qt.Key.Key_Escape)
    elif how == "right click":
        hand.press(at, RIGHT)
    elif how == "focus":
        QApplication.sendEvent(hand.rows, QFocusEvent(QEvent.Type.FocusOut))
    elif how == "hide":
        hand.panel.hide()
    else:
        hand.panel.setEnabled(False)
    assert hand.store.document is document
    assert hand.store.trace is trace
    hand.move(at + QPointF(40, 0))
    hand.release(at + QPointF(40, 0))
    assert hand.store.document is document
    assert hand.store.undo_name is None
    assert hand.rows.held is None


def test_escape_in_a_pull_is_no_shortcut_of_the_window(make: Make) -> None:
    hand = make()
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, PLAIN)
    override.ignore()
    QApplication.sendEvent(hand.rows, override)
    assert not override.isAccepted()
    hand.press(hand.on_bar(MONEY))
    QApplication.sendEvent(hand.rows, override)
    assert override.isAccepted()


def test_a_lost_release_keeps_what_is_shown(make: Make) -> None:
    hand = make()
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    shown = hand.store.document
    hand.move(at + QPointF(30, 0), held=NONE)
    assert hand.store.document is shown
    assert hand.store.undo_name == "Pull weight of “money”"


def test_an_undo_in_the_middle_ends_the_pull(make: Make) -> None:
    hand = make()
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    hand.store.undo()
    hand.move(at + QPointF(30, 0))
    hand.release(at + QPointF(30, 0))
    assert hand.store.document == bank()


def test_another_document_in_the_middle_ends_the_pull(make: Make) -> None:
    hand = make()
    at = hand.on_bar(BANK)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    hand.store.open(crossing(), Look(query=1))
    hand.move(at + QPointF(30, 0))
    hand.release(at + QPointF(30, 0))
    assert hand.store.document == crossing()


def test_the_bar_stops_where_no_query_can_and_says_why(make: Make) -> None:
    hand = make()
    at = hand.on_bar(BANK, 0.1)
    hand.press(at)
    hand.move(at + QPointF(400, 0))
    held = hand.rows.held
    assert held is not None
    assert hand.weight(BANK) == pytest.approx(held.highest, abs=1e-9)
    assert held.highest < 0.9
    assert "“bank”" in hand.store.view.message
    hand.release(at)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (replace(bank(), settings=ScoreSettings(temperature=0.0)), "temperature 0"),
        (flip_cell(bank(), 6, 3), "hides “money”"),
    ],
)
def test_where_nothing_can_be_pulled_it_says_why(make: Make, document: Document, why: str) -> None:
    hand = make(document)
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(20, 0))
    hand.release(at + QPointF(20, 0))
    assert hand.store.document is document
    assert why in hand.store.view.message
    assert hand.part("weight of money").set_number is None
    hand.tap(Qt.Key.Key_Plus)
    assert why in hand.store.view.message


def test_the_tip_of_a_bar_tells_beforehand_how_far_it_goes(make: Make) -> None:
    hand = make()
    document = hand.store.document
    assert hand.rows.tip_at(hand.on_bar(MONEY)) == "Pull to change it, from 0.003 to 0.871."
    assert "“I” lies between the other keys" in hand.rows.tip_at(hand.on_bar(0))
    assert hand.rows.tip_at(hand.on_number(MONEY)) == ""
    hand.store.apply("Hide", partial(flip_cell, query=6, key=3))
    assert "hides “money”" in hand.rows.tip_at(hand.on_bar(MONEY))
    hand.store.undo()
    assert hand.store.document is document


def test_projected_weights_can_be_read_and_explained_but_not_pulled(make: Make) -> None:
    hand = make(projected(), Look(query=1))
    assert all(part.set_number is None for part in hand.panel.parts())
    hand.choose(hand.cell(0, "name"))
    assert hand.store.view.selected == Handle("query", 1)
    hand.panel.open_arithmetic(Spot(0, "normalize"))
    assert hand.panel.card is not None


# --- clicking


def test_a_number_opens_its_arithmetic_which_follows_the_drag(make: Make, qtbot: QtBot) -> None:
    hand = make()
    hand.choose(hand.cell(MONEY, "match"))
    card = hand.panel.card
    assert card is not None
    assert card.text.splitlines() == [
        "Score: bank asks, money offers",
        "q · k   1.800 × 2.000 + 1.800 × 0.000 = 3.600",
    ]
    hand.store.apply("Move", lambda document: move_vector(document, Handle("query", 6), (1.0, 1.8)))
    assert card.text.endswith("= 2.000")
    width = card.copy_button.width()
    card.copy_button.click()
    assert QGuiApplication.clipboard().text() == card.text
    assert card.copy_button.text() == "Copied"
    assert card.copy_button.width() == width
    hand.store.apply("Move", lambda document: move_vector(document, Handle("query", 6), (1.5, 1.8)))
    assert card.copy_button.text() == "Copy", "these numbers are not yet copied"
    card.copy_button.click()
    hand.store.set_view(hover_token=1)
    assert card.copy_button.text() == "Copied"
    hand.panel.close_card()
    hand.choose(hand.cell(MONEY, "match"))
    assert card.copy_button.text() == "Copy"
    assert hand.tap(Qt.Key.Key_Escape)
    assert hand.panel.card is None
    assert not hand.tap(Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("j", "place", "last"),
    [
        (MONEY, "scale", "3.600 ÷ √2 ≈ 2.546"),
        (MONEY, "mix", "0.447 × 0.000 = 0.000"),
        (SUMS, "mix", "+ 0.0033 + 0.0969 = 0.2079"),
        (SUMS, "normalize", "= 1.000"),
    ],
)
def test_each_column_has_its_arithmetic(make: Make, j: int, place: Place, last: str) -> None:
    hand = make()
    hand.choose(hand.cell(j, place))
    assert hand.panel.card is not None
    assert hand.panel.card.text.endswith(last)


def test_the_number_of_a_weight_opens_and_the_bar_does_not(make: Make) -> None:
    hand = make()
    hand.choose(hand.on_number(MONEY))
    assert hand.panel.card is not None
    lines = hand.panel.card.text.splitlines()
    assert lines[-2:] == [
        "÷ Σ     1.000 ÷ 2.236 ≈ 0.447",
        "Σ adds up exp of every word that takes part, in the order of the words.",
    ]


def test_the_tick_masks_and_shows_again(make: Make) -> None:
    hand = make()
    hand.choose(hand.cell(MONEY, "mask"))
    assert hand.store.document.mask.flipped == {(6, 3)}
    assert hand.part("mask of money").value == "masked, −∞"
    assert hand.part("weight of money").value == "0.000"
    assert hand.store.undo_name == "Mask “money” for “bank”"
    hand.choose(hand.cell(MONEY, "mask"))
    assert hand.store.document.mask.flipped == frozenset()


def test_a_word_selects_its_key_in_the_plane(make: Make) -> None:
    hand = make()
    hand.choose(hand.cell(MONEY, "name"))
    assert hand.store.view.selected == Handle("key", 3)
    assert hand.store.look.query == 6


@pytest.mark.parametrize("step", STEPS)
def test_a_head_opens_its_sentence(make: Make, step: Step) -> None:
    hand = make()
    head = hand.panel.heads.heads[step]
    head.click()
    card = hand.panel.card
    assert card is not None
    assert "“bank”" in card.text or step == "scale"
    assert card.text.splitlines()[1].endswith(".")
    questions = {"match": ("what am I looking for?", "what do I offer?"), "mix": ("what do I pass on?",)}
    assert all(question in card.text for question in questions.get(step, ()))
    card.close_button.click()
    assert hand.panel.card is None


def test_a_double_click_types_a_weight(make: Make) -> None:
    hand = make()

    def typed(text: str, *keys: Qt.Key) -> None:
        hand.double_click(hand.on_number(MONEY))
        field = hand.rows.field
        assert not field.isHidden()
        assert field.text() == f"{hand.weight():.3f}".rstrip("0")
        field.selectAll()
        field.insert(text)
        for key in keys:
            hand.key(field, key)
        assert field.isHidden()

    typed("0,25", Qt.Key.Key_Return)
    assert hand.weight() == pytest.approx(0.25, abs=1e-9)
    assert hand.panel.card is None, "the first click's card goes"
    document = hand.store.document
    typed("a lot", Qt.Key.Key_Return)
    assert "“a lot” is not a number" in hand.store.view.message
    typed("2", Qt.Key.Key_Return)
    assert hand.store.view.message == "A weight is a number from 0 to 1."
    typed("0.6", Qt.Key.Key_Escape)
    assert hand.store.document is document
