"""Number fields beside a point, for whoever wants it exactly there: x and y, or length and angle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from attnstudio.model import geometry, numerals
from attnstudio.model.document import Document
from attnstudio.model.geometry import Vec2
from attnstudio.model.limits import require_in_sight
from attnstudio.model.refused import Refused
from attnstudio.model.wording import capital
from attnstudio.state.store import Store
from attnstudio.ui import widgets
from attnstudio.ui.number_form import NumberForm
from attnstudio.ui.theme import theme_of

_FIELDS = ("x", "y", "length", "angle")
_MOST = 6  # decimals


class PointFields(NumberForm):
    """The point moves while one types."""

    def __init__(
        self,
        store: Store,
        name: str,
        start: Vec2,
        parent: QWidget,
        closed: Callable[[], object],
        is_line: bool,
    ) -> None:
        """`name` says what is moved, and `start` where it is. `is_line`: the vector has one component, so
        there is no y to type."""
        super().__init__(store, f"Move {name}", parent, closed)
        self._start = point = start
        self._name = name
        self._worth = dict(zip(_FIELDS, (*point, *_polar(point)), strict=True))
        self._edited: set[str] = set()
        self._tip, self._area = QPoint(), QRect()
        self.fields = {name: self._field(name) for name in (_FIELDS[:1] if is_line else _FIELDS)}
        self._fill(self._name)

    # --- for subclasses ---------------------------------------------------------------------------------

    def moved(self, document: Document, point: Vec2) -> Document:
        """`document`, with what the fields are about at `point`."""
        raise NotImplementedError

    # --- for the panel ----------------------------------------------------------------------------------

    def open_at(self, tip: QPoint, within: QWidget) -> None:
        """Show beside `tip`, a point of the parent, without leaving the area of `within`."""
        self._tip, self._area = tip, within.geometry()
        self.open_form(self.fields["x"])

    def place(self) -> None:
        self.adjustSize()
        gap, area, tip = theme_of(self._store.view).px(18), self._area, self._tip
        left = tip.x() + gap
        if left + self.width() > area.right():
            left = tip.x() - gap - self.width()
        top = tip.y() - self.height() // 2
        self.move(
            max(min(left, area.right() - self.width()), area.left()),
            max(min(top, area.bottom() - self.height()), area.top()),
        )

    def is_edited(self) -> bool:
        return bool(self._edited)

    def show_typed(self) -> None:
        for name in _FIELDS:
            if name in self._edited:
                self._worth[name] = numerals.parse(self.fields[name].text())
        self._show(self._wanted())

    # --- inside -----------------------------------------------------------------------------------------

    def _fill(self, name: str) -> None:
        theme = theme_of(self._store.view)
        column = self.lay_out("QLineEdit", 6)
        form = theme.words(13, 600)
        title = QLabel(name if name.startswith("x ") else capital(name))  # X is a matrix
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setFont(form)
        column.addWidget(title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(6))
        grid.setVerticalSpacing(theme.px(4))
        for number, (key, field) in enumerate(self.fields.items()):
            text = widgets.label({"length": "length", "angle": "angle °"}.get(key, key))
            text.setBuddy(field)
            grid.addWidget(text, number // 2, number % 2 * 2)
            grid.addWidget(field, number // 2, number % 2 * 2 + 1)
            field.setAccessibleName(f"{key} of {name}")
            field.setFixedWidth(theme.px(78))
        column.addLayout(grid)
        column.addWidget(self._message)
        column.addWidget(widgets.label("Enter keeps it, Esc puts it back"))

    def _field(self, name: str) -> QLineEdit:
        field = self._new_field(_printed(self._worth[name]))
        field.setObjectName(name)
        field.textEdited.connect(lambda text: self._typed(name, text))
        return field

    def _typed(self, name: str, text: str) -> None:
        """Bring the other pair of numbers along. What was not typed keeps its worth, unrounded."""
        self._edited.add(name)
        self._message.hide()
        try:
            self._worth[name] = numerals.parse(text)
        except Refused:
            return  # half typed: said when Enter asks for it
        worth = self._worth
        if name in ("x", "y"):
            worth["length"], worth["angle"] = _polar((worth["x"], worth["y"]))
            others = ("length", "angle")
        else:
            worth["x"], worth["y"] = geometry.from_polar(worth["length"], worth["angle"])
            others = ("x", "y")
        for other in others:
            self._edited.discard(other)
            if other in self.fields:
                self.fields[other].setText(_printed(worth[other]))
        with suppress(Refused):  # said when Enter asks for it
            self._show(self._wanted())

    def _show(self, point: Vec2) -> None:
        # The start itself may lie outside the bound; coming back to it is no edit all the same.
        is_back = point == self._start
        self._trial.show(lambda document: document if is_back else self.moved(document, point))

    def _wanted(self) -> Vec2:
        if self._worth["length"] < 0.0:
            raise Refused("A length can't be negative; turn the angle by 180° instead.")
        point = (self._worth["x"], self._worth["y"])
        require_in_sight(self._store.document, (0.0, 0.0), point)
        return point


def _polar(point: Vec2) -> Vec2:
    return geometry.length(point), geometry.angle(point)


def _printed(value: float) -> str:
    """All numbers in the same manner: with two decimals or three, or more where more say it exactly."""
    text = numerals.exact(value, 2, _MOST)
    return text if numerals.rounded(value, _MOST) == value else numerals.fixed(value, 3)
