"""*Export figure*: the fields, the picture that comes of them, and how large its file will be."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import workspace_of
from attnstudio.state.store import Store
from attnstudio.storage.schema import Extra
from attnstudio.ui.figures.arrangement import panels_of
from attnstudio.ui.figures.asked import Asked
from attnstudio.ui.figures.choices import Choices
from attnstudio.ui.figures.fields import Fields
from attnstudio.ui.figures.preview import Preview
from attnstudio.ui.figures.raster import paint
from attnstudio.ui.figures.render import make
from attnstudio.ui.figures.words import sentence
from attnstudio.ui.scrolled import Scrolled
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import allow, label

WIDTH, HEIGHT = 960, 560
SOON, LATER = 120, 700
"""Milliseconds after the last change until the preview is drawn, and until the file is made to be weighed."""
MOST_WEIGHED = 16_000_000  # pixels; a larger file takes longer than a hand pauses


class ExportDialog(QDialog):
    """`pictures()` are what to make, `choices()` what to begin with the next time."""

    def __init__(
        self,
        store: Store,
        theme: Theme,
        parent: QWidget,
        choices: Choices | None = None,
        extra: Extra | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self.setObjectName("export")
        self._store = store
        self._theme = theme
        self._extra = extra
        self.fields = Fields(workspace_of(store.look), theme, choices or Choices(theme=store.view.theme))
        self.preview = Preview(theme)
        self.outcome = label("")
        self.outcome.setWordWrap(True)
        self.save = QPushButton("Save…")
        self.save.setDefault(True)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAutoDefault(False)
        self._soon, self._later = self._timer(SOON, self._draw), self._timer(LATER, self._weigh)
        self._lay_out()
        self.fields.changed.connect(self._changed)
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.finished.connect(self._stop)
        self._changed()

    def choices(self) -> Choices:
        return self.fields.choices()

    def pictures(self) -> tuple[Asked, ...]:
        """The pictures as the fields have them; raises `Refused` with a sentence where they make none."""
        return self.choices().pictures()

    # --- inside -----------------------------------------------------------------------------------------

    def _timer(self, pause: int, act: object) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(pause)
        made.timeout.connect(act)
        return made

    def _lay_out(self) -> None:
        px = self._theme.px
        area = Scrolled(self.fields, "Figure")
        both = QHBoxLayout()
        both.setSpacing(px(16))
        both.addWidget(area, 0)
        both.addWidget(self.preview, 1)
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        foot.addWidget(self.outcome, 1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(14), px(16), px(14))
        column.setSpacing(px(12))
        column.addLayout(both, 1)
        column.addLayout(foot)
        self.fields.take_keyboard()
        screen = self.screen() or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self.resize(min(px(WIDTH), room.width() - 40), min(px(HEIGHT), room.height() - 60))

    def _changed(self) -> None:
        self._later.stop()
        try:
            pictures = self.pictures()
        except Refused as refused:
            self._soon.stop()
            allow(self.save, False, str(refused))
            self.outcome.setText(str(refused))
            return
        allow(self.save, True, "")
        self.outcome.setText(_measures(pictures))
        self._soon.start()

    def _draw(self) -> None:
        store, pictures, start = self._store, self.pictures(), monotonic()
        shown = panels_of(pictures[0], workspace_of(store.look))
        try:
            image = paint(store.document, store.look, self.preview.small(pictures[0]), store.view)
        except Refused as refused:  # of memory there may be too little
            self.outcome.setText(str(refused))
            return
        self.preview.show_image(image, sentence(store.now, shown, pictures[0].step or store.view.known))
        # What is drawn slowly is made slowly, too: then the hand must rest for longer.
        self._later.start(max(LATER, round(4000 * (monotonic() - start))))

    def _weigh(self) -> None:
        """Make the file, only to say how large it is."""
        store, pictures = self._store, self.pictures()
        wide, high = pictures[0].pixels
        if wide * high > MOST_WEIGHED:
            return
        try:
            made = make(store.document, store.look, pictures[0], store.view, self._extra)
        except Refused as refused:  # of memory there may be too little
            self.outcome.setText(str(refused))
            return
        each = " each" if len(pictures) > 1 else ""
        said = f"{_measures(pictures)}, {numerals.file_size(len(made.data))}{each}. {made.note}"
        self.outcome.setText(said.strip())

    def _stop(self) -> None:
        self._soon.stop()
        self._later.stop()


def _measures(pictures: tuple[Asked, ...]) -> str:
    """How large the files will be, e.g. “2880 × 1800 pixels”."""
    asked = pictures[0]
    if asked.format == "png":
        wide, high = asked.pixels
        said = f"{wide} × {high} pixels"
    else:
        inch = asked.dots / asked.scale
        wide_cm, high_cm = (numerals.fixed(side / inch * 2.54, 1) for side in (asked.width, asked.height))
        said = f"{wide_cm} × {high_cm} cm, sharp at any size"
    return f"{len(pictures)} files of {said}" if len(pictures) > 1 else said
