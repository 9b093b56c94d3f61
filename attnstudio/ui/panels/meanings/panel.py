"""The plane on which one word goes two ways."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Chart, Document
from attnstudio.model.geometry import Vec2
from attnstudio.model.pairing import move_word
from attnstudio.model.refused import Refused
from attnstudio.notes.expectations import first_say
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.state.word_drag import passage_of, place, place_of, title_of
from attnstudio.ui.accessible import Part
from attnstudio.ui.hues import SHOWN
from attnstudio.ui.panels.meanings.content import Word, label_of
from attnstudio.ui.panels.meanings.hand import RESULT, MeaningsHand
from attnstudio.ui.panels.meanings.names import weights_of
from attnstudio.ui.panels.meanings.pulls import about_pulls
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.point_fields import PointFields
from attnstudio.ui.snaps import SnapLink
from attnstudio.ui.sources import SourceMenu
from attnstudio.ui.widgets import OneLine, button

_LEAST, _LEAST_WIDE = 180, 300  # pixels of the plane, at 100 %
HINT = "drag a word · arrow keys move it · double-click to type its numbers"
SEEN = 2  # dimensions of a plane
_PART = 22  # pixels of a word for an assistive pointer
_HELP = "Arrow keys move the word by one step; Shift finer, Ctrl coarser. Enter opens number fields."


class WordFields(PointFields):
    """Number fields beside a word."""

    def __init__(self, store: Store, token: int, panel: MeaningsPanel, is_line: bool) -> None:
        self.token = token
        self._head = store.look.head
        self._in = passage_of(store.document, token)
        self._panel = panel
        now = store.now
        super().__init__(
            store, title_of(now, token), place_of(now, token), panel, panel.fields_closed, is_line
        )

    def moved(self, document: Document, point: Vec2) -> Document:
        return move_word(document, self._in, self.token, point, self._head)

    def kept(self) -> None:
        self._panel.view.show_all()


class MeaningsPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "meanings", "One word, two meanings", parent)
        self.number_fields: WordFields | None = None
        self._is_new_here = True  # no word has been dragged in this window yet
        self.sources = SourceMenu(store, self)
        self.add_control(self.sources)
        self.view = MeaningsHand(store, self, self.type_numbers)
        self.note = OneLine("note")
        empty = self.note.sizePolicy()
        empty.setRetainSizeWhenHidden(True)  # nothing moves when there is something to say
        self.note.setSizePolicy(empty)
        self.snaps = SnapLink(store, self)
        self.sums = button("sum of parts", "segment", self._toggle_sums, name="Sum of parts")
        self.sums.setCheckable(True)
        self.sums.setToolTip("Lay weight · value of every word end to end: they end at the output.")
        self.smaller = button(numerals.MINUS, "icon", partial(self.view.zoom, -1), name="Zoom out")
        self.larger = button("+", "icon", partial(self.view.zoom, 1), name="Zoom in")
        self.fitting = button("fit", "link", self.view.fit, name="Fit the words")
        self._row = QHBoxLayout()
        self._row.addWidget(self.note, 1)
        for control in (self.sums, self.snaps.link, self.smaller, self.larger, self.fitting):
            self._row.addWidget(control)
            if store.view.is_figure:
                control.hide()
        self.column.addWidget(self.view, 1)
        self.column.addLayout(self._row)
        self.view.placed.connect(lambda: self._show_note(self.store.now))
        self.settle()

    def type_numbers(self, token: int) -> None:
        """Open number fields beside a word."""
        self._close_fields()
        try:
            at = self.view.lens.to_pixels(place_of(self.store.now, token))
        except Refused as refused:
            self.store.say(str(refused))
            return
        is_line = self.store.trace.d_v == 1 and self.store.now.passage.embedding is None
        self.number_fields = WordFields(self.store, token, self, is_line)
        self.number_fields.open_at(self.view.mapTo(self, QPointF(*at).toPoint()), self.view)

    def fields_closed(self) -> None:
        fields, self.number_fields = self.number_fields, None
        if fields is not None and fields.has_keyboard():  # else the person has taken it somewhere already
            self.view.setFocus()

    # --- what a panel does ----------------------------------------------------------------------------

    def make_room(self) -> None:
        self.view.show_all()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or _plane(old) != _plane(new):
            self.view.begin_anew()
        elif _words(old) != _words(new):
            # While a sentence is typed the picture holds still as far as it can.
            self.view.begin_anew() if self.store.gesture is None else self.view.show_all()
        if old is None or _differ(old, new):
            self.view.update()
        if old is None or old.document is not new.document or old.look is not new.look:
            if self.view.moving is not None:
                self._is_new_here = False
            if self.number_fields is not None and not self.number_fields.is_typing:
                self._close_fields()
            self._show_note(new)
        elif about_pulls(old) != about_pulls(new):
            self._show_note(new)
        if old is None or old.view.snap != new.view.snap:
            self.snaps.show_choice(new)
        if old is None or old.view.sums != new.view.sums:
            self.sums.setChecked(new.view.sums)

    def retheme(self) -> None:
        self.view.retheme()
        self.view.setMinimumSize(self.theme.px(_LEAST_WIDE), self.theme.px(_LEAST))
        self._row.setSpacing(self.theme.px(4))
        self.snaps.retheme()

    def minimumSizeHint(self) -> QSize:
        margins = self.column.contentsMargins()
        head = self.title.sizeHint().width() + self.sources.sizeHint().width() + self.header.spacing()
        wide = max(self.theme.px(_LEAST_WIDE), head) + margins.left() + margins.right()
        return QSize(wide, super().minimumSizeHint().height())

    def parts(self) -> Sequence[Part]:
        made = []
        for word in self.view.content.words:
            made += self._word_parts(word)
        for way in self.view.content.ways:
            if way.end is not None:
                rect = self._rect(way.end)
                value = numerals.vector(way.end)
                made.append(Part(("end", way.passage), "graphic", label_of(way), value, RESULT, rect))
        return made

    # --- inside ---------------------------------------------------------------------------------------

    def _word_parts(self, word: Word) -> list[Part]:
        """A slider for each coordinate."""
        bound, number = self.store.document.bound, {"x": 0, "y": 1}
        name = f"{title_of(self.store.now, word.token)}, "
        told = weights_of(word)
        return [
            Part(
                key=(word.token, axis),
                role="slider",
                name=name + axis,
                value=numerals.fixed(word.at[number[axis]]) + (f"; weight {told}" if told else ""),
                help=_HELP,
                rect=self._rect(word.at),
                number=word.at[number[axis]],
                least=-bound,
                most=bound,
                set_number=partial(self._set_coordinate, word.token, number[axis]),
                is_focused=axis == "x" and word.has(self.view.chosen) and self.view.hasFocus(),
            )
            for axis in ("x", "y")
        ]

    def _set_coordinate(self, token: int, axis: int, value: float) -> None:
        x, y = place_of(self.store.now, token)
        try:
            place(self.store, token, (value, y) if axis == 0 else (x, value))
            self.view.show_all()
        except Refused as refused:
            self.store.say(str(refused))

    def _rect(self, at: Vec2) -> QRect:
        centre = self.view.mapTo(self, QPointF(*self.view.lens.to_pixels(at)).toPoint())
        return QRect(centre - QPoint(_PART // 2, _PART // 2), QSize(_PART, _PART))

    def _show_note(self, now: Snapshot) -> None:
        said = " · ".join(filter(None, (self._about_ways(now), about_pulls(now), self._about_sight())))
        if not said and self._is_new_here and self.view.content.words and not now.view.is_figure:
            said = HINT
        self.note.set_whole(said)
        self.note.setVisible(bool(said))  # a line without words is nothing to hear of

    def _about_ways(self, now: Snapshot) -> str:
        """What can't be seen, and why."""
        ways = self.view.content.ways
        if not ways:
            return "no word asks here"
        if now.look.predicting:
            return first_say(way.name for way in ways)
        said = []
        if len({way.name for way in ways}) > 1:
            said.append("two different words ask")
        said += [
            f"{label_of(way)} may look at nothing: it ends at the origin"
            for way in ways
            if self._is_blind(now, way.passage)
        ]
        if len(now.document.passages) == 1:
            said.append("there is one sentence: add a second to see the word go two ways")
        dimensions = max(way.size for way in ways)
        if dimensions > SEEN:
            said.append(f"drawn through two of {dimensions} dimensions")
        return " · ".join(said)

    def _is_blind(self, now: Snapshot, passage: int) -> bool:
        return bool(now.trace_of(passage).blind[now.head, now.row_of(passage)])

    def _about_sight(self) -> str:
        view, lens = self.view, self.view.lens
        count = sum(not view.is_in_sight(lens.to_pixels(point)) for point in view.content.points())
        cue = "" if self.store.view.is_figure else ": press fit"  # a picture has no buttons
        return f"{count} out of sight{cue}" if count else ""

    def _toggle_sums(self) -> None:
        self.store.set_view(sums=self.sums.isChecked())

    def _close_fields(self) -> None:
        if self.number_fields is not None:
            self.number_fields.dismiss()


def _plane(now: Snapshot) -> tuple[Chart | None, float]:
    """What the plane itself depends on."""
    return now.document.chart, now.document.bound


def _words(now: Snapshot) -> list[int]:
    """Which words are shown."""
    return [t.id for held in now.document.passages[:SHOWN] for t in (*held.query_tokens, *held.key_tokens)]


def _differ(old: Snapshot, new: Snapshot) -> bool:
    """Whether the pictures of two moments differ."""
    was, now = old.view, new.view
    return (
        old.document is not new.document
        or old.look is not new.look
        or was.hover_token != now.hover_token
        or was.sums != now.sums
        or was.run is not now.run
        or was.is_figure != now.is_figure
    )
