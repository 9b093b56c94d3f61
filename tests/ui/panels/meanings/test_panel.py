"""The plane on which one word goes two ways: what stands there, and what the hand and the keys do."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Chart, Document, Embedding, Head, Look, Passage, Projection
from attnstudio.model.limits import AT_THE_EDGE
from attnstudio.model.settings import Mask, Wrong
from attnstudio.state import learner
from attnstudio.state.snapshot import View
from attnstudio.state.word_drag import place_of
from attnstudio.ui.panels.meanings.content import Content, Word
from attnstudio.ui.panels.meanings.hand import RESULT
from attnstudio.ui.panels.meanings.panel import MeaningsPanel
from tests import samples
from tests.learnable import asked
from tests.ui.panels.framed import LEFT, NONE, PLAIN, RIGHT, Framed, settle

BANK, BANK_B, MONEY, RIVER, THE = 6, 16, 3, 15, 5
ASKING = Look(query=BANK)


class Plane(Framed[MeaningsPanel]):
    @property
    def content(self) -> Content:
        return self.panel.view.content

    def word(self, token: int) -> Word:
        found = self.content.word_of(token)
        assert found is not None
        return found

    def at(self, x: float, y: float) -> QPointF:
        return QPointF(*self.panel.view.lens.to_pixels((x, y)))

    def press(self, at: QPointF) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseButtonPress, at)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier = PLAIN, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseMove, at, NONE, held, keys)

    def release(self, at: QPointF) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseButtonRelease, at, held=NONE)

    def drag(self, start: QPointF, *places: QPointF, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.press(start)
        for place in places:
            self.move(place, keys)
        self.release(places[-1])

    def place(self, token: int) -> tuple[float, float]:
        return place_of(self.store.now, token)

    def type(self, key: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> bool:
        return self.key(self.panel.view, key, keys)


Make = Callable[..., Plane]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = ASKING,
        view: View | None = None,
        size: tuple[int, int] = (660, 560),
    ) -> Plane:
        return Plane(qtbot, MeaningsPanel, document or samples.two_meanings(), look, view, size)

    return made


def real(size: int, words: int = 6) -> Document:
    """Two sentences in many dimensions, drawn through two axes of chance."""
    chance = random.Random(7)

    def vector() -> tuple[float, ...]:
        return tuple(chance.uniform(-1.0, 1.0) for _ in range(size))

    x_axis = tuple(1.0 if i == 3 else 0.0 for i in range(size))
    y_axis = tuple(0.5**0.5 if i in (5, 7) else 0.0 for i in range(size))
    bank = vector()
    passages = []
    for first in (1, 101):
        tokens = samples.tokens(*(f"word{first + n}" for n in range(words - 1)), "bank", first=first)
        rows = (*(vector() for _ in range(words - 1)), bank)
        passages.append(Passage(tokens, embedding=Embedding(rows)))
    unit = tuple(tuple(float(i == j) for j in range(size)) for i in range(size))
    chart = Chart(x_axis, y_axis, "money", "river")
    return Document("real", tuple(passages), chart=chart, projection=Projection((unit,), (unit,), (unit,)))


# --- what stands there ------------------------------------------------------------------------------------


def test_the_word_starts_once_and_ends_twice(make: Make) -> None:
    plane = make()
    first, second = plane.content.ways
    assert first.start == second.start == (0.6, 0.6)
    assert first.end == pytest.approx((1.328, 0.208), abs=1e-3)
    assert second.end is not None
    assert second.end[1] > 1.0
    assert [word.name for word in plane.content.words if word.asks] == ["bank"]


def test_a_word_of_both_sentences_stands_once(make: Make) -> None:
    the = make().word(THE)
    assert [seen.passage for seen in the.seen] == [0, 1]
    assert the.token == THE


def test_the_same_word_in_two_places_stands_twice(make: Make) -> None:
    document = samples.two_meanings()
    second = document.passages[1]
    assert second.embedding is not None
    moved = replace(second, embedding=Embedding((*second.embedding.x[:5], (-1.0, 1.0))))
    plane = make(replace(document, passages=(document.passages[0], moved)))
    assert [way.start for way in plane.content.ways] == [(0.6, 0.6), (-1.0, 1.0)]
    plane.panel.grab()


def test_free_words_stand_at_their_values(make: Make) -> None:
    plane = make(samples.bank())
    assert plane.word(MONEY).at == (2.0, 0.0)
    assert plane.content.ways[0].start == (0.6, 0.6)
    assert "one sentence" in plane.panel.note.whole


def test_many_dimensions_stand_where_the_chart_draws_them(make: Make) -> None:
    document = real(50)
    plane = make(document, Look(query=BANK))
    x = document.passages[0].embedding
    assert x is not None
    assert plane.word(1).at == pytest.approx((x.x[0][3], 0.5**0.5 * (x.x[0][5] + x.x[0][7])))
    assert "two of 50 dimensions" in plane.panel.note.whole


def test_only_what_is_drawn_counts_as_dimensions(make: Make) -> None:
    document = samples.two_meanings()
    wide = ((1.0, 0.0, 0.5, 0.0, 1.0), (0.0, 1.0, 0.5, 1.0, 0.0))
    projection = document.projection
    assert projection is not None
    plane = make(replace(document, projection=replace(projection, w_q=(wide,), w_k=(wide,))))
    assert plane.store.trace.d_k == 5
    assert "dimensions" not in plane.panel.note.whole  # x and the output have two


def test_the_short_arrows_are_told(make: Make) -> None:
    plane = make(asked(samples.two_meanings(), "meanings")[0])
    assert "where the loss falls" not in plane.panel.note.whole
    learner.one_step(plane.store)
    settle()
    assert "short arrows: where the loss falls" in plane.panel.note.whole


def test_parts_laid_end_to_end_reach_the_end(make: Make) -> None:
    plane = make()
    assert plane.content.ways[0].parts == ()
    plane.panel.sums.click()
    assert plane.store.view.sums
    for way in plane.content.ways:
        assert len(way.parts) == 6
        assert way.parts[-1] == pytest.approx(way.end)
    plane.panel.grab()


def test_the_ends_are_hidden_while_it_is_asked_what_is_expected(make: Make) -> None:
    plane = make(look=replace(ASKING, predicting=True))
    assert [way.end for way in plane.content.ways] == [None, None]
    assert all(seen.weight is None for word in plane.content.words for seen in word.seen)
    assert (
        plane.panel.note.whole == "First say in the sentences what bank should look at, then press Now show."
    )
    assert not any("weight" in part.value for part in plane.panel.parts())


def test_two_different_words_are_said_so(make: Make) -> None:
    plane = make(look=Look(query=MONEY, rows=(MONEY, RIVER)))
    assert plane.panel.note.whole == "two different words ask"


def test_a_blind_word_ends_at_the_origin(make: Make) -> None:
    plane = make(replace(samples.two_meanings(), mask=Mask("strict")), Look(query=1, rows=(1, 11)))
    assert plane.content.ways[0].end == (0.0, 0.0)
    assert "may look at nothing" in plane.panel.note.whole


def test_a_masked_word_is_no_disc_of_weight_nought(make: Make) -> None:
    plane = make(replace(samples.two_meanings(), mask=Mask("causal")), Look(query=MONEY, rows=(MONEY, RIVER)))
    assert plane.word(4).seen[0].is_masked
    assert not plane.word(2).seen[0].is_masked
    plane.panel.grab()


def test_words_that_only_ask(make: Make) -> None:
    plane = make(samples.crossing(), Look(query=1))
    assert not plane.content.ways[0].is_alone
    assert {word.name for word in plane.content.words} == {"a", "b", "c"}
    plane.panel.grab()


@pytest.mark.parametrize(
    ("document", "look"),
    [
        (samples.projected(), Look(query=1, head=1)),
        (real(50, 12), Look(query=12)),
        (real(3, 64), Look(query=64)),
        (samples.of_words("a"), Look(query=1)),
        (Document("empty", (Passage((), heads=(Head((), (), ()),)),)), Look()),
    ],
)
@pytest.mark.parametrize("is_figure", [False, True])
def test_any_document_can_be_drawn(make: Make, document: Document, look: Look, is_figure: bool) -> None:
    plane = make(document, look, View(is_figure=is_figure, sums=True))
    assert not plane.panel.grab().isNull()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_names_never_lie_on_one_another(make: Make, scale: float) -> None:
    for document, look in ((samples.two_meanings(), ASKING), (real(50, 12), Look(query=12))):
        plane = make(document, look, View(text_scale=scale))
        plane.panel.view.repaint()
        boxes = plane.panel.view.names_drawn()
        assert len(boxes) > 3
        for (one, a), (other, b) in combinations(boxes.items(), 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)


def test_a_way_that_leads_far_out_of_sight_costs_no_more(make: Make) -> None:
    document = samples.two_meanings()
    assert document.projection is not None
    far = replace(document.projection, w_v=(((1e6, 0.0), (0.0, -1e6)),))
    plane = make(replace(document, projection=far), view=View(sums=True))
    plane.panel.view.repaint()
    assert "2 out of sight" in plane.panel.note.whole
    assert "bank in A" not in plane.panel.view.names_drawn()
    assert "bank, alone" in plane.panel.view.names_drawn()


def test_weights_of_any_size_have_discs_that_fit(make: Make) -> None:
    document = samples.two_meanings()
    assert document.projection is not None
    loud = replace(document.projection, w_q=(((1e6, 0.0), (0.0, 1e6)),))
    document = replace(document, projection=loud, wrong=Wrong(skips_softmax=True))
    plane = make(document)
    assert max(seen.weight or 0.0 for word in plane.content.words for seen in word.seen) > 1e5
    assert not plane.panel.grab().isNull()


# --- the hand ---------------------------------------------------------------------------------------------


def test_a_drag_moves_the_word_in_both_sentences(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.drag(plane.at(0.6, 0.6), plane.at(0.8, 0.4), plane.at(1.0, 0.2))
    assert plane.place(BANK) == plane.place(BANK_B) == pytest.approx((1.0, 0.2))
    assert plane.store.undo_name == "Move x of “bank”, in both sentences"
    assert plane.panel.view.frame == frame
    plane.store.undo()
    assert plane.store.document == samples.two_meanings()


def test_the_ends_move_while_the_hand_moves(make: Make) -> None:
    plane = make()
    before = plane.content.ways[0].end
    plane.press(plane.at(2.0, 0.0))
    plane.move(plane.at(1.5, 1.0))
    assert plane.content.ways[0].end != before
    plane.release(plane.at(1.5, 1.0))


def test_a_tip_is_caught_within_22_pixels_and_nothing_jumps(make: Make) -> None:
    plane = make()
    grabbed = plane.at(0.0, 2.0) + QPointF(20.0, 0.0)
    plane.press(grabbed)
    plane.move(grabbed + QPointF(10.0, 0.0))
    moved = plane.place(RIVER)
    assert moved[0] == pytest.approx(10.0 / plane.panel.view.lens.unit, abs=1e-3)
    plane.release(grabbed + QPointF(10.0, 0.0))
    plane.press(plane.at(-1.5, -1.0))
    assert plane.store.gesture is None


@pytest.mark.parametrize("how", ["escape", "right", "focus", "hide"])
def test_a_drag_can_be_taken_back(make: Make, how: str) -> None:
    plane = make()
    plane.press(plane.at(2.0, 0.0))
    plane.move(plane.at(1.0, 1.0))
    assert plane.store.document != samples.two_meanings()
    if how == "escape":
        assert plane.type(Qt.Key.Key_Escape)
    elif how == "right":
        plane.mouse(plane.panel.view, QEvent.Type.MouseButtonPress, plane.at(1.0, 1.0), RIGHT, LEFT | RIGHT)
    elif how == "focus":
        plane.panel.sums.setFocus()
    else:
        plane.panel.view.hide()
    assert plane.store.document == samples.two_meanings()
    assert plane.store.gesture is None
    assert plane.store.undo_name is None


def test_shift_keeps_the_length_and_grid_snaps(make: Make) -> None:
    plane = make()
    shift = Qt.KeyboardModifier.ShiftModifier
    plane.drag(plane.at(2.0, 0.0), plane.at(1.5, 1.5), keys=shift)
    assert plane.place(MONEY) == pytest.approx((2.0 * 0.5**0.5, 2.0 * 0.5**0.5))
    plane.store.undo()
    plane.store.set_view(snap="grid")
    plane.drag(plane.at(2.0, 0.0), plane.at(1.41, 0.9))
    assert plane.place(MONEY) == (1.5, 1.0)


def test_an_end_is_no_handle(make: Make) -> None:
    plane = make()
    end = plane.content.ways[0].end
    assert end is not None
    at = plane.at(*end)
    plane.press(at)
    plane.move(at + QPointF(30.0, 0.0))
    plane.release(at)
    assert plane.store.view.message == RESULT
    assert plane.store.document == samples.two_meanings()


def test_a_press_is_no_edit(make: Make) -> None:
    plane = make()
    plane.drag(plane.at(2.0, 0.0), plane.at(2.0, 0.0))
    assert plane.store.undo_name is None
    assert plane.panel.view.chosen == MONEY


def test_many_dimensions_move_only_in_what_is_seen(make: Make) -> None:
    document = real(50)
    plane = make(document, Look(query=BANK))
    before = document.passages[0].embedding
    assert before is not None
    at = plane.word(2).at
    plane.drag(plane.at(*at), plane.at(at[0] + 0.3, at[1] - 0.2))
    after = plane.store.document.passages[0].embedding
    assert after is not None
    changed = [i for i, (a, b) in enumerate(zip(before.x[1], after.x[1], strict=True)) if abs(a - b) > 1e-9]
    assert changed == [3, 5, 7]


def test_pointing_marks_the_word_everywhere_and_tells_its_weight(make: Make) -> None:
    plane = make()
    plane.move(plane.at(2.0, 0.0), held=NONE)
    assert plane.store.view.hover_token == MONEY
    plane.panel.view.repaint()
    assert any("money" in str(name) for name in plane.panel.view.names_drawn())
    QApplication.sendEvent(plane.panel.view, QEvent(QEvent.Type.Leave))
    assert plane.store.view.hover_token is None


# --- the keys ---------------------------------------------------------------------------------------------


def test_arrow_keys_move_exactly_one_step(make: Make) -> None:
    plane = make()
    plane.panel.view.setFocus()
    plane.type(Qt.Key.Key_Home)
    assert plane.panel.view.chosen == BANK
    assert plane.type(Qt.Key.Key_Right)
    assert plane.place(BANK_B) == (0.7, 0.6)
    plane.type(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert plane.place(BANK) == (0.7, 0.61)
    plane.store.undo()  # a run of key presses is one step
    assert plane.store.document == samples.two_meanings()
    for _ in range(3):
        plane.type(Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert plane.place(BANK) == (3.0, 0.6)
    plane.type(Qt.Key.Key_Right)
    assert plane.store.view.message == AT_THE_EDGE


def test_tab_goes_through_every_word_and_out(make: Make) -> None:
    plane = make()
    view = plane.panel.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    seen: list[int | None] = []
    while view.hasFocus() and len(seen) < 40:
        QTest.keyClick(view, Qt.Key.Key_Tab)
        if view.hasFocus():
            seen.append(view.chosen)
    assert len(seen) == len(plane.content.words) == 10
    assert len(set(seen)) == 10


def test_numbers_can_be_typed(make: Make) -> None:
    plane = make()
    plane.panel.view.setFocus()
    plane.type(Qt.Key.Key_Home)
    plane.type(Qt.Key.Key_Return)
    fields = plane.panel.number_fields
    assert fields is not None
    assert fields.fields["x"].text() == "0.60"
    fields.fields["x"].selectAll()
    QTest.keyClicks(fields.fields["x"], "-1")
    assert plane.place(BANK_B) == (-1.0, 0.6)
    QTest.keyClick(fields.fields["x"], Qt.Key.Key_Return)
    assert plane.store.undo_name == "Move x of “bank”, in both sentences"
    assert plane.panel.number_fields is None


def test_a_double_click_opens_the_numbers(make: Make) -> None:
    plane = make()
    at = plane.at(2.0, 0.0)
    plane.click(plane.panel.view, at)
    plane.mouse(plane.panel.view, QEvent.Type.MouseButtonDblClick, at)
    plane.release(at)
    fields = plane.panel.number_fields
    assert fields is not None
    assert fields.token == MONEY
    fields.dismiss()


# --- what is in sight -------------------------------------------------------------------------------------


def test_a_word_moved_out_of_sight_is_brought_back(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.drag(plane.at(0.15, -0.15), plane.at(-2.9, -2.9))
    assert plane.panel.view.frame.half > frame.half
    assert plane.panel.view.is_in_sight(plane.panel.view.lens.to_pixels((-2.9, -2.9)))


def test_zoom_and_fit(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.type(Qt.Key.Key_Plus)
    plane.type(Qt.Key.Key_Plus)
    assert plane.panel.view.frame.half < frame.half
    assert "out of sight" in plane.panel.note.whole
    plane.type(Qt.Key.Key_0)
    assert plane.panel.view.frame == frame
    assert "out of sight" not in plane.panel.note.whole
    plane.panel.smaller.click()
    assert plane.panel.view.frame.half > frame.half
    plane.panel.fitting.click()
    assert plane.panel.view.frame == frame


def test_another_document_is_framed_anew(make: Make) -> None:
    plane = make()
    before = plane.panel.view.frame
    plane.store.open(real(50), Look(query=BANK))
    settle()
    assert plane.panel.view.frame != before


# --- speech and pictures ----------------------------------------------------------------------------------


def test_parts_are_sliders_with_names_of_their_own(make: Make) -> None:
    plane = make()
    parts = plane.panel.parts()
    names = [part.name for part in parts]
    assert len(set(names)) == len(names)
    assert names[:2] == ["x of “bank”, in both sentences, x", "x of “bank”, in both sentences, y"]
    end = next(part for part in parts if part.name == "bank in A")
    assert (end.role, end.value) == ("graphic", "(1.33, 0.21)")
    move = next(part for part in parts if part.name == "x of “money”, y").set_number
    assert move is not None
    move(0.5)
    assert plane.place(MONEY) == (2.0, 0.5)


def test_names_are_unique_where_a_word_stands_in_two_places(make: Make) -> None:
    plane = make(samples.of_words("the", "cat", "the"), Look(query=1))
    names = [part.name for part in plane.panel.parts()]
    assert len(set(names)) == len(names)
    document = samples.two_meanings()
    second = document.passages[1]
    assert second.embedding is not None
    moved = replace(second, embedding=Embedding((*second.embedding.x[:5], (-1.0, 1.0))))
    apart = make(replace(document, passages=(document.passages[0], moved)))
    names = [part.name for part in apart.panel.parts()]
    assert len(set(names)) == len(names)


def test_a_figure_has_no_marks_and_no_controls(make: Make) -> None:
    plane = make(view=View(is_figure=True))
    assert not plane.panel.sums.isVisible()
    assert not plane.panel.sources.isVisible()
    before = plane.panel.grab().toImage()
    plane.store.set_view(hover_token=MONEY)
    settle()
    assert plane.panel.grab().toImage() == before
