"""Two sentences: the word that asks in both, what is expected of it, and typing them anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.sentence.chips import Chip
from attnstudio.ui.panels.sentences.panel import SentencesPanel
from tests import samples
from tests.ui.panels.framed import NONE, Framed, settle

BANK, BANK_B, MONEY, RIVER, THE, THE_B = 6, 16, 3, 15, 5, 14
ASKING = Look(query=BANK)


class Two(Framed[SentencesPanel]):
    def chip(self, token: int) -> Chip:
        chips = (chip for strip in self.panel.strips for chip in strip.surface.places.chips)
        return next(chip for chip in chips if chip.token.id == token)

    def press(self, token: int) -> None:
        strip = self.panel.strips[0 if token < 10 else 1]
        self.click(strip.surface, self.chip(token).rect.center())

    def numbers(self, passage: int) -> list[str]:
        surface = self.panel.strips[passage].surface
        return [surface.number_of(chip) for chip in surface.places.chips]

    def texts(self, passage: int) -> tuple[str, str, str]:
        strip = self.panel.strips[passage]
        return strip.title.whole, strip.asks.whole, strip.told.whole


Make = Callable[..., Two]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = ASKING,
        view: View | None = None,
        size: tuple[int, int] = (1180, 260),
    ) -> Two:
        return Two(qtbot, SentencesPanel, document or samples.two_meanings(), look, view, size)

    return made


def many(count: int, first: int) -> Passage:
    tokens = samples.tokens(*(f"word{n}" for n in range(count)), first=first)
    return replace(samples.of_words(*(t.text for t in tokens)).passages[0], query_tokens=tokens)


def test_each_sentence_shows_its_own_row(make: Make) -> None:
    two = make()
    assert two.numbers(0) == ["0.055", "0.269", "0.447", "0.035", "0.033", "0.162"]
    assert two.numbers(1)[4] == "0.480"
    assert two.texts(0) == ("A · money", "word: bank", "")
    assert two.texts(1) == ("B · river", "word: bank", "")


def test_a_click_lets_the_word_ask_in_both(make: Make) -> None:
    two = make()
    two.press(THE_B)
    assert two.store.look.passage == 1
    assert two.store.look.rows == (THE, THE_B)
    assert [two.texts(p)[1] for p in (0, 1)] == ["word: the", "word: the"]


def test_arrow_keys_choose_too(make: Make) -> None:
    two = make()
    assert two.key(two.panel.strips[1].surface, Qt.Key.Key_Left)
    assert two.store.look.rows == (BANK, RIVER)


def test_bars_stand_beside_the_words_or_under_them(make: Make) -> None:
    two = make()
    assert two.panel.strips[0].bars.isVisible()
    assert two.panel.strips[0].surface.measures.foot == 0.0
    narrow = make(size=(560, 300))
    assert not narrow.panel.strips[0].bars.isVisible()
    assert narrow.panel.strips[0].surface.measures.foot > 0.0


def test_both_sentences_have_bars_or_none_has(make: Make) -> None:
    first = samples.two_meanings().passages[0]
    long = replace(samples.bank(), passages=(samples.bank().passages[0], many(14, 20)))
    assert first.embedding is not None
    two = make(long)
    assert [strip.bars.isVisible() for strip in two.panel.strips] == [False, False]


# --- predict first ----------------------------------------------------------------------------------------


def test_nothing_is_given_away_before_it_is_marked(make: Make) -> None:
    two = make()
    shown = two.panel.grab().toImage()
    two.panel.predict.click()
    assert two.store.look.predicting
    assert two.numbers(0) == [""] * 6
    assert [two.texts(p)[0] for p in (0, 1)] == ["A", "B"]
    assert "Mark the words that bank should look at" in two.texts(0)[2]
    hidden = two.panel.grab().toImage()
    assert hidden != shown
    assert all("weight" not in part.value for part in two.panel.parts())


def test_the_hidden_picture_is_the_same_whatever_the_weights(make: Make) -> None:
    look = replace(ASKING, predicting=True)
    other = samples.two_meanings()
    assert other.projection is not None
    other = replace(other, projection=replace(other.projection, w_q=(((-5.0, 0.0), (0.0, 1.0)),)))
    assert make(look=look).panel.grab().toImage() == make(other, look).panel.grab().toImage()


def test_clicks_mark_and_the_marks_stay_beside_the_truth(make: Make) -> None:
    two = make()
    two.panel.predict.click()
    two.press(MONEY)
    two.press(RIVER)
    two.press(THE)
    two.press(THE)  # and takes it back
    assert two.store.look.marked == {MONEY, RIVER}
    assert two.store.look.query == BANK
    two.panel.predict.click()
    assert not two.store.look.predicting
    assert two.texts(0)[2] == (
        "You marked money; bank gives it 0.447, most of all. deposited gets 0.269 unmarked."
    )
    assert two.texts(1)[2].startswith("You marked river; bank gives it 0.480, most of all.")
    assert two.panel.predict.text() == "Predict again"
    two.panel.predict.click()
    assert two.store.look.marked == frozenset()


def test_a_quick_second_click_is_a_click(make: Make) -> None:
    two = make()
    two.panel.predict.click()
    two.press(MONEY)
    surface = two.panel.strips[0].surface
    two.mouse(surface, QEvent.Type.MouseButtonDblClick, two.chip(MONEY).rect.center())
    assert two.store.look.marked == frozenset()
    assert not two.panel.strips[0].editor.is_open


def test_the_keyboard_marks(make: Make) -> None:
    two = make()
    two.panel.predict.click()
    surface = two.panel.strips[0].surface
    surface.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space):
        assert two.key(surface, key)
    assert two.store.look.marked == {MONEY}
    assert two.store.look.query == BANK
    part = next(part for part in two.panel.parts() if part.name == "A: money")
    assert (part.value, part.is_focused) == ("marked", True)
    two.key(surface, Qt.Key.Key_Home)
    two.key(surface, Qt.Key.Key_Return)
    assert two.store.look.marked == {1, MONEY}


def test_a_mark_is_seen(make: Make) -> None:
    two = make()
    before = two.panel.grab().toImage()
    two.store.set_look(marked=frozenset({MONEY}))
    settle()
    assert two.panel.clear.isVisible()
    two.panel.clear.click()
    settle()
    assert two.panel.grab().toImage() == before


# --- typing -----------------------------------------------------------------------------------------------


def test_each_sentence_is_typed_on_its_own(make: Make) -> None:
    two = make()
    two.panel.strips[1].link.click()
    field = two.panel.strips[1].editor.fields["query"]
    assert field.text() == "We sat beside the river bank"
    field.selectAll()
    QTest.keyClicks(field, "A bank")
    QTest.keyClick(field, Qt.Key.Key_Return)
    words = [[token.text for token in held.query_tokens] for held in two.store.document.passages]
    assert words == [list(samples.WORDS), ["A", "bank"]]
    assert two.store.look.rows == (BANK, BANK_B)
    two.store.undo()
    assert two.store.document == samples.two_meanings()


def test_the_sentence_chosen_last_is_typed(make: Make) -> None:
    two = make()
    two.press(RIVER)
    two.panel.edit()
    assert two.panel.strips[1].editor.is_open
    assert not two.panel.strips[0].editor.is_open
    QTest.keyClick(two.panel.strips[1].editor.fields["query"], Qt.Key.Key_Escape)
    assert not two.panel.strips[1].editor.is_open


# --- how many ---------------------------------------------------------------------------------------------


def test_one_sentence_offers_a_second(make: Make) -> None:
    two = make(samples.bank())
    assert not two.panel.strips[1].isVisible()
    assert two.panel.missing.isVisible()
    two.panel.add.click()
    settle()
    assert two.panel.strips[1].isVisible()
    assert not two.panel.missing.isVisible()
    assert two.texts(1)[1] == "word: bank"
    two.store.undo()
    settle()
    assert two.panel.missing.isVisible()


def test_of_three_the_first_two_are_shown(make: Make) -> None:
    document = samples.two_meanings()
    third = replace(document.passages[0], query_tokens=samples.tokens(*samples.WORDS, first=31))
    two = make(replace(document, passages=(*document.passages, third)))
    assert "3 sentences" in two.panel.note.whole
    assert two.panel.note.isVisible()


def test_the_third_sentence_shown_elsewhere_is_no_fault(make: Make) -> None:
    document = samples.two_meanings()
    third = replace(document.passages[0], query_tokens=samples.tokens(*samples.WORDS, first=31))
    two = make(replace(document, passages=(*document.passages, third)), Look(query=36, passage=2))
    assert two.texts(0)[1] == "word: bank"
    two.panel.edit()
    assert two.panel.strips[0].editor.is_open
    two.key(two.panel.strips[0].editor.fields["query"], Qt.Key.Key_Escape)


@pytest.mark.parametrize("count", [1, 12, 64])
def test_any_number_of_words(make: Make, count: int) -> None:
    document = replace(samples.bank(), passages=(many(count, 1), many(count, 100)))
    two = make(document, Look(query=count), size=(1180, 300))
    for strip in two.panel.strips:
        chips = strip.surface.places.chips
        assert len(chips) == count
        assert all(chip.rect.left() >= 0 and chip.rect.right() <= strip.surface.width() for chip in chips)
    two.panel.grab()


def test_no_words_at_all(make: Make) -> None:
    empty = replace(samples.bank().passages[0], query_tokens=(), heads=(Head((), (), ()),))
    two = make(replace(samples.bank(), passages=(empty, samples.bank().passages[0])), Look())
    assert two.texts(0)[1] == "word: none"
    two.panel.predict.click()
    two.panel.grab()


def test_a_blind_row(make: Make) -> None:
    document = replace(samples.two_meanings(), mask=Mask("strict"))
    two = make(document, Look(query=1, rows=(1, 11)))
    assert two.texts(0)[0] == "A"
    assert two.numbers(0) == ["−∞"] * 6
    two.panel.grab()


def test_words_of_two_kinds(make: Make) -> None:
    document = samples.crossing()
    second = replace(
        document.passages[0],
        query_tokens=samples.tokens("one", "two", first=11),
        cross_tokens=samples.tokens("a", "b", "c", first=13),
    )
    two = make(replace(document, passages=(*document.passages, second)), Look(query=1))
    assert two.numbers(0) == ["", "", "0.665", "0.245", "0.090"]
    two.panel.predict.click()
    two.press(1)  # a word that only asks can't be looked at
    assert two.store.look.marked == frozenset()
    two.press(4)
    assert two.store.look.marked == {4}


# --- the rest ---------------------------------------------------------------------------------------------


def test_names_are_unique_to_a_screen_reader(make: Make) -> None:
    two = make()
    names = [part.name for part in two.panel.parts()]
    assert len(set(names)) == len(names) == 12
    assert names[:2] == ["A: I", "A: deposited"]
    press = next(part for part in two.panel.parts() if part.name == "B: river").press
    assert press is not None
    press()
    assert two.store.look.rows == (BANK, RIVER)


def test_pointing_at_a_bar_marks_its_word_everywhere(make: Make) -> None:
    two = make()
    bars = two.panel.strips[1].bars
    two.mouse(bars, QEvent.Type.MouseMove, bars.bar_at(4).center(), NONE, NONE)
    assert two.store.view.hover_token == RIVER
    QApplication.sendEvent(bars, QEvent(QEvent.Type.Leave))
    assert two.store.view.hover_token is None


def test_a_bar_outside_the_bars_is_nobody(make: Make) -> None:
    two = make()
    bars = two.panel.strips[0].bars
    assert bars.token_at(QPointF(-5.0, 10.0)) is None


def test_bars_share_one_axis_that_only_grows_in_a_drag(make: Make) -> None:
    two = make()
    assert two.panel.full_weight == 0.5
    two.store.begin("louder")
    two.store.preview(lambda document: with_query_scale(document, 12.0))
    assert two.panel.full_weight == 1.0
    two.store.preview(lambda document: with_query_scale(document, 3.0))
    assert two.panel.full_weight == 1.0
    two.store.cancel()
    assert two.panel.full_weight == 0.5


def with_query_scale(document: Document, size: float) -> Document:
    assert document.projection is not None
    return replace(document, projection=replace(document.projection, w_q=(((size, 0.0), (0.0, size)),)))


def test_a_figure_has_no_controls(make: Make) -> None:
    two = make(view=View(is_figure=True))
    assert not two.panel.predict.isVisible()
    assert not two.panel.strips[0].link.isVisible()
    one = make(samples.bank(), view=View(is_figure=True))
    assert not one.panel.add.isVisible()
    assert one.panel.missing.isVisible()


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_what_is_asked_for_is_enough_for_its_text(make: Make, theme: str, scale: float) -> None:
    view = View(theme=theme, text_scale=scale)
    two = make(view=view, size=(1000, 10))
    strip = two.panel.strips[0]
    assert two.panel.height() >= two.panel.minimumSizeHint().height()
    chip = strip.surface.places.chips[-1]
    assert chip.rect.bottom() <= strip.surface.height()
