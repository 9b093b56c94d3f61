"""The log as it is read and copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from attnstudio.storage import logs
from attnstudio.ui.fonts import MONO
from attnstudio.ui.log_dialog import LogDialog
from attnstudio.ui.main_window import MainWindow


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[LogDialog]:
    logs.append("LookupError: lost\n")
    made = LogDialog(logs.log_file(), window)
    made.show()
    QApplication.processEvents()
    yield made
    made.close()
    made.deleteLater()


def buttons(dialog: LogDialog) -> dict[str, QPushButton]:
    return {made.text().replace("&", ""): made for made in dialog.findChildren(QPushButton)}


def test_the_log_is_copied_whole_and_says_so(dialog: LogDialog) -> None:
    assert dialog.text.toPlainText() == "LookupError: lost\n"
    QTest.mouseClick(buttons(dialog)["Copy"], Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == "LookupError: lost\n"
    assert "Copied" in buttons(dialog)
    QTest.mouseClick(buttons(dialog)["Close"], Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_its_columns_stand_below_each_other(dialog: LogDialog) -> None:
    assert dialog.text.font().family() == MONO


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_it_grows_with_its_text_within_the_window(scale: float, window: MainWindow, tmp_path: Path) -> None:
    window.resize(1440, 900)
    window.store.set_view(theme="projector", text_scale=scale)
    QApplication.processEvents()
    made = LogDialog(tmp_path / "none.log", window)
    made.show()
    QApplication.processEvents()
    assert "can't be read" in made.text.toPlainText()
    assert made.width() <= window.width()
    form = made.text.fontMetrics()
    assert made.text.height() >= 10 * form.lineSpacing()
    for button in made.findChildren(QPushButton):
        assert made.rect().contains(QRect(button.mapTo(made, QPoint()), button.size()))
    made.close()
    made.deleteLater()
