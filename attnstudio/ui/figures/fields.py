"""The fields of the dialog *Export figure*: what is on the picture, how large it is, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from attnstudio.state.formats import Format, Text
from attnstudio.state.palette import THEMES, palette
from attnstudio.state.snapshot import PANELS_OF, Ground
from attnstudio.ui.figures.asked import STEP_PANELS
from attnstudio.ui.figures.choices import Choices, Unit, What
from attnstudio.ui.theme import Theme
from attnstudio.ui.widgets import Segmented, label

NAMES = {
    "cell": "Arithmetic of a cell",
    "holds": "What must hold",
    "play": "Track of the steps",
    "draws": "What is drawn",
    "growth": "What grows with d_k",
    "softmax": "One draw",
    "precision": "Limits of float16",
}
"""Of panels whose id says little."""
KINDS: tuple[tuple[Format, str], ...] = (("png", "PNG"), ("svg", "SVG"), ("pdf", "PDF"))
WHATS: tuple[tuple[What, str], ...] = (
    ("workspace", "The whole workspace"),
    ("panel", "One panel"),
    ("page", "Several panels on a page"),
    ("strip", "The five steps"),
)
UNITS: tuple[tuple[Unit, str], ...] = (("px", "pixels"), ("cm", "cm"))
GROUNDS: tuple[tuple[Ground, str], ...] = (
    ("theme", "As the theme"),
    ("white", "White"),
    ("transparent", "Transparent"),
)
SVG_TEXTS: tuple[tuple[Text, str], ...] = (
    ("paths", "as outlines: alike everywhere"),
    ("fonts", "as text, fonts inside"),
    ("names", "as text, fonts by name"),
)
PDF_TEXTS: tuple[tuple[Text, str], ...] = (("fonts", "as text that can be selected"), SVG_TEXTS[0])
_CARRIES = "Opened, or dropped on the studio, the picture brings this very state back."
_WHITE = "On white, a dark theme gives way to the light one."


class Fields(QWidget):
    """Rows of a name and its field; those that say nothing just now are hidden."""

    changed = Signal()

    def __init__(self, workspace: str, theme: Theme, choices: Choices) -> None:
        super().__init__()
        self._workspace = workspace
        self._theme = theme
        self._kind = choices.format
        self._is_separate = choices.is_separate
        panels = [(name, NAMES.get(name, name.capitalize())) for name in PANELS_OF[workspace]]
        self._steps = [(name, text) for name, text in panels if name in STEP_PANELS]
        whats = [what for what in WHATS if what[0] != "strip" or self._steps]
        self.kind = Segmented("Kind", KINDS, choices.format, self._choose_kind)
        self.what = _choice("Picture of", whats)
        self.panel = _choice("Panel", panels)
        self.step_panel = _choice("Panel of the steps", self._steps)
        self.panels = {name: QCheckBox(text) for name, text in panels}
        files = (("one", "one picture"), ("five", "five files"))
        chosen = "five" if choices.is_separate else "one"
        self.files = Segmented("Steps in", files, chosen, self._choose_files)
        self.wide, self.high = _field("Width"), _field("Height")
        self.unit = _choice("Unit of the size", UNITS)
        self.dpi = _field("Dots per inch")
        self.scale = _choice("Scale", [(str(n), f"{n} ×") for n in (1, 2, 3, 4)])
        self.theme = _choice("Theme", [(name, palette(name).name) for name in THEMES])
        self.ground = _choice("Ground", GROUNDS, _WHITE)
        self.svg_text, self.pdf_text = _choice("Letters", SVG_TEXTS), _choice("Letters", PDF_TEXTS)
        self.caption = QCheckBox("Caption: scene, query, mask, scaling, d_k")
        self.carries = QCheckBox("Carry the document: the picture re-opens")
        self.carries.setToolTip(_CARRIES)
        self.carries.setAccessibleDescription(_CARRIES)
        self._rows: dict[str, tuple[QWidget, QWidget]] = {}
        self._lay_out()
        self._show(choices)
        self._listen()

    def choices(self) -> Choices:
        """What is chosen, as it stands in the fields."""
        what = cast(What, self.what.currentData())
        panel = self.step_panel if what == "strip" else self.panel
        return Choices(
            what=what,
            panel=panel.currentData() or "",
            panels=tuple(name for name, box in self.panels.items() if box.isChecked()),
            is_separate=self._is_separate,
            format=self._kind,
            unit=cast(Unit, self.unit.currentData()),
            width=self.wide.text(),
            height=self.high.text(),
            dpi=self.dpi.text(),
            scale=int(self.scale.currentData()),
            theme=self.theme.currentData(),
            ground=cast(Ground, self.ground.currentData()),
            svg_text=cast(Text, self.svg_text.currentData()),
            pdf_text=cast(Text, self.pdf_text.currentData()),
            caption=self.caption.isChecked(),
            carries=self.carries.isChecked(),
        )

    def take_keyboard(self) -> None:
        self.kind.button_of(self._kind).setFocus()

    # --- inside -----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        column, px = QVBoxLayout(self), self._theme.px
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(10))
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(8))
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        panels = QGridLayout()
        panels.setContentsMargins(0, 0, 0, 0)
        for number, box in enumerate(self.panels.values()):
            panels.addWidget(box, number // 2, number % 2)
        several = QWidget()
        several.setLayout(panels)
        size = _beside(px(6), self.wide, label("×"), self.high, self.unit)
        rows = (
            ("kind", "Kind", self.kind),
            ("what", "Picture of", self.what),
            ("panel", "Panel", self.panel),
            ("step_panel", "Panel", self.step_panel),
            ("panels", "Panels", several),
            ("files", "Steps in", self.files),
            ("size", "Size", size),
            ("dpi", "Dots per inch", self.dpi),
            ("scale", "Scale", self.scale),
            ("theme", "Theme", self.theme),
            ("ground", "Ground", self.ground),
            ("svg_text", "Letters", self.svg_text),
            ("pdf_text", "Letters", self.pdf_text),
        )
        for number, (key, name, field) in enumerate(rows):
            said = label(name)
            said.setBuddy(field)
            top = Qt.AlignmentFlag.AlignTop if key == "panels" else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(said, number, 0, Qt.AlignmentFlag.AlignLeft | top)
            grid.addWidget(field, number, 1)
            self._rows[key] = (said, field)
        column.addWidget(self.caption)
        column.addWidget(self.carries)
        column.addStretch(1)

    def _show(self, choices: Choices) -> None:
        """Show what was chosen before, as far as this workspace has it."""
        for box, key in (
            (self.what, choices.what),
            (self.panel, choices.panel),
            (self.step_panel, choices.panel or ("flow" if self._workspace == "sequence" else "pipeline")),
            (self.unit, choices.unit),
            (self.scale, str(choices.scale)),
            (self.theme, choices.theme),
            (self.ground, choices.ground),
            (self.svg_text, choices.svg_text),
            (self.pdf_text, choices.pdf_text),
        ):
            box.setCurrentIndex(max(box.findData(key), 0))
        # All, where none was chosen: what isn't wanted is soon unticked.
        panels = set(choices.panels) & set(self.panels) or set(self.panels)
        for name, check in self.panels.items():
            check.setChecked(name in panels)
        self.dpi.setText(choices.dpi)
        self.caption.setChecked(choices.caption)
        self.carries.setChecked(choices.carries)
        self.wide.setText(choices.width)
        self.high.setText(choices.height)
        now = self.choices()
        if not choices.width or choices.shown != now.shown:
            self._show_usual_size()  # the size is of something that this workspace does not have
        self._show_rows()

    def _listen(self) -> None:
        for box in (self.what, self.panel, self.step_panel, self.unit):
            box.currentIndexChanged.connect(self._begin_again)
        for check in self.panels.values():
            check.toggled.connect(self._begin_again)
        for box in (self.scale, self.theme, self.ground, self.svg_text, self.pdf_text):
            box.currentIndexChanged.connect(self.changed)
        for field in (self.wide, self.high, self.dpi):
            field.textChanged.connect(self.changed)  # an assistive tool “edits” nothing
        for check in (self.caption, self.carries):
            check.toggled.connect(self.changed)

    def _choose_kind(self, key: str) -> None:
        self._kind = cast(Format, key)
        self.kind.show_choice(key)
        self._show_rows()
        self.changed.emit()

    def _choose_files(self, key: str) -> None:
        self._is_separate = key == "five"
        self.files.show_choice(key)
        self._begin_again()

    def _begin_again(self) -> None:
        """Something else is shown, or measured in another unit: its size is another."""
        self._show_usual_size()
        self._show_rows()
        self.changed.emit()

    def _show_usual_size(self) -> None:
        wide, high = self.choices().usual_size(self._workspace)
        self.wide.setText(wide)
        self.high.setText(high)

    def _show_rows(self) -> None:
        what, is_png = self.what.currentData(), self._kind == "png"
        in_cm = self.unit.currentData() == "cm"
        shown = {
            "panel": what == "panel",
            "step_panel": what == "strip",
            "panels": what == "page",
            "files": what == "strip",
            "dpi": is_png and in_cm,  # on paper the dpi say how fine a picture is, on a screen the scale
            "scale": is_png and not in_cm,
            "svg_text": self._kind == "svg",
            "pdf_text": self._kind == "pdf",
        }
        for key, is_shown in shown.items():
            for widget in self._rows[key]:
                widget.setVisible(is_shown)


def _choice(name: str, options: Sequence[tuple[str, str]], tip: str = "") -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setToolTip(tip)
    made.setAccessibleDescription(tip)
    for key, text in options:
        made.addItem(text, key)
    return made


def _field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setAccessibleName(name)
    made.setMaxLength(12)
    return made


def _beside(gap: int, *widgets: QWidget) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QLineEdit) else 0)
    return made
