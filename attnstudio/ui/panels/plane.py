"""The Plane panel: query, keys, values and output as arrows from the origin, with tips to take hold of.

Loading pyqtgraph takes longer than all the rest of the window. So the plane itself is made when somebody
first asks for it, and else just after the panel was first painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, QTimer
from PySide6.QtGui import QAction, QActionGroup, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import ROLES, Handle, names_of
from attnstudio.model.geometry import SNAPS, Snap, Vec2
from attnstudio.model.refused import Refused
from attnstudio.notes.spaces import about_blindness, about_dimensions, about_planes
from attnstudio.state import gestures
from attnstudio.state.gestures import place, point_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.plane_bars import Note, Readout
from attnstudio.ui.widgets import Segmented, allow, button

if TYPE_CHECKING:
    from attnstudio.ui.panels.exact import NumberFields
    from attnstudio.ui.panels.plane_hand import PlaneHand

ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
MODES = (("match", "match"), ("mix", "mix"), ("both", "both"))
_SNAP_HELP = {
    "off": "Tips go where the hand goes.",
    "near": "Tips close to a crossing of half units go there.",
    "grid": "Tips stay on crossings of half units.",
    "polar": "Whole lengths and angles of 5°.",
}
_LEAST = 150  # pixels of the plane itself, at 100 %
_PART = 22  # pixels of a tip for an assistive pointer
_HELP = "Arrow keys move the tip by one step; Shift finer, Ctrl coarser. Enter opens number fields."


class PlanePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "plane", "Plane", parent)
        self.number_fields: NumberFields | None = None
        self.mode = Segmented("Plane shows", MODES, store.look.plane, self._choose_mode)
        self.readout = Readout(store, self)
        self._view: PlaneHand | None = None
        self._room = QWidget(self)  # the plane fills it
        self.note = Note(store, self)
        self.snap_menu = self._make_snap_menu()
        self.snap = button("snap: off", "link", self._open_snap_menu, name="Snap")
        self.hull = button("hull", "segment", self._toggle_hull, name="Hull of the values")
        self.hull.setCheckable(True)
        self.smaller = button("\N{MINUS SIGN}", "icon", self.zoom_out, name="Zoom out of the plane")
        self.larger = button("+", "icon", self.zoom_in, name="Zoom in on the plane")
        self.whole = button("fit", "link", self.fit, name="Fit the plane")
        self._lay_out()
        if store.view.is_figure:
            self._make_view()
        self.settle()

    @property
    def view(self) -> PlaneHand:
        """The plane itself."""
        return self._view or self._make_view()

    @property
    def is_complete(self) -> bool:
        """Whether the plane itself is there."""
        return self._view is not None

    # --- for those who measure, and for commands ----------------------------------------------------------

    def to_pixels(self, x: float, y: float) -> QPointF:
        """The point of the viewport at which a model point is drawn."""
        return QPointF(*self.view.lens.to_pixels((x, y)))

    def to_model(self, point: QPointF) -> Vec2:
        """The model point that is drawn at a point of the viewport."""
        return self.view.lens.to_model((point.x(), point.y()))

    def viewport(self) -> QWidget:
        """The widget that takes mouse events."""
        return self.view.viewport()

    def fit(self) -> None:
        """Show the whole bound."""
        self.step_zoom(0)

    def zoom_in(self) -> None:
        self.step_zoom(1)

    def zoom_out(self) -> None:
        self.step_zoom(-1)

    def step_zoom(self, step: int) -> None:
        """Show less of the plane (1), more of it (−1) or all of it (0)."""
        now = self.store.view.zoom
        larger = [zoom for zoom in ZOOMS if zoom > now]
        smaller = [zoom for zoom in ZOOMS if zoom < now]
        if step == 0:
            self.store.set_view(zoom=ZOOMS[0])
        elif step > 0 and larger:
            self.store.set_view(zoom=larger[0])
        elif step < 0 and smaller:
            self.store.set_view(zoom=smaller[-1])

    def type_numbers(self, handle: Handle) -> None:
        """Open number fields beside a tip."""
        from attnstudio.ui.panels.exact import NumberFields

        if self.number_fields is not None:
            self.number_fields.dismiss()
        is_line = _size_of(self.store.now, handle) == 1
        self.number_fields = NumberFields(self.store, handle, self, self._fields_closed, is_line)
        at = self.to_pixels(*point_of(self.store.now, handle)).toPoint()
        self.number_fields.open_at(self.viewport().mapTo(self, at), self.view)

    # --- what a panel does --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self._view is not None and (old is None or _differ(old, new)):
            self._view.viewport().update()
        if old is None or old.document is not new.document or old.look is not new.look:
            if self.number_fields is not None:
                self.number_fields.dismiss()
            self.mode.show_choice(new.look.plane)
            self.hull.setChecked(new.look.hull)
            self._allow_hull(new)
        if old is None or old.view.zoom != new.view.zoom or old.view.snap != new.view.snap:
            self._show_zoom_and_snap(new)
        is_other_tip = old is None or old.view.selected != new.view.selected
        if (
            is_other_tip
            or old is None
            or old.document is not new.document
            or old.trace is not new.trace
            or old.look is not new.look
            or old.view.zoom != new.view.zoom
        ):
            self._show_texts(new)
        if old is not None and is_other_tip and self._view is not None and self._view.hasFocus():
            accessible.focused(self)

    def retheme(self) -> None:
        theme = self.theme
        if self._view is not None:
            self._view.retheme()
        self._room.setMinimumSize(theme.px(_LEAST), theme.px(_LEAST))
        self._foot.setSpacing(theme.px(4))
        for widget in (self.readout, self.note):
            widget.updateGeometry()
            widget.update()
        self.snap.setMinimumWidth(0)
        self.snap.ensurePolished()
        self.snap.setText("snap: polar")  # the widest, so that nothing beside it moves with the choice
        self.snap.setMinimumWidth(self.snap.sizeHint().width())
        self._show_zoom_and_snap(self.store.now)
        self._place_readout()

    def parts(self) -> Sequence[Part]:
        now = self.store.now
        names = {
            role: dict(zip((t.id for t in tokens), names_of(tokens), strict=True))
            for role in ROLES
            for tokens in (now.passage.tokens_of(role),)
        }
        made: list[Part] = []
        for tip in self.view.tips():
            rect, handle = self._part_rect(tip.at), tip.handle
            if handle is None:
                value = numerals.vector(self.view.lens.to_model(tip.at))
                made.append(Part("output", "graphic", "output", value, gestures.RESULT, rect))
            else:
                name = f"{handle.role} of {names[handle.role][handle.token]}"
                made += self._tip_parts(now, handle, name, rect)
        return made

    # --- inside -------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.add_control(self.mode)
        self.header.addWidget(self.readout)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.note, 1)
        for widget in (self.snap, self.hull, self.smaller, self.larger, self.whole):
            self._foot.addWidget(widget)
            widget.setVisible(not self.store.view.is_figure)
        self.column.addWidget(self._room, 1)
        self.column.addLayout(self._foot)

    def _make_view(self) -> PlaneHand:
        from attnstudio.ui.panels.plane_hand import PlaneHand

        view = self._view = PlaneHand(self.store, self._room, self.type_numbers, self.step_zoom)
        inside = QVBoxLayout(self._room)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(view)
        QWidget.setTabOrder(self.mode.button_of("both"), view)
        self.setFocusProxy(view)  # which takes the keyboard over, if the panel has it
        view.placed.connect(lambda: self._show_texts(self.store.now))
        if self._drawn is not None:  # it comes after the rest was shown
            self._place_readout()
            self._show_texts(self.store.now)
            accessible.changed(self)
        return view

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._view is None:
            QTimer.singleShot(1, self, lambda: self.view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_readout()

    def _place_readout(self) -> None:
        """In the header, or, where that is too narrow, in the corner of the plane below it."""
        wanted = self.readout.sizeHint()
        gap, margins = self.header.spacing(), self.column.contentsMargins()
        others = self.title.sizeHint().width() + self.mode.sizeHint().width() + 2 * gap
        room = self.width() - margins.left() - margins.right() - others
        in_header = self.header.indexOf(self.readout) >= 0
        if room < wanted.width() and in_header:
            self.header.removeWidget(self.readout)
        elif room >= wanted.width() and not in_header:
            self.header.addWidget(self.readout)
        if self.header.indexOf(self.readout) < 0:
            area = self._room.geometry()
            self.readout.setGeometry(QRect(QPoint(area.right() - wanted.width(), area.top()), wanted))
            self.readout.raise_()
        if self._view is not None:
            corner = self.readout.geometry().translated(-self._room.pos())
            self._view.keep_free(QRect() if self.header.indexOf(self.readout) >= 0 else corner)

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
        self.store.set_view(snap=snap)

    def _choose_mode(self, mode: str) -> None:
        self.store.set_look(plane=mode)

    def _toggle_hull(self) -> None:
        self.store.set_look(hull=self.hull.isChecked())

    def _allow_hull(self, now: Snapshot) -> None:
        allow(
            self.hull,
            now.look.plane != "match",
            "Values are not shown: choose mix or both.",
            "Outline what the output can't leave.",
        )

    def _show_zoom_and_snap(self, now: Snapshot) -> None:
        zoom = now.view.zoom
        times = f"{numerals.exact(zoom)} ×"
        allow(self.smaller, zoom > ZOOMS[0], "The whole plane is in sight.", f"Show more; now {times}.")
        allow(self.whole, zoom > ZOOMS[0], "The whole plane is in sight.", f"Show all; now {times}.")
        allow(self.larger, zoom < ZOOMS[-1], f"{times} is the largest.", f"Show less, larger; now {times}.")
        self.snap.setText(f"snap: {now.view.snap}")
        self.snap.setAccessibleName(f"Snap: {now.view.snap}")
        for action in self.snap_menu.actions():
            action.setChecked(action.text() == now.view.snap)

    def _show_texts(self, now: Snapshot) -> None:
        selected = now.view.selected
        point = (0.0, 0.0) if selected is None else point_of(now, selected)
        self.readout.show_tip(selected, point)
        made_from_x = "" if now.passage.heads else "made from x by a projection, so tips can't be dragged"
        texts = (
            about_blindness(now.passage, now.trace, now.head, now.query_index),
            self._out_of_sight(),
            made_from_x,
            about_dimensions(now.trace, now.document.chart, now.look.plane),
            about_planes(now.passage, now.trace, now.head, now.look.plane),
        )
        self.note.show_text(" · ".join(text for text in texts if text))

    def _out_of_sight(self) -> str:
        if self._view is None:
            return ""
        width, height, picture = self._view.width(), self._view.height(), self._view.picture()
        count = sum(not (0 <= x <= width and 0 <= y <= height) for x, y in picture.points())
        if not count:
            return ""
        where = "out of sight: press fit" if self.store.view.zoom > 1.0 else "beyond the plane"
        return f"{count} {'tip lies' if count == 1 else 'tips lie'} {where}"

    def _tip_parts(self, now: Snapshot, handle: Handle, name: str, rect: QRect) -> list[Part]:
        point = point_of(now, handle)
        if not now.passage.heads:
            return [Part(handle, "graphic", name, numerals.vector(point), gestures.MADE_FROM_X, rect)]
        bound = now.document.bound
        return [
            Part(
                key=(handle, axis),
                role="slider",
                name=f"{name}, {axis}",
                value=numerals.fixed(point[number]),
                help=_HELP,
                rect=rect,
                number=point[number],
                least=-bound,
                most=bound,
                set_number=partial(self._set_coordinate, handle, number),
                is_focused=axis == "x" and handle == now.view.selected and self.view.hasFocus(),
            )
            for number, axis in enumerate("x" if _size_of(now, handle) == 1 else "xy")
        ]

    def _set_coordinate(self, handle: Handle, number: int, value: float) -> None:
        x, y = point_of(self.store.now, handle)
        try:
            place(self.store, handle, (value, y) if number == 0 else (x, value))
        except Refused as refused:
            self.store.say(str(refused))

    def _part_rect(self, at: tuple[float, float]) -> QRect:
        centre = self.viewport().mapTo(self, QPointF(*at).toPoint())
        return QRect(centre - QPoint(_PART // 2, _PART // 2), QSize(_PART, _PART))

    def _fields_closed(self) -> None:
        self.number_fields = None
        self.view.setFocus()


def _size_of(now: Snapshot, handle: Handle) -> int:
    """How many components the vector of a tip has."""
    return now.trace.d_v if handle.role == "value" else now.trace.d_k


def _differ(old: Snapshot, new: Snapshot) -> bool:
    """Whether the pictures of two moments differ."""
    was, now = old.view, new.view
    return (
        old.trace is not new.trace
        or old.look is not new.look
        or old.passage is not new.passage
        or old.document.bound != new.document.bound
        or old.document.chart is not new.document.chart
        or was.zoom != now.zoom
        or was.selected != now.selected
        or was.hover_token != now.hover_token
        or was.hover_step != now.hover_step
        or was.is_figure != now.is_figure
    )
