"""The steps of a run: the curve and the slider go to any of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from attnstudio.model import projecting
from attnstudio.ui.panels.learn import panel as learn
from attnstudio.ui.panels.learn.curve import axes_of
from tests.ui.panels.learn.bench import Make


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
