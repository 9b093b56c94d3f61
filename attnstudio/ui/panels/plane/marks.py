"""What is marked on the plane when the person points at something: rings, projections, the sum, the hull."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from attnstudio.model import geometry
from attnstudio.model.document import ROLES, Handle, Role, index_of
from attnstudio.state.gestures import Pixel
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.plane.names import Source
from attnstudio.ui.panels.plane.picture import Picture, place_of
from attnstudio.ui.planes.ink import Ink, draw_ring, draw_tint

_RING, _FOCUS_RING, _NEAR_RING, _MASK_RING = 12.0, 15.5, 9.0, 7.0  # pixels
_DOTS = (2.0, 2.5)
_SQUARE = 5.0  # pixels: half of it, at the tip of x


def draw_rings(
    painter: QPainter, ink: Ink, now: Snapshot, picture: Picture, hovered: Handle | None, focus: bool
) -> None:
    """Around the tips of the hovered token, and around the selected tip, the keyboard's ring outside it."""
    if now.view.is_figure:
        return
    selected, token, stroke = now.view.selected, now.view.hover_token, ink.theme.stroke
    roles: tuple[Role, ...] = ROLES if token is not None else ()
    near = [Handle(role, token, now.head) for role in roles if token is not None]
    for handle in (*near, hovered, selected):
        at = None if handle is None else place_of(now, picture, handle)
        if handle is None or at is None:
            continue
        is_selected = handle == selected
        if handle.role == "query":
            colour = ink.theme.accent
        else:
            colour = ink.theme.token_outline(index_of(now.passage.key_tokens, handle.token))
        radius = (_RING if is_selected else _NEAR_RING) * stroke
        if is_selected or handle == hovered:
            draw_tint(painter, colour, at, radius)
        draw_ring(painter, colour, at, radius, 1.5 * stroke)
        if is_selected and focus:
            draw_ring(painter, ink.theme.focus, at, _FOCUS_RING * stroke, 2.0 * stroke)


def draw_x(painter: QPainter, ink: Ink, now: Snapshot, origin: Pixel, x: Source, has_focus: bool) -> None:
    """The x of a word as a thin line that ends in a square: it is no query, key or value."""
    words = (*now.passage.key_tokens, *now.passage.query_tokens)
    index = next(index for index, token in enumerate(words) if token.id == x.token)
    is_key = index < len(now.passage.key_tokens)
    colour = ink.theme.token_outline(index) if is_key else ink.theme.accent
    half = _SQUARE * ink.theme.stroke
    painter.setPen(ink.line(colour, 1.25))
    painter.drawLine(QLineF(*origin, *x.at))
    draw_ring(painter, ink.theme.focus if has_focus else colour, x.at, _RING * ink.theme.stroke, 1.5)
    painter.setPen(ink.line(colour, 1.5))
    painter.setBrush(ink.theme.panel)
    painter.drawRect(QRectF(x.at[0] - half, x.at[1] - half, 2 * half, 2 * half))


def draw_hull(painter: QPainter, ink: Ink, picture: Picture) -> None:
    """The outline that the output can't leave: the convex hull of the values that may be seen."""
    seen = [tip for tip, masked in zip(picture.values, picture.masked, strict=False) if not masked]
    corners = [QPointF(x, y) for x, y in geometry.hull(seen)]
    if len(corners) < 2:
        return
    painter.setPen(ink.line(ink.theme.edge, 1.25))
    painter.setBrush(ink.wash)
    painter.drawPolygon(QPolygonF(corners))


def draw_projections(
    painter: QPainter, ink: Ink, now: Snapshot, picture: Picture, pointed: int | None
) -> None:
    """From a key, or from every key while match is pointed at, upright onto the line of the query."""
    if picture.query is None or now.trace.d_k > 2 or now.document.settings.cosine:
        return  # a foot on the query's line tells of lengths, which cosines leave out
    for j in range(len(picture.keys)):
        if j == pointed or now.view.hover_step in ("match", "scale"):
            _draw_projection(painter, ink, picture, picture.query, j)


def _draw_projection(painter: QPainter, ink: Ink, picture: Picture, query: Pixel, j: int) -> None:
    x0, y0 = picture.origin
    tip = picture.keys[j]
    right, down = geometry.project((tip[0] - x0, tip[1] - y0), (query[0] - x0, query[1] - y0))
    foot = x0 + right, y0 + down
    colour = ink.theme.token_outline(j)
    painter.setPen(ink.line(colour, 1.5, _DOTS))
    painter.drawLine(QLineF(*tip, *foot))
    along = geometry.dot((right, down), (query[0] - x0, query[1] - y0))
    if along < 0 or right**2 + down**2 > (query[0] - x0) ** 2 + (query[1] - y0) ** 2:
        painter.setPen(ink.line(ink.theme.accent, 1.0, _DOTS))  # the line of the query, beyond the query
        painter.drawLine(QLineF(*(picture.origin if along < 0 else query), *foot))
    draw_ring(painter, ink.theme.accent, foot, 3.0, 1.5, ink.theme.panel)


def draw_sum(painter: QPainter, ink: Ink, picture: Picture) -> None:
    """weight · value of every token, head to tail: the mix, which ends at the output."""
    x, y = picture.origin
    for j, ((right, down), weight) in enumerate(zip(picture.values, picture.weights, strict=False)):
        to = x + weight * (right - picture.origin[0]), y + weight * (down - picture.origin[1])
        painter.setPen(ink.line(ink.theme.token_outline(j), 2.0))
        painter.drawLine(QLineF(x, y, *to))
        x, y = to


def draw_masked(painter: QPainter, ink: Ink, picture: Picture) -> None:
    """Rings around what the mask hides, while the mask is pointed at."""
    for tips in (picture.keys, picture.values):
        for tip, masked in zip(tips, picture.masked, strict=False):
            if masked:
                draw_ring(painter, ink.theme.hatch, tip, _MASK_RING, 1.5)
