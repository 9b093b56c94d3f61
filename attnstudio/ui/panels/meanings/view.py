"""The painted plane of two meanings: how it lies on the screen, and one moment of it."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Handle
from attnstudio.state import learner
from attnstudio.state.framing import Frame, around, grown, zoomed
from attnstudio.state.gestures import Lens, Pixel, Tip
from attnstudio.state.store import Store
from attnstudio.ui.hues import SHOWN
from attnstudio.ui.panels.meanings import drawing
from attnstudio.ui.panels.meanings.board import Board, Moment
from attnstudio.ui.panels.meanings.clip import wider
from attnstudio.ui.panels.meanings.content import Content, Contents
from attnstudio.ui.panels.meanings.pulls import draw_pulls, pulls_of
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.planes.ground import Ground, axis_names, draw_ground
from attnstudio.ui.planes.ink import Ink, ink_of
from attnstudio.ui.planes.labels import Box
from attnstudio.ui.theme import theme_of

_EDGE = 14  # pixels around the bound where it is in sight


class MeaningsView(Surface):
    placed = Signal()
    """It has another size or another frame, so that other things may be in sight."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.store = store
        self.setAccessibleName("Plane of two meanings")
        self.chosen: int | None = None  # token on which the keyboard is
        self._contents = Contents()
        self._content: tuple[Hashable, Content] | None = None
        self._frame: Frame | None = None
        self._ground: tuple[Hashable, QPixmap] | None = None
        self._board = Board()

    # --- what is shown --------------------------------------------------------------------------------

    @property
    def content(self) -> Content:
        now = self.store.now
        traces = tuple(now.trace_of(p) for p in range(min(len(now.document.passages), SHOWN)))
        asked = traces, now.look, now.document.chart, now.document.passages, now.view.sums
        if self._content is None or self._content[0] != asked:
            self._content = asked, self._contents.of(now)
        return self._content[1]

    @property
    def moving(self) -> int | None:
        """The word that is being dragged."""
        return None

    @property
    def ink(self) -> Ink:
        return ink_of(theme_of(self.store.view))

    def retheme(self) -> None:
        self._ground = None
        self._board.forget()
        self.update()

    def tips(self) -> tuple[Tip, ...]:
        """Every word in the order of Tab, then the ends of the ways, which no hand moves."""
        content, lens = self.content, self.lens
        words = [Tip(handle_of(word.token), lens.to_pixels(word.at)) for word in content.words]
        ends = [Tip(None, lens.to_pixels(way.end)) for way in content.ways if way.end is not None]
        return (*words, *ends)

    def names_drawn(self) -> dict[str, Box]:
        """The names that stand on the plane as it was painted last, and their boxes in pixels."""
        return self._board.drawn

    # --- how the plane lies ---------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        if self._frame is None:
            self._frame = around(self.content.points(), self.store.document.bound)
        return self._frame

    @property
    def lens(self) -> Lens:
        """The frame fills the shorter side."""
        frame, bound = self.frame, self.store.document.bound
        edge = theme_of(self.store.view).px(_EDGE) if frame.reaches(bound) else 0
        unit = max(min(self.width(), self.height()) / 2 - edge, 8.0) / frame.half
        x, y = frame.centre
        return Lens((self.width() / 2 - x * unit, self.height() / 2 + y * unit), unit)

    def begin_anew(self) -> None:
        """Other words, another chart or another bound: nothing of the old picture stands for the new one."""
        self._frame = None
        if self.content.word_of(self.chosen) is None:
            self.chosen = None

    def fit(self) -> None:
        """Show all words and both ends, with room around them."""
        self._set_frame(around(self.content.points(), self.store.document.bound))

    def zoom(self, step: int) -> None:
        """Show less (1) or more (−1)."""
        word = self.content.word_of(self.chosen)
        bound = self.store.document.bound
        self._set_frame(zoomed(self.frame, step, bound, None if word is None else word.at))

    def show_all(self) -> None:
        """Let the frame grow just so far that everything is in sight. Never in the middle of a gesture."""
        frame, bound = self.frame, self.store.document.bound
        for point in self.content.points():
            if not self.is_in_sight(self.lens.to_pixels(point)):
                frame = grown(frame, point, bound)
        self._set_frame(frame)

    def is_in_sight(self, at: Pixel) -> bool:
        return 0 <= at[0] <= self.width() and 0 <= at[1] <= self.height()

    def _set_frame(self, frame: Frame) -> None:
        if frame != self._frame:
            self._frame = frame
            self.update()
            self.placed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.placed.emit()

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        content, lens, ink, view = self.content, self.lens, self.ink, self.store.view
        strokes = drawing.strokes_of(ink.theme)
        painter = QPainter(self)
        ground = self._ground_of(lens, content)
        if view.is_figure:
            draw_ground(painter, ground, ink)
        else:
            painter.drawPixmap(0, 0, self._kept(ground, ink))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = wider(self._seen)
        drawing.draw_words(painter, strokes, content, lens, frame, is_figure=view.is_figure)
        drawing.draw_parts(painter, strokes, content, lens, frame)
        drawing.draw_ways(painter, strokes, content, lens, frame)
        draw_pulls(painter, ink.theme, pulls_of(self.store.now, content), lens)
        if not view.is_figure:
            chosen = self.chosen if self.hasFocus() else None
            drawing.draw_marks(painter, ink, content, lens, view.hover_token, chosen)
        if self.store.gesture is None and not learner.is_running(self.store):
            self._board.rest(content, lens, ink, self._seen)
        else:
            self._board.move()
        self._board.paint(painter, self._moment(content, lens, ink, ground))
        painter.end()

    @property
    def _seen(self) -> Box:
        """What of the widget names may stand in."""
        return 2.0, 2.0, self.width() - 2.0, self.height() - 2.0

    def _ground_of(self, lens: Lens, content: Content) -> Ground:
        document = self.store.document
        sentence = "" if content.words else "There are no words yet. Type a sentence, and they stand here."
        return Ground(lens, self.width(), self.height(), document.bound, document.chart, sentence)

    def _kept(self, ground: Ground, ink: Ink) -> QPixmap:
        ratio = self.devicePixelRatioF()
        key = ground, ink, ratio
        if self._ground is None or self._ground[0] != key:
            pixmap = QPixmap(self.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            painter = QPainter(pixmap)
            draw_ground(painter, ground, ink)
            painter.end()
            self._ground = key, pixmap
        return self._ground[1]

    def _moment(self, content: Content, lens: Lens, ink: Ink, ground: Ground) -> Moment:
        view = self.store.view
        pointed = (view.hover_token, self.chosen if self.hasFocus() else None, self.moving)
        asked = frozenset(token for token in pointed if token is not None and not view.is_figure)
        taken = tuple(box for _, box in axis_names(ground, ink))
        return Moment(content, lens, ink, asked, self.moving, self._seen, taken, view.is_figure)


def handle_of(token: int) -> Handle:
    """A word as the gestures know a tip: by its token alone."""
    return Handle("value", token)
