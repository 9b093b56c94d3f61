"""A word about what was just done, with what can be done about it: undo, or a look."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QImage, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.accessible import announce
from attnstudio.ui.theme import BODY, theme_of
from attnstudio.ui.widgets import button

_SECONDS = 10
_PICTURE = (96, 60)
_WIDEST = 330


class Offer(QWidget):
    """Stands at the bottom right of its parent until it is answered, or was there long enough."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("offer")
        self._store = store
        self._act: Callable[[], object] = lambda: None
        self._picture = QLabel(self)
        self._text = QLabel("", self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.answer = button("", "plain", self._answered)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._picture)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self.answer)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._time_is_up)
        self.hide()

    def text(self) -> str:
        return self._text.text()

    def tell(
        self, sentence: str, answer: str, act: Callable[[], object], image: QImage | None = None
    ) -> None:
        """Say `sentence`; a press of the button `answer` calls `act`."""
        theme = theme_of(self._store.view)
        self._act = act
        self._text.setFont(theme.words(BODY))
        self._text.setText(sentence)
        self.answer.setText(answer)
        self.answer.setAccessibleName(f"{answer}: {sentence}")
        self._picture.setVisible(image is not None)
        if image is not None:
            ratio = self.devicePixelRatioF()
            room = QSize(*(round(theme.px(side) * ratio) for side in _PICTURE))
            smooth = Qt.TransformationMode.SmoothTransformation
            pixmap = QPixmap.fromImage(image.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, smooth))
            pixmap.setDevicePixelRatio(ratio)
            self._picture.setPixmap(pixmap)
        self._row.setContentsMargins(*(theme.px(8),) * 4)
        self._row.setSpacing(theme.px(8))
        self.place()
        self.show()
        self.raise_()
        self._rest.start(_SECONDS * 1000)
        announce(self, sentence)

    def place(self) -> None:
        theme, parent = theme_of(self._store.view), self.parentWidget()
        if parent is None:
            return
        margin = theme.px(8)
        width = min(theme.px(_WIDEST), parent.width() - 2 * margin)
        height = max(self._row.heightForWidth(width), self._row.minimumSize().height())
        x = parent.width() - width - margin
        self.setGeometry(x, parent.height() - height - margin, width, height)

    def _answered(self) -> None:
        self.hide()
        self._act()

    def _time_is_up(self) -> None:
        if self.isAncestorOf(QApplication.focusWidget() or self):
            self._rest.start()  # the person is about to press it
        else:
            self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.edge, 1.5))
        painter.setBrush(theme.raised)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 7, 7)
        painter.end()
