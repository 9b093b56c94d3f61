"""What must hold: marks, sentences and numbers, and the buttons that break it and put it right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.edits import move_vector, set_rule
from attnstudio.model.invariants import Id
from attnstudio.model.projecting import set_heads
from attnstudio.model.settings import Positions
from attnstudio.state import playing
from attnstudio.state.snapshot import Picked, View
from attnstudio.ui.panels.holds.board import Board
from attnstudio.ui.panels.holds.panel import HoldsPanel
from attnstudio.ui.theme import width_of
from tests.samples import bank, of_words, two_meanings
from tests.ui.panels.framed import Framed

PLAIN = View()
BANK = Look(query=6)
Make = Callable[..., HoldsPanel]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (600, 230)
    ) -> HoldsPanel:
        return Framed(qtbot, HoldsPanel, document, look, view, size).panel

    return build


def marks(panel: HoldsPanel) -> dict[str, bool | None]:
    return {one.id: one.holds for one in panel.board.found}


def texts(panel: HoldsPanel, asked: Id) -> list[str]:
    return [made.text() for made in panel.board.buttons[asked] if not made.isHidden()]


def press(panel: HoldsPanel, asked: Id, number: int = 0) -> None:
    panel.board.buttons[asked][number].click()


def test_marks_and_buttons_of_a_causal_sentence(make: Make) -> None:
    panel = make(set_rule(bank(), "causal"))
    assert marks(panel) == {"rows": True, "shift": True, "hull": True, "future": True, "order": None}
    assert {asked: texts(panel, asked) for asked in ("rows", "shift", "hull", "future", "order")} == {
        "rows": ["break it: mask after softmax"],
        "shift": ["break it: add 3 to one cell"],
        "hull": ["break it: skip softmax"],
        "future": ["break it: unmask one cell"],
        "order": ["shuffle the words", "take the mask off"],
    }


@pytest.mark.parametrize("asked", ["rows", "shift", "hull", "future", "heads"])
def test_a_break_is_one_step_and_the_same_button_takes_it_back(make: Make, asked: Id) -> None:
    panel = make(set_rule(set_heads(two_meanings(), 2), "causal"))
    whole = panel.store.document
    press(panel, asked)
    assert marks(panel)[asked] is False
    assert texts(panel, asked) == ["put it right"]
    assert len(panel.store.history.done) == 1
    press(panel, asked)
    assert marks(panel)[asked] is True
    assert panel.store.document == whole
    panel.store.undo()
    panel.store.undo()
    assert panel.store.document == whole
    assert panel.store.undo_name is None


def test_a_mask_that_the_break_needs_comes_and_goes_with_it(make: Make) -> None:
    panel = make(bank())
    press(panel, "rows")
    assert panel.store.document.mask.rule == "causal"
    assert panel.store.undo_name == "Mask after softmax"
    panel.store.undo()
    assert panel.store.document == bank()


def test_a_shuffle_is_undone_at_once(make: Make) -> None:
    panel = make(bank())
    press(panel, "order")
    words = [token.text for token in panel.store.document.passages[0].query_tokens]
    assert words != ["I", "deposited", "money", "at", "the", "bank"]
    assert marks(panel)["order"] is True
    assert panel.store.now.query_token is not None
    assert panel.store.now.query_token.text == "bank"  # the word goes on asking, where it stands now
    panel.store.undo()
    assert panel.store.document == bank()


def test_the_mask_and_then_positions_are_taken_off(make: Make) -> None:
    panel = make(replace(set_rule(bank(), "causal"), positions=Positions("rope")))
    press(panel, "order", 1)
    assert texts(panel, "order") == ["shuffle the words", "switch positions off"]
    press(panel, "order", 1)
    assert marks(panel)["order"] is True


def test_three_go_to_the_picked_cell(make: Make) -> None:
    panel = make(bank(), view=replace(PLAIN, picked=Picked("weights", 0, 3)))
    press(panel, "shift")
    assert panel.store.document.wrong.added == (1, 4, 3.0)
    panel.store.undo()
    panel.store.set_view(picked=Picked("output", 0, 1))  # no score: the strongest of the row
    press(panel, "shift")
    assert panel.store.document.wrong.added == (6, 3, 3.0)


def test_a_blind_row_has_a_score_to_break_once_another_is_picked(make: Make) -> None:
    panel = make(set_rule(bank(), "strict"), look=Look(query=1))
    assert texts(panel, "shift") == []
    panel.store.set_view(picked=Picked("weights", 3, 1))
    assert texts(panel, "shift") == ["break it: add 3 to one cell"]


def test_numbers_follow_a_drag_and_only_their_rows_are_painted(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = make(set_rule(bank(), "causal"))
    painted: list[int] = []
    paint = Board.paintEvent

    def counted(self: Board, event: QPaintEvent) -> None:
        painted.append(event.rect().height())
        paint(self, event)

    monkeypatch.setattr(Board, "paintEvent", counted)
    laid_out = panel.board.rows
    panel.store.begin("Move query of “bank”")
    panel.store.preview(partial(move_vector, handle=Handle("query", 6), point=(-1.5, 0.4)))
    QApplication.processEvents()
    assert panel.board.rows is laid_out
    assert all(height <= panel.board.rows[0].whole.height() for height in painted)
    panel.store.cancel()


def test_play_hides_what_is_not_known(make: Make) -> None:
    panel = make(set_rule(bank(), "causal"))
    playing.show(panel.store, "mask")
    assert marks(panel) == {"rows": None, "shift": None, "hull": None, "future": True, "order": None}
    assert panel.board.found[0].value == "not known yet: Play has come to mask"
    playing.show_all(panel.store)
    assert marks(panel)["rows"] is True


def test_heads_are_listed_only_where_they_are_cut(make: Make) -> None:
    panel = make(set_heads(two_meanings(), 2))
    assert marks(panel)["heads"] is True
    assert texts(panel, "heads") == ["break it: reshape, no transpose"]
    panel.store.apply("One head", lambda document: set_heads(document, 1))
    assert "heads" not in marks(panel)
    assert texts(panel, "heads") == []


def test_without_words_nothing_is_claimed_and_nothing_can_be_broken(make: Make) -> None:
    panel = make(Document("empty", (Passage((), heads=(Head((), (), ()),)),)))
    assert set(marks(panel).values()) == {None}
    assert all(not texts(panel, one.id) for one in panel.board.found)


def test_each_is_spoken_with_its_state_and_number(make: Make) -> None:
    panel = make(bank())
    press(panel, "hull")
    spoken = {part.name: part.value for part in panel.parts()}
    assert spoken["each row of weights sums to 1"].startswith("broken: sum of bank's row ")
    assert spoken["every word sees later words"] == "does not apply: 15 of 15 later cells open"
    assert len(spoken) == len(panel.parts())
    assert panel.board.buttons["hull"][0].accessibleName() == "put it right"


def test_pointing_at_a_row_marks_its_step(make: Make) -> None:
    panel = make(bank())
    none = Qt.MouseButton.NoButton
    for number, step in ((0, "normalize"), (2, "mix"), (3, "mask")):
        at = QPointF(panel.board.rows[number].whole.center())
        event = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(panel.board, event)
        assert panel.store.view.hover_step == step
    QApplication.sendEvent(panel.board, QEvent(QEvent.Type.Leave))
    assert panel.store.view.hover_step is None


@pytest.mark.parametrize(("scale", "width"), [(1.0, 600), (1.0, 490), (1.0, 380), (2.0, 600), (2.5, 700)])
def test_sentences_and_buttons_never_meet(make: Make, scale: float, width: int) -> None:
    document = replace(set_rule(set_heads(two_meanings(), 2), "causal"), positions=Positions("added"))
    panel = make(document, view=View(text_scale=scale), size=(width, 500))
    board = panel.board
    before = 0
    for one, row in zip(board.found, board.rows, strict=True):
        assert row.whole.top() >= before
        before = row.whole.bottom()
        buttons = [made.geometry() for made in board.buttons[one.id] if not made.isHidden()]
        for rect in buttons:
            assert board.rect().contains(rect)
            assert not rect.intersects(row.sentence.toRect())
            assert not rect.intersects(row.value.toRect())
        if row.form != "stacked":
            assert width_of(panel.theme.text(13), one.sentence) <= row.sentence.width()


def test_a_picture_shows_every_row_and_no_button(make: Make) -> None:
    panel = make(of_words("a", "b", "c"), Look(query=1), replace(PLAIN, is_figure=True), size=(600, 10))
    assert all(made.isHidden() for buttons in panel.board.buttons.values() for made in buttons)
    assert panel.rect().contains(panel.parts()[-1].rect)
    assert {row.form for row in panel.board.rows} == {"long"}


def test_marks_differ_without_any_colour(make: Make) -> None:
    panel = make(bank())
    shapes = set()
    for asked in ("hull", "future"):
        number = next(k for k, one in enumerate(panel.board.found) if one.id == asked)
        shapes.add(_grey(panel, number))
    press(panel, "hull")
    shapes.add(_grey(panel, 2))
    assert len(shapes) == 3


def _grey(panel: HoldsPanel, number: int) -> tuple[bool, ...]:
    """Which pixels of a mark are lines rather than ground."""
    place = panel.board.rows[number].mark.toRect()
    image = panel.board.grab(place).toImage()
    return tuple(
        image.pixelColor(x, y).lightness() < 190 for y in range(image.height()) for x in range(image.width())
    )
