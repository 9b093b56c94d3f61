"""Scaling and temperature at the foot of the pipeline."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.settings import ScoreSettings
from attnstudio.state.store import Store
from attnstudio.ui import fonts
from attnstudio.ui.panels.pipeline.foot import Foot
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from attnstudio.ui.panels.pipeline.temperature import TemperatureSlider, position_of, temperature_at
from tests.samples import bank

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def foot(qtbot: QtBot) -> Foot:
    fonts.register_fonts()
    panel = PipelinePanel(Store(bank(), Look(query=6)))
    qtbot.addWidget(panel)
    panel.resize(650, 460)
    panel.show()
    QApplication.processEvents()
    return panel.foot


def temperature(foot: Foot) -> float:
    return foot.store.document.settings.temperature


def mouse(
    slider: TemperatureSlider, kind: QEvent.Type, x: float, button: Qt.MouseButton, held: Qt.MouseButton
) -> None:
    at = QPointF(x, slider.height() / 2)
    event = QMouseEvent(kind, at, QPointF(slider.mapToGlobal(at)), button, held, PLAIN)
    QApplication.sendEvent(slider, event)


def grab(slider: TemperatureSlider) -> float:
    """Take the handle; where it was taken."""
    x = (
        next(x for x in range(slider.width()) if slider.handle().contains(QPoint(x, slider.height() // 2)))
        + 4
    )
    mouse(slider, QEvent.Type.MouseButtonPress, x, LEFT, LEFT)
    assert slider.isSliderDown()
    return x


def key(widget: QWidget, which: Qt.Key) -> None:
    QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, which, PLAIN))


# --- the scale


def test_the_scale_has_zero_one_and_ten() -> None:
    assert temperature_at(0) == 0.0
    assert temperature_at(1) == 0.01
    assert temperature_at(position_of(1.0)) == 1.0
    assert temperature_at(301) == 10.0


@given(st.integers(0, 301))
def test_every_tick_reads_back(position: int) -> None:
    assert position_of(temperature_at(position)) == position


@given(st.floats(0, 1e6))
def test_every_temperature_has_a_place(value: float) -> None:
    assert 0 <= position_of(value) <= 301
    assert (position_of(value) == 0) == (value == 0.0)
    if 0.01 <= value <= 10.0:
        assert math.isclose(temperature_at(position_of(value)), value, rel_tol=0.02)


# --- the slider


def test_a_drag_is_one_step_and_everything_moves_meanwhile(foot: Foot) -> None:
    slider = foot.slider
    x = grab(slider)
    for step in (10, 20, -40):
        mouse(slider, QEvent.Type.MouseMove, x + step, NONE, LEFT)
        assert temperature(foot) == temperature_at(slider.value()) != 1.0
    mouse(slider, QEvent.Type.MouseButtonRelease, x - 40, LEFT, NONE)
    assert temperature(foot) < 1.0
    assert len(foot.store.history.done) == 1
    assert foot.store.undo_name == "Set temperature"
    foot.store.undo()
    assert temperature(foot) == 1.0
    assert slider.value() == position_of(1.0)


def test_taking_the_handle_and_letting_go_is_no_edit(foot: Foot) -> None:
    document = foot.store.document
    x = grab(foot.slider)
    mouse(foot.slider, QEvent.Type.MouseButtonRelease, x, LEFT, NONE)
    assert foot.store.document is document


def test_a_press_beside_the_handle_brings_it_there_and_takes_it(foot: Foot) -> None:
    slider = foot.slider
    left, right = slider.ends()
    x = left + (right - left) * 0.25
    mouse(slider, QEvent.Type.MouseButtonPress, x, LEFT, LEFT)
    assert slider.isSliderDown()
    assert slider.handle().left() <= x <= slider.handle().right() + 1
    there = temperature(foot)
    assert there == temperature_at(slider.value()) < 1.0
    mouse(slider, QEvent.Type.MouseMove, x - 15, NONE, LEFT)
    assert temperature(foot) < there
    mouse(slider, QEvent.Type.MouseButtonRelease, x - 15, LEFT, NONE)
    assert len(foot.store.history.done) == 1
    foot.store.undo()
    assert temperature(foot) == 1.0


def test_an_exact_temperature_survives_being_shown(foot: Foot) -> None:
    foot.store.apply("x", lambda d: replace(d, settings=ScoreSettings(temperature=0.123456)))
    assert temperature(foot) == 0.123456
    assert foot.field.text() == "0.123456"


@pytest.mark.parametrize("how", ["escape", "right click", "focus", "hide"])
def test_a_drag_is_called_off_exactly(foot: Foot, how: str) -> None:
    document, slider = foot.store.document, foot.slider
    x = grab(slider)
    mouse(slider, QEvent.Type.MouseMove, x - 40, NONE, LEFT)
    assert foot.store.document is not document
    if how == "escape":
        key(slider, Qt.Key.Key_Escape)
    elif how == "right click":
        mouse(slider, QEvent.Type.MouseButtonPress, x - 40, RIGHT, LEFT | RIGHT)
    elif how == "focus":
        QApplication.sendEvent(slider, QFocusEvent(QEvent.Type.FocusOut))
    else:
        foot.hide()
    assert foot.store.document is document
    assert not slider.isSliderDown()
    mouse(slider, QEvent.Type.MouseMove, x + 20, NONE, LEFT)
    mouse(slider, QEvent.Type.MouseButtonRelease, x + 20, LEFT, NONE)
    assert foot.store.document is document
    assert slider.value() == position_of(1.0)


def test_an_undo_in_the_middle_ends_the_drag(foot: Foot) -> None:
    x = grab(foot.slider)
    mouse(foot.slider, QEvent.Type.MouseMove, x - 40, NONE, LEFT)
    foot.store.undo()
    mouse(foot.slider, QEvent.Type.MouseMove, x + 20, NONE, LEFT)
    mouse(foot.slider, QEvent.Type.MouseButtonRelease, x + 20, LEFT, NONE)
    assert foot.store.document == bank()


def test_a_run_of_keys_is_one_step(foot: Foot) -> None:
    for _ in range(3):
        key(foot.slider, Qt.Key.Key_Left)
    assert temperature(foot) == temperature_at(position_of(1.0) - 3)
    assert len(foot.store.history.done) == 1
    key(foot.slider, Qt.Key.Key_Home)
    assert temperature(foot) == 0.0
    foot.store.undo()
    assert temperature(foot) == 1.0


def test_the_wheel_changes_nothing(foot: Foot) -> None:
    at = QPointF(foot.slider.rect().center())
    turn = QWheelEvent(at, at, QPoint(), QPoint(0, 120), NONE, PLAIN, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(foot.slider, turn)
    assert temperature(foot) == 1.0


# --- the field and the box


@pytest.mark.parametrize(("text", "value"), [("0,5", 0.5), ("1/3", 1 / 3), ("0", 0.0), ("25", 25.0)])
def test_an_exact_number_can_be_typed(foot: Foot, text: str, value: float) -> None:
    foot.field.selectAll()
    foot.field.insert(text)
    key(foot.field, Qt.Key.Key_Return)
    assert temperature(foot) == value


@pytest.mark.parametrize(("text", "sentence"), [("warm", "not a number"), ("-1", "can't be negative")])
def test_what_is_no_temperature_is_refused(foot: Foot, text: str, sentence: str) -> None:
    foot.field.selectAll()
    foot.field.insert(text)
    key(foot.field, Qt.Key.Key_Return)
    assert sentence in foot.store.view.message
    assert foot.field.text() == "1.0"
    assert temperature(foot) == 1.0


def test_a_half_typed_number_is_kept_while_others_act_and_dropped_on_leaving(foot: Foot) -> None:
    foot.field.selectAll()
    foot.field.insert("0.")
    foot.store.apply("x", lambda d: replace(d, settings=ScoreSettings(temperature=2.0)))
    assert foot.field.text() == "0."
    QApplication.sendEvent(foot.field, QFocusEvent(QEvent.Type.FocusOut))
    assert foot.field.text() == "2.0"
    assert temperature(foot) == 2.0


def test_scaling_is_switched_and_named(foot: Foot) -> None:
    assert foot.box.isChecked()
    scales = []
    for _ in range(2):
        foot.box.click()
        scales.append((foot.store.document.settings.scale, foot.box.isChecked(), foot.store.undo_name))
    assert scales == [(1.0, False, "Turn scaling off"), (None, True, "Turn scaling on")]
    foot.store.apply("x", lambda d: replace(d, settings=ScoreSettings(scale=0.3)))
    assert not foot.box.isChecked()


@pytest.mark.parametrize("temperature", [0.0, 10.0])
def test_the_handle_is_whole_at_both_ends_with_large_letters(foot: Foot, temperature: float) -> None:
    foot.store.set_view(text_scale=2.5)
    foot.store.apply("x", lambda d: replace(d, settings=ScoreSettings(temperature=temperature)))
    QApplication.processEvents()
    picture = foot.slider.grab().toImage()
    y, ink = foot.slider.height() // 2, foot.slider.theme.ink
    inked = [x for x in range(picture.width()) if picture.pixelColor(x, y) == ink]
    assert len(inked) >= 2 * foot.slider.theme.px(6) - 4
    assert 0 < inked[0] < inked[-1] < picture.width() - 1
