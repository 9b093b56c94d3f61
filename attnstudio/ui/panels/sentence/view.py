"""The words as chips tinted by their weights, and the arcs of the word that asks.

While nothing is dragged the picture is kept; what is pointed at lies on top of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Head, Passage
from attnstudio.state.snapshot import STEPS, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.digits import Digits
from attnstudio.ui.hues import Hue, hue_of
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.sentence import arcs
from attnstudio.ui.panels.sentence.chips import Chip, Group, Layout, Measures, groups, lay_out
from attnstudio.ui.panels.sentence.ink import NOTHING, Asked, ChipInk, ShownRow, shown_of
from attnstudio.ui.theme import Theme, metrics, theme_of

WHOLE = 16
"""Pixels of an arc of weight 1, at 100 % text."""
_SHRINK = 0.92  # a picture without scroll bars is drawn that much smaller until all its lines fit
_SMALLEST = 0.3
_NOBODY = Passage((), heads=(Head((), (), ()),))


class ChipView(Surface):
    """The words of the passage that is shown, or, in the colour of a sentence, of a fixed one."""

    laid_out = Signal()  # into more lines than before, or fewer
    resized = Signal()

    def __init__(self, store: Store, parent: QWidget, fixed: int | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Words of the sentence")
        self._store = store
        self._now = store.now
        self._fixed = fixed
        self._has_feet = True
        self._theme: Theme = theme_of(store.view)
        self._hue: Hue | None = None
        self._measures = self._measured()
        self._sentences: tuple[Group, ...] = ()
        self._ink = ChipInk(self._theme, self._measures)
        self._digits = Digits(self._measures.number_font)
        self._ways: arcs.Courses | None = None
        self._shown = NOTHING
        self._shown_of: object = None
        self._is_edited = False
        self._still: QPixmap | None = None  # the picture, once it was worth keeping
        self._is_moving = True  # it differs from the last paint
        self.drawn_scale = 1.0  # less in a picture that has no room for all lines
        self.lines = 0  # at full size, for this width
        self.places = Layout(0, 0.0, 0.0, 0.0, 0.0, (), ())

    # --- what is shown --------------------------------------------------------------------------------

    @property
    def measures(self) -> Measures:
        return self._measures

    @property
    def passage(self) -> int:
        """Index of the passage whose words are shown."""
        return self._now.look.passage if self._fixed is None else self._fixed

    @property
    def held(self) -> Passage:
        return self._now.document.passages[self.passage] if self.is_there else _NOBODY

    @property
    def is_there(self) -> bool:
        """Whether the document has that passage."""
        return self.passage < len(self._now.document.passages)

    @property
    def asking(self) -> int:
        """The row that is shown; −1 where no word asks."""
        return self._now.row_of(self.passage) if self.is_there else -1

    @property
    def is_predicting(self) -> bool:
        """Whether the weights wait for the person to say which words are looked at."""
        return self._fixed is not None and self._now.look.predicting

    @property
    def is_weighed(self) -> bool:
        """Whether Play has come to the weights."""
        return self._now.view.is_known[STEPS.index("normalize")]

    def is_marked(self, chip: Chip) -> bool:
        """Whether the person expects this word to be looked at, and this sentence is one that shows it."""
        return self._fixed is not None and chip.key >= 0 and chip.token.id in self._now.look.marked

    def show_feet(self, has_feet: bool) -> None:
        """Write each word's weight under it, or leave that to what stands beside the words."""
        if has_feet != self._has_feet:
            self._has_feet = has_feet
            self.retheme(self._theme)

    def _measured(self) -> Measures:
        is_fixed = self._fixed is not None
        return Measures(self._theme, dots=not is_fixed, feet=self._has_feet, bars=is_fixed)

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self._hue = None if self._fixed is None else hue_of(theme, self._fixed)
        self._measures = self._measured()
        self._ink = ChipInk(theme, self._measures, self._hue)
        self._digits = Digits(self._measures.number_font)
        self.show_words(self._now)

    def show_words(self, now: Snapshot) -> None:
        """The words changed: write the chips anew."""
        self._now = now
        self._sentences = groups(self.held, self._measures)
        self._ink.forget()
        self.lay_out()

    def show_numbers(self, now: Snapshot) -> None:
        """The words are the same; weights or the query may differ."""
        asked = self.asking
        self._now = now
        if self.asking != asked:
            self._ways = self._courses()
        self.redraw()

    def redraw(self) -> None:
        """Something else than a mark changed."""
        self._is_moving = True
        self.update()

    def point_at(self, now: Snapshot) -> None:
        """Something else is pointed at: repaint just where that differs."""
        before, self._now = self._now.view, now
        places = self.places
        if before.hover_token != now.view.hover_token:
            for chip in places.chips:
                if chip.token.id in (before.hover_token, now.view.hover_token):
                    self.update(_reach(chip, places).toAlignedRect().adjusted(-8, -8, 8, 8))
        if (before.hover_step == "normalize") != (now.view.hover_step == "normalize"):
            for foot in {chip.rect.bottom() for chip in places.chips}:
                self.update(QRectF(0.0, foot, self.width(), places.foot).toAlignedRect())

    def set_edited(self, is_edited: bool) -> None:
        """While the sentence is typed, a field takes the place of the arcs."""
        self._is_edited = is_edited
        self.lay_out()

    @property
    def missing(self) -> tuple[str, ...]:
        """Letters that no font here has, each once."""
        return tuple(dict.fromkeys(letter for chip in self.places.chips for letter in chip.missing))

    def shown(self) -> ShownRow:
        """The numbers of the row that is shown, worked out once for each trace."""
        now = self._now
        if not self.is_there:
            return NOTHING
        asked = (now.trace_of(self.passage), self.asking, now.head, self.is_predicting, now.view.known)
        if self._shown_of != asked:
            self._shown_of = asked
            self._shown = NOTHING if self.is_predicting else shown_of(now, self.passage)
        return self._shown

    def query_chip(self) -> Chip | None:
        index = self.asking
        return next((chip for chip in self.places.chips if chip.query == index >= 0), None)

    def number_of(self, chip: Chip) -> str:
        """The number under a chip."""
        return self.shown().number(chip.key)

    # --- places ---------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Put the chips into lines, for the width and the height that can be seen."""
        viewport = self.parentWidget()
        height = float(viewport.height() if viewport is not None else self.height())
        width = float(self.width())
        lines, self.drawn_scale = self.lines, 1.0
        arcs = not self._is_edited
        places = lay_out(self._sentences, width, height, self._measures, arcs)
        self.lines = places.lines
        if self._now.view.is_figure:
            while places.height * self.drawn_scale > height and self.drawn_scale > _SMALLEST:
                self.drawn_scale *= _SHRINK
                places = lay_out(
                    self._sentences, width / self.drawn_scale, height / self.drawn_scale, self._measures, arcs
                )
        self.places = places
        self.setMinimumHeight(0 if self._now.view.is_figure else math.ceil(places.height))
        self._ways = self._courses()
        self.redraw()
        if lines != self.lines:
            self.laid_out.emit()

    def chip_at(self, point: QPointF) -> Chip | None:
        return next((chip for chip in self.places.chips if chip.rect.contains(point)), None)

    def _courses(self) -> arcs.Courses | None:
        query = self.query_chip()
        colours = len(self._theme.tokens) if self._hue is None else 1
        return None if query is None else arcs.courses(self.places, query, colours)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
        self.resized.emit()

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._now.view.is_figure:
            painter.fillRect(event.rect(), self._theme.panel)
            painter.scale(self.drawn_scale, self.drawn_scale)
            self._paint(painter, None)
        else:
            if self._is_moving:
                self._is_moving, self._still = False, None
                painter.fillRect(event.rect(), self._theme.panel)
                self._paint(painter, QRectF(event.rect()))
            else:
                painter.drawPixmap(0, 0, self._kept(self.devicePixelRatioF()))
            self._paint_marks(painter)
        painter.end()

    def _kept(self, ratio: float) -> QPixmap:
        still = self._still
        if still is None or still.devicePixelRatio() != ratio:
            still = self._still = QPixmap(self.size() * ratio)
            still.setDevicePixelRatio(ratio)
            still.fill(self._theme.panel)
            on = QPainter(still)
            self._paint(on, None)
            on.end()
        return still

    def _paint(self, painter: QPainter, seen: QRectF | None) -> None:
        """All but the marks, or what of it meets `seen`."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        why = self.why_no_arcs()
        if why:
            self._paint_sentence(painter, why)
        elif not self._is_edited:
            self._paint_arcs(painter)
        painter.setFont(self._measures.label_font)
        painter.setPen(self._theme.secondary)
        for text, place in self.places.labels:
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
        chips: Sequence[Chip] = self.places.chips
        if seen is not None:
            wide = seen.adjusted(-8, -8, 8, 8)
            chips = [chip for chip in chips if _reach(chip, self.places).intersects(wide)]
        self._ink.paint_chips(painter, chips, self._asked(None), self.shown())
        self._paint_numbers(painter, chips, is_step=False)
        self._paint_bars(painter, chips)
        for chip in chips:
            if self.is_marked(chip):
                self._ink.paint_pencil(painter, chip)

    def _paint_bars(self, painter: QPainter, chips: Sequence[Chip]) -> None:
        """Under its number, the weight of a word as a part of the width of its chip."""
        m, shown, hue = self._measures, self.shown(), self._hue
        if hue is None or not m.bar:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for chip in chips:
            if shown.has(chip.key):
                rect = QRectF(chip.rect.left(), chip.rect.bottom() + m.number, chip.rect.width(), m.bar)
                painter.fillRect(rect, self._theme.track)
                rect.setWidth(rect.width() * min(max(shown.weights[chip.key], 0.0), 1.0))
                painter.fillRect(rect, hue.line)

    def _paint_marks(self, painter: QPainter) -> None:
        """The word and the step that are pointed at, in any panel."""
        token, is_step = self._now.view.hover_token, self._now.view.hover_step == "normalize"
        pointed = [chip for chip in self.places.chips if chip.token.id == token is not None]
        if pointed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._ink.paint_chips(painter, pointed, self._asked(token), self.shown())
        if pointed or is_step:
            self._paint_numbers(painter, self.places.chips if is_step else pointed, is_step)

    def _asked(self, pointed_at: int | None) -> Asked:
        is_figure = self._now.view.is_figure
        chip = self.keyboard_chip() if self.hasFocus() and not is_figure else None
        return Asked(self.asking, pointed_at, None if chip is None else chip.token.id, is_figure)

    def keyboard_chip(self) -> Chip | None:
        """The word on which the keyboard is, once it is here."""
        return self.query_chip()

    def why_no_arcs(self) -> str:
        chip = self.query_chip()
        if chip is None:
            return "No word asks anything yet: press Edit… and type a sentence."
        if not self.held.key_tokens:
            return "No word offers anything yet: press Edit… and type a sentence."
        if not self.is_weighed:
            return f"Play has come to {self._now.view.known}: the weights are not known yet."
        if self.shown().is_blind:
            return f"{chip.name} may look at nothing: its weights and its output are 0."
        return ""

    def _paint_sentence(self, painter: QPainter, sentence: str) -> None:
        theme, m = self._theme, self._measures
        room = QRectF(
            m.margin, 0, self.width() / self.drawn_scale - 2 * m.margin, max(self.places.arcs, m.arcs)
        )
        if self.places.chips:
            room.moveBottom(self.places.chips[0].rect.top() - 2)
        font = theme.words()
        text = metrics(font.key(), font).elidedText(sentence, Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(font)
        is_odd = self.places.chips and self.is_weighed
        painter.setPen(theme.warning if is_odd else theme.secondary)
        align = Qt.AlignmentFlag.AlignCenter if self.places.lines <= 1 else Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, align | Qt.TextFlag.TextSingleLine, text)

    def _paint_arcs(self, painter: QPainter) -> None:
        if self._ways is None or self.is_predicting or not self.is_weighed:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        whole = float(self._theme.px(WHOLE))
        # Where softmax is skipped, weights may be any number.
        weights = [min(max(weight, 0.0), 1.0) for weight in self.shown().weights]
        for band in arcs.bands(self._ways, weights, whole):
            line = self._theme.token_outline(band.colour) if self._hue is None else self._hue.line
            pen = QPen(line, band.width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPath(band.path)

    def _paint_numbers(self, painter: QPainter, chips: Sequence[Chip], is_step: bool) -> None:
        """The weight under every key; marked where "normalize" is pointed at."""
        theme, places, shown, digits = self._theme, self.places, self.shown(), self._digits
        drop, high = self._measures.drop, self._measures.number - self._measures.drop
        if not places.foot:
            return
        font = self._measures.number_font
        ascent = metrics(font.key(), font).ascent()
        ground = theme.accent_wash if is_step else theme.panel
        for chip in chips:
            text = shown.number(chip.key)
            if not text:  # the chip offers nothing
                continue
            rect, width = chip.rect, digits.width * len(text)
            x, y = rect.left() + (rect.width() - width) / 2, rect.top() + rect.height() + drop
            if is_step or places.lines > 1:  # arcs between lines must not run through numbers
                painter.fillRect(QRectF(x - 2, y, width + 4, high), ground)
            digits.write(text, x + width, y + ascent)
        digits.paint(painter, theme.ink if is_step else theme.secondary)


def no_font(letters: tuple[str, ...]) -> str:
    """The sentence about letters that appear as boxes."""
    return "no font for " + ", ".join(f"“{letter}”" for letter in letters)


def _reach(chip: Chip, places: Layout) -> QRectF:
    return chip.rect.adjusted(-chip.before_width, 0, chip.after_width, places.foot)
