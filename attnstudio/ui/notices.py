"""Sentences that ask for an answer, in a bar under the header: work goes on beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from attnstudio.state.store import Store
from attnstudio.ui.accessible import announce
from attnstudio.ui.theme import BODY, Theme, theme_of
from attnstudio.ui.widgets import button
from attnstudio.ui.wrapped import GAP, Group, Prose, Wrapped

MOST = 3  # at a time: the others follow when these are answered
QWIDGETSIZE_MAX = (1 << 24) - 1  # Qt's word for no limit, which PySide leaves out
_ROOMY = 600  # pixels of window, at 100 % text, below which there is room for one


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what stands on it, and what it does. The notice goes unless that gives False."""

    text: str
    act: Callable[[], object]


class Notice(QWidget):
    """One sentence with its buttons."""

    def __init__(
        self, notices: Notices, key: str, sentence: str, choices: Sequence[Choice], has_primary: bool
    ) -> None:
        super().__init__(notices.widget())
        self.setObjectName("notice")
        self.setAccessibleName(sentence)
        self.key = key
        self.sentence = sentence
        self.unanswered: Callable[[], object] | None = None
        self._notices = notices
        self.text = Prose()
        self.text.tell(sentence)
        self.buttons = []
        for number, choice in enumerate(choices):
            kind = "primary" if number == 0 and has_primary else "plain"
            act = self._answering(choice)
            self.buttons.append(button(choice.text, kind, act, name=f"{choice.text}: {sentence}"))
        theme = notices.theme
        self._row = Wrapped(self, [Group(made) for made in self.buttons], theme)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._line.addWidget(self.text, 1)
        self._line.addWidget(self._row)
        self.retheme(theme)

    def retheme(self, theme: Theme) -> None:
        self.text.setFont(theme.words(BODY))
        self._row.retheme(theme)
        self._line.setSpacing(theme.px(6))
        self._line.setContentsMargins(theme.px(20), theme.px(8), theme.px(20), theme.px(10))
        self._direct()
        self.update()

    def _direct(self) -> None:
        """The buttons stand beside the sentence where there is room for both, else below it."""
        px = self._notices.theme.px
        buttons = sum(made.sizeHint().width() for made in self.buttons) + px(GAP) * (len(self.buttons) - 1)
        has_room = self.fontMetrics().horizontalAdvance(self.sentence) + buttons + px(60) <= self.width()
        way = QBoxLayout.Direction.LeftToRight if has_room else QBoxLayout.Direction.TopToBottom
        self._row.setMaximumWidth(buttons if has_room else QWIDGETSIZE_MAX)
        self._row.setMinimumWidth(buttons if has_room else 0)
        if way != self._line.direction():
            self._line.setDirection(way)
            middle = Qt.AlignmentFlag.AlignVCenter if has_room else Qt.AlignmentFlag.AlignTop
            self.text.setAlignment(middle | Qt.AlignmentFlag.AlignLeft)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._direct()

    def _answering(self, choice: Choice) -> Callable[[], None]:
        def act() -> None:
            if choice.act() is not False:
                self._notices.remove(self)

        return act

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._notices.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.raised)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.hairline)
        painter.fillRect(0, 0, theme.px(4), self.height() - 1, theme.accent)
        painter.end()


class _Ground(QWidget):
    """What the notices stand on, in the theme's colour."""

    def __init__(self, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._notices.theme.paper)
        painter.end()


class Notices(QScrollArea):
    """All notices that wait for an answer, the first few of them shown, on at most half of the window."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        self.setAccessibleName("Waiting for an answer")
        self._store = store
        self._all: list[Notice] = []
        self._rest = Prose("note")
        self._inner = _Ground(self)
        self._inner.installEventFilter(self)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._margins = QVBoxLayout()
        self._margins.addWidget(self._rest)
        self._column.addLayout(self._margins)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    @property
    def theme(self) -> Theme:
        return theme_of(self._store.view)

    @property
    def waiting(self) -> tuple[Notice, ...]:
        """In the order in which they are shown."""
        return tuple(self._all)

    def ask(
        self,
        key: str,
        sentence: str,
        choices: Sequence[Choice],
        unanswered: Callable[[], object] | None = None,
        *,
        is_urgent: bool = False,
        has_primary: bool = True,
    ) -> Notice:
        """Show a notice in place of one with the same key, before all others if it is urgent. Where it goes
        without an answer, as when the window closes, `unanswered` is called. The first of the choices is the
        one to take, unless there is a better one in another notice."""
        for old in [notice for notice in self._all if notice.key == key]:
            self._drop(old)
        notice = Notice(self, key, sentence, choices, has_primary)
        notice.unanswered = unanswered
        place = 0 if is_urgent else len(self._all)
        self._all.insert(place, notice)
        self._column.insertWidget(place, notice)
        self._arrange()
        announce(self, sentence)
        return notice

    def remove(self, notice: Notice) -> None:
        """It was answered."""
        focus = self.window().focusWidget()  # what was done may have taken the keyboard elsewhere
        had_keyboard = focus is not None and notice.isAncestorOf(focus)
        notice.unanswered = None
        self._drop(notice)
        if had_keyboard and self._all:
            self._all[0].buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def close_all(self) -> None:
        """The window closes."""
        for notice in self.waiting:
            self._drop(notice)

    def retheme(self, theme: Theme) -> None:
        for notice in self._all:
            notice.retheme(theme)
        self._margins.setContentsMargins(theme.px(20), theme.px(4), theme.px(20), theme.px(4))
        self._arrange()

    # --- inside ---------------------------------------------------------------------------------------

    def _drop(self, notice: Notice) -> None:
        self._all.remove(notice)
        if notice.unanswered is not None:
            notice.unanswered()
        self._column.removeWidget(notice)
        notice.hide()
        notice.deleteLater()
        self._arrange()

    def _arrange(self) -> None:
        window = self.window()
        most = MOST if window.height() >= self.theme.px(_ROOMY) else 1
        for number, notice in enumerate(self._all):
            notice.setVisible(number < most)
        hidden = len(self._all) - most
        self._rest.tell(f"{hidden} more {'waits' if hidden == 1 else 'wait'}." if hidden > 0 else "")
        self._rest.setVisible(hidden > 0)
        self.setVisible(bool(self._all))
        self._fit()

    def _fit(self) -> None:
        needed = self._column.minimumSize().height()
        self.setFixedHeight(min(needed, self.window().height() // 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._all and event.size().width() != event.oldSize().width():
            QTimer.singleShot(0, self, self._arrange)  # not within the layout that has just been made
