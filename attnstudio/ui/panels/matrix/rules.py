"""The menu of mask rules: its button tells which one holds, and how much was painted over it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from attnstudio.model import edits
from attnstudio.model.settings import RULES, Rule
from attnstudio.state.store import Store
from attnstudio.ui.icons import icon
from attnstudio.ui.panels.matrix.content import flipped_cells, rule_text
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import SMALL, theme_of
from attnstudio.ui.widgets import button

_TEXTS: dict[Rule, str] = {
    "none": "None: every word may look at every word",
    "causal": "Causal: no word looks at later ones",
    "strict": "Causal without the diagonal: only earlier words",
    "window": "Sliding window: itself and the words just before",
    "prefix": "Prefix: the first words for all, the rest causal",
    "block": "Blocks: words of the same block",
    "custom": "Custom: keep these cells, paint others",
}
_PAINT = "Paint cells with the mouse"
_LABORATORY = "Mask laboratory: sizes, padding, conventions"


class RuleMenu:
    """The link *Rule: causal* under the cells, with its menu."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        self._store = store
        self.link: QToolButton = button("Rule: none", "link", self.pop_up)
        self.link.setParent(parent)
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.link.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow after the word
        self.menu = QMenu(parent)
        self.menu.aboutToShow.connect(self.bring_up_to_date)
        group = QActionGroup(self.menu)
        self.rules: dict[Rule, QAction] = {}
        for rule in RULES:
            action = self.menu.addAction(_TEXTS[rule])
            action.setCheckable(True)
            action.triggered.connect(partial(self._choose, rule))
            group.addAction(action)
            self.rules[rule] = action
        self.menu.addSeparator()
        self.paint = self.menu.addAction(_PAINT)
        self.paint.setCheckable(True)
        self.paint.triggered.connect(self._set_painting)
        self.laboratory = self.menu.addAction(_LABORATORY)
        self.laboratory.triggered.connect(self._go_to_laboratory)

    def retheme(self) -> None:
        theme = theme_of(self._store.view)
        size = theme.px(10)
        self.link.setIcon(icon("down", theme.roles.accent, size))
        self.link.setIconSize(QSize(size, size))
        self.link.setFont(theme.text(SMALL))

    def pop_up(self) -> None:
        """Open the menu at its button. The program goes on meanwhile: no loop of its own waits for it."""
        self.menu.popup(self.link.mapToGlobal(self.link.rect().topLeft()))

    def say(self, rule: str, room: int) -> None:
        """Tell the mask's rule, such as ``causal, 2 cells changed``, on at most `room` pixels."""
        self.link.setAccessibleName(f"Mask rule: {rule}")
        self.link.setAccessibleDescription("Opens a menu of rules.")
        whole = f"Rule: {rule}"
        short = whole.replace(" cells", "").replace(" cell", "")
        around = self.link.sizeHint().width() - self._width_of(self.link.text())
        forms = (whole, short, rule, rule.split(",")[0])
        text = next((form for form in forms if self._width_of(form) + around <= room), self._least(forms))
        if text != self.link.text():
            self.link.setText(text)
        self.link.setToolTip(plain_tip("" if text == whole else whole))

    def _least(self, forms: tuple[str, ...]) -> str:
        """Where none has room: a short rule keeps its name and its changes, a long one only its name."""
        return forms[1] if forms[3] in RULES else forms[3]

    def _width_of(self, text: str) -> int:
        return self.link.fontMetrics().horizontalAdvance(text)

    def bring_up_to_date(self) -> None:
        """Check the present rule, and say how many cells were flipped since."""
        now = self._store.now
        mask, shows_mask = now.document.mask, now.look.matrix == "mask"
        is_painted_over = mask.rule != "custom" and flipped_cells(mask, now.passage) > 0
        for rule, action in self.rules.items():
            text = _TEXTS[rule]
            if rule == mask.rule and is_painted_over:
                text = f"{rule_text(mask, now.passage).capitalize()}: choose it again to clear these"
            action.setText(text)
            action.setChecked(rule == mask.rule)
        self.paint.setChecked(now.view.painting or shows_mask)
        self.paint.setEnabled(not shows_mask)
        self.paint.setText("Cells are painted where the mask is shown" if shows_mask else _PAINT)

    def _choose(self, rule: Rule) -> None:
        self._store.apply(f"Mask: {rule}", lambda document: edits.set_rule(document, rule))
        self.bring_up_to_date()  # a click unchecks what it finds checked

    def _go_to_laboratory(self) -> None:
        self._store.set_look(workspace="sequence", side="masks")

    def _set_painting(self, on: bool) -> None:
        self._store.set_view(painting=on)
