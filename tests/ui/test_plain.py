"""Questions: whole at every size of text, and with the words that a person typed as they are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton

from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.plain import ask

_Button = QMessageBox.StandardButton
SENTENCE = "“<b>bank</b>”, which you left for something else, has changes that are not saved. Keep it?"


def asked(window: MainWindow, sentence: str = SENTENCE) -> tuple[_Button, list[str]]:
    """Ask, and press Esc; what was answered, and what in the dialog is cut off."""
    faults: list[str] = []

    def look() -> None:
        box = window.findChild(QMessageBox)
        assert box is not None
        text = box.findChild(QLabel, "qt_msgbox_label")
        assert isinstance(text, QLabel)
        needed = text.fontMetrics().boundingRect(
            QRect(0, 0, text.width(), 9999), Qt.TextFlag.TextWordWrap, text.text()
        )
        if needed.height() > text.height() or needed.width() > text.width():
            faults.append(f"{text.text()}: {needed} in {text.size()}")
        parts: list[QLabel | QPushButton] = [text, *box.findChildren(QPushButton)]
        faults.extend(
            f"{made.text()} is cut off"
            for made in parts
            if not box.rect().contains(QRect(made.mapTo(box, QPoint()), made.size()))
        )
        QTest.keyClick(box, Qt.Key.Key_Escape)

    QTimer.singleShot(0, window, look)
    answer = ask(window, "Unsaved", sentence, _Button.Save | _Button.Discard | _Button.Cancel, save="Keep it")
    return answer, faults


@pytest.mark.parametrize("theme", ["light", "high-contrast", "projector"])
@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
@pytest.mark.parametrize("sentence", [SENTENCE, "Short?", "First\n\nand a line that is much longer than it"])
def test_a_question_is_whole(sentence: str, scale: float, theme: str, window: MainWindow) -> None:
    window.store.set_view(theme=theme, text_scale=scale)
    QApplication.processEvents()
    assert asked(window, sentence) == (_Button.Cancel, [])


def test_large_letters_have_lines_of_a_good_length(window: MainWindow) -> None:
    window.resize(1440, 900)
    widths: list[int] = []
    for scale in (1.0, 2.0):
        window.store.set_view(text_scale=scale)
        QTimer.singleShot(0, window, lambda: widths.append(_dismissed(window)))
        ask(window, "Unsaved", SENTENCE, _Button.Ok | _Button.Cancel)
    assert widths[1] > 1.65 * widths[0]


def _dismissed(window: MainWindow) -> int:
    """Close the question; its width."""
    box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    wide = box.width()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    return wide
