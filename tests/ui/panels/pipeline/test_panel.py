"""The pipeline panel: what it shows, points at and scrolls to, and how it looks in a picture."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QPaintEvent, QRawFont, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.edits import flip_cell, move_vector, set_rule, set_scaling, set_temperature
from attnstudio.model.settings import ScoreSettings
from attnstudio.state.snapshot import STEPS, View
from attnstudio.state.store import Store
from attnstudio.study import scenes
from attnstudio.ui.panels.pipeline import words
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.theme import SMALL, theme_of
from tests.samples import bank, of_words, tokens
from tests.ui.panels.framed import NONE, PLAIN, settle
from tests.ui.panels.pipeline.bench import LOOK, MONEY, PLAIN_VIEW, SIZE, Make

OF_VECTORS = [scene.id for scene in scenes.scenes() if scenes.load(scene.id)[1].workspace == "vectors"]


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


def test_a_blind_row_is_explained_once_weights_are_known(make: Make) -> None:
    hand = make(set_rule(bank(), "strict"), Look(query=1))
    for step in STEPS:
        hand.store.set_view(known=step)
        assert bool(hand.rows.remarks) == (step in ("normalize", "mix"))


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
    assert hand.rows.axis == Axis(-2.5, 5.0), "3.60 is the largest score, −0.09 the smallest"
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
    assert hand.rows.axis == Axis(-10.0, 20.0), "−6.00 must have room in a third of it"


@pytest.mark.parametrize("end", [Store.commit, Store.cancel])
def test_the_axis_comes_to_rest_when_the_hand_lets_go(make: Make, end: Callable[[Store], None]) -> None:
    hand = make()
    hand.store.begin("Move key of “money”")
    for x, limit in ((3.0, 10.0), (0.1, 10.0)):
        hand.store.preview(partial(move_vector, handle=Handle("key", 3), point=(x, 0.0)))
        assert hand.rows.axis == Axis(-limit / 2, limit)
    end(hand.store)
    assert hand.rows.axis == Axis(-2.5, 5.0)
    assert hand.panel.heads.heads["match"].axis == Axis(-2.5, 5.0)
    hand.store.set_look(query=1)
    assert hand.rows.axis == Axis(-0.25, 0.5)


def test_what_changes_no_score_does_not_change_the_axis(make: Make) -> None:
    hand = make()
    for edit in (
        partial(set_temperature, temperature=0.3),
        partial(set_scaling, on=False),
        partial(flip_cell, query=6, key=3),
        partial(move_vector, handle=Handle("value", 3), point=(3.0, 3.0)),
    ):
        hand.store.apply("Change", edit)
        assert hand.rows.axis == Axis(-2.5, 5.0)


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


# --- pointing and scrolling


def test_pointing_marks_token_and_step_everywhere(make: Make) -> None:
    hand = make()
    hand.move(hand.cell(MONEY, "scale"), held=NONE)
    assert (hand.store.view.hover_token, hand.store.view.hover_step) == (3, "scale")
    assert hand.rows.hover_j == MONEY
    assert hand.panel.heads.heads["scale"].is_marked
    hand.move(hand.cell(MONEY, "name"), held=NONE)
    assert (hand.store.view.hover_token, hand.store.view.hover_step) == (3, None)
    hand.leave(hand.rows)
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
    hand.tap(Qt.Key.Key_End)
    assert rows.first == 64 - rows.in_view
    hand.tap(Qt.Key.Key_Home)
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
    hand.window.resize(needed)
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
    settle()
    hand.window.resize(*SIZE)  # larger text had made it larger
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
