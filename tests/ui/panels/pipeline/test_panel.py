"""The pipeline panel: what it shows, and what hands, keys and assistive programs do to it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QRawFont,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.edits import flip_cell, move_vector, set_scaling, set_temperature
from attnstudio.model.settings import ScoreSettings
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.state.store import Store
from attnstudio.study import scenes
from attnstudio.ui import fonts
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.pipeline import words
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from attnstudio.ui.theme import SMALL, theme_of
from tests.samples import bank, crossing, of_words, projected, tokens

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
MONEY, BANK = 2, 5  # positions; the ids are one more


class Hand:
    """A panel on the screen, with the mouse and the keys over its rows."""

    def __init__(self, panel: PipelinePanel) -> None:
        self.panel, self.store, self.rows = panel, panel.store, panel.rows

    def cell(self, j: int, place: Place) -> QPointF:
        return QPointF(self.rows.rect_of(Spot(j, place)).center())

    def on_bar(self, j: int, share: float = 0.5) -> QPointF:
        track = self.rows.track_of(j)
        return QPointF(track.left() + share * track.width(), track.center().y())

    def on_number(self, j: int) -> QPointF:
        cell = self.rows.rect_of(Spot(j, "normalize"))
        return QPointF(cell.right() - 4, self.rows.track_of(j).top() - 8)

    def mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        target = QPointF(self.rows.mapToGlobal(at))
        QApplication.sendEvent(self.rows, QMouseEvent(kind, at, target, button, held, PLAIN))

    def press(self, at: QPointF, button: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at, button, LEFT | button)

    def move(self, at: QPointF, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseMove, at, NONE, held)

    def release(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, LEFT, NONE)

    def click(self, at: QPointF) -> None:
        self.press(at)
        self.release(at)

    def double_click(self, at: QPointF) -> None:
        self.click(at)
        self.mouse(QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT)
        self.release(at)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN, to: QWidget | None = None) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, key, held)
        QApplication.sendEvent(to or self.rows, event)
        return event.isAccepted()

    def weight(self, j: int = MONEY) -> float:
        return float(self.store.trace.row(self.store.now.query_index).weights[0, j])

    def part(self, name: str) -> Part:
        (found,) = [part for part in self.panel.parts() if part.name == name]
        return found


class Watch(QObject):
    """Notes how high the repainted part of a widget was, each time."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.heights: list[int] = []
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.heights.append(event.rect().height())
        return False


Make = Callable[..., Hand]
SIZE = (650, 460)
LOOK = Look(query=6)
PLAIN_VIEW = View()
OF_VECTORS = [scene.id for scene in scenes.scenes() if scenes.load(scene.id)[1].workspace == "vectors"]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = LOOK,
        view: View = PLAIN_VIEW,
        size: tuple[int, int] = SIZE,
    ) -> Hand:
        fonts.register_fonts()
        panel = PipelinePanel(Store(document or bank(), look, view))
        qtbot.addWidget(panel)
        panel.resize(*size)
        panel.show()
        QApplication.processEvents()
        return Hand(panel)

    return made


# --- what is shown


def test_every_number_of_the_sentence_about_money(make: Make) -> None:
    hand = make()
    spoken = {part.name: part.value for part in hand.panel.parts()}
    assert len(spoken) == len(hand.panel.parts()), "names are unique"
    assert [spoken[f"weight of {word}"] for word in ("money", "deposited", "bank")] == [
        "0.447",
        "0.269",
        "0.162",
    ]
    assert spoken["match of money"] == "3.60"
    assert spoken["scaled score of money"] == "2.55"
    assert spoken["contribution of money"] == "(0.894, 0.000)"
    assert spoken["match of the"] == "−0.09"
    assert spoken["mask of at"] == "may look"
    assert spoken["sum of the weights"] == "1.000"
    assert spoken["output"] == "(1.33, 0.21)"


def test_parts_have_their_roles_and_stand_where_they_are_drawn(make: Make) -> None:
    hand = make()
    weight, mask, match = (hand.part(f"{what} of money") for what in ("weight", "mask", "match"))
    assert (weight.role, mask.role, match.role) == ("slider", "button", "cell")
    assert (weight.least, weight.most, weight.step) == (0.0, 1.0, 0.01)
    assert weight.number == pytest.approx(hand.weight())
    offset = hand.rows.pos()
    assert weight.rect.contains(hand.rows.track_of(MONEY).center() + offset)
    assert mask.rect.right() < weight.rect.left()


def test_vectors_of_more_dimensions_are_cut_with_dots(make: Make) -> None:
    x = ((1.0, 2.0, 3.0), (0.5, 0.0, -1.0))
    hand = make(Document("t", (Passage(tokens("a", "b"), heads=(Head(x, x, x),)),)), Look(query=1))
    assert hand.part("output").value.endswith(", …)")
    assert hand.part("output").value.count(",") == 2
    assert hand.panel.heads.heads["scale"].formulas == ("÷ √3",)


def test_vectors_of_one_dimension(make: Make) -> None:
    hand = make(
        Document("t", (Passage(tokens("a"), heads=(Head(((2.0,),), ((3.0,),), ((4.0,),)),)),)), Look(query=1)
    )
    assert hand.part("match of a").value == "6.00"
    assert hand.part("output").value == "(4.00)"


def test_no_words_say_so(make: Make) -> None:
    hand = make(Document("t", (Passage((), heads=(Head((), (), ()),)),)), Look())
    assert hand.panel.parts() == ()
    assert hand.panel.grab().toImage().pixelColor(0, 0).isValid()
    assert hand.rows.spot_at(QPointF(10, 10)) is None or hand.rows.count == 0


def test_a_blind_row_is_explained(make: Make) -> None:
    hand = make()
    on_sums = QPointF(hand.rows.rect_of(Spot(SUMS, "mix")).center())
    assert hand.rows.tip_at(on_sums) == ""
    for word in hand.store.now.passage.key_tokens:
        hand.store.apply("Hide", partial(flip_cell, query=6, key=word.id))
    sentence = "“bank” may look at nothing: all its cells are masked, so its output is zero."
    assert hand.part("sum of the weights").value == "0.000"
    assert hand.part("sum of the weights").help.startswith(sentence)
    assert hand.rows.tip_at(on_sums) == sentence
    left = hand.rows.rect_of(Spot(SUMS, "name"))
    shown = hand.rows.grab(left).toImage()
    assert shown != hand.rows.grab(left.translated(0, left.height())).toImage()
    hand.store.undo()
    assert hand.rows.tip_at(on_sums) == ""
    assert hand.rows.grab(left).toImage() != shown


@pytest.mark.parametrize("width", [370, 650, 1100])
def test_painting_a_mask_moves_nothing(make: Make, width: int) -> None:
    hand = make(size=(width, 460))
    size, plan, row = hand.panel.minimumSizeHint(), hand.rows.plan, hand.rows.row
    for word in hand.store.now.passage.key_tokens:
        hand.store.apply("Hide", partial(flip_cell, query=6, key=word.id))
        QApplication.processEvents()
        assert hand.panel.minimumSizeHint() == size
        assert (hand.rows.plan, hand.rows.row) == (plan, row)


def test_a_sentence_that_has_no_room_is_said_more_shortly(make: Make) -> None:
    name = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    hand = make(of_words(name, "b"), Look(query=1), size=(366, 300))
    for key in (1, 2):
        hand.store.apply("Hide", partial(flip_cell, query=1, key=key))
    picture, sums = hand.rows.grab().toImage(), hand.rows.rect_of(Spot(SUMS, "normalize"))
    ground, ys = hand.panel.theme.panel, range(sums.top() + 1, sums.bottom())
    inked = [any(picture.pixelColor(x, y) != ground for y in ys) for x in range(sums.right())]
    sigma = sums.right() - 66  # where “Σ = 0.000” begins
    assert any(inked[:100])
    assert not any(inked[sigma - 6 : sigma - 1])


def test_a_masked_value_that_is_no_number_shows_nothing_undefined(make: Make) -> None:
    hand = make()
    content = replace(hand.rows.content, weights=[0.0, 1.0], values=[[math.nan, math.nan], [1.0, 2.0]])
    assert content.mix_text(0) == "(0.000, 0.000)"


@pytest.mark.parametrize(
    ("settings", "scale", "softmax"),
    [
        (ScoreSettings(), "÷ √2", "softmax"),
        (ScoreSettings(scale=1.0), "off", "softmax"),
        (ScoreSettings(scale=0.25), "× 0.25", "softmax"),
        (ScoreSettings(temperature=0.5), "÷ √2", "softmax(· ÷ 0.5)"),
        (ScoreSettings(temperature=0.0), "÷ √2", "τ = 0: the best match takes all"),
    ],
)
def test_the_heads_say_what_is_done(make: Make, settings: ScoreSettings, scale: str, softmax: str) -> None:
    heads = make(replace(bank(), settings=settings)).panel.heads.heads
    assert heads["scale"].formulas[0] == scale
    assert heads["normalize"].formulas[0] == softmax
    font = QRawFont.fromFont(theme_of(PLAIN_VIEW).text(SMALL))
    written = {letter for head in heads.values() for form in head.formulas for letter in form}
    assert all(font.supportsCharacter(ord(letter)) for letter in written - {"\n"}), "none is drawn as a box"


def test_no_bar_is_clipped_and_the_axis_stands_still_while_the_query_is_dragged(make: Make) -> None:
    hand = make()
    assert hand.rows.axis == Axis(5.0), "3.60 is the largest score, −0.09 the smallest"
    zero = hand.rows.axis.zero
    hand.store.begin("Move query of “bank”")
    before = 0.0
    for x in (1.0, 0.0, 3.0, -3.0):
        for y in (-3.0, 1.7, 3.0):
            hand.store.preview(partial(move_vector, handle=Handle("query", 6), point=(x, y)))
            axis = hand.rows.axis
            assert axis.zero == zero
            assert axis.most >= before
            assert axis.least <= min(hand.rows.content.scores)
            assert max(hand.rows.content.scores) <= axis.most
            before = axis.most
    assert hand.rows.axis == Axis(20.0), "−6.00 must have room in a third of it"


@pytest.mark.parametrize("end", [Store.commit, Store.cancel])
def test_the_axis_comes_to_rest_when_the_hand_lets_go(make: Make, end: Callable[[Store], None]) -> None:
    hand = make()
    hand.store.begin("Move key of “money”")
    for x, limit in ((3.0, 10.0), (0.1, 10.0)):
        hand.store.preview(partial(move_vector, handle=Handle("key", 3), point=(x, 0.0)))
        assert hand.rows.axis == Axis(limit)
    end(hand.store)
    assert hand.rows.axis == Axis(5.0)
    assert hand.panel.heads.heads["match"].axis == Axis(5.0)
    hand.store.set_look(query=1)
    assert hand.rows.axis == Axis(0.5)


def test_what_changes_no_score_does_not_change_the_axis(make: Make) -> None:
    hand = make()
    for edit in (
        partial(set_temperature, temperature=0.3),
        partial(set_scaling, on=False),
        partial(flip_cell, query=6, key=3),
        partial(move_vector, handle=Handle("value", 3), point=(3.0, 3.0)),
    ):
        hand.store.apply("Change", edit)
        assert hand.rows.axis == Axis(5.0)


def test_scores_that_differ_are_seen_to_differ(make: Make) -> None:
    document, look = scenes.load("long-wrong-key")
    hand = make(document, look)
    picture, column = hand.rows.grab().toImage(), hand.rows.plan.of("match")
    lengths = []
    for j in (0, 1):
        y = hand.rows.track_of(j).center().y()
        fill = hand.panel.theme.token(j)
        lengths.append(
            sum(
                picture.pixelColor(x, y) == fill for x in range(column.bar, column.bar + column.bar_width + 1)
            )
        )
    assert lengths[0] - lengths[1] >= 10, "1.0 against 0.8"


def test_a_weights_bar_is_as_long_as_its_weight(make: Make) -> None:
    hand = make()
    picture = hand.rows.grab().toImage()
    track = hand.rows.track_of(MONEY)
    y = track.center().y()
    empty = hand.panel.theme.track
    filled = sum(picture.pixelColor(x, y) != empty for x in range(track.left(), track.right() + 1))
    assert filled == round(0.4468 * track.width())


# --- pulling


def test_pulling_a_bar_moves_the_query_so_that_the_weight_follows_the_hand(make: Make) -> None:
    hand = make()
    start, width = hand.weight(), hand.rows.track_of(MONEY).width()
    at = hand.on_bar(MONEY, 0.1)  # grabbed anywhere: nothing jumps
    hand.press(at)
    hand.move(at + QPointF(1, 0))
    assert hand.weight() == pytest.approx(start + 1 / width, abs=1e-9)
    hand.move(at + QPointF(20, 3))
    assert hand.weight() == pytest.approx(start + 20 / width, abs=1e-9)
    assert hand.rows.held is not None
    hand.release(at + QPointF(20, 3))
    assert hand.store.undo_name == "Pull weight of “money”"
    assert len(hand.store.history.done) == 1
    hand.store.undo()
    assert hand.store.document == bank()


def test_press_and_release_is_no_edit(make: Make) -> None:
    hand = make()
    document = hand.store.document
    hand.click(hand.on_bar(MONEY))
    assert hand.store.document is document
    assert hand.panel.card is None


@pytest.mark.parametrize("how", ["escape", "right click", "focus", "hide", "disable"])
def test_a_pull_is_called_off_exactly(make: Make, how: str) -> None:
    hand = make()
    document, trace, at = hand.store.document, hand.store.trace, hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    assert hand.store.document is not document
    if how == "escape":
        assert hand.key(Qt.Key.Key_Escape)
    elif how == "right click":
        hand.press(at, RIGHT)
    elif how == "focus":
        QApplication.sendEvent(hand.rows, QFocusEvent(QEvent.Type.FocusOut))
    elif how == "hide":
        hand.panel.hide()
    else:
        hand.panel.setEnabled(False)
    assert hand.store.document is document
    assert hand.store.trace is trace
    hand.move(at + QPointF(40, 0))
    hand.release(at + QPointF(40, 0))
    assert hand.store.document is document
    assert hand.store.undo_name is None
    assert hand.rows.held is None


def test_escape_in_a_pull_is_no_shortcut_of_the_window(make: Make) -> None:
    hand = make()
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, PLAIN)
    override.ignore()
    QApplication.sendEvent(hand.rows, override)
    assert not override.isAccepted()
    hand.press(hand.on_bar(MONEY))
    QApplication.sendEvent(hand.rows, override)
    assert override.isAccepted()


def test_a_lost_release_keeps_what_is_shown(make: Make) -> None:
    hand = make()
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    shown = hand.store.document
    hand.move(at + QPointF(30, 0), held=NONE)
    assert hand.store.document is shown
    assert hand.store.undo_name == "Pull weight of “money”"


def test_an_undo_in_the_middle_ends_the_pull(make: Make) -> None:
    hand = make()
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    hand.store.undo()
    hand.move(at + QPointF(30, 0))
    hand.release(at + QPointF(30, 0))
    assert hand.store.document == bank()


def test_another_document_in_the_middle_ends_the_pull(make: Make) -> None:
    hand = make()
    at = hand.on_bar(BANK)
    hand.press(at)
    hand.move(at + QPointF(17, 0))
    hand.store.open(crossing(), Look(query=1))
    hand.move(at + QPointF(30, 0))
    hand.release(at + QPointF(30, 0))
    assert hand.store.document == crossing()


def test_the_bar_stops_where_no_query_can_and_says_why(make: Make) -> None:
    hand = make()
    at = hand.on_bar(BANK, 0.1)
    hand.press(at)
    hand.move(at + QPointF(400, 0))
    held = hand.rows.held
    assert held is not None
    assert hand.weight(BANK) == pytest.approx(held.highest, abs=1e-9)
    assert held.highest < 0.9
    assert "“bank”" in hand.store.view.message
    hand.release(at)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (replace(bank(), settings=ScoreSettings(temperature=0.0)), "temperature 0"),
        (flip_cell(bank(), 6, 3), "hides “money”"),
    ],
)
def test_where_nothing_can_be_pulled_it_says_why(make: Make, document: Document, why: str) -> None:
    hand = make(document)
    at = hand.on_bar(MONEY)
    hand.press(at)
    hand.move(at + QPointF(20, 0))
    hand.release(at + QPointF(20, 0))
    assert hand.store.document is document
    assert why in hand.store.view.message
    assert hand.part("weight of money").set_number is None
    hand.key(Qt.Key.Key_Plus)
    assert why in hand.store.view.message


def test_the_tip_of_a_bar_tells_beforehand_how_far_it_goes(make: Make) -> None:
    hand = make()
    document = hand.store.document
    assert hand.rows.tip_at(hand.on_bar(MONEY)) == "Pull to change it, from 0.003 to 0.871."
    assert "“I” lies between the other keys" in hand.rows.tip_at(hand.on_bar(0))
    assert hand.rows.tip_at(hand.on_number(MONEY)) == ""
    hand.store.apply("Hide", partial(flip_cell, query=6, key=3))
    assert "hides “money”" in hand.rows.tip_at(hand.on_bar(MONEY))
    hand.store.undo()
    assert hand.store.document is document


def test_projected_weights_can_be_read_and_explained_but_not_pulled(make: Make) -> None:
    hand = make(projected(), Look(query=1))
    assert all(part.set_number is None for part in hand.panel.parts())
    hand.click(hand.cell(0, "name"))
    assert hand.store.view.selected == Handle("query", 1)
    hand.panel.open_arithmetic(Spot(0, "normalize"))
    assert hand.panel.card is not None


# --- clicking


def test_a_number_opens_its_arithmetic_which_follows_the_drag(make: Make, qtbot: QtBot) -> None:
    hand = make()
    hand.click(hand.cell(MONEY, "match"))
    card = hand.panel.card
    assert card is not None
    assert card.text.splitlines() == [
        "Score: bank asks, money offers",
        "q · k   1.800 × 2.000 + 1.800 × 0.000 = 3.600",
    ]
    hand.store.apply("Move", lambda document: move_vector(document, Handle("query", 6), (1.0, 1.8)))
    assert card.text.endswith("= 2.000")
    width = card.copy_button.width()
    card.copy_button.click()
    assert QGuiApplication.clipboard().text() == card.text
    assert card.copy_button.text() == "Copied"
    assert card.copy_button.width() == width
    hand.store.apply("Move", lambda document: move_vector(document, Handle("query", 6), (1.5, 1.8)))
    assert card.copy_button.text() == "Copy", "these numbers are not yet copied"
    card.copy_button.click()
    hand.store.set_view(hover_token=1)
    assert card.copy_button.text() == "Copied"
    hand.panel.close_card()
    hand.click(hand.cell(MONEY, "match"))
    assert card.copy_button.text() == "Copy"
    assert hand.key(Qt.Key.Key_Escape)
    assert hand.panel.card is None
    assert not hand.key(Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("j", "place", "last"),
    [
        (MONEY, "scale", "3.600 ÷ √2 ≈ 2.546"),
        (MONEY, "mix", "0.447 × 0.000 = 0.000"),
        (SUMS, "mix", "+ 0.0033 + 0.0969 = 0.2079"),
        (SUMS, "normalize", "= 1.000"),
    ],
)
def test_each_column_has_its_arithmetic(make: Make, j: int, place: Place, last: str) -> None:
    hand = make()
    hand.click(hand.cell(j, place))
    assert hand.panel.card is not None
    assert hand.panel.card.text.endswith(last)


def test_the_number_of_a_weight_opens_and_the_bar_does_not(make: Make) -> None:
    hand = make()
    hand.click(hand.on_number(MONEY))
    assert hand.panel.card is not None
    lines = hand.panel.card.text.splitlines()
    assert lines[-2:] == [
        "÷ Σ     1.000 ÷ 2.236 ≈ 0.447",
        "Σ adds up exp of every word that takes part, in the order of the words.",
    ]


def test_the_tick_masks_and_shows_again(make: Make) -> None:
    hand = make()
    hand.click(hand.cell(MONEY, "mask"))
    assert hand.store.document.mask.flipped == {(6, 3)}
    assert hand.part("mask of money").value == "masked, −∞"
    assert hand.part("weight of money").value == "0.000"
    assert hand.store.undo_name == "Mask “money” for “bank”"
    hand.click(hand.cell(MONEY, "mask"))
    assert hand.store.document.mask.flipped == frozenset()


def test_a_word_selects_its_key_in_the_plane(make: Make) -> None:
    hand = make()
    hand.click(hand.cell(MONEY, "name"))
    assert hand.store.view.selected == Handle("key", 3)
    assert hand.store.look.query == 6


@pytest.mark.parametrize("step", STEPS)
def test_a_head_opens_its_sentence(make: Make, step: Step) -> None:
    hand = make()
    head = hand.panel.heads.heads[step]
    head.click()
    card = hand.panel.card
    assert card is not None
    assert "“bank”" in card.text or step == "scale"
    assert card.text.splitlines()[1].endswith(".")
    questions = {"match": ("what am I looking for?", "what do I offer?"), "mix": ("what do I pass on?",)}
    assert all(question in card.text for question in questions.get(step, ()))
    card.close_button.click()
    assert hand.panel.card is None


def test_a_double_click_types_a_weight(make: Make) -> None:
    hand = make()

    def typed(text: str, *keys: Qt.Key) -> None:
        hand.double_click(hand.on_number(MONEY))
        field = hand.rows.field
        assert not field.isHidden()
        assert field.text() == f"{hand.weight():.3f}".rstrip("0")
        field.selectAll()
        field.insert(text)
        for key in keys:
            hand.key(key, to=field)
        assert field.isHidden()

    typed("0,25", Qt.Key.Key_Return)
    assert hand.weight() == pytest.approx(0.25, abs=1e-9)
    assert hand.panel.card is None, "the first click's card goes"
    document = hand.store.document
    typed("a lot", Qt.Key.Key_Return)
    assert "“a lot” is not a number" in hand.store.view.message
    typed("2", Qt.Key.Key_Return)
    assert hand.store.view.message == "A weight is a number from 0 to 1."
    typed("0.6", Qt.Key.Key_Escape)
    assert hand.store.document is document


# --- the keyboard


def test_arrow_keys_go_through_all_cells(make: Make) -> None:
    hand = make()
    assert hand.rows.at == Spot(0, "normalize")
    for key, spot in (
        (Qt.Key.Key_Left, Spot(0, "mask")),
        (Qt.Key.Key_Up, Spot(0, "mask")),
        (Qt.Key.Key_End, Spot(5, "mask")),
        (Qt.Key.Key_Down, Spot(5, "mask")),
        (Qt.Key.Key_Right, Spot(5, "normalize")),
        (Qt.Key.Key_Down, Spot(SUMS, "normalize")),
        (Qt.Key.Key_Right, Spot(SUMS, "mix")),
        (Qt.Key.Key_Up, Spot(5, "mix")),
        (Qt.Key.Key_Home, Spot(0, "mix")),
        (Qt.Key.Key_PageDown, Spot(5, "mix")),
        (Qt.Key.Key_PageUp, Spot(0, "mix")),
    ):
        assert hand.key(key)
        assert hand.rows.at == spot
    assert hand.rows.shows_cursor


def test_keys_pull_a_weight_in_one_step_of_the_history(make: Make) -> None:
    hand = make()
    start = hand.weight()
    hand.rows.at = Spot(MONEY, "normalize")
    for key, held, by in (
        (Qt.Key.Key_Plus, PLAIN, 0.01),
        (Qt.Key.Key_Equal, PLAIN, 0.01),
        (Qt.Key.Key_Right, ALT, 0.01),
        (Qt.Key.Key_Plus, SHIFT, 0.001),
        (Qt.Key.Key_Plus, CTRL, 0.1),
        (Qt.Key.Key_Minus, PLAIN, -0.01),
        (Qt.Key.Key_Left, ALT | SHIFT, -0.001),
    ):
        before = hand.weight()
        assert hand.key(key, held)
        assert hand.weight() - before == pytest.approx(by, abs=1e-9)
    assert hand.weight() == pytest.approx(start + 0.12, abs=1e-9)
    assert hand.store.undo_name == "Pull weight of “money”"
    hand.store.undo()
    assert hand.store.document == bank()
    assert hand.store.undo_name is None


def test_plus_and_minus_elsewhere_are_left_to_the_window(make: Make) -> None:
    hand = make()
    hand.rows.at = Spot(MONEY, "match")
    assert not hand.key(Qt.Key.Key_Plus)


def test_enter_space_and_f2(make: Make) -> None:
    hand = make()
    hand.rows.at = Spot(MONEY, "mix")
    hand.key(Qt.Key.Key_Return)
    assert hand.panel.card is not None
    hand.key(Qt.Key.Key_Escape)
    hand.key(Qt.Key.Key_Space)
    assert hand.store.document.mask.flipped == {(6, 3)}
    hand.store.undo()
    hand.rows.at = Spot(MONEY, "name")
    hand.key(Qt.Key.Key_Return)
    assert hand.store.view.selected == Handle("key", 3)
    hand.rows.at = Spot(MONEY, "normalize")
    hand.key(Qt.Key.Key_F2)
    assert not hand.rows.field.isHidden()
    hand.key(Qt.Key.Key_Escape, to=hand.rows.field)
    assert hand.rows.field.isHidden()


def test_assistive_programs_do_the_same(make: Make) -> None:
    hand = make()
    change = hand.part("weight of money").set_number
    assert change is not None
    change(0.3)
    assert hand.weight() == pytest.approx(0.3, abs=1e-9)
    press = hand.part("mask of the").press
    assert press is not None
    press()
    assert hand.store.document.mask.flipped == {(6, 5)}
    show = hand.part("output").press
    assert show is not None
    show()
    assert hand.panel.card is not None


# --- pointing and scrolling


def test_pointing_marks_token_and_step_everywhere(make: Make) -> None:
    hand = make()
    hand.move(hand.cell(MONEY, "scale"), held=NONE)
    assert (hand.store.view.hover_token, hand.store.view.hover_step) == (3, "scale")
    assert hand.rows.hover_j == MONEY
    assert hand.panel.heads.heads["scale"].is_marked
    hand.move(hand.cell(MONEY, "name"), held=NONE)
    assert (hand.store.view.hover_token, hand.store.view.hover_step) == (3, None)
    QApplication.sendEvent(hand.rows, QEvent(QEvent.Type.Leave))
    assert (hand.store.view.hover_token, hand.store.view.hover_step) == (None, None)
    assert hand.rows.hover_j == -1


def test_a_mark_from_another_panel_repaints_only_its_row(make: Make) -> None:
    hand = make()
    watch = Watch(hand.rows)
    hand.store.set_view(hover_token=3)
    QApplication.processEvents()
    assert watch.heights == [hand.rows.row.height]
    hand.store.set_view(message="unrelated")
    QApplication.processEvents()
    assert len(watch.heights) == 1


def test_many_rows_scroll_by_wheel_keys_and_bar(make: Make) -> None:
    hand = make(of_words(*(f"word{n}" for n in range(64))), Look(query=1))
    rows, bar = hand.rows, hand.panel.bar
    assert rows.row.height >= 24
    assert not bar.isHidden()
    assert rows.in_view < 20
    middle = QPointF(rows.rect().center())
    for _ in range(3):
        turn = QWheelEvent(
            middle,
            rows.mapToGlobal(middle),
            QPoint(),
            QPoint(0, -120),
            NONE,
            PLAIN,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(rows, turn)
    assert rows.first == 6 == bar.value()
    bar.setValue(20)
    assert rows.first == 20
    hand.key(Qt.Key.Key_End)
    assert rows.first == 64 - rows.in_view
    hand.key(Qt.Key.Key_Home)
    assert rows.first == 0
    assert hand.part("weight of word63").rect.isEmpty()
    hand.store.open(bank(), LOOK)
    assert rows.first == 0
    assert bar.isHidden()


def test_the_sums_stay_in_sight(make: Make) -> None:
    hand = make(of_words(*(f"word{n}" for n in range(64))), Look(query=1), size=(430, 330))
    sums = hand.rows.rect_of(Spot(SUMS, "mix"))
    assert hand.rows.rect().contains(sums)


@pytest.mark.parametrize("scale", [1.0, 2.5])
@pytest.mark.parametrize("scene", OF_VECTORS)
def test_the_panel_fits_a_narrow_window_with_large_letters(make: Make, scene: str, scale: float) -> None:
    document, look = scenes.load(scene)
    panel = make(document, look, View(text_scale=scale)).panel
    assert panel.minimumSizeHint().width() <= 369 * scale


# --- pictures


def test_a_picture_shows_all_rows_and_no_controls(make: Make) -> None:
    document = of_words(*(f"word{n}" for n in range(40)))
    hand = make(document, Look(query=1), View(is_figure=True, hover_token=3), size=(650, 300))
    needed = hand.panel.minimumSizeHint()
    assert needed.height() >= 40 * 24
    hand.panel.resize(needed)
    QApplication.processEvents()
    assert hand.rows.in_view == 40
    assert hand.panel.bar.isHidden()
    assert hand.panel.foot.isHidden()
    assert hand.rows.hover_j == -1
    assert hand.rows.focusPolicy() == Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast", "print", "projector"])
def test_every_theme_is_painted_and_can_change_live(make: Make, theme: str) -> None:
    hand = make()
    before = hand.panel.grab().toImage()
    hand.store.set_view(theme=theme, text_scale=1.5)
    QApplication.processEvents()
    assert hand.panel.grab().toImage() != before
    hand.store.set_view(theme="light", text_scale=1.0)
    QApplication.processEvents()
    hand.panel.resize(*SIZE)  # larger text had made it larger
    QApplication.processEvents()
    assert hand.panel.grab().toImage() == before


def test_while_hidden_it_does_nothing_and_then_catches_up(make: Make) -> None:
    hand = make()
    hand.panel.hide()
    hand.store.apply("Move", lambda document: move_vector(document, Handle("query", 6), (0.0, 0.0)))
    hand.panel.show()
    assert hand.part("weight of money").value == "0.167"


@pytest.mark.parametrize(
    ("scale", "said"), [(None, "divided by √d_k = √2"), (1.0, "Scaling is off"), (0.25, "multiplied by 0.25")]
)
def test_the_sentence_on_scaling_is_true_however_it_is_set(
    make: Make, scale: float | None, said: str
) -> None:
    document = of_words("one", "two")
    settings = replace(document.settings, scale=scale)
    hand = make(replace(document, settings=settings), Look(query=1))
    assert said in words.sentence_of(hand.store.now, "scale")
