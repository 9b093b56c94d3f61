"""The flow of a whole sequence: X → Q, K, V → QKᵀ → ÷√d_k → mask → softmax → × V → output."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.projecting import WHICH, Which
from attnstudio.state.snapshot import Picked, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.basis.plane import BasisPlane
from attnstudio.ui.panels.flow.content import Flow, NodeId, flow_of
from attnstudio.ui.panels.flow.controls import FlowControls
from attnstudio.ui.panels.flow.field import FlowField, foot_lines
from attnstudio.ui.panels.flow.hand import NodeHand
from attnstudio.ui.panels.flow.large import LargePanel
from attnstudio.ui.panels.flow.parts import parts_of
from attnstudio.ui.panels.flow.places import least_size, places_in
from attnstudio.ui.panels.flow.typed import CellField
from attnstudio.ui.panels.matrix.content import content_of, empty_sentence
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.panel import Panel

TITLE = "From X to the output"
FREE_TITLE = "From Q, K, V to the output"
_NARROW = 300  # pixels at 100 %: what is asked for before the window has said how wide it is
_HINT = "A cell opens its arithmetic, a name all its numbers; inputs can be dragged or typed."
_FREE = "q, k and v are free: no matrix makes them. Drag their cells up or down, or double-click to type."


class FlowPanel(Panel):
    """Every matrix of the shown head as a station; W_Q, W_K and W_V as planes."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "flow", TITLE, parent)
        self.controls = FlowControls(store, self)
        self.add_control(self.controls)
        self.field = FlowField(self, store)
        self.field.setAccessibleName(f"{TITLE}, picture")
        self.column.addWidget(self.field, 1)
        self.planes: dict[Which, BasisPlane] = {which: BasisPlane(self, which) for which in WHICH}
        self.stations: dict[NodeId, NodeHand] = {}
        for plane in self.planes.values():
            plane.setParent(self.field)
            plane.enlarge = self.enlarge
        self.typing: CellField | None = None
        self._flow: Flow | None = None
        self._laid_out: Hashable = None  # what the places of the stations depend on
        self.field.resized.connect(self._lay_out)
        self.settle()

    # --- what one can do --------------------------------------------------------------------------------

    def enlarge(self, node: NodeId) -> Enlarged:
        """Show the numbers of a station large, until Esc."""
        for open_one in self.findChildren(Enlarged):
            if isinstance(open_one.panel, LargePanel) and open_one.panel.node == node:
                open_one.activateWindow()
                return open_one
            open_one.close()
        panel = LargePanel(self.store, node)
        large = Enlarged(panel, self)
        large.resize(large.size().boundedTo(panel.wanted_size()))
        large.show()
        large.activateWindow()
        return large

    def type_number(self, node: NodeId, cell: Picked) -> None:
        """Open a field over a cell of an input."""
        if self.typing is not None:
            self.typing.dismiss()
        view = self.stations[node]
        if view.place is None:
            return
        self.typing = CellField(self.store, cell, self.field, self._typed)
        area = view.place.cells.cell(cell.row, cell.column)
        self.typing.open_over(area.translated(view.pos()))

    def _typed(self) -> None:
        field, self.typing = self.typing, None
        if field is not None and field.hasFocus():
            for view in self.stations.values():
                if view.station.picks == field.cell.node:
                    view.setFocus()

    # --- what a panel does --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        is_other = (
            old is None
            or old.trace is not new.trace
            or old.document is not new.document
            or old.look.head != new.look.head
            or old.look.passage != new.look.passage
        )
        if is_other:
            self._close_field()
            foot = _foot(self._flow)
            self._flow = flow_of(new, self._flow, self.store.gesture is not None)
            is_alike = self._key() == self._laid_out and _foot(self._flow) == foot
            if old is None or not is_alike or _ground(old) != _ground(new):
                self._rebuild(new)
            else:
                for node, station in self._flow.stations.items():
                    self.stations[node].take(station)
        if old is not None and old.view.is_figure != new.view.is_figure:
            self._rebuild(new)
        for plane in self.planes.values():
            plane.refresh(old, new)
        for view in self.stations.values():
            view.mark(old, new)
        if (
            old is None
            or len(old.trace.weights) != len(new.trace.weights)
            or old.document.wrong is not new.document.wrong
            or old.look.head != new.look.head
            or old.passage is not new.passage
        ):
            self.controls.show_state(new)
            self.controls.fit(self._room_for_controls())

    def retheme(self) -> None:
        margins = self.column.contentsMargins()
        margins.setBottom(self.theme.px(4))
        self.column.setContentsMargins(margins)
        self.controls.retheme()
        self.controls.fit(self._room_for_controls())
        for plane in self.planes.values():
            plane.retheme()
        self._laid_out = None
        if self._flow is not None:
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.controls.fit(self._room_for_controls())

    def parts(self) -> Sequence[Part]:
        """Every station with its cells, in reading order; the planes of the matrices among them."""
        flow = self._flow
        if flow is None:
            return ()
        return parts_of(self, flow)

    # --- inside ---------------------------------------------------------------------------------------------

    def _close_field(self) -> None:
        """The number under the field may be another by now; one that is being typed stays."""
        if self.typing is not None and not (self.typing.is_typing and self.store.is_telling):
            self.typing.dismiss()

    def _room_for_controls(self) -> int:
        margins = self.column.contentsMargins()
        title = self.title.sizeHint().width() + 2 * self.header.spacing()
        return self.width() - margins.left() - margins.right() - title

    def _key(self) -> Hashable:
        """What the places depend on, but for the size and the theme."""
        flow = self._flow
        assert flow is not None
        return tuple(
            (station.id, station.name, station.values.shape, station.shape)
            for station in flow.stations.values()
        )

    def _rebuild(self, now: Snapshot) -> None:
        """Have just those stations that there are."""
        flow = self._flow
        assert flow is not None
        for node in [node for node in self.stations if node not in flow.stations]:
            gone = self.stations.pop(node)
            gone.hide()
            gone.deleteLater()
        for node, station in flow.stations.items():
            if node not in self.stations:
                self.stations[node] = NodeHand(
                    self, self.field, self.store, station, self.enlarge, self.type_number
                )
        self.stations = {node: self.stations[node] for node in flow.stations}
        self.title.setText(FREE_TITLE if flow.is_free else TITLE)
        self._order_tabs()
        self._lay_out()

    def _order_tabs(self) -> None:
        first: list[QWidget] = [self.stations["x"]] if "x" in self.stations else []
        planes = [widget for plane in self.planes.values() for widget in (plane, plane.link, plane.make)]
        rest = [view for node, view in self.stations.items() if node != "x"]
        for before, after in pairwise([*first, *planes, *rest]):
            QWidget.setTabOrder(before, after)

    def _lay_out(self) -> None:
        """Give everything its place, for the present size."""
        flow, now, theme = self._flow, self.store.now, self.theme
        if flow is None:
            return
        self._laid_out = self._key()
        self._close_field()
        hint = "" if now.view.is_figure else (_FREE if flow.is_free else _HINT)
        is_shown = not flow.is_empty
        for plane in self.planes.values():
            plane.setVisible(is_shown and not flow.is_free)
        for view in self.stations.values():
            view.setVisible(is_shown)
        if not is_shown:
            self.field.ask_for(QSize(theme.px(200), theme.px(120)))
            self.field.show_sentence(empty_sentence(content_of(now)))
            return
        some_view = next(iter(self.stations.values()))
        lines = foot_lines(flow, some_view.ink, self.field.width(), hint)
        # A picture is laid out larger rather than broken; a window may be so narrow that it has to be.
        is_whole = now.view.is_figure or not self.field.is_placed
        least = least_size(flow, theme, None if is_whole else self.field.width())
        if not now.view.is_figure and is_whole:
            least.setWidth(theme.px(_NARROW))
        least.setHeight(least.height() + (lines - 1) * theme.px(22))
        self.field.ask_for(least)
        places = places_in(flow, theme, self.field.size(), lines)
        for which, plane in self.planes.items():
            if which in places.planes:
                plane.setGeometry(places.planes[which])
        for node, view in self.stations.items():
            view.station = flow.stations[node]
            view.lay_out(places.stations[node])
        self.field.show_flow(flow, places, hint)

    def corner_of(self, view: QWidget) -> QPoint:
        """Where a widget of the field stands in the panel."""
        return view.mapTo(self, QPoint(0, 0))


def _ground(now: Snapshot) -> Hashable:
    """What stands on the ground of the flow."""
    return now.passage.query_tokens, now.passage.key_tokens, now.document.wrong, len(now.trace.weights)


def _foot(flow: Flow | None) -> Hashable:
    """What is told below the flow: sentences, and what the colours stand for."""
    return flow and (flow.sentence, flow.warning, flow.limits)
