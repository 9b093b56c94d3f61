"""A card on the paper: a title, its controls, and one surface that draws one thing.

A panel gets the Store and nothing else. It is told of every change, compares by identity what it shows,
and asks for a repaint only where that differs. While it is hidden it does nothing; shown again, it
catches up at once.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Spoken
from attnstudio.ui.theme import TITLE, Theme, theme_of

RADIUS = 6


class Panel(Spoken):
    """Subclasses build `self.body`, add controls with `add_control`, override `refresh` and `parts`."""

    def __init__(self, store: Store, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.store = store
        self._drawn: Snapshot | None = None  # what the picture on screen shows
        self.title = QLabel(title, self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.header = QHBoxLayout()
        self.header.addWidget(self.title)
        self.header.addStretch(1)
        self.column = QVBoxLayout(self)
        self.column.addLayout(self.header)
        self._controls: list[QWidget] = []
        self._end = store.subscribe(self._told)
        self.destroyed.connect(self._end)

    @property
    def theme(self) -> Theme:
        return theme_of(self.store.view)

    def add_control(self, widget: QWidget) -> None:
        """Put a control into the header; pictures leave controls out."""
        self._controls.append(widget)
        self.header.addWidget(widget)
        widget.setVisible(not self.store.view.is_figure)

    def settle(self) -> None:
        """Lay out for the present theme and draw the present state; called at the end of construction."""
        self._retheme()
        self._drawn = None
        self._catch_up()

    def take_keyboard(self) -> None:
        """Give the keyboard to what the panel is about: the largest thing in it that takes keys."""
        takers = [
            child
            for child in self.findChildren(QWidget)
            if child.isVisibleTo(self) and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        if takers:
            largest = max(takers, key=lambda child: child.width() * child.height())
            largest.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- for subclasses -----------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        """Update from `old` (None: from nothing) to `new`; ask for a repaint where the picture differs."""
        raise NotImplementedError

    def retheme(self) -> None:
        """The theme or the text size changed: set fonts and sizes, drop cached pictures."""

    def make_room(self) -> None:
        """Let what holds still while something moves have room for the present state, too."""

    # --- inside ---------------------------------------------------------------------------------------

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        if theme_of(old.view) is not theme_of(new.view):
            self._retheme()
            self._drawn = None
        if self.isVisible():
            self._catch_up()

    def _catch_up(self) -> None:
        now = self.store.now
        if self._drawn is not now:
            drawn, self._drawn = self._drawn, now
            self.refresh(drawn, now)
            accessible.changed(self)

    def _retheme(self) -> None:
        theme = self.theme
        pad = theme.px(12)
        self.column.setContentsMargins(pad + 4, theme.px(8), pad + 4, theme.px(8))
        self.column.setSpacing(theme.px(6))
        self.header.setSpacing(theme.px(10))
        self.title.setFont(theme.text(TITLE, 600))
        self.retheme()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        if self.rect().adjusted(RADIUS, RADIUS, -RADIUS, -RADIUS).contains(event.rect()):
            painter.fillRect(event.rect(), theme.panel)  # what stands on it changed, far from its edge
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.hairline, 1))
            painter.setBrush(theme.panel)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.end()


class Surface(QWidget):
    """The painted part of a panel. It fills itself, so that Qt repaints nothing behind it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
