"""Number fields beside a tip: one edit for Enter, none for Esc, and a sentence for what can't be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from attnstudio.model.document import (
    Document,
    Handle,
    Head,
    Look,
    Passage,
    Token,
)
from attnstudio.state.gestures import place
from attnstudio.ui.panels.plane.exact import NumberFields
from tests import samples
from tests.ui.panels.bench import (
    KEY,
    NONE,
    QUERY,
    Bench,
    Make,
    shifted,
    with_query,
)


def test_a_double_click_opens_number_fields_and_drags_nothing(bench: Make) -> None:
    held = bench()
    held.double_click(shifted(held.tip(QUERY), 4, 4))
    held.move(held.panel.to_pixels(0, 0))
    fields = held.panel.number_fields
    assert isinstance(fields, NumberFields)
    assert fields.handle == QUERY
    assert fields.isVisible()
    assert held.store.undo_name is None


def test_a_double_click_is_for_the_tip_that_its_first_click_met(bench: Make) -> None:
    held = bench()
    held.store.set_view(selected=KEY)
    held.double_click(held.tip(KEY))
    assert isinstance(held.panel.number_fields, NumberFields)
    assert held.panel.number_fields.handle == KEY
    assert held.store.view.selected == KEY


def test_a_double_click_beside_every_tip_opens_nothing(bench: Make) -> None:
    held = bench()
    held.double_click(held.panel.to_pixels(-2, -2))
    held.double_click(held.output())
    assert held.panel.number_fields is None


# --- typing -------------------------------------------------------------------------------------------------


def opened(held: Bench, handle: Handle = QUERY) -> NumberFields:
    held.panel.type_numbers(handle)
    fields = held.panel.number_fields
    assert isinstance(fields, NumberFields)
    return fields


def retype(field: QLineEdit, text: str) -> None:
    field.selectAll()
    for letter in text or "\b":  # QTest would abort at a letter that no keyboard has, such as a real minus
        key = Qt.Key.Key_Backspace if letter == "\b" else Qt.Key.Key_unknown
        QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, key, NONE, letter))


def enter(field: QLineEdit) -> None:
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_fields_show_both_ways_of_saying_where(bench: Make) -> None:
    held = bench()
    fields = opened(held).fields
    assert {name: field.text() for name, field in fields.items()} == {
        "x": "1.80",
        "y": "1.80",
        "length": "2.546",
        "angle": "45.00",
    }
    assert len({field.accessibleName() for field in fields.values()}) == 4


def test_enter_is_one_edit(bench: Make) -> None:
    held = bench()
    fields = opened(held)
    retype(fields.fields["x"], "0.5")
    retype(fields.fields["y"], "−1,25")
    assert held.at(QUERY) == (0.5, -1.25)  # while one types
    enter(fields.fields["y"])
    assert held.at(QUERY) == (0.5, -1.25)
    assert held.panel.number_fields is None
    assert held.panel.view.hasFocus()
    assert held.store.undo_name == "Move query of “bank”"
    held.store.undo()
    assert held.at(QUERY) == (1.8, 1.8)
    assert held.store.undo_name is None


def test_length_and_angle_follow_and_lead(bench: Make) -> None:
    held = bench()
    fields = opened(held).fields
    retype(fields["x"], "0")
    assert (fields["length"].text(), fields["angle"].text()) == ("1.80", "90.00")
    retype(fields["length"], "2")
    retype(fields["angle"], "-30")
    assert (fields["x"].text(), fields["y"].text()) == ("1.732", "−1.00")
    enter(fields["angle"])
    assert held.at(QUERY) == (1.732050808, -1.0)


def test_nothing_typed_is_no_edit_however_the_numbers_were_rounded(bench: Make) -> None:
    held = bench(with_query((1 / 3, 2 / 3)))
    before = held.store.document
    enter(opened(held).fields["y"])
    assert held.store.document is before
    fields = opened(held)
    retype(fields.fields["y"], "1")
    enter(fields.fields["y"])
    assert held.at(QUERY) == (1 / 3, 1.0)  # x was shown as 0.333333, and not typed


def test_what_is_half_typed_leaves_the_arrow_where_it_is(bench: Make) -> None:
    held = bench()
    fields = opened(held).fields
    retype(fields["x"], "0.5")
    retype(fields["x"], "-")
    assert held.at(QUERY) == (0.5, 1.8)
    retype(fields["x"], "7")
    assert held.at(QUERY) == (0.5, 1.8)
    retype(fields["x"], "1.8")
    enter(fields["x"])
    assert held.at(QUERY) == (1.8, 1.8)
    assert held.store.undo_name is None


def test_exact_numbers_are_shown_whole_and_others_with_three_decimals(bench: Make) -> None:
    held = bench(with_query((0.12345, 1 / 3)))
    fields = opened(held).fields
    assert (fields["x"].text(), fields["y"].text()) == ("0.12345", "0.333")


def test_an_undo_in_the_middle_takes_back_what_was_typed_and_closes(bench: Make) -> None:
    held = bench()
    fields = opened(held).fields
    retype(fields["x"], "0")
    held.store.undo()
    assert held.panel.number_fields is None
    assert held.at(QUERY) == (1.8, 1.8)
    assert held.store.gesture is None


def test_a_tip_that_is_typed_out_of_sight_is_followed(bench: Make) -> None:
    held = bench()
    fields = opened(held).fields
    frame = held.store.now.frame
    retype(fields["x"], "-3")
    assert held.store.now.frame == frame
    enter(fields["x"])
    assert held.store.now.frame.holds((-3.0, 1.8))


def test_escape_closes_without_an_edit(bench: Make) -> None:
    held = bench()
    before = held.store.document
    fields = opened(held)
    retype(fields.fields["x"], "0")
    assert held.at(QUERY) == (0.0, 1.8)
    QTest.keyClick(fields.fields["x"], Qt.Key.Key_Escape)
    assert held.panel.number_fields is None
    assert held.store.document is before
    assert held.panel.view.hasFocus()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x", "three", "not a number"),
        ("x", "", "not a number"),
        ("y", "1/0", "divides by zero"),
        ("x", "nan", "not a number"),
        ("x", "1e400", "too large"),
        ("x", "3.01", "ends at ±3"),
        ("length", "-1", "can't be negative"),
        ("length", "9", "ends at ±3"),
    ],
)
def test_what_cannot_be_is_said_and_stays_to_be_mended(bench: Make, name: str, text: str, words: str) -> None:
    held = bench()
    before = held.store.document
    fields = opened(held)
    retype(fields.fields[name], text)
    enter(fields.fields[name])
    assert held.panel.number_fields is fields
    assert words in fields.message
    assert held.store.document is before
    retype(fields.fields["x"], "1")
    retype(fields.fields["y"], "1")
    assert fields.message == ""
    enter(fields.fields["y"])
    assert held.at(QUERY) == (1.0, 1.0)


def test_a_click_elsewhere_or_a_change_elsewhere_closes(bench: Make) -> None:
    held = bench()
    retype(opened(held).fields["x"], "0")
    held.after.setFocus()
    assert held.panel.number_fields is None
    assert held.at(QUERY) == (1.8, 1.8)
    assert held.after.hasFocus()
    opened(held)
    place(held.store, KEY, (1.0, 1.0))
    assert held.panel.number_fields is None


def test_enter_on_the_plane_opens_the_fields_of_the_selected_tip(bench: Make) -> None:
    held = bench()
    assert held.key(Qt.Key.Key_Return)
    assert isinstance(held.panel.number_fields, NumberFields)
    assert held.panel.number_fields.handle == QUERY
    held.panel.type_numbers(KEY)
    assert held.panel.number_fields.handle == KEY


def test_the_fields_stay_within_the_plane(bench: Make) -> None:
    held = bench(with_query((3.0, -3.0)), size=(380, 420))
    fields = opened(held)
    assert held.panel.rect().contains(fields.geometry())


def test_a_vector_of_one_component_has_one_field(bench: Make) -> None:
    head = Head(((1.0,),), ((0.5,),), ((0.25,),))
    held = bench(Document("d", (Passage((Token(1, "w"),), heads=(head,)),)), Look(query=1))
    fields = opened(held, Handle("query", 1))
    assert list(fields.fields) == ["x"]
    retype(fields.fields["x"], "-0,5")
    enter(fields.fields["x"])
    assert held.store.document.passages[0].heads[0].queries == ((-0.5,),)


def test_words_are_taken_as_they_stand(bench: Make) -> None:
    held = bench(samples.of_words("<img src=x>", "b"), Look(query=1))
    fields = opened(held, Handle("query", 1))
    labels = {label.text(): label for label in fields.findChildren(QLabel)}
    assert labels["Query of “<img src=x>”"].textFormat() == Qt.TextFormat.PlainText
