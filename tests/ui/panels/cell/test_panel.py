"""The arithmetic of a cell: which is told, how it follows, how it is copied, and what is not known yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle, Head, Look, Passage
from attnstudio.model.edits import move_vector, set_rule
from attnstudio.model.projecting import move_basis, set_heads
from attnstudio.state import playing
from attnstudio.state.snapshot import Picked, View
from attnstudio.ui.panels.cell.content import EMPTY
from attnstudio.ui.panels.cell.panel import CellPanel
from tests.samples import bank, of_words, two_meanings
from tests.ui.panels.framed import Framed

PLAIN = View()
BANK = Look(query=6)
Make = Callable[..., CellPanel]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (560, 230)
    ) -> CellPanel:
        return Framed(qtbot, CellPanel, document, look, view, size).panel

    return build


def moved(document: Document, step: int) -> Document:
    return move_basis(document, "w_q", 0, 0, (3.0 - step / 7, step / 9))


def shown(panel: CellPanel) -> list[str]:
    return panel.view.toPlainText().split("\n")


def test_with_nothing_picked_it_is_the_strongest_weight(make: Make) -> None:
    panel = make(bank())
    assert panel.heading.whole == "Weight: bank asks, money offers"
    assert shown(panel)[0] == "q · k\t1.800 × 2.000 + 1.800 × 0.000 = 3.600"
    assert shown(panel)[-1] == "÷ Σ\t1.000 ÷ 2.236 ≈ 0.447"
    panel.store.set_look(query=3)
    assert panel.heading.whole == "Weight: money asks, money offers"


def test_a_picked_cell_is_told(make: Make) -> None:
    panel = make(two_meanings())
    panel.store.set_view(picked=Picked("q", 5, 1))
    assert panel.heading.whole == "Query of bank, component 2"
    panel.store.set_view(picked=Picked("output", 5, 0))
    assert [line.split("\t")[0] for line in shown(panel)] == [
        "I",
        "deposited",
        "money",
        "at",
        "the",
        "bank",
        "Σ",
    ]


def test_the_lines_follow_a_drag(make: Make) -> None:
    panel = make(bank())
    panel.store.begin("Move query of “bank”")
    for x in (1.9, 2.0, 2.1):
        panel.store.preview(partial(move_vector, handle=Handle("query", 6), point=(x, 1.8)))
        assert shown(panel)[0] == f"q · k\t{x:.3f} × 2.000 + 1.800 × 0.000 = {2 * x:.3f}"
    panel.store.cancel()
    assert shown(panel)[-1] == "÷ Σ\t1.000 ÷ 2.236 ≈ 0.447"


def test_written_anew_line_by_line_it_is_what_it_is_written_at_once(make: Make) -> None:
    panel = make(two_meanings())
    for step in range(5):
        panel.store.apply("Move", partial(moved, step=step))
        fresh = make(panel.store.document)
        assert shown(panel) == shown(fresh)


def test_a_cell_that_went_with_its_word_is_told_no_more(make: Make) -> None:
    panel = make(bank())
    panel.store.set_view(picked=Picked("weights", 5, 5))
    panel.store.open(of_words("a", "b"))
    assert panel.heading.whole.startswith("Weight: ")
    assert "bank" not in panel.heading.whole
    panel.store.set_view(picked=Picked("weights", 5, 5))  # there is no such cell
    assert panel.heading.whole.startswith("Weight: ")  # of the strongest key that there is


def test_it_is_copied_as_text_and_as_latex(make: Make) -> None:
    panel = make(bank())
    panel.links["text"].click()
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0] == "Weight: bank asks, money offers"
    assert text.splitlines()[1] == "q · k   1.800 × 2.000 + 1.800 × 0.000 = 3.600"
    assert text.splitlines()[-1] == "÷ Σ     1.000 ÷ 2.236 ≈ 0.447"
    assert panel.links["text"].text() == "copied"
    panel.links["LaTeX"].click()
    assert QGuiApplication.clipboard().text().startswith("\\[\n\\begin{aligned}\n& \\text{Weight:")
    assert panel.links["text"].text() == "copy as text"
    panel.store.set_look(query=3)
    assert panel.links["LaTeX"].text() == "LaTeX"


def test_what_play_has_not_come_to_is_not_told(make: Make) -> None:
    panel = make(bank())
    playing.show(panel.store, "scale")
    assert panel.heading.whole == "Scaled score: bank asks, money offers"
    assert [line.split("\t")[0] for line in shown(panel)] == ["q · k", "÷ √2"]
    panel.store.set_view(picked=Picked("weights", 5, 2))
    assert [line.split("\t")[0] for line in shown(panel)] == ["q · k", "÷ √2", "…"]
    assert shown(panel)[-1] == "…\tnot known yet: Play has come to scale"
    playing.show_all(panel.store)
    assert len(shown(panel)) == 7


def test_without_words_it_says_so(make: Make) -> None:
    panel = make(Document("empty", (Passage((), heads=(Head((), (), ()),)),)))
    assert EMPTY in panel.view.toPlainText()
    assert not panel.links["text"].isEnabled()


def test_pointing_at_a_line_marks_its_step_everywhere(make: Make) -> None:
    panel = make(bank())
    view = panel.view
    for number, step in ((0, "match"), (1, "scale"), (2, "mask"), (4, "normalize")):
        block = view.document().findBlockByNumber(number)
        at = view.document().documentLayout().blockBoundingRect(block).center()
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            at,
            QPointF(view.viewport().mapToGlobal(at)),
            none,
            none,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view.viewport(), event)
        assert panel.store.view.hover_step == step
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert panel.store.view.hover_step is None


def test_a_step_that_is_pointed_at_is_marked_here(make: Make) -> None:
    panel = make(bank())
    before = panel.view.grab().toImage()
    panel.store.set_view(hover_step="normalize")
    assert panel.view.grab().toImage() != before
    panel.store.set_view(hover_step=None)
    assert panel.view.grab().toImage() == before


def test_a_long_arithmetic_is_scrolled_and_in_a_picture_it_is_whole(make: Make) -> None:
    words = of_words(*(f"w{i}" for i in range(64)))
    picked = replace(PLAIN, picked=Picked("output", 5, 0))
    panel = make(words, view=picked, size=(500, 130))
    assert panel.view.verticalScrollBar().maximum() > 0
    assert panel.view.verticalScrollBar().value() == 0
    figure = make(words, view=replace(picked, is_figure=True), size=(500, 130))
    assert figure.view.height() >= figure.view.document().size().height() - 1
    assert figure.links["text"].isHidden()


def test_words_of_any_script_are_labels(make: Make) -> None:
    panel = make(of_words("銀行", "bank"), Look(query=1), replace(PLAIN, picked=Picked("output", 1, 0)))
    assert shown(panel)[0].startswith("銀行\t")


def test_heads_are_named(make: Make) -> None:
    panel = make(set_heads(two_meanings(), 2), replace(BANK, head=1))
    assert panel.heading.whole.endswith(", head 2")


def test_masked_cells_say_so(make: Make) -> None:
    panel = make(set_rule(bank(), "causal"), view=replace(PLAIN, picked=Picked("weights", 0, 3)))
    assert shown(panel)[-1] == "weight\texp(−∞) = 0, so the weight is 0"
