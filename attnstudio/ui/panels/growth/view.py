"""The four charts on one surface: the mouse and the keyboard move d_k on all of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from attnstudio.model.sampled import Point, Sampled
from attnstudio.model.settings import Sampling
from attnstudio.state.store import Gesture, Store
from attnstudio.ui.panels.growth.content import Chart, charts_of, value_of
from attnstudio.ui.panels.growth.ground import frame, paint_chart
from attnstudio.ui.panels.growth.places import TINY, TWO_WIDE, Place, height_for, places_of, spread_out
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.sampling.change import SET_D_K, change, to
from attnstudio.ui.sampling.kinds import KINDS, Kind, colour_of
from attnstudio.ui.sampling.sizes import OCTAVE, d_k_after, d_k_at
from attnstudio.ui.theme import SMALL, Theme, width_of

_CAUGHT = 1.5  # ticks from a power of two


class GrowthSurface(Surface):
    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent)
        self.setAccessibleName("Charts against d_k")
        self.theme = theme
        self.store = store
        self.waiting = ""  # what stands where there are no charts yet
        self.charts: tuple[Chart, ...] = ()
        self.places: tuple[Place, ...] = ()
        self.hovered: int | None = None  # index on the grid of d_k
        self.hover_moved: Callable[[], object] = lambda: None
        self._sampled: Sampled | None = None
        self._curve: tuple[Point, ...] | None = None  # as drawn on the ground
        self._world: tuple[object, ...] = ()  # of these curves
        self._ground: QPixmap | None = None
        self._gesture: Gesture | None = None
        self._is_laid_out = False
        if not store.view.is_figure:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- what is shown -------------------------------------------------------------------------------

    def show_samples(self, sampled: Sampled | None) -> None:
        self._sampled = sampled
        # Curves that are drawn anew stay as they were until there are others: some milliseconds. Those of
        # something else go at once, for their axes and levels are wrong.
        is_new = sampled is not None and sampled.curve is not self._curve and bool(sampled.curve)
        if sampled is not None and (is_new or not self.charts or _world(sampled.sampling) != self._world):
            self._curve, self._world = sampled.curve, _world(sampled.sampling)
            self.charts = charts_of(sampled)
            self._arrange()
        self.update()

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._arrange()
        self._claim_height()
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        # Before it is laid out it has no width that would mean anything.
        wide = self.width() if self._is_laid_out else self.theme.px(TWO_WIDE)
        return QSize(self.theme.px(250), height_for(wide, self.theme))

    @property
    def d_k(self) -> int:
        return self.store.document.sampling.d_k

    def point(self) -> Point | None:
        """What the numbers on the charts are of: what is pointed at, else what is chosen."""
        sampled = self._sampled
        if sampled is None:
            return None
        if self.hovered is None or not sampled.curve:
            return sampled.point
        return sampled.curve[self.hovered]

    def _arrange(self) -> None:
        self._ground = None
        inside = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        self.places = places_of(self.charts, inside, self.theme) if self.charts else ()

    def _claim_height(self) -> None:
        needed = self.minimumSizeHint().height()
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_laid_out = True
        self._claim_height()
        self._arrange()

    # --- painting ------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        if not self.charts:
            painter.fillRect(self.rect(), theme.panel)
            painter.setPen(theme.secondary)
            painter.setFont(theme.text(SMALL))
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.waiting)
        elif self.store.view.is_figure:
            self._paint_ground(painter)
            self._paint_marks(painter)
        else:
            if self._ground is None or self._ground.devicePixelRatio() != self.devicePixelRatioF():
                self._ground = self._make_ground()
            painter.drawPixmap(0, 0, self._ground)
            self._paint_marks(painter)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame(painter, theme, QRectF(self.rect()))
        painter.end()

    def _make_ground(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        made = QPixmap(QSize(self.size()) * ratio)
        made.setDevicePixelRatio(ratio)
        painter = QPainter(made)
        self._paint_ground(painter)
        painter.end()
        return made

    def _paint_ground(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self.theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for chart, place in zip(self.charts, self.places, strict=True):
            paint_chart(painter, self.theme, chart, place)

    def _paint_marks(self, painter: QPainter) -> None:
        point = self.point()
        if point is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for chart, place in zip(self.charts, self.places, strict=True):
            _paint_level(painter, self.theme, place, self.d_k, is_chosen=True)
            if self.hovered is not None:
                _paint_level(painter, self.theme, place, point.d_k, is_chosen=False)
            _paint_numbers(painter, self.theme, chart, place, point)

    # --- the hand ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            self.call_off()
        elif event.button() == Qt.MouseButton.LeftButton and self._place_at(event.position()) is not None:
            self._hover(None)
            self.store.begin(SET_D_K)
            self._gesture = self.store.gesture
            self._go_to(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._is_open:
            self._gesture = None
            self._hover(event.position() if not event.buttons() else None)
        elif not event.buttons() & Qt.MouseButton.LeftButton:
            self._finish()
        else:
            self._go_to(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._finish()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.call_off()
        super().focusOutEvent(event)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.call_off()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._is_open:
            self.call_off()
            return
        d_k = None if self._is_open else d_k_after(self.d_k, event)
        if d_k is None:
            super().keyPressEvent(event)
        else:
            change(self.store, SET_D_K, to(d_k=d_k), run=True)

    def event(self, event: QEvent) -> bool:
        overrides = event.type() == QEvent.Type.ShortcutOverride and self._is_open
        if overrides and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def call_off(self) -> None:
        """Put d_k back to where it was."""
        if self._is_open:
            self.store.cancel()
        self._gesture = None

    @property
    def _is_open(self) -> bool:
        return self._gesture is not None and self.store.gesture is self._gesture

    def _finish(self) -> None:
        if self._is_open:
            self.store.commit()
        self._gesture = None

    def _go_to(self, at: QPointF) -> None:
        place = self._place_at(at) or min(self.places, key=lambda p: abs(p.whole.center().x() - at.x()))
        self.store.preview(to(d_k=near_power(place.d_k(at.x()))))

    def _hover(self, at: QPointF | None) -> None:
        place = None if at is None else self._place_at(at)
        curve = self._sampled.curve if self._sampled is not None else ()
        found = None
        if place is not None and at is not None and curve and place.plot.contains(at):
            found = min(range(len(curve)), key=lambda index: abs(place.x(curve[index].d_k) - at.x()))
        if found != self.hovered:
            self.hovered = found
            self.hover_moved()
            self.update()

    def _place_at(self, at: QPointF) -> Place | None:
        return next((place for place in self.places if place.whole.contains(at)), None)


def _world(sampling: Sampling) -> tuple[object, ...]:
    """Equal for samples that may be compared: curves of one are nearly those of the other."""
    return sampling.keys, sampling.distribution, sampling.seed, sampling.divisor


def near_power(d_k: float) -> int:
    """The d_k of the slider that is nearest to a place on the axis; powers of two are met easily."""
    tick = OCTAVE * math.log2(d_k)
    power = round(tick / OCTAVE) * OCTAVE
    return d_k_at(power if abs(power - tick) <= _CAUGHT else round(tick))


def _paint_level(painter: QPainter, theme: Theme, place: Place, d_k: int, *, is_chosen: bool) -> None:
    """A d_k: a line through the plot, and its number over the axis's."""
    x, font = place.x(d_k), theme.numbers(TINY, 600)
    pen = QPen(theme.ink if is_chosen else theme.secondary, max(theme.stroke, 1.0))
    if not is_chosen:
        pen.setDashPattern([2.0, 3.0])
    painter.setPen(pen)
    painter.drawLine(QPointF(x, place.plot.top()), QPointF(x, place.plot.bottom() + theme.px(3)))
    text = str(d_k)
    wide, high = width_of(font, text) + theme.px(8), theme.px(14)
    box = QRectF(x - wide / 2, place.plot.bottom() + theme.px(3), wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink if is_chosen else theme.secondary)
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(theme.panel if theme.panel.alpha() else theme.raised)
    painter.setFont(font)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _paint_numbers(painter: QPainter, theme: Theme, chart: Chart, place: Place, point: Point) -> None:
    """A dot on each line and its number beside it, whole dots for raw and hollow ones for the others."""
    font, x = theme.numbers(SMALL, 600), place.x(point.d_k)
    shown: list[tuple[Kind, float, str]] = []
    for kind in KINDS:
        if getattr(point, kind) is not None:
            value = value_of(point, kind, chart.measure)
            shown.append((kind, place.y(chart, value), chart.number(value)))
    half = QFontMetricsF(font).capHeight() / 2
    edges = place.plot.top() + half, place.plot.bottom() - half - 2
    heights = spread_out([y for _, y, _ in shown], theme.px(16), *edges)
    wide = max(width_of(font, text) for _, _, text in shown)
    is_left = x + theme.px(9) + wide > place.plot.right()
    painter.setFont(font)
    for (kind, y, text), level in zip(shown, heights, strict=True):
        colour, radius = colour_of(theme, kind), theme.px(4)
        left = x - theme.px(9) - width_of(font, text) if is_left else x + theme.px(9)
        ground = QRectF(left - 2, level - half - 3, width_of(font, text) + 4, 2 * half + 6)
        painter.fillRect(ground, theme.panel)
        painter.setPen(colour)
        painter.drawText(QPointF(left, level + half), text)
        painter.setPen(QPen(colour, 2 * theme.stroke))
        painter.setBrush(colour if kind == "raw" else theme.panel)
        painter.drawEllipse(QPointF(x, y), radius, radius)
