"""Labelled lines that can be selected: what is done in one column, how it comes out in the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from attnstudio.model.attempt import Line, Stage
from attnstudio.ui.theme import SMALL, Theme, metrics, width_of

_LEAST, _MOST = 56, 130  # pixels of the labels' column, at 100 % text
_LEAST_LINES = 4
_FIGURE = 480  # pixels of width that a picture has at least
_BELOW = 5  # pixels between two lines
_GAP = "   "


class LinesView(QTextEdit):
    """Only the lines that changed are written anew: they change with every frame of a drag."""

    def __init__(self, parent: QWidget, theme: Theme, point_at: Callable[[Stage | None], None]) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        self._column = 0
        self._labels: dict[str, tuple[str, QTextCharFormat]] = {}
        self._hover: str | None = None
        self._point_at = point_at
        self.is_figure = False
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setProperty("kind", "lines")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(4)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setMouseTracking(True)
        self.retheme(theme)

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._plain = _format(theme.numbers(SMALL))
        self._label = _format(theme.numbers(SMALL))
        self._label.setForeground(theme.secondary)
        self._word = _format(theme.words(SMALL))
        self._word.setForeground(theme.secondary)
        self._result = _format(theme.numbers(SMALL, 600))
        self._result.setForeground(theme.accent)
        self._plain.setForeground(theme.ink)
        lines, self._lines = self._lines, ()
        self.show_lines(lines)

    def show_lines(self, lines: Sequence[Line]) -> None:
        before, self._lines = self._lines, tuple(lines)
        if before == self._lines:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if [line.label for line in before] != [line.label for line in self._lines]:
            self._column = self._column_of(self._lines)
            self._labels = self._cut_labels()
            self._write_all(cursor)
            self.setTextCursor(QTextCursor(self.document()))  # its own stood where all was taken out
            self.verticalScrollBar().setValue(0)
        else:
            block = self.document().begin()
            for was, line in zip(before, lines, strict=True):
                if was != line:
                    self._write(cursor, block, line)
                block = block.next()
        cursor.endEditBlock()

    def set_figure(self, is_figure: bool) -> None:
        """In a picture there is nothing to scroll, nor to select."""
        self.is_figure = is_figure
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if is_figure else policy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_figure else Qt.FocusPolicy.StrongFocus)

    def show_hover(self, stage: str | None) -> None:
        """Mark the lines of a step that is pointed at in any panel."""
        if stage != self._hover:
            self._hover = stage
            self.viewport().update()

    def minimumSizeHint(self) -> QSize:
        theme = self.theme
        if self.is_figure and self._lines:  # a picture has no scroll bars
            copy = self.document().clone()
            copy.setTextWidth(theme.px(_FIGURE))
            return QSize(theme.px(_FIGURE), round(copy.size().height()))
        font = self._plain.font()
        line = metrics(font.key(), font).lineSpacing() + theme.px(_BELOW)
        return QSize(theme.px(240), round(_LEAST_LINES * line))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    # --- the hand -------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            at = self.cursorForPosition(event.position().toPoint())
            inside = self.cursorRect(at).bottom() + self.theme.px(6) >= event.position().y()
            number = at.blockNumber()
            self._point_at(self._lines[number].stage if inside and number < len(self._lines) else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    # --- inside ---------------------------------------------------------------------------------------

    def _column_of(self, lines: Sequence[Line]) -> int:
        """Pixels of the labels' column; it grows with them, up to a point."""
        theme = self.theme
        widest = max((width_of(self._form_of(line.label).font(), line.label) for line in lines), default=0.0)
        return min(max(round(widest) + theme.px(14), theme.px(_LEAST)), theme.px(_MOST))

    def _form_of(self, label: str) -> QTextCharFormat:
        """In the font of numbers, where that has every letter: a word may be in any script."""
        known = metrics(self._plain.font().key(), self._plain.font())
        return self._label if all(known.inFontUcs4(ord(letter)) for letter in label) else self._word

    def _write_all(self, cursor: QTextCursor) -> None:
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        frame = QTextBlockFormat()
        if any(line.label for line in self._lines):  # else a sentence, that has the whole width
            frame.setLeftMargin(self._column)
            frame.setTextIndent(-self._column)
        frame.setTabPositions([QTextOption.Tab(self._column, QTextOption.TabType.LeftTab)])
        frame.setBottomMargin(self.theme.px(_BELOW))
        for number, line in enumerate(self._lines):
            if number:
                cursor.insertBlock(frame)
            else:
                cursor.setBlockFormat(frame)
            self._insert(cursor, line)

    def _write(self, cursor: QTextCursor, block: QTextBlock, line: Line) -> None:
        """Another text behind the same label."""
        label, _ = self._labels.get(line.label, ("", self._word))
        cursor.setPosition(block.position() + len(label))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._insert_text(cursor, line)

    def _insert(self, cursor: QTextCursor, line: Line) -> None:
        if line.label:
            label, form = self._labels[line.label]
            cursor.insertText(label, form)
        self._insert_text(cursor, line)

    def _insert_text(self, cursor: QTextCursor, line: Line) -> None:
        if not line.label:
            cursor.insertText(line.text, self._word)
            return
        cursor.insertText(f"\t{line.text}", self._result if line.is_result else self._plain)
        if line.remark:
            cursor.insertText(f"{_GAP}{line.remark}", self._word)

    def _cut_labels(self) -> dict[str, tuple[str, QTextCharFormat]]:
        """Every label as it fits its column."""
        labels = {}
        for label in {line.label for line in self._lines}:
            form = self._form_of(label)
            known, room = metrics(form.font().key(), form.font()), self._column - self.theme.px(6)
            labels[label] = known.elidedText(label, Qt.TextElideMode.ElideRight, room), form
        return labels

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.theme.panel)
        if self._hover is not None and not self.is_figure:
            self._paint_hover(painter)
        painter.end()
        super().paintEvent(event)

    def _paint_hover(self, painter: QPainter) -> None:
        layout, block = self.document().documentLayout(), self.document().begin()
        scrolled = self.verticalScrollBar().value()
        for line in self._lines:
            if line.stage == self._hover:
                rect = layout.blockBoundingRect(block)
                rect.setLeft(0.0)
                rect.setRight(float(self.viewport().width()))
                painter.fillRect(rect.translated(0.0, -scrolled), self.theme.accent_wash)
            block = block.next()


def _format(font: QFont) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setFont(font)
    return made
