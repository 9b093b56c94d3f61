"""Typing another sentence in place: kept, put back, or refused."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Look
from attnstudio.ui.panels.sentence.editor import NAME
from tests.samples import bank, crossing
from tests.ui.panels.sentence.bench import LONG, Bench, Make


def test_the_picture_follows_every_letter(bench: Bench) -> None:
    assert bench.field().text() == "I deposited money at the bank"
    bench.type("I deposited loan")
    assert bench.words() == ["I", "deposited", "loan"]
    assert bench.store.gesture is not None
    assert bench.store.undo_name is None


def test_enter_keeps_the_sentence_as_one_step(bench: Bench) -> None:
    before = bench.store.document
    bench.type("We deposited money at the bank today.")
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert not bench.is_typing()
    assert bench.store.undo_name == "Retype the sentence"
    ids = [token.id for token in bench.store.now.passage.query_tokens]
    assert ids == [7, 2, 3, 4, 5, 6, 8]
    bench.store.undo()
    assert bench.store.document is before
    assert bench.words() == ["I", "deposited", "money", "at", "the", "bank"]


def test_escape_puts_everything_back(bench: Bench) -> None:
    before, trace = bench.store.document, bench.store.trace
    bench.type("nothing of the kind")
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)
    assert bench.store.document is before
    assert bench.store.trace is trace
    assert bench.store.undo_name is None
    assert bench.store.look.query == 6
    assert not bench.is_typing()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_what_is_typed_after_saving_is_a_step_of_its_own(key: Qt.Key, bench: Bench) -> None:
    bench.type("money talks")
    bench.store.commit()  # as saving does
    bench.store.mark_saved()
    bench.type("money talks loudly")
    assert bench.words() == ["money", "talks", "loudly"]
    QTest.keyClick(bench.field(), key)
    assert not bench.is_typing()
    is_kept = key == Qt.Key.Key_Return
    assert bench.words() == ["money", "talks", "loudly"][: 3 if is_kept else 2]
    assert bench.store.is_modified == is_kept
    for _ in range(1 + is_kept):
        bench.store.undo()
    assert bench.words() == ["I", "deposited", "money", "at", "the", "bank"]


def test_losing_the_keyboard_keeps_the_sentence(bench: Bench, qtbot: QtBot) -> None:
    other = QLineEdit(bench.panel.window())
    other.show()
    bench.type("money talks")
    other.setFocus()
    assert not bench.is_typing()
    assert bench.store.undo_name == NAME
    assert QApplication.focusWidget() is other


def test_the_same_sentence_is_no_step(bench: Bench) -> None:
    bench.type("I deposited money at the bank")
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert bench.store.undo_name is None


def test_too_many_words_are_refused_and_the_last_good_ones_stay(bench: Bench) -> None:
    bench.field().setText(LONG)
    assert len(bench.words()) == 64
    bench.field().end(False)
    QTest.keyClicks(bench.field(), " more")
    said = bench.panel.editor.message
    assert said.isVisible()
    assert "65 words; the studio shows 64 at most" in said.whole
    assert bench.store.view.message == "", "it is said once, under the field"
    assert len(bench.words()) == 64
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)  # stays, to be mended
    assert bench.is_typing()
    for _ in range(5):
        QTest.keyClick(bench.field(), Qt.Key.Key_Backspace)
    assert not said.isVisible()
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert len(bench.store.now.passage.query_tokens) == 64


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Tab])
def test_what_was_refused_goes_with_the_field(bench: Bench, key: Qt.Key) -> None:
    bench.field().setText(LONG + " more")
    assert bench.panel.editor.message.isVisible()
    QTest.keyClick(bench.field(), key)
    assert not bench.is_typing()
    assert not bench.panel.editor.message.isVisible()
    assert bench.panel.editor.message.whole == bench.store.view.message == ""


def test_all_words_may_go(bench: Bench) -> None:
    bench.field().clear()
    assert bench.words() == []
    QTest.keyClicks(bench.field(), "bank")
    assert [chip.token.id for chip in bench.chips] == [6]


def test_another_act_ends_the_typing(bench: Bench) -> None:
    bench.type("money talks")
    bench.store.apply("Scale", lambda document: edits.set_scaling(document, False))
    assert not bench.is_typing()
    assert bench.store.undo_name == "Scale"
    assert bench.words() == ["money", "talks"]
    bench.store.undo()
    assert bench.store.undo_name == NAME


def test_undo_while_typing_gives_the_old_sentence(bench: Bench) -> None:
    bench.type("money talks")
    bench.store.undo()
    assert not bench.is_typing()
    assert len(bench.words()) == 6


def test_asking_again_stays_in_the_same_field(bench: Bench) -> None:
    field = bench.field()
    bench.type("money talks")
    bench.panel.edit()
    assert bench.field() is field
    assert field.hasFocus()
    assert bench.words() == ["money", "talks"]


def test_a_double_click_and_enter_open_the_field(make: Make) -> None:
    bench = make(bank())
    bench.mouse(bench.surface, QEvent.Type.MouseButtonDblClick, bench.chip(1).rect.center())
    assert bench.is_typing()
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)
    bench.tap(Qt.Key.Key_Return)
    assert bench.is_typing()
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)


def test_the_window_hears_no_escape_while_a_field_is_open(bench: Bench) -> None:
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    asked.ignore()
    QApplication.sendEvent(bench.field(), asked)
    assert asked.isAccepted()


def test_each_of_two_sentences_is_typed_in_a_field_of_its_own(make: Make) -> None:
    bench = make(crossing(), Look(query=1))
    bench.panel.edit()
    assert [bench.field("query").text(), bench.field("key").text()] == ["one two", "a b c"]
    bench.field("key").setFocus()
    bench.field("key").setText("a b c money")
    assert bench.is_typing()
    assert bench.words() == ["one", "two", "a", "b", "c", "money"]
    QTest.keyClick(bench.field("key"), Qt.Key.Key_Return)
    assert not bench.is_typing()
    assert bench.store.undo_name == NAME


def test_a_pasted_book_is_refused_with_a_sentence(bench: Bench) -> None:
    data = QMimeData()
    data.setText("the river\n" * 100_000)
    QGuiApplication.clipboard().setMimeData(data)
    bench.field().selectAll()
    bench.field().paste()
    assert bench.field().text() == "I deposited money at the bank"
    assert "more than 999 words" in bench.panel.editor.message.whole
    assert len(bench.words()) == 6
