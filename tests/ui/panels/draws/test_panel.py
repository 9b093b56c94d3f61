"""The controls of the draws: each is one edit, undone by its name, and tells what it can't do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.model.sampling import sample
from attnstudio.model.settings import Sampling
from attnstudio.model.soundness import LARGEST_SEED
from attnstudio.state.snapshot import View
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.draws.controls import whole_number
from attnstudio.ui.panels.draws.panel import DrawsPanel
from attnstudio.ui.sampling.change import change, to
from tests.samples import bank
from tests.ui.panels.framed import Framed

LITTLE = Sampling(d_k=64, draws=300)
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def panel(qtbot: QtBot) -> DrawsPanel:
    return make(qtbot, View())


def make(qtbot: QtBot, view: View, sampling: Sampling = LITTLE, width: int = 1150) -> DrawsPanel:
    document = replace(bank(), sampling=sampling)
    return Framed(qtbot, DrawsPanel, document, Look(), view, (width, 150)).panel


def asked(panel: DrawsPanel) -> Sampling:
    return panel.store.document.sampling


def type_into(field: NumberField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    field.insert(text)
    QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, PLAIN))


def mouse(panel: DrawsPanel, kind: QEvent.Type, x: float, button: Qt.MouseButton) -> None:
    slider = panel.controls.slider
    at = QPointF(x, slider.middle())
    held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
    event = QMouseEvent(kind, at, QPointF(slider.mapToGlobal(at)), button, held, PLAIN)
    QApplication.sendEvent(slider, event)


# --- d_k


def test_a_drag_of_the_slider_is_one_step(panel: DrawsPanel) -> None:
    slider = panel.controls.slider
    x = next(x for x in range(slider.width()) if slider.handle().contains(QPoint(x, slider.height() // 2)))
    x += 3
    mouse(panel, QEvent.Type.MouseButtonPress, x, LEFT)
    assert slider.isSliderDown()
    seen = []
    for far in (20, 60, 100):
        mouse(panel, QEvent.Type.MouseMove, x + far, NONE)
        seen.append(asked(panel).d_k)
    mouse(panel, QEvent.Type.MouseButtonRelease, x + 100, LEFT)
    assert 64 < seen[0] < seen[1] < seen[2]
    assert panel.controls.d_k.text() == str(seen[2])
    panel.store.undo()
    assert asked(panel) == LITTLE
    assert panel.store.undo_name is None


def test_keys_on_the_slider_walk_by_steps_that_all_change_something(panel: DrawsPanel) -> None:
    for which, wanted in ((Qt.Key.Key_Home, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_Right, 3)):
        event = QKeyEvent(QEvent.Type.KeyPress, which, PLAIN)
        QApplication.sendEvent(panel.controls.slider, event)
        assert asked(panel).d_k == wanted
    panel.store.undo()
    assert asked(panel).d_k == 64


# --- fields and choices


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("d_k", "100", 100),
        ("d_k", "4,096", 4096),
        ("keys", "256", 256),
        ("draws", "1,000", 1000),
        ("draws", "100000", 100_000),
        ("seed", "0", 0),
        ("seed", "7", 7),
        ("temperature", "0.5", 0.5),
        ("d_model", "64", 64),
    ],
)
def test_a_number_is_typed(panel: DrawsPanel, name: str, text: str, wanted: float) -> None:
    type_into(getattr(panel.controls, name), text)
    assert getattr(asked(panel), name) == wanted


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("d_k", "0", "D_k, exact: a whole number from 1 to 4,096 is needed."),
        ("d_k", "5000", "D_k, exact: a whole number from 1 to 4,096 is needed."),
        ("keys", "2.5", "Number of keys: a whole number from 1 to 256 is needed."),
        ("draws", "100001", "Number of draws: a whole number from 1 to 100,000 is needed."),
        ("seed", "-1", "Seed: a whole number from 0 to 4,294,967,295 is needed."),
        ("keys", "many", "“many” is not a number; write for example 0.5, −1.25 or 1/3."),
        ("temperature", "0", "sampling.temperature: must be more than 0."),
    ],
)
def test_what_can_not_be_is_said_and_changes_nothing(
    panel: DrawsPanel, name: str, text: str, said: str
) -> None:
    before = panel.store.document
    type_into(getattr(panel.controls, name), text)
    assert panel.store.view.message == said
    assert panel.store.document is before


def test_whole_numbers_are_read_as_people_write_them() -> None:
    assert whole_number("n", 1, 100_000, " 20,000 ") == 20_000
    assert whole_number("n", 1, 100_000, "20 000") == 20_000
    with pytest.raises(Refused):
        whole_number("n", 1, 10, "")
    assert whole_number("seed", 0, 10**7, "1,234,567") == 1_234_567


@pytest.mark.parametrize("text", ["1,5", "0,5", "12,34", "1,50,000"])
def test_a_comma_that_parts_no_thousands_makes_no_larger_number(text: str) -> None:
    with pytest.raises(Refused):
        whole_number("n", 0, 10**7, text)


def test_draw_again_takes_the_next_seed_and_begins_anew_after_the_last(panel: DrawsPanel) -> None:
    panel.controls.again.click()
    assert asked(panel).seed == 1
    assert panel.store.undo_name == "Draw again"
    type_into(panel.controls.seed, str(LARGEST_SEED))
    panel.controls.again.click()
    assert asked(panel).seed == 0


def test_components_and_divisor_are_chosen(panel: DrawsPanel) -> None:
    controls = panel.controls
    controls.components.button_of("signs").click()
    assert asked(panel).distribution == "signs"
    controls.divisor.button_of("sqrt d_model").click()
    assert asked(panel).divisor == "sqrt d_model"
    assert controls.d_model.isVisible()
    assert not controls.temperature.isVisible()
    controls.divisor.button_of("temperature").click()
    assert controls.temperature.isVisible()
    assert not controls.d_model.isVisible()
    panel.store.undo()
    assert controls.d_model.isVisible()


def test_what_a_draw_is_is_said(panel: DrawsPanel) -> None:
    assert panel.about.whole.startswith("A draw is one query and 8 keys of 64 components, all of them chance")


# --- progress


def test_progress_shows_only_what_takes_long(panel: DrawsPanel) -> None:
    sampled = replace(sample(LITTLE), done=0.4)
    progress = panel.progress
    panel.store.set_view(sampled=sampled)
    assert progress.count.text() == "300 draws, now the curves"
    assert not progress.bar.isVisible()
    panel.store.set_view(sampled=replace(sampled, point=replace(sampled.point, draws=120)))
    assert progress.count.text() == "120 of 300 draws"
    panel.store.set_view(sampled=replace(sampled, is_slow=True))
    assert progress.bar.isVisible()
    assert progress.bar.done == 0.4
    progress.stop.click()
    assert panel.store.view.sampled is not None
    assert panel.store.view.sampled.is_stopped
    assert progress.go_on.isVisible()
    assert not progress.stop.isVisible()
    progress.go_on.click()
    assert progress.count.text() == "drawing…"
    panel.store.set_view(sampled=sample(LITTLE))
    assert progress.count.text() == "300 draws"
    assert not progress.bar.isVisible()
    assert not progress.go_on.isVisible()


def test_what_could_not_be_drawn_is_not_waited_for(panel: DrawsPanel) -> None:
    panel.store.set_view(sampled=None, undrawn=panel.store.document.sampling)
    assert panel.progress.count.text() == "not drawn"
    change(panel.store, "Set seed", to(seed=9))
    assert panel.progress.count.text() == "drawing…"


def test_samples_of_something_else_are_not_counted(panel: DrawsPanel) -> None:
    panel.store.set_view(sampled=sample(replace(LITTLE, seed=9)))
    assert panel.progress.count.text() == "drawing…"


# --- pictures and sizes


def test_a_figure_says_what_was_drawn_instead_of_controls(qtbot: QtBot) -> None:
    panel = make(qtbot, View(is_figure=True))
    assert not panel.controls.isVisible()
    assert panel.settings.text() == (
        "d_k = 64 · 8 keys · 300 draws · components normal, mean 0, variance 1 · seed 0 · "
        "divided by √d_k = √64 = 8"
    )


@pytest.mark.parametrize(("width", "scale"), [(1150, 1.0), (600, 1.0), (980, 2.0)])
def test_controls_wrap_and_none_is_cut_or_covered(qtbot: QtBot, width: int, scale: float) -> None:
    panel = make(qtbot, View(text_scale=scale), replace(LITTLE, divisor="temperature"), width)
    more = panel.controls.more
    groups = [group.geometry() for group in more._groups if group.isVisible()]
    assert len(groups) == 6
    assert all(more.rect().contains(group) for group in groups)
    assert not any(a.intersects(b) for i, a in enumerate(groups) for b in groups[:i])
    assert all(
        group.width() >= group.minimumSizeHint().width() for group in more._groups if group.isVisible()
    )
    assert panel.rect().contains(panel.controls.geometry())
