"""Two windows onto the table of commands: find one by typing, and read all keys at a glance."""

from __future__ import annotations

import json
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from attnstudio.assets import resource
from attnstudio.state.commands import Command, commands
from attnstudio.ui.theme import BODY, SMALL, Theme


class CommandFinder(QDialog):
    """Type a few letters, choose with the arrow keys, Enter does it."""

    def __init__(self, actions: Mapping[str, QAction], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Find a command")
        self._actions = actions
        self.chosen: QAction | None = None
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("What would you like to do?")
        self.field.setAccessibleName("Find a command")
        self.list = QListWidget(self)
        self.list.setAccessibleName("Commands found")
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.resize(theme.px(460), theme.px(420))
        self.field.textChanged.connect(self._find)
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(self._take)
        self._find("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                row = self.list.currentRow() + step
                self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _find(self, typed: str) -> None:
        words = typed.casefold().split()
        self.list.clear()
        found = [command for command in commands() if all(word in self._text(command) for word in words)]
        for command in sorted(found, key=lambda command: _rank(self._name(command).casefold(), words)):
            action = self._actions[command.id]
            if action.menu() is not None:  # leads to a choice, and does nothing by itself
                continue
            keys = action.shortcut().toString()
            name = self._name(command)
            item = QListWidgetItem(f"{name}    {keys}" if keys else name)
            item.setData(Qt.ItemDataRole.UserRole, command.id)
            item.setData(Qt.ItemDataRole.StatusTipRole, command.help)
            if not action.isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _name(self, command: Command) -> str:
        return self._actions[command.id].text().replace("&&", "&")

    def _text(self, command: Command) -> str:
        """All that a command is found by."""
        return f"{command.menu}: {self._name(command)} {command.help}".casefold()

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        action = self._actions[item.data(Qt.ItemDataRole.UserRole)]
        if action.isEnabled():
            self.chosen = action
            self.accept()


class KeysSheet(QDialog):
    """Every key and every gesture, from the same tables as the menus."""

    def __init__(self, actions: Mapping[str, QAction], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys and mouse")
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(theme.px(18))
        grid.setVerticalSpacing(theme.px(5))
        self._row = 0
        for gesture_where, rows in _gestures().items():
            self._heading(grid, gesture_where, theme)
            for keys, does in rows:
                self._line(grid, keys, does, theme)
        heading = ""
        for command in commands():
            shortcuts = actions[command.id].shortcuts()
            if not shortcuts:
                continue
            if command.menu != heading:
                heading = command.menu
                self._heading(grid, heading, theme)
            self._line(
                grid, ", ".join(key.toString() for key in shortcuts), f"{command.text}: {command.help}", theme
            )
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setAccessibleName("Keys and mouse")
        QVBoxLayout(self).addWidget(area)
        self.resize(theme.px(680), theme.px(620))

    def _heading(self, grid: QGridLayout, text: str, theme: Theme) -> None:
        made = QLabel(text)
        made.setFont(theme.text(BODY, 600))
        made.setContentsMargins(0, theme.px(8), 0, 0)
        grid.addWidget(made, self._row, 0, 1, 2)
        self._row += 1

    def _line(self, grid: QGridLayout, keys: str, does: str, theme: Theme) -> None:
        for column, text in enumerate((keys, does)):
            made = QLabel(text)
            made.setTextFormat(Qt.TextFormat.PlainText)
            made.setWordWrap(True)
            made.setFont(theme.text(SMALL, 500 if column == 0 else 400))
            made.setAlignment(Qt.AlignmentFlag.AlignTop)
            if column == 0:
                made.setFixedWidth(theme.px(190))
            grid.addWidget(made, self._row, column)
        self._row += 1


def _rank(name: str, words: list[str]) -> int:
    """Names before helps: 0 where words of `name` begin as typed, 1 where it has them, 2 for the rest."""
    if all(any(part.startswith(word) for part in name.split()) for word in words):
        return 0
    return 1 if all(word in name for word in words) else 2


def _gestures() -> dict[str, list[tuple[str, str]]]:
    rows = json.loads(resource("help", "gestures.json").read_text(encoding="utf-8"))
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        found.setdefault(row["where"], []).append((row["keys"], row["does"]))
    return found
