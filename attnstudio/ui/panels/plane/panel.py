"""The Plane panel: query, keys, values and output as arrows from the origin, with tips to take hold of.

Loading pyqtgraph takes longer than all the rest of the window. So the plane itself is made when somebody
first asks for it, and else just after the panel was first painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QTimer
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.model.document import Handle, Passage
from attnstudio.model.geometry import Vec2
from attnstudio.notes.spaces import about_blindness, about_dimensions, about_planes
from attnstudio.state.framing import fitted, whole, zoomed
from attnstudio.state.gestures import point_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.note import Note
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.plane.bars import Readout
from attnstudio.ui.panels.plane.controls import PlaneControls
from attnstudio.ui.panels.plane.names import ALL_UP_TO
from attnstudio.ui.panels.plane.parts import parts_of, size_of
from attnstudio.ui.widgets import Segmented

if TYPE_CHECKING:
    from attnstudio.ui.panels.plane.exact import NumberFields, XFields
    from attnstudio.ui.panels.plane.hand import PlaneHand
    from attnstudio.ui.panels.plane.origin import OriginCard

MODES = (("match", "match"), ("mix", "mix"), ("both", "both"))
_LEAST = 150  # pixels of the plane itself, at 100 %


class PlanePanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "plane", "Plane", parent)
        self.number_fields: NumberFields | XFields | None = None
        self.origin_card: OriginCard | None = None
        self.mode = Segmented("Plane shows", MODES, store.look.plane, self._choose_mode)
        self.readout = Readout(store, self)
        self._view: PlaneHand | None = None
        self._room = QWidget(self)  # the plane fills it
        self.note = Note(store, self)
        self.controls = PlaneControls(store, self, self.step_zoom, self.show_whole)
        self._is_new_here = True  # no vector has been dragged, and no weight pulled, in this window yet
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
        """Show all arrows, with room around them."""
        self.step_zoom(0)

    def show_whole(self) -> None:
        """Show everything up to the bound."""
        self.store.set_view(frame=whole(self.store.document.bound))

    def zoom_in(self) -> None:
        self.step_zoom(1)

    def zoom_out(self) -> None:
        self.step_zoom(-1)

    def step_zoom(self, step: int) -> None:
        """Show less of the plane (1), more of it (−1), or just what the arrows need (0)."""
        now = self.store.now
        if step == 0:
            frame = fitted(now.document, now.trace, now.look)
        else:
            keep = None if now.view.selected is None else point_of(now, now.view.selected)
            frame = zoomed(now.frame, step, now.document.bound, keep)
        self.store.set_view(frame=frame)

    def type_numbers(self, handle: Handle | None) -> None:
        """Open number fields beside a tip; None means that of x, where it is shown."""
        from attnstudio.ui.panels.plane.exact import NumberFields, XFields

        if self.number_fields is not None:
            self.number_fields.dismiss()
        if handle is not None:
            is_line = size_of(self.store.now, handle) == 1
            self.number_fields = NumberFields(self.store, handle, self, self._fields_closed, is_line)
            at = self.to_pixels(*point_of(self.store.now, handle))
        elif (place := self.view.x_tip.place) is not None:
            self.number_fields = XFields(self.store, self.view.x_tip, self, self._fields_closed)
            at = self.to_pixels(*place)
        else:
            return
        self.number_fields.open_at(self.viewport().mapTo(self, at.toPoint()), self.view)

    def offer(self, handle: Handle) -> None:
        """Open the card of a tip that is made from x: where it comes from, and what can be moved instead."""
        from attnstudio.ui.panels.plane.origin import OriginCard

        if self.origin_card is not None:
            self.origin_card.dismiss()
        self.origin_card = OriginCard(self.store, handle, self, self.view.move_x, self._card_closed)
        at = self.to_pixels(*point_of(self.store.now, handle)).toPoint()
        self.origin_card.open_at(self.viewport().mapTo(self, at), self.view)

    # --- what a panel does --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if self._view is not None and (old is None or _differ(old, new)):
            self._view.viewport().update()
        if old is None or old.document is not new.document or old.look is not new.look:
            if self.number_fields is not None and not self.number_fields.is_typing:
                self.number_fields.dismiss()
            if self.origin_card is not None:
                self.origin_card.dismiss()
            self.mode.show_choice(new.look.plane)
            self.controls.show_look(new)
        is_other_bound = old is None or old.document.bound != new.document.bound
        is_other_view = old is None or old.view.frame is not new.view.frame or is_other_bound
        if is_other_view or old is None or old.view.snap != new.view.snap:
            self.controls.show_view(new)
        if self._is_new_here and old is not None and self._is_a_hand_moving(old, new):
            self._is_new_here = False
            self._show_cues()
        is_other_tip = old is None or old.view.selected != new.view.selected
        if (
            is_other_tip
            or is_other_view
            or old is None
            or old.view.known != new.view.known
            or old.document is not new.document
            or old.trace is not new.trace
            or old.look is not new.look
        ):
            self._show_texts(new)
        if old is not None and is_other_tip and self._view is not None and self._view.hasFocus():
            accessible.focused(self)

    def retheme(self) -> None:
        theme = self.theme
        if self._view is not None:
            self._view.retheme()
        self._room.setMinimumSize(theme.px(_LEAST), theme.px(_LEAST))
        margins = self.column.contentsMargins()
        margins.setBottom(theme.px(4))  # the note's second line is seldom needed
        self.column.setContentsMargins(margins)
        self.column.setSpacing(theme.px(2))
        for widget in (self.readout, self.note):
            widget.updateGeometry()
            widget.update()
        self.controls.retheme()
        self._place_readout()

    def parts(self) -> Sequence[Part]:
        return parts_of(self)

    # --- inside -------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.add_control(self.mode)
        self.header.addWidget(self.readout)
        self.column.addWidget(self._room, 1)
        self.column.addWidget(self.controls)
        self.column.addWidget(self.note)

    def _make_view(self) -> PlaneHand:
        from attnstudio.ui.panels.plane.hand import PlaneHand

        view = PlaneHand(self.store, self._room, self.type_numbers, self.offer, self.step_zoom)
        self._view = view
        inside = QVBoxLayout(self._room)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(view)
        for before, after in pairwise((self.mode.button_of("both"), view, *self.controls.buttons())):
            QWidget.setTabOrder(before, after)
        if self.window().focusWidget() is self:
            view.setFocus()
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
        self.note.find_room()
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

    def _choose_mode(self, mode: str) -> None:
        self.store.set_look(plane=mode)

    def _is_a_hand_moving(self, old: Snapshot, new: Snapshot) -> bool:
        """Whether a vector was just moved by a drag, or by a pull at a weight."""
        if self.store.gesture is None or (self.number_fields is not None and self.number_fields.is_typing):
            return False
        was, now = old.passage, new.passage
        return was.heads is not now.heads and _words(was) == _words(now)

    def _show_cues(self) -> None:
        now = self.store.now
        if self._view is not None:
            self._view.is_new_here = self._is_new_here
        if now.passage.embedding is not None and not now.view.is_figure and now.trace.n_keys:
            self.controls.hint.show_made(self._view is not None and self._view.x_tip.token is not None)
        elif now.view.is_figure or now.query_index < 0:
            self.controls.hint.show_nothing()
        else:
            self.controls.hint.show_hint(now.trace.n_keys > ALL_UP_TO, self._is_new_here)

    def _show_texts(self, now: Snapshot) -> None:
        x = None if self._view is None else self._view.x_tip
        if x is not None and x.place is not None:
            self.readout.show_place(x.name, x.place)
        else:
            self.readout.show_tip(now, now.view.selected)
        self._show_cues()
        is_mixed = now.view.is_known[-1]
        made_from_x = "" if now.passage.heads else "made from x by W_Q, W_K and W_V"
        texts = (
            about_blindness(now.passage, now.trace, now.head, now.query_index) if is_mixed else "",
            self._out_of_sight(),
            made_from_x,
            about_dimensions(now.trace, now.document.chart, now.look.plane),
            about_planes(now.passage, now.trace, now.head, now.look.plane),
        )
        self.note.show_text(" · ".join(text for text in texts if text))

    def _out_of_sight(self) -> str:
        if self._view is None:
            return ""
        now, width, height = self.store.now, self._view.width(), self._view.height()
        count = sum(not (0 <= x <= width and 0 <= y <= height) for x, y in self._view.picture().points())
        if not count:
            return ""
        is_all = now.frame in (whole(now.document.bound), fitted(now.document, now.trace, now.look))
        cue = "" if now.view.is_figure else ": press fit"  # a picture has no buttons
        where = "beyond the plane" if is_all else f"out of sight{cue}"
        return f"{count} {'tip lies' if count == 1 else 'tips lie'} {where}"

    def _card_closed(self) -> None:
        card, self.origin_card = self.origin_card, None
        if card is not None and card.has_keyboard():
            self.view.setFocus()

    def _fields_closed(self) -> None:
        fields, self.number_fields = self.number_fields, None
        if fields is not None and fields.has_keyboard():  # else the person has taken it somewhere already
            self.view.setFocus()


def _words(passage: Passage) -> list[tuple[int, str]]:
    return [(token.id, token.text) for token in (*passage.query_tokens, *passage.key_tokens)]


def _differ(old: Snapshot, new: Snapshot) -> bool:
    """Whether the pictures of two moments differ."""
    was, now = old.view, new.view
    return (
        old.trace is not new.trace
        or old.look is not new.look
        or old.passage is not new.passage
        or old.document.bound != new.document.bound
        or old.document.chart is not new.document.chart
        or was.frame is not now.frame
        or was.selected != now.selected
        or was.hover_token != now.hover_token
        or was.hover_step != now.hover_step
        or was.known != now.known
        or was.is_figure != now.is_figure
    )
