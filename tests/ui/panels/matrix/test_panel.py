"""The matrix panel under the hands: choosing, reading, painting, enlarging, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Handle, Look
from attnstudio.model.retype import retype_sentence
from attnstudio.state.snapshot import View
from attnstudio.study.lexicon import placement
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words
from tests.ui.panels.matrix.hand import LEFT, RIGHT, Hand, masked_bank, press_key

SHIFT = Qt.KeyboardModifier.ShiftModifier
MASK = Look(query=6, matrix="mask")
Key = Qt.Key


# --- choosing and pointing


def test_a_click_on_a_cell_or_a_name_lets_that_query_ask(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(query=6))
    hand.click(hand.at(2, 4))
    assert hand.store.look.query == 3
    hand.click(QPointF(5, hand.layout.cell(1, 0).center().y()))
    assert hand.store.look.query == 2
    assert not hand.store.history.done
    assert hand.store.document == bank()


def test_pointing_marks_the_key_everywhere_and_the_pair_here(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    hand.move(hand.at(5, 2))
    assert hand.pointed() == (5, 2)
    assert hand.store.view.hover_token == 3
    hand.move(QPointF(5, hand.at(1, 0).y()))
    assert hand.pointed() is None
    assert hand.store.view.hover_token == 2
    hand.move(QPointF(hand.at(0, 4).x(), 5))
    assert hand.store.view.hover_token == 5
    hand.move(hand.at(0, 0))
    hand.leave()
    assert hand.pointed() is None
    assert hand.store.view.hover_token is None


def test_what_other_panels_point_at_is_marked(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    plain = hand.picture()
    for view in ({"hover_token": 3}, {"hover_step": "normalize"}):
        hand.store.set_view(**view)
        assert hand.picture() != plain
        hand.store.set_view(**dict.fromkeys(view))
        assert hand.picture() == plain
    hand.store.set_view(hover_step="mix")  # the matrix does not show it
    assert hand.picture() == plain


def test_a_figure_shows_neither_controls_nor_what_is_pointed_at(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), view=View(is_figure=True))
    plain = hand.picture()
    hand.store.set_view(hover_token=3, hover_step="normalize")
    assert hand.picture() == plain
    assert not hand.panel.shows.isVisible()
    assert not hand.panel.rules.link.isVisible()


def test_the_header_chooses_what_is_shown(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    hand.panel.shows.button_of("scores").click()
    assert hand.store.look.matrix == "scores"
    assert hand.surface.content.text(5, 2, 2) == "3.60"
    hand.store.set_look(matrix="mask")
    assert hand.panel.shows.button_of("mask").isChecked()


# --- painting with the mouse


def test_a_click_in_the_mask_flips_one_cell(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    hand.click(hand.at(0, 3))
    assert hand.masked() == {(0, 3)}
    assert hand.store.look.query == 6
    assert hand.store.undo_name == "Mask “at” for “I”"
    hand.click(hand.at(0, 3))
    assert hand.masked() == set()
    assert hand.store.undo_name == "Unmask “at” for “I”"


def test_a_fast_stroke_leaves_no_gap_and_is_one_step(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    hand.stroke((0, 0), (5, 5))
    assert hand.masked() == {(n, n) for n in range(6)}
    assert len(hand.store.history.done) == 1
    assert hand.store.undo_name == "Mask cells"
    hand.store.undo()
    assert hand.store.document == bank()


def test_a_stroke_over_weights_needs_the_switch(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(query=6))
    hand.stroke((0, 0), (0, 2))
    assert hand.masked() == set()
    hand.store.set_view(painting=True)
    hand.stroke((0, 0), (0, 2))
    assert hand.masked() == {(0, 0), (0, 1), (0, 2)}
    assert hand.surface.cursor().shape() == Qt.CursorShape.CrossCursor


@pytest.mark.parametrize("way", ["escape", "right button", "focus", "hidden", "disabled"])
def test_a_stroke_is_cancelled_to_the_last_bit(qtbot: QtBot, way: str) -> None:
    hand = Hand(qtbot, masked_bank((6, 1)), MASK)
    start = hand.store.document
    hand.press(hand.at(1, 1))
    hand.move(hand.at(4, 4), LEFT)
    assert len(hand.masked()) > 15
    if way == "escape":
        assert hand.key(Key.Key_Escape)
    elif way == "right button":
        hand.press(hand.at(4, 4), RIGHT)
    elif way == "focus":
        QApplication.sendEvent(hand.surface, QFocusEvent(QEvent.Type.FocusOut))
    elif way == "hidden":
        hand.panel.hide()
    else:
        hand.panel.setEnabled(False)
    assert hand.store.document is start
    hand.move(hand.at(0, 5), LEFT)
    hand.release(hand.at(0, 5))
    assert hand.store.document is start
    assert not hand.store.history.done


def test_a_release_that_is_lost_ends_the_stroke(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    hand.press(hand.at(0, 0))
    hand.move(hand.at(0, 1), LEFT)
    hand.move(hand.at(0, 4))
    assert hand.masked() == {(0, 0), (0, 1)}
    assert hand.store.gesture is None


def test_escape_belongs_to_the_stroke(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    assert not hand.key(Key.Key_Escape)
    hand.press(hand.at(0, 0))
    assert hand.key(Key.Key_Escape)


def test_more_queries_than_keys_and_words_that_come_later(qtbot: QtBot) -> None:
    hand = Hand(qtbot, crossing(), Look(query=1, matrix="mask"))
    hand.stroke((0, 2), (1, 2))
    assert hand.masked() == {(0, 2), (1, 2)}
    hand = Hand(qtbot, masked_bank(), MASK)
    hand.move(hand.at(5, 5))
    hand.store.apply("Retype", lambda d: retype_sentence(d, "I deposited", placement))
    assert hand.pointed() == (1, 1)
    assert hand.masked() == {(0, 1)}
    hand.store.apply("Retype", lambda d: retype_sentence(d, "", placement))
    hand.move(QPointF(10, 10))
    assert hand.surface.picture is None


# --- the keyboard


def test_arrows_read_the_cells(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(query=6))
    hand.key(Key.Key_Right)
    hand.key(Key.Key_Right)
    assert (hand.surface.spoken_of(), hand.store.view.hover_token) == ((5, 2), 3)
    hand.key(Key.Key_Down)
    assert hand.surface.spoken_of() == (5, 2)
    hand.key(Key.Key_Up)
    hand.key(Key.Key_End)
    assert hand.surface.spoken_of() == (4, 5)
    hand.key(Key.Key_Home)
    assert hand.surface.spoken_of() == (4, 0)
    assert hand.store.look.query == 6
    hand.key(Key.Key_Return)
    assert hand.store.look.query == 5
    hand.key(Key.Key_Up)
    hand.key(Key.Key_Space)
    assert hand.store.look.query == 4


def test_space_flips_and_shift_paints_along(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    hand.key(Key.Key_Space)
    assert hand.masked() == {(5, 0)}
    hand.key(Key.Key_Right, SHIFT)
    hand.key(Key.Key_Right, SHIFT)
    hand.key(Key.Key_Up, SHIFT)
    assert hand.masked() == {(5, 0), (5, 1), (5, 2), (4, 2)}
    assert len(hand.store.history.done) == 2  # the flip, and the run along
    hand.key(Key.Key_Up)
    hand.key(Key.Key_Right, SHIFT)  # from a cell that may be looked at, into another: nothing to paint
    assert len(hand.store.history.done) == 2
    hand.store.undo()
    assert hand.masked() == {(5, 0)}


def test_shift_only_reads_where_nothing_is_painted(qtbot: QtBot) -> None:
    hand = Hand(qtbot, masked_bank(), Look(query=6))
    hand.key(Key.Key_Up, SHIFT)
    assert hand.store.document == masked_bank()
    assert hand.surface.spoken_of() == (4, 0)


def test_the_cursor_is_seen_while_the_keyboard_is_there(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(query=6))
    plain = hand.picture()
    QApplication.sendEvent(hand.surface, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert hand.surface.spoken_of() == (5, 0)
    assert hand.picture() != plain
    hand.key(Key.Key_Right)
    QApplication.sendEvent(hand.surface, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.TabFocusReason))
    assert hand.picture() == plain
    assert hand.store.view.hover_token is None


def test_other_keys_are_left_to_the_window(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    assert not hand.key(Key.Key_A)
    assert not hand.key(Key.Key_Right, Qt.KeyboardModifier.AltModifier)


# --- the rules


def test_the_menu_sets_and_tells_the_rule(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    rules = hand.panel.rules
    rules.rules["causal"].trigger()
    assert hand.store.document.mask.rule == "causal"
    assert hand.store.undo_name == "Mask: causal"
    assert (0, 1) in hand.masked()
    assert (0, 0) not in hand.masked()
    hand.store.apply("Flip", lambda document: edits.flip_cell(document, 6, 1))
    hand.store.apply("Flip", lambda document: edits.flip_cell(document, 1, 2))
    rules.bring_up_to_date()
    assert rules.rules["causal"].isChecked()
    assert rules.rules["causal"].text().startswith("Causal, 2 cells changed")
    assert rules.link.accessibleName() == "Mask rule: causal, 2 cells changed"
    assert rules.link.text() == "Rule: causal, 2 cells changed"
    rules.rules["custom"].trigger()
    assert hand.masked() == {(5, 0)} | {(i, j) for i in range(6) for j in range(6) if j > i} - {(0, 1)}
    rules.rules["none"].trigger()
    rules.rules["none"].trigger()  # a second time changes nothing, and leaves it checked
    assert rules.rules["none"].isChecked()
    assert hand.masked() == set()


def test_the_menu_opens_without_a_loop_of_its_own(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    rules = hand.panel.rules
    assert rules.link.text() == "Rule: none"
    rules.link.click()  # returns at once
    assert rules.menu.isVisible()
    rules.menu.close()


@pytest.mark.parametrize("size", [(348, 200), (396, 235)])
def test_the_rule_has_room_beside_what_is_said(qtbot: QtBot, size: tuple[int, int]) -> None:
    hand = Hand(qtbot, masked_bank((1, 1), (1, 2), (1, 3)), size=size)
    link, surface = hand.panel.rules.link, hand.surface
    assert link.text() in ("Rule: causal, 3 cells changed", "Rule: causal, 3 changed")
    assert link.geometry().right() <= hand.panel.rect().right() - hand.panel.theme.px(8)
    assert hand.panel.rect().contains(link.geometry())
    assert surface.picture is not None
    assert surface.mapTo(hand.panel, surface.picture.foot.topRight()).x() <= link.geometry().left() + 8


def test_the_rule_is_told_anew_for_another_width(qtbot: QtBot) -> None:
    hand = Hand(qtbot, masked_bank((1, 1), (1, 2), (1, 3)), size=(280, 200))
    link = hand.panel.rules.link
    short = link.text()
    hand.panel.resize(800, 400)
    assert link.text() == "Rule: causal, 3 cells changed" != short
    hand.panel.resize(280, 200)
    assert link.text() == short


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_blind_row_moves_nothing(qtbot: QtBot, scale: float) -> None:
    hand = Hand(qtbot, bank(), MASK, View(text_scale=scale), (round(396 * scale), round(235 * scale)))
    before, least = hand.layout, hand.panel.minimumSizeHint()
    hand.stroke((0, 0), (0, 5))
    assert hand.surface.content.blind == (0,)
    assert hand.layout == before
    assert hand.panel.minimumSizeHint() == least


def test_a_query_that_is_no_key_has_no_colour_of_a_key(qtbot: QtBot) -> None:
    hand = Hand(qtbot, crossing())
    image, ground = hand.picture(), theme("light")
    x = round(hand.layout.left - 4 - hand.layout.dot / 2)
    rows = [image.pixelColor(x, round(hand.layout.cell(row, 0).center().y())) for row in (0, 1)]
    assert rows == [ground.accent] * 2
    x, y = round(hand.layout.cell(0, 0).center().x()), round(hand.layout.top - 2 - hand.layout.dot / 2)
    assert image.pixelColor(x, y) == ground.token(0)


def test_the_menu_switches_painting(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    hand.panel.rules.paint.trigger()
    assert hand.store.view.painting
    hand.store.set_look(matrix="mask")
    hand.panel.rules.bring_up_to_date()
    assert not hand.panel.rules.paint.isEnabled()
    assert hand.panel.rules.paint.isChecked()


# --- large, and to a screen reader


def test_a_double_click_enlarges_and_escape_closes(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(query=6))
    hand.double_click(hand.at(3, 3))
    (large,) = hand.panel.findChildren(Enlarged)
    assert large.isVisible()
    assert hand.panel.enlarge() is large  # there is only one
    surface = large.panel.findChild(type(hand.surface))
    assert surface is not None
    assert surface.width() > 2 * hand.surface.width() or surface.height() > 2 * hand.surface.height()
    hand.store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 6), (0.0, 0.0)))
    assert surface.content.text(5, 2, 3) == "0.167"
    press_key(surface, Key.Key_Escape)
    assert not large.isVisible()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not hand.panel.findChildren(Enlarged)
    hand.store.set_look(query=1)  # what is gone is told no more


def test_many_words_are_scrolled_in_the_large_view(qtbot: QtBot) -> None:
    hand = Hand(qtbot, of_words(*[f"w{n}" for n in range(64)]), Look(query=50))
    large = hand.panel.enlarge()
    panel = large.panel
    assert isinstance(panel, MatrixPanel)
    QApplication.processEvents()
    surface, bars = panel.surface, panel.bars
    assert surface.cells is not None
    assert 49 in surface.cells.rows  # the query that asks
    assert not bars.down.isHidden()
    assert not bars.across.isHidden()
    bars.down.setValue(0)
    bars.across.setValue(3)
    assert (surface.cells.rows.start, surface.cells.columns.start) == (0, 3)
    surface.put_cursor((0, 3), True)
    press_key(surface, Key.Key_End)
    assert surface.cells.columns.stop == 64
    assert bars.across.value() == bars.across.maximum()
    hand.store.apply("Retype", lambda d: retype_sentence(d, "I deposited", placement))
    assert bars.down.isHidden()
    assert len(surface.cells.columns) == 2
    large.close()


def test_the_small_and_the_large_matrix_have_one_name(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    large = hand.panel.enlarge()
    assert large.windowTitle() == hand.panel.title.text() == "Matrix"
    large.close()


def test_a_double_click_in_the_mask_is_two_flips(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), MASK)
    hand.double_click(hand.at(3, 3))
    assert hand.masked() == set()
    assert not hand.panel.findChildren(Enlarged)


def test_the_keyboard_enlarges(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    assert hand.key(Key.Key_E)
    (large,) = hand.panel.findChildren(Enlarged)
    large.close()


def test_every_cell_can_be_reached_by_a_screen_reader(qtbot: QtBot) -> None:
    hand = Hand(qtbot, masked_bank(), Look(query=6))
    parts = hand.panel.parts()
    assert len({part.name for part in parts}) == len(parts) == 36
    money = next(part for part in parts if part.name == "query “bank”, key “money”")
    assert (money.value, money.role) == ("0.447", "cell")
    point = hand.surface.mapTo(hand.panel, hand.at(5, 2).toPoint())
    assert money.rect.contains(point)
    assert money.press is not None
    first = parts[0]
    assert first.press is not None
    first.press()
    assert hand.store.look.query == 1
    hand.store.set_look(matrix="mask")
    press = hand.panel.parts()[1].press
    assert press is not None
    press()
    assert (0, 1) not in hand.masked()


def test_the_sentence_about_a_blind_row_is_a_part(qtbot: QtBot) -> None:
    hand = Hand(qtbot, masked_bank((1, 1)))
    assert hand.panel.parts()[-1].name.startswith("“I” may look at nothing")
    assert hand.layout.foot.height() > 0
    assert not hand.panel.parts()[-1].rect.isEmpty()


def test_names_cut_short_are_whole_in_the_tip(qtbot: QtBot) -> None:
    hand = Hand(qtbot, of_words("W" * 40, "b"))
    assert hand.surface.name_at(QPointF(5, hand.at(0, 0).y())) == "W" * 40
    assert hand.surface.name_at(QPointF(hand.at(0, 1).x(), 3)) == "b"
    assert hand.surface.name_at(hand.at(0, 0)) == ""


def test_a_hidden_panel_catches_up_when_it_is_shown(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank())
    hand.panel.hide()
    hand.store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 6), (0.0, 0.0)))
    hand.panel.show()
    assert hand.surface.content.text(5, 2, 3) == "0.167"


def test_a_picture_says_in_its_title_what_it_shows(qtbot: QtBot) -> None:
    hand = Hand(qtbot, bank(), Look(matrix="scores"), View(is_figure=True))
    assert hand.panel.title.text() == "Matrix: scores"
    for step, name in (("scale", "scaled scores"), ("mix", "weights"), (None, "scores")):
        hand.store.set_view(known=step)
        assert hand.panel.title.text() == f"Matrix: {name}"
