"""The heads of the five columns: a title, its formula, and a plain sentence a click away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from attnstudio.state.snapshot import STEPS, Snapshot, Step
from attnstudio.ui.panels.pipeline.axis import Axis
from attnstudio.ui.panels.pipeline.columns import Column, Plan
from attnstudio.ui.panels.pipeline.words import TITLES, formulas, sentence_of
from attnstudio.ui.theme import BODY, SMALL, Theme, width_of

_HEIGHT = 46
_LIMITS = 10  # pixels of the type of an axis's ends
_OVER = 4  # the ground of a head reaches so far beyond its text, where there is room
_SCORES: tuple[Step, Step] = ("match", "scale")


class Head(QAbstractButton):
    """One column's head."""

    def __init__(self, parent: QWidget, step: Step, theme: Theme) -> None:
        super().__init__(parent)
        self.step = step
        self.theme = theme
        self.formulas: tuple[str, ...] = ()
        self.axis: Axis | None = None  # of the bars below
        self.column = Column(0, 0, 0, 0)
        self.over = 0
        self.is_marked = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(TITLES[step])
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        over = self.over
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_marked or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent_wash)
            painter.drawRoundedRect(self.rect(), 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        title = theme.text(BODY, 600)
        painter.setPen(theme.ink)
        painter.setFont(title)
        painter.drawText(QPointF(over, theme.px(3) + QFontMetricsF(title).ascent()), TITLES[self.step])
        painter.setPen(theme.secondary)
        self._paint_formula(painter, theme.px(3) + QFontMetricsF(title).height())
        is_narrow = over < theme.px(_OVER)  # two axes side by side would read as one row of numbers
        if self.axis is not None and not (is_narrow and self.step == "scale"):
            self._paint_limits(painter, self.axis)
        painter.end()

    def _paint_formula(self, painter: QPainter, top: float) -> None:
        font, room = self.theme.text(SMALL), self.width() - 2 * self.over  # numbers have no τ
        measured = QFontMetricsF(font)
        forms = [form.splitlines() for form in self.formulas]
        fitting = (lines for lines in forms if all(width_of(font, line) <= room for line in lines))
        painter.setFont(font)
        for number, line in enumerate(next(fitting, forms[-1])):
            painter.drawText(QPointF(self.over, top + measured.ascent() + number * measured.height()), line)

    def _paint_limits(self, painter: QPainter, axis: Axis) -> None:
        """Both ends of the axis, over the ends of the bars' room."""
        font = self.theme.numbers(_LIMITS)
        baseline = self.height() - self.theme.px(1) - QFontMetricsF(font).descent()
        left = self.over + self.column.bar - self.column.left
        least, most = axis.ends
        painter.setFont(font)
        painter.drawText(QPointF(left, baseline), least)
        painter.drawText(QPointF(left + self.column.bar_width - width_of(font, most), baseline), most)


class Heads(QWidget):
    """The heads, over the columns of the rows."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        open_card: Callable[[Step], None],
        point: Callable[[Step | None], None],
    ) -> None:
        """`open_card` shows the sentence of a step, `point` is told of the step under the pointer."""
        super().__init__(parent)
        self.setAccessibleName("The five steps")
        self.theme = theme
        self._point = point
        self.heads = {step: Head(self, step, theme) for step in STEPS}
        for step, head in self.heads.items():
            head.clicked.connect(lambda _checked=False, step=step: open_card(step))
            head.installEventFilter(self)

    def lay_out(self, plan: Plan) -> None:
        """Put every head over its column."""
        gap = plan.columns[1].left - plan.columns[0].right
        over = min(self.theme.px(_OVER), gap // 2)
        for step, head in self.heads.items():
            column = plan.of(step)
            head.column, head.over = column, over
            head.setGeometry(column.left - over, 0, column.width + 2 * over, self.height())

    def show_state(self, now: Snapshot) -> None:
        for step, head in self.heads.items():
            texts = formulas(now, step)
            if texts != head.formulas:
                head.formulas = texts
                head.update()
            head.setAccessibleDescription(f"{texts[0]}. {sentence_of(now, step)}")

    def show_axis(self, axis: Axis) -> None:
        """Print how far the bars of the scores reach."""
        for step in _SCORES:
            head = self.heads[step]
            if head.axis != axis:
                head.axis = axis
                head.update()

    def mark(self, step: Step | None) -> None:
        for own, head in self.heads.items():
            if head.is_marked != (own == step):
                head.is_marked = own == step
                head.update()

    def set_focus_policy(self, policy: Qt.FocusPolicy) -> None:
        for head in self.heads.values():
            head.setFocusPolicy(policy)

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        for head in self.heads.values():
            head.theme = theme
            head.update()
        self.setFixedHeight(theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.theme.px(_HEIGHT))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(watched, Head) and isinstance(event, QEnterEvent):
            self._point(watched.step)
        elif isinstance(watched, Head) and event.type() == QEvent.Type.Leave:
            self._point(None)
        return False
