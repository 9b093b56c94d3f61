"""The controls of Learn: run, step, reset, the rate, the seed, and the slider over the steps."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import LARGEST, Document
from attnstudio.model.edits import Edit, set_learning
from attnstudio.model.refused import Refused
from attnstudio.model.soundness import LARGEST_SEED
from attnstudio.state import learner
from attnstudio.state.runs import MOST_STEPS, Run
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.learn.content import Watch, step_text
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.slider import GestureSlider, Ticks
from attnstudio.ui.theme import Theme, width_of
from attnstudio.ui.widgets import allow, button, label
from attnstudio.ui.wrapped import Group, Wrapped

SET_RATE = "Set the learning rate"
_DECADE = 20  # ticks in which the rate grows tenfold
_LEAST, _DECADES = -3, 4  # from 0.001 to 10
_LEARN, _PAUSE = "▶ Learn", "Pause"
_NOT_YET = "Nothing has been learned yet."
_CHANGED = "Something else was changed since; undo takes it back and the run up again."


def rate_at(place: int) -> float:
    """The rate at a tick of the slider, to two digits."""
    return float(f"{10.0 ** (_LEAST + place / _DECADE):.2g}")


def place_of(rate: float) -> int:
    """The nearest tick; a rate beyond the scale stands at its end."""
    place = round(_DECADE * (math.log10(rate) - _LEAST))
    return min(max(place, 0), _DECADE * _DECADES)


def to_rate(rate: float) -> Edit:
    """The edit that sets it."""
    return lambda document: set_learning(document, replace(document.learning, rate=rate))


def to_seed(seed: float) -> Edit:
    """The edit that sets it."""
    return lambda document: set_learning(document, replace(document.learning, seed=round(seed)))


class RateSlider(GestureSlider):
    """The learning rate, in equal ratios."""

    deed = SET_RATE

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        marked = tuple(_DECADE * decade for decade in range(_DECADES + 1))
        super().__init__(
            parent, store, theme, "learning rate", Ticks(_DECADE * _DECADES, _DECADE // 2, marked)
        )
        self.setToolTip("How far one step goes: this times the gradient.")

    def place_in(self, document: Document) -> int:
        return place_of(document.learning.rate)

    def edit_to(self, place: int) -> Edit:
        return to_rate(rate_at(place))


class StepSlider(GestureSlider):
    """The steps of the run. Going to one is part of the run's step in the history: no gesture."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent, store, theme, "step of the run", Ticks(1, 10))

    def place_in(self, document: Document) -> int:
        run = self.store.view.run
        return 0 if run is None else run.step

    def show_run(self, run: Run | None) -> None:
        last = 1 if run is None else max(run.last, 1)
        if last != self.maximum():
            self.blockSignals(True)  # the run grew, nobody moved
            self.setMaximum(last)
            self.blockSignals(False)
            self.update()
        self.show_document(self.store.document)
        is_open = run is not None and run.is_current and run.last > 0
        reason = _NOT_YET if run is None or not run.last else _CHANGED
        if (is_open, reason) != self._allowed:
            self._allowed = is_open, reason
            allow(self, is_open, reason, "Goes to any step of the run; all of them are one undo.")

    _allowed: tuple[bool, str] | None = None

    def _begin(self) -> None:
        learner.pause(self.store)

    def _moved(self, place: int) -> None:
        learner.show(self.store, place)

    def _end(self) -> None:
        self.show_document(self.store.document)


class StepText(Surface):
    """Which step is shown. Painted: a label would have the window laid out anew with every step."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:
        widest = f"step {numerals.count(MOST_STEPS)} of {numerals.count(MOST_STEPS)}"
        return QSize(math.ceil(width_of(self.theme.numbers(), widest)), self.theme.px(20))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.panel)
        painter.setFont(self.theme.numbers())
        painter.setPen(self.theme.secondary)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), flags, self.text)
        painter.end()


class StepRow(QWidget):
    """The slider, and which step it is at."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        super().__init__(parent)
        self.slider = StepSlider(self, store, theme)
        self.told = StepText(self, theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.slider, 1)
        self._row.addWidget(self.told)

    def show_run(self, run: Run | None) -> None:
        self.slider.show_run(run)
        self.told.show_text(step_text(run))

    def retheme(self, theme: Theme) -> None:
        self.slider.theme = self.told.theme = theme
        self._row.setSpacing(theme.px(8))
        for part in (self.slider, self.told):
            part.updateGeometry()
            part.update()


class LearnControls(Wrapped):
    """One row, or two where the panel is narrow."""

    def __init__(self, parent: QWidget, store: Store, theme: Theme) -> None:
        self.store = store
        self.run = button(_LEARN, "primary", partial(learner.toggle, store), name="Learn")
        self.one = button("one step", "link", partial(learner.one_step, store))
        self.reset = button("reset", "link", partial(learner.reset, store))
        self.rate = RateSlider(parent, store, theme)
        self.rate_field = NumberField(
            parent, "learning rate, exact", self._set_rate, store.say, read_rate, _written
        )
        self.seed = NumberField(parent, "seed", self._set_seed, store.say, read_seed, lambda n: f"{round(n)}")
        self.seed.setToolTip("0: from the matrices as they are. Else from small random ones, drawn by it.")
        groups = (
            Group(self.run, self.one, self.reset),
            Group(label("rate"), self.rate, self.rate_field, label("seed"), self.seed),
        )
        super().__init__(parent, groups, theme)
        self.setAccessibleName("Controls of Learn")

    def show_state(self, now: Snapshot, watch: Watch) -> None:
        run, learning = now.view.run, now.document.learning
        is_running = run is not None and run.is_running
        text = _PAUSE if is_running else _LEARN
        if text != self.run.text():
            self.run.setText(text)
            self.run.setAccessibleName(text.removeprefix("▶ "))
        goes_on = run is not None and run.is_current
        self._allow(watch.wished.obstacle, goes_on, run is None, learning.seed)
        self.rate.show_document(now.document)
        self.rate.setAccessibleDescription(_written(learning.rate))
        self.rate_field.show_number(learning.rate)
        self.seed.show_number(float(learning.seed))

    def arrange(self) -> None:
        """All in one row: where that is too narrow, the rate's slider steps aside for its field."""
        groups = sum(group.sizeHint().width() for group in self._groups) + self._gap
        if not self.rate.isHidden():
            self._whole = groups
        self.rate.setVisible(self.width() >= self._whole)
        super().arrange()

    _whole = 0  # pixels that all of it takes

    def retheme(self, theme: Theme) -> None:
        self.rate.theme = theme
        self.run.ensurePolished()
        self.run.setMinimumWidth(0)
        widths = []
        for text in (_PAUSE, _LEARN):
            self.run.setText(text)
            widths.append(self.run.sizeHint().width())
        self.run.setMinimumWidth(max(widths))
        self.rate.setFixedWidth(theme.px(72))
        self.rate_field.setFixedWidth(theme.px(48))
        self.seed.setFixedWidth(theme.px(40))
        super().retheme(theme)

    def _allow(self, obstacle: str, goes_on: bool, is_first: bool, seed: int) -> None:
        if (obstacle, goes_on, is_first, seed) == self._allowed:
            return
        self._allowed = obstacle, goes_on, is_first, seed
        begins = (
            f"Begins at matrices drawn by seed {seed}." if seed else "Begins at the matrices as they are."
        )
        allow(self.run, not obstacle, obstacle, "Goes on from this step." if goes_on else begins)
        allow(self.one, not obstacle, obstacle, "One step of gradient descent.")
        reason = _NOT_YET if is_first else _CHANGED
        allow(self.reset, goes_on, reason, "Forget the run: everything as it was before.")

    _allowed: tuple[str, bool, bool, int] | None = None

    def _set_rate(self, rate: float) -> None:
        self.store.apply(SET_RATE, to_rate(rate))

    def _set_seed(self, seed: float) -> None:
        self.store.apply("Set the seed", to_seed(seed))


def read_rate(text: str) -> float:
    """A learning rate as people write it."""
    rate = numerals.parse(text)
    if not 0.0 < rate <= LARGEST:
        raise Refused("A learning rate is more than 0 and at most a million.")
    return rate


def read_seed(text: str) -> float:
    """A seed as people write it."""
    seed = numerals.parse(text)
    if seed != round(seed) or not 0 <= seed <= LARGEST_SEED:
        raise Refused(f"A seed is a whole number from 0 to {numerals.count(LARGEST_SEED)}.")
    return seed


def _written(rate: float) -> str:
    return numerals.exact(rate)
