"""The field of a sentence: whole letters, and no more than a sentence."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnstudio.ui.panels.sentence.field import LONGEST, SentenceField

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


@pytest.fixture
def field(qtbot: QtBot) -> SentenceField:
    made = SentenceField("", "Sentence")
    qtbot.addWidget(made)
    made.show()
    made.setFocus()
    return made


@pytest.mark.parametrize(
    "letter", [FAMILY, "e\u0301", "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "\U00013000"]
)
def test_backspace_and_delete_take_a_whole_letter(field: SentenceField, letter: str) -> None:
    field.setText(f"a{letter}b")
    field.setCursorPosition(len(f"a{letter}".encode("utf-16-le")) // 2)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ab"
    field.undo()
    assert field.text() == f"a{letter}b"
    field.setCursorPosition(1)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert field.text() == "ab"


def test_backspace_takes_what_is_selected_and_stops_at_the_start(field: SentenceField) -> None:
    field.setText("abc")
    field.setSelection(1, 1)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ac"
    field.setCursorPosition(0)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ac"


@pytest.mark.parametrize("gap", ["\n", "\t", "\r\n", "\u2028"])
def test_line_breaks_and_tabs_become_blanks(field: SentenceField, gap: str) -> None:
    field.insert(f"river{gap}bank")
    assert field.text().split() == ["river", "bank"]
    assert set(field.text()) <= set("riverbank ")


def test_a_text_longer_than_any_sentence_is_refused_whole(field: SentenceField) -> None:
    said: list[str] = []
    field.refused.connect(said.append)
    field.setText("money")
    field.insert("x" * 40_000)  # less than the limit: nothing of it is lost
    assert len(field.text()) == 40_005
    field.setText("money")
    for text in ("the river " * 100_000, "x" * (LONGEST + 1)):
        field.insert(text)
        assert field.text() == "money"
    assert "words; the studio shows 64 at most" in said[0]
    assert "one word" in said[1]
