"""What a screen reader is told of a panel: names, values, places, what can be done, and what changed."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part, Spoken

Role, Text, Event = QAccessible.Role, QAccessible.Text, QAccessible.Event


class Shelf(Spoken):
    """A widget with a button and the parts that a test puts there."""

    def __init__(self, *parts: Part) -> None:
        super().__init__()
        self.setAccessibleName("Shelf")
        self.shown: Sequence[Part] = parts
        self.asked = 0
        self.button = QPushButton("Button", self)
        column = QVBoxLayout(self)
        column.addWidget(self.button)
        column.addStretch(1)
        self.resize(300, 200)

    def parts(self) -> Sequence[Part]:
        self.asked += 1
        return self.shown

    def become(self, *parts: Part) -> None:
        self.shown = parts
        accessible.changed(self)


def slider(
    key: str, number: float = 0.5, act: Callable[[float], None] = lambda number: None, focused: bool = False
) -> Part:
    return Part(
        key,
        "slider",
        f"weight of {key}",
        f"{number:.3f}",
        "Arrow keys change it.",
        QRect(10, 100, 4, 4),
        number=number,
        least=0.0,
        most=1.0,
        step=0.1,
        set_number=act,
        is_focused=focused,
    )


def cell(key: str, left: int = 50, value: str = "0.447", focused: bool = False) -> Part:
    return Part(key, "cell", f"cell {key}", value, "", QRect(left, 100, 30, 20), is_focused=focused)


@pytest.fixture(autouse=True)
def installed(qapp: object) -> None:
    accessible.install()
    accessible.install()  # a second window installs nothing more


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, QAccessible.Event]]:
    """Every event that is sent from now on: the name of what it is about, and its kind."""
    found: list[tuple[str, QAccessible.Event]] = []

    def note(event: QAccessibleEvent) -> None:
        found.append((event.accessibleInterface().text(Text.Name), event.type()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    return found


@pytest.fixture
def active() -> Iterator[None]:
    """As if an assistive program had come."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def shown(qtbot: QtBot, *parts: Part) -> Shelf:
    shelf = Shelf(*parts)
    qtbot.addWidget(shelf)
    shelf.show()
    return shelf


def interface(widget: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(widget)


def children(widget: QWidget) -> list[QAccessibleInterface]:
    asked = interface(widget)
    return [asked.child(index) for index in range(asked.childCount())]


def named(widget: QWidget, name: str) -> QAccessibleInterface:
    return next(child for child in children(widget) if child.text(Text.Name) == name)


def names(widget: QWidget) -> list[str]:
    return [child.text(Text.Name) for child in children(widget)]


def test_nothing_is_built_until_somebody_asks(qtbot: QtBot) -> None:
    shelf = shown(qtbot, cell("a"))
    shelf.become(cell("b"))
    assert shelf.voice is None
    assert shelf.asked == 0
    assert names(shelf) == ["Button", "cell b"]


def test_controls_come_first_then_the_parts_in_reading_order(qtbot: QtBot) -> None:
    shelf = shown(qtbot, slider("money"), cell("a"), cell("b", 90))
    asked = interface(shelf)
    assert (asked.role(), asked.text(Text.Name)) == (Role.Grouping, "Shelf")
    assert names(shelf) == ["Button", "weight of money", "cell a", "cell b"]
    assert [child.role() for child in children(shelf)][1:] == [Role.Slider, Role.Cell, Role.Cell]
    for index, child in enumerate(children(shelf)):
        assert asked.indexOfChild(child) == index
        assert child.parent().object() is shelf
    assert asked.child(99) is None


def test_a_part_says_its_name_value_and_help(qtbot: QtBot) -> None:
    shelf = shown(qtbot, slider("money", 0.447))
    found = named(shelf, "weight of money")
    assert found.text(Text.Value) == "0.447"
    assert found.text(Text.Help) == "Arrow keys change it."
    assert found.text(Text.Description) == "0.447. Arrow keys change it."
    assert found.childCount() == 0
    assert found.child(0) is None


def test_a_slider_has_its_numbers_and_can_be_set(qtbot: QtBot) -> None:
    asked_for: list[float] = []
    shelf = shown(qtbot, slider("money", 0.4, asked_for.append))
    value = named(shelf, "weight of money").valueInterface()
    assert (value.currentValue(), value.minimumValue(), value.maximumValue()) == (0.4, 0.0, 1.0)
    assert value.minimumStepSize() == 0.1
    value.setCurrentValue(0.9)
    value.setCurrentValue(7.0)  # beyond its range: as far as it goes
    value.setCurrentValue(float("nan"))
    assert asked_for == [0.9, 1.0]


def test_actions_press_and_step(qtbot: QtBot) -> None:
    asked_for: list[float] = []
    pressed: list[str] = []
    flip = Part(
        "a", "cell", "cell a", "masked", "", QRect(50, 100, 30, 20), press=lambda: pressed.append("a")
    )
    shelf = shown(qtbot, slider("money", 0.4, asked_for.append), flip, cell("b", 90))
    actions = named(shelf, "weight of money").actionInterface()
    assert actions.actionNames() == [actions.increaseAction(), actions.decreaseAction()]
    actions.doAction(actions.increaseAction())
    actions.doAction(actions.decreaseAction())
    actions.doAction(actions.pressAction())
    assert asked_for == [pytest.approx(0.5), pytest.approx(0.3)]
    actions = named(shelf, "cell a").actionInterface()
    assert actions.actionNames() == [actions.pressAction()]
    actions.doAction(actions.pressAction())
    actions.doAction(actions.increaseAction())
    assert pressed == ["a"]
    assert named(shelf, "cell b").actionInterface().actionNames() == []
    assert named(shelf, "cell b").state().readOnly
    assert not named(shelf, "cell a").state().readOnly


def test_places_are_those_of_the_screen_and_sliders_are_no_smaller_than_a_finger(qtbot: QtBot) -> None:
    shelf = shown(qtbot, slider("money"), cell("a"))
    shelf.move(40, 30)
    corner = shelf.mapToGlobal(QPoint(0, 0))
    assert named(shelf, "cell a").rect() == QRect(50, 100, 30, 20).translated(corner)
    area = named(shelf, "weight of money").rect()
    assert (area.width(), area.height()) == (22, 22)
    assert area.contains(QRect(10, 100, 4, 4).translated(corner))


def test_the_nearest_part_is_found_at_a_point(qtbot: QtBot) -> None:
    near, far = slider("near"), slider("far")
    far = Part(
        far.key, far.role, far.name, far.value, far.help, QRect(18, 100, 4, 4), set_number=far.set_number
    )
    shelf = shown(qtbot, near, far)
    asked, corner = interface(shelf), shelf.mapToGlobal(QPoint(0, 0))
    for x, name in ((11, "weight of near"), (20, "weight of far")):
        assert asked.childAt(corner.x() + x, corner.y() + 102).text(Text.Name) == name
    button = shelf.button.mapToGlobal(shelf.button.rect().center())
    assert asked.childAt(button.x(), button.y()).text(Text.Name) == "Button"


def test_values_are_fresh_and_a_part_stays_the_same_object(qtbot: QtBot) -> None:
    shelf = shown(qtbot, slider("money", 0.4), cell("a"))
    before = named(shelf, "weight of money").object()
    shelf.become(cell("a"), slider("money", 0.6))
    found = named(shelf, "weight of money")
    assert found.object() is before
    assert found.text(Text.Value) == "0.600"
    assert names(shelf) == ["Button", "cell a", "weight of money"]
    assert interface(shelf).indexOfChild(found) == 2


def test_changes_are_told_once_a_drag_rests(qtbot: QtBot, told: list[tuple[str, QAccessible.Event]]) -> None:
    shelf = shown(qtbot, slider("money", 0.4), slider("bank", 0.1), cell("a"))
    names(shelf)
    for step in range(5):
        shelf.become(slider("money", 0.5 + step / 10), slider("bank", 0.1), cell("a", value="0.5"))
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    assert told == [("weight of money", Event.ValueChanged)]


def test_a_part_that_goes_is_told_and_then_deleted(
    qtbot: QtBot, told: list[tuple[str, QAccessible.Event]]
) -> None:
    shelf = shown(qtbot, cell("a"), cell("b", 90))
    gone, stays = named(shelf, "cell b").object(), named(shelf, "cell a").object()
    shelf.become(cell("a"))
    assert names(shelf) == ["Button", "cell a"]
    assert told == [("Shelf", Event.ObjectReorder)]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not shiboken6.isValid(gone)
    assert shiboken6.isValid(stays)


def test_the_keyboard_is_followed_at_once(
    qtbot: QtBot, told: list[tuple[str, QAccessible.Event]], active: None
) -> None:
    shelf = shown(qtbot, cell("a", focused=True), cell("b", 90))
    with qtbot.waitExposed(shelf):
        shelf.activateWindow()
    shelf.setFocus()
    qtbot.waitUntil(shelf.hasFocus)
    assert interface(shelf).focusChild().text(Text.Name) == "cell a"
    assert named(shelf, "cell a").state().focused
    told.clear()
    shelf.shown = (cell("a"), cell("b", 90, focused=True))
    accessible.focused(shelf)
    assert told == [("cell b", Event.Focus)]
    shelf.become(cell("a"), cell("b", 90, value="0.5", focused=True))
    qtbot.waitUntil(lambda: len(told) > 1)
    assert told[1:] == [("cell b", Event.DescriptionChanged)]
    shelf.clearFocus()
    assert not named(shelf, "cell b").state().focused


def test_announcements_are_polite_and_only_for_those_who_listen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, QAccessible.AnnouncementPoliteness]] = []

    def note(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append((event.message(), event.politeness()))

    shelf = shown(qtbot)
    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    accessible.announce(shelf, "bank looks most at money, 0.447")
    assert said == []
    QAccessible.setActive(True)
    accessible.announce(shelf, "bank looks most at money, 0.447")
    accessible.announce(shelf, "")
    QAccessible.setActive(False)
    polite = QAccessible.AnnouncementPoliteness.Polite
    assert said == [("bank looks most at money, 0.447", polite)]


def test_a_widget_that_was_asked_about_can_go(qtbot: QtBot) -> None:
    shelf = Shelf(slider("money"), cell("a"))
    names(shelf)
    shelf.show()
    shelf.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not shiboken6.isValid(shelf)
    dropped = Shelf(cell("a"))
    names(dropped)
    kept = children(dropped)[1]
    button = dropped.button
    del dropped
    gc.collect()
    assert not shiboken6.isValid(button), "an interface keeps its widget alive"
    del kept


WALK = """
import sys
from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
import shiboken6
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part, Spoken

class Shelf(Spoken):
    def parts(self):
        plain = Part("a", "graphic", "a", "1", "", QRect(0, 0, 9, 9))
        pulled = Part("b", "slider", "b", "1", "help", QRect(9, 0, 9, 9), set_number=lambda n: None)
        pressed = Part("c", "button", "c", "1", "", QRect(18, 0, 9, 9), press=lambda: None)
        return plain, pulled, pressed

application = QApplication(sys.argv)
QAccessible.setActive(True)
accessible.install()
KINDS = ("valueInterface actionInterface textInterface editableTextInterface tableCellInterface"
         " selectionInterface attributesInterface").split()

def walk(asked):
    for kind in KINDS:
        getattr(asked, kind)()
    asked.rect(); asked.state(); asked.role(); asked.window(); asked.relations(); asked.isValid()
    asked.focusChild(); asked.parent(); asked.childAt(5, 5); asked.object()
    for text in QAccessible.Text:
        asked.text(text)
    for index in range(asked.childCount()):
        child = asked.child(index)
        assert asked.indexOfChild(child) == index
        walk(child)

found = 0
for round in range(30):
    shelf = Shelf()
    if round % 2:
        shelf.show()
    asked = QAccessible.queryAccessibleInterface(shelf)
    assert asked.childCount() == 3
    walk(asked)
    found += sum(asked.child(index).valueInterface() is not None for index in range(3))
    accessible.changed(shelf)
    accessible.focused(shelf)
    accessible.announce(shelf, "said")
    if round % 3 == 0:
        shiboken6.delete(shelf)
    elif round % 3 == 1:
        shelf.deleteLater()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del shelf
    application.processEvents()
assert found == 30, found
print("walked")
"""


def test_every_interface_can_be_asked_for_without_a_crash(checkout: Path) -> None:
    """Qt takes what Python hands out as bare pointers: a wrong one ends the process, so another one tries."""
    call = [sys.executable, "-c", WALK]
    done = subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "walked"
