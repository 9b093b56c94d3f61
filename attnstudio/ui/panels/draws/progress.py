"""How far the draws are, and the button that stops them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model import numerals
from attnstudio.model.sampled import Sampled
from attnstudio.model.settings import Sampling
from attnstudio.state.store import Store
from attnstudio.ui.sampling.change import set_stopped
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import button, label


class Bar(QWidget):
    """A thin bar, filled as far as the work is done."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.done = 0.0
        self.setAccessibleName("Progress of the draws")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_done(self, done: float) -> None:
        if done != self.done:
            self.done = done
            self.setAccessibleDescription(numerals.percent(done))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(110), self.theme.px(8))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, area = self.theme, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = area.height() / 2
        for colour, share in ((theme.hairline, 1.0), (theme.accent, self.done)):
            painter.setBrush(colour)
            wide = max(area.width() * share, area.height() if share > 0 else 0.0)
            painter.drawRoundedRect(QRectF(0, 0, wide, area.height()), radius, radius)
        painter.end()


class Progress(QWidget):
    """Text at all times; the bar and the button only where it takes long enough to wonder."""

    def __init__(self, store: Store, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Draws done")
        self.count = label("")
        self.bar = Bar(self, theme)
        self.stop = button("Stop", "link", partial(set_stopped, store, True), name="Stop drawing")
        self.go_on = button("Go on", "link", partial(set_stopped, store, False), name="Go on drawing")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.bar, self.count, self.stop, self.go_on):
            self.row.addWidget(widget)

    def retheme(self, theme: Theme) -> None:
        self.bar.theme = theme
        self.bar.updateGeometry()
        self.row.setSpacing(theme.px(8))
        self.stop.ensurePolished()
        self.setMinimumHeight(self.stop.sizeHint().height())  # so that nothing moves when it comes and goes

    def show_samples(self, sampling: Sampling, sampled: Sampled | None, waiting: str) -> None:
        """`waiting` stands for a count where there is none."""
        is_of_this = sampled is not None and sampled.sampling == sampling
        is_running = is_of_this and sampled is not None and not sampled.is_complete
        is_stopped = is_running and sampled is not None and sampled.is_stopped
        is_slow = is_running and sampled is not None and sampled.is_slow
        if sampled is None or not is_of_this:
            self.count.setText(waiting)
        elif is_running and sampled.point.draws < sampling.draws:
            self.count.setText(
                f"{numerals.count(sampled.point.draws)} of {numerals.count(sampling.draws)} draws"
            )
        elif is_running:  # the bar goes on, for the work does
            self.count.setText(f"{numerals.count(sampling.draws)} draws, now the curves")
        else:
            self.count.setText(f"{numerals.count(sampling.draws)} draws")
        if sampled is not None:
            self.bar.show_done(sampled.done if is_running else 1.0)
        had_focus = self.stop.hasFocus() or self.go_on.hasFocus()
        self.bar.setVisible(is_slow)
        self.stop.setVisible(is_slow and not is_stopped)
        self.go_on.setVisible(is_stopped)
        if had_focus and is_running:
            (self.go_on if is_stopped else self.stop).setFocus()
