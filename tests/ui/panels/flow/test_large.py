"""One matrix in a window of its own: all numbers, live, and the same edits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document
from attnstudio.model.edits import set_positions, set_rule
from attnstudio.model.projecting import make_free, make_projected, set_heads
from attnstudio.state.snapshot import Picked
from attnstudio.state.store import Store
from attnstudio.study.scenes import load
from attnstudio.ui import fonts
from attnstudio.ui.panels.flow.content import NodeId, flow_of
from attnstudio.ui.panels.flow.large import LargePanel, StationModel, _title
from attnstudio.ui.panels.flow.panel import FlowPanel
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from tests import samples

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
EDITABLE = Qt.ItemFlag.ItemIsEditable


def large(qtbot: QtBot, node: NodeId, document: Document) -> LargePanel:
    fonts.register_fonts()
    made = LargePanel(Store(document), node)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    QApplication.processEvents()
    return made


def test_rows_and_columns_have_their_names_and_sums(qtbot: QtBot) -> None:
    model = large(qtbot, "weights", set_rule(samples.two_meanings(), "causal")).model
    assert [model.headerData(row, DOWN) for row in range(6)] == list(samples.WORDS)
    assert [model.headerData(column, ACROSS) for column in range(7)] == [*samples.WORDS, "Σ"]
    assert model.data(model.index(5, 2)) == "0.4471"
    assert model.data(model.index(0, 1)) == "0"
    assert model.data(model.index(2, 6)) == "1.0000"
    assert not model.flags(model.index(5, 2)) & EDITABLE


def test_inputs_are_typed_and_results_follow(qtbot: QtBot) -> None:
    panel = large(qtbot, "x", samples.two_meanings())
    model, store = panel.model, panel.store
    assert model.flags(model.index(2, 0)) & EDITABLE
    assert model.data(model.index(2, 0), Qt.ItemDataRole.EditRole) == "2"
    assert model.setData(model.index(2, 0), "1/4")
    assert store.trace.values[0, 2, 0] == 0.25
    assert model.data(model.index(2, 0)) == "0.2500"
    assert not model.setData(model.index(2, 0), "1/4")  # nothing new
    assert not model.setData(model.index(2, 0), "much")
    assert "not a number" in panel.said.text()
    assert len(store.history.done) == 1


@pytest.mark.parametrize("node", ["q", "k", "v"])
def test_free_vectors_can_be_typed(node: NodeId, qtbot: QtBot) -> None:
    panel = large(qtbot, node, make_free(samples.two_meanings()))
    assert panel.model.setData(panel.model.index(0, 1), "−0.5")
    assert panel.model.data(panel.model.index(0, 1)) == "−0.5000"


def test_the_cell_that_is_walked_to_is_picked(qtbot: QtBot) -> None:
    panel = large(qtbot, "scores", samples.two_meanings())
    panel.view.setCurrentIndex(panel.model.index(3, 1))
    assert panel.store.view.picked == Picked("scores", 3, 1)


def test_a_matrix_that_goes_says_so(qtbot: QtBot) -> None:
    panel = large(qtbot, "w_o", set_heads(samples.two_meanings(), 2))
    panel.store.apply("1 head", lambda document: set_heads(document, 1))
    assert "not part of the flow" in panel.said.text()
    assert not panel.view.isEnabled()
    panel.store.undo()
    assert panel.view.isEnabled()


def test_queries_can_be_typed_once_they_are_free(qtbot: QtBot) -> None:
    panel = large(qtbot, "q", make_projected(samples.bank()))
    cell = panel.model.index(5, 0)
    assert not panel.model.flags(cell) & EDITABLE
    panel.store.apply("Free", make_free)
    assert panel.model.flags(cell) & EDITABLE
    assert panel.said.text().startswith("Type into a cell")
    assert panel.model.setData(cell, "0.5")
    turned = replace(panel.store.document.positions, kind="rope")
    panel.store.apply("Turn", lambda document: set_positions(document, turned))
    assert panel.model.station.name == "Q turned"
    assert not panel.model.flags(cell) & EDITABLE


def test_columns_have_the_names_of_their_words(qtbot: QtBot) -> None:
    document = samples.crossing()
    model = large(qtbot, "scores", document)
    renamed = replace(document.passages[0], cross_tokens=samples.tokens("d", "e", "f", first=3))
    model.store.apply("Rename", lambda document: replace(document, passages=(renamed,)))
    assert [model.model.headerData(column, ACROSS) for column in range(3)] == ["d", "e", "f"]


def test_what_is_typed_into_a_matrix_that_goes_goes_with_it(qtbot: QtBot) -> None:
    panel = large(qtbot, "w_o", set_heads(samples.two_meanings(), 2))
    panel.activateWindow()
    panel.view.edit(panel.model.index(0, 0))
    field = panel.view.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.setText("7")
    panel.store.apply("1 head", lambda document: set_heads(document, 1))
    panel.store.undo()
    assert panel.store.undo_name is None
    assert panel.model.data(panel.model.index(0, 0)) == "0.5000"


def test_a_change_asks_only_for_what_is_in_sight(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[int, int]] = set()

    def data(model: StationModel, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        asked.add((index.row(), index.column()))
        return given(model, index, role)

    given = StationModel.data
    monkeypatch.setattr(StationModel, "data", data)  # before Qt looks it up
    panel = large(qtbot, "w_q", load("real-words")[0])
    asked.clear()
    assert panel.model.setData(panel.model.index(0, 0), "0.5")
    QApplication.processEvents()
    assert (0, 0) in asked
    assert 1 < len(asked) < 250  # of 50 × 50


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_number_has_room(scale: float, qtbot: QtBot) -> None:
    panel = large(qtbot, "w_o", set_heads(samples.two_meanings(), 2))
    panel.store.set_view(text_scale=scale)
    view, model = panel.view, panel.model
    assert model.setData(model.index(0, 1), "-12345.678")
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            assert view.sizeHintForIndex(model.index(row, column)).width() <= view.columnWidth(column)
        assert view.sizeHintForRow(row) <= view.rowHeight(row)
    panel = large(qtbot, "weights", set_rule(samples.of_words("deposited", "money"), "causal"))
    words = panel.view.horizontalHeader()
    assert all(words.sectionSizeHint(column) <= panel.view.columnWidth(column) for column in range(3))


def test_a_matrix_without_a_plane_is_typed_large(qtbot: QtBot) -> None:
    panel = large(qtbot, "w_k", samples.projected())
    panel.store.set_look(head=1)
    assert panel.title.text() == "W_K: makes the keys, head 2, (3 × 2)"
    assert panel.model.setData(panel.model.index(2, 0), "0.5")
    projection = panel.store.document.projection
    assert projection is not None
    assert projection.w_k[1][2] == (0.5, -1.0)
    assert panel.store.undo_name == "Change W_K"


def test_its_plane_opens_it(qtbot: QtBot) -> None:
    fonts.register_fonts()
    flow = FlowPanel(Store(samples.projected()))
    qtbot.addWidget(flow)
    flow.show()
    part = next(part for part in flow.parts() if part.name == "W_V")
    assert part.press is not None
    part.press()
    opened = flow.findChild(Enlarged)
    assert isinstance(opened, Enlarged)
    assert isinstance(opened.panel, LargePanel)
    assert opened.panel.node == "w_v"
    opened.close()


def test_titles_say_a_name_once_and_need_no_rare_sign(qapp: QApplication) -> None:
    stations = flow_of(Store(samples.two_meanings()).now).stations
    assert [_title(stations[node]) for node in ("x", "q", "scores", "weights", "output")] == [
        "X, (6 × 2)",
        "Q: queries, (6 × 2)",
        "Scores, (6 × 6)",
        "softmax: weights, (6 × 6)",
        "Output, (6 × 2)",
    ]
