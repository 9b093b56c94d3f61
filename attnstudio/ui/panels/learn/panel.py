"""Learn the looking: gradient descent on the matrices, with its loss, its steps and its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QElapsedTimer, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QHideEvent
from PySide6.QtWidgets import QMenu, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import names_of
from attnstudio.model.edits import Edit
from attnstudio.model.goals import described
from attnstudio.model.refused import Refused
from attnstudio.model.settings import GOALS, Goal
from attnstudio.model.trace import Array
from attnstudio.notes.expectations import first_say
from attnstudio.state import learner
from attnstudio.state.runs import Run
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import accessible
from attnstudio.ui.accessible import Part
from attnstudio.ui.basis.plane import BasisPlane
from attnstudio.ui.hues import SHOWN
from attnstudio.ui.panels.learn.content import (
    CURES,
    GOAL_HELP,
    GOAL_NAMES,
    HIDDEN,
    Watch,
    aims_shown,
    reason_of,
    spoken_names,
    step_text,
)
from attnstudio.ui.panels.learn.controls import LearnControls, StepRow
from attnstudio.ui.panels.learn.curve import CurveView
from attnstudio.ui.panels.learn.goal import GoalView
from attnstudio.ui.panels.learn.middle import Middle
from attnstudio.ui.panels.learn.output import OutputPlane
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.widgets import button

BEAT = 1
"""Milliseconds of rest from one step to the next: one step, one picture, as many as the machine paints. The
hand is answered between any two."""
_SETTLED = 200  # milliseconds of rest before it is looked at whether the goal can be reached
_SPOKEN = 1000  # milliseconds from one announcement to the next
_INVITATION = (
    "Learn moves W_Q and W_K down the loss, step by step. W_V gets no gradient: no weight depends on it."
)
_LEANING = "Learn moves W_V and W_O down the loss, step by step. The weights stay: they depend on neither."
_ELSEWHERE = "The curve is from before the latest change; Learn begins a new one."


class LearnPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "learn", "Learn the looking", parent)
        self.watch = Watch()
        self._reason = ""  # why the goal can't be reached
        self._said = ""
        self._since = QElapsedTimer()
        self.menu = self._make_menu()
        self.goal_link = button("goal ▾", "link", self._open_menu, name="Goal")
        self.cure = button("", "plain", self._mend)
        self.add_control(self.goal_link)
        self.goal = GoalView(self, self.theme)
        self.curve = CurveView(self, self.theme, partial(learner.show, store))
        self.steps = StepRow(self, store, self.theme)
        self.w_q, self.w_k = BasisPlane(self, "w_q"), BasisPlane(self, "w_k")
        self.w_v, self.w_o = BasisPlane(self, "w_v"), OutputPlane(self)
        self.planes = (self.w_q, self.w_k, self.w_v)
        self.middle = Middle(self, (self.curve, self.cure, self.steps), (*self.planes, self.w_o), self.theme)
        self.controls = LearnControls(self, store, self.theme)
        for widget in (self.goal, self.middle, self.controls):
            self.column.addWidget(widget, 1 if widget is self.middle else 0)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(partial(learner.tick, store))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_SETTLED)
        self._rest.timeout.connect(self._judge)
        self.settle()

    def take_keyboard(self) -> None:
        self.controls.run.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- what is shown --------------------------------------------------------------------------------------

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        for plane in self.planes:
            plane.refresh(old, new)
        if (
            old is not None
            and old.document is new.document
            and old.look is new.look
            and old.view.run is new.view.run
            and old.view.is_figure == new.view.is_figure
        ):
            return
        self.watch.follow(new)
        self._show_goal(new)
        self._show_matrices(new)
        self._show_run(new)
        if old is None or old.document is not new.document or old.look is not new.look:
            self._ask_for_judgement(old, new)

    def retheme(self) -> None:
        self.column.setSpacing(self.theme.px(4))  # much stands here
        for part in (self.goal, self.curve, self.steps, self.controls, self.middle):
            part.retheme(self.theme)
        for plane in (*self.planes, self.w_o):
            plane.retheme()
        self.cure.setFixedHeight(self.cure.sizeHint().height())

    def parts(self) -> Sequence[Part]:
        now = self.store.now
        run = None if now.look.predicting else now.view.run
        goal = QRect(self.goal.mapTo(self, QPoint(0, 0)), self.goal.size())
        value = f"{described(now.document, self.watch.wished)}; learned by {self.watch.wished.matrices}"
        parts = [Part("goal", "graphic", "Goal", value, GOAL_HELP[self.watch.wished.goal], goal)]
        names = spoken_names(now.document, self.watch)
        for number, (name, aim) in enumerate(zip(names, self.goal.aims, strict=True)):
            rect = self.goal.aim_rect(number).translated(goal.topLeft())
            told = HIDDEN if aim.is_hidden else f"{aim.text}, reached" if aim.is_reached else aim.text
            parts.append(Part(("aim", number), "cell", name, told, "", rect))
        curve = QRect(self.curve.mapTo(self, QPoint(0, 0)), self.curve.size())
        told = self.curve.words
        if run is not None:
            told = f"{numerals.fixed(run.losses[run.step], 3)} at {step_text(run)}. {told}".strip()
        parts.append(Part("loss", "graphic", "Loss", told, "", curve))
        for plane in self.planes:
            if plane.isVisibleTo(self):
                parts += plane.parts()
        return parts

    # --- inside ---------------------------------------------------------------------------------------------

    def _show_goal(self, now: Snapshot) -> None:
        wished = self.watch.wished
        self.goal_link.setText(f"goal: {GOAL_NAMES[wished.goal]} ▾")
        self.goal_link.setAccessibleName(f"Goal: {GOAL_NAMES[wished.goal]}")
        self.goal_link.setVisible(not now.view.is_figure)
        for action, goal in zip(self.menu.actions(), GOALS, strict=True):
            action.setChecked(goal == wished.goal)
        heads = 1 if now.document.projection is None else len(now.document.projection.w_q)
        head = f" of head {wished.head + 1}" if heads > 1 and not wished.is_lean else ""
        sentence = described(now.document, wished)
        aims = aims_shown(now.document, self.watch, now.look.predicting)
        self.goal.show_goal(sentence, wished.matrices + head, aims)

    def _show_matrices(self, now: Snapshot) -> None:
        wished, value = self.watch.wished, self.watch.value
        self.w_o.show_matrix(now)
        planes = (self.w_v, self.w_o) if wished.is_lean else (self.w_q, self.w_k)
        self.middle.show_planes(() if wished.lack == "free" else planes)
        told: dict[QWidget, Array] = {}
        if value is not None and not now.look.predicting:
            first, second = value.gradient
            told = dict(zip(planes, (first[now.head] if wished.is_lean else first, second), strict=True))
        for plane in (*self.planes, self.w_o):
            plane.gradient = told.get(plane)

    def _show_run(self, now: Snapshot) -> None:
        run, is_figure = now.view.run, now.view.is_figure
        self._show_curve(now)
        self.steps.show_run(run)
        self.controls.show_state(now, self.watch)
        for part in (self.steps, self.controls):
            part.setVisible(not is_figure)
        cure = CURES.get(self.watch.wished.lack)
        if cure is not None:
            self.cure.setText(cure.text)
            self.cure.setAccessibleName(cure.name)
        self.cure.setVisible(cure is not None and not is_figure)
        runs = run is not None and run.is_running and not is_figure
        if runs != self._timer.isActive():
            self._timer.start() if runs else self._timer.stop()
        self._announce(None if now.look.predicting else run)

    def _show_curve(self, now: Snapshot) -> None:
        """A loss is told by weights, and so would tell them: it waits until the person has said theirs."""
        run = None if now.look.predicting else now.view.run
        self.curve.show_run(run, self._words(now), now.view.is_figure)

    def _words(self, now: Snapshot) -> str:
        """What stands in the plot: what is in the way, why it stopped, why it can't get there."""
        run, wished = now.view.run, self.watch.wished
        if now.look.predicting and (names := _asking(now)):
            return first_say(names)
        if wished.obstacle:
            return wished.obstacle
        if run is not None and run.remark:
            return run.remark
        if self._reason:
            return self._reason
        if run is None:
            return _LEANING if wished.is_lean else _INVITATION
        return "" if run.is_current else _ELSEWHERE

    def _announce(self, run: Run | None) -> None:
        """Progress at most once a second, and at once why it stopped."""
        if run is None or not run.is_current:
            self._said = ""
            return
        if run.remark and run.remark != self._said:
            self._said = run.remark
            accessible.announce(self, run.remark)
        elif run.is_running and (not self._since.isValid() or self._since.hasExpired(_SPOKEN)):
            self._since.restart()
            accessible.announce(self, f"Step {run.step}, loss {numerals.fixed(run.losses[run.step])}")

    def _ask_for_judgement(self, old: Snapshot | None, new: Snapshot) -> None:
        """A picture is judged at once, a window when the hand rests."""
        if new.view.run is not None and new.view.run.is_running:
            return
        if new.view.is_figure:
            self._judge()
        else:
            self._rest.start()

    def _judge(self) -> None:
        now = self.store.now
        reason = reason_of(now.document, self.watch.wished)
        if reason != self._reason:
            self._reason = reason
            self._show_curve(now)
            accessible.changed(self)

    def _mend(self) -> None:
        cure = CURES.get(self.watch.wished.lack)
        if cure is not None:
            self._apply(cure.name, cure.edit)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for goal in GOALS:
            action = QAction(GOAL_NAMES[goal], group)
            action.setCheckable(True)
            action.setToolTip(GOAL_HELP[goal])
            action.triggered.connect(partial(self._choose_goal, goal))
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        return menu

    def _open_menu(self) -> None:
        self.menu.popup(self.goal_link.mapToGlobal(QPoint(0, self.goal_link.height())))

    def _choose_goal(self, goal: Goal, _checked: bool = False) -> None:
        look = self.store.look
        self._apply("Choose the goal", lambda document: learner.with_goal(document, look, goal))

    def _apply(self, name: str, edit: Edit) -> None:
        try:
            self.store.apply(name, edit)
        except Refused as refused:
            self.store.say(str(refused))

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight nothing is learned."""
        self._timer.stop()
        self._rest.stop()
        if learner.is_running(self.store) and not self.store.is_telling:
            learner.pause(self.store)
        super().hideEvent(event)


def _asking(now: Snapshot) -> list[str]:
    """The words of which the person is to say what they look at."""
    held = enumerate(now.document.passages[:SHOWN])
    return [names_of(one.query_tokens)[now.row_of(p)] for p, one in held if one.query_tokens]
