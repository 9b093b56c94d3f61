"""A small card that floats over a panel, for as long as the keyboard is in it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.fonts import MONO
from attnstudio.ui.theme import theme_of


class FloatingCard(QFrame):
    """Goes by Esc, and when the keyboard goes elsewhere."""

    def __init__(self, store: Store, name: str, parent: QWidget, closed: Callable[[], object]) -> None:
        """`name` is the object's; `closed` is called when the card goes."""
        super().__init__(parent)
        self.setObjectName(name)
        self._store, self._closed = store, closed
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def has_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def dismiss(self) -> None:
        """Close."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.disconnect(self._focus_changed)
        self._closed()  # first: it takes the keyboard, which Qt would else pass on to just any widget
        self.put_back()
        self.hide()
        self.deleteLater()

    def put_back(self) -> None:
        """Put back what was done in the card and not kept."""

    def lay_out(self, monospaced: str, spacing: int) -> QVBoxLayout:
        """A column for what the card shows; numbers stand in widgets of the kind `monospaced`."""
        theme = theme_of(self._store.view)
        roles, name = theme.roles, self.objectName()
        self.setStyleSheet(
            f"#{name} {{ background: {roles.raised}; border: 1px solid {roles.edge};"
            f" border-radius: 6px; }} #{name} {monospaced} {{ font-family: '{MONO}'; }}"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(10),) * 4)
        column.setSpacing(theme.px(spacing))
        return column

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new is not self and not self.isAncestorOf(new):
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.dismiss()
        else:
            super().keyPressEvent(event)
