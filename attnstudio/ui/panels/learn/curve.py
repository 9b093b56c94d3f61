"""The loss, step by step, with the step that is shown; a press or a drag on it goes to another step."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnstudio.model import numerals
from attnstudio.state.runs import Run
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import SMALL, Theme, metrics, width_of

TINY = 10
_LOG = 50.0  # times the least loss: from there on equal ratios take equal heights
_FEWEST = 20  # steps that the axis has room for, at least
_ROUND = (1.0, 2.0, 5.0)
_TOPS = (1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 8.0)


@dataclass(frozen=True, slots=True)
class Axes:
    """The plot, in pixels, and what its edges stand for."""

    plot: QRectF
    steps: int
    low: float
    high: float
    is_log: bool

    def x(self, step: float) -> float:
        return self.plot.left() + self.plot.width() * step / self.steps

    def y(self, loss: float) -> float:
        if self.is_log:
            share = math.log(max(loss, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = loss / self.high
        return self.plot.bottom() - self.plot.height() * min(max(share, 0.0), 1.0)

    def step_at(self, x: float) -> int:
        return round((x - self.plot.left()) / max(self.plot.width(), 1.0) * self.steps)


def axes_of(run: Run, plot: QRectF) -> Axes:
    """Axes that grow in round steps, so that the curve holds still from one step to the next."""
    most, least = max(run.losses), min(run.losses)
    steps = round(numerals.round_up(max(run.last, _FEWEST), _ROUND))
    high = float(f"{numerals.round_up(max(most, 1e-6), _TOPS):.2g}")
    is_log = most > _LOG * max(least, 1e-12)
    low = 10.0 ** math.floor(math.log10(max(least, 1e-12))) if is_log else 0.0
    return Axes(plot, steps, low, max(high, 10.0 * low), is_log)


class CurveView(Surface):
    """`go` is called with the step that was pressed at."""

    def __init__(self, parent: QWidget, theme: Theme, go: Callable[[int], object]) -> None:
        super().__init__(parent)
        self.setAccessibleName("Loss by step")
        self.theme = theme
        self.run: Run | None = None
        self.words = ""  # what is to be said, in the plot
        self.is_figure = False
        self._go = go

    def show_run(self, run: Run | None, words: str, is_figure: bool) -> None:
        if run is self.run and words == self.words and is_figure == self.is_figure:
            return
        if words != self.words:
            self.setToolTip(plain_tip(words))
        self.run, self.words, self.is_figure = run, words, is_figure
        self.update()

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(170), self.theme.px(58))

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(260), self.theme.px(120))

    @property
    def plot(self) -> QRectF:
        """Within the axes."""
        theme = self.theme
        font = theme.numbers(TINY)
        left = width_of(font, "0.000") + theme.px(6)
        bottom = self.height() - metrics(font.key(), font).height() - theme.px(3)
        return QRectF(left, theme.px(6), max(self.width() - left - theme.px(8), 1), bottom - theme.px(6))

    # --- painting -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        plot, run = self.plot, self.run
        painter.setPen(QPen(theme.hairline, 1))
        painter.drawRect(plot)
        if run is not None:
            axes = axes_of(run, plot)
            self._draw_numbers(painter, axes)
            self._draw_curve(painter, axes, run)
        self._draw_words(painter, plot, run)
        painter.end()

    def _draw_numbers(self, painter: QPainter, axes: Axes) -> None:
        theme, plot = self.theme, axes.plot
        font = theme.numbers(TINY)
        form = metrics(font.key(), font)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        right = plot.left() - theme.px(4)
        low = numerals.exact(axes.low) if axes.is_log else "0"
        for text, baseline in (
            (numerals.exact(axes.high, at_most=3), plot.top() + form.ascent() * 0.8),
            (low, plot.bottom()),
        ):
            painter.drawText(QPointF(right - width_of(font, text), baseline), text)
        below = plot.bottom() + form.ascent() + theme.px(2)
        most = numerals.count(axes.steps)
        painter.drawText(QPointF(plot.left(), below), "0")
        painter.drawText(QPointF(plot.right() - width_of(font, most), below), most)
        small = theme.text(11)
        painter.setFont(small)
        name = "step"
        painter.drawText(QPointF(plot.center().x() - width_of(small, name) / 2, below), name)
        middle = plot.center().y() + form.ascent() / 2
        loss = ("loss", "(log)") if axes.is_log else ("loss",)
        for number, text in enumerate(loss):
            y = middle + (number - (len(loss) - 1) / 2) * form.height()
            painter.drawText(QPointF(max(right - width_of(small, text), 0.0), y), text)

    def _draw_curve(self, painter: QPainter, axes: Axes, run: Run) -> None:
        theme = self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.accent if run.is_current else theme.secondary
        painter.setPen(QPen(colour, 1.8 * theme.stroke))
        painter.drawPolyline(QPolygonF(_points(axes, run.losses)))
        at = QPointF(axes.x(run.step), axes.y(run.losses[run.step]))
        if run.is_current and not self.is_figure:
            painter.setPen(QPen(theme.edge, 1))
            painter.drawLine(QLineF(at.x(), axes.plot.top(), at.x(), axes.plot.bottom()))
        painter.setPen(QPen(theme.panel, 1))
        painter.setBrush(colour)
        painter.drawEllipse(at, 4 * theme.stroke, 4 * theme.stroke)

    def _draw_words(self, painter: QPainter, plot: QRectF, run: Run | None) -> None:
        if not self.words:
            return
        theme = self.theme
        font = theme.words(SMALL)
        painter.setFont(font)
        room = plot.adjusted(theme.px(8), theme.px(4), -theme.px(6), -theme.px(4)).toRect()
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        if run is not None:
            is_high = _height_on_the_right(axes_of(run, plot), run.losses) > 0.5
            edge = Qt.AlignmentFlag.AlignBottom if is_high else Qt.AlignmentFlag.AlignTop
            flags = Qt.AlignmentFlag.AlignRight | edge
        form = metrics(font.key(), font)
        lines = max(math.floor(room.height() / form.lineSpacing()), 1)
        text = fitted(self.words, room.width(), lines, form.horizontalAdvance)
        painted = form.boundingRect(QRectF(room), flags.value | Qt.TextFlag.TextWordWrap.value, text)
        painter.fillRect(painted.adjusted(-3, -1, 3, 1), theme.panel)
        painter.setPen(theme.ink if run is not None else theme.secondary)
        painter.drawText(QRect(room), flags | Qt.TextFlag.TextWordWrap, text)

    # --- the mouse ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._scrub(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scrub(event)
        self.setCursor(Qt.CursorShape.SizeHorCursor if self._may_scrub else Qt.CursorShape.ArrowCursor)

    @property
    def _may_scrub(self) -> bool:
        return self.run is not None and self.run.is_current and self.run.last > 0 and not self.is_figure

    def _scrub(self, event: QMouseEvent) -> None:
        run = self.run
        if run is None or not self._may_scrub or not event.buttons() & Qt.MouseButton.LeftButton:
            event.ignore()
            return
        event.accept()
        step = axes_of(run, self.plot).step_at(event.position().x())
        self._go(min(max(step, 0), run.last))


def fitted(text: str, width: int, lines: int, measure: Callable[[str], float]) -> str:
    """`text`, cut at a word so that it takes no more than `lines` lines of `width` pixels."""
    made: list[str] = []
    words = text.split()
    while words:
        line = words.pop(0)
        while words and measure(f"{line} {words[0]}") <= width:
            line = f"{line} {words.pop(0)}"
        made.append(line)
    if len(made) <= lines:
        return text
    last = made[lines - 1]
    while " " in last and measure(f"{last}…") > width:
        last = last.rpartition(" ")[0]
    return " ".join([*made[: lines - 1], f"{last}…"])


def _height_on_the_right(axes: Axes, losses: tuple[float, ...]) -> float:
    """How high the curve lies where words would stand over it, 0 … 1."""
    late = losses[len(losses) // 3 :]
    few = late[:: max(len(late) // 20, 1)]
    mean = sum(axes.y(loss) for loss in few) / len(few)
    return (axes.plot.bottom() - mean) / max(axes.plot.height(), 1.0)


def _points(axes: Axes, losses: tuple[float, ...]) -> list[QPointF]:
    """One point a step, but no more than the plot has pixels."""
    count, most = len(losses), max(round(axes.plot.width()), 2)
    if count <= most:
        chosen = range(count)
        return [QPointF(axes.x(step), axes.y(losses[step])) for step in chosen]
    places = np.unique(np.linspace(0, count - 1, most).round().astype(int)).tolist()
    return [QPointF(axes.x(step), axes.y(losses[step])) for step in places]
