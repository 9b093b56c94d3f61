"""The plane's stage: one item that draws everything which stands on the ground."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from attnstudio.model.document import Handle
from attnstudio.state.gestures import Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.plane import marks
from attnstudio.ui.panels.plane.arrows import draw_lively
from attnstudio.ui.panels.plane.names import Asked, moving_labels, standing_key, standing_labels
from attnstudio.ui.panels.plane.picture import Picture
from attnstudio.ui.panels.plane.split import draw_split, split_lines
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Box, Label, places
from attnstudio.ui.planes.lettering import RING_GAP, draw_labels
from attnstudio.ui.plots import GraphicsObject

_KEPT = 16  # arrangements of names


@dataclass(frozen=True, slots=True)
class Glance:
    """One moment of the plane, ready to be drawn."""

    now: Snapshot
    picture: Picture
    asked: Asked
    has_focus: bool
    width: int
    height: int
    taken: tuple[Box, ...]  # where names can't go: the axes' names stand there


@dataclass(frozen=True, slots=True)
class _Standing:
    """Names that stay where they are while the query moves."""

    key: object
    labels: Sequence[Label]
    boxes: dict[Hashable, Box]


class Stage(GraphicsObject):
    """Everything on the plane but its ground, in one item: Qt asks a price for every item it knows.

    It draws in the pixels of the viewport, so that strokes and letters keep their size at every zoom.
    """

    def __init__(self, ink: Ink) -> None:
        super().__init__()
        self.ink = ink
        self.shown: Glance | None = None
        self.are_arrows_kept = False  # they are on the ground already
        self._area = QRectF()
        self._standing: list[_Standing] = []  # the latest first: what was pointed at soon is so again
        self._latest = _Standing(None, (), {})
        self._split: tuple[Hashable, tuple[str, ...]] = (None, ())
        self._rest_tips: tuple[Pixel, ...] = ()  # query and output, where they last stood still …
        self._rests: tuple[Box, ...] = ()  # … and the room around them

    def set_area(self, area: QRectF) -> None:
        """Draw within `area` of the viewport."""
        self.prepareGeometryChange()
        self._area = area

    def standing_names(self) -> set[str]:
        """The names of keys and values that stand on the plane as it was drawn last."""
        latest = self._latest
        return {label.text for label in latest.labels if label.key in latest.boxes}

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self.shown is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter, self.shown)

    def _draw(self, painter: QPainter, shown: Glance) -> None:
        now, picture, ink, asked = shown.now, shown.picture, self.ink, shown.asked
        step = now.view.hover_step
        if not self.are_arrows_kept:
            self.draw_arrows(painter, now, picture, asked.moving)
        if step == "mask":
            marks.draw_masked(painter, ink, picture)
        marks.draw_rings(painter, ink, now, picture, asked.hovered, shown.has_focus and asked.x is None)
        if asked.x is not None:
            marks.draw_x(painter, ink, now, picture.origin, asked.x, shown.has_focus)
        marks.draw_projections(painter, ink, now, picture, asked.key_pointed_at(now))
        if step == "mix":
            marks.draw_sum(painter, ink, picture)
        self._draw_labels(painter, shown)
        self._draw_split(painter, shown)

    def draw_arrows(self, painter: QPainter, now: Snapshot, picture: Picture, moving: Handle | None) -> None:
        """The arrows that a drag of the query changes, over the hull of the values."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if now.look.hull and now.view.is_known[-1]:  # it is about the output
            marks.draw_hull(painter, self.ink, picture)
        draw_lively(painter, self.ink, now, picture, moving)

    def _draw_labels(self, painter: QPainter, shown: Glance) -> None:
        now, picture, asked, ink = shown.now, shown.picture, shown.asked, self.ink
        frame = (2.0, 2.0, shown.width - 2.0, shown.height - 2.0)
        x = None if asked.x is None else asked.x.at
        tips = tuple(tip for tip in (picture.query, picture.output, x) if tip is not None)
        if asked.moving is None:
            self._rests, self._rest_tips = _around(picture, ink), tips
        taken = (*shown.taken, *self._rests)
        key = standing_key(now, picture, asked), frame, taken, self._rest_tips, ink
        standing = next((kept for kept in self._standing if kept.key == key), None)
        if standing is None:
            labels = standing_labels(now, picture, asked, ink)
            shafts = (*(label.tip for label in labels), *self._rest_tips)
            standing = _Standing(key, labels, places(labels, picture.origin, frame, taken, shafts))
            self._standing = [standing, *self._standing[: _KEPT - 1]]
        self._latest = standing
        moving = moving_labels(now, picture, asked, ink)
        shafts = (*(label.tip for label in standing.labels), *tips)
        found = places(moving, picture.origin, frame, (*shown.taken, *standing.boxes.values()), shafts)
        draw_labels(painter, ink, standing.labels, standing.boxes, is_figure=now.view.is_figure)
        draw_labels(painter, ink, moving, found, is_figure=now.view.is_figure)
        if now.view.is_figure and len(standing.boxes) < len(standing.labels):
            missing = len(standing.labels) - len(standing.boxes)
            painter.setFont(ink.small)
            painter.setPen(ink.theme.secondary)
            text = f"{missing} {'name has' if missing == 1 else 'names have'} no room here"
            painter.drawText(QPointF(4.0, shown.height - 4.0), text)

    def _draw_split(self, painter: QPainter, shown: Glance) -> None:
        now, pointed = shown.now, shown.asked.key_pointed_at(shown.now)
        if pointed is None or now.query_index < 0 or not shown.picture.keys or now.view.is_figure:
            return
        if shown.asked.moving is None:  # while a tip moves, the sheet would only be in its way
            asked = now.trace, now.passage, now.head, now.query_index, pointed
            if self._split[0] != asked:
                self._split = asked, split_lines(now, pointed)
            draw_split(painter, self.ink, self._split[1], shown.width, shown.height)


def _around(picture: Picture, ink: Ink) -> tuple[Box, ...]:
    """Boxes around the tips of query and output, which names keep off: the query's may have its ring."""
    boxes = []
    for tip, gap in ((picture.query, RING_GAP), (picture.output, 9.0)):
        if tip is not None:
            x, y, reach = *tip, gap * ink.theme.stroke
            boxes.append((x - reach, y - reach, x + reach, y + reach))
    return tuple(boxes)
