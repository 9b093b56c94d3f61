"""The row of controls under the plane: snapping, the hull, and how much of the plane is in sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.state.framing import ZOOMS, whole
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.bars import Hint
from attnstudio.ui.snaps import SnapLink
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import allow, button


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
        self._snaps = SnapLink(store, self)
        self.snap, self.snap_menu = self._snaps.link, self._snaps.menu
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
        self._snaps.retheme()
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
        self._snaps.show_choice(now)

    # --- inside -----------------------------------------------------------------------------------------

    def _toggle_hull(self) -> None:
        self._store.set_look(hull=self.hull.isChecked())
