"""The page of rules: what each allows, sizes, padding, a cache, and cells by stroke and by key."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.model.settings import RULES, Mask
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from tests.samples import bank, crossing
from tests.ui.panels.masks.bench import CAUSAL, open_


def test_every_rule_can_be_chosen_and_taken_back(qtbot: QtBot) -> None:
    hand = open_(qtbot, bank())
    for rule in RULES[1:]:
        hand.rules.rule.activated.emit(RULES.index(rule))
        assert hand.mask.rule == rule
        assert hand.rules.rule.currentIndex() == RULES.index(rule)
        hand.store.undo()
        assert hand.mask.rule == "none"
        assert hand.rules.rule.currentIndex() == 0


def test_a_window_grows_by_its_buttons_and_says_how_it_counts(qtbot: QtBot) -> None:
    hand = open_(qtbot, replace(bank(), mask=Mask("window", size=2)))
    hand.rules.size_of.more.click()
    hand.rules.size_of.more.click()
    assert hand.mask.size == 4
    assert hand.allowed.sum(axis=1).tolist() == [1, 2, 3, 4, 4, 4]
    assert hand.rules.said.text.text().startswith("4 wide: itself and the 3 before it. Libraries")
    hand.store.undo()
    assert hand.mask.size == 2  # a run of presses is one step
    hand.rules.size_of.less.click()
    assert hand.mask.size == 1
    assert not hand.rules.size_of.less.isEnabled()
    assert "1 is the least" in hand.rules.size_of.less.accessibleDescription()


def test_a_size_is_typed(qtbot: QtBot) -> None:
    hand = open_(qtbot, replace(bank(), mask=Mask("block", size=2)))
    field = hand.rules.size_of.field
    for text, size in (("3", 3), ("2.5", 3), ("99", 3), ("no", 3), ("5", 5)):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert hand.mask.size == size, text
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert hand.mask.size == 4
    QTest.keyClicks(field, "77")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "a whole number from 1 to 6 is needed" in hand.store.view.message


def test_a_size_is_offered_only_where_a_rule_has_one(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    assert not hand.rules.size_of.isVisible()
    hand.rules.rule.activated.emit(RULES.index("prefix"))
    assert hand.rules.size_of.isVisible()
    assert hand.rules.size_word.text() == "first words"


def test_padding_goes_with_any_rule(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    assert not hand.rules.pads.more.isEnabled()
    hand.rules.padding.button_of("left").click()
    assert hand.mask == Mask("causal", padding="left", pads=1)
    hand.rules.pads.more.click()
    assert hand.mask.pads == 2
    assert "“I” and “deposited” may look at nothing." in hand.rules.said.text.text()
    hand.rules.padding.button_of("none").click()
    assert hand.mask == Mask("causal")


def test_the_last_words_ask_as_a_cache_would(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    before = hand.store.trace.weights[0, 4:].copy()
    for _ in range(4):
        hand.rules.asking.less.click()
    assert [token.text for token in hand.store.now.passage.query_tokens] == ["the", "bank"]
    np.testing.assert_allclose(hand.store.trace.weights[0], before)
    query = hand.store.now.query_token
    assert query is not None
    assert query.text == "bank"
    hand.rules.align.button_of("start").click()
    assert hand.allowed.sum(axis=1).tolist() == [1, 2]
    assert "is_causal=True" in hand.rules.said.text.text()
    hand.store.undo()
    hand.store.undo()
    assert hand.store.document == CAUSAL
    assert not hand.rules.align.button_of("start").isEnabled()


def test_fewer_and_fewer_words_ask_in_one_step_whoever_is_shown(qtbot: QtBot) -> None:
    hand = open_(qtbot, query=5)
    for _ in range(3):
        hand.rules.asking.less.click()
    query = hand.store.now.query_token
    assert query is not None
    assert query.text == "the"
    hand.store.undo()
    assert hand.store.document == CAUSAL
    assert not hand.store.history.done


def test_two_sentences_have_no_cache_and_say_so(qtbot: QtBot) -> None:
    hand = open_(qtbot, crossing(), 1)
    assert not hand.rules.asking.less.isEnabled()
    assert "two sentences" in hand.rules.asking.less.accessibleDescription()
    assert hand.rules.align.button_of("start").isEnabled()


def test_cells_are_painted_by_strokes_and_by_keys(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    hand.stroke((0, 3), (0, 5))
    assert hand.allowed[0].tolist() == [True, False, False, True, True, True]
    assert hand.store.undo_name == "Unmask cells"
    assert hand.rules.clear.text() == "3 cells painted over the rule: clear"
    hand.store.undo()
    grid = hand.rules.grid
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Space):
        hand.key(grid, key)
    assert not hand.allowed[0, 0]
    hand.rules.clear.click()
    assert hand.mask == Mask("causal")


def test_the_grid_shows_the_mask_whatever_the_matrix_shows(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    assert hand.store.look.matrix == "weights"
    assert hand.rules.grid.content.shows == "mask"
    assert hand.rules.grid.is_for_painting
    part = next(p for p in hand.panel.parts() if p.name == "query “I”, key “money”")
    assert part.value == "masked (−∞)"
    assert part.press is not None
    part.press()
    assert hand.allowed[0, 2]


def shown_in(panel: MatrixPanel) -> str:
    return panel.surface.content.shows


def test_the_large_mask_leaves_the_matrix_elsewhere_as_it_was(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    hand.rules.grid.enlarge()
    large = hand.rules.grid.findChild(Enlarged)
    assert isinstance(large, Enlarged)
    panel = large.panel
    assert isinstance(panel, MatrixPanel)
    assert hand.store.look.matrix == "weights"
    assert (shown_in(panel), panel.surface.is_for_painting) == ("mask", True)
    panel.shows.button_of("scores").click()
    assert (shown_in(panel), panel.surface.is_for_painting) == ("scores", False)
    assert hand.store.look.matrix == "weights"
    hand.store.set_look(matrix="mask")
    assert shown_in(panel) == "scores"
    panel.shows.button_of("mask").click()
    hand.store.apply("Rule", lambda document: edits.set_rule(document, "strict"))
    assert not panel.surface.content.allowed[0, 0]
    large.close()


def test_the_strict_rule_says_why_its_first_row_is_blind(qtbot: QtBot) -> None:
    hand = open_(qtbot, replace(bank(), mask=Mask("strict")))
    text = hand.rules.said.text.text()
    assert "Before the first word there is nothing: its row is blind" in text
    assert text.endswith("“I” may look at nothing.")


def test_a_drag_of_a_vector_touches_no_rule(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = open_(qtbot)
    shown: list[object] = []
    monkeypatch.setattr(hand.rules.grid, "show_state", lambda *now: shown.append(now))
    hand.store.begin("Move")
    for x in (0.1, 0.2, 0.3):
        hand.store.preview(partial(edits.move_vector, handle=Handle("query", 6), point=(x, 1.0)))
    hand.store.commit()
    assert not shown
