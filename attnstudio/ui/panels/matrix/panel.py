"""The matrix of all queries by all keys: weights, scores or the mask, and the hand that paints the mask."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import MatrixShows
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.matrix.content import called
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.matrix.layout import foot_height
from attnstudio.ui.panels.matrix.parts import parts_of
from attnstudio.ui.panels.matrix.rules import RuleMenu
from attnstudio.ui.panels.matrix.scroll import ScrollBars
from attnstudio.ui.panels.matrix.surface import MatrixSurface
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import Segmented

TITLE = "Matrix"
SHOWS = (("weights", "weights"), ("scores", "scores"), ("mask", "mask"))


class MatrixPanel(Panel):
    """Rows ask, columns offer. `is_large`: the matrix in a window of its own. `shows`: what it shows at
    first, and then what is chosen in it; else what is chosen for all matrices."""

    def __init__(
        self,
        store: Store,
        parent: QWidget | None = None,
        *,
        is_large: bool = False,
        shows: MatrixShows | None = None,
    ) -> None:
        super().__init__(store, "matrix-enlarged" if is_large else "matrix", TITLE, parent)
        self._own = shows
        self.shows = Segmented("Matrix shows", SHOWS, shows or store.look.matrix, self._choose)
        self.add_control(self.shows)
        self.surface = MatrixSurface(self, store, None if is_large else self.enlarge)
        self.surface.setAccessibleName(f"{TITLE}, cells")
        self.rules = RuleMenu(store, self)
        self.rules.link.setVisible(not store.view.is_figure)
        self.bars = ScrollBars(self.surface)
        self.column.addLayout(self.bars, 1)
        self._room = 0  # pixels that the rule has been told on
        self.surface.laid_out.connect(self._fit_rule)
        self.settle()

    def enlarge(self) -> Enlarged:
        """Show the matrix large, with its numbers, until Esc."""
        large = self.findChild(Enlarged) or Enlarged(MatrixPanel(self.store, is_large=True), self)
        large.show()
        large.activateWindow()
        return large

    def retheme(self) -> None:
        theme, margins = self.theme, self.column.contentsMargins()
        margins.setBottom(theme.px(4))  # the foot has room around it already
        self.column.setContentsMargins(margins)
        self.column.setSpacing(theme.px(3))
        self.rules.retheme()
        self.surface.retheme()
        self._tell_rule()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.bars.turn(event)

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        old, new = old and self._seen(old), self._seen(new)
        if old is None or old.look.matrix != new.look.matrix:
            self.shows.show_choice(new.look.matrix)
        if new.view.is_figure or new.view.known is not None:  # no control says it, or says it truly
            self.title.setText(f"{TITLE}: {called(new)}")
        before = self.surface.content
        self.surface.show_state(old, new)
        if old is None or before.rule != self.surface.content.rule:
            self._tell_rule()

    def _choose(self, key: str) -> None:
        shows: MatrixShows = "mask" if key == "mask" else "scores" if key == "scores" else "weights"
        if self._own is None:
            self.store.set_look(matrix=shows)
            return
        before, self._own = self._seen(self.store.now), shows
        self.surface.show_state(before, self._seen(self.store.now))
        accessible.changed(self)

    def _seen(self, now: Snapshot) -> Snapshot:
        return now if self._own is None else replace(now, look=replace(now.look, matrix=self._own))

    def _tell_rule(self) -> None:
        self._room = self._room_for_rule()
        self.rules.say(self.surface.content.rule, self._room)
        self._place_rules()

    def _fit_rule(self) -> None:
        if self._room_for_rule() != self._room:
            self._tell_rule()
        else:
            self._place_rules()

    def _room_for_rule(self) -> int:
        return self.surface.width() * 3 // 5  # what is said beside it can be shortened

    def _place_rules(self) -> None:
        """Put the rule's button at the right end of the foot."""
        link, surface, theme = self.rules.link, self.surface, self.theme
        if link.isHidden():
            surface.take_foot(0)
            return
        size, foot = link.sizeHint(), foot_height(surface.size(), theme)
        corner = surface.geometry().bottomRight()
        top = corner.y() + 1 - foot + (foot - size.height()) // 2
        link.setGeometry(corner.x() + 1 - size.width() + theme.px(4), top, size.width(), size.height())
        surface.take_foot(size.width())

    def parts(self) -> tuple[Part, ...]:
        return parts_of(self.surface, self)
