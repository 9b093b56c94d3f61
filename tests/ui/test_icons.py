"""Icons in the ink of a theme."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from pytestqt.qtbot import QtBot

from attnstudio.ui.icons import icon


@pytest.mark.parametrize("ink", ["#1B1F24", "#FFFFFF"])
def test_a_disabled_icon_is_faint_on_any_ground(ink: str, qtbot: QtBot) -> None:
    made = icon("undo", ink, 20)

    def strongest(mode: QIcon.Mode) -> int:
        image = made.pixmap(QSize(20, 20), 1.0, mode).toImage()
        return max(image.pixelColor(x, y).alpha() for x in range(20) for y in range(20))

    assert 0 < strongest(QIcon.Mode.Disabled) < 0.5 * strongest(QIcon.Mode.Normal)
