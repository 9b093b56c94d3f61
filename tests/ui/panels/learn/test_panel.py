"""The panel Learn: its timer, its controls by mouse and by key, what it shows and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from attnstudio.model import projecting
from attnstudio.model.document import Document, Embedding, Look
from attnstudio.model.settings import GOALS, Goal, ScoreSettings, Wrong
from attnstudio.state import learner
from attnstudio.state.runs import Run
from attnstudio.state.snapshot import View
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.learn import panel as learn
from attnstudio.ui.panels.learn.content import GOAL_NAMES
from attnstudio.ui.panels.learn.controls import place_of, rate_at
from attnstudio.ui.panels.learn.curve import CurveView, axes_of, fitted
from attnstudio.ui.panels.learn.goal import summary
from attnstudio.ui.panels.learn.panel import LearnPanel
from tests.learnable import BANK, asked, document_of
from tests.samples import bank, of_words, two_meanings
from tests.ui.panels.framed import LEFT, NONE, Framed

PLAIN = View()


class Bench(Framed[LearnPanel]):
    def run(self) -> Run:
        assert self.store.view.run is not None
        return self.store.view.run

    def ticks(self, count: int) -> None:
        """As the timer would."""
        for _ in range(count):
            learner.tick(self.store)

    def learn(self, count: int) -> None:
        self.panel.controls.run.click()
        self.ticks(count)
        if learner.is_running(self.store):
            self.panel.controls.run.click()

    def type(self, field: QLineEdit, text: str) -> None:
        field.setFocus()
        field.selectAll()
        for letter in text:
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_0, Qt.KeyboardModifier.NoModifier, letter)
            QApplication.sendEvent(field, event)
        self.key(field, Qt.Key.Key_Return)

    def press_curve(self, x: float, kind: QEvent.Type = QEvent.Type.MouseButtonPress) -> None:
        curve = self.panel.curve
        at = QPointF(x, curve.plot.center().y())
        held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
        button = NONE if kind == QEvent.Type.MouseMove else LEFT
        self.mouse(curve, kind, at, button, held)

    def part(self, name: str) -> Part:
        return next(part for part in self.panel.parts() if part.name == name)


Make = Callable[..., Bench]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        goal: Goal = "meanings",
        seed: int = 0,
        rate: float = 0.1,
        view: View = PLAIN,
        size: tuple[int, int] = (503, 290),
        look: Look = BANK,
    ) -> Bench:
        document = document or asked(two_meanings(), goal, seed, rate)[0]
        return Bench(qtbot, LearnPanel, document, look, view, size)

    return made


# --- running


def test_the_timer_makes_one_step_after_the_other(make: Make, qtbot: QtBot) -> None:
    bench = make()
    bench.panel.controls.run.click()
    qtbot.waitUntil(lambda: bench.run().step >= 5, timeout=5000)
    bench.panel.controls.run.click()
    there = bench.run().step
    qtbot.wait(60)
    assert bench.run().step == there
    assert bench.panel.controls.run.text() == "▶ Learn"


def test_the_button_says_what_it_will_do(make: Make) -> None:
    bench = make()
    run = bench.panel.controls.run
    assert (run.text(), run.accessibleName()) == ("▶ Learn", "Learn")
    wide = run.width()
    run.click()
    assert (run.text(), run.accessibleName()) == ("Pause", "Pause")
    assert run.width() == wide
    run.click()


def test_out_of_sight_nothing_is_learned(make: Make, qtbot: QtBot) -> None:
    bench = make()
    bench.panel.controls.run.click()
    bench.window.hide()
    assert not learner.is_running(bench.store)
    there = bench.store.document
    qtbot.wait(50)
    assert bench.store.document is there


def test_an_undo_stops_the_timer(make: Make, qtbot: QtBot) -> None:
    bench = make()
    before = bench.store.document
    bench.panel.controls.run.click()
    qtbot.waitUntil(lambda: bench.run().step >= 3, timeout=5000)
    bench.store.undo()
    assert bench.store.document is before
    qtbot.wait(60)
    assert bench.store.document is before
    assert bench.panel.controls.run.text() == "▶ Learn"


def test_every_deed_is_on_the_keyboard(make: Make) -> None:
    bench = make()
    bench.window.activateWindow()
    bench.panel.take_keyboard()
    assert bench.panel.controls.run.hasFocus()
    bench.key(bench.panel.controls.one, Qt.Key.Key_Space)
    bench.key(bench.panel.controls.one, Qt.Key.Key_Space)
    assert bench.run().step == 2
    slider = bench.panel.steps.slider
    bench.key(slider, Qt.Key.Key_Home)
    assert bench.run().step == 0
    bench.key(slider, Qt.Key.Key_Right)
    assert bench.run().step == 1
    bench.key(slider, Qt.Key.Key_End)
    assert bench.run().step == 2
    assert len(bench.store.history.done) == 1
    bench.key(bench.panel.controls.reset, Qt.Key.Key_Space)
    assert bench.store.view.run is None


def test_tab_goes_from_left_to_right(make: Make) -> None:
    bench = make()
    bench.learn(3)
    bench.window.activateWindow()
    bench.panel.goal_link.setFocus()
    seen = []
    for _ in range(12):
        at = QApplication.focusWidget()
        if at is None or at in seen:
            break
        seen.append(at)
        bench.panel.focusNextPrevChild(True)
    controls = bench.panel.controls
    wanted = [controls.run, controls.one, controls.reset, controls.rate, controls.rate_field, controls.seed]
    places = [seen.index(widget) for widget in wanted]
    assert places == sorted(places)


# --- the rate, the seed, the goal


@pytest.mark.parametrize("rate", [0.001, 0.01, 0.1, 0.5, 1.0, 10.0])
def test_the_slider_has_every_usual_rate(rate: float) -> None:
    assert rate_at(place_of(rate)) == pytest.approx(rate, rel=0.06)
    assert place_of(1e9) == place_of(10.0)
    assert place_of(1e-9) == 0


def test_the_rate_is_set_by_slider_and_by_number(make: Make) -> None:
    bench = make()
    bench.key(bench.panel.controls.rate, Qt.Key.Key_Right)
    assert bench.store.document.learning.rate == 0.11
    bench.type(bench.panel.controls.rate_field, "0.25")
    assert bench.store.document.learning.rate == 0.25
    assert bench.panel.controls.rate.value() == place_of(0.25)
    bench.type(bench.panel.controls.rate_field, "0")
    assert bench.store.view.message == "A learning rate is more than 0 and at most a million."
    assert bench.store.document.learning.rate == 0.25


def test_a_seed_is_typed(make: Make) -> None:
    bench = make()
    bench.type(bench.panel.controls.seed, "7")
    assert bench.store.document.learning.seed == 7
    bench.type(bench.panel.controls.seed, "0.5")
    assert "whole number" in bench.store.view.message
    assert bench.panel.controls.run.toolTip() == "<span>Begins at matrices drawn by seed 7.</span>"


def test_another_rate_pauses(make: Make) -> None:
    bench = make()
    bench.panel.controls.run.click()
    bench.ticks(3)
    bench.key(bench.panel.controls.rate, Qt.Key.Key_Right)
    assert not learner.is_running(bench.store)
    assert not bench.panel.steps.slider.isEnabled()
    assert "undo takes it back" in bench.panel.steps.slider.accessibleDescription()
    bench.store.undo()
    assert bench.panel.steps.slider.isEnabled()


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_comes_with_a_rate_that_goes_down(make: Make, goal: Goal) -> None:
    bench = make(goal="lean" if goal == "meanings" else "meanings")
    next(action for action in bench.panel.menu.actions() if action.text() == GOAL_NAMES[goal]).trigger()
    assert bench.store.document.learning.goal == goal
    assert bench.store.undo_name == "Choose the goal"
    learner.learn(bench.store)  # what is reached at once waits to be asked again
    bench.learn(6)
    losses = bench.run().losses
    assert list(losses) == sorted(losses, reverse=True)


# --- the steps


def test_the_curve_takes_the_hand_to_any_step(make: Make) -> None:
    bench = make()
    bench.learn(15)
    axes = axes_of(bench.run(), bench.panel.curve.plot)
    bench.press_curve(axes.x(4))
    assert bench.run().step == 4
    bench.press_curve(axes.x(9), QEvent.Type.MouseMove)
    assert bench.run().step == 9
    bench.press_curve(axes.x(axes.steps), QEvent.Type.MouseMove)
    assert bench.run().step == 15
    bench.press_curve(axes.x(15), QEvent.Type.MouseButtonRelease)
    assert len(bench.store.history.done) == 1
    assert bench.panel.steps.told.text == "step 15 of 15"


def test_dragging_the_slider_is_no_step_of_the_history(make: Make) -> None:
    bench = make()
    bench.learn(15)
    slider = bench.panel.steps.slider
    slider.setSliderDown(True)
    for place in (12, 3, 8):
        slider.setSliderPosition(place)
        assert bench.run().step == place
    slider.setSliderDown(False)
    assert bench.store.gesture is None
    assert len(bench.store.history.done) == 1


def test_a_press_between_two_far_steps_goes_to_the_nearer(make: Make) -> None:
    bench = make()
    bench.learn(2)
    slider = bench.panel.steps.slider
    left, right = slider.ends()
    assert right - left > 4 * slider.handle().width()
    at = QPointF(left + (right - left) * 0.3, slider.height() / 2)
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        held = Qt.MouseButton.LeftButton if kind == QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(
            slider, QMouseEvent(kind, at, slider.mapToGlobal(at), Qt.MouseButton.LeftButton, held, none)
        )
    assert bench.run().step == 1
    assert not slider.isSliderDown()
    assert len(bench.store.history.done) == 1


def test_a_curve_from_before_is_still_there_to_read(make: Make) -> None:
    bench = make()
    bench.learn(8)
    there = bench.run()
    bench.store.apply("Move x", lambda document: projecting.move_x(document, 3, (1.0, 1.0)))
    assert bench.panel.curve.run is not None
    assert bench.panel.curve.run.losses == there.losses
    assert bench.panel.curve.words == learn._ELSEWHERE
    bench.press_curve(axes_of(there, bench.panel.curve.plot).x(2))
    assert bench.run().step == 8  # nowhere to go


# --- what is shown and said


def test_the_goals_numbers_are_those_of_the_weights(make: Make) -> None:
    bench = make()
    assert [(aim.name, aim.text) for aim in bench.panel.goal.aims] == [
        ("bank → money", "0.447"),
        ("bank → river", "0.480"),
    ]
    bench.learn(60)
    assert all(aim.is_reached for aim in bench.panel.goal.aims)
    assert bench.part("bank → money in A").value == "0.802, reached"
    assert bench.panel.curve.words == "Reached at step 39: press Learn again to go further."
    assert bench.part("Loss").value.startswith("0.185 at step 39 of 39.")


def test_dragging_a_matrix_moves_the_goals_numbers(make: Make) -> None:
    """So that the person can do by hand what Learn does."""
    bench = make()
    before = bench.panel.goal.aims
    gradient = bench.panel.w_k.gradient
    bench.store.begin("Move e₁ of W_K")
    bench.store.preview(lambda document: projecting.move_basis(document, "w_k", 0, 0, (2.0, 0.5)))
    assert bench.panel.goal.aims != before
    assert bench.panel.w_k.gradient is not gradient
    bench.store.cancel()
    assert bench.panel.goal.aims == before


def test_a_lean_shows_w_v_and_w_o(make: Make) -> None:
    bench = make(goal="lean", size=(600, 320))
    bench.learn(3)
    panel = bench.panel
    assert panel.w_v.isVisibleTo(panel)
    assert panel.w_o.isVisibleTo(panel)
    assert not panel.w_q.isVisibleTo(panel)
    assert panel.w_o.gradient is not None
    assert bench.part("Goal").value.endswith("learned by W_V, W_O")


def test_many_aims_become_bars_and_a_sum(make: Make) -> None:
    bench = make(goal="previous")
    told = summary(bench.panel.goal.aims)
    assert told.startswith("0 of 12 reached, least ")
    assert told.endswith(" → the <0.001")
    bench.learn(100)
    assert summary(bench.panel.goal.aims) == "all 12 reached ✓"
    names = [part.name for part in bench.panel.parts()]
    assert len(names) == len(set(names))
    assert "the → at in A" in names


@pytest.mark.parametrize(
    ("document", "cure", "sentence"),
    [
        (projecting.make_free(two_meanings()), "make it from x", "no matrix makes them"),
        (bank(), "make it from x", "no matrix makes them"),
        (
            replace(two_meanings(), settings=ScoreSettings(cosine=True)),
            "compare by dot products",
            "dot products",
        ),
        (replace(two_meanings(), settings=ScoreSettings(temperature=0.0)), "set temperature 1", "no slope"),
        (replace(two_meanings(), wrong=Wrong(skips_softmax=True)), "do it rightly", "on purpose"),
    ],
)
def test_what_is_in_the_way_says_so_and_can_be_mended(
    make: Make, document: Document, cure: str, sentence: str
) -> None:
    bench = make(document)
    assert sentence in bench.panel.curve.words
    assert not bench.panel.controls.run.isEnabled()
    assert sentence in bench.panel.controls.run.accessibleDescription()
    assert bench.panel.cure.isVisibleTo(bench.panel)
    assert bench.panel.cure.text() == cure
    bench.panel.cure.click()
    assert not bench.panel.cure.isVisibleTo(bench.panel)
    assert bench.panel.controls.run.isEnabled()
    bench.panel.controls.one.click()
    assert bench.run().step == 1


def test_why_a_goal_is_out_of_reach_is_said_before_one_tries(make: Make, qtbot: QtBot) -> None:
    x = ((3.0, 0.0), (0.0, -1.0), (2.0, 0.0), (0.5, -2.0), (1.0, 0.0), (0.6, -0.6))
    document = asked(two_meanings(), "meanings")[0]
    passage = replace(document.passages[0], embedding=Embedding(x))
    bench = make(replace(document, passages=(passage,)))
    qtbot.waitUntil(lambda: "can never win alone" in bench.panel.curve.words, timeout=5000)
    assert "can never win alone" in bench.part("Loss").value


def test_progress_is_spoken_at_most_once_a_second(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = make()
    said: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda widget, text: said.append(text))
    bench.learn(60)
    assert said[-1] == "Reached at step 39: press Learn again to go further."
    assert 2 <= len(said) <= 4  # forty steps take well under a second or two
    assert said[0].startswith("Step ")


def test_a_figure_has_no_controls(make: Make) -> None:
    bench = make(view=View(is_figure=True))
    panel = bench.panel
    for widget in (panel.controls, panel.steps, panel.goal_link, panel.cure):
        assert not widget.isVisibleTo(panel)
    assert panel.curve.isVisibleTo(panel)


@pytest.mark.parametrize("count", [0, 1, 64])
@pytest.mark.parametrize("goal", GOALS)
def test_any_number_of_words_is_shown(make: Make, count: int, goal: Goal) -> None:
    document = of_words(*(f"word{number}" for number in range(count)))
    if count:
        document = projecting.make_projected(document)
    look = Look(query=count, marked=frozenset({1}))
    bench = make(asked(document, goal)[0], look=look)
    bench.panel.grab()
    if not count:
        assert bench.panel.curve.words.startswith("These vectors are free: no matrix makes them")
        assert not bench.panel.goal.aims
        return
    moved = "W_V and W_O" if goal == "lean" else "W_Q and W_K"
    assert bench.panel.curve.words.startswith(f"Learn moves {moved} down the loss")
    assert len(bench.panel.goal.aims) == (count if goal in ("previous", "first") else 1)
    bench.panel.controls.one.click()
    bench.panel.grab()
    assert bench.panel.parts()


def test_fifty_dimensions_are_learned_too(make: Make) -> None:
    document, _ = asked(document_of("word vectors"), "meanings")
    bench = make(document)
    bench.learn(20)
    assert all(aim.is_reached for aim in bench.panel.goal.aims)
    bench.panel.grab()


# --- sizes


@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("goal", ["meanings", "previous"])
def test_nothing_overlaps_at_the_least_size(make: Make, scale: float, theme: str, goal: Goal) -> None:
    bench = make(goal=goal, view=View(theme=theme, text_scale=scale), size=(300, 200))
    bench.learn(4)
    QApplication.processEvents()
    panel = bench.panel
    panel.resize(panel.minimumSizeHint())
    QApplication.processEvents()
    panel.resize(max(panel.width(), panel.minimumSizeHint().width()), panel.minimumSizeHint().height())
    QApplication.processEvents()
    shown = [panel.title, panel.goal_link, panel.goal, panel.curve, panel.steps, panel.controls]
    shown += [plane for plane in (*panel.planes, panel.w_o) if plane.isVisibleTo(panel)]
    places = [QRect(widget.mapTo(panel, QPoint(0, 0)), widget.size()) for widget in shown]
    for number, place in enumerate(places):
        assert panel.rect().contains(place), shown[number]
        assert not any(place.intersects(other) for other in places[number + 1 :]), shown[number]


def test_planes_step_aside_where_there_is_no_room(make: Make) -> None:
    narrow = make(size=(300, 240)).panel
    assert not narrow.w_q.isVisibleTo(narrow)
    wide = make(size=(560, 300)).panel
    assert wide.w_q.isVisibleTo(wide)
    assert wide.w_k.isVisibleTo(wide)


def test_text_that_is_too_long_ends_in_a_word() -> None:
    words = "one two three four five six"
    assert fitted(words, 100, 9, len) == words
    assert fitted(words, 8, 2, len) == "one two three…"
    assert fitted("overlong", 3, 1, len) == "overlong"


# --- the command


def test_the_command_learns_where_it_can_be_seen(window: MainWindow, qtbot: QtBot) -> None:
    window.store.open(asked(two_meanings(), "meanings")[0], BANK)
    window.actions_by_id["learn"].trigger()
    assert window.store.look.workspace == "context"
    qtbot.waitUntil(
        lambda: window.store.view.run is not None and window.store.view.run.step > 2, timeout=8000
    )
    window.actions_by_id["learn"].trigger()
    assert not learner.is_running(window.store)
    window.actions_by_id["undo"].trigger()
    assert window.store.document == asked(two_meanings(), "meanings")[0]


def test_another_workspace_pauses(window: MainWindow, qtbot: QtBot) -> None:
    window.store.open(asked(two_meanings(), "meanings", rate=1e-4)[0], replace(BANK, workspace="context"))
    qtbot.waitUntil(lambda: "learn" in window.panels, timeout=8000)
    window.actions_by_id["learn"].trigger()
    assert learner.is_running(window.store)
    window.actions_by_id["go-vectors"].trigger()
    qtbot.waitUntil(lambda: not learner.is_running(window.store), timeout=8000)


def is_hidden(curve: CurveView) -> bool:
    return curve.run is None


def test_what_is_to_be_predicted_is_not_told_here(make: Make) -> None:
    bench = make()
    learner.one_step(bench.store)
    assert any(character.isdigit() for aim in bench.panel.goal.aims for character in aim.text)
    assert not is_hidden(bench.panel.curve)
    assert bench.panel.w_q.gradient is not None
    bench.store.set_look(predicting=True)
    aims = bench.panel.goal.aims
    assert aims
    assert all(aim.text == "?" and not aim.is_reached for aim in aims)
    assert summary(aims) == "hidden until you press Now show"
    told = [part.value for part in bench.panel.parts() if str(part.name).startswith("bank →")]
    assert told == ["hidden until you press Now show"] * len(aims)
    first = "First say in the sentences what bank should look at, then press Now show."
    curve = bench.panel.curve
    assert curve.words == first
    assert is_hidden(curve)
    assert next(part.value for part in bench.panel.parts() if part.name == "Loss") == first
    assert all(plane.gradient is None for plane in bench.panel.planes)
    bench.store.set_look(predicting=False)
    assert all(aim.text != "?" for aim in bench.panel.goal.aims)
