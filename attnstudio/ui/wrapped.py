"""What takes more lines where the window is narrow or the text large: a row of controls, and prose."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from attnstudio.ui.theme import Theme

GAP = 16  # between groups in a line
_NARROWEST = 20  # letters in a line
_HIGHEST = 1 << 16


class Prose(QLabel):
    """Plain text that breaks into lines, and claims the height that they need: Qt's own guess is too low."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def tell(self, text: str) -> None:
        if text != self.text():
            self.setText(text)
            self._claim()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * _NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_laid_out = True
        self._claim()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._claim()

    def _claim(self) -> None:
        if self._is_laid_out:  # `heightForWidth` would never be below the least height of before
            room = QRect(0, 0, self.width(), _HIGHEST)
            lines = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.text())
            self.setMinimumHeight(lines.height() if self.text() else 0)

    _is_laid_out = False  # before, its width means nothing


class Group(QWidget):
    """Controls that stay together in one line."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.row.addWidget(widget)


class Wrapped(QWidget):
    """Groups side by side, as many to a line as there is room for. Its height follows its width."""

    def __init__(self, parent: QWidget, groups: Sequence[Group], theme: Theme) -> None:
        super().__init__(parent)
        self._groups = tuple(groups)
        self._theme = theme
        for group in groups:
            group.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        for group in self._groups:
            group.row.setSpacing(theme.px(6))
        self.arrange()

    def minimumSizeHint(self) -> QSize:
        shown = [group.sizeHint().width() for group in self._groups if not group.isHidden()]
        return QSize(max(shown, default=0), self.height_for(self.width()))

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_for(self.width()))

    def height_for(self, width: int) -> int:
        """The height that so wide a row needs."""
        lines = self._lines(width)
        gaps = self._theme.px(6) * max(len(lines) - 1, 0)
        return sum(max(group.sizeHint().height() for group in line) for line in lines) + gaps

    def arrange(self) -> None:
        """Place the groups, and take the height that they need."""
        y = 0
        for line in self._lines(self.width()):
            x, high = 0, max(group.sizeHint().height() for group in line)
            for group in line:
                wide = min(group.sizeHint().width(), max(self.width(), group.minimumSizeHint().width()))
                group.setGeometry(x, y, wide, high)
                x += wide + self._gap
            y += high + self._theme.px(6)
        needed = self.height_for(self.width())
        if needed != self.minimumHeight():
            self.setFixedHeight(needed)

    @property
    def _gap(self) -> int:
        return self._theme.px(GAP)

    def _lines(self, width: int) -> list[list[Group]]:
        lines: list[list[Group]] = []
        x = 0
        for group in self._groups:
            if group.isHidden():
                continue
            wide = group.sizeHint().width()
            if not lines or x + wide > width:
                lines.append([])
                x = 0
            lines[-1].append(group)
            x += wide + self._gap
        return lines

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
