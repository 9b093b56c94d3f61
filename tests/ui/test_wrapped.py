"""Controls and prose take as many lines as they need, and the height of them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.theme import theme
from attnstudio.ui.wrapped import GAP, Group, Prose, Wrapped


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    return made


def show(page: QWidget, width: int) -> None:
    page.resize(width, 400)
    page.show()
    for _ in range(3):
        QApplication.processEvents()


def row_of(page: QWidget, count: int) -> tuple[Wrapped, list[Group]]:
    groups = []
    for _ in range(count):
        button = QToolButton()
        button.setFixedSize(100, 24)
        groups.append(Group(button))
    row = Wrapped(page, groups, theme("light"))
    layout = page.layout()
    assert layout is not None
    layout.addWidget(row)
    return row, groups


@pytest.mark.parametrize(("width", "lines"), [(700, 1), (300, 2), (200, 4), (90, 4)])
def test_groups_break_into_lines(page: QWidget, width: int, lines: int) -> None:
    row, groups = row_of(page, 4)
    row.resize(width, 30)
    row.arrange()
    assert len({group.y() for group in groups}) == lines
    assert (
        row.minimumHeight() == row.height_for(width) == max(group.geometry().bottom() for group in groups) + 1
    )


def test_a_hidden_group_takes_no_room(page: QWidget) -> None:
    row, groups = row_of(page, 3)
    show(page, 600)
    third = groups[2].x()
    groups[1].hide()
    row.arrange()
    assert groups[2].x() == groups[0].x() + groups[0].width() + theme("light").px(GAP) < third


def test_prose_has_the_height_of_its_lines(page: QWidget) -> None:
    prose = Prose()
    layout = page.layout()
    assert layout is not None
    layout.addWidget(prose)
    show(page, 700)
    prose.tell("one two three four five six seven eight nine ten " * 3)
    show(page, 200)
    assert prose.height() >= prose.minimumHeight() > 2 * prose.fontMetrics().height()
    prose.tell("")
    show(page, 200)
    assert prose.minimumHeight() == 0
