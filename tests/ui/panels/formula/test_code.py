"""The formula panel as code: the program of the state, coloured, copied, live, and whole in a picture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.seen import Seen
from attnstudio.model.settings import Mask
from attnstudio.notes.code import code_of
from attnstudio.notes.code_dialect import Library
from attnstudio.state.palette import THEMES, contrast
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.study.scenes import load, scenes
from attnstudio.ui.panels.formula.code import CodeView
from attnstudio.ui.panels.formula.code_picture import (
    LEAST,
    MOST_LINES,
    CodePicture,
    abridged,
    broken,
    size_of,
)
from attnstudio.ui.panels.formula.colours import Part, colour, spans
from attnstudio.ui.panels.formula.panel import FormulaPanel
from attnstudio.ui.theme import theme
from tests.samples import bank, of_words
from tests.ui.panels.framed import Framed, settle

BANK, BANKED, NUMPY = Look(query=6), bank(), View(written="numpy")
NONE, PHASE = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
PARTS: tuple[Part | None, ...] = (None, "comment", "keyword", "number")


class Bench(Framed[FormulaPanel]):
    @property
    def code(self) -> CodeView:
        assert isinstance(self.panel.code, CodeView)
        return self.panel.code

    def shown(self) -> str:
        return self.code.toPlainText() + "\n"

    def wanted(self, written: Library = "numpy") -> str:
        now = self.store.now
        return code_of(now.document, now.look, written)

    def move(self, x: float) -> None:
        self.store.preview(lambda document: edits.move_vector(document, Handle("key", 3), (x, 0.5)))


Make = Callable[..., Bench]
WIDE = 770  # pixels of the panel in a window of 1440 × 900


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(document: Document = BANKED, view: View = NUMPY, width: int = 700) -> Bench:
        return Bench(qtbot, FormulaPanel, document, BANK, view, (width, 200))

    return made


def test_each_way_shows_its_program(make: Make) -> None:
    bench = make()
    assert bench.shown() == bench.wanted()
    bench.store.set_view(written="torch")
    assert bench.shown() == bench.wanted("torch")
    assert bench.code.accessibleName() == "PyTorch code of this state"
    bench.store.set_view(written="numbers")
    assert not bench.code.isVisible()
    assert bench.panel.surface.isVisible()
    assert len(bench.panel.parts()) == 5


def test_the_choice_is_made_in_the_header(make: Make) -> None:
    bench = make(view=View())
    assert bench.panel.code is None  # nothing is made, nor loaded, for who looks at the numbers
    bench.panel.ways.button_of("torch").click()
    assert bench.store.view.written == "torch"
    assert bench.code.isVisible()
    assert not bench.panel.surface.isVisible()
    assert bench.panel.parts() == ()  # a screen reader reads the text itself


def test_the_numbers_are_right_when_they_come_back(make: Make) -> None:
    bench = make()
    bench.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", 3), (1.0, 0.5)))
    bench.store.set_view(written="numbers")
    weights = next(line for line in bench.panel.surface.lines if line.step == "normalize").numbers
    assert weights[2] == f"{bench.store.trace.weights[0, 5, 2]:.3f}"


def test_it_follows_a_change_and_keeps_what_is_selected(make: Make) -> None:
    bench = make()
    cursor = bench.code.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
    bench.code.setTextCursor(cursor)
    bench.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", 3), (1.0, 0.5)))
    assert bench.shown() == bench.wanted()
    assert bench.code.textCursor().selectedText() == "import numpy as np"
    bench.store.apply("Causal", lambda document: edits.set_rule(document, "causal"))
    assert "may_look = np.tri(6, dtype=bool)" in bench.shown()
    assert bench.code.textCursor().selectedText() == "import numpy as np"
    bench.store.undo()
    bench.store.undo()
    assert bench.shown() == bench.wanted() == code_of(bank(), BANK)


def test_a_drag_is_followed_without_a_program_for_every_frame(make: Make, qtbot: QtBot) -> None:
    bench = make()
    before = bench.shown()
    bench.store.begin("Move")
    for step in range(5):
        bench.move(1.0 + step / 10)
    assert bench.shown() == before
    qtbot.waitUntil(lambda: bench.shown() == bench.wanted(), timeout=2000)
    bench.move(2.5)
    bench.store.commit()
    qtbot.waitUntil(lambda: bench.shown() == bench.wanted(), timeout=2000)


def test_a_cancelled_drag_leaves_the_program_of_before(make: Make, qtbot: QtBot) -> None:
    bench = make()
    bench.store.begin("Move")
    bench.move(1.5)
    bench.store.cancel()
    qtbot.waitUntil(lambda: bench.shown() == code_of(bank(), BANK), timeout=2000)


def test_copy_copies_all_of_it(make: Make) -> None:
    bench = make()
    bench.code.copy_button.click()
    assert QGuiApplication.clipboard().text() == bench.wanted()


def test_it_can_be_read_but_not_written(make: Make) -> None:
    bench = make()
    bench.code.setFocus()
    QTest.keyClicks(bench.code, "x = 1")
    QTest.keyClick(bench.code, Qt.Key.Key_Delete)
    assert bench.shown() == bench.wanted()
    interface = QAccessible.queryAccessibleInterface(bench.code)
    assert interface.text(QAccessible.Text.Name) == "NumPy code of this state"
    assert interface.textInterface().text(0, 18) == "import numpy as np"
    QTest.keyClick(bench.code, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not bench.code  # Tab goes on


def test_the_keyboard_stays_in_the_panel(make: Make) -> None:
    bench = make(view=View())
    bench.panel.surface.setFocus()
    bench.store.set_view(written="numpy")
    assert bench.code.hasFocus()
    bench.store.set_view(written="numbers")
    assert bench.panel.surface.hasFocus()


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [370, 700])
def test_no_letter_lies_under_the_button(make: Make, scale: float, width: int) -> None:
    bench = make(view=View(written="numpy", text_scale=scale), width=round(width * scale))
    button, seen = bench.code.copy_button.geometry(), bench.code.viewport().geometry()
    assert not button.intersects(seen)
    assert bench.code.rect().contains(button)
    least = bench.panel.minimumSizeHint()
    bench.store.set_view(written="numbers")
    assert bench.panel.minimumSizeHint() == least  # nothing beside it moves


def test_a_hidden_panel_writes_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = make()
    bench.window.hide()

    def never(*_: object) -> str:
        raise AssertionError("nobody sees it")

    monkeypatch.setattr(FormulaPanel, "_show_code", never)
    bench.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", 3), (1.0, 0.5)))


def marked(bench: Bench) -> list[str]:
    return [selection.cursor.block().text() for selection in bench.code.extraSelections()]


def test_what_is_pointed_at_elsewhere_is_marked(make: Make) -> None:
    bench = make()
    assert marked(bench) == []
    bench.store.set_view(hover_step="scale")
    assert marked(bench) == ["scaled = scores / 2 ** 0.5"]
    bench.store.set_view(hover_step=None, hover_token=3)
    assert marked(bench) == ["    [2.0, 0.0],  # money"] * 2
    bench.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", 3), (1.0, 0.5)))
    assert marked(bench) == [
        "    [2.0, 0.0],  # money",
        "    [1.0, 0.5],  # money",
        "    [2.0, 0.0],  # money",
    ]
    bench.store.set_view(hover_token=None)
    assert marked(bench) == []


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_its_lines(make: Make, step: Step) -> None:
    bench = make(replace(bank(), mask=Mask("causal")))
    bench.store.set_view(hover_step=step)
    assert all(
        line.split()[0] in {"scores", "scaled", "may_look", "masked", "exps", "weights", "output"}
        for line in marked(bench)
    )
    assert marked(bench)


def test_the_wheel_does_not_change_the_letters(make: Make) -> None:
    bench = make()
    at, keys = QPointF(20, 20), Qt.KeyboardModifier.ControlModifier
    size = bench.code.fontMetrics().height()
    for _ in range(3):
        event = QWheelEvent(
            at, bench.code.mapToGlobal(at), QPoint(), QPoint(0, 120), NONE, keys, PHASE, False
        )
        QApplication.sendEvent(bench.code.viewport(), event)
    assert bench.code.fontMetrics().height() == size


# --- colours


def test_what_has_a_colour() -> None:
    assert spans("assert x == 1.5  # bank") == ((0, 6, "keyword"), (12, 3, "number"), (17, 6, "comment"))
    assert spans("") == ()
    start, length, part = spans("    [0.5],  # 👩\u200d👩 and more")[-1]
    assert (part, start + length) == (
        "comment",
        len("    [0.5],  # 👩\u200d👩 and more".encode("utf-16-le")) // 2,
    )


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("part", PARTS)
def test_every_colour_can_be_read(name: str, part: Part | None) -> None:
    worn = theme(name)
    ink = colour(worn, part).name().upper()
    for ground in (worn.panel, worn.raised):  # a picture stands on the one, the editor on the other
        assert contrast(ink, ground.name().upper()) >= 4.5
    assert contrast(ink, washed(worn.raised, worn.wash).name().upper()) >= 4.5


def washed(ground: QColor, wash: QColor) -> QColor:
    share = wash.alphaF()
    pairs = (
        (ground.red(), wash.red()),
        (ground.green(), wash.green()),
        (ground.blue(), wash.blue()),
    )
    return QColor(*(round(below * (1 - share) + above * share) for below, above in pairs))


# --- pictures


def picture(qtbot: QtBot, document: Document, size: tuple[int, int]) -> CodePicture:
    view = View(written="numpy", is_figure=True)
    bench = Bench(qtbot, FormulaPanel, document, BANK, view, size)
    assert not bench.panel.ways.isVisible()
    assert isinstance(bench.panel.code, CodePicture)
    return bench.panel.code


@pytest.mark.parametrize("size", [(860, 240), (600, 200), (400, 900), (1400, 260)])
def test_a_picture_shows_all_of_it(qtbot: QtBot, size: tuple[int, int]) -> None:
    made = picture(qtbot, bank(), size)
    setting = made.setting()
    lines = [line for column in setting.columns for line in column if line]
    assert lines == [line for line in code_of(bank(), BANK).splitlines() if line]
    assert fits(size_of(setting), made.size())


@pytest.mark.parametrize("rows", [1, 2, 5, 13, 40])
def test_columns_begin_with_a_statement_where_they_can(rows: int) -> None:
    lines = code_of(bank(), BANK).splitlines()
    columns = broken(lines, rows)
    assert [line for column in columns for line in column if line] == [line for line in lines if line]
    assert all(len(column) <= rows and column[0] for column in columns)
    if rows == 13:
        assert [column[0] for column in columns[1:]] == ["k = np.array([", "scores = q @ k.T"]


def fits(size: QSize, room: QSize) -> bool:
    return size.width() <= room.width() + 2 and size.height() <= room.height() + 1


def test_the_least_room_of_a_picture_holds_all_of_it(qtbot: QtBot) -> None:
    made = picture(qtbot, of_words(*(f"word{number}" for number in range(64))), (860, 240))
    made.resize(made.minimumSizeHint())
    assert made.setting().pixels >= LEAST
    assert fits(size_of(made.setting()), made.size())


def test_a_picture_of_one_step_shows_its_numbers(qtbot: QtBot) -> None:
    view = View(written="numpy", is_figure=True, hover_step="scale", known="scale")
    bench = Bench(qtbot, FormulaPanel, bank(), BANK, view, (860, 240))
    assert bench.panel.code is None
    assert bench.panel.surface.isVisible()


def test_very_long_arrays_are_counted_in_a_picture() -> None:
    long = code_of(replace(of_words(*(f"w{i}" for i in range(64))), title=""), Look(query=1)).splitlines()
    assert abridged(long[:MOST_LINES]) == long[:MOST_LINES]
    longer = [*long, "x = np.array([", *["    [1.0],"] * 300, "])"]
    cut = abridged(longer)
    assert "    # … 296 lines more" in cut
    assert [line for line in cut if not line.startswith(" ")] == [
        line for line in longer if not line.startswith(" ")
    ]


# --- what is loaded


def test_the_numbers_load_neither_pygments_nor_the_editor() -> None:
    parts = (
        "pygments",
        "attnstudio.ui.panels.formula.code",
        "attnstudio.notes.code",
        "attnstudio.notes.formats",
    )
    program = (
        "import sys; from attnstudio.ui.panels.formula.panel import FormulaPanel;"
        f"print([name for name in sys.modules if name.startswith({parts})])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("written", ["numpy", "torch"])
def test_no_line_of_a_scene_is_longer_than_the_panel(make: Make, written: Library) -> None:
    bench = make(view=View(written=written), width=WIDE)
    for scene in scenes():
        document, look = load(scene.id)
        bench.store.open(document, replace(look, workspace="vectors"), Seen(written=written))
        settle()
        assert bench.code.horizontalScrollBar().maximum() == 0, scene.id
