"""Number fields beside a point, for whoever wants it exactly there: x and y, or length and angle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from attnstudio.model import geometry, numerals
from attnstudio.model.document import Document
from attnstudio.model.geometry import Vec2
from attnstudio.model.limits import require_in_sight
from attnstudio.model.refused import Refused
from attnstudio.state.store import Gesture, Store
from attnstudio.ui import widgets
from attnstudio.ui.fonts import MONO
from attnstudio.ui.theme import theme_of

_FIELDS = ("x", "y", "length", "angle")
_MOST = 6  # decimals


class PointFields(QFrame):
    """The point moves while one types. Enter keeps that as one edit, Esc or a click elsewhere puts it back.
    Plain text fields: a spin box would round what it shows, and read a point or a comma by the computer's
    language."""

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
        super().__init__(parent)
        self.setObjectName("number-fields")
        self._store = store
        self._closed = closed
        self._start = point = start
        self._name = name
        self._gesture: Gesture | None = None
        self._worth = dict(zip(_FIELDS, (*point, *_polar(point)), strict=True))
        self._edited: set[str] = set()
        self._tip, self._area = QPoint(), QRect()
        self._message = widgets.label("", "warning")
        self._message.setWordWrap(True)
        self._message.hide()
        self.fields = {name: self._field(name) for name in (_FIELDS[:1] if is_line else _FIELDS)}
        self._lay_out(self._name)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    # --- for subclasses ---------------------------------------------------------------------------------

    def moved(self, document: Document, point: Vec2) -> Document:
        """`document`, with what the fields are about at `point`."""
        raise NotImplementedError

    def kept(self) -> None:
        """What was typed is kept: the plane may have to show more."""

    # --- for the panel ----------------------------------------------------------------------------------

    def open_at(self, tip: QPoint, within: QWidget) -> None:
        """Show beside `tip`, a point of the parent, without leaving the area of `within`."""
        self._tip, self._area = tip, within.geometry()
        self._settle()
        self.show()
        self.raise_()
        first = self.fields["x"]
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        first.selectAll()

    def _settle(self) -> None:
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

    def message(self) -> str:
        """What was wrong with the numbers at the latest Enter; "" once they are typed anew."""
        return "" if self._message.isHidden() else self._message.text()

    @property
    def is_typing(self) -> bool:
        """Whether what is typed here moves the tip just now. False once somebody else ended that."""
        return self._gesture is not None and self._store.gesture is self._gesture

    def has_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def dismiss(self) -> None:
        """Close; what was typed and not kept is put back."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.disconnect(self._focus_changed)
        self._closed()  # first: it takes the keyboard, which Qt would else pass on to just any widget
        if self.is_typing:
            self._store.cancel()
        self.hide()
        self.deleteLater()

    # --- inside -----------------------------------------------------------------------------------------

    def _lay_out(self, name: str) -> None:
        theme = theme_of(self._store.view)
        roles = theme.roles
        self.setStyleSheet(
            f"#number-fields {{ background: {roles.raised}; border: 1px solid {roles.edge};"
            f" border-radius: 6px; }} #number-fields QLineEdit {{ font-family: '{MONO}'; }}"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(10),) * 4)
        column.setSpacing(theme.px(6))
        form = theme.words(13, 600)
        title = QLabel(name if name.startswith("x ") else name[:1].upper() + name[1:])  # X is a matrix
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
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setText(_printed(self._worth[name]))
        field.setMaxLength(40)
        field.textEdited.connect(lambda text: self._typed(name, text))
        field.returnPressed.connect(self._apply)
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
            self._preview(self._wanted())

    def _preview(self, point: Vec2) -> None:
        """Show the tip at `point`: one gesture from the first letter to Enter."""
        if self._gesture is None:
            self._store.begin(f"Move {self._name}")
            self._gesture = self._store.gesture
        if self.is_typing:
            # The start itself may lie outside the bound; coming back to it is no edit all the same.
            is_back = point == self._start
            self._store.preview(lambda document: document if is_back else self.moved(document, point))

    def _apply(self) -> None:
        if not self._edited:
            self.dismiss()
            return
        try:
            for name in _FIELDS:
                if name in self._edited:
                    self._worth[name] = numerals.parse(self.fields[name].text())
            self._preview(self._wanted())
        except Refused as refused:
            if self.is_typing:
                self._preview(self._start)
            self._say(str(refused))
            return
        if self.is_typing:
            self._store.commit()
            self.kept()
        self.dismiss()

    def _wanted(self) -> Vec2:
        if self._worth["length"] < 0.0:
            raise Refused("A length can't be negative; turn the angle by 180° instead.")
        point = (self._worth["x"], self._worth["y"])
        require_in_sight(self._store.document, (0.0, 0.0), point)
        return point

    def _say(self, sentence: str) -> None:
        self._message.setText(sentence)
        self._message.show()
        self._settle()

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new is not self and not self.isAncestorOf(new):
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.dismiss()
        else:
            super().keyPressEvent(event)


def _polar(point: Vec2) -> Vec2:
    return geometry.length(point), geometry.angle(point)


def _printed(value: float) -> str:
    """All numbers in the same manner: with two decimals or three, or more where more say it exactly."""
    text = numerals.exact(value, 2, _MOST)
    return text if numerals.rounded(value, _MOST) == value else numerals.fixed(value, 3)
