"""Play: by button, by mouse, by key, by itself, and as it is spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.edits import set_mask, set_rule
from attnstudio.model.settings import Mask
from attnstudio.model.shuffling import reordered
from attnstudio.state import playing
from attnstudio.state.snapshot import STEPS, View
from attnstudio.ui.panels.play.panel import PlayPanel
from attnstudio.ui.theme import width_of
from tests.samples import bank
from tests.ui.panels.framed import Framed

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = View()
ORDER = (5, 4, 3, 2, 1, 0)
Make = Callable[..., PlayPanel]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Make]:
    made: list[PlayPanel] = []

    def build(view: View = PLAIN, width: int = 900) -> PlayPanel:
        made.append(Framed(qtbot, PlayPanel, bank(), Look(), view, (width, 10)).panel)
        return made[-1]

    yield build
    for panel in made:
        panel.pause()


def known(panel: PlayPanel) -> str | None:
    return panel.store.view.known


def is_playing(panel: PlayPanel) -> bool:
    return panel.clock.isActive()


def mouse(panel: PlayPanel, kind: QEvent.Type, at: QPointF, held: Qt.MouseButton = LEFT) -> None:
    track = panel.track
    button = LEFT if kind == QEvent.Type.MouseButtonPress else NONE
    event = QMouseEvent(
        kind, at, QPointF(track.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(track, event)


def key(panel: PlayPanel, which: Qt.Key) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, which, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(panel.track, event)


def test_a_click_and_a_drag_go_to_the_nearest_stop(make: Make) -> None:
    panel = make()
    for place, step in enumerate(STEPS):
        mouse(panel, QEvent.Type.MouseButtonPress, panel.track.stop(place) + QPointF(6, -9))
        assert known(panel) == step
    for place in (3, 1, 0, 2):
        mouse(panel, QEvent.Type.MouseMove, panel.track.stop(place))
        assert known(panel) == STEPS[place]
    mouse(panel, QEvent.Type.MouseButtonRelease, panel.track.stop(2), NONE)
    mouse(panel, QEvent.Type.MouseMove, panel.track.stop(4), NONE)
    assert known(panel) == "mask"  # the hand has let go: it only points now
    assert panel.store.view.hover_step == "mix"


def test_keys_move_the_handle(make: Make) -> None:
    panel = make()
    key(panel, Qt.Key.Key_Home)
    assert known(panel) == "match"
    key(panel, Qt.Key.Key_Left)
    assert known(panel) == "match"
    key(panel, Qt.Key.Key_Right)
    assert known(panel) == "scale"
    key(panel, Qt.Key.Key_End)
    assert known(panel) == "mix"
    key(panel, Qt.Key.Key_Left)
    assert known(panel) == "normalize"


def test_buttons_go_step_by_step_and_say_why_they_do_not(make: Make) -> None:
    panel = make()
    assert not panel.forward.isEnabled()
    assert panel.forward.accessibleDescription() == "Every step is known already."
    panel.first.click()
    assert known(panel) == "match"
    assert not panel.back.isEnabled()
    panel.forward.click()
    panel.forward.click()
    assert known(panel) == "mask"
    panel.back.click()
    assert known(panel) == "scale"
    panel.last.click()
    assert known(panel) is None
    assert not panel.last.isEnabled()


def test_it_plays_to_the_end_and_stops(make: Make, qtbot: QtBot) -> None:
    panel = make()
    panel.clock.setInterval(1)
    panel.run.click()
    assert known(panel) == "match"
    assert panel.run.accessibleName() == "Pause"
    qtbot.waitUntil(lambda: known(panel) == "mix", timeout=2000)
    assert not is_playing(panel)
    assert panel.run.accessibleName() == "Play"


def test_a_second_press_pauses_and_so_does_the_hand(make: Make) -> None:
    panel = make()
    panel.run.click()
    assert is_playing(panel)
    panel.run.click()
    assert not is_playing(panel)
    assert known(panel) == "match"
    panel.run.click()
    assert known(panel) == "scale"
    mouse(panel, QEvent.Type.MouseButtonPress, panel.track.stop(0))
    assert not is_playing(panel)
    panel.run.click()
    panel.forward.click()
    assert not is_playing(panel)


def test_what_nobody_sees_does_not_play_on(make: Make) -> None:
    panel = make()
    panel.run.click()
    panel.hide()
    assert not panel.clock.isActive()


def test_opening_something_else_ends_the_playing(make: Make) -> None:
    panel = make()
    panel.run.click()
    panel.store.open(set_rule(bank(), "causal"))
    panel.clock.timeout.emit()
    assert not is_playing(panel)
    assert known(panel) is None


def test_with_reduced_motion_a_press_shows_the_next_step(make: Make) -> None:
    panel = make(View(reduced_motion=True))
    seen = []
    for _ in range(6):
        panel.run.click()
        assert not panel.clock.isActive()
        seen.append(known(panel))
    assert seen == [*STEPS, "match"]
    assert panel.run.accessibleName() == "Next step"


def test_motion_that_is_switched_off_stops_the_playing(make: Make) -> None:
    panel = make()
    panel.run.click()
    panel.store.set_view(reduced_motion=True)
    assert not is_playing(panel)
    assert panel.run.accessibleName() == "Next step"


def test_the_count_of_hidden_scores_follows_the_words(make: Make) -> None:
    panel = make(View(known="mask"))
    painted = Mask("causal", frozenset({(1, 6)}))
    panel.store.apply("Paint", lambda document: set_mask(document, painted))
    assert "14 of 36" in panel.sentence.whole
    panel.store.apply("Turn about", lambda document: reordered(document, 0, ORDER, ORDER))
    assert "16 of 36" in panel.sentence.whole  # the painted cell is another one of the rule's now


def test_each_step_is_told_in_a_sentence(make: Make) -> None:
    panel = make()
    playing.show(panel.store, "scale")
    assert panel.sentence.whole == "scale: every score is divided by √2 ≈ 1.414"
    panel.store.apply("Mask", lambda document: set_rule(document, "causal"))
    playing.show(panel.store, "mask")
    assert panel.sentence.whole.startswith("mask: 15 of 36 scores become −∞")


def test_it_is_spoken_as_a_slider(make: Make) -> None:
    panel = make()
    playing.show(panel.store, "mask")
    (part,) = panel.parts()
    assert (part.role, part.value, part.number, part.most) == ("slider", "mask, step 3 of 5", 2.0, 4.0)
    assert part.set_number is not None
    part.set_number(3.0)
    assert known(panel) == "normalize"
    assert panel.rect().contains(part.rect)


def test_a_picture_has_no_buttons(make: Make) -> None:
    panel = make(View(is_figure=True, known="scale"))
    assert panel.run.isHidden()
    mouse(panel, QEvent.Type.MouseButtonPress, panel.track.stop(0))
    assert known(panel) == "scale"


@pytest.mark.parametrize(("scale", "width"), [(1.0, 460), (2.0, 900), (2.5, 1000)])
def test_no_name_meets_another(make: Make, scale: float, width: int) -> None:
    panel = make(View(text_scale=scale), width)
    font = panel.theme.text(12, 600)
    for place in range(4):
        here, there = panel.track.stop(place), panel.track.stop(place + 1)
        room = (width_of(font, STEPS[place]) + width_of(font, STEPS[place + 1])) / 2
        assert there.x() - here.x() > room
    assert panel.track.stop(0).x() - width_of(font, STEPS[0]) / 2 >= 0
    assert panel.track.stop(4).x() + width_of(font, STEPS[4]) / 2 <= panel.track.width()


def test_very_large_letters_stack_the_rows(make: Make) -> None:
    panel = make(View(text_scale=2.5), 900)
    QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= 900
    assert panel.track.geometry().top() >= panel.run.geometry().bottom()
    assert panel.sentence.geometry().top() >= panel.track.geometry().bottom()
