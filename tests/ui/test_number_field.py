"""A number is taken on Enter alone; whatever else ends the typing keeps what was."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.number_field import NumberField


class Made:
    """A field that shows 1.5, and what it has told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.home = QWidget()
        qtbot.addWidget(self.home)
        self.numbers: list[float] = []
        self.refusals: list[str] = []
        self.field = NumberField(self.home, "weight", self.numbers.append, self.refusals.append)
        self.field.show_number(1.5)

    def type(self, text: str, *keys: Qt.Key) -> None:
        self.field.selectAll()
        QTest.keyClicks(self.field, text)
        for key in keys:
            QTest.keyClick(self.field, key)


@pytest.fixture
def made(qtbot: QtBot) -> Made:
    return Made(qtbot)


def test_enter_passes_the_number_on(made: Made) -> None:
    made.type("2.25", Qt.Key.Key_Return)
    assert made.numbers == [2.25]
    assert made.field.text() == "1.5", "what is shown is for the panel to say"


def test_enter_without_typing_does_nothing(made: Made) -> None:
    made.type("", Qt.Key.Key_Return)
    assert not made.numbers
    assert not made.refusals


def test_escape_keeps_what_was(made: Made) -> None:
    made.type("9", Qt.Key.Key_Escape, Qt.Key.Key_Return)
    assert made.field.text() == "1.5"
    assert made.numbers == []


def test_what_is_no_number_is_refused_in_a_sentence(made: Made) -> None:
    made.type("a lot", Qt.Key.Key_Return)
    assert made.numbers == []
    assert "“a lot” is not a number" in made.refusals[0]


def test_a_new_number_does_not_disturb_the_typing(made: Made) -> None:
    made.type("7")
    made.field.show_number(3.0)
    assert made.field.text() == "7"
    made.type("", Qt.Key.Key_Escape)
    assert made.field.text() == "3.0"
