"""One sentence to the person, under the header at the right: what was refused, or why something stops."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import announce
from attnstudio.ui.icons import icon
from attnstudio.ui.theme import BODY, theme_of
from attnstudio.ui.widgets import button

WIDEST = 480
LEAST_WIDE = 300  # pixels, at 100 % text, in which a sentence can be read beside something
LEAST_SECONDS = 6
MILLISECONDS_A_LETTER = 90  # twice the time that a slow reader needs


class Toast(QWidget):
    """Shows `view.message` until it is read; the next change, or its cross, takes it away sooner."""

    def __init__(self, store: Store, parent: QWidget, below: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._store = store
        self._over = parent
        self._below = below
        self._beside = 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._forget)
        self._text = QLabel("", self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._close: QToolButton = button("Close", "icon", lambda: store.say(""), name="Close the message")
        self._close.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def _forget(self) -> None:
        self._store.say("")  # so that the same sentence, said again, is seen again

    def text(self) -> str:
        return self._text.text()

    def refresh(self, old: Snapshot, new: Snapshot) -> None:
        if old.view.message == new.view.message and theme_of(old.view) is theme_of(new.view):
            return
        if not new.view.message:
            self._rest.stop()
            self.hide()
            return
        theme = theme_of(new.view)
        self._text.setFont(theme.words(BODY))
        self._row.setContentsMargins(theme.px(12), theme.px(6), theme.px(6), theme.px(6))
        self._text.setText(new.view.message)
        size = theme.px(16)
        self._close.setIcon(icon("close", theme.roles.ink, size))
        self._close.setIconSize(QSize(size, size))
        self.place()
        self.show()
        self.raise_()
        self._rest.start(LEAST_SECONDS * 1000 + len(new.view.message) * MILLISECONDS_A_LETTER)
        if old.view.message != new.view.message:
            announce(self, new.view.message)

    def leave(self, pixels: int) -> None:
        """Stand so far from the right, where something has buttons of its own."""
        if pixels != self._beside:
            self._beside = pixels
            self.place()

    def place(self) -> None:
        """Stand at the right, where the sentence panel seldom has anything: numbers must stay readable."""
        parent = self._over
        theme = theme_of(self._store.view)
        beside = self._beside if parent.width() >= self._beside + theme.px(LEAST_WIDE) else 0
        right = parent.width() - beside
        width = min(theme.px(WIDEST), right - theme.px(32))
        self.setFixedWidth(width)
        height = max(self._row.heightForWidth(width), self.minimumSizeHint().height())
        self.setFixedHeight(height)
        self.move(right - width - theme.px(20), self._below.geometry().bottom() + theme.px(6))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.edge, 1.5))
        painter.setBrush(theme.raised)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 7, 7)
        painter.end()
