"""Tips that are made from x: the card that says so, x as a tip of its own, and made free."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from attnstudio.model import projecting
from attnstudio.model.document import Document, Embedding, Handle, Look, Projection
from attnstudio.model.edits import MADE_FROM_X, set_cosine
from attnstudio.model.settings import Mask, Positions
from attnstudio.ui.panels.plane.exact import XFields
from attnstudio.ui.panels.plane.origin import MADE_FREE, OriginCard, numbers_of, title_of
from tests import samples
from tests.ui.panels.bench import BANK, KEY, MONEY, QUERY, VALUE, Bench, Make, shifted

ROPE = Positions("rope", 0.5)


def card_of(held: Bench) -> OriginCard:
    card = held.panel.origin_card
    assert card is not None
    assert card.isVisible()
    return card


def send(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(focus, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


def shown_x(held: Bench) -> int | None:
    return held.panel.view.x_tip.token


def x_of(held: Bench, index: int) -> tuple[float, ...]:
    embedding = held.store.now.passage.embedding
    assert embedding is not None
    return embedding.x[index]


# --- the card


def test_a_pressed_tip_says_what_it_is_made_of(bench: Make) -> None:
    held = bench(samples.two_meanings())
    before = held.store.document
    held.drag(held.tip(QUERY), shifted(held.tip(QUERY), 40, 20))
    card = card_of(held)
    assert title_of(held.store.now, QUERY) == "Query of “bank” = x·W_Q" == card.accessibleName()
    assert card.numbers.text() == "x = (0.60, 0.60)\nq = (1.80, 1.80)"
    assert MADE_FROM_X in card.accessibleDescription()
    assert held.panel.rect().contains(card.geometry())
    assert held.store.document is before
    assert held.store.view.selected == QUERY


def test_enter_opens_it_and_escape_gives_the_keyboard_back(bench: Make) -> None:
    held = bench(samples.two_meanings())
    assert held.key(Qt.Key.Key_Return)
    assert card_of(held).handle == QUERY
    assert QApplication.focusWidget() is card_of(held).move_x
    send(Qt.Key.Key_Escape)
    assert held.panel.origin_card is None
    assert held.panel.view.hasFocus()


def test_another_tip_has_another_card_and_the_empty_plane_none(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.click(held.tip(QUERY))
    held.click(held.tip(KEY))
    assert card_of(held).handle == KEY
    assert card_of(held).change.text() == "change W_K"
    held.click(held.panel.to_pixels(2.5, -1.0))
    assert held.panel.origin_card is None


def test_the_card_goes_when_its_tip_changes(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.click(held.tip(QUERY))
    held.store.apply("other", lambda document: projecting.set_cell(document, "w_q", 0, 0, 0, 1.0))
    assert held.panel.origin_card is None


def test_positions_are_part_of_what_it_says(bench: Make) -> None:
    document = replace(samples.two_meanings(), positions=Positions("added"))
    assert title_of(bench(document).store.now, QUERY) == "Query of “bank” = (x + p₅)·W_Q"
    turned = bench(replace(samples.two_meanings(), positions=ROPE)).store.now
    assert numbers_of(turned, KEY).endswith("\nturned by 2 × 28.6°")
    assert "turned" not in numbers_of(turned, VALUE)
    padded = replace(samples.two_meanings(), positions=ROPE, mask=Mask(padding="left", pads=2))
    assert numbers_of(bench(padded).store.now, KEY).endswith("turned by 0 × 28.6°")
    heads = projecting.set_heads(samples.two_meanings(), 2)
    second = Handle("value", MONEY, 1)
    assert title_of(bench(heads).store.now, second) == "Value of “money” in head 2 = x·W_V"


def test_long_vectors_are_cut(bench: Make) -> None:
    document = samples.two_meanings()
    wide = tuple((0.5,) * 50 for _ in range(6))
    matrix = tuple((0.1, 0.2) for _ in range(50))
    projection = Projection((matrix,), (matrix,), (matrix,))
    passages = tuple(replace(passage, embedding=Embedding(wide)) for passage in document.passages)
    held = bench(replace(document, passages=passages, projection=projection, chart=None))
    assert numbers_of(held.store.now, KEY).startswith("x = (0.50, 0.50, 0.50, … 47 more)\n")


# --- what it offers


def test_x_is_dragged_and_query_key_and_value_follow(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.click(held.tip(QUERY))
    card_of(held).move_x.click()
    assert held.panel.origin_card is None
    assert held.panel.view.hasFocus()
    start = held.panel.to_pixels(0.6, 0.6)
    target = held.panel.to_pixels(-0.5, 0.25)
    held.drag(start, shifted(start, -10, 4), target)
    np.testing.assert_allclose(x_of(held, 5), (-0.5, 0.25), atol=1e-3)
    x = np.array(x_of(held, 5))
    np.testing.assert_allclose(held.store.trace.queries[0, 5], 3.0 * x)
    np.testing.assert_allclose(held.store.trace.values[0, 5], x)
    assert held.panel.readout.text().startswith("x of “bank”")
    held.store.undo()
    assert held.store.document == samples.two_meanings()
    assert held.store.undo_name is None


def test_a_drag_of_x_is_called_off_to_the_last_bit(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.panel.view.move_x(KEY)
    before = held.store.document
    start = held.panel.to_pixels(2.0, 0.0)
    held.press(start)
    held.move(shifted(start, -40, 30))
    assert held.store.document != before
    held.key(Qt.Key.Key_Escape)
    assert held.store.document is before
    held.release(shifted(start, -40, 30))
    assert shown_x(held) == MONEY
    held.key(Qt.Key.Key_Escape)
    assert shown_x(held) is None
    assert not held.key(Qt.Key.Key_Escape)


def test_x_is_moved_by_keys_and_by_number(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.key(Qt.Key.Key_Return)
    send(Qt.Key.Key_Return)  # on “move x”
    assert shown_x(held) == BANK
    held.key(Qt.Key.Key_Left)
    held.key(Qt.Key.Key_Left)
    assert x_of(held, 5) == pytest.approx((0.4, 0.6))
    assert held.key(Qt.Key.Key_Return)
    fields = held.panel.number_fields
    assert isinstance(fields, XFields)
    fields.fields["y"].selectAll()
    fields.fields["y"].insert("1.5")
    fields.fields["y"].textEdited.emit("1.5")
    send(Qt.Key.Key_Return)
    assert x_of(held, 5) == pytest.approx((0.4, 1.5))
    held.store.undo()
    held.store.undo()
    assert held.store.document == samples.two_meanings()


def test_a_word_that_is_in_both_sentences_is_moved_in_both(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.panel.view.move_x(QUERY)
    held.key(Qt.Key.Key_Up)
    other = held.store.document.passages[1].embedding
    assert other is not None
    assert other.x[5] == x_of(held, 5)
    assert "in both sentences" in held.panel.readout.text()


def test_the_x_that_is_shown_goes_with_its_word_and_with_the_tip_of_another(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.panel.view.move_x(QUERY)
    held.click(held.tip(KEY))
    assert shown_x(held) is None
    held.panel.view.move_x(QUERY)
    held.store.set_look(passage=1)
    assert shown_x(held) is None
    held.store.set_look(passage=0)
    held.store.apply("free", projecting.make_free)
    assert shown_x(held) is None


def test_the_matrix_is_changed_in_sequence(bench: Make) -> None:
    held = bench(samples.two_meanings())
    held.click(held.tip(KEY))
    card_of(held).change.click()
    assert held.store.look.workspace == "sequence"


def test_made_free_no_number_changes_and_the_tip_can_be_dragged(bench: Make) -> None:
    held = bench(samples.two_meanings())
    before = held.store.trace
    held.click(held.tip(QUERY))
    card_of(held).free.click()
    assert held.store.view.message == MADE_FREE
    assert held.store.undo_name == "Make the vectors free"
    assert np.array_equal(held.store.trace.output, before.output)
    start = held.tip(QUERY)
    held.drag(start, shifted(start, -30, 10))
    assert held.at(QUERY) != (1.8, 1.8)
    held.store.undo()
    held.store.undo()
    assert held.store.document == samples.two_meanings()


def test_what_is_spoken_of_a_projected_plane(bench: Make) -> None:
    held = bench(samples.two_meanings())
    parts = {part.name: part for part in held.panel.parts()}
    key = parts["key of money"]
    assert (key.role, key.value) == ("button", "(2.00, 0.00)")
    assert MADE_FROM_X in key.help
    assert key.press is not None
    key.press()
    assert card_of(held).handle == KEY
    held.panel.view.move_x(KEY)
    parts = {part.name: part for part in held.panel.parts()}
    slider = parts["x of “money”, y"]
    assert slider.set_number is not None
    slider.set_number(1.25)
    assert x_of(held, 2) == (2.0, 1.25)


def test_the_hint_says_what_can_be_done(bench: Make) -> None:
    held = bench(samples.two_meanings(), size=(760, 560))
    assert held.panel.controls.hint.text() == "press a tip to see what it is made of"
    held.panel.view.move_x(KEY)
    assert held.panel.controls.hint.text().endswith("Esc ends")
    held.store.apply("free", projecting.make_free)
    assert "drag a tip" in held.panel.controls.hint.text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_x_is_drawn_where_it_is(bench: Make, theme: str) -> None:
    held = bench(samples.two_meanings())
    held.store.set_view(theme=theme)
    corner = shifted(held.panel.to_pixels(0.6, 0.6), 5, 0).toPoint()
    before = held.panel.viewport().grab().toImage().pixelColor(corner)
    held.panel.view.move_x(QUERY)
    held.store.set_view(frame=held.store.view.frame)
    assert held.names()["x"] == ""
    assert held.panel.viewport().grab().toImage().pixelColor(corner) != before


# --- the plane where scores are made otherwise


@pytest.mark.parametrize("handle", [QUERY, KEY, VALUE])
@pytest.mark.parametrize("is_cosine", [True, False])
@pytest.mark.parametrize("positions", [Positions(), ROPE, Positions("rope", -2.5)])
def test_a_tip_goes_where_the_hand_goes(
    bench: Make, handle: Handle, is_cosine: bool, positions: Positions
) -> None:
    document = set_cosine(replace(samples.bank(), positions=positions), on=is_cosine)
    held = bench(document)
    apart = Handle(handle.role, BANK if handle.role == "query" else MONEY)
    start = held.tip(apart)
    goal = (0.8, -0.6)
    target = held.panel.to_pixels(*goal)
    held.store.set_view(selected=apart)
    held.drag(start, shifted(start, 5, 5), target)
    np.testing.assert_allclose(held.at(apart), goal, atol=6e-4)
    index = 5 if handle.role == "query" else 2
    rows = {"query": held.store.trace.queries, "key": held.store.trace.keys, "value": held.store.trace.values}
    np.testing.assert_allclose(rows[handle.role][0, index], held.at(apart), atol=1e-12)
    held.store.undo()
    assert held.store.document == document


def test_drawn_tips_are_those_of_the_trace(bench: Make) -> None:
    held = bench(replace(samples.bank(), positions=ROPE))
    held.names()
    picture = held.panel.view.picture()
    for j, key in enumerate(held.store.trace.keys[0].tolist()):
        at = held.panel.to_pixels(*key)
        assert picture.keys[j] == pytest.approx((at.x(), at.y()))


def test_a_turned_tip_is_nudged_along_the_axes_that_are_seen(bench: Make) -> None:
    held = bench(replace(samples.bank(), positions=ROPE))
    before = held.at(QUERY)
    held.key(Qt.Key.Key_Right)
    assert held.at(QUERY) == pytest.approx((before[0] + 0.1, before[1]))


def test_with_cosines_a_score_is_not_split_into_lengths(bench: Make) -> None:
    from attnstudio.ui.panels.plane.split import split_lines

    held = bench(set_cosine(samples.bank(), on=True))
    lines = split_lines(held.store.now, 2)
    assert lines[1:] == ("q · k / (|q|·|k|) = cos θ", "= 0.71")


def document_of(heads: int) -> Document:
    return projecting.set_heads(samples.two_meanings(), heads)


def test_the_shown_head_is_the_one_that_is_pressed(bench: Make) -> None:
    held = bench(document_of(2), Look(query=BANK, head=1))
    query = Handle("query", BANK, 1)
    held.click(held.tip(query))
    assert card_of(held).handle == query
    assert "in head 2" in card_of(held).accessibleName()
