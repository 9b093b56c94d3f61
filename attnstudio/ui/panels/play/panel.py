"""The steps of the formula, one after the other: by button, by key, on a track, or by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from attnstudio.notes.steps import told
from attnstudio.state import playing
from attnstudio.state.playing import LAST
from attnstudio.state.snapshot import STEPS, Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.icons import icon
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.play.track import StepTrack
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.widgets import OneLine, allow, button

Form = Literal["wide", "middle", "stacked"]

PACE = 900
"""Milliseconds for each step that Play shows by itself."""

_ICON = 18
_WIDE = 760  # pixels at 100 % text, with which the sentence has room under the track
_FIRST, _LAST = "This is the first step.", "Every step is known already."


class PlayPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "play", "Play", parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clock = QTimer(self)
        self.clock.setInterval(PACE)
        self.clock.timeout.connect(self._go_on)
        self.first = self._control("First step", lambda: playing.go_to(store, 0))
        self.back = self._control("Step back", lambda: playing.back(store))
        self.run = self._control("Play", self.toggle)
        self.forward = self._control("Step forward", lambda: self._step(1))
        self.last = self._control("Show everything", lambda: playing.show_all(store))
        self.track = StepTrack(self, self.theme, self.go_to, self._point_at)
        self.sentence = OneLine("note")
        self._form: Form | None = None
        self._arrange()
        self.setFocusProxy(self.track)
        self.settle()

    # --- playing --------------------------------------------------------------------------------------

    @property
    def is_playing(self) -> bool:
        return self.clock.isActive()

    def toggle(self) -> None:
        """Play by itself, or pause. Where nothing may move by itself, one step is shown."""
        if self.is_playing:
            self.pause()
            return
        playing.begin(self.store)
        if not self.store.view.reduced_motion and playing.place_of(self.store.view.known) < LAST:
            self.clock.start()
        self._show_controls(self.store.now)

    def pause(self) -> None:
        if self.is_playing:
            self.clock.stop()
            self._show_controls(self.store.now)

    def go_to(self, place: int) -> None:
        """Show all steps up to that of a number: whoever asks for one has the playing in hand."""
        self.pause()
        if place != playing.place_of(self.store.view.known):
            playing.go_to(self.store, place)
            accessible.focused(self)

    def _step(self, more: int) -> None:
        self.go_to(playing.place_of(self.store.view.known) + more)

    def _go_on(self) -> None:
        if not playing.go_on(self.store):
            self.pause()
        accessible.announce(self, self.sentence.whole)

    def _point_at(self, step: Step | None) -> None:
        if self.store.view.hover_step != step and not self.store.is_telling:
            self.store.set_view(hover_step=step, hover_token=None)

    # --- what is shown --------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        view = new.view
        if view.reduced_motion:
            self.pause()
        self.track.show_place(playing.place_of(view.known), view.hover_step, view.is_figure)
        if old is None or _what_is_told(old) != _what_is_told(new):
            self.sentence.set_whole(told(view.known, new.document, new.trace, new.look.passage))
        if old is None or (old.view.known, old.view.reduced_motion) != (view.known, view.reduced_motion):
            self._show_controls(new)

    def retheme(self) -> None:
        theme = self.theme
        side = theme.px(_ICON)
        around = self.column.contentsMargins()
        around.setTop(theme.px(5))
        around.setBottom(theme.px(4))  # a strip: the panels above and below need the room
        self.column.setContentsMargins(around)
        self._buttons.setSpacing(theme.px(2))
        self._grid.setHorizontalSpacing(theme.px(16))
        self._grid.setVerticalSpacing(0)
        for made in self._all:
            made.setIconSize(QSize(side, side))
        self.sentence.setContentsMargins(theme.px(8), 0, 0, 0)
        self.track.retheme(theme)
        self._level_buttons()
        self._show_icons()

    def parts(self) -> tuple[Part, ...]:
        place = playing.place_of(self.store.view.known)
        return (
            Part(
                key="step",
                role="slider",
                name="Step of the formula",
                value=f"{STEPS[place]}, step {place + 1} of {LAST + 1}",
                help=self.sentence.whole,
                rect=self.track.rect().translated(self.track.mapTo(self, QPoint(0, 0))),
                number=float(place),
                least=0.0,
                most=float(LAST),
                step=1.0,
                set_number=lambda number: self.go_to(round(number)),
                is_focused=self.track.hasFocus(),
            ),
        )

    def hideEvent(self, event: QHideEvent) -> None:
        self.pause()  # what nobody sees does not play on
        super().hideEvent(event)

    # --- inside ---------------------------------------------------------------------------------------

    def _control(self, name: str, act: Callable[[], object]) -> QToolButton:
        def press() -> None:
            if made is not self.run:
                self.pause()
            act()

        made = button("", "icon", press, name=name)
        return made

    @property
    def _all(self) -> tuple[QToolButton, ...]:
        return self.first, self.back, self.run, self.forward, self.last

    def _arrange(self) -> None:
        self.column.removeItem(self.header)
        self.title.hide()  # the buttons say what it is
        self._buttons = QHBoxLayout()
        for made in self._all:
            self._buttons.addWidget(made)
            if self.store.view.is_figure:
                made.hide()
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self._grid.addLayout(self._buttons, 0, 0)
        self._place("wide")
        self.column.addLayout(self._grid)

    def _place(self, form: Form) -> None:
        """Beside the buttons the track, and the sentence under it; across the whole panel where it would be
        cut there; everything in rows of its own where letters are very large."""
        if form == self._form:
            return
        self._form = form
        for widget in (self.track, self.sentence):
            self._grid.removeWidget(widget)
        row, column = (1, 0) if form == "stacked" else (0, 1)
        self._grid.addWidget(self.track, row, column, 1, 2 - column)
        left = 1 if form == "wide" else 0
        self._grid.addWidget(self.sentence, row + 1, left, 1, 2 - left)
        self._level_buttons()
        self.updateGeometry()

    def _level_buttons(self) -> None:
        """Put the buttons' middle at the height of the line beside them."""
        below = round(2 * self.track.middle()) - self.track.minimumSizeHint().height()
        self._buttons.setContentsMargins(0, 0 if self._form == "stacked" else below, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.width()
        beside = self._buttons.minimumSize().width() + self.track.minimumSizeHint().width() + self._around
        is_beside = width >= beside + self._grid.horizontalSpacing()
        self._place("stacked" if not is_beside else "wide" if width >= self.theme.px(_WIDE) else "middle")

    @property
    def _around(self) -> int:
        margins = self.column.contentsMargins()
        return margins.left() + margins.right()

    def minimumSizeHint(self) -> QSize:
        rows = max(self._buttons.minimumSize().width(), self.track.minimumSizeHint().width())
        return QSize(rows + self._around, super().minimumSizeHint().height())

    def _show_controls(self, now: Snapshot) -> None:
        place, is_all = playing.place_of(now.view.known), now.view.known is None
        allow(self.first, place > 0, _FIRST, "First step")
        allow(self.back, place > 0, _FIRST, "Step back (F7)")
        allow(self.forward, place < LAST, _LAST, "Step forward (F8)")
        allow(self.last, not is_all, _LAST, "Show everything (Shift+F8)")
        usual = "Show the next step" if now.view.reduced_motion else "Play step by step"
        name = "Pause" if self.is_playing else "Next step" if now.view.reduced_motion else "Play"
        self.run.setAccessibleName(name)
        self.run.setToolTip(plain_tip("Pause" if self.is_playing else usual))
        self._show_icons()

    def _show_icons(self) -> None:
        theme = self.theme
        names = ("first", "back", "pause" if self.is_playing else "play", "forward", "last")
        for made, name in zip(self._all, names, strict=True):
            made.setIcon(icon(name, theme.roles.ink, theme.px(_ICON)))


def _what_is_told(now: Snapshot) -> tuple[object, ...]:
    """Identities: the sentence is written anew only where these differ, and in a drag none does."""
    document, trace = now.document, now.trace
    return (
        now.view.known,
        id(document.settings),
        id(document.mask),
        id(document.wrong),
        now.look.passage,
        id(now.passage.query_tokens),
        id(now.passage.key_tokens),
        trace.d_k,
        len(trace.blind),
    )
