"""The sentence panel: chips, lines, the choice of the query, and what is pointed at."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QLabel

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look, index_of
from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.sentence.chips import Chip, Measures
from attnstudio.ui.ramps import weight_step
from attnstudio.ui.theme import metrics, theme
from tests.samples import bank, crossing
from tests.ui.panels.framed import Counted
from tests.ui.panels.sentence.bench import LONG, Make, typed

# --- chips


def test_every_word_is_a_chip_with_its_weight(make: Make) -> None:
    bench = make(bank())
    assert bench.words() == ["I", "deposited", "money", "at", "the", "bank"]
    assert bench.numbers() == ["0.055", "0.269", "0.447", "0.035", "0.033", "0.162"]
    assert bench.panel.asks.whole == "query: bank"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_chip_is_tinted_by_its_weight(make: Make, name: str) -> None:
    bench = make(bank(), view=View(theme=name))
    for token, weight in ((3, 0.447), (4, 0.035)):
        assert bench.colour(bench.chip(token)) == theme(name).weights[weight_step(weight)]


def test_the_tint_follows_a_drag(make: Make) -> None:
    bench = make(bank())
    before = bench.colour(bench.chip(3))
    bench.store.begin("Move")
    bench.store.preview(lambda document: edits.move_vector(document, Handle("query", 6), (3.0, -3.0)))
    assert bench.colour(bench.chip(3)) != before
    assert bench.numbers()[2] != "0.447"
    bench.store.cancel()
    assert bench.colour(bench.chip(3)) == before


def test_punctuation_stands_outside_its_chip(make: Make) -> None:
    bench = make(typed("well, I deposited ...money!"), Look(query=1))
    assert [(chip.before, chip.token.text, chip.after) for chip in bench.chips] == [
        ("", "well", ","),
        ("", "I", ""),
        ("", "deposited", ""),
        ("...", "money", "!"),
    ]
    well, next_word = bench.chips[:2]
    assert next_word.rect.left() - well.rect.right() > well.after_width > 0


def test_a_masked_key_is_hatched_and_says_so(make: Make) -> None:
    bench = make(replace(bank(), mask=Mask("causal")), Look(query=4))
    assert bench.numbers()[4:] == ["−∞", "−∞"]
    assert "masked" in bench.surface.tip_of(bench.chip(5))
    hatched = bench.panel.grab().toImage()
    bench.store.set_look(query=6)
    assert bench.numbers()[4:] == ["0.033", "0.162"]
    assert bench.panel.grab().toImage() != hatched


def test_a_blind_row_is_explained(make: Make) -> None:
    document = edits.paint_cells(bank(), [(6, key) for key in range(1, 7)], allow=False)
    bench = make(document)
    assert bench.surface.why_no_arcs() == "bank may look at nothing: its weights and its output are 0."
    assert bench.numbers() == ["−∞"] * 6


@pytest.mark.parametrize("text", ["", "..."])
def test_no_word_at_all_is_explained(make: Make, text: str) -> None:
    bench = make(typed(text), Look())
    assert "No word asks" in bench.surface.why_no_arcs()
    assert bench.panel.asks.whole == "query: none"
    bench.tap(Qt.Key.Key_Right)


def test_text_that_looks_like_mark_up_appears_as_typed(make: Make) -> None:
    bench = make(typed("<s> <img src=x> &amp; it"), Look(query=2))
    assert bench.words() == ["<s>", "<img", "src=x>", "&amp", "it"]
    assert [chip.word.text() for chip in bench.chips] == bench.words()
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in bench.panel.findChildren(QLabel))
    assert bench.panel.asks.text() == "query: <img"


def test_a_long_word_is_cut_and_told_whole(make: Make) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    bench = make(typed(f"{word} swims"), Look(query=1))
    chip = bench.chips[0]
    assert chip.is_cut
    assert chip.word.text().endswith("…")
    assert bench.surface.tip_of(chip).startswith(word)


def test_words_run_in_the_direction_of_their_letters(make: Make) -> None:
    hebrew, latin = make(typed("שלום world"), Look(query=1)).chips
    assert cursor(hebrew, 0) > cursor(hebrew, 4)
    assert cursor(latin, 0) < cursor(latin, 5)
    assert hebrew.rect.left() < latin.rect.left()


def cursor(chip: Chip, position: int) -> float:
    placed = chip.word.lineAt(0).cursorToX(position)
    x = placed[0] if isinstance(placed, tuple) else placed
    assert isinstance(x, float)
    return x


def test_letters_without_a_font_are_named(make: Make) -> None:
    bench = make(typed("see \U00013000 there"), Look(query=1))
    assert "no font for “\U00013000”" in bench.surface.tip_of(bench.chips[1])
    assert bench.panel.note.whole == "no font for “\U00013000”"
    assert "no font" not in bench.surface.tip_of(bench.chips[0])


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
@pytest.mark.parametrize(
    "text", ["money xyzzy", "see \U00013000 \U00013001", "a \U00013000\U00013001\U00013002"]
)
def test_the_note_beside_the_words_is_not_cut(make: Make, text: str, scale: float) -> None:
    note = make(typed(text), Look(query=1), View(text_scale=scale), (1185, round(112 * scale))).panel.note
    assert note.text() == note.whole != ""


def test_a_word_that_only_asks_has_no_colour_of_a_key(make: Make) -> None:
    bench = make(crossing(), Look(query=2))
    image, m = bench.surface.grab().toImage(), bench.surface.measures
    dots = [
        image.pixelColor(round(chip.rect.left() + m.pad + m.dot / 2), round(chip.rect.center().y()))
        for chip in bench.chips
    ]
    ground = theme("light")
    assert dots == [ground.accent, ground.accent, *(ground.token(key) for key in range(3))]


def test_a_word_placed_by_chance_asks_to_be_dragged(make: Make) -> None:
    bench = make(typed("money xyzzy"), Look(query=1))
    assert "placed by chance: drag me" in bench.surface.tip_of(bench.chips[1])
    assert "by chance" in bench.panel.note.whole
    token = bench.chips[1].token.id
    bench.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", token), (1.0, 1.0)))
    assert "by chance" not in bench.surface.tip_of(bench.chips[1])
    assert bench.panel.note.whole == ""


# --- lines


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [780, 1185])
@pytest.mark.parametrize("text", ["money", "I deposited money at the bank.", LONG])
def test_no_chip_overlaps_another_or_leaves_the_line(make: Make, text: str, width: int, scale: float) -> None:
    bench = make(typed(text), Look(query=1), View(text_scale=scale), (width, 400))
    for a, b in combinations(bench.chips, 2):
        assert not a.rect.intersects(b.rect)
    for chip in bench.chips:
        assert chip.rect.left() - chip.before_width >= 0
        assert chip.rect.right() + chip.after_width <= bench.surface.width()
        assert chip.rect.bottom() + bench.surface.places.foot <= bench.surface.height()
        assert chip.width <= chip.rect.width() - bench.surface.measures.pad


def test_the_panel_grows_to_two_lines_and_then_scrolls(make: Make) -> None:
    one = make(bank()).panel.sizeHint().height()
    bench = make(typed(LONG), Look(query=1))
    two = bench.panel.sizeHint().height()
    assert one <= 112 < two < 2 * one
    assert bench.surface.lines > 2
    assert bench.surface.height() > bench.panel.height()


@pytest.mark.parametrize("height", [112, 161, 240])
@pytest.mark.parametrize("query", [1, 30, 64])
def test_the_word_that_asks_is_scrolled_to(make: Make, height: int, query: int) -> None:
    bench = make(typed(LONG), Look(query=20), size=(1185, height))
    bench.store.set_look(query=query)
    QApplication.processEvents()
    rect = bench.chip(query).rect.toAlignedRect()
    top = bench.surface.mapTo(bench.panel, rect.topLeft()).y()
    assert 0 < top < bench.panel.height() - rect.height()
    if query < 64:  # the end of the last line is the end of all
        scrolled = -bench.surface.y() / bench.surface.measures.pitch
        assert scrolled == pytest.approx(round(scrolled), abs=0.02)


def test_a_picture_shows_all_words_without_controls(make: Make) -> None:
    bench = make(typed(LONG), Look(query=1), View(is_figure=True), (900, 150))
    shrunk = bench.surface.drawn_scale
    assert shrunk < 1.0
    assert max(chip.rect.bottom() for chip in bench.chips) * shrunk <= bench.surface.height()
    assert bench.surface.height() <= 150
    assert not bench.panel.edit_link.isVisible()
    assert bench.panel.note.whole == ""
    bench.panel.edit()
    assert not bench.is_typing()


# --- choosing and pointing


def test_a_click_chooses_the_query(make: Make) -> None:
    bench = make(bank())
    bench.press(bench.chip(3).rect.center())
    assert bench.store.look.query == 3
    assert bench.panel.asks.whole == "query: money"
    bench.press(QPointF(1, 1))
    assert bench.store.look.query == 3


def test_keys_choose_the_query(make: Make) -> None:
    bench = make(bank())
    chosen = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        assert bench.tap(key)
        chosen.append(bench.store.look.query)
    assert chosen == [5, 1, 1, 2, 6]
    bench.tap(Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert bench.store.look.query == 6


def test_pointing_at_a_word_points_at_it_everywhere(make: Make) -> None:
    bench = make(bank())
    plain = bench.panel.grab().toImage()
    bench.hover(bench.surface, bench.chip(2).rect.center())
    assert bench.pointed_at() == 2
    marked = bench.panel.grab().toImage()
    assert marked != plain
    bench.leave(bench.surface)
    assert bench.pointed_at() is None
    bench.store.set_view(hover_token=2)  # as another panel would
    assert bench.panel.grab().toImage() == marked


def test_pointing_at_the_softmax_marks_the_weights(make: Make) -> None:
    bench = make(bank())
    plain = bench.panel.grab().toImage()
    bench.store.set_view(hover_step="match")
    assert bench.panel.grab().toImage() == plain
    bench.store.set_view(hover_step="normalize")
    assert bench.panel.grab().toImage() != plain


def test_many_moves_are_one_paint(make: Make) -> None:
    bench = make(bank())
    painted = Counted(bench.surface)
    computed = bench.store.computations
    bench.store.begin("Move")
    for step in range(10):
        x = 1.0 + step / 10

        def moved(document: Document, x: float = x) -> Document:
            return edits.move_vector(document, Handle("query", 6), (x, 0.0))

        bench.store.preview(moved)
    assert bench.store.computations == computed + 10
    assert painted.count == 0
    QApplication.processEvents()
    assert painted.count == 1
    bench.store.set_view(hover_step="mix")  # shows nothing here
    QApplication.processEvents()
    assert painted.count == 1
    bench.store.cancel()


# --- two sentences


def test_two_sentences_stand_in_two_groups(make: Make) -> None:
    bench = make(crossing(), Look(query=1))
    assert [text for text, _ in bench.surface.places.labels] == ["asks", "offers"]
    assert bench.words() == ["one", "two", "a", "b", "c"]
    assert bench.numbers() == ["", "", "0.665", "0.245", "0.090"]
    bench.press(bench.chip(4).rect.center())
    assert bench.store.look.query == 1
    bench.tap(Qt.Key.Key_End)
    assert bench.store.look.query == 2


# --- for those who listen


def test_every_chip_can_be_reached_by_name(make: Make) -> None:
    bench = make(typed("the bank by the river bank"), Look(query=2))
    parts = bench.panel.parts()
    assert [part.name for part in parts] == ["the₁", "bank₂", "by", "the₄", "river", "bank₆"]
    assert parts[1].value.startswith("asks; weight 0.")
    assert all(bench.panel.rect().contains(part.rect) for part in parts)
    press = parts[4].press
    assert press is not None
    press()
    assert bench.store.now.query_index == index_of(bench.store.now.passage.query_tokens, 5)
    assert bench.panel.parts()[4].value.startswith("asks")


def test_what_is_masked_or_by_chance_is_spoken(make: Make) -> None:
    bench = make(replace(typed("money xyzzy"), mask=Mask("causal")), Look(query=1))
    masked = bench.panel.parts()[1]
    assert masked.value == "masked"
    assert "by chance" in masked.help


def test_words_that_only_offer_can_not_be_pressed(make: Make) -> None:
    parts = make(crossing(), Look(query=1)).panel.parts()
    assert [part.name for part in parts] == ["asks: one", "asks: two", "offers: a", "offers: b", "offers: c"]
    assert [part.press is None for part in parts] == [False, False, True, True, True]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 2.5])
def test_the_ring_around_a_chip_stays_above_its_number(qapp: QApplication, scale: float) -> None:
    measures = Measures(theme("light", scale))
    form = metrics(measures.number_font.key(), measures.number_font)
    top_of_digits = measures.drop + form.ascent() - form.capHeight()
    assert top_of_digits >= measures.margin + 1
