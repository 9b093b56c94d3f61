"""The bar along the top: menu, title, workspaces, undo and redo, pictures, light or dark."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from attnstudio.state.snapshot import WORKSPACES, Snapshot, workspace_of
from attnstudio.state.store import Store
from attnstudio.ui.icons import icon
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, TITLE, Theme, theme_of
from attnstudio.ui.widgets import Segmented, button, label


class Header(QWidget):
    """The window dresses it."""

    def __init__(self, store: Store, actions: Mapping[str, QAction], menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAccessibleName("Header")
        self._store = store
        self._actions = actions
        self._title = ""
        self._row = QHBoxLayout(self)
        self.menu_button = self._icon_button("menu", "Menu")
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.rail_button = self._icon_button("rail", "Scenes", "rail")
        self.program = QLabel("Attention Studio", self)
        self.document = label("", "note")
        self.document.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        tabs = [(name, name.capitalize()) for name in WORKSPACES]
        self.tabs = Segmented("Workspace", tabs, workspace_of(store.look), self._choose)
        self.undo_button = self._icon_button("undo", "Undo", "undo")
        self.redo_button = self._icon_button("redo", "Redo", "redo")
        for made in (self.undo_button, self.redo_button):  # a click leaves the keyboard where it is
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copy_button = button("Copy image", "plain", actions["copy-image"].trigger)
        self.export_button = button("Export…", "primary", actions["export"].trigger)
        self.theme_button = self._icon_button("moon", "Light or dark", "theme")
        for widget in (self.menu_button, self.rail_button, self.program):
            self._row.addWidget(widget)
        self._row.addWidget(self.document, 1)
        self._row.addWidget(self.tabs)
        self._row.addStretch(1)
        for widget in (
            self.undo_button,
            self.redo_button,
            self.copy_button,
            self.export_button,
            self.theme_button,
        ):
            self._row.addWidget(widget)
        for made, command in ((self.copy_button, "copy-image"), (self.export_button, "export")):
            made.setToolTip(self._tip(command))

    def retheme(self, theme: Theme) -> None:
        self._row.setContentsMargins(theme.px(10), theme.px(8), theme.px(16), theme.px(8))
        self._row.setSpacing(theme.px(6))
        self.program.setFont(theme.text(TITLE + 1, 600))
        size = theme.px(20)
        for made in (self.menu_button, self.rail_button, self.undo_button, self.redo_button):
            made.setIcon(icon(made.objectName(), theme.roles.ink, size))
        self.theme_button.setIcon(icon("sun" if theme.is_dark else "moon", theme.roles.ink, size))
        for made in (
            self.menu_button,
            self.rail_button,
            self.undo_button,
            self.redo_button,
            self.theme_button,
        ):
            made.setIconSize(QSize(size, size))
        self._fit()
        self._elide()
        self.update()

    def show_title(self, title: str, is_modified: bool) -> None:
        shown = f"{title} •" if is_modified else title
        if shown == self._title:
            return  # a step of Learn changes the document sixty times a second
        self._title = shown
        self.document.setAccessibleName(f"{title}, not saved" if is_modified else title)
        self.document.setToolTip(plain_tip(title))
        self._elide()

    def show_history(self, undo_name: str | None, redo_name: str | None) -> None:
        """Undo and redo say what they do, or why they can't."""
        had_focus = self.undo_button.hasFocus() or self.redo_button.hasFocus()
        for made, command, name, empty in (
            (self.undo_button, "undo", undo_name, "Nothing to undo yet."),
            (self.redo_button, "redo", redo_name, "Nothing to do again: nothing was undone."),
        ):
            action = self._actions[command]
            verb = command.capitalize()
            text = f"{verb}: {name}" if name else verb
            if action.text() != text.replace("&", "&&") or made.isEnabled() != bool(name):
                action.setText(text.replace("&", "&&"))
                action.setEnabled(bool(name))
                made.setEnabled(bool(name))
                made.setAccessibleName(text)
                made.setAccessibleDescription("" if name else empty)
                made.setToolTip(plain_tip(f"{text}  ({self._keys(command)})" if name else empty))
        if had_focus and not (self.undo_button.hasFocus() or self.redo_button.hasFocus()):
            # Qt would go on to the next button, and the next Space would copy a picture.
            (self.undo_button if undo_name else self.redo_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self, old: Snapshot, new: Snapshot) -> None:
        if old.look.workspace != new.look.workspace:
            self.tabs.show_choice(workspace_of(new.look))

    def _choose(self, workspace: str) -> None:
        self._store.set_look(workspace=workspace)

    def _icon_button(self, name: str, text: str, command: str = "") -> QToolButton:
        made = button(text, "icon", self._actions[command].trigger if command else None)
        made.setObjectName(name)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        made.setToolTip(self._tip(command) if command else text)
        return made

    def _keys(self, command: str) -> str:
        return self._actions[command].shortcut().toString()

    def _tip(self, command: str) -> str:
        action = self._actions[command]
        return plain_tip(f"{action.statusTip()}  ({self._keys(command)})")

    def _fit(self) -> None:
        """Leave out, as room gets short, what the menu has as well, the least missed first."""
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self.menu_button.sizeHint().width()
        # From the most to the least needed; what no longer fits goes, and all that matters less.
        for widget in (
            *(self.undo_button, self.redo_button, self.export_button, self.copy_button, self.rail_button),
            *(self.tabs, self.theme_button, self.program),
        ):
            room -= widget.sizeHint().width() + self._row.spacing()
            widget.setVisible(room >= 0)

    def _elide(self) -> None:
        theme = theme_of(self._store.view)
        self.document.setFont(theme.words(BODY))
        room = max(self.document.width(), 0)
        self.document.setText(
            self.document.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._row.activate()
        self._elide()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.hairline)
        painter.end()
