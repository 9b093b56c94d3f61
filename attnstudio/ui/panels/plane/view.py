"""The widget that shows the plane: how the plane lies in it, its ground, and the moment that is drawn."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from attnstudio.model.document import Handle
from attnstudio.state import gestures
from attnstudio.state.gestures import Lens, Pixel, Tip, point_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.arrows import draw_still, still_key
from attnstudio.ui.panels.plane.names import Asked, Source
from attnstudio.ui.panels.plane.picture import Picture, picture_of, tips_of
from attnstudio.ui.panels.plane.stage import Glance, Stage
from attnstudio.ui.panels.plane.x_tip import XTip
from attnstudio.ui.planes.ground import Ground, axis_names, draw_ground
from attnstudio.ui.planes.ink import Ink, ink_of
from attnstudio.ui.planes.labels import Box
from attnstudio.ui.plots import GraphicsView, ViewBox
from attnstudio.ui.theme import theme_of

_EDGE = 14  # pixels around the bound where it is in sight: tips at it have their rings


class PlaneView(GraphicsView):
    placed = Signal()
    """It has another size, so that other tips may be in sight."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent, background=None)
        self.store = store
        self.hovered: Handle | None = None
        self.x_tip = XTip(store)
        self.is_new_here = True  # nothing has been dragged in this window yet
        self.view_box = ViewBox(lockAspect=True, enableMouse=False, enableMenu=False)
        self.setCentralItem(self.view_box)
        self.stage = Stage(ink_of(theme_of(store.view)))
        self.scene().addItem(self.stage)
        # The ground is kept here, and a change asks for one repaint of everything: nothing is left for
        # Qt to keep or to find out. In a picture, Qt's own copy of the ground would be a raster.
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Plane")
        self._corner: Box = (0, 0, 0, 0)
        self._aim: Hashable = None
        self._lens = Lens((0.0, 0.0), 1.0)
        self._picture: tuple[Hashable, Picture, tuple[Tip, ...]] | None = None
        self._painted_last: Picture | None = None
        self._around: tuple[Hashable, tuple[Ground, tuple[Box, ...]]] | None = None
        self.ground_key: Hashable = None
        self._ground = QPixmap()

    # --- how the plane lies -----------------------------------------------------------------------------

    @property
    def lens(self) -> Lens:
        """How the plane lies in the viewport: the frame fills the shorter side."""
        now, size = self.store.now, self.view_box.size()
        frame, bound = now.frame, now.document.bound
        edge = theme_of(now.view).px(_EDGE) if frame.reaches(bound) else 0
        aim = size.width(), size.height(), frame, edge
        if aim != self._aim:
            self._aim = aim
            unit = max(min(size.width(), size.height()) / 2 - edge, 8.0) / frame.half
            wide, high = size.width() / unit, size.height() / unit
            x, y = frame.centre
            self.view_box.setRange(QRectF(x - wide / 2, y - high / 2, wide, high), padding=0)
            origin = self.view_box.mapViewToScene(QPointF(0.0, 0.0))
            end = self.view_box.mapViewToScene(QPointF(bound, 0.0))
            self._lens = Lens((origin.x(), origin.y()), (end.x() - origin.x()) / bound)
        return self._lens

    def picture(self) -> Picture:
        """Where everything stands now."""
        now, lens = self.store.now, self.lens
        asked = now.trace, now.look, now.passage, now.document.chart, now.view.known, lens
        if self._picture is None or self._picture[0] != asked:
            picture = picture_of(now, lens)
            self._picture = asked, picture, tips_of(now, picture)
        return self._picture[1]

    def tips(self) -> tuple[Tip, ...]:
        self.picture()
        return () if self._picture is None else self._picture[2]

    @property
    def is_draggable(self) -> bool:
        """Whether tips are free; those made by a projection are not."""
        return bool(self.store.now.passage.heads)

    @property
    def moving(self) -> Handle | None:
        """The tip that is being dragged."""
        return None

    def is_in_sight(self, at: Pixel) -> bool:
        """Whether a pixel lies within the viewport."""
        return 0 <= at[0] <= self.width() and 0 <= at[1] <= self.height()

    def show_tip(self, handle: Handle) -> None:
        """Where a tip was moved out of sight, let the frame grow just so far that it shows."""
        if not self.is_in_sight(self.lens.to_pixels(point_of(self.store.now, handle))):
            gestures.show_tip(self.store, handle)

    def keep_free(self, corner: QRect) -> None:
        """Keep names out of `corner`, where something else stands."""
        x, y = corner.x(), corner.y()
        self._corner = (x, y, x + corner.width(), y + corner.height())

    def retheme(self) -> None:
        theme = theme_of(self.store.view)
        self.stage.ink = ink_of(theme)
        self.ground_key = None
        # A style sheet has Qt fill the viewport all the same, with this colour.
        colours = self.viewport().palette()
        colours.setColor(QPalette.ColorRole.Window, theme.panel)
        self.viewport().setPalette(colours)
        self.viewport().update()

    # --- painting ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # pyqtgraph calls this while it is being built
        if hasattr(self, "stage"):
            self.stage.set_area(QRectF(self.rect()))
            self.viewport().update()
            self.placed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        now = self.store.now
        may_cue = self.is_draggable and not now.view.is_figure
        x = self.x_tip.at(self.lens)
        shown_x = None if x is None else Source(self.x_tip.token or 0, x)
        asked = Asked(self.hovered, self.moving, may_cue, self.is_new_here, shown_x)
        _, taken = self.surroundings()
        width, height = self.width(), self.height()
        self.stage.shown = Glance(now, self.picture(), asked, self.hasFocus(), width, height, taken)
        super().paintEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        now, ink, picture = self.store.now, self.stage.ink, self.picture()
        ground, _ = self.surroundings()
        if now.view.is_figure:
            draw_ground(painter, ground, ink)
            draw_still(painter, ink, now, picture, None)
            return
        # While nothing moves but the pointer, all arrows are kept, not only those that a drag leaves alone.
        self.stage.are_arrows_kept = self.moving is None and picture is self._painted_last
        self._painted_last = picture
        ratio = self.viewport().devicePixelRatioF()
        arrows = (
            (picture, now.look.hull) if self.stage.are_arrows_kept else still_key(now, picture, self.moving)
        )
        key = ground, ink, ratio, arrows
        if self.ground_key != key:
            self.ground_key = key
            self._ground = self._painted(ground, ink, now, picture, ratio)
        painter.drawPixmap(0, 0, self._ground)

    def surroundings(self) -> tuple[Ground, tuple[Box, ...]]:
        """The ground, and where its own words stand; worked out anew only where they differ."""
        now, ink, lens = self.store.now, self.stage.ink, self.lens
        document, width, height = now.document, self.width(), self.height()
        key = ink, lens, width, height, document.bound, document.chart, self._corner, _emptiness(now)
        if self._around is None or self._around[0] != key:
            chart, covered = document.chart, self._corner
            ground = Ground(lens, width, height, document.bound, chart, _emptiness(now), covered)
            taken = (box for _, box in axis_names(ground, ink))
            self._around = key, (ground, (*taken, self._corner))
        return self._around[1]

    def _painted(self, ground: Ground, ink: Ink, now: Snapshot, picture: Picture, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        try:
            draw_ground(painter, ground, ink)
            draw_still(painter, ink, now, picture, self.moving)
            if self.stage.are_arrows_kept:
                self.stage.draw_arrows(painter, now, picture, None)
        finally:
            painter.end()
        return pixmap


def _emptiness(now: Snapshot) -> str:
    """Why there is little or nothing to see; "" where there are tokens that ask."""
    if now.query_index >= 0:
        return ""
    if now.trace.n_keys == 0:
        return "There are no words yet. Type a sentence, and its vectors stand here."
    return "No word asks here, so nothing is looked at: there are keys and values, but no query."
