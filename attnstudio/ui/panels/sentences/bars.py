"""The weights of one sentence as upright bars: the number over each, its word under it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Token, names_of
from attnstudio.state.store import Store
from attnstudio.ui.digits import Digits
from attnstudio.ui.hues import hue_of, letter
from attnstudio.ui.marks import paint_hatch
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.sentence.ink import ShownRow
from attnstudio.ui.theme import Theme, metrics, theme_of, width_of

_NUMBER, _WORD = 11, 12  # type
_GAP = 6  # pixels between two bars, at 100 %
_WIDEST_WORD = 64  # pixels of a word before it is cut, at 100 %
_WIDEST = 46  # pixels of a bar, at 100 %
_STUB = 9  # pixels of the hatched bar of a masked word, at 100 %
_UNKNOWN = "?"


class Bars(Surface):
    """One bar for each key of a passage; as wide as its words need."""

    def __init__(self, store: Store, parent: QWidget, passage: int) -> None:
        super().__init__(parent)
        self._store, self._passage = store, passage
        self.setAccessibleName(f"Weights of sentence {letter(passage)}")
        self._tokens: tuple[Token, ...] = ()
        self._names: tuple[str, ...] = ()
        self._shown: ShownRow | None = None  # None: hidden until the person has said what they expect
        self._full = 1.0  # the weight of a bar of full height
        self._pointed: int | None = None
        self.retheme(theme_of(store.view))

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self._hue = hue_of(theme, self._passage)
        self._digits = Digits(theme.numbers(_NUMBER))
        self._words = theme.words(_WORD)
        self._ground: QPixmap | None = None
        self._slots = self._measured()
        self.update()

    def show_words(self, tokens: tuple[Token, ...]) -> None:
        """The keys of the passage."""
        self._tokens, self._names = tokens, names_of(tokens)
        self._ground = None
        self._slots = self._measured()
        self.update()

    def show_row(self, shown: ShownRow | None, full: float) -> None:
        """Their weights; a bar of full height is `full`."""
        if shown is not self._shown or full != self._full:
            self._shown, self._full = shown, full
            self.update()

    def point_at(self, token: int | None) -> None:
        """The word that is pointed at in any panel."""
        if token != self._pointed:
            self._pointed = token
            self.update()

    @property
    def natural_width(self) -> float:
        return sum(self._slots)

    # --- places ---------------------------------------------------------------------------------------

    @property
    def _line(self) -> float:
        return metrics(self._words.key(), self._words).height() + self._theme.px(2)

    def _measured(self) -> tuple[float, ...]:
        """The width of each bar's slot: its number or its word, whichever is wider."""
        theme = self._theme
        number = width_of(theme.numbers(_NUMBER), "<0.001")
        longest = theme.px(_WIDEST_WORD)
        gap = theme.px(_GAP)
        return tuple(max(number, min(width_of(self._words, name), longest)) + gap for name in self._names)

    def _rooms(self) -> list[QRectF]:
        """The slots, side by side; what room is left over is shared."""
        extra = max(self.width() - self.natural_width, 0.0) / max(len(self._slots), 1)
        rooms, x = [], 0.0
        for slot in self._slots:
            rooms.append(QRectF(x, 0.0, slot + extra, float(self.height())))
            x += slot + extra
        return rooms

    def bar_at(self, j: int) -> QRectF:
        """The room of a bar with its number and its word."""
        return self._rooms()[j]

    def token_at(self, point: QPointF) -> Token | None:
        rooms = zip(self._tokens, self._rooms(), strict=True)
        return next((token for token, room in rooms if room.contains(point)), None)

    # --- painting -------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ground = None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rooms = self._rooms()
        if self._store.view.is_figure:
            self._paint_ground(painter, rooms)
        else:
            painter.drawPixmap(0, 0, self._kept(rooms))
        self._paint_bars(painter, rooms)
        painter.end()

    def _kept(self, rooms: list[QRectF]) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            painter = QPainter(self._ground)
            self._paint_ground(painter, rooms)
            painter.end()
        return self._ground

    def _paint_ground(self, painter: QPainter, rooms: list[QRectF]) -> None:
        """The line on which the bars stand, and the words under it."""
        theme, form = self._theme, metrics(self._words.key(), self._words)
        painter.fillRect(self.rect(), theme.panel)
        foot = self.height() - self._line
        painter.fillRect(QRectF(0.0, foot, self.width(), max(theme.stroke, 1.0)), theme.axis)
        painter.setFont(self._words)
        painter.setPen(theme.secondary)
        for name, room in zip(self._names, rooms, strict=True):
            text = form.elidedText(name, Qt.TextElideMode.ElideRight, room.width() - theme.px(2))
            x = room.center().x() - form.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x, foot + theme.px(2) + form.ascent()), text)

    def _paint_bars(self, painter: QPainter, rooms: list[QRectF]) -> None:
        theme, shown, digits = self._theme, self._shown, self._digits
        line, width = self._line, float(theme.px(_WIDEST))
        foot = self.height() - line
        most = foot - line
        for j, (token, room) in enumerate(zip(self._tokens, rooms, strict=True)):
            number = _UNKNOWN if shown is None else shown.number(j)
            if token.id == self._pointed and not self._store.view.is_figure:
                painter.fillRect(room.adjusted(1, 0, -1, -line), theme.accent_wash)
            high = 0.0
            if shown is not None and shown.has(j):
                high = most * min(max(shown.weights[j] / self._full, 0.0), 1.0)
            bar = QRectF(0.0, foot - high, min(room.width() - theme.px(_GAP), width), high)
            bar.moveLeft(room.center().x() - bar.width() / 2)
            if shown is not None and shown.has(j) and shown.hidden[j]:
                bar.setTop(foot - theme.px(_STUB))
                paint_hatch(painter, theme, bar)
                high = bar.height()
            else:
                painter.fillRect(bar, self._hue.fill)
            right = room.center().x() + digits.width * len(number) / 2
            digits.write(number, right, foot - high - theme.px(4))
        digits.paint(painter, theme.ink)

    # --- the mouse ------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        self._store.set_view(hover_token=None if token is None else token.id)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._store.view.hover_token is not None and not self._store.is_telling:
            self._store.set_view(hover_token=None)
