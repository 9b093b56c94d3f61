"""How the formula and its lines of numbers are painted.

While something is dragged only the numbers change: all else is painted once into a picture. While something
is pointed at only the marks change: they are a wash over a picture that has the numbers, too.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.notes.formula import Piece, is_masked, pieces
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.state.store import Store
from attnstudio.ui import typeset
from attnstudio.ui.panels.formula.content import StepNumbers, lines, so_far, spread
from attnstudio.ui.panels.formula.places import Frame, frame, least_size, most_numbers
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.theme import SMALL, Theme, metrics, theme_of

_NO_WORD = "No word asks anything yet: there is nothing to weigh."
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_Area = tuple[int, int, int, int]  # left, top, width, height, in whole pixels
_EMPTY = Frame(QSizeF(), 1.0, 0.0, (), (), 1.0, 0.0, 1, 0, 0, QRectF())


class FormulaView(Surface):
    resized = Signal()

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._now = store.now
        self._theme: Theme = theme_of(store.view)
        self._formula: tuple[Piece, ...] = ()
        self.texts: tuple[str, ...] = ()  # of the lines
        self._ground: QPixmap | None = None
        self._ground_of: object = None
        self._full: QPixmap | None = None  # the ground with the numbers, once it was worth making
        self._is_moving = True  # the numbers are others than at the last paint
        self.sentence = ""
        self.lines: tuple[StepNumbers, ...] = ()
        self.places = _EMPTY

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        self._ground = None
        self.lay_out()

    def show_numbers(self, now: Snapshot, sentence: str) -> None:
        """The trace, the query or the settings changed."""
        self._now = now
        self.sentence = sentence
        self._formula = pieces(now.document.settings, is_masked(now.document), now.document.wrong)
        self.setAccessibleDescription(" ".join(piece.plain for piece in self._formula))
        self.lay_out()

    def show_marks(self, now: Snapshot) -> None:
        """What is pointed at changed: repaint where the marks were and where they are."""
        before = {*self._marks(), self._ring()}
        self._now = now
        for rect in before ^ {*self._marks(), self._ring()}:
            self.update(QRect(*rect))

    def lay_out(self) -> None:
        theme, size, total = self._theme, QSizeF(self.size()), self._now.trace.n_keys
        whole = lines(self._now, min(most_numbers(theme, size.width()), total))
        self.places = frame(theme, size, self._formula, whole, total)  # which no step changes
        self.lines = so_far(whole, self._now.view.is_known)
        self.texts = tuple(self._text(line) for line in self.lines)
        self._is_moving = True
        self.update()

    def _text(self, line: StepNumbers) -> str:
        if line.step == "mix" or not line.numbers:
            return "".join(line.numbers)
        places = self.places
        return spread(line.numbers[: places.count], places.column, places.is_whole)

    def minimumSizeHint(self) -> QSize:
        return least_size(self._theme).toSize()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
        self.resized.emit()

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._now.view.is_figure:  # once, and as letters where the paper takes letters
            painter.fillRect(event.rect(), self._theme.panel)
            self._paint_ground(painter)
            self._paint_numbers(painter)
            self._paint_marks(painter)
        else:
            ground = self._ground_of_now(painter.device().devicePixelRatioF())
            if self._is_moving:
                painter.drawPixmap(0, 0, ground)
                self._paint_numbers(painter)
                self._is_moving, self._full = False, None
            else:
                painter.drawPixmap(0, 0, self._with_numbers(ground))
            self._paint_marks(painter)
        painter.end()

    def _ground_of_now(self, ratio: float) -> QPixmap:
        places, notes = self.places, tuple(line.note for line in self.lines)
        asked = (
            self._theme, ratio, places.size, self._formula, places.column, places.count, places.rows, notes,
        )  # fmt: skip
        if self._ground is None or self._ground_of != asked:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(self._theme.panel)
            self._ground_of, self._full = asked, None
            on = QPainter(self._ground)
            self._paint_ground(on)
            on.end()
        return self._ground

    def _with_numbers(self, ground: QPixmap) -> QPixmap:
        if self._full is None:
            self._full = ground.copy()
            on = QPainter(self._full)
            self._paint_numbers(on)
            on.end()
        return self._full

    def _paint_ground(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_formula(painter)
        theme, places = self._theme, self.places
        for line, (step, rect) in zip(self.lines, places.rows, strict=True):
            baseline = self._baseline(rect)
            painter.setFont(theme.numbers(SMALL))
            painter.setPen(theme.accent if step == "mix" else theme.secondary)
            painter.drawText(QPointF(4, baseline), step)
            if line.note:
                painter.setFont(theme.text(SMALL))
                x = places.beside if line.numbers else places.left
                painter.drawText(QPointF(x, baseline), line.note)

    def _marks(self) -> list[_Area]:
        """What is washed: the step and the token that are pointed at, in any panel."""
        step, places, key = self._now.view.hover_step, self.places, self._pointed_key()
        marked = [rect for shown, rect in places.rows if shown == step]
        marked += [placed.rect for placed in places.formula if placed.piece.step == step is not None]
        if key is not None:
            marked.append(places.column_rect(key))
        return [_area(rect) for rect in marked]

    def _ring(self) -> _Area:
        """Around the line that the keyboard is on, or around all of them."""
        if not self.hasFocus():
            return 0, 0, 0, 0
        step, size = self._now.view.hover_step, self.places.size
        on = next((rect for shown, rect in self.places.rows if shown == step), None)
        return _area(on or QRectF(0, 0, size.width(), size.height()))

    def _paint_marks(self, painter: QPainter) -> None:
        for area in self._marks():
            painter.fillRect(*area, self._theme.wash)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.focus, 2))
            painter.drawRoundedRect(QRectF(*self._ring()).adjusted(1, 1, -1, -1), 4, 4)

    def _paint_formula(self, painter: QPainter) -> None:
        theme, places = self._theme, self.places
        for placed in places.formula:
            at = QPointF(placed.x, places.baseline)
            ink: QColor = theme.accent if placed.piece.step == "mix" else theme.ink
            typeset.draw(painter, placed.piece.latex, at, places.em, ink)

    def _paint_numbers(self, painter: QPainter) -> None:
        """One text a line, and the sentence: this is what is painted anew in every frame of a drag."""
        theme, places = self._theme, self.places
        painter.setFont(theme.numbers(SMALL))
        painter.setPen(theme.ink)
        for text, (step, rect) in zip(self.texts, places.rows, strict=True):
            if step == "mix":
                painter.setPen(theme.accent)
            painter.drawText(QPointF(places.left - places.letter, self._baseline(rect)), text)
        self._paint_sentence(painter)

    def _baseline(self, row: QRectF) -> float:
        font = self._theme.numbers(SMALL)
        measured = metrics(font.key(), font)
        return row.center().y() + (measured.ascent() - measured.descent()) / 2

    def _paint_sentence(self, painter: QPainter) -> None:
        theme, room = self._theme, self.places.sentence.adjusted(4, 0, 0, 0)
        font = theme.words(SMALL)
        measured = metrics(font.key(), font)
        said = self.sentence if self.lines else _NO_WORD
        painter.setFont(font)
        painter.setPen(theme.ink if self.lines else theme.secondary)
        if measured.horizontalAdvance(said) > room.width():
            wrapped = measured.boundingRect(room, Qt.TextFlag.TextWordWrap, said)
            if wrapped.height() <= room.height():
                painter.drawText(room, Qt.TextFlag.TextWordWrap, said)
                return
            said = measured.elidedText(said, Qt.TextElideMode.ElideRight, room.width())
        high = self.places.rows[0][1].height() if self.places.rows else room.height()
        painter.drawText(QRectF(room.left(), room.top(), room.width(), high), _LINE, said)

    def _pointed_key(self) -> int | None:
        """The column of the token that is pointed at."""
        pointed, tokens = self._now.view.hover_token, self._now.passage.key_tokens
        if pointed is None or not self.lines:
            return None
        return next((j for j, t in enumerate(tokens[: self.places.count]) if t.id == pointed), None)

    def line_rect(self, step: Step) -> QRectF:
        return next(rect for shown, rect in self.places.rows if shown == step)


def _area(rect: QRectF) -> _Area:
    around = rect.toAlignedRect()
    return around.x(), around.y(), around.width(), around.height()
