"""One of a few choices, all in sight, in one line or, where that is too narrow, in several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QToolButton, QWidget

from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import button
from attnstudio.ui.wrapped import Group, Wrapped

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class Tabs(Wrapped):
    """Arrow keys move, and the choice acts at once, as in a `Segmented`."""

    def __init__(
        self,
        parent: QWidget,
        name: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        act: Callable[[str], object],
        theme: Theme,
    ) -> None:
        """`options` are (id, text); `act` is called with the id that the person chose."""
        self._buttons: dict[str, QToolButton] = {}
        for key, text in options:
            made = button(text, "segment", name=f"{name}: {text}")
            made.setCheckable(True)
            self._buttons[key] = made
        groups = [Group(made) for made in self._buttons.values()]
        super().__init__(parent, groups, theme)
        self.setAccessibleName(name)
        self._act = act
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for made in self._buttons.values():
            self._group.addButton(made)
            made.installEventFilter(self)
        self._buttons[chosen].setChecked(True)
        self._group.buttonClicked.connect(self._clicked)

    def show_choice(self, key: str) -> None:
        """Show another choice as taken, without acting."""
        self._buttons[key].setChecked(True)

    def button_of(self, key: str) -> QToolButton:
        return self._buttons[key]

    @property
    def _gap(self) -> int:
        return self._theme.px(2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt goes by where the buttons lie; here the order counts, over the ends of lines, too."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = _STEPS.get(Qt.Key(event.key()))
            made = list(self._buttons.values())
            at = next((index for index, one in enumerate(made) if one is watched), -1)
            if by is not None and at >= 0:
                following = made[min(max(at + by, 0), len(made) - 1)]
                following.setFocus(Qt.FocusReason.OtherFocusReason)
                following.click()
                return True
        return super().eventFilter(watched, event)

    def _clicked(self, clicked: QAbstractButton) -> None:
        self._act(next(key for key, made in self._buttons.items() if made is clicked))
