"""The row of controls under the plane: snapping, the hull, and how much of the plane is in sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from attnstudio.model import numerals
from attnstudio.model.geometry import SNAPS, Snap
from attnstudio.state.framing import ZOOMS, whole
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.bars import Hint
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import allow, button

_SNAP_HELP = {
    "off": "Tips go where the hand goes.",
    "near": "Tips close to a crossing of half units go there.",
    "grid": "Tips stay on crossings of half units.",
    "polar": "Whole lengths and angles of 5°.",
}


class PlaneControls(QWidget):
    """`zoom` is called with 1 to show less, −1 to show more, 0 to fit the arrows; `show_whole` shows all."""

    def __init__(
        self,
        store: Store,
        parent: QWidget,
        zoom: Callable[[int], object],
        show_whole: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Controls of the plane")
        self._store = store
        self.hint = Hint(store, self)
        self.snap_menu = self._make_snap_menu()
        self.snap = button("snap: off", "link", self._open_snap_menu, name="Snap")
        self.hull = button("hull", "segment", self._toggle_hull, name="Hull of the values")
        self.hull.setCheckable(True)
        self.smaller = button("\N{MINUS SIGN}", "icon", partial(zoom, -1), name="Zoom out of the plane")
        self.larger = button("+", "icon", partial(zoom, 1), name="Zoom in on the plane")
        self.fitting = button("fit", "link", partial(zoom, 0), name="Fit the arrows")
        self.fitting.setToolTip("Show all arrows, with room around them.")
        self.whole = button("whole", "link", show_whole, name="Whole plane")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.hint, 1)
        for widget in self.buttons():
            self._row.addWidget(widget)
            widget.setVisible(not store.view.is_figure)

    def buttons(self) -> tuple[QWidget, ...]:
        """In reading order."""
        return self.snap, self.hull, self.smaller, self.larger, self.fitting, self.whole

    def retheme(self) -> None:
        self._row.setSpacing(theme_of(self._store.view).px(4))
        self.hint.updateGeometry()
        self.hint.update()
        self.snap.setMinimumWidth(0)
        self.snap.ensurePolished()
        self.snap.setText("snap: polar")  # the widest, so that nothing beside it moves with the choice
        self.snap.setMinimumWidth(self.snap.sizeHint().width())
        self.show_view(self._store.now)

    def show_look(self, now: Snapshot) -> None:
        self.hull.setChecked(now.look.hull)
        allow(
            self.hull,
            now.look.plane != "match",
            "Values are not shown: choose mix or both.",
            "Outline what the output can't leave.",
        )

    def show_view(self, now: Snapshot) -> None:
        """Zoom and snap."""
        bound, frame = now.document.bound, now.frame
        zoom = bound / frame.half
        times = f"{numerals.exact(zoom, 0, 1)} ×"
        all_seen = "The whole plane is in sight."
        allow(self.smaller, frame.half < bound, all_seen, f"Show more; now {times}.")
        allow(self.whole, frame != whole(bound), all_seen, f"Show all up to ±{numerals.exact(bound)}.")
        allow(self.larger, zoom < ZOOMS[-1], f"{times} is the largest.", f"Show less, larger; now {times}.")
        self.snap.setText(f"snap: {now.view.snap}")
        self.snap.setAccessibleName(f"Snap: {now.view.snap}")
        for action in self.snap_menu.actions():
            action.setChecked(action.text() == now.view.snap)

    # --- inside -----------------------------------------------------------------------------------------

    def _make_snap_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for snap in SNAPS:
            action = QAction(snap, group)
            action.setCheckable(True)
            action.setToolTip(_SNAP_HELP[snap])
            action.triggered.connect(partial(self._choose_snap, snap))
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        return menu

    def _open_snap_menu(self) -> None:
        # Not as the button's own menu, which would run an event loop inside the click.
        self.snap_menu.popup(self.snap.mapToGlobal(QPoint(0, self.snap.height())))

    def _choose_snap(self, snap: Snap, _checked: bool = False) -> None:
        self._store.set_view(snap=snap)

    def _toggle_hull(self) -> None:
        self._store.set_look(hull=self.hull.isChecked())
