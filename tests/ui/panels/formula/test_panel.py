"""The formula panel: what is written, the numbers of each step, and pointing at a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.notes.speech import sentence_of
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.state.store import Store
from attnstudio.ui import accessible, sheet, typeset
from attnstudio.ui.fonts import register_fonts
from attnstudio.ui.panels.formula import panel as formula
from attnstudio.ui.panels.formula.content import is_masked, lines, pieces
from attnstudio.ui.panels.formula.panel import FormulaPanel
from attnstudio.ui.theme import SMALL, theme_of, width_of
from tests.samples import bank, crossing, of_words

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
BANK = Look(query=6)
PLAIN = View()
CAUSAL = replace(bank(), mask=Mask("causal"))
LONG = of_words(*(f"word{number}" for number in range(64)))


class Bench:
    """A panel on the screen, and the mouse and keys over it."""

    def __init__(self, panel: FormulaPanel) -> None:
        self.panel, self.store, self.surface = panel, panel.store, panel.surface

    def mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton = NONE) -> None:
        target = QPointF(self.surface.mapToGlobal(at))
        sent = QMouseEvent(kind, at, target, button, button, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.surface, sent)

    def point(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseMove, at)

    def leave(self) -> None:
        QApplication.sendEvent(self.surface, QEvent(QEvent.Type.Leave))

    def key(self, key: Qt.Key) -> None:
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.surface, event)

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
    roots = []  # held: a window without a reference goes

    def made(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (860, 172)
    ) -> Bench:
        register_fonts()
        root = QWidget()
        roots.append(root)
        qtbot.addWidget(root)
        root.setStyleSheet(sheet.sheet(theme_of(view)))
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        panel = FormulaPanel(Store(document, look, view), root)
        column.addWidget(panel)
        root.resize(*size)
        root.show()
        QApplication.processEvents()
        return Bench(panel)

    return made


# --- what is written


def written(document: Document) -> str:
    return " ".join(piece.plain for piece in pieces(document.settings, is_masked(document), document.wrong))


@pytest.mark.parametrize(
    ("settings", "mask", "formula"),
    [
        (ScoreSettings(), Mask(), "Attention(q, K, V) = softmax ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), "Attention(q, K, V) = softmax ( q Kᵀ / √d_k + M ) V"),
        (ScoreSettings(), Mask("none", frozenset({(1, 2)})), "… / √d_k + M ) V"),
        (ScoreSettings(1.0), Mask(), "… softmax ( q Kᵀ ) V"),
        (ScoreSettings(0.25), Mask(), "… ( q Kᵀ · s ) V"),
        (ScoreSettings(None, 0.5), Mask(), "… ( q Kᵀ / √d_k / τ ) V"),
        (ScoreSettings(None, 0.5), Mask("causal"), "… ( ( q Kᵀ / √d_k + M ) / τ ) V"),
    ],
)
def test_only_what_has_an_effect_is_written(settings: ScoreSettings, mask: Mask, formula: str) -> None:
    document = replace(bank(), settings=settings, mask=mask)
    assert written(document).endswith(formula.removeprefix("… "))


LATE, SKIPS = Wrong(mask_after_softmax=True), Wrong(skips_softmax=True)


@pytest.mark.parametrize(
    ("settings", "mask", "wrong", "formula"),
    [
        (ScoreSettings(cosine=True), Mask(), Wrong(), "= softmax ( cos(q, K) / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), LATE, "= ( softmax ( q Kᵀ / √d_k ) ⊙ M ) V"),
        (ScoreSettings(), Mask(), LATE, "= softmax ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(1.0, 0.5), Mask("causal"), LATE, "= ( softmax ( q Kᵀ / τ ) ⊙ M ) V"),
        (ScoreSettings(None, 0.5), Mask(), SKIPS, "= ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), SKIPS, "= ( ( q Kᵀ / √d_k ) ⊙ M ) V"),
        (ScoreSettings(None, 0.5), Mask(), Wrong(added=(6, 3, 1.0)), "softmax ( ( q Kᵀ / √d_k + A ) / τ ) V"),
        (ScoreSettings(), Mask("none", padding="left", pads=1), Wrong(), "q Kᵀ / √d_k + M ) V"),
    ],
)
def test_what_is_not_as_usual_is_written(
    settings: ScoreSettings, mask: Mask, wrong: Wrong, formula: str
) -> None:
    document = replace(bank(), settings=settings, mask=mask, wrong=wrong)
    assert written(document).endswith(formula)


def test_a_mask_too_late_has_its_place_and_its_sum() -> None:
    now = Store(replace(CAUSAL, wrong=LATE), Look(query=3)).now
    said = {line.step: line for line in lines(now, 99)}
    assert said["mask"].numbers == ("1", "1", "1", "0", "0", "0")
    assert said["mask"].note == "after the softmax!"
    assert said["normalize"].numbers == ("0.051", "0.194", "0.600", "0.000", "0.000", "0.000")
    assert said["normalize"].note == "sums to 0.845"
    last = Store(replace(CAUSAL, wrong=LATE), Look(query=6)).now
    assert lines(last, 99)[3].note == "sums to 1"


def test_without_a_softmax_nothing_claims_to_sum_to_1() -> None:
    now = Store(replace(bank(), wrong=SKIPS), BANK).now
    said = {line.step: line for line in lines(now, 99)}
    assert said["normalize"].numbers == said["scale"].numbers
    assert said["normalize"].note == "no softmax: sum 6.491"
    assert (
        lines(Store(replace(bank(), settings=ScoreSettings(cosine=True)), BANK).now, 99)[0].note == "cosines"
    )


def test_the_numbers_of_every_step() -> None:
    said = {line.step: line for line in lines(Store(bank(), BANK).now, 99)}
    assert list(said) == list(STEPS)
    assert said["match"].numbers == ("0.630", "2.880", "3.600", "0.000", "−0.090", "2.160")
    assert said["scale"].numbers == ("0.445", "2.036", "2.546", "0.000", "−0.064", "1.527")
    assert said["normalize"].numbers == ("0.055", "0.269", "0.447", "0.035", "0.033", "0.162")
    assert said["mix"].numbers == ("(1.328, 0.208)",)
    assert [line.note for line in said.values()] == [
        "",
        "÷ √2",
        "no mask: nothing is hidden",
        "sums to 1",
        "",
    ]


def test_the_mask_has_numbers_only_where_there_is_one() -> None:
    assert lines(Store(bank(), BANK).now, 99)[2].numbers == ()
    said = {line.step: line.numbers for line in lines(Store(CAUSAL, Look(query=2)).now, 99)}
    assert list(said) == list(STEPS)
    assert said["mask"][2:] == ("−∞",) * 4
    assert said["normalize"][2:] == ("0.000",) * 4
    assert said["scale"][2:] != said["mask"][2:]


def test_a_blind_row_sums_to_nothing() -> None:
    document = edits.paint_cells(bank(), [(6, key) for key in range(1, 7)], allow=False)
    said = {line.step: line for line in lines(Store(document, BANK).now, 99)}
    assert said["normalize"].note == "nothing to look at"
    assert said["normalize"].numbers == ("0.000",) * 6
    assert said["mix"].numbers == ("(0.000, 0.000)",)


@pytest.mark.parametrize(
    ("settings", "step", "note"),
    [
        (ScoreSettings(1.0), "scale", "not scaled"),
        (ScoreSettings(0.25), "scale", "× 0.25"),
        (ScoreSettings(None, 0.5), "normalize", "τ = 0.5, sums to 1"),
        (ScoreSettings(None, 0.0), "normalize", "τ = 0: the best match takes all"),
    ],
)
def test_settings_are_said_beside_their_step(settings: ScoreSettings, step: Step, note: str) -> None:
    document = replace(bank(), settings=settings)
    assert next(line.note for line in lines(Store(document, BANK).now, 99) if line.step == step) == note


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


class Counted(QObject):
    """Counts the paint events of a widget."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


# --- pointing


@pytest.mark.parametrize("step", STEPS)
def test_pointing_at_a_part_or_at_its_line_marks_the_step(make: Make, step: Step) -> None:
    bench = make(CAUSAL)
    plain = bench.panel.grab().toImage()
    bench.point(bench.piece(step))
    assert bench.step() == step
    marked = bench.panel.grab().toImage()
    assert marked != plain
    bench.leave()
    assert bench.step() is None
    assert bench.panel.grab().toImage() == plain
    bench.point(bench.row(step))
    assert bench.step() == step
    assert bench.panel.grab().toImage() == marked
    bench.leave()
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
    bench.leave()
    plain = bench.panel.grab().toImage()
    bench.store.set_view(hover_token=3)
    assert bench.panel.grab().toImage() != plain


def xy(point: QPointF) -> tuple[float, float]:
    return point.x(), point.y()


def test_a_click_keeps_the_step_marked(make: Make) -> None:
    bench = make(bank())
    bench.mouse(QEvent.Type.MouseButtonPress, bench.row("normalize"), LEFT)
    bench.point(bench.row("match"))
    assert bench.step() == "match"
    bench.leave()
    assert bench.step() == "normalize"
    bench.mouse(QEvent.Type.MouseButtonPress, bench.row("normalize"), LEFT)
    bench.leave()
    assert bench.step() is None


def test_another_panel_lets_go_of_what_is_kept(make: Make) -> None:
    bench = make(bank())
    bench.mouse(QEvent.Type.MouseButtonPress, bench.row("normalize"), LEFT)
    bench.store.set_view(hover_step="scale")
    bench.store.set_view(hover_step=None)
    bench.point(bench.row("match"))
    bench.leave()
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
        bench.key(key)
        marked.append(bench.step())
    assert marked == ["match", "scale", "mask", "scale", "mix", "mix"]
    bench.key(Qt.Key.Key_Escape)
    assert bench.step() is None
    bench.key(Qt.Key.Key_Up)
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
