"""The sentence panel: chips, arcs, the choice of the query, and retyping in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import (
    Document,
    Handle,
    Head,
    Look,
    Passage,
    index_of,
)
from attnstudio.model.retype import retype_sentence
from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.study.lexicon import placement
from attnstudio.ui import sheet
from attnstudio.ui.fonts import register_fonts
from attnstudio.ui.panels.sentence.arcs import Courses, bands, courses
from attnstudio.ui.panels.sentence.chips import Chip
from attnstudio.ui.panels.sentence.editor import NAME
from attnstudio.ui.panels.sentence.field import LONGEST, SentenceField
from attnstudio.ui.panels.sentence.panel import SentencePanel
from attnstudio.ui.ramps import weight_step
from attnstudio.ui.theme import theme, theme_of
from tests.samples import bank, crossing

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
BANK = Look(query=6)
PLAIN = View()
LONG = " ".join(f"word{number}" for number in range(64))


def typed(text: str) -> Document:
    empty = Document("typed", (Passage((), heads=(Head((), (), ()),)),))
    return retype_sentence(empty, text, placement)


class Bench:
    """A panel on the screen, and the mouse and keys over it."""

    def __init__(self, panel: SentencePanel) -> None:
        self.panel, self.store, self.surface = panel, panel.store, panel.surface

    def chip(self, token: int) -> Chip:
        return next(chip for chip in self.surface.places.chips if chip.token.id == token)

    @property
    def chips(self) -> tuple[Chip, ...]:
        return self.surface.places.chips

    def words(self) -> list[str]:
        return [chip.token.text for chip in self.chips]

    def numbers(self) -> list[str]:
        return [self.surface.number_of(chip) for chip in self.chips]

    def mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton = NONE) -> None:
        target = QPointF(self.surface.mapToGlobal(at))
        sent = QMouseEvent(kind, at, target, button, button, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.surface, sent)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifier)
        QApplication.sendEvent(self.surface, event)
        return event.isAccepted()

    def field(self, side: str = "query") -> SentenceField:
        return next(field for key, field in self.panel.editor.fields.items() if key == side)

    def is_typing(self) -> bool:
        return self.panel.editor.is_open

    def pointed_at(self) -> int | None:
        return self.store.view.hover_token

    def type(self, text: str) -> None:
        """Type over the whole sentence."""
        self.field().selectAll()
        QTest.keyClicks(self.field(), text)

    def colour(self, chip: Chip) -> QColor:
        """The tint of a chip, at its lower edge where no letter stands."""
        middle, foot = round(chip.rect.center().x()), round(chip.rect.bottom())
        at = self.surface.mapTo(self.panel, QPoint(middle, foot - 4))
        return self.panel.grab().toImage().pixelColor(at)


Make = Callable[..., Bench]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    roots = []  # held: a window without a reference goes

    def made(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (1185, 112)
    ) -> Bench:
        register_fonts()
        root = QWidget()
        roots.append(root)
        qtbot.addWidget(root)
        root.setStyleSheet(sheet.sheet(theme_of(view)))
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        panel = SentencePanel(Store(document, look, view), root)
        column.addWidget(panel)
        root.resize(*size)
        root.show()
        QApplication.processEvents()
        return Bench(panel)

    return made


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
    bench.key(Qt.Key.Key_Right)


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


# --- arcs


def drawn(bench: Bench) -> list[tuple[int, float]]:
    """Colours and widths of the bands, widest first."""
    query = bench.surface.query_chip()
    assert query is not None
    found = courses(bench.surface.places, query, 8)
    return [(band.colour, band.width) for band in bands(found, bench.surface.shown().weights, 16.0)]


def test_an_arc_is_as_wide_as_its_weight(make: Make) -> None:
    widths = dict(drawn(make(bank())))
    assert widths[2] == pytest.approx(16 * 0.447, abs=0.13)
    assert widths[1] == pytest.approx(16 * 0.269, abs=0.13)
    assert widths[5] == pytest.approx(16 * 0.162, abs=0.13)  # bank's look at itself
    assert next(iter(widths)) == 2


def test_a_masked_key_has_no_arc(make: Make) -> None:
    bench = make(replace(bank(), mask=Mask("causal")), Look(query=3))
    assert {colour for colour, _ in drawn(bench)} == {0, 1, 2}


def test_arches_leave_the_query_in_the_order_in_which_they_do_not_cross(make: Make) -> None:
    bench = make(bank(), Look(query=4))
    query = bench.surface.query_chip()
    assert query is not None
    arches = [way.key for way in courses(bench.surface.places, query, 8).ways if way.kind == "above"]
    assert arches == [2, 1, 0, 5, 4]


def test_bands_side_by_side_never_fill_more_than_the_whole(make: Make) -> None:
    bench = make(typed(LONG), Look(query=30))
    query = bench.surface.query_chip()
    assert query is not None
    found: Courses = courses(bench.surface.places, query, 8)
    assert {way.kind for way in found.ways} == {"above", "below", "ring"}
    starts = [
        band.path.elementAt(i).x
        for band in bands(found, bench.surface.shown().weights, 16.0)
        for i in range(0, band.path.elementCount(), 4)
    ]
    assert len(starts) == 64
    assert all(abs(x - found.middle) <= 8.1 for x in starts)


# --- choosing and pointing


def test_a_click_chooses_the_query(make: Make) -> None:
    bench = make(bank())
    bench.mouse(QEvent.Type.MouseButtonPress, bench.chip(3).rect.center(), LEFT)
    assert bench.store.look.query == 3
    assert bench.panel.asks.whole == "query: money"
    bench.mouse(QEvent.Type.MouseButtonPress, QPointF(1, 1), LEFT)
    assert bench.store.look.query == 3


def test_keys_choose_the_query(make: Make) -> None:
    bench = make(bank())
    chosen = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        assert bench.key(key)
        chosen.append(bench.store.look.query)
    assert chosen == [5, 1, 1, 2, 6]
    bench.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert bench.store.look.query == 6


def test_pointing_at_a_word_points_at_it_everywhere(make: Make) -> None:
    bench = make(bank())
    plain = bench.panel.grab().toImage()
    bench.mouse(QEvent.Type.MouseMove, bench.chip(2).rect.center())
    assert bench.pointed_at() == 2
    marked = bench.panel.grab().toImage()
    assert marked != plain
    QApplication.sendEvent(bench.surface, QEvent(QEvent.Type.Leave))
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


class Counted(QWidget):
    """Counts the paint events of another widget."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched.window())
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


# --- two sentences


def test_two_sentences_stand_in_two_groups(make: Make) -> None:
    bench = make(crossing(), Look(query=1))
    assert [text for text, _ in bench.surface.places.labels] == ["asks", "offers"]
    assert bench.words() == ["one", "two", "a", "b", "c"]
    assert bench.numbers() == ["", "", "0.665", "0.245", "0.090"]
    bench.mouse(QEvent.Type.MouseButtonPress, bench.chip(4).rect.center(), LEFT)
    assert bench.store.look.query == 1
    bench.key(Qt.Key.Key_End)
    assert bench.store.look.query == 2


def test_each_of_two_sentences_is_typed_in_a_field_of_its_own(make: Make) -> None:
    bench = make(crossing(), Look(query=1))
    bench.panel.edit()
    assert [bench.field("query").text(), bench.field("key").text()] == ["one two", "a b c"]
    bench.field("key").setFocus()
    bench.field("key").setText("a b c money")
    assert bench.is_typing()
    assert bench.words() == ["one", "two", "a", "b", "c", "money"]
    QTest.keyClick(bench.field("key"), Qt.Key.Key_Return)
    assert not bench.is_typing()
    assert bench.store.undo_name == NAME


# --- typing another sentence


@pytest.fixture
def bench(make: Make) -> Iterator[Bench]:
    made = make(bank())
    made.panel.edit()
    yield made
    made.store.cancel()


def test_the_picture_follows_every_letter(bench: Bench) -> None:
    assert bench.field().text() == "I deposited money at the bank"
    bench.type("I deposited loan")
    assert bench.words() == ["I", "deposited", "loan"]
    assert bench.store.gesture is not None
    assert bench.store.undo_name is None


def test_enter_keeps_the_sentence_as_one_step(bench: Bench) -> None:
    before = bench.store.document
    bench.type("We deposited money at the bank today.")
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert not bench.is_typing()
    assert bench.store.undo_name == "Retype the sentence"
    ids = [token.id for token in bench.store.now.passage.query_tokens]
    assert ids == [7, 2, 3, 4, 5, 6, 8]
    bench.store.undo()
    assert bench.store.document is before
    assert bench.words() == ["I", "deposited", "money", "at", "the", "bank"]


def test_escape_puts_everything_back(bench: Bench) -> None:
    before, trace = bench.store.document, bench.store.trace
    bench.type("nothing of the kind")
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)
    assert bench.store.document is before
    assert bench.store.trace is trace
    assert bench.store.undo_name is None
    assert bench.store.look.query == 6
    assert not bench.is_typing()


def test_losing_the_keyboard_keeps_the_sentence(bench: Bench, qtbot: QtBot) -> None:
    other = QLineEdit(bench.panel.window())
    other.show()
    bench.type("money talks")
    other.setFocus()
    assert not bench.is_typing()
    assert bench.store.undo_name == NAME
    assert QApplication.focusWidget() is other


def test_the_same_sentence_is_no_step(bench: Bench) -> None:
    bench.type("I deposited money at the bank")
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert bench.store.undo_name is None


def test_too_many_words_are_refused_and_the_last_good_ones_stay(bench: Bench) -> None:
    bench.field().setText(LONG)
    assert len(bench.words()) == 64
    bench.field().end(False)
    QTest.keyClicks(bench.field(), " more")
    said = bench.panel.editor.message
    assert said.isVisible()
    assert "65 words; the studio shows 64 at most" in said.whole
    assert bench.store.view.message == "", "it is said once, under the field"
    assert len(bench.words()) == 64
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)  # stays, to be mended
    assert bench.is_typing()
    for _ in range(5):
        QTest.keyClick(bench.field(), Qt.Key.Key_Backspace)
    assert not said.isVisible()
    QTest.keyClick(bench.field(), Qt.Key.Key_Return)
    assert len(bench.store.now.passage.query_tokens) == 64


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Tab])
def test_what_was_refused_goes_with_the_field(bench: Bench, key: Qt.Key) -> None:
    bench.field().setText(LONG + " more")
    assert bench.panel.editor.message.isVisible()
    QTest.keyClick(bench.field(), key)
    assert not bench.is_typing()
    assert not bench.panel.editor.message.isVisible()
    assert bench.panel.editor.message.whole == bench.store.view.message == ""


def test_all_words_may_go(bench: Bench) -> None:
    bench.field().clear()
    assert bench.words() == []
    QTest.keyClicks(bench.field(), "bank")
    assert [chip.token.id for chip in bench.chips] == [6]


def test_another_act_ends_the_typing(bench: Bench) -> None:
    bench.type("money talks")
    bench.store.apply("Scale", lambda document: edits.set_scaling(document, False))
    assert not bench.is_typing()
    assert bench.store.undo_name == "Scale"
    assert bench.words() == ["money", "talks"]
    bench.store.undo()
    assert bench.store.undo_name == NAME


def test_undo_while_typing_gives_the_old_sentence(bench: Bench) -> None:
    bench.type("money talks")
    bench.store.undo()
    assert not bench.is_typing()
    assert len(bench.words()) == 6


def test_asking_again_stays_in_the_same_field(bench: Bench) -> None:
    field = bench.field()
    bench.type("money talks")
    bench.panel.edit()
    assert bench.field() is field
    assert field.hasFocus()
    assert bench.words() == ["money", "talks"]


def test_a_double_click_and_enter_open_the_field(make: Make) -> None:
    bench = make(bank())
    bench.mouse(QEvent.Type.MouseButtonDblClick, bench.chip(1).rect.center(), LEFT)
    assert bench.is_typing()
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)
    bench.key(Qt.Key.Key_Return)
    assert bench.is_typing()
    QTest.keyClick(bench.field(), Qt.Key.Key_Escape)


def test_the_window_hears_no_escape_while_a_field_is_open(bench: Bench) -> None:
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    asked.ignore()
    QApplication.sendEvent(bench.field(), asked)
    assert asked.isAccepted()


# --- letters


@pytest.fixture
def field(qtbot: QtBot) -> SentenceField:
    made = SentenceField("", "Sentence")
    qtbot.addWidget(made)
    made.show()
    made.setFocus()
    return made


@pytest.mark.parametrize(
    "letter", [FAMILY, "e\u0301", "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "\U00013000"]
)
def test_backspace_and_delete_take_a_whole_letter(field: SentenceField, letter: str) -> None:
    field.setText(f"a{letter}b")
    field.setCursorPosition(len(f"a{letter}".encode("utf-16-le")) // 2)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ab"
    field.undo()
    assert field.text() == f"a{letter}b"
    field.setCursorPosition(1)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert field.text() == "ab"


def test_backspace_takes_what_is_selected_and_stops_at_the_start(field: SentenceField) -> None:
    field.setText("abc")
    field.setSelection(1, 1)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ac"
    field.setCursorPosition(0)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "ac"


@pytest.mark.parametrize("gap", ["\n", "\t", "\r\n", "\u2028"])
def test_line_breaks_and_tabs_become_blanks(field: SentenceField, gap: str) -> None:
    field.insert(f"river{gap}bank")
    assert field.text().split() == ["river", "bank"]
    assert set(field.text()) <= set("riverbank ")


def test_a_text_longer_than_any_sentence_is_refused_whole(field: SentenceField) -> None:
    said: list[str] = []
    field.refused.connect(said.append)
    field.setText("money")
    field.insert("x" * 40_000)  # less than the limit: nothing of it is lost
    assert len(field.text()) == 40_005
    field.setText("money")
    for text in ("the river " * 100_000, "x" * (LONGEST + 1)):
        field.insert(text)
        assert field.text() == "money"
    assert "words; the studio shows 64 at most" in said[0]
    assert "one word" in said[1]


def test_a_pasted_book_is_refused_with_a_sentence(bench: Bench) -> None:
    data = QMimeData()
    data.setText("the river\n" * 100_000)
    QGuiApplication.clipboard().setMimeData(data)
    bench.field().selectAll()
    bench.field().paste()
    assert bench.field().text() == "I deposited money at the bank"
    assert "more than 999 words" in bench.panel.editor.message.whole
    assert len(bench.words()) == 6


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
