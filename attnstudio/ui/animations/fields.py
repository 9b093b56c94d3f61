"""The fields of *Export animation*: what moves, from where to where, how long, how large, in which file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from attnstudio.model import numerals
from attnstudio.model.document import Handle
from attnstudio.model.sweeps import Sweep
from attnstudio.model.wording import capital
from attnstudio.state.moving import FORMATS, Format, Loop
from attnstudio.state.palette import THEMES, palette
from attnstudio.state.recording import Recorded
from attnstudio.state.snapshot import PANELS_OF
from attnstudio.ui.animations import mp4
from attnstudio.ui.animations.wanted import (
    DONE,
    DRAG,
    FPS,
    STEP_SECONDS,
    STEPS,
    SWEEP_SECONDS,
    WORKSPACE_SIZE,
    Wanted,
)
from attnstudio.ui.figures import Asked, usual_size
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.widgets import label

_LETTERS = 14
_BETWEEN = 12  # pixels between a name and its field
KINDS: dict[Format, str] = {
    "gif": "GIF: plays everywhere, 255 colours",
    "webp": "WebP: every colour exact, for web pages",
    "mp4": "MP4: smallest where much moves, for slides",
}
_RATES = (5, 10, 20, 25, 50)  # of these every picture lasts whole hundredths of a second
_LOOPS: list[tuple[str, str]] = [
    ("endless", "again and again"),
    ("once", "once"),
    ("back", "there and back"),
]


class Fields(QWidget):
    """`wanted()` is what they ask for."""

    changed = Signal()

    def __init__(
        self,
        workspace: str,
        theme: str,
        sweeps: Sequence[Sweep],
        drag: Recorded | None,
        done: Recorded | None,
        handle: Handle | None = None,
    ) -> None:
        super().__init__()
        self._sweeps = {sweep.name: sweep for sweep in sweeps}
        self._recorded = {DRAG: drag, DONE: done}
        self._handle = handle
        self.what = _choice("What moves", self._whats())
        self.first, self.last = _field("From"), _field("To")
        self.seconds = _field("Seconds")
        self.rate = _choice("Pictures a second", [(str(rate), str(rate)) for rate in _RATES])
        panels = [(name, name.capitalize()) for name in PANELS_OF[workspace]]
        self.panel = _choice("Picture of", [("", "The whole workspace"), *panels])
        self.wide, self.high = _field("Width"), _field("Height")
        self.theme = _choice("Theme", [(name, palette(name).name) for name in THEMES])
        self.loop = _choice("Plays", _LOOPS)
        self.kind = _choice("File", [(kind, KINDS[kind]) for kind in FORMATS])
        self.words = QCheckBox("a sentence below each picture")
        self.words.setChecked(True)
        self._lay_out()
        self.rate.setCurrentIndex(_RATES.index(round(FPS)))
        self.theme.setCurrentIndex(THEMES.index(theme))
        if reason := mp4.why_not():
            _disable(self.kind, FORMATS.index("mp4"), reason)
        self._show_what()
        self._show_size()
        self._connect()

    def recorded(self) -> Recorded | None:
        """What was recorded of that which is chosen."""
        return self._recorded.get(self.what.currentData())

    def wanted(self) -> Wanted:
        """Raises `Refused` with a sentence where a field can't be read."""
        what = str(self.what.currentData())
        ends: tuple[float | None, float | None] = (None, None)
        if what in self._sweeps:
            ends = numerals.parse(self.first.text()), numerals.parse(self.last.text())
        asked = Asked(
            panel=self.panel.currentData() or None,
            width=numerals.parse(self.wide.text()),
            height=numerals.parse(self.high.text()),
            theme=self.theme.currentData(),
        )
        return Wanted(
            asked,
            what,
            numerals.parse(self.seconds.text()),
            float(self.rate.currentData()),
            cast(Loop, self.loop.currentData()),
            cast(Format, self.kind.currentData()),
            self.words.isChecked(),
            ends,
            self._handle,
        )

    # --- inside ---------------------------------------------------------------------------------------

    def _whats(self) -> list[tuple[str, str]]:
        made = [(STEPS, "The five steps of the formula")]
        drag, done = self._recorded[DRAG], self._recorded[DONE]
        if done is not None:
            made.insert(0, (DONE, "What you recorded"))
        if drag is not None:
            made.insert(0, (DRAG, f"The last drag: {drag.name}"))
        return made + [(sweep.name, capital(sweep.text)) for sweep in self._sweeps.values()]

    def _lay_out(self) -> None:
        self._ends_label, self._ends = label("From"), QWidget()
        ends = QHBoxLayout(self._ends)
        ends.setContentsMargins(0, 0, 0, 0)
        for widget in (self.first, label("to"), self.last):
            ends.addWidget(widget)
        size = QWidget()
        sides = QHBoxLayout(size)
        sides.setContentsMargins(0, 0, 0, 0)
        for widget in (self.wide, label("×"), self.high, label("pixels")):
            sides.addWidget(widget)
        # A grid, for a form forgets the room between names and fields when it says how wide it is at least.
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_BETWEEN)
        grid.setColumnStretch(1, 1)
        rows = (
            (label("What moves"), self.what),
            (self._ends_label, self._ends),
            (label("Seconds"), self.seconds),
            (label("Pictures a second"), self.rate),
            (label("Plays"), self.loop),
            (label("Picture of"), self.panel),
            (label("Size"), size),
            (label("Theme"), self.theme),
            (label("Words"), self.words),
            (label("File"), self.kind),
        )
        for number, (name, field) in enumerate(rows):
            name.setBuddy(field)
            grid.addWidget(name, number, 0)
            grid.addWidget(field, number, 1)
        grid.setRowStretch(len(rows), 1)
        self.words.setAccessibleName("Words")

    def _connect(self) -> None:
        self.what.currentIndexChanged.connect(self._show_what)
        self.panel.currentIndexChanged.connect(self._show_size)
        for box in (self.what, self.rate, self.panel, self.theme, self.loop, self.kind):
            box.currentIndexChanged.connect(self.changed)
        for field in (self.first, self.last, self.seconds, self.wide, self.high):
            field.textChanged.connect(self.changed)  # an assistive tool “edits” nothing
        self.words.toggled.connect(self.changed)

    def _show_what(self) -> None:
        """The usual values of what is chosen."""
        what = self.what.currentData()
        sweep, recorded = self._sweeps.get(what), self._recorded.get(what)
        self._ends.setVisible(sweep is not None)
        self._ends_label.setVisible(sweep is not None)
        seconds = STEP_SECONDS
        if sweep is not None:
            seconds = SWEEP_SECONDS
            self.first.setText(numerals.exact(sweep.first, 0, 3))
            self.last.setText(numerals.exact(sweep.last, 0, 3))
            self._ends_label.setText(capital(sweep.of))
        elif recorded is not None:
            seconds = max(round(recorded.seconds, 1), 0.5)
        self.seconds.setText(numerals.exact(seconds, 0, 1))

    def _show_size(self) -> None:
        panel = self.panel.currentData()
        wide, high = usual_size(Asked(panel=panel)) if panel else WORKSPACE_SIZE
        self.wide.setText(str(wide))
        self.high.setText(str(high))


class _Choice(QComboBox):
    """Marks where its text is cut, as Qt does not."""

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        edit = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self).width()
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room - 2
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()


def _choice(name: str, options: Sequence[tuple[str, str]]) -> QComboBox:
    made = _Choice()
    made.setAccessibleName(name)
    for key, text in options:
        made.addItem(text, key)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(_LETTERS)  # a long choice is cut, and told whole in the tip and the list
    made.currentTextChanged.connect(lambda text: made.setToolTip(plain_tip(text)))
    made.setToolTip(plain_tip(made.currentText()))
    return made


def _field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setMinimumWidth(made.fontMetrics().averageCharWidth() * 8)
    made.setAccessibleName(name)
    made.setMaxLength(12)
    return made


def _disable(box: QComboBox, place: int, reason: str) -> None:
    """A choice that can't be taken says why."""
    model = box.model()
    assert isinstance(model, QStandardItemModel)
    item = model.item(place)
    item.setEnabled(False)
    item.setToolTip(plain_tip(reason))
    item.setText(f"{item.text()} – {reason}")
