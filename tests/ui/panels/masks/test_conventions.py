"""The page of conventions: the code of each, and the leak of the one that multiplies."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnstudio.model import edits, masks
from attnstudio.model.conventions import CONVENTIONS
from attnstudio.model.document import Handle
from attnstudio.model.mask_reading import taken_as
from attnstudio.model.mask_text import read
from attnstudio.ui.panels.masks.conventions import code_of
from tests.ui.panels.framed import LEFT
from tests.ui.panels.masks.bench import open_


def test_each_convention_has_its_code_to_be_copied(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.conventions
    for convention in CONVENTIONS:
        QTest.mouseClick(page.cards[convention], LEFT)
        assert page.chosen == convention
        page.copy_link.click()
        text = QGuiApplication.clipboard().text()
        assert np.array_equal(taken_as(read(text, {}), convention), hand.allowed), convention
        assert page.copy_link.text() == "Copied"
    assert page.cards["look"].call.whole == "torch.tril(torch.ones(6, 6, dtype=torch.bool))"


def test_code_follows_the_mask(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.conventions
    page.copy()
    hand.store.apply("Block", lambda document: edits.set_rule(document, "block"))
    assert page.cards["look"].call.whole == "no single call makes it"
    assert page.code.toPlainText().startswith("# no single call makes it\n\n# written out:")
    assert page.copy_link.text() == "Copy"
    hand.store.apply("Window", lambda document: edits.set_rule(document, "window"))
    assert "# a band, by two of them:\nmask = torch.ones(6, 6, dtype=torch.bool).tril().triu(-1)" in (
        page.code.toPlainText()
    )


def test_multiplying_shows_its_leak_in_the_numbers_of_the_row(qtbot: QtBot) -> None:
    hand = open_(qtbot, query=3)
    page = hand.conventions
    page.choose("multiplied")
    assert page.cards["multiplied"].who.whole == "wrong: it leaks"
    before = page.used.whole
    assert "for “money” the hidden words get 0." in before
    hand.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 3), (0.0, 0.0)))
    assert "get 0.500 of the weight" in page.used.whole
    hand.store.set_look(query=6)
    assert "nothing leaks here" in page.used.whole


def test_cards_are_chosen_by_key_and_by_name(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.conventions
    QTest.keyClick(page.cards["block"], Qt.Key.Key_Space)
    assert [card.is_chosen for card in page.cards.values()] == [False, True, False, False]
    part = next(p for p in hand.panel.parts() if p.key == "additive")
    assert part.name == "added: 0 or −∞, either of them"
    assert part.value == 'torch.triu(torch.full((6, 6), float("-inf")), diagonal=1)'
    assert part.press is not None
    part.press()
    assert [card.is_chosen for card in page.cards.values()] == [False, False, True, False]


def test_no_words_have_no_code() -> None:
    assert code_of(masks.everything(0, 0), "look") == "# There are no words yet, and so no mask."
