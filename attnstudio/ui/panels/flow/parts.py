"""What a screen reader knows of the flow: each station to open, and its cells, with the same edits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import STEPS, Picked
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.flow.content import Flow, NodeId
from attnstudio.ui.panels.flow.hand import NodeHand
from attnstudio.ui.panels.flow.inputs import range_of, set_number
from attnstudio.ui.subscript import plain_name

if TYPE_CHECKING:
    from attnstudio.ui.panels.flow.panel import FlowPanel

MOST_CELLS = 256
"""Of a station with more cells, those of the shown query's row are told; all of them are in its window."""

_OPEN = "A press shows all its numbers, large."
_PICK = "A press tells its arithmetic."
_CHANGE = "An input: arrow keys of a slider change it; Enter on the cell types it."


def parts_of(panel: FlowPanel, flow: Flow) -> tuple[Part, ...]:
    """In reading order: X, the matrices, then from Q to the output."""
    if flow.is_empty:
        return ()
    made: list[Part] = []
    views = panel.stations
    if "x" in views:
        made += _station_parts(panel, views["x"])
        for plane in panel.planes.values():
            made += plane.parts()
    for node, view in views.items():
        if node != "x":
            made += _station_parts(panel, view)
    return tuple(made)


def _station_parts(panel: FlowPanel, view: NodeHand) -> list[Part]:
    station, place = view.station, view.place
    if place is None:
        return []
    corner = panel.corner_of(view)
    name = f"{plain_name(station.name)}, {station.spoken}"
    known = station.note if view.is_known else f"not yet: {STEPS[station.order]}"
    title = Part(
        key=station.id,
        role="button",
        name=name,
        value=f"{station.shape}, {known}" if known != station.shape else station.shape,
        help=_OPEN,
        rect=view.rect().translated(corner),
        press=lambda: _enlarge(panel, station.id),
        is_focused=view.hasFocus() and view.picked is None,
    )
    if not view.is_known:
        return [title]
    return [title, *(_cell_part(panel.store, view, row, column) for row, column in _cells(view))]


def _cells(view: NodeHand) -> Iterable[tuple[int, int]]:
    rows, columns = view.station.values.shape
    if rows * columns <= MOST_CELLS:
        return ((row, column) for row in range(rows) for column in range(columns))
    told = view.picked[0] if view.picked is not None else max(view.chosen, 0)
    return ((told, column) for column in range(columns))


def _cell_part(store: Store, view: NodeHand, row: int, column: int) -> Part:
    station, place = view.station, view.place
    assert place is not None
    corner = view.mapTo(view.panel, view.rect().topLeft())
    cell = Picked(station.picks, row, column)
    value = "masked" if station.is_hidden(row, column) else station.text(row, column, 3)
    part = Part(
        key=(station.id, row, column),
        role="slider" if station.is_input else "cell",
        name=f"{station.spoken}: {station.cell_name(row, column)}",
        value=value,
        help=_CHANGE if station.is_input else _PICK,
        rect=place.cells.cell(row, column).translated(corner),
        press=partial(view.pick, (row, column)),
        is_focused=view.hasFocus() and view.picked == (row, column),
    )
    if not station.is_input:
        return part
    most = range_of(store.now, cell)
    return Part(
        key=part.key,
        role=part.role,
        name=part.name,
        value=part.value,
        help=part.help,
        rect=part.rect,
        number=float(station.values[row, column]),
        least=-most,
        most=most,
        set_number=partial(_set, store, cell),
        press=part.press,
        is_focused=part.is_focused,
    )


def _enlarge(panel: FlowPanel, node: NodeId) -> None:
    panel.enlarge(node)


def _set(store: Store, cell: Picked, value: float) -> None:
    try:
        set_number(store, cell, value)
    except Refused as refused:
        store.say(str(refused))
