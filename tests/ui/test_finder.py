"""Finding a command by typing, and the sheet of all keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from attnstudio.state.commands import commands
from attnstudio.ui.finder import CommandFinder, KeysSheet
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.theme import theme_of

# “Open recent” leads to a choice, and does nothing by itself.
FINDABLE = [command.id for command in commands() if command.id != "recent"]


def test_a_few_letters_and_enter_choose_a_command(window: MainWindow, qtbot: QtBot) -> None:
    finder = CommandFinder(window.actions_by_id, theme_of(window.store.view), window)
    assert finder.list.count() == len(FINDABLE)
    QTest.keyClicks(finder.field, "causal")
    assert finder.list.count() >= 1
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert finder.chosen is window.actions_by_id["mask-causal"]
    finder.close()
    finder.deleteLater()


def test_arrow_keys_walk_and_stop_at_the_ends(window: MainWindow, qtbot: QtBot) -> None:
    finder = CommandFinder(window.actions_by_id, theme_of(window.store.view), window)
    QTest.keyClick(finder.field, Qt.Key.Key_Up)
    assert finder.list.currentRow() == 0
    QTest.keyClick(finder.field, Qt.Key.Key_Down)
    assert finder.list.currentRow() == 1
    finder.close()
    finder.deleteLater()


def test_nothing_found_and_disabled_commands_do_nothing(window: MainWindow, qtbot: QtBot) -> None:
    finder = CommandFinder(window.actions_by_id, theme_of(window.store.view), window)
    QTest.keyClicks(finder.field, "qqqq")
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert finder.chosen is None
    finder.field.setText("take back the last step")
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert finder.chosen is None  # there is nothing to undo yet
    finder.close()
    finder.deleteLater()


def test_the_sheet_of_keys_names_every_shortcut(window: MainWindow) -> None:
    sheet = KeysSheet(window.actions_by_id, theme_of(window.store.view), window)
    texts = " ".join(label.text() for label in sheet.findChildren(QLabel))
    for action in window.actions_by_id.values():
        for key in action.shortcuts():
            assert key.toString() in texts
    sheet.close()
    sheet.deleteLater()


def test_a_command_called_so_comes_before_one_whose_help_says_so(window: MainWindow, qtbot: QtBot) -> None:
    finder = CommandFinder(window.actions_by_id, theme_of(window.store.view), window)
    for typed, expected in (("theme", "theme-system"), ("theme: hi", "theme-high-contrast")):
        finder.field.setText(typed)
        assert finder.list.item(0).data(Qt.ItemDataRole.UserRole) == expected
    finder.field.setText("")
    shown = [finder.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(finder.list.count())]
    assert shown == FINDABLE
    finder.close()
    finder.deleteLater()
