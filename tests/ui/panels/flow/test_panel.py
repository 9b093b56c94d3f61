"""The flow in a window: real mouse and key events, linked marks, Play, and what a screen reader hears."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.model.edits import set_rule, set_wrong
from attnstudio.model.projecting import make_free, set_heads, set_preset, set_x
from attnstudio.model.retype import retype_sentence
from attnstudio.state.snapshot import Picked, View
from attnstudio.state.store import Store
from attnstudio.study.lexicon import placement
from attnstudio.ui import fonts
from attnstudio.ui.panels.flow.content import NodeId
from attnstudio.ui.panels.flow.hand import NodeHand
from attnstudio.ui.panels.flow.large import LargePanel
from attnstudio.ui.panels.flow.panel import FlowPanel
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from tests import samples

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT, NO = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
BANK, MONEY = 6, 3


class Bench:
    def __init__(self, document: Document, view: View, size: tuple[int, int]) -> None:
        fonts.register_fonts()
        self.store = Store(document, Look(query=BANK), view)
        self.panel = FlowPanel(self.store)
        self.panel.resize(*size)
        self.panel.show()
        self.panel.activateWindow()
        QApplication.processEvents()

    def station(self, node: NodeId) -> NodeHand:
        return self.panel.stations[node]

    def at(self, node: NodeId, row: int, column: int) -> QPointF:
        place = self.station(node).place
        assert place is not None
        return QPointF(place.cells.cell(row, column).center())

    def title(self, node: NodeId) -> QPointF:
        place = self.station(node).place
        assert place is not None
        return QPointF(place.cells.xs[0] + 4, 8)

    def mouse(
        self,
        node: NodeId,
        kind: QEvent.Type,
        at: QPointF,
        held: Qt.MouseButton = LEFT,
        button: Qt.MouseButton = LEFT,
        keys: Qt.KeyboardModifier = NONE,
    ) -> None:
        view = self.station(node)
        event = QMouseEvent(kind, at, QPointF(view.mapToGlobal(at)), button, held, keys)
        QApplication.sendEvent(view, event)

    def press(self, node: NodeId, at: QPointF) -> None:
        self.mouse(node, QEvent.Type.MouseButtonPress, at)

    def move(self, node: NodeId, at: QPointF, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(node, QEvent.Type.MouseMove, at, held=held, button=NO)

    def release(self, node: NodeId, at: QPointF) -> None:
        self.mouse(node, QEvent.Type.MouseButtonRelease, at, held=NO)

    def click(self, node: NodeId, at: QPointF) -> None:
        self.press(node, at)
        self.release(node, at)

    def double_click(self, node: NodeId, at: QPointF) -> None:
        self.click(node, at)
        self.mouse(node, QEvent.Type.MouseButtonDblClick, at)
        self.release(node, at)

    def key(self, node: NodeId, key: Qt.Key, keys: Qt.KeyboardModifier = NONE, text: str = "") -> None:
        QApplication.sendEvent(self.station(node), QKeyEvent(QEvent.Type.KeyPress, key, keys, text))

    def field_is_open(self) -> bool:
        return self.panel.typing is not None

    def picture(self, node: NodeId) -> bytes:
        image = self.station(node).grab().toImage()
        return bytes(image.constBits())


class Recorder(QObject):
    """Which stations were painted."""

    def __init__(self, view: NodeHand, painted: list[NodeId]) -> None:
        super().__init__(view)
        self._view, self._painted = view, painted
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._painted.append(self._view.id)
        return False


Make = Callable[..., Bench]


@pytest.fixture
def bench(qtbot: QtBot) -> Make:
    def make(
        document: Document | None = None, view: View | None = None, size: tuple[int, int] = (1180, 440)
    ) -> Bench:
        made = Bench(document or set_rule(samples.two_meanings(), "causal"), view or View(), size)
        qtbot.addWidget(made.panel)
        return made

    return make


# --- picking and pointing


def test_a_click_picks_a_cell_and_changes_nothing(bench: Make) -> None:
    made = bench()
    start = made.store.document
    for node in ("x", "q", "scores", "weights", "output"):
        made.click(node, made.at(node, 2, 1))
        assert made.store.view.picked == Picked(node, 2, 1)
    assert made.store.document is start
    assert not made.store.history.done


def test_pointing_links_token_and_step_both_ways(bench: Make) -> None:
    made = bench()
    made.move("scaled", made.at("scaled", 4, 2), held=NO)
    assert (made.store.view.hover_token, made.store.view.hover_step) == (MONEY, "scale")
    made.move("q", made.at("q", 5, 0), held=NO)
    assert (made.store.view.hover_token, made.store.view.hover_step) == (BANK, None)
    QApplication.sendEvent(made.station("q"), QEvent(QEvent.Type.Leave))
    assert (made.store.view.hover_token, made.store.view.hover_step) == (None, None)
    before = made.picture("weights"), made.picture("k")
    made.store.set_view(hover_token=MONEY)
    assert (made.picture("weights"), made.picture("k")) != before
    before_step = made.picture("output")
    made.store.set_view(hover_token=None, hover_step="mix")
    assert made.picture("output") != before_step


def test_a_word_before_its_row_asks(bench: Make) -> None:
    made = bench()
    place = made.station("x").place
    assert place is not None
    made.click("x", QPointF(place.cells.xs[0] - 20, place.cells.cell(2, 0).center().y()))
    assert made.store.look.query == MONEY


# --- changing inputs


def test_a_drag_up_changes_x_and_what_follows_in_the_same_frame(bench: Make) -> None:
    made = bench()
    nodes: tuple[NodeId, ...] = ("x", "q", "k", "v", "scores", "weights", "output")
    pictures = {node: made.picture(node) for node in nodes}
    at = made.at("x", 2, 1)
    made.press("x", at)
    for step in range(1, 11):
        made.move("x", at - QPointF(0.0, 5.0 * step))
    embedding = made.store.now.passage.embedding
    assert embedding is not None
    assert embedding.x[2] == (2.0, 1.0)
    for node, before in pictures.items():
        assert made.picture(node) != before, node
    made.release("x", at - QPointF(0.0, 50.0))
    assert [entry.name for entry in made.store.history.done] == ["Change x of “money”"]


@pytest.mark.parametrize("how", ["escape", "right"])
def test_a_drag_is_put_back(bench: Make, how: str) -> None:
    made = bench()
    start, at = made.store.document, made.at("x", 0, 0)
    made.press("x", at)
    made.move("x", at - QPointF(0.0, 40.0))
    assert made.store.document is not start
    if how == "escape":
        made.key("x", Qt.Key.Key_Escape)
    else:
        made.mouse("x", QEvent.Type.MouseButtonPress, at, LEFT | RIGHT, RIGHT)
    made.move("x", at - QPointF(0.0, 90.0))
    made.release("x", at)
    assert made.store.document is start
    assert not made.store.history.done


@pytest.mark.parametrize("kind", [QEvent.Type.KeyPress, QEvent.Type.KeyRelease])
def test_keys_that_follow_an_undo_are_for_nobody(kind: QEvent.Type, bench: Make) -> None:
    made = bench()
    made.press("x", made.at("x", 2, 0))
    made.move("x", made.at("x", 2, 0) - QPointF(0.0, 30.0))
    made.store.undo()
    before = made.store.document
    QApplication.sendEvent(made.station("x"), QKeyEvent(kind, Qt.Key.Key_Control, NONE))
    assert made.store.document is before


def test_what_is_done_between_press_and_drag_is_not_dragged_over(bench: Make) -> None:
    made = bench()
    at = made.at("x", 5, 1)
    made.press("x", at)
    made.store.apply("Shorter", lambda document: retype_sentence(document, "bank", placement))
    shorter = made.store.document
    made.move("x", at - QPointF(0.0, 30.0))
    made.release("x", at - QPointF(0.0, 30.0))
    assert made.store.document is shorter


def test_a_drag_that_ends_over_the_title_opens_nothing(bench: Make) -> None:
    made = bench()
    made.press("x", made.at("x", 2, 0))
    made.move("x", made.title("x"))
    made.store.undo()
    made.move("x", made.title("x"))
    made.release("x", made.title("x"))
    made.press("scores", QPointF(made.title("scores").x(), 1000.0))
    made.release("scores", made.title("scores"))
    assert not made.panel.findChildren(Enlarged)


def test_results_are_not_dragged(bench: Make) -> None:
    made = bench()
    start, at = made.store.document, made.at("scores", 1, 1)
    made.press("scores", at)
    made.move("scores", at - QPointF(0.0, 60.0))
    made.release("scores", at - QPointF(0.0, 60.0))
    assert made.store.document is start


def test_a_double_click_types_a_number(bench: Make) -> None:
    made = bench()
    made.double_click("x", made.at("x", 2, 0))
    field = made.panel.typing
    assert field is not None
    assert field.text() == "2.00"
    field.setText("1/2")
    field.textEdited.emit("1/2")
    field.setModified(True)
    assert made.store.trace.values[0, 2, 0] == 0.5  # while one types
    field.returnPressed.emit()
    assert not made.field_is_open()
    assert made.store.trace.values[0, 2, 0] == 0.5
    assert len(made.store.history.done) == 1


def test_nonsense_is_refused_in_a_sentence_and_esc_puts_back(bench: Make) -> None:
    made = bench()
    start = made.store.document
    made.station("x").setFocus()
    made.click("x", made.at("x", 2, 0))
    made.key("x", Qt.Key.Key_F2)
    field = made.panel.typing
    assert field is not None
    field.setText("much")
    field.setModified(True)
    field.returnPressed.emit()
    assert "not a number" in made.store.view.message
    assert made.panel.typing is field
    QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, NONE))
    assert not made.field_is_open()
    assert made.store.document is start


def test_free_vectors_can_be_dragged_in_the_flow(bench: Make) -> None:
    made = bench(make_free(samples.two_meanings()))
    assert "x" not in made.panel.stations
    assert all(plane.isHidden() for plane in made.panel.planes.values())
    at = made.at("k", 2, 0)
    made.press("k", at)
    made.move("k", at + QPointF(0.0, 50.0))
    made.release("k", at + QPointF(0.0, 50.0))
    assert made.store.now.passage.heads[0].keys[2] == (1.0, 0.0)


# --- keys


def test_arrow_keys_walk_the_cells_and_enter_opens(bench: Make) -> None:
    made = bench()
    made.station("scores").setFocus(Qt.FocusReason.TabFocusReason)
    made.key("scores", Qt.Key.Key_Right)
    assert made.store.view.picked == Picked("scores", 5, 0)  # the shown query's row
    made.key("scores", Qt.Key.Key_Right)
    made.key("scores", Qt.Key.Key_Up)
    assert made.store.view.picked == Picked("scores", 4, 1)
    made.key("scores", Qt.Key.Key_End)
    assert made.store.view.picked == Picked("scores", 4, 5)
    made.key("scores", Qt.Key.Key_Return)
    large = made.panel.findChild(Enlarged)
    assert isinstance(large, Enlarged)
    assert isinstance(large.panel, LargePanel)
    assert large.panel.node == "scores"
    large.close()


def test_plus_and_minus_push_an_input(bench: Make) -> None:
    made = bench()
    made.click("x", made.at("x", 0, 0))
    made.key("x", Qt.Key.Key_Plus, text="+")
    made.key("x", Qt.Key.Key_Plus, text="+")
    made.key("x", Qt.Key.Key_Minus, Qt.KeyboardModifier.AltModifier, text="-")
    embedding = made.store.now.passage.embedding
    assert embedding is not None
    assert embedding.x[0][0] == pytest.approx(0.44)
    assert len(made.store.history.done) == 1


def test_tab_goes_through_the_stations_in_reading_order(bench: Make) -> None:
    made = bench(size=(1180, 460))
    made.station("x").setFocus(Qt.FocusReason.TabFocusReason)
    names: list[str] = []
    for _ in range(20):
        widget = QApplication.focusWidget()
        assert widget is not None
        if not names or names[-1] != widget.accessibleName():
            names.append(widget.accessibleName())
        QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Tab, NONE))
    order = [name.split(",")[0] for name in names if "cells" in name]
    assert order[:9] == [
        "X",
        "queries",
        "keys",
        "values",
        "scores",
        "scaled: divided by the root of 2",
        "masked scores",
        "weights",
        "output",
    ]
    assert names.index("Set W_V") < names.index("queries, cells")


# --- Play


def test_play_veils_what_is_not_known_yet(bench: Make) -> None:
    made = bench()
    before = {node: made.picture(node) for node in ("scores", "masked", "weights", "output")}
    made.store.set_view(known="mask")
    assert [made.station(node).is_known for node in ("scores", "masked", "weights", "output")] == [
        True,
        True,
        False,
        False,
    ]
    assert made.station("masked").is_present
    assert made.picture("scores") == before["scores"]
    for node in ("masked", "weights", "output"):
        assert made.picture(node) != before[node]
    made.click("weights", made.at("weights", 0, 0))
    assert made.store.view.picked is None  # there is nothing to tell yet
    values = {part.name: part.value for part in made.panel.parts()}
    assert values["softmax, weights"] == "(6 × 6), not yet: normalize"
    assert not any(name.startswith("weights:") for name in values)
    made.store.set_view(known=None)
    assert made.picture("output") == before["output"]


def test_the_sums_and_their_sign_are_not_told_before_the_weights(bench: Make) -> None:
    made = bench()
    place = made.station("weights").place
    assert place is not None
    beside = QRect(
        place.cells.xs[-1] + 4, 0, place.rect.width() - place.cells.xs[-1] - 4, place.rect.height()
    )

    def colours() -> set[int]:
        image = made.station("weights").grab().toImage().copy(beside)
        return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}

    assert len(colours()) > 1
    made.store.set_view(known="match")
    assert len(colours()) == 1


# --- what is shown


def test_the_order_of_a_late_mask_is_shown(bench: Make) -> None:
    made = bench()
    made.store.apply("late", lambda d: set_wrong(d, replace(d.wrong, mask_after_softmax=True)))
    QApplication.processEvents()
    assert "spread" in made.panel.stations
    assert "masked" not in made.panel.stations
    assert made.station("spread").x() < made.station("weights").x()
    made.store.undo()
    assert "masked" in made.panel.stations


def test_heads_can_be_chosen_and_shown(bench: Make) -> None:
    made = bench()
    controls = made.panel.controls
    assert controls.shown.isHidden()
    controls.heads.button_of("3").click()
    assert len(made.store.trace.weights) == 3
    assert not controls.shown.isHidden()
    assert not controls.trap.isHidden()
    controls.shown.button_of("2").click()
    assert made.store.look.head == 1
    assert np.array_equal(made.station("q").station.values, made.store.trace.queries[1])
    controls.trap.click()
    assert made.store.document.wrong.reshapes_heads
    assert controls.trap.text().startswith("wrong")


def test_the_source_of_the_vectors_can_be_switched_and_keeps_the_numbers(bench: Make) -> None:
    made = bench()
    before = made.store.trace.output.copy()
    made.panel.controls.source.click()
    assert made.store.now.passage.heads
    assert np.array_equal(before, made.store.trace.output)
    assert not made.panel.controls.heads.isEnabled()
    made.panel.controls.source.click()
    assert made.store.now.passage.embedding is not None


def test_only_what_changed_is_painted(bench: Make) -> None:
    made = bench()
    painted: list[NodeId] = []
    for view in made.panel.stations.values():
        Recorder(view, painted)
    made.store.apply("x", lambda d: set_x(d, BANK, 0, 0.6))
    QApplication.processEvents()
    assert not painted  # nothing changed
    made.panel.planes["w_q"].setFocus()
    QApplication.processEvents()
    painted.clear()
    QApplication.sendEvent(made.panel.planes["w_q"], QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Up, NONE))
    QApplication.processEvents()
    assert set(painted) == {"q", "scores", "scaled", "masked", "weights", "output"}
    assert len(painted) == len(set(painted))


@pytest.mark.parametrize("count", [0, 1, 64])
def test_any_number_of_words(bench: Make, count: int) -> None:
    made = bench()
    text = " ".join(f"w{number}" for number in range(count))
    made.store.apply("Retype", lambda d: retype_sentence(d, text, placement))
    QApplication.processEvents()
    assert all(view.isHidden() == (count == 0) for view in made.panel.stations.values())
    if count:
        assert made.station("weights").station.values.shape == (count, count)
    assert made.panel.parts() or count == 0
    assert len(made.panel.parts()) < 2500


def test_a_picture_has_no_controls_and_no_hints(bench: Make) -> None:
    made = bench(view=View(is_figure=True))
    assert made.panel.controls.isHidden()
    assert all(plane.link.isHidden() for plane in made.panel.planes.values())
    start = made.store.view
    made.click("x", made.at("x", 0, 0))
    assert made.store.view is start


def test_a_screen_reader_hears_every_cell_and_can_change_inputs(bench: Make) -> None:
    made = bench()
    parts = made.panel.parts()
    names = [part.name for part in parts]
    assert len(names) == len(set(names))
    found = {part.name: part for part in parts}
    assert found["weights: “bank” asks “money”"].value == "0.447"
    assert found["masked scores: “I” asks “bank”"].value == "masked"
    x = found["X: “money”, component 1"]
    assert (x.role, x.value) == ("slider", "2.000")
    assert x.set_number is not None
    x.set_number(1.5)
    assert made.store.trace.values[0, 2, 0] == 1.5
    press = found["weights: “bank” asks “money”"].press
    assert press is not None
    press()
    assert made.store.view.picked == Picked("weights", 5, 2)


def test_two_heads_of_another_passage_are_laid_out_anew(bench: Make) -> None:
    made = bench(set_heads(samples.two_meanings(), 2))
    made.store.set_look(passage=1)
    QApplication.processEvents()
    assert made.station("x").station.rows.names[4] == "river"


@pytest.mark.parametrize("node", ["q", "scores", "scaled", "masked", "weights", "output"])
def test_cells_with_room_show_their_numbers(bench: Make, node: NodeId) -> None:
    made = bench(make_free(samples.two_meanings()), size=(1500, 560))
    place = made.station(node).place
    assert place is not None
    image = made.station(node).grab().toImage().copy(place.cells.cell(1, 1).adjusted(2, 2, -2, -2))
    colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert len(colours) > 3  # letters with soft edges, not one colour


def test_what_is_told_below_follows_the_head_and_the_largest_number(bench: Make) -> None:
    made = bench(set_heads(samples.two_meanings(), 2))
    heads = [below(made.panel)]
    for head in (1, 0):
        made.store.set_look(head=head)
        heads.append(below(made.panel))
    assert heads[0] == heads[2] != heads[1]
    made.store.apply("Zero", lambda document: set_preset(document, "w_q", 0, "zero"))
    assert below(made.panel) != heads[0]


def below(panel: FlowPanel) -> bytes:
    """The picture of the sentence and the legends."""
    image = panel.field.grab().toImage()
    high = panel.theme.px(44)
    return bytes(image.copy(0, image.height() - high, image.width(), high).constBits())
