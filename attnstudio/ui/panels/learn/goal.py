"""The goal in a line, what is learned for it, and how far each of its aims is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.model.goals import REACHED
from attnstudio.ui.panels.learn.content import HIDDEN, AimShown
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.subscript import draw_name, name_width
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

MOST_TOLD = 3
"""Aims that are told one by one; more of them become a row of bars."""
_TICK = "✓"


class GoalView(Surface):
    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.sentence = ""
        self.matrices = ""
        self.aims: tuple[AimShown, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_goal(self, sentence: str, matrices: str, aims: tuple[AimShown, ...]) -> None:
        if sentence != self.sentence:
            self.setToolTip(plain_tip(sentence))
        if (sentence, matrices, aims) != (self.sentence, self.matrices, self.aims):
            self.sentence, self.matrices, self.aims = sentence, matrices, aims
            self.update()

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(300), 2 * self.line)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(200), 2 * self.line)

    @property
    def line(self) -> int:
        """Height of one line."""
        return self.theme.px(18)

    def aim_rect(self, number: int) -> QRect:
        """Where one aim is told, for a screen reader."""
        if len(self.aims) <= MOST_TOLD:
            wide = self.width() // max(len(self.aims), 1)
            return QRect(number * wide, self.line, wide, self.line)
        bar = self._bars()[number]
        return bar.toRect()

    # --- painting -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        strong = theme.text(SMALL, 600)
        baseline = (self.line + metrics(strong.key(), strong).capHeight()) / 2
        wide = name_width(self.matrices, strong)
        painter.setPen(theme.accent)
        draw_name(painter, self.matrices, QPointF(self.width() - wide, baseline), strong)
        font = theme.words(BODY)
        room = self.width() - wide - theme.px(10)
        sentence = metrics(font.key(), font).elidedText(self.sentence, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        painter.drawText(QPointF(0, baseline), sentence)
        if len(self.aims) <= MOST_TOLD:
            self._draw_told(painter)
        else:
            self._draw_bars(painter)
        painter.end()

    def _draw_told(self, painter: QPainter) -> None:
        """“bank → money 0.831 ✓”, side by side."""
        theme = self.theme
        words, numbers = theme.words(SMALL, 600), theme.numbers(SMALL)
        baseline = self.line + (self.line + metrics(words.key(), words).capHeight()) / 2
        gap, apart = theme.px(6), theme.px(20)
        share = self.width() / max(len(self.aims), 1)
        x = 0.0
        for number, aim in enumerate(self.aims):
            end = width_of(numbers, aim.text) + gap + width_of(words, _TICK) + gap
            room = (number + 1) * share - x - end - apart
            name = metrics(words.key(), words).elidedText(aim.name, Qt.TextElideMode.ElideRight, room)
            painter.setFont(words)
            painter.setPen(theme.ink)
            painter.drawText(QPointF(x, baseline), name)
            x += width_of(words, name) + gap
            painter.setFont(numbers)
            painter.drawText(QPointF(x, baseline), aim.text)
            x += width_of(numbers, aim.text) + gap
            if aim.is_reached:
                painter.setFont(words)
                painter.setPen(theme.good)
                painter.drawText(QPointF(x, baseline), _TICK)
            x += width_of(words, _TICK) + apart

    def _bars(self) -> list[QRectF]:
        """The place of each aim's bar, whole height."""
        theme = self.theme
        room = self.width() - width_of(theme.words(SMALL), self._summary()) - theme.px(10)
        wide = min(max(room / max(len(self.aims), 1), 2.0), theme.px(12))
        top, high = self.line + theme.px(2), self.line - theme.px(4)
        return [QRectF(number * wide, top, wide, high) for number in range(len(self.aims))]

    def _draw_bars(self, painter: QPainter) -> None:
        """A bar an aim, with the line to reach, and in words how many are there and which is the least."""
        theme = self.theme
        bars = self._bars()
        gap = 1.0 if bars[0].width() < theme.px(6) else 2.0
        for bar, aim in zip(bars, self.aims, strict=True):
            inner = bar.adjusted(0, 0, -gap, 0)
            painter.fillRect(inner, theme.track)
            filled = inner.adjusted(0, inner.height() * (1.0 - aim.share), 0, 0)
            painter.fillRect(filled, theme.good if aim.is_reached else theme.secondary)
        level = bars[0].top() + bars[0].height() * (1.0 - REACHED)
        painter.setPen(QPen(theme.ink, 1))
        painter.drawLine(QPointF(0, level), QPointF(bars[-1].right() - gap, level))
        words = theme.words(SMALL)
        painter.setFont(words)
        baseline = self.line + (self.line + metrics(words.key(), words).capHeight()) / 2
        x = bars[-1].right() + theme.px(8)
        room = self.width() - x
        text = metrics(words.key(), words).elidedText(self._summary(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(x, baseline), text)

    def _summary(self) -> str:
        return summary(self.aims)


def summary(aims: Sequence[AimShown]) -> str:
    """“9 of 12 reached, least at → the 0.310”."""
    if aims and aims[0].is_hidden:
        return HIDDEN
    there = sum(aim.is_reached for aim in aims)
    least = min(aims, key=lambda aim: aim.share)
    if there == len(aims):
        return f"all {len(aims)} reached {_TICK}"
    return f"{there} of {len(aims)} reached, least {least.name} {least.text}"
