"""Actions, menus and the command finder, all made from the table of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from attnstudio.state.commands import Command, commands
from attnstudio.ui.plain import plain_tip

Act = Callable[[], object]


def make_actions(window: QWidget, deeds: Mapping[str, Act]) -> dict[str, QAction]:
    """One action for every command, added to `window` so that its keys work everywhere in it."""
    known = {command.id for command in commands()}
    if known != set(deeds):
        raise ValueError(f"commands and deeds differ by {sorted(known ^ set(deeds))}")
    return {command.id: _action(window, command, deeds[command.id]) for command in commands()}


def _action(window: QWidget, command: Command, deed: Act) -> QAction:
    action = QAction(command.text.replace("&", "&&"), window)
    action.setObjectName(command.id)
    action.setShortcuts([QKeySequence(key) for key in command.keys])
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    action.setToolTip(plain_tip(command.help))
    action.setStatusTip(command.help)
    action.setCheckable(command.checkable)
    action.triggered.connect(lambda _checked=False: deed())
    window.addAction(action)
    return action


def show_checked(action: QAction, checked: bool) -> None:
    """Tick an action without doing it."""
    if action.isChecked() != checked:
        with QSignalBlocker(action):
            action.setChecked(checked)


def make_menu(parent: QWidget, actions: Mapping[str, QAction]) -> QMenu:
    """The whole table as one menu with a submenu for each heading."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    under: dict[str, QMenu] = {}
    for command in commands():
        if command.menu not in under:
            submenu = menu.addMenu(command.menu)
            submenu.setToolTipsVisible(True)
            under[command.menu] = submenu
        if command.gap:
            under[command.menu].addSeparator()
        under[command.menu].addAction(actions[command.id])
    return menu
