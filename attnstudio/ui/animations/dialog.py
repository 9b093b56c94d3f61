"""*Export animation*: what is asked for, how it will look and how large it will be; then it is made.

Everything is done in steps between the window's events: fields, Cancel and the preview answer at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.sweeps import sweeps_of
from attnstudio.state.moving import Format
from attnstudio.state.recording import Recording
from attnstudio.state.snapshot import workspace_of
from attnstudio.state.store import Store
from attnstudio.storage.faults import named
from attnstudio.ui.animations import mp4
from attnstudio.ui.animations.fields import Fields
from attnstudio.ui.animations.making import estimated, made
from attnstudio.ui.animations.player import Player
from attnstudio.ui.animations.stage import Stage
from attnstudio.ui.animations.stepping import Stepping
from attnstudio.ui.animations.stills import Stills, length_of
from attnstudio.ui.animations.wanted import DONE, Wanted, stills_of
from attnstudio.ui.scrolled import Scrolled
from attnstudio.ui.theme import theme_of
from attnstudio.ui.widgets import allow, button, label

WIDTH, HEIGHT = 1040, 600
SOON = 200
"""Milliseconds after the last change until the preview is made anew."""

Ask = Callable[[Format], Path | None]
"""Asks the person for the file to write."""


class AnimationDialog(QDialog):
    """`ask` is asked for the file; `recording` begins anew where that is wished."""

    def __init__(self, store: Store, recording: Recording, ask: Ask, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export animation")
        self.setObjectName("animation")
        self._store, self._recording, self._ask = store, recording, ask
        theme = self._theme = theme_of(store.view)
        handle = store.view.selected
        self.fields = Fields(
            workspace_of(store.look),
            store.view.theme,
            sweeps_of(store.document, store.look, handle),
            recording.last,
            recording.whole,
            handle,
        )
        self.area = Scrolled(self.fields, "Animation")
        self.player = Player(theme, store.view.reduced_motion)
        self.outcome = label("", "note")
        self.outcome.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress")
        self.bar.hide()
        self.record = button("Record what I do next", "link", self._record)
        self.save = QPushButton("Save…")
        self.save.setDefault(True)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAutoDefault(False)
        self._stage: Stage | None = None
        self._wanted: Wanted | None = None
        self._made: Path | None = None  # the file that is being made
        self._work = Stepping(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._prepare)
        self._lay_out()
        self.fields.changed.connect(self._changed)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.reject)
        parent.window().installEventFilter(self)
        self._changed()

    @property
    def is_making(self) -> bool:
        return self._made is not None

    def make(self, target: Path) -> None:
        """Make the file, beside everything else; the dialog closes when it is there."""
        assert self._stage is not None, "nothing is prepared"
        assert self._wanted is not None, "nothing is asked for"
        self.player.pause()
        self._made = target
        self._show_making(True)
        self.bar.setRange(0, len(self._stage.stills))
        self._work.start(self._making(self._stage, self._wanted, target), self._failed)

    def reject(self) -> None:
        """Call off what is being made; else close."""
        if self.is_making:
            self._work.stop()
            self._end_making("Called off: there is no file.")
        else:
            super().reject()

    def done(self, result: int) -> None:
        self._soon.stop()
        self._work.stop()
        self._made = None
        self._leave_stage()
        super().done(result)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and not event.spontaneous() and self.isVisible():
            self.done(QDialog.DialogCode.Rejected)  # the window was closed, and nobody is left to wait
        return super().eventFilter(watched, event)

    # --- what is shown --------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._work.stop()
        self.player.clear()
        self._leave_stage()
        try:
            wanted = self._wanted = self.fields.wanted()
            stills_of(wanted, self._store.document, self._store.look, self.fields.recorded())
        except Refused as refused:
            self._soon.stop()
            self._refuse(str(refused))
            return
        allow(self.save, False, "The pictures are being prepared.")
        self.outcome.setText("Getting ready…")
        self._soon.start()

    def _refuse(self, why: str) -> None:
        self.outcome.setText(why)
        allow(self.save, False, why)

    def _prepare(self) -> None:
        wanted, store = self._wanted, self._store
        if wanted is None:
            return
        try:
            stills = stills_of(wanted, store.document, store.look, self.fields.recorded())
            self._stage = Stage(stills, wanted.asked, store.view, caption=wanted.caption)
        except Refused as refused:
            self._refuse(str(refused))
            return
        self._work.start(self._preparing(self._stage, wanted), self._failed)

    def _preparing(self, stage: Stage, wanted: Wanted) -> Generator[Any, None, None]:
        yield from stage.prepare()
        self.player.show_stage(stage)
        allow(self.save, True, "")
        pictures = numerals.count(len(stage.stills))
        measures = f"{pictures} pictures, {_lasting(stage.stills, wanted)}"
        self.outcome.setText(f"{measures}. How large will it be?")
        for size in estimated(stage, wanted):
            yield
            if size is not None:
                self.outcome.setText(
                    f"{measures}, about {numerals.file_size(size)}. {_remark(wanted)}".strip()
                )

    # --- making it ------------------------------------------------------------------------------------

    def _save(self) -> None:
        wanted = self._wanted
        if wanted is None or self._stage is None:
            return
        self.player.pause()
        target = self._ask(wanted.format)
        if target is not None:
            self.make(target)

    def _making(self, stage: Stage, wanted: Wanted, target: Path) -> Generator[Any, None, None]:
        began = monotonic()
        for progress in made(stage, wanted, target):
            self.bar.setValue(progress.done)
            if progress.done:
                left = (monotonic() - began) / progress.done * (progress.total - progress.done)
                said = f"Picture {progress.done} of {progress.total}"
                self.outcome.setText(f"{said}, {_time_left(left)}." if left >= 1.0 else f"{said}.")
            yield
        self._made = None
        self._store.say(f"The animation is in “{named(target)}”.")
        QTimer.singleShot(0, self, self.accept)  # not from within the work that closing ends

    def _failed(self, fault: Exception) -> None:
        if self.is_making:
            self._end_making(str(fault))
        else:
            self._refuse(str(fault))
        if not isinstance(fault, Refused):
            raise fault

    def _end_making(self, said: str) -> None:
        self._made = None
        self._show_making(False)
        self.outcome.setText(said)

    def _show_making(self, is_making: bool) -> None:
        self.fields.setEnabled(not is_making)
        self.record.setEnabled(not is_making)
        self.bar.setVisible(is_making)
        self.bar.setValue(0)
        self.save.setVisible(not is_making)
        self.cancel.setText("Stop" if is_making else "Cancel")

    def _record(self) -> None:
        self._recording.start()
        self._store.say("Recording. Choose “Export animation” again when you are done.")
        self.reject()

    def _leave_stage(self) -> None:
        self.player.clear()
        stage, self._stage = self._stage, None
        if stage is not None:
            stage.close()

    def _lay_out(self) -> None:
        px = self._theme.px
        both = QHBoxLayout()
        both.setSpacing(px(16))
        both.addWidget(self.area)
        both.addWidget(self.player, 1)
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        foot.addWidget(self.record)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(14), px(16), px(14))
        column.setSpacing(px(12))
        column.addLayout(both, 1)
        column.addWidget(self.outcome)
        column.addWidget(self.bar)
        column.addLayout(foot)
        room = self.screen().availableGeometry()
        self.resize(min(px(WIDTH), room.width() - 40), min(px(HEIGHT), room.height() - 60))


def open_dialog(store: Store, recording: Recording, ask: Ask, parent: QWidget) -> AnimationDialog:
    """Show the dialog; it goes when it is closed. A recording that is running ends, and is chosen."""
    was_running = recording.is_running
    recording.stop() if was_running else None
    dialog = AnimationDialog(store, recording, ask, parent)
    if was_running and recording.whole is not None:
        dialog.fields.what.setCurrentIndex(dialog.fields.what.findData(DONE))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _remark(wanted: Wanted) -> str:
    if wanted.format != "mp4":
        return ""
    return mp4.remark() or "An MP4 plays once; the player may repeat it."


def _lasting(stills: Stills, wanted: Wanted) -> str:
    """How long it takes, and why that is more than was asked for."""
    length = length_of(stills)
    rests = wanted.loop != "back" and length - wanted.seconds > 0.05
    return f"{numerals.exact(length, 1, 1)} seconds{' with a rest at the end' if rests else ''}"


def _time_left(seconds: float) -> str:
    if seconds < 90:
        return f"about {round(seconds)} {'second' if round(seconds) == 1 else 'seconds'} left"
    return f"about {round(seconds / 60)} minutes left"
