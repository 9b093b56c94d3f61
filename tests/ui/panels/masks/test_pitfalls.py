"""The pages of what goes wrong: blind rows, and a mask that comes too late."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Handle
from tests.ui.panels.masks.bench import open_


def test_a_row_is_blinded_and_libraries_differ(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    page = hand.blind
    titles = [line.title for line in page.table.lines]
    assert titles == ["zeros", "NaN", "shared out", "unmasked"]
    assert page.said.text.text().startswith("“bank” may look at something now.")
    page.make.click()
    assert hand.store.now.trace.blind[0, 5]
    assert hand.store.undo_name == "Blind the row of “bank”"
    assert page.said.text.text().startswith("“bank” may look at nothing now.")
    assert not page.make.isEnabled()
    part = hand.panel.parts()[1]
    assert (part.name, part.value) == ("NaN", "NaN, NaN, NaN, NaN, NaN, NaN; Σ = NaN")


def test_the_mask_comes_too_late_and_back(qtbot: QtBot) -> None:
    hand = open_(qtbot, query=3)
    page = hand.late
    page.switch.click()
    assert hand.store.document.wrong.mask_after_softmax
    total = hand.store.trace.weights[0, 2].sum()
    assert page.table.lines[1].total == f"Σ = {total:.3f}"
    assert total < 0.9
    hand.store.undo()
    assert not page.switch.isChecked()


def test_numbers_follow_the_row_and_the_hand(qtbot: QtBot) -> None:
    hand = open_(qtbot, query=3)
    page = hand.late
    before = page.table.lines
    hand.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 3), (1.0, 1.0)))
    assert page.table.lines != before
    hand.store.set_look(query=6)
    assert page.table.lines[1].note == "Nothing is hidden in this row, so nothing is lost."
