"""The tables carry every number, and what is typed there is the same edit as by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.retype import retype_sentence
from attnstudio.model.settings import Mask, Positions
from attnstudio.state.store import Store
from attnstudio.study.lexicon import placement
from attnstudio.ui.panels.numbers.dialog import NumbersDialog, NumbersView
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words, projected, tokens
from tests.ui.panels.matrix.hand import press_key

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
LOOK = Look(query=6)


class Tables:
    """The dialog on the screen, with its cells by name."""

    def __init__(self, qtbot: QtBot, document: Document, look: Look = LOOK) -> None:
        self.store = Store(document, look)
        self.dialog = NumbersDialog(self.store)
        qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.keys, self.queries = self.dialog.keys, self.dialog.queries

    def cell(self, view: NumbersView, row: str, column: str) -> QModelIndex:
        model = view.model()
        return model.index(titles(model, DOWN).index(row), titles(model, ACROSS).index(column))

    def text(self, view: NumbersView, row: str, column: str) -> str:
        return str(self.cell(view, row, column).data())

    def set_text(self, view: NumbersView, row: str, column: str, text: str) -> bool:
        return view.model().setData(self.cell(view, row, column), text)


def titles(model: QAbstractItemModel, orientation: Qt.Orientation) -> list[str]:
    count = model.columnCount() if orientation == ACROSS else model.rowCount()
    return [str(model.headerData(section, orientation)) for section in range(count)]


def test_every_step_of_every_key_is_there(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    assert titles(tables.keys.model(), DOWN) == ["I", "deposited", "money", "at", "the", "bank", "Σ"]
    steps = ["q·k", "scaled", "mask", "masked", "weight", "w·v₁", "w·v₂"]
    assert titles(tables.keys.model(), ACROSS) == [*steps, "k₁", "k₂", "v₁", "v₂"]
    shown = [tables.text(tables.keys, "money", column) for column in titles(tables.keys.model(), ACROSS)]
    assert shown[:5] == ["3.600", "2.546", "may look", "2.546", "0.447"]
    assert shown[5:] == ["0.894", "0.000", "2.000", "0.000", "2.000", "0.000"]
    assert tables.text(tables.keys, "the", "k₁") == "−0.150"
    sums = [tables.text(tables.keys, "Σ", column) for column in ("q·k", "weight", "w·v₁", "w·v₂")]
    assert sums == ["", "1.000", "1.328", "0.208"]


def test_every_query_is_there_with_its_output(qtbot: QtBot) -> None:
    tables = Tables(
        qtbot, replace(crossing(), mask=Mask("custom", frozenset({(1, 3), (2, 3), (2, 4), (2, 5)})))
    )
    assert titles(tables.queries.model(), DOWN) == ["one", "two"]
    assert titles(tables.queries.model(), ACROSS) == ["q₁", "q₂", "may look at", "output₁", "output₂"]
    assert tables.text(tables.queries, "one", "may look at") == "2 of 3"
    assert tables.text(tables.queries, "two", "may look at") == "nothing"
    assert tables.text(tables.queries, "two", "output₁") == "0.000"


def test_repeated_words_and_sizes_of_any_kind(qtbot: QtBot) -> None:
    tables = Tables(qtbot, of_words("the", "bank", "the"))
    assert titles(tables.keys.model(), DOWN) == ["the₁", "bank", "the₃", "Σ"]
    head = Head(((1.0, 2.0, 3.0),), ((1.0, 1.0, 1.0),), ((2.0,),))
    tables = Tables(qtbot, Document("", (Passage(tokens("a"), heads=(head,)),)))
    assert titles(tables.keys.model(), ACROSS)[-5:] == ["w·v₁", "k₁", "k₂", "k₃", "v₁"]
    assert titles(tables.queries.model(), ACROSS)[:3] == ["q₁", "q₂", "q₃"]


def test_a_typed_number_moves_the_vector(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    assert tables.set_text(tables.queries, "bank", "q₁", "−1/2")
    by_hand = edits.move_vector(bank(), Handle("query", 6), (-0.5, 1.8))
    assert tables.store.document == by_hand
    assert tables.store.undo_name == "Move query of “bank”"
    assert tables.text(tables.queries, "bank", "q₁") == "−0.500"
    assert tables.text(tables.keys, "money", "q·k") == "−1.000"
    assert tables.set_text(tables.keys, "money", "v₂", "1,25")
    assert tables.store.now.passage.heads[0].values[2] == (2.0, 1.25)
    tables.store.undo()
    tables.store.undo()
    assert tables.store.document == bank()


@pytest.mark.parametrize(
    ("typed", "why"),
    [("two", "is not a number"), ("3.5", "The plane ends at ±3"), ("1/0", "divides by zero")],
)
def test_what_cannot_be_is_said_and_changes_nothing(qtbot: QtBot, typed: str, why: str) -> None:
    tables = Tables(qtbot, bank())
    assert not tables.set_text(tables.queries, "bank", "q₁", typed)
    assert tables.store.document == bank()
    assert why in tables.store.view.message
    assert why in tables.dialog._message.text()
    assert tables.dialog._message.isVisible()
    tables.set_text(tables.queries, "bank", "q₁", "1")
    assert not tables.dialog._message.isVisible()


def test_what_was_said_before_is_not_said_again(qtbot: QtBot) -> None:
    store = Store(bank(), LOOK)
    store.say("The text is at 250 % already.")
    dialog = NumbersDialog(store)
    qtbot.addWidget(dialog)
    dialog.show()
    store.set_look(query=3)
    assert not dialog._message.isVisible()


def test_the_frame_of_the_keyboard_is_seen_on_every_side(qtbot: QtBot) -> None:
    tables, ground = Tables(qtbot, bank()), theme("light")
    tables.dialog.setStyleSheet(sheet(ground))
    tables.dialog.activateWindow()
    tables.keys.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    image = tables.keys.grab().toImage()
    wide, high = image.width(), image.height()
    edges = ((1, high // 2), (wide - 2, high // 2), (wide // 2, 1), (wide // 2, high - 2))
    assert [image.pixelColor(x, y).name() for x, y in edges] == [ground.focus.name()] * 4


def test_vectors_made_by_a_projection_say_so(qtbot: QtBot) -> None:
    tables = Tables(qtbot, projected(), Look(query=1))
    assert not tables.set_text(tables.queries, "x", "q₁", "1")
    assert "projection" in tables.store.view.message


def test_a_number_left_as_it_was_is_no_edit(qtbot: QtBot) -> None:
    """The cell shows three decimals; going through its editor must not round the vector."""
    tables = Tables(qtbot, edits.move_vector(bank(), Handle("query", 6), (1 / 3, 1.8)))
    cell = tables.cell(tables.queries, "bank", "q₁")
    assert cell.data() == "0.333"
    assert not tables.queries.model().setData(cell, cell.data(Qt.ItemDataRole.EditRole))
    assert not tables.store.history.done
    assert str(cell.data(Qt.ItemDataRole.EditRole)).startswith("0.333333")


def test_results_cannot_be_typed(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    for view, row, column in (
        (tables.keys, "money", "weight"),
        (tables.keys, "Σ", "k₁"),
        (tables.queries, "bank", "output₁"),
    ):
        cell = tables.cell(view, row, column)
        assert not view.model().flags(cell) & Qt.ItemFlag.ItemIsEditable
        assert not view.model().setData(cell, "1")


def test_space_flips_a_cell_of_the_mask(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    cell = tables.cell(tables.keys, "money", "mask")
    tables.keys.setCurrentIndex(cell)
    press_key(tables.keys, Qt.Key.Key_Space)
    assert tables.store.document.mask.flipped == {(6, 3)}
    assert tables.text(tables.keys, "money", "mask") == "masked"
    assert tables.text(tables.keys, "money", "masked") == "−∞"
    assert tables.text(tables.keys, "money", "weight") == "0.000"
    assert tables.keys.currentIndex() == cell
    press_key(tables.keys, Qt.Key.Key_Space)
    assert tables.store.document.mask == Mask()


def test_a_cell_is_typed_with_the_keyboard_alone(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    tables.queries.setCurrentIndex(tables.cell(tables.queries, "bank", "q₂"))
    press_key(tables.queries, Qt.Key.Key_F2)
    editor = tables.queries.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "1.8"
    editor.setText("0.25")
    press_key(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tables.text(tables.queries, "bank", "q₂") == "0.250")


def test_the_query_is_chosen_here_and_followed_from_elsewhere(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    assert tables.dialog.query.currentText() == "bank"
    tables.dialog.query.setCurrentIndex(2)
    tables.dialog.query.activated.emit(2)
    assert tables.store.look.query == 3
    assert tables.text(tables.keys, "money", "weight") == "0.600"
    tables.store.set_look(query=1)
    assert tables.dialog.query.currentText() == "I"


def test_words_come_and_go(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    tables.store.apply("Retype", lambda document: retype_sentence(document, "I bank", placement))
    assert titles(tables.keys.model(), DOWN) == ["I", "bank", "Σ"]
    tables.store.apply("Retype", lambda document: retype_sentence(document, "", placement))
    assert titles(tables.keys.model(), DOWN) == []
    assert titles(tables.queries.model(), DOWN) == []
    tables.store.undo()
    assert titles(tables.queries.model(), DOWN) == ["I", "bank"]


def test_qt_finds_nothing_wrong_with_the_models(qtbot: QtBot) -> None:
    """Its tester warns, and a warning of Qt fails a test."""
    tables = Tables(qtbot, bank())
    testers = [
        QAbstractItemModelTester(view.model(), tables.dialog) for view in (tables.keys, tables.queries)
    ]
    tables.set_text(tables.queries, "bank", "q₁", "1")
    tables.store.apply("Retype", lambda document: retype_sentence(document, "I bank", placement))
    tables.store.apply("Retype", lambda document: retype_sentence(document, "", placement))
    tables.store.undo()
    assert all(tester.model() is not None for tester in testers)


def test_the_selection_is_copied_with_its_names(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    tables.queries.setCurrentIndex(tables.cell(tables.queries, "bank", "q₁"))
    press_key(tables.queries, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "\tq₁\nbank\t1.800"
    tables.queries.clearSelection()
    assert tables.queries.selected_text() == ""


def test_a_closed_dialog_is_told_no_more(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    tables.dialog.reject()
    tables.store.set_look(query=1)
    assert tables.dialog.query.currentText() == "bank"


def test_a_screen_reader_finds_a_table(qtbot: QtBot) -> None:
    tables = Tables(qtbot, bank())
    asked = QAccessible.queryAccessibleInterface(tables.keys)
    assert asked.role() == QAccessible.Role.Table
    assert asked.text(QAccessible.Text.Name) == "Every key, as the query sees it"


def test_vectors_that_positions_turn_are_results(qtbot: QtBot) -> None:
    tables = Tables(qtbot, replace(bank(), positions=Positions("rope")))
    place = tables.cell(tables.keys, "money", "k₁")
    assert not place.flags() & Qt.ItemFlag.ItemIsEditable
    assert "Turned by its position" in str(place.data(Qt.ItemDataRole.AccessibleDescriptionRole))
    assert tables.cell(tables.keys, "money", "v₁").flags() & Qt.ItemFlag.ItemIsEditable
