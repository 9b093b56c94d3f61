"""What picture to save: which panel, how large, in which theme, on which ground."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.state.palette import THEMES, palette
from attnstudio.state.snapshot import PANELS_OF, Ground, workspace_of
from attnstudio.state.store import Store
from attnstudio.ui.figures import Asked, on_paper, paint, usual_size
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import label

_PREVIEW = (420, 300)


class ExportDialog(QDialog):
    """`asked()` is the picture to make; the preview shows it."""

    def __init__(self, store: Store, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export PNG")
        self._store = store
        self._theme = theme
        panels = PANELS_OF[workspace_of(store.look)]
        self.what = _choice(
            "Picture of", [("", "The whole workspace"), *((name, name.capitalize()) for name in panels)]
        )
        self.unit = _choice("Size in", [("px", "pixels"), ("cm", "centimetres")])
        self.wide, self.high = _field("Width"), _field("Height")
        self.dpi = _field("Dots per inch")
        self.scale = _choice("Scale", [(str(n), f"{n} ×") for n in (1, 2, 3, 4)])
        self.theme = _choice("Theme", [(name, palette(name).name) for name in THEMES])
        grounds = [("theme", "As the theme"), ("white", "White"), ("transparent", "Transparent")]
        self.ground = _choice("Ground", grounds)
        self.ground.setToolTip("On white, a dark theme gives way to the light one.")
        self.caption = QCheckBox("with a caption: scene, query, mask, scaling")
        self.caption.setAccessibleName("Caption")
        self.preview = QLabel(self)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setAccessibleName("Preview")
        self.preview.setFixedSize(theme.px(_PREVIEW[0]), theme.px(_PREVIEW[1]))
        self.outcome = label("", "note")
        self.outcome.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self._lay_out()
        self.scale.setCurrentIndex(1)
        self.theme.setCurrentIndex(THEMES.index(store.view.theme))
        self.dpi.setText("300")
        self._show_usual()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(120)
        self._soon.timeout.connect(self._preview)
        for box in (self.scale, self.theme, self.ground):
            box.currentIndexChanged.connect(self._later)
        for field in (self.wide, self.high, self.dpi):
            field.textEdited.connect(self._later)
        self.what.currentIndexChanged.connect(self._show_usual)
        self.unit.currentIndexChanged.connect(self._show_usual)
        self.caption.toggled.connect(self._later)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._preview()

    def asked(self) -> Asked:
        """The picture as the fields have it; raises `Refused` with a sentence where they don't make one."""
        scale = float(self.scale.currentData())
        wide, high = numerals.parse(self.wide.text()), numerals.parse(self.high.text())
        dpi: float | None = None
        if self.unit.currentData() == "cm":
            dpi = numerals.parse(self.dpi.text())
            Asked(dpi=dpi).check()
            wide, high, scale = on_paper(wide, high, dpi)
        made = Asked(
            panel=self.what.currentData() or None,
            width=wide,
            height=high,
            scale=scale,
            theme=self.theme.currentData(),
            ground=cast(Ground, self.ground.currentData()),
            caption=self.caption.isChecked(),
            dpi=dpi,
        )
        made.check()
        return made

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("Picture of", self.what)
        size = QHBoxLayout()
        for widget in (self.wide, label("×"), self.high, self.unit):
            size.addWidget(widget)
        form.addRow("Size", size)
        self._dpi_label = QLabel("Dots per inch")
        form.addRow(self._dpi_label, self.dpi)
        self._scale_label = QLabel("Scale")
        form.addRow(self._scale_label, self.scale)
        form.addRow("Theme", self.theme)
        form.addRow("Ground", self.ground)
        form.addRow("Caption", self.caption)
        both = QHBoxLayout()
        both.addLayout(form)
        both.addWidget(self.preview)
        column = QVBoxLayout(self)
        column.addLayout(both)
        column.addWidget(self.outcome)
        column.addWidget(self.buttons)

    def _show_usual(self) -> None:
        in_cm = self.unit.currentData() == "cm"
        # On paper the dpi say how fine the picture is, on a screen the scale.
        self._dpi_label.setVisible(in_cm)
        self.dpi.setVisible(in_cm)
        self._scale_label.setVisible(not in_cm)
        self.scale.setVisible(not in_cm)
        wide, high = usual_size(Asked(self.what.currentData() or None))
        if in_cm:
            # A text column of a page is some 16 cm wide.
            wide_cm = 16.0
            self.wide.setText(numerals.fixed(wide_cm, 1))
            self.high.setText(numerals.fixed(wide_cm * high / wide, 1))
        else:
            self.wide.setText(str(wide))
            self.high.setText(str(high))
        if hasattr(self, "_soon"):
            self._later()

    def _later(self) -> None:
        self._soon.start()

    def _preview(self) -> None:
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        try:
            asked = self.asked()
        except Refused as refused:
            save.setEnabled(False)
            save.setToolTip("")
            self.outcome.setText(str(refused))
            return
        save.setEnabled(True)
        wide, high = asked.pixels
        self.outcome.setText(f"The file will have {wide} × {high} pixels.")
        shrink = min(self.preview.width() / asked.width, self.preview.height() / asked.height)
        ratio = self.devicePixelRatioF()
        small = replace(asked, scale=shrink * ratio)
        image = paint(self._store.document, self._store.look, small, self._store.view)
        image.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(image))


def _choice(name: str, options: list[tuple[str, str]]) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    for key, text in options:
        made.addItem(text, key)
    return made


def _field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setAccessibleName(name)
    made.setMaxLength(12)
    return made
