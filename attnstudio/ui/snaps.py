"""The link that says how tips snap, and its menu: the same on every plane."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from attnstudio.model.geometry import SNAPS, Snap
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.widgets import button

_HELP = {
    "off": "Tips go where the hand goes.",
    "near": "Tips close to a crossing of half units go there.",
    "grid": "Tips stay on crossings of half units.",
    "polar": "Whole lengths and angles of 5°.",
}


class SnapLink(QObject):
    """`link` is what the host puts into its row; it opens `menu`."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self.menu = self._made(parent)
        self.link = button("snap: off", "link", self._open, name="Snap")

    def retheme(self) -> None:
        """As wide as the widest choice, so that nothing beside it moves with the choice."""
        self.link.setMinimumWidth(0)
        self.link.ensurePolished()
        self.link.setText("snap: polar")
        self.link.setMinimumWidth(self.link.sizeHint().width())
        self.show_choice(self._store.now)

    def show_choice(self, now: Snapshot) -> None:
        self.link.setText(f"snap: {now.view.snap}")
        self.link.setAccessibleName(f"Snap: {now.view.snap}")
        for action in self.menu.actions():
            action.setChecked(action.text() == now.view.snap)

    # --- inside -----------------------------------------------------------------------------------------

    def _made(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        group = QActionGroup(menu)
        for snap in SNAPS:
            action = QAction(snap, group)
            action.setCheckable(True)
            action.setToolTip(_HELP[snap])
            action.triggered.connect(partial(self._choose, snap))
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        return menu

    def _open(self) -> None:
        # Not as the button's own menu, which would run an event loop inside the click.
        self.menu.popup(self.link.mapToGlobal(QPoint(0, self.link.height())))

    def _choose(self, snap: Snap, _checked: bool = False) -> None:
        self._store.set_view(snap=snap)
