"""The four charts: what stands on them, and the mouse and the keyboard that move d_k."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import GRID, sample
from attnstudio.model.settings import Divisor, Sampling
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.growth.content import MEASURES, charts_of, value_of
from attnstudio.ui.panels.growth.panel import GrowthPanel
from attnstudio.ui.panels.growth.places import spread_out
from attnstudio.ui.panels.growth.view import GrowthSurface, near_power
from tests.samples import bank
from tests.ui.panels.framed import Framed

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
LITTLE = Sampling(d_k=64, draws=300)
SAMPLED = sample(LITTLE)

Make = Callable[..., GrowthPanel]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        sampled: Sampled | None = SAMPLED, size: tuple[int, int] = (740, 480), **view: Any
    ) -> GrowthPanel:
        sampling = LITTLE if sampled is None else sampled.sampling
        looked_at = replace(View(sampled=sampled), **view)
        document = replace(bank(), sampling=sampling)
        return Framed(qtbot, GrowthPanel, document, Look(), looked_at, size).panel

    return made


def d_k(panel: GrowthPanel) -> int:
    return panel.store.document.sampling.d_k


def at(surface: GrowthSurface, size: float, chart: int = 0) -> QPointF:
    """A place on a chart."""
    place = surface.places[chart]
    return QPointF(place.x(size), place.plot.center().y())


def mouse(
    surface: GrowthSurface, kind: QEvent.Type, where: QPointF, button: Qt.MouseButton, held: Qt.MouseButton
) -> None:
    plain = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, where, QPointF(surface.mapToGlobal(where)), button, held, plain)
    QApplication.sendEvent(surface, event)


def press(surface: GrowthSurface, where: QPointF) -> None:
    mouse(surface, QEvent.Type.MouseButtonPress, where, LEFT, LEFT)


def move(surface: GrowthSurface, where: QPointF, held: Qt.MouseButton = LEFT) -> None:
    mouse(surface, QEvent.Type.MouseMove, where, NONE, held)


def release(surface: GrowthSurface, where: QPointF) -> None:
    mouse(surface, QEvent.Type.MouseButtonRelease, where, LEFT, NONE)


def key(
    surface: GrowthSurface, which: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QApplication.sendEvent(surface, QKeyEvent(QEvent.Type.KeyPress, which, held))


# --- what is shown


def test_each_chart_has_a_raw_and_a_scaled_line() -> None:
    charts = charts_of(SAMPLED)
    assert [chart.measure for chart in charts] == list(MEASURES)
    for chart in charts:
        assert [line.name for line in chart.lines] == ["raw", "÷ √d_k"]
        assert all(len(line.values) == len(GRID) for line in chart.lines)


@pytest.mark.parametrize(
    ("divisor", "name"), [("d_k", "÷ d_k"), ("sqrt d_model", "÷ √d_model"), ("temperature", "÷ T")]
)
def test_another_divisor_is_a_third_line(divisor: Divisor, name: str) -> None:
    for chart in charts_of(sample(replace(LITTLE, divisor=divisor))):
        assert [line.name for line in chart.lines] == ["raw", "÷ √d_k", name]


def test_a_divisor_of_one_is_the_raw_line() -> None:
    assert all(len(chart.lines) == 2 for chart in charts_of(sample(replace(LITTLE, divisor="one"))))


@pytest.mark.parametrize("keys", [1, 2, 8, 64])
@pytest.mark.parametrize("temperature", [1e-6, 8.0, 1e6])
def test_every_value_lies_on_its_axis(keys: int, temperature: float) -> None:
    asked = replace(LITTLE, keys=keys, draws=20, divisor="temperature", temperature=temperature)
    for chart in charts_of(sample(asked)):
        axis = chart.axis
        assert len(axis.ticks) >= 2
        assert axis.low < axis.high
        for line in chart.lines:
            assert all(axis.low - 1e-12 <= value <= axis.high * (1 + 1e-12) for value in line.values)


def test_the_levels_that_weights_tend_to_are_marked() -> None:
    limits = {chart.measure: (chart.limit, chart.limit_name) for chart in charts_of(SAMPLED)}
    assert limits["largest"] == (0.125, "1/8")
    assert limits["entropy"] == (math.log(8), "ln 8")


def test_the_axis_of_the_spread_is_its_logarithm() -> None:
    spread = charts_of(SAMPLED)[0]
    middle = spread.axis.share(math.sqrt(spread.axis.low * spread.axis.high))
    assert middle == pytest.approx(0.5)
    assert [text for _, text in spread.axis.ticks] == ["1", "4", "16", "64"]


def test_numbers_stand_apart_and_within_their_chart() -> None:
    assert spread_out([50.0, 52.0, 10.0], 16.0, 0.0, 100.0) == [50.0, 66.0, 10.0]
    assert spread_out([98.0, 99.0], 16.0, 0.0, 100.0) == [84.0, 100.0]


def test_the_conclusion_is_written_and_spoken(make: Make) -> None:
    panel = make()
    raw = SAMPLED.point.raw
    said = panel.sentence.text()
    assert said.startswith(f"At d_k = 64 the raw scores spread ±{raw.spread:.2f}, and the largest of 8 ")
    assert panel.accessibleDescription() == said


def test_it_says_how_many_draws_are_behind_curves_and_numbers(make: Make) -> None:
    assert make().readout.whole == "curves: 1,000 draws a point · numbers: 300 draws at d_k = 64"


def test_without_samples_there_is_a_word_and_no_chart(make: Make) -> None:
    panel = make(None)
    assert panel.surface.charts == ()
    assert [part.key for part in panel.parts()] == ["d_k"]
    panel.grab()


def test_curves_stay_until_there_are_others(make: Make) -> None:
    panel = make()
    charts = panel.surface.charts
    rough = replace(SAMPLED, curve=(), done=0.1)
    panel.store.set_view(sampled=rough)
    assert panel.surface.charts is charts
    panel.store.set_view(sampled=sample(replace(LITTLE, d_k=128)))
    charts = panel.surface.charts
    panel.store.set_view(sampled=replace(sample(replace(LITTLE, draws=200)), curve=(), done=0.1))
    assert panel.surface.charts is charts
    other = sample(replace(LITTLE, seed=2))
    panel.store.set_view(sampled=other)
    assert panel.surface.charts[0].lines[0].values == tuple(point.raw.spread for point in other.curve)


@pytest.mark.parametrize("change", [{"keys": 64}, {"distribution": "uniform"}, {"seed": 5}])
def test_curves_of_something_else_go_at_once(make: Make, change: dict[str, Any]) -> None:
    panel = make()
    other = replace(LITTLE, **change)
    panel.store.set_view(sampled=replace(sample(other), curve=(), done=0.1))
    largest = panel.surface.charts[1]
    assert largest.limit_name == f"1/{other.keys}"
    assert not any(line.values for line in largest.lines)
    panel.grab()


def test_parts_speak_the_numbers_on_screen(make: Make) -> None:
    parts = {part.name: part.value for part in make().parts()}
    point = SAMPLED.point
    assert parts["d_k"] == "64"
    expected = f"at d_k = 64: raw: {point.raw.largest:.3f}, ÷ √d_k: {point.scaled.largest:.3f}"
    assert parts["Largest weight"] == expected


# --- the hand


def test_a_drag_is_one_step_of_the_history(make: Make) -> None:
    panel = make()
    surface = panel.surface
    press(surface, at(surface, 256))
    assert d_k(panel) == 256
    move(surface, at(surface, 16, chart=1))  # over another chart the same axis holds
    assert d_k(panel) == 16
    release(surface, at(surface, 16, chart=1))
    assert panel.store.undo_name == "Set d_k"
    panel.store.undo()
    assert d_k(panel) == 64
    assert panel.store.undo_name is None


@pytest.mark.parametrize("way", ["escape", "right", "focus", "hide"])
def test_a_drag_is_called_off(make: Make, way: str) -> None:
    panel = make()
    surface, before = panel.surface, panel.store.document
    press(surface, at(surface, 1000))
    assert d_k(panel) != 64
    if way == "escape":
        key(surface, Qt.Key.Key_Escape)
    elif way == "right":
        mouse(surface, QEvent.Type.MouseButtonPress, at(surface, 1000), RIGHT, LEFT | RIGHT)
    elif way == "focus":
        QApplication.sendEvent(surface, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason))
    else:
        panel.hide()
    assert panel.store.document is before
    move(surface, at(surface, 4))
    assert panel.store.document is before
    release(surface, at(surface, 4))
    assert panel.store.undo_name is None


def test_powers_of_two_are_met_easily() -> None:
    assert near_power(66.0) == 64
    assert near_power(4000.0) == 4096
    assert near_power(90.0) == 91
    assert near_power(1.0) == 1


@pytest.mark.parametrize(
    ("which", "held", "wanted"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 76),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 54),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier, 65),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier, 16),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, 128),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 32),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 1),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 4096),
    ],
)
def test_keys_move_d_k(make: Make, which: Qt.Key, held: Qt.KeyboardModifier, wanted: int) -> None:
    panel = make()
    key(panel.surface, which, held)
    assert d_k(panel) == wanted


def test_every_key_press_moves_until_the_end(make: Make) -> None:
    panel = make()
    key(panel.surface, Qt.Key.Key_Home)
    seen = [d_k(panel)]
    while seen[-1] < 4096:
        key(panel.surface, Qt.Key.Key_Right)
        assert d_k(panel) > seen[-1]
        seen.append(d_k(panel))
    assert {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096} <= set(seen)
    panel.store.undo()
    assert d_k(panel) == 64  # a run of keys is one step


def test_a_screen_reader_sets_d_k(make: Make) -> None:
    panel = make()
    slider = panel.parts()[0]
    assert slider.set_number is not None
    slider.set_number(100.0)
    assert d_k(panel) == 100


def test_pointing_at_a_curve_gives_its_numbers(make: Make) -> None:
    panel = make()
    surface = panel.surface
    move(surface, at(surface, 1000), NONE)
    point = SAMPLED.curve[GRID.index(1024)]
    assert surface.point() is point
    assert panel.readout.whole.startswith(f"d_k = 1024, 1,000 draws · raw: spread ±{point.raw.spread:.2f}, ")
    QApplication.sendEvent(surface, QEvent(QEvent.Type.Leave))
    assert surface.point() is SAMPLED.point


def test_pointing_survives_curves_that_go(make: Make) -> None:
    panel = make()
    move(panel.surface, at(panel.surface, 1000), NONE)
    panel.store.set_view(sampled=replace(SAMPLED, curve=()))
    panel.grab()
    assert panel.surface.point() is SAMPLED.point


# --- pictures and sizes


def test_a_figure_has_finished_samples_and_takes_no_keys(make: Make) -> None:
    panel = make(None, is_figure=True)
    assert panel.surface.charts
    assert panel.surface.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert value_of(SAMPLED.point, "raw", "largest") == pytest.approx(SAMPLED.point.raw.largest)


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast", "print", "projector"])
def test_it_is_drawn_in_every_theme_with_large_text(make: Make, theme: str) -> None:
    panel = make(sample(replace(LITTLE, divisor="d_k", keys=2)), theme=theme, text_scale=2.0, size=(700, 900))
    surface = panel.surface
    places = [place.whole for place in surface.places]
    assert all(surface.rect().toRectF().contains(place) for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])
    assert all(place.plot.width() > 100 for place in surface.places)
    assert not panel.grab().toImage().isNull()
