"""Secondary text under what a panel shows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import Theme, metrics, theme_of, width_of

_ONE_LINE = 560  # pixels: a note that is less wide has two lines …
_LOW = 340  # … unless the panel is less high than this
_LEAST = 64


class Note(QWidget):
    """Secondary text on lines of its own. Their number depends on the room alone, so that nothing around
    moves when the text changes; what does not fit all the same is told when pointed at."""

    def __init__(self, store: Store, panel: QWidget, low: int = _LOW) -> None:
        """It has one line where the panel is lower than `low` pixels, at 100 %."""
        super().__init__(panel)
        self._store = store
        self._panel = panel
        self._low = low
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))
            self.update()

    def text(self) -> str:
        return self._text

    def lines(self) -> int:
        """How many there is room for."""
        is_low = self._panel.height() < self._theme.px(self._low)
        return 1 if is_low or self.width() >= self._theme.px(_ONE_LINE) else 2

    def sizeHint(self) -> QSize:
        font = self._theme.words(12)
        return QSize(10, int(self.lines() * metrics(font.key(), font).height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_LEAST), self.sizeHint().height())

    def find_room(self) -> None:
        """The panel has another size."""
        if self.height() != self.sizeHint().height():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        font = self._theme.words(12)
        form = metrics(font.key(), font)
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self._theme.secondary)
        for number, line in enumerate(self._wrapped()):
            text = form.elidedText(line, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QPointF(0, form.ascent() + number * form.height()), text)
        painter.end()

    def _wrapped(self) -> tuple[str, ...]:
        """The text on its lines; the last may be too long."""
        font = self._theme.words(12)
        words, count = self._text.split(" "), 0
        if self.lines() == 1 or width_of(font, self._text) <= self.width():
            return (self._text,)
        form = metrics(font.key(), font)
        while count < len(words) and form.horizontalAdvance(" ".join(words[: count + 1])) <= self.width():
            count += 1
        count = max(count, 1)
        return " ".join(words[:count]), " ".join(words[count:])

    @property
    def _theme(self) -> Theme:
        return theme_of(self._store.view)
