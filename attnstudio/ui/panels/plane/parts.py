"""What a screen reader knows of the plane: its tips, and x where it is shown to be moved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QSize

from attnstudio.model import numerals
from attnstudio.model.document import ROLES, Handle, names_of
from attnstudio.model.edits import MADE_FROM_X
from attnstudio.model.refused import Refused
from attnstudio.state import gestures
from attnstudio.state.gestures import Pixel, place, point_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.accessible import Part

if TYPE_CHECKING:
    from attnstudio.ui.panels.plane.panel import PlanePanel

_SIDE = 22  # pixels of a tip for an assistive pointer
_HELP = "Arrow keys move the tip by one step; Shift finer, Ctrl coarser. Enter opens number fields."


def parts_of(panel: PlanePanel) -> list[Part]:
    """In the order of Tab; x comes last."""
    now, view = panel.store.now, panel.view
    names = {
        role: dict(zip((token.id for token in tokens), names_of(tokens), strict=True))
        for role in ROLES
        for tokens in (now.passage.tokens_of(role),)
    }
    made: list[Part] = []
    for tip in view.tips():
        rect, handle = _rect(panel, tip.at), tip.handle
        if handle is None:
            value = numerals.vector(view.lens.to_model(tip.at))
            made.append(Part("output", "graphic", "output", value, gestures.RESULT, rect))
            continue
        name = f"{handle.role} of {names[handle.role][handle.token]}"
        if now.passage.heads:
            made += _tip_parts(panel, handle, name, rect)
        else:
            made.append(_made_part(panel, handle, name, rect))
    return [*made, *_x_parts(panel)]


def size_of(now: Snapshot, handle: Handle) -> int:
    """How many components the vector of a tip has."""
    return now.trace.d_v if handle.role == "value" else now.trace.d_k


def _tip_parts(panel: PlanePanel, handle: Handle, name: str, rect: QRect) -> list[Part]:
    now = panel.store.now
    has_keyboard = handle == now.view.selected and panel.view.hasFocus()

    def set_number(number: int, value: float) -> None:
        x, y = point_of(panel.store.now, handle)
        try:
            place(panel.store, handle, (value, y) if number == 0 else (x, value))
            panel.view.show_tip(handle)
        except Refused as refused:
            panel.store.say(str(refused))

    point = point_of(now, handle)
    shown = point[:1] if size_of(now, handle) == 1 else point
    return _sliders(handle, name, shown, now.document.bound, set_number, rect, has_keyboard)


def _made_part(panel: PlanePanel, handle: Handle, name: str, rect: QRect) -> Part:
    now, view = panel.store.now, panel.view
    return Part(
        key=handle,
        role="button",
        name=name,
        value=numerals.vector(point_of(now, handle)),
        help=f"{MADE_FROM_X} Enter tells more.",
        rect=rect,
        press=partial(panel.offer, handle),
        is_focused=handle == now.view.selected and view.x_tip.token is None and view.hasFocus(),
    )


def _x_parts(panel: PlanePanel) -> list[Part]:
    x = panel.view.x_tip
    point = x.place
    if point is None:
        return []

    def set_number(number: int, value: float) -> None:
        right, up = x.place or point
        try:
            x.put((value, up) if number == 0 else (right, value))
        except Refused as refused:
            panel.store.say(str(refused))

    rect = _rect(panel, panel.view.lens.to_pixels(point))
    bound = panel.store.document.bound
    return _sliders("x", x.name, point, bound, set_number, rect, panel.view.hasFocus())


def _sliders(
    key: Handle | str,
    name: str,
    point: tuple[float, ...],
    bound: float,
    set_number: Callable[[int, float], None],
    rect: QRect,
    has_keyboard: bool,
) -> list[Part]:
    """One for each coordinate of a tip that can be moved."""
    return [
        Part(
            key=(key, axis),
            role="slider",
            name=f"{name}, {axis}",
            value=numerals.fixed(number),
            help=_HELP,
            rect=rect,
            number=number,
            least=-bound,
            most=bound,
            set_number=partial(set_number, index),
            is_focused=axis == "x" and has_keyboard,
        )
        for index, (axis, number) in enumerate(zip("xy", point, strict=False))
    ]


def _rect(panel: PlanePanel, at: Pixel) -> QRect:
    centre = panel.viewport().mapTo(panel, QPointF(*at).toPoint())
    return QRect(centre - QPoint(_SIDE // 2, _SIDE // 2), QSize(_SIDE, _SIDE))
