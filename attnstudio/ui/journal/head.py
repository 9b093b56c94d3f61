"""The journal's head: its name, how many entries there are, and what can be done with all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from attnstudio.ui.icons import icon
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import SMALL, TITLE, Theme
from attnstudio.ui.widgets import button, label

Act = Callable[[], object]


class Head(QWidget):
    """`menu` is what its menu offers, as texts and deeds; of these the first `exports` need an entry."""

    def __init__(
        self, add: Act, leave: Act, menu: Sequence[tuple[str, Act]], exports: int, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.title = QLabel("Journal", self)
        self.count = label("", "number")
        self.add_button = button("Add", "plain", add, name="Add what you see to the journal")
        self.add_button.setToolTip(plain_tip("Keep what you see now  (Ctrl+Shift+J)"))
        self.menu_button = _icon_button("more", "Menu of the journal")
        self.menu_button.setToolTip(plain_tip("Export the journal, bring back, show its folder"))
        made = QMenu(self)
        actions = [made.addAction(text, act) for text, act in menu]
        self._exports = actions[:exports]
        if len(actions) > exports:
            made.insertSeparator(actions[exports])
        self.menu_button.setMenu(made)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.close_button = _icon_button("close", "Hide the journal", leave)
        self.close_button.setToolTip(plain_tip("Hide the journal  (Ctrl+J)"))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.title)
        self._row.addWidget(self.count, 1)
        for widget in self.stops():
            self._row.addWidget(widget)

    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in order."""
        return self.add_button, self.menu_button, self.close_button

    def show_count(self, listed: int, all_there_are: int) -> None:
        both = f"{listed} of {all_there_are}" if listed < all_there_are else str(all_there_are)
        self.count.setText(both if all_there_are else "")
        for action in self._exports:
            action.setEnabled(listed > 0)

    def retheme(self, theme: Theme) -> None:
        self._row.setContentsMargins(0, 0, theme.px(6), 0)
        self._row.setSpacing(theme.px(4))
        self.title.setFont(theme.text(TITLE, 600))
        self.count.setFont(theme.numbers(SMALL))
        size = theme.px(18)
        for made in (self.menu_button, self.close_button):
            made.setIcon(icon(made.objectName(), theme.roles.ink, size))
            made.setIconSize(QSize(size, size))


def _icon_button(name: str, text: str, act: Act | None = None) -> QToolButton:
    made = button(text, "icon", act)
    made.setObjectName(name)
    made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return made
