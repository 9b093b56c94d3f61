"""Small controls that the panels share. How they look is in `attnstudio.ui.sheet`, by their *kind*."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from attnstudio.ui.plain import plain_tip


def button(text: str, kind: str, act: Callable[[], object] | None = None, *, name: str = "") -> QToolButton:
    """A push button of a kind: "link", "segment", "plain", "primary", "icon" or "rail"."""
    made = QToolButton()
    made.setText(text.replace("&", "&&"))
    made.setProperty("kind", kind)
    made.setAccessibleName(name or text)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if act is not None:
        made.clicked.connect(lambda _checked=False: act())
    return made


def label(text: str, kind: str = "note") -> QLabel:
    """Plain text of a kind: "note" (secondary), "number" (monospaced), "strong"."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    return made


def allow(widget: QWidget, allowed: bool, reason: str, usual: str = "") -> None:
    """Enable a control, or disable it and say why, to the eye and to a screen reader."""
    widget.setEnabled(allowed)
    widget.setToolTip(plain_tip(usual if allowed else reason))
    widget.setAccessibleDescription(usual if allowed else reason)


class OneLine(QLabel):
    """Plain text in one line: what does not fit is cut, and told whole in the tip. Or it is left out, where
    `is_whole_or_none`: of a mere remark the first letters say nothing."""

    def __init__(self, kind: str = "note", *, is_whole_or_none: bool = False) -> None:
        super().__init__()
        self._is_whole_or_none = is_whole_or_none
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.whole = ""

    def set_whole(self, text: str) -> None:
        if text != self.whole:
            self.whole = text
            self.setAccessibleName(text)
            self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._cut()

    def _cut(self) -> None:
        room = self.contentsRect().width()
        shown = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)
        if self._is_whole_or_none and shown != self.whole:
            shown = ""
        if shown != self.text():
            self.setText(shown)
        self.setToolTip(plain_tip(self.whole if shown != self.whole else ""))


class Segmented(QWidget):
    """One of a few choices, all of them visible: left and right arrow keys move, the choice acts at once."""

    def __init__(
        self, name: str, options: Sequence[tuple[str, str]], chosen: str, act: Callable[[str], object]
    ) -> None:
        """`options` are (id, text); `act` is called with the id that the person chose."""
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("kind", "segmented")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self._act = act
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for key, text in options:
            made = button(text, "segment", name=f"{name}: {text}")
            made.setCheckable(True)
            self._group.addButton(made)
            self._buttons[key] = made
            row.addWidget(made)
        self.show_choice(chosen)
        self._group.buttonClicked.connect(self._clicked)

    def show_choice(self, key: str) -> None:
        """Show another choice as taken, without acting."""
        if not self._buttons[key].isChecked():
            self._buttons[key].setChecked(True)

    def button_of(self, key: str) -> QToolButton:
        return self._buttons[key]

    def _clicked(self, clicked: QAbstractButton) -> None:
        self._act(next(key for key, made in self._buttons.items() if made is clicked))
