"""Tab comes to everything that takes keys, in every workspace."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from attnstudio.state.snapshot import WORKSPACES
from attnstudio.ui.main_window import MainWindow

MOST = 300  # presses: a list of words, or of rows, is walked by Tab too


def takers(window: MainWindow) -> set[QWidget]:
    """What stands in the workspace, and says that Tab comes to it."""
    inside = (child for child in window.workspace.findChildren(QWidget) if child.isVisible())
    return {
        child
        for child in inside
        if child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.focusProxy() is None
    }


def is_left_to_arrows(child: QWidget, reached: set[QWidget]) -> bool:
    """Of buttons that exclude each other Tab comes to one; arrow keys go on from there."""
    group = child.group() if isinstance(child, QAbstractButton) else None
    return group is not None and group.exclusive() and any(one in reached for one in group.buttons())


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
@pytest.mark.parametrize("name", WORKSPACES)
def test_tab_comes_to_everything(name: str, key: Qt.Key, window: MainWindow) -> None:
    window.resize(1440, 900)
    window.store.set_look(workspace=name)
    window.activateWindow()
    for _ in range(3):
        QApplication.processEvents()
    window.workspace.take_keyboard()
    wanted = takers(window)
    reached: set[QWidget] = set()
    for _ in range(MOST):
        focus = QApplication.focusWidget()
        assert focus is not None
        reached.add(focus)
        if wanted <= reached:
            break
        QTest.keyClick(focus, key)
    left = [child.accessibleName() for child in wanted - reached if not is_left_to_arrows(child, reached)]
    assert not left
