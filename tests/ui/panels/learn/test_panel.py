"""The panel Learn: its timer, its keys, what it shows and what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model import projecting
from attnstudio.model.document import Document, Embedding, Look
from attnstudio.model.settings import GOALS, Goal, ScoreSettings, Wrong
from attnstudio.state import learner
from attnstudio.state.snapshot import View
from attnstudio.ui import accessible
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.learn.curve import CurveView, fitted
from attnstudio.ui.panels.learn.goal import summary
from tests.learnable import BANK, asked, document_of
from tests.samples import bank, of_words, two_meanings
from tests.ui.panels.learn.bench import Make

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
