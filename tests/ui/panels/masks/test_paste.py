"""The page on which a mask is pasted: used in one step, or refused in a sentence."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from attnstudio.model import caching, masks
from tests.samples import bank
from tests.ui.panels.masks.bench import CAUSAL, open_


def test_a_pasted_mask_is_used_in_one_step(qtbot: QtBot) -> None:
    hand = open_(qtbot, bank())
    page = hand.paste
    assert not page.use.isEnabled()
    page.text.setPlainText("torch.triu(torch.ones(n, n), diagonal=1).bool()")
    assert "It blinds row 6" in page.said.text.text()
    page.choices.button_of("block").click()
    assert "This is the causal mask." in page.said.text.text()
    assert np.array_equal(page.preview.allowed, masks.causal(6))
    page.use.click()
    assert np.array_equal(hand.allowed, masks.causal(6))
    assert hand.mask.rule == "custom"
    assert hand.store.undo_name == "Use the pasted mask"
    hand.store.undo()
    assert hand.store.document == bank()


def test_what_can_not_be_read_leaves_everything_as_it_is(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.paste
    page.text.setPlainText("os.remove('x')")
    assert page.said.text.text().startswith("Column 1: nothing is known of “os”")
    assert not page.use.isEnabled()
    assert "the sentences say why" in page.use.accessibleDescription()
    assert page.preview.allowed.size == 0
    page.apply()
    assert hand.store.document is CAUSAL
    assert hand.panel.parts()[0].value == page.said.text.text().replace("\n", " ")


def test_pasted_text_follows_the_sentence(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.paste
    page.text.setPlainText("torch.ones(6, 6).bool()")
    assert page.use.isEnabled()
    hand.store.apply("Cache", lambda document: caching.ask_last(document, 2))
    assert not page.use.isEnabled()
    assert "must be 2 × 6" in page.said.text.text()
    page.text.setPlainText("torch.ones(L, S).bool()")
    assert page.use.isEnabled()
