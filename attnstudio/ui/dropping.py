"""What a drop would do, said while something is held over a part of the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from attnstudio.state.store import Store
from attnstudio.storage.faults import named
from attnstudio.ui.theme import TITLE, theme_of

OPENED = frozenset({".attn", ".png", ".svg", ".pdf", ".ipynb", ".json"})
"""Endings of files in which a document may be. Others are read when they are dropped, and a sentence says why
they can't be opened."""


class DropFrame(QWidget):
    """A frame within the borders of its parent, with a few words in the middle. The mouse goes through it."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("drop-frame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._store, self._over = store, parent
        self._text = ""
        self.hide()

    def text(self) -> str:
        return self._text

    def tell(self, text: str, where: QRect | None = None) -> None:
        """Show it, over all of the parent or `where` the drop is its own."""
        self._text = text
        self.setAccessibleName(text)
        self.setGeometry(where or self._over.rect())
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        stroke = max(theme.px(3), 2)
        font = theme.words(TITLE, 600)
        form, px = QFontMetricsF(font), theme.px
        inside = QRectF(self.rect()).adjusted(stroke, stroke, -stroke, -stroke)
        text = form.elidedText(self._text, Qt.TextElideMode.ElideMiddle, inside.width() - px(48))
        card = QRectF(0, 0, form.horizontalAdvance(text) + px(36), form.height() + px(20))
        card.moveCenter(QPointF(inside.center()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.wash)
        painter.setPen(QPen(theme.accent, stroke))
        painter.drawRoundedRect(inside, px(8), px(8))
        painter.setPen(QPen(theme.accent, 1.5))
        painter.setBrush(theme.raised)
        painter.drawRoundedRect(card, px(7), px(7))
        painter.setPen(theme.ink)
        painter.setFont(font)
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()


def dropped_path(data: QMimeData) -> str:
    """The first file in what is held over the window; empty where there is none."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")


def opening_words(path: str) -> str:
    """What a drop of that file on the window does; empty where nothing can be in it that would be opened."""
    file = Path(path)
    return f"Drop to open “{named(file.name)}”" if file.suffix.lower() in OPENED else ""
