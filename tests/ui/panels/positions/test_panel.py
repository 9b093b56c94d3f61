"""The Positions panel: by mouse and by key, in every kind of document, and as it is spoken."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import edits, numerals, projecting
from attnstudio.model.document import Document, Embedding, Head, Look, Passage, Projection
from attnstudio.model.settings import Mask, PositionKind, Positions
from attnstudio.state.snapshot import View
from attnstudio.ui import figures
from attnstudio.ui.panels.positions.panel import PositionsPanel
from tests.samples import bank, crossing, of_words, tokens, two_meanings
from tests.ui.panels.framed import NONE, Framed, settle

MONEY = 3
SIZE = (640, 300)
Make = Callable[..., Framed[PositionsPanel]]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        document: Document | None = None, view: View | None = None, size: tuple[int, int] = SIZE
    ) -> Framed[PositionsPanel]:
        return Framed(qtbot, PositionsPanel, document or two_meanings(), Look(query=6), view, size)

    return build


def turned(kind: PositionKind = "rope", turn: float = 0.5) -> Document:
    return replace(two_meanings(), positions=Positions(kind, turn))


def choose(held: Framed[PositionsPanel], kind: str) -> None:
    button = held.panel.kind.button_of(kind)
    held.click(button, QPointF(button.rect().center()))
    settle()


def kind_of(held: Framed[PositionsPanel]) -> str:
    return held.store.document.positions.kind


def hovered(held: Framed[PositionsPanel]) -> int | None:
    return held.store.view.hover_token


def press(widget: QWidget, key: Qt.Key) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


# --- which kind


def test_a_click_turns_positions_on_and_is_one_step(make: Make) -> None:
    held = make()
    choose(held, "rope")
    assert kind_of(held) == "rope"
    assert held.store.undo_name == "Turn by position"
    choose(held, "added")
    assert kind_of(held) == "added"
    held.store.undo()
    held.store.undo()
    assert held.store.document == two_meanings()
    assert held.panel.kind.button_of("none").isChecked()


def test_to_free_vectors_nothing_can_be_added_until_they_have_an_x(make: Make) -> None:
    held = make(bank())
    choose(held, "added")
    assert held.store.document == bank()
    assert held.panel.refusal.text() == edits.NO_X == held.store.view.message
    assert held.panel.refusal.isVisible()
    assert not held.panel.turn_page.isVisible()
    held.click(held.panel.make, QPointF(held.panel.make.rect().center()))
    settle()
    assert kind_of(held) == "added"
    assert held.store.document.passages[0].embedding is not None
    assert not held.panel.refusal.isVisible()
    assert held.panel.turn_page.isVisible()
    held.store.undo()
    assert held.store.document == bank()


def test_a_refusal_goes_with_another_choice(make: Make) -> None:
    held = make(bank())
    choose(held, "added")
    choose(held, "none")
    assert held.panel.turn_page.isVisible()
    choose(held, "added")
    choose(held, "rope")
    assert held.panel.turn_page.isVisible()
    assert not held.panel.refusal.isVisible()


def test_an_odd_number_of_components_is_said(make: Make) -> None:
    row = ((1.0, 2.0, 3.0),) * 2
    held = make(Document("", (Passage(tokens("a", "b"), heads=(Head(row, row, row),)),)))
    choose(held, "rope")
    assert "3 is an odd number" in held.panel.refusal.text()
    assert not held.panel.make.isVisible()


# --- the numbers


def test_a_drag_of_the_turn_is_one_step_and_moves_the_arrows_in_every_frame(make: Make) -> None:
    held = make(turned())
    slider = held.panel.params.turn
    handle = QPointF(slider.handle().center())
    before = held.panel.plane.drawn
    seen = []
    held.mouse(slider, QEvent.Type.MouseButtonPress, handle)
    for step in range(1, 4):
        held.mouse(slider, QEvent.Type.MouseMove, handle + QPointF(8.0 * step, 0.0), button=NONE)
        seen.append(held.panel.plane.drawn)
        np.testing.assert_allclose(seen[-1][2].after, held.store.trace.keys[0, 2])
    held.mouse(slider, QEvent.Type.MouseButtonRelease, handle + QPointF(24.0, 0.0), held=NONE)
    assert len({drawn[2].after for drawn in (before, *seen)}) == 4
    assert held.store.undo_name == "Set turn"
    held.store.undo()
    assert held.store.document == turned()
    assert held.store.undo_name is None


def test_keys_turn_degree_by_degree(make: Make) -> None:
    held = make(replace(turned(), positions=Positions("rope", math.radians(40.0))))
    slider = held.panel.params.turn
    slider.setFocus()
    press(slider, Qt.Key.Key_Right)
    press(slider, Qt.Key.Key_Right)
    assert np.degrees(held.store.document.positions.turn) == pytest.approx(42.0)
    assert held.panel.params.turn_field.text() == "42"
    held.store.undo()
    assert np.degrees(held.store.document.positions.turn) == pytest.approx(40.0)


def test_exact_numbers_are_typed(make: Make) -> None:
    held = make(turned("added"))
    for field, text, name in (
        (held.panel.params.turn_field, "90", "turn"),
        (held.panel.params.size_field, "0,25", "size"),
    ):
        field.setFocus()
        field.selectAll()
        field.insert(text)
        press(field, Qt.Key.Key_Return)
        assert getattr(held.store.document.positions, name) == pytest.approx(
            np.pi / 2 if name == "turn" else 0.25
        )
    assert held.store.undo_name == "Set size of positions"


def test_a_base_below_one_is_refused_and_the_field_says_what_is(make: Make) -> None:
    held = make(turned())
    held.panel.page.button_of("pairs").click()
    field = held.panel.params.base_field
    field.setFocus()
    field.selectAll()
    field.insert("0.5")
    press(field, Qt.Key.Key_Return)
    assert held.store.document == turned()
    assert "at least 1" in held.store.view.message
    assert field.text() == "10000"


def test_a_base_is_shown_where_there_is_more_than_one_pair(make: Make) -> None:
    held = make(turned())
    assert not held.panel.params.base.isVisible()
    held.panel.page.button_of("pairs").click()
    settle()
    assert held.panel.params.base.isVisible()
    assert not held.panel.params.size_of_p.isVisible()


# --- two words


def test_both_words_moved_on_keep_their_score_and_one_alone_does_not(make: Make) -> None:
    held = make(turned())
    before = held.store.document
    score = numerals.fixed(held.store.trace.scores[0, 5, 2])
    slider = held.panel.words.both
    slider.setFocus()
    for _ in range(4):
        press(slider, Qt.Key.Key_Right)
    lines = held.panel.words.lines.text().splitlines()
    assert lines == [
        f"at 5 and 2, distance 3: q · k = {score}",
        f"at 9 and 6, distance 3: q · k = {score}",
        "the same distance, the same score",
    ]
    assert held.panel.words.both_number.text() == "+4"
    names = [one.name for one in held.panel.plane.drawn]
    assert "query at 9" in names
    assert "money at 6" in names
    press(held.panel.words.alone, Qt.Key.Key_Right)
    assert held.panel.words.lines.text().splitlines()[-1] == "another distance, another score"
    assert held.store.document is before
    assert held.store.undo_name is None


def test_the_slider_is_dragged_with_the_mouse_and_called_off_by_a_right_click(make: Make) -> None:
    held = make(turned())
    slider = held.panel.words.both
    handle = QPointF(slider.handle().center())
    held.mouse(slider, QEvent.Type.MouseButtonPress, handle)
    held.mouse(slider, QEvent.Type.MouseMove, handle + QPointF(60.0, 0.0), button=NONE)
    assert held.panel.words.asked.both > 2
    held.mouse(
        slider,
        QEvent.Type.MouseButtonPress,
        handle + QPointF(60.0, 0.0),
        button=Qt.MouseButton.RightButton,
        held=Qt.MouseButton.LeftButton | Qt.MouseButton.RightButton,
    )
    assert held.panel.words.asked.both == 0
    assert held.panel.words.both_number.text() == "+0"


def test_words_are_picked_from_their_menus(make: Make) -> None:
    held = make(turned())
    held.panel.words.key.click()
    names = [action.text() for action in held.panel.words.menu.actions()]
    assert names == ["I", "deposited", "money", "at", "the", "bank"]
    assert held.panel.words.menu.actions()[2].isChecked()
    held.panel.words.menu.actions()[1].trigger()
    held.panel.words.menu.close()
    assert held.panel.words.key.text() == "deposited ▾"
    assert "at 5 and 1" in held.panel.words.lines.text()
    held.panel.words.query.click()
    held.panel.words.menu.actions()[2].trigger()
    held.panel.words.menu.close()
    assert held.store.look.query == MONEY
    assert "at 2 and 1" in held.panel.words.lines.text()


def test_pointing_at_an_arrow_points_at_its_word(make: Make) -> None:
    held = make(turned())
    plane = held.panel.plane
    at = plane.at(plane.drawn[1])
    held.mouse(plane, QEvent.Type.MouseMove, at, button=NONE, held=NONE)
    assert hovered(held) == 2
    assert plane.drawn[1].is_strong
    QApplication.sendEvent(plane, QEvent(QEvent.Type.Leave))
    assert hovered(held) is None
    held.store.set_view(hover_token=1)
    assert plane.drawn[0].is_strong


# --- added


def test_x_and_the_circle_of_positions(make: Make) -> None:
    held = make(turned("added"))
    drawn = held.panel.plane.drawn
    assert all(one.is_point for one in drawn)
    assert drawn[5].before == (0.6, 0.6)
    np.testing.assert_allclose(drawn[5].after, held.store.trace.values[0, 5])
    assert "money: (2.00, 0.00) + p₂" in held.panel.words.lines.text()


# --- pairs


def test_the_example_can_be_typed_and_the_pairing_is_the_documents(make: Make) -> None:
    held = make(turned(turn=1.0))
    held.panel.page.button_of("pairs").click()
    settle()
    pairs = held.panel.pairs
    assert pairs.isVisible()
    assert not held.panel.turn_page.isVisible()
    assert pairs.surface.rows[0].result == pytest.approx((-1.14264, 1.922076, 2.959851, 4.0298), abs=1e-6)
    field = pairs.fields[0]
    field.setFocus()
    field.selectAll()
    field.insert("0")
    press(field, Qt.Key.Key_Return)
    assert pairs.surface.rows[0].before[0] == (0.0, 2.0)
    pairs.place_field.setFocus()
    pairs.place_field.selectAll()
    pairs.place_field.insert("2.5")
    press(pairs.place_field, Qt.Key.Key_Return)
    assert "whole number" in held.store.view.message
    assert held.store.undo_name is None
    button = pairs.pairing.button_of("half-split")
    held.click(button, QPointF(button.rect().center()))
    assert replace(held.store.document.positions).pairing == "half-split"
    assert held.store.undo_name == "Pair components"


# --- order


def test_shuffled_words_are_noticed_where_positions_play_a_part(make: Make) -> None:
    held = make()
    assert held.panel.order.whole.startswith("Order is not seen")
    before = held.store.trace.output[0]
    held.click(held.panel.shuffle, QPointF(held.panel.shuffle.rect().center()))
    words = [token.text for token in held.store.now.passage.query_tokens]
    assert words != ["I", "deposited", "money", "at", "the", "bank"]
    np.testing.assert_allclose(np.sort(held.store.trace.output[0], axis=0), np.sort(before, axis=0))
    assert held.store.undo_name == "Shuffle the words"
    choose(held, "rope")
    assert held.panel.order.whole.startswith("Positions see order")


# --- every document, every size


def wide() -> Document:
    rows = tuple(tuple(np.random.default_rng(7).normal(size=50).tolist()) for _ in range(12))
    matrix = tuple(tuple(row) for row in np.random.default_rng(8).normal(size=(50, 50)).tolist())
    passage = Passage(tokens(*[f"w{number}" for number in range(12)]), embedding=Embedding(rows))
    return Document("wide", (passage,), projection=Projection((matrix,), (matrix,), (matrix,)))


DOCUMENTS = [
    of_words(),
    of_words("alone"),
    bank(),
    crossing(),
    projecting.set_heads(two_meanings(), 4),
    of_words(*[f"w{number}" for number in range(64)]),
    wide(),
    replace(two_meanings(), mask=Mask(padding="left", pads=3)),
]


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("kind", ["none", "rope", "added"])
@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_document_is_drawn(make: Make, document: Document, kind: PositionKind, name: str) -> None:
    held = make(replace(document, positions=Positions(kind, 0.4)), View(theme=name))
    image = held.panel.plane.grab().toImage()
    colours = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert len(colours) > (2 if document.passages[0].query_tokens else 1)
    if kind == "added" and document.passages[0].embedding is None:
        assert held.panel.words.about.text() == edits.NO_X


@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
@pytest.mark.parametrize("kind", ["none", "rope", "added"])
@pytest.mark.parametrize("page", ["turn", "pairs"])
def test_nothing_is_cut_or_laid_over_another_thing(
    make: Make, scale: float, kind: PositionKind, page: str
) -> None:
    held = make(turned(kind), View(text_scale=scale), (round(500 * scale), round(290 * scale)))
    held.panel.page.button_of(page).click()
    held.panel.words.both.setValue(4)
    settle()
    held.window.resize(max(held.window.width(), held.panel.minimumSizeHint().width()), held.window.height())
    settle()
    inside = held.panel.rect()
    buttons = [b for b in held.panel.findChildren(QAbstractButton) if b.isVisible()]
    boxes: list[tuple[str, QRect]] = []
    for widget in buttons:
        box = QRect(widget.mapTo(held.panel, widget.rect().topLeft()), widget.size())
        assert inside.contains(box), widget.text()
        assert widget.width() >= widget.minimumSizeHint().width(), widget.text()
        assert not any(box.intersects(other) for _, other in boxes), widget.text()
        boxes.append((widget.text(), box))


def test_the_panel_grows_with_its_letters(make: Make) -> None:
    small, large = make(turned()), make(turned(), View(text_scale=2.0))
    assert large.panel.minimumSizeHint().width() > 1.7 * small.panel.minimumSizeHint().width()
    assert small.panel.minimumSizeHint().width() < 560


@pytest.mark.parametrize("kind", ["none", "rope", "added"])
def test_a_picture_has_both_pages_and_no_controls(qapp: QApplication, kind: PositionKind) -> None:
    document = turned(kind)
    data = figures.render(document, Look(query=6), figures.Asked("positions", 700, 420))
    assert data.startswith(b"\x89PNG")


def test_in_a_picture_the_numbers_stand_in_words(make: Make) -> None:
    held = make(turned(), View(is_figure=True), (700, 420))
    assert held.panel.pairs.isVisible()
    assert held.panel.turn_page.isVisible()
    assert "RoPE: 28.6° a position, base 10000, interleaved" in held.panel.words.about.text()
    assert "bank asks, money offers" in held.panel.words.about.text()
    assert not [b for b in held.panel.findChildren(QAbstractButton) if b.isVisible()]


# --- speech and keys


def test_what_is_spoken(make: Make) -> None:
    held = make(turned())
    parts = {part.name: part for part in held.panel.parts()}
    assert len(parts) == 7
    key = held.store.trace.keys[0, 2]
    assert parts["key of money"].value == f"(2.00, 0.00) becomes {numerals.vector(key)}"
    assert held.panel.rect().contains(parts["query"].rect)
    held.panel.page.button_of("pairs").click()
    parts = {part.name: part for part in held.panel.parts()}
    assert "x₁ with x₃" in parts["half-split pairing"].value
    choose(held, "added")
    assert "x of bank" in {part.name for part in held.panel.parts()}


def test_every_control_can_be_reached_by_tab_and_has_a_name(make: Make) -> None:
    held = make(turned())
    takers = [
        child
        for child in held.panel.findChildren(QWidget)
        if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert all(child.accessibleName() for child in takers)
    reached = []
    takers[0].setFocus()
    for _ in range(60):
        focus = QApplication.focusWidget()
        if focus is None or focus in reached:
            break
        reached.append(focus)
        press(focus, Qt.Key.Key_Tab)
    assert {held.panel.params.turn, held.panel.words.both, held.panel.shuffle} <= set(reached)
