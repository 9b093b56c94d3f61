"""The formula panel: what is written, the room it takes, and pointing at a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.notes.speech import sentence_of
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.state.store import Store
from attnstudio.ui import accessible, typeset
from attnstudio.ui.panels.formula import panel as formula
from attnstudio.ui.panels.formula.panel import FormulaPanel
from attnstudio.ui.panels.formula.surface import FormulaSurface
from attnstudio.ui.theme import SMALL, theme_of, width_of
from tests.samples import bank, crossing, of_words
from tests.ui.panels.framed import Counted, Framed

BANK = Look(query=6)
PLAIN = View()
CAUSAL = replace(bank(), mask=Mask("causal"))
LONG = of_words(*(f"word{number}" for number in range(64)))


class Bench(Framed[FormulaPanel]):
    @property
    def surface(self) -> FormulaSurface:
        return self.panel.surface

    def point(self, at: QPointF) -> None:
        self.hover(self.surface, at)

    def press(self, at: QPointF) -> None:
        self.mouse(self.surface, QEvent.Type.MouseButtonPress, at)

    def away(self) -> None:
        self.leave(self.surface)

    def type(self, key: Qt.Key) -> None:
        self.key(self.surface, key)

    def step(self) -> Step | None:
        return self.store.view.hover_step

    def token(self) -> int | None:
        return self.store.view.hover_token

    def row(self, step: Step) -> QPointF:
        """The start of a line, where no number stands."""
        rect = self.surface.line_rect(step)
        return QPointF(rect.left() + 5, rect.center().y())

    def number(self, step: Step, key: int) -> QPointF:
        column = self.surface.places.column_rect(key)
        return QPointF(column.center().x(), self.surface.line_rect(step).center().y())

    def piece(self, step: Step) -> QPointF:
        return next(p.rect for p in self.surface.places.formula if p.piece.step == step).center()


Make = Callable[..., Bench]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (860, 172)
    ) -> Bench:
        return Bench(qtbot, FormulaPanel, document, look, view, size)

    return made


def test_the_three_scores_of_the_chapter(make: Make) -> None:
    bench = make(crossing(), Look(query=1))
    said = {line.step: line.numbers for line in bench.surface.lines}
    assert said["match"] == ("2.000", "1.000", "0.000")
    assert said["normalize"] == ("0.665", "0.245", "0.090")


# --- room


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1, 1), (500, 150), (860, 172)])
@pytest.mark.parametrize("tau", [0.0, 0.123456])
@pytest.mark.parametrize("document", [bank(), LONG, CAUSAL], ids=["six", "sixty-four", "masked"])
def test_nothing_is_clipped(
    make: Make, document: Document, tau: float, size: tuple[int, int], scale: float
) -> None:
    tempered = replace(document, settings=ScoreSettings(None, tau))
    bench = make(tempered, BANK, View(text_scale=scale), size)
    places, theme = bench.surface.places, theme_of(bench.store.view)
    width, height = bench.surface.width(), bench.surface.height()
    assert places.formula[-1].rect.right() <= width
    for line in bench.surface.lines:
        start = places.beside if line.numbers else places.left
        assert start + width_of(theme.text(SMALL), line.note) <= width
    assert places.sentence.bottom() <= height + 0.5
    assert all(rect.height() >= theme.px(15) for _, rect in places.rows)
    tops = [rect.top() for _, rect in places.rows]
    assert tops == sorted(tops)
    assert tops[0] >= places.formula[0].rect.bottom()


def test_the_count_of_numbers_is_not_cut(make: Make) -> None:
    shown = {make(LONG, Look(query=1), size=(wide, 240)).panel.count.text() for wide in range(380, 760, 20)}
    assert shown == {"", "64 numbers; the pipeline shows all"}


def test_numbers_without_room_are_counted(make: Make) -> None:
    bench = make(LONG, Look(query=1))
    places = bench.surface.places
    assert 8 <= places.count < 64
    assert bench.panel.count.whole == "64 numbers; the pipeline shows all"
    assert bench.surface.texts[0].endswith("  …]")
    assert bench.surface.texts[0].count(".") == places.count
    assert bench.panel.parts()[0].value.startswith(f"the first {places.count} of 64: ")
    bench = make(bank())
    assert bench.panel.count.whole == ""
    assert bench.surface.texts[0].endswith(" ]")
    bench = make(LONG, Look(query=1), size=(4300, 172))
    assert bench.panel.count.whole == "", "all 64 have room"
    (of_long,) = LONG.passages
    heads = tuple(replace(head, queries=()) for head in of_long.heads)
    unasked = replace(LONG, passages=(Passage((), of_long.key_tokens, heads),))
    bench = make(unasked, Look())
    assert bench.panel.count.whole == "", "nothing is shown, so nothing is left out"


def test_columns_are_aligned_on_the_point(make: Make) -> None:
    texts = make(CAUSAL, Look(query=2)).surface.texts
    points = [[i for i, letter in enumerate(text) if letter == "."] for text in texts[:2]]
    assert points[0] == points[1]
    assert texts[2].rindex("−∞") == points[0][-1] + 2


def test_nothing_moves_when_a_mask_comes_or_leaves_nothing_to_look_at(make: Make) -> None:
    bench = make(bank())
    size, rows = bench.panel.minimumSizeHint(), bench.surface.places.rows
    sentence = bench.surface.places.sentence
    bench.store.apply("Mask", lambda document: edits.set_rule(document, "causal"))
    cells = [(6, key) for key in range(1, 7)]
    for edit in (
        lambda document: edits.set_rule(document, "causal"),
        lambda document: edits.paint_cells(document, cells, allow=False),
    ):
        bench.store.apply("Mask", edit)
        assert bench.panel.minimumSizeHint() == size
        assert bench.surface.places.rows == rows
        assert bench.surface.places.sentence == sentence


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_the_panel_fits_a_narrow_window_with_large_letters(make: Make, scale: float) -> None:
    panel = make(bank(), view=View(text_scale=scale)).panel
    assert panel.minimumSizeHint().width() <= 370 * scale


def test_no_word_is_explained(make: Make) -> None:
    empty = Document("nothing", (Passage((), heads=(Head((), (), ()),)),))
    bench = make(empty, Look())
    assert bench.surface.lines == ()
    assert bench.panel.parts() == []
    assert not bench.panel.grab().isNull()


# --- set in type


def test_a_drag_sets_nothing_in_type(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = make(bank())
    bench.panel.grab()
    drawn: list[str] = []
    monkeypatch.setattr(typeset, "draw", lambda painter, latex, *rest: drawn.append(latex))
    painted = Counted(bench.surface)
    bench.store.begin("Move")
    for step in range(5):
        move(bench.store, 1.0 + step / 10)
    QApplication.processEvents()
    assert painted.count == 1
    assert drawn == []
    assert bench.surface.texts[0] != make(bank()).surface.texts[0]
    bench.store.cancel()


def move(store: Store, x: float) -> None:
    store.preview(lambda document: edits.move_vector(document, Handle("query", 6), (x, -x)))


# --- pointing


@pytest.mark.parametrize("step", STEPS)
def test_pointing_at_a_part_or_at_its_line_marks_the_step(make: Make, step: Step) -> None:
    bench = make(CAUSAL)
    plain = bench.panel.grab().toImage()
    bench.point(bench.piece(step))
    assert bench.step() == step
    marked = bench.panel.grab().toImage()
    assert marked != plain
    bench.away()
    assert bench.step() is None
    assert bench.panel.grab().toImage() == plain
    bench.point(bench.row(step))
    assert bench.step() == step
    assert bench.panel.grab().toImage() == marked
    bench.away()
    bench.store.set_view(hover_step=step)  # as another panel would
    assert bench.panel.grab().toImage() == marked


def test_pointing_at_a_number_points_at_its_word(make: Make) -> None:
    bench = make(bank())
    bench.point(bench.number("scale", 2))
    assert (bench.step(), bench.token()) == ("scale", 3)
    assert bench.surface.tip_at(*xy(bench.number("scale", 2))).startswith("money: 2.546. ")
    bench.point(bench.number("mask", 2))
    assert (bench.step(), bench.token()) == ("mask", 3)
    assert bench.surface.tip_at(*xy(bench.number("mask", 2))).startswith("mask: ")
    bench.point(bench.number("mix", 2))
    assert (bench.step(), bench.token()) == ("mix", None)
    bench.away()
    plain = bench.panel.grab().toImage()
    bench.store.set_view(hover_token=3)
    assert bench.panel.grab().toImage() != plain


def xy(point: QPointF) -> tuple[float, float]:
    return point.x(), point.y()


def test_a_click_keeps_the_step_marked(make: Make) -> None:
    bench = make(bank())
    bench.press(bench.row("normalize"))
    bench.point(bench.row("match"))
    assert bench.step() == "match"
    bench.away()
    assert bench.step() == "normalize"
    bench.press(bench.row("normalize"))
    bench.away()
    assert bench.step() is None


def test_another_panel_lets_go_of_what_is_kept(make: Make) -> None:
    bench = make(bank())
    bench.press(bench.row("normalize"))
    bench.store.set_view(hover_step="scale")
    bench.store.set_view(hover_step=None)
    bench.point(bench.row("match"))
    bench.away()
    assert bench.step() is None


def test_keys_go_through_the_steps(make: Make) -> None:
    bench = make(bank())
    marked = []
    for key in (
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
        Qt.Key.Key_End,
        Qt.Key.Key_Down,
    ):
        bench.type(key)
        marked.append(bench.step())
    assert marked == ["match", "scale", "mask", "scale", "mix", "mix"]
    bench.type(Qt.Key.Key_Escape)
    assert bench.step() is None
    bench.type(Qt.Key.Key_Up)
    assert bench.step() == "mix"


# --- for those who listen


def test_every_line_can_be_reached_by_name(make: Make) -> None:
    bench = make(bank())
    parts = bench.panel.parts()
    assert [part.name for part in parts] == list(STEPS)
    assert parts[2].value == "no mask: nothing is hidden"
    assert parts[3].value == "0.055, 0.269, 0.447, 0.035, 0.033, 0.162; sums to 1"
    assert parts[4].value == "(1.328, 0.208)"
    assert all(bench.panel.rect().contains(part.rect) for part in parts)
    press = parts[1].press
    assert press is not None
    press()
    assert bench.step() == "scale"


def test_the_sentence_describes_the_panel(make: Make) -> None:
    bench = make(bank())
    store = bench.store
    said = sentence_of(store.document, store.trace, store.look)
    assert "money" in said
    assert bench.panel.accessibleDescription() == bench.surface.sentence == said
    store.set_look(query=3)
    assert bench.panel.accessibleDescription() == sentence_of(store.document, store.trace, store.look) != said


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    said: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda widget, text: said.append(text))
    monkeypatch.setattr(formula, "APART", 60)
    monkeypatch.setattr(formula, "_REST", 10)
    QAccessible.setActive(True)
    yield said
    QAccessible.setActive(False)


def test_a_drag_is_announced_once_at_its_end(make: Make, qtbot: QtBot, spoken: list[str]) -> None:
    bench = make(bank())
    qtbot.waitUntil(lambda: len(spoken) == 1)
    bench.store.begin("Move")
    for x in (0.5, 1.0, 3.0):
        move(bench.store, x)
        qtbot.wait(30)
    qtbot.wait(80)
    assert len(spoken) == 1
    bench.store.commit()
    qtbot.waitUntil(lambda: len(spoken) == 2)
    assert spoken[1] == bench.surface.sentence


def test_runs_of_keys_are_announced_now_and_then(make: Make, qtbot: QtBot, spoken: list[str]) -> None:
    bench = make(bank())
    qtbot.waitUntil(lambda: len(spoken) == 1)
    for token in (1, 2, 3, 4, 5, 6, 1, 2):
        bench.store.set_look(query=token)
    qtbot.waitUntil(lambda: len(spoken) == 2)
    qtbot.wait(100)
    assert len(spoken) == 2
    assert spoken[1] == bench.surface.sentence


def test_nothing_is_timed_when_nobody_listens(make: Make) -> None:
    bench = make(bank())
    bench.store.set_look(query=1)
    assert not bench.panel.is_about_to_speak


# --- Play


def test_the_sentence_and_the_lines_go_as_far_as_play_and_hold_still(make: Make) -> None:
    bench = make(CAUSAL)
    whole, places = bench.surface.lines, bench.surface.places
    for place, step in enumerate(STEPS):
        bench.store.set_view(known=step)
        assert bench.surface.lines[: place + 1] == whole[: place + 1]
        assert [part.value for part in bench.panel.parts()[place + 1 :]] == ["not yet"] * (4 - place)
        assert bench.surface.places == places
        assert ("output is 0" in bench.surface.sentence) == (step == "mix")
        assert bench.surface.sentence == bench.panel.accessibleDescription()
    bench.store.set_view(known=None)
    assert bench.surface.lines == whole


def test_a_picture_of_a_step_shows_numbers_even_of_a_program(make: Make) -> None:
    panel = make(bank(), view=View(is_figure=True, written="numpy", known="match")).panel
    assert panel.surface.isVisible()
    assert panel.code is None
