"""What numbers can hold: what is typed is tried, and NaN is told with its reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.settings import Trial
from attnstudio.state.snapshot import View
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.precision import words
from attnstudio.ui.panels.precision.panel import PrecisionPanel
from tests.samples import bank
from tests.ui.panels.framed import Framed

PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def panel(qtbot: QtBot) -> PrecisionPanel:
    return make(qtbot, View())


def make(qtbot: QtBot, view: View, width: int = 1150) -> PrecisionPanel:
    return Framed(qtbot, PrecisionPanel, bank(), Look(), view, (width, 260)).panel


def type_into(field: NumberField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    field.insert(text)
    QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, PLAIN))


def cells(panel: PrecisionPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel)]


def test_the_overflow_and_its_cure_stand_side_by_side() -> None:
    exact, after, before = words.half_rows(Trial())
    assert exact.cells == ("exact", "102,400  99,840", "12,800  12,480", "1.000  <0.001")
    assert after.cells == ("float16, ÷ after", "∞  ∞", "∞  ∞", "NaN: ∞ − ∞")
    assert before.cells == ("float16, ÷ first", "12,800  12,480", "is done", "1.000  0.000")
    assert [row.is_lost for row in (exact, after, before)] == [False, True, False]


def test_the_naive_softmax_and_its_cure() -> None:
    rows = words.softmax_rows(Trial())
    assert rows[0].cells == ("naive, float32", "∞  ∞", "NaN: ∞ ÷ ∞")
    assert rows[1].cells == ("naive, float64", "∞  ∞", "NaN: ∞ ÷ ∞")
    assert rows[2].cells == ("largest taken off", "1  0.368", "0.731  0.269")


def test_between_the_limits_only_float32_fails() -> None:
    trial = Trial(scores=(89.0, 88.0))
    assert [row.is_lost for row in words.softmax_rows(trial)] == [True, False, False]
    assert "fails in float32: " in words.softmax_sentence(trial)
    assert words.softmax_sentence(Trial(scores=(88.0, 87.0))).endswith("these scores are safe in both.")
    assert "float64, from" not in words.softmax_sentence(trial)


@pytest.mark.parametrize(
    "trial",
    [
        Trial(),
        Trial(query=0.0),
        Trial(query=-40.0),
        Trial(second=-40.0),
        Trial(query=65_504.0, first=65_504.0),
        Trial(query=1e-7, first=1e-7),
        Trial(d_k=4096, query=1.0, first=1.0, second=0.5),
        Trial(scores=(-1000.0, -999.0)),
        Trial(scores=(88.7, 88.7)),
        Trial(scores=(1000.0, 0.0)),
        Trial(scores=(0.0, 0.0)),
    ],
)
def test_nan_is_always_told_with_its_reason(trial: Trial) -> None:
    told = [cell for row in (*words.half_rows(trial), *words.softmax_rows(trial)) for cell in row.cells]
    told += [words.half_sentence(trial), words.softmax_sentence(trial), words.in_words(trial)]
    for text in told:
        assert "undefined" not in text
        assert "-" not in text.replace("\N{MINUS SIGN}", "")
        assert text.count("NaN") == text.count("NaN: ") + text.count("(NaN)")


def test_an_overflow_that_keeps_its_weights_is_called_luck() -> None:
    sentence = words.half_sentence(Trial(second=-40.0))
    assert sentence.startswith("q·k₁ = 64 · 40 · 40 = 102,400; float16 ends at 65,504")
    assert "is not a number" in sentence  # ∞ and −∞: the softmax takes ∞ − ∞ all the same


def test_what_is_typed_is_tried(panel: PrecisionPanel) -> None:
    fields = panel.half.fields
    type_into(fields["query"], "1")
    assert panel.store.view.trial == Trial(query=1.0)
    assert "fits into float16" in panel.half.sentence.text()
    type_into(fields["d_k"], "16")
    assert panel.store.view.trial.d_k == 16
    type_into(panel.softmax.fields["second"], "990")
    assert panel.store.view.trial.scores == (1000.0, 990.0)
    assert panel.store.undo_name is None  # it is no part of the document


@pytest.mark.parametrize(
    ("name", "text"), [("query", "70000"), ("first", "x"), ("d_k", "0"), ("d_k", "2.5"), ("second", "1e9")]
)
def test_what_can_not_be_tried_is_said(panel: PrecisionPanel, name: str, text: str) -> None:
    type_into(panel.half.fields[name], text)
    assert panel.store.view.message
    assert panel.store.view.trial == Trial()
    assert panel.half.fields[name].text() in ("40", "39", "64")


def test_scores_at_the_limits_are_offered(panel: PrecisionPanel) -> None:
    offered = {made.text(): made for made in panel.softmax.findChildren(QToolButton)}
    offered["710"].click()
    assert panel.store.view.trial.scores == (710.0, 709.0)
    assert "NaN: ∞ ÷ ∞" in cells(panel)
    offered["88"].click()
    assert not any(text.startswith("NaN") for text in cells(panel)[cells(panel).index("naive, float32") :])


def test_a_screen_reader_hears_tables_and_sentences(panel: PrecisionPanel) -> None:
    table = panel.half.table.accessibleDescription().splitlines()
    assert table[1] == "float16, ÷ after: q·k₁  q·k₂ ∞  ∞; ÷ √d_k ∞  ∞; weights NaN: ∞ − ∞ (lost)"
    assert panel.half.accessibleDescription() == panel.half.sentence.text()


def test_a_figure_has_the_numbers_in_words(qtbot: QtBot) -> None:
    panel = make(qtbot, View(is_figure=True))
    assert not panel.half.controls.isVisible()
    assert panel.half.entries.text() == "every entry of q is 40, of k₁ 40, of k₂ 39; d_k = 64"
    assert panel.softmax.entries.text() == "scores 1,000 and 999"


@pytest.mark.parametrize(("width", "scale"), [(1150, 1.0), (980, 1.0), (956, 2.0), (939, 2.5), (400, 1.0)])
def test_nothing_is_cut(qtbot: QtBot, width: int, scale: float) -> None:
    panel = make(qtbot, replace(View(), text_scale=scale), width)
    panel.window().resize(width, panel.minimumSizeHint().height())
    for _ in range(3):
        QApplication.processEvents()
    panel.window().resize(width, panel.minimumSizeHint().height())
    QApplication.processEvents()
    for half in (panel.half, panel.softmax):
        assert panel.rect().contains(half.geometry())
        for label in half.table.findChildren(QLabel):
            assert label.width() >= label.sizeHint().width()
        assert half.sentence.height() >= half.sentence.heightForWidth(half.sentence.width())
