"""A small card over the window that shows how one number came about, and stays while vectors are dragged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from attnstudio.ui import accessible, clipboard
from attnstudio.ui.fonts import MONO
from attnstudio.ui.panels.panel import RADIUS
from attnstudio.ui.theme import BODY, Theme
from attnstudio.ui.widgets import button, label

Face = Literal["numbers", "sentence"]

_COPY, _COPIED = "Copy", "Copied"
_COPY_WIDTH = 62  # for either of the two, so that the title stays where it is
_WIDEST = 510
_LOWEST, _HIGHEST = 90, 320


class Card(QWidget):
    """A title, some lines and two buttons. It lies in the window it explains, beside what was clicked.

    Not a window of its own: some desktops place those where they like, and it must not stop the hand from
    dragging on while the lines follow.
    """

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self.setObjectName("arithmetic")
        self._owner: QWidget | None = None
        self._theme = theme
        self._lines: tuple[str, ...] = ()
        self.title = label("", "strong")
        self.body = label("", "")
        self.body.setWordWrap(True)
        self.body.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.body.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setWidget(self.body)
        for ground in (self.view.viewport(), self.body):
            ground.setAutoFillBackground(False)
        self.copy_button = button("", "link", self.copy)
        self._offer_copy()
        self.close_button = button("Close", "link", self.dismiss, name="Close the arithmetic")
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.copy_button)
        top.addWidget(self.close_button)
        self.column = QVBoxLayout(self)
        self.column.addLayout(top)
        self.column.addWidget(self.view, 1)
        self.retheme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """Title and lines, as *Copy* puts them on the clipboard."""
        return "\n".join((self.title.text(), *self._lines))

    def open(
        self, owner: QWidget, anchor: QRect, title: str, lines: Sequence[str], face: Face, take_focus: bool
    ) -> None:
        """Show `lines` beside `anchor`, a place in `owner`, which gets the keyboard back in the end."""
        self._owner = owner
        self.body.setStyleSheet(f'font-family: "{MONO}";' if face == "numbers" else "")
        self._offer_copy()
        self.tell(title, lines)
        self._place(owner, anchor)
        self.show()
        self.raise_()
        if take_focus:
            self.copy_button.setFocus(Qt.FocusReason.PopupFocusReason)

    def tell(self, title: str, lines: Sequence[str]) -> None:
        """Other lines in the same place: the numbers moved."""
        if (title, tuple(lines)) != (self.title.text(), self._lines):
            self._offer_copy()
        self._lines = tuple(lines)
        self.title.setText(title)
        self.body.setText("\n".join(lines))
        self.setAccessibleName(title)
        self.setAccessibleDescription("\n".join(lines))

    def copy(self) -> None:
        """Put it all on the clipboard, and say so until there is something else to copy."""
        clipboard.put_text(self.text)
        self.copy_button.setText(_COPIED)
        self.copy_button.setAccessibleName("The arithmetic is copied")
        accessible.announce(self, _COPIED)

    def _offer_copy(self) -> None:
        self.copy_button.setText(_COPY)
        self.copy_button.setAccessibleName("Copy the arithmetic")

    def dismiss(self) -> None:
        """Close, and give the keyboard back to whoever had it."""
        had_focus = any(part.hasFocus() for part in (self.body, self.copy_button, self.close_button))
        self.hide()
        if had_focus and self._owner is not None:
            self._owner.setFocus(Qt.FocusReason.PopupFocusReason)

    def stay_inside(self) -> None:
        """The window was resized."""
        self.move(self._inside(self.pos()))

    def retheme(self, theme: Theme) -> None:
        self._theme = theme
        pad = theme.px(10)
        self.column.setContentsMargins(pad + 2, theme.px(6), pad, pad)
        self.column.setSpacing(theme.px(4))
        self.title.setFont(theme.words(BODY, 600))
        self.copy_button.setMinimumWidth(theme.px(_COPY_WIDTH))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.edge, 1))
        painter.setBrush(self._theme.raised)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), RADIUS, RADIUS)
        painter.end()

    def _place(self, owner: QWidget, anchor: QRect) -> None:
        """As large as the lines need, below `anchor`, or above it where there is more room."""
        theme, window = self._theme, owner.window()
        margins = self.column.contentsMargins()
        wide = min(theme.px(_WIDEST), window.width() - 2 * theme.px(12))
        inner = wide - margins.left() - margins.right() - theme.px(12)
        head = self.copy_button.sizeHint().height() + margins.top() + margins.bottom() + theme.px(8)
        needed = head + self.body.heightForWidth(inner)
        high, apart = min(needed, theme.px(_HIGHEST)), theme.px(6)
        place = QRect(owner.mapTo(window, anchor.topLeft()), anchor.size())
        below, above = window.height() - place.bottom() - 2 * apart, place.top() - 2 * apart
        # What was clicked stays in sight, and under the pointer for a second click.
        high = min(high, max(below, above, theme.px(_LOWEST)))
        self.resize(wide, high)
        top = place.bottom() + apart if high <= below or below >= above else place.top() - apart - high
        self.move(self._inside(QPoint(place.left(), top)))

    def _inside(self, corner: QPoint) -> QPoint:
        window, edge = self.window(), self._theme.px(6)
        return QPoint(
            max(min(corner.x(), window.width() - self.width() - edge), edge),
            max(min(corner.y(), window.height() - self.height() - edge), edge),
        )
