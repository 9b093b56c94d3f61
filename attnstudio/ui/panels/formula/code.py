"""The program of the present state: to be selected, scrolled, copied and read aloud; it follows a drag."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from attnstudio.notes.code_lines import harmless
from attnstudio.state.snapshot import Step
from attnstudio.ui import fonts
from attnstudio.ui.panels.formula.colours import Part, colour, spans
from attnstudio.ui.panels.formula.places import least_size
from attnstudio.ui.theme import SMALL, Theme
from attnstudio.ui.widgets import button

MADE: dict[Step, tuple[str, ...]] = {
    "match": ("scores =",),
    "scale": ("scaled =", "scaled["),
    "mask": ("may_look", "masked ="),
    "normalize": ("peak =", "exps =", "total =", "best ", "shares =", "weights ="),
    "mix": ("output =",),
}
"""How the lines begin in which a step is done."""
_PARTS: tuple[Part, ...] = ("comment", "keyword", "number")


class CodeView(QPlainTextEdit):
    def __init__(self, parent: QWidget, copy: Callable[[], object]) -> None:
        super().__init__(parent)
        self._lines: list[str] = []
        self._marked: list[int] = []  # numbers of the lines that are washed
        self._wash = QColor()
        self._least = QSize()
        self.setProperty("kind", "code")
        self.setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.setAcceptDrops(False)  # a file that is dropped here is the window's
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self._colours = Colours(self.document())
        self.copy_button = button("Copy", "link", copy, name="Copy this code")
        self.copy_button.setParent(self)

    def retheme(self, theme: Theme) -> None:
        # In the comments are a person's words, for which other fonts may stand in.
        font = fonts.font(fonts.MONO, theme.px(SMALL), merging=True)
        self.setFont(font)
        self._least = least_size(theme).toSize()  # as much as the numbers need: nothing moves between the two
        self._colours.retheme(theme)
        self._wash = theme.wash
        self._show_marks()
        self._place()

    def show_text(self, text: str) -> None:
        """Show another program. Only the lines that differ change, so that what is selected or scrolled to
        elsewhere stays."""
        lines = text.rstrip("\n").split("\n")
        if lines == self._lines:
            return
        if not self._lines:  # the keyboard begins at the first line
            self._lines = lines
            self.setPlainText("\n".join(lines))
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if len(lines) == len(self._lines):
            for number, (old, new) in enumerate(zip(self._lines, lines, strict=True)):
                if old != new:
                    self._replace(cursor, number, number, new)
        else:
            start, end = _common(self._lines, lines)
            self._replace(
                cursor, start, len(self._lines) - 1 - end, "\n".join(lines[start : len(lines) - end])
            )
        cursor.endEditBlock()
        self._lines = lines

    def mark(self, step: Step | None, name: str) -> None:
        """Wash the lines of the step and of the word that are pointed at, in any panel."""
        starts = () if step is None else MADE[step]
        told = f"# {harmless(name)}"
        marked = [
            number
            for number, line in enumerate(self._lines)
            if line.startswith(starts) or (name and line.startswith(" ") and line.endswith(told))
        ]
        if marked != self._marked:
            self._marked = marked
            self._show_marks()

    def _show_marks(self) -> None:
        made = []
        for number in self._marked:
            washed = QTextEdit.ExtraSelection()
            washed.cursor = QTextCursor(self.document().findBlockByNumber(number))
            washed.format.setBackground(self._wash)
            washed.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            made.append(washed)
        self.setExtraSelections(made)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # the studio has its own way to larger letters
            return
        super().wheelEvent(event)

    def _replace(self, cursor: QTextCursor, first: int, last: int, text: str) -> None:
        document = self.document()
        cursor.setPosition(document.findBlockByNumber(first).position())
        end = document.findBlockByNumber(last)
        cursor.setPosition(end.position() + end.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def _place(self) -> None:
        """Put the button beside the text: it never lies over a letter."""
        self.copy_button.adjustSize()
        self.setViewportMargins(0, 0, self.copy_button.width(), 0)
        seen = self.viewport().geometry()
        self.copy_button.move(seen.right() + 1, seen.top())

    def minimumSizeHint(self) -> QSize:
        return self._least

    def sizeHint(self) -> QSize:
        return self._least


def _common(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many lines are the same at the start and at the end; one of each differs at least."""
    most = min(len(old), len(new)) - 1
    start = next((n for n in range(most) if old[n] != new[n]), max(most, 0))
    left = most - start
    end = next((n for n in range(left) if old[-1 - n] != new[-1 - n]), max(left, 0))
    return start, end


class Colours(QSyntaxHighlighter):
    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._formats: dict[Part, QTextCharFormat] = {}

    def retheme(self, theme: Theme) -> None:
        for part in _PARTS:
            made = QTextCharFormat()
            made.setForeground(colour(theme, part))
            self._formats[part] = made
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        if self._formats:
            for start, length, part in spans(text):
                self.setFormat(start, length, self._formats[part])
