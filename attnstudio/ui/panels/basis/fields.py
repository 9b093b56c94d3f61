"""The four numbers of a matrix, for whoever wants them exactly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Document, Matrix
from attnstudio.model.projecting import MATRIX_NAMES, Which, set_cell
from attnstudio.model.refused import Refused
from attnstudio.state.store import Gesture, Store
from attnstudio.ui import widgets
from attnstudio.ui.fonts import MONO
from attnstudio.ui.panels.basis.drag import AXES, matrix_of
from attnstudio.ui.theme import theme_of


class MatrixFields(QFrame):
    """The arrows move while one types. Enter keeps it as one edit, Esc or a click elsewhere puts it back."""

    def __init__(self, store: Store, which: Which, parent: QWidget, closed: Callable[[], object]) -> None:
        super().__init__(parent)
        self.setObjectName("number-fields")
        self._store, self._which, self._closed = store, which, closed
        self._head = store.look.head
        matrix = matrix_of(store.now, which)
        assert matrix is not None
        self._start: Matrix = matrix
        self._typed: dict[tuple[int, int], str] = {}
        self._gesture: Gesture | None = None
        self._area = QRect()
        self._message = widgets.label("", "warning")
        self._message.setWordWrap(True)
        self._message.hide()
        self.fields = {(row, column): self._field(row, column) for row in (0, 1) for column in (0, 1)}
        self._lay_out()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def open_over(self, area: QRect) -> None:
        """Show over `area` of the parent, without leaving the parent."""
        self._area = area
        self._settle()
        self.show()
        self.raise_()
        first = self.fields[0, 0]
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        first.selectAll()

    @property
    def is_typing(self) -> bool:
        """Whether what is typed here moves the matrix just now."""
        return self._gesture is not None and self._store.gesture is self._gesture

    @property
    def message(self) -> str:
        """What was wrong with the numbers at the latest Enter."""
        return "" if self._message.isHidden() else self._message.text()

    def dismiss(self) -> None:
        """Close; what was typed and not kept is put back."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.disconnect(self._focus_changed)
        self._closed()
        if self.is_typing:
            self._store.cancel()
        self.hide()
        self.deleteLater()

    # --- inside -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme = theme_of(self._store.view)
        roles = theme.roles
        self.setStyleSheet(
            f"#number-fields {{ background: {roles.raised}; border: 1px solid {roles.edge};"
            f" border-radius: 6px; }} #number-fields QLineEdit {{ font-family: '{MONO}'; }}"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(10),) * 4)
        column.setSpacing(theme.px(6))
        column.addWidget(widgets.label(f"The numbers of {MATRIX_NAMES[self._which]}", "strong"))
        grid = QGridLayout()
        grid.setSpacing(theme.px(4))
        for row, axis in enumerate(AXES):
            grid.addWidget(widgets.label(f"{axis} →"), row, 0)
            for place in (0, 1):
                grid.addWidget(self.fields[row, place], row, place + 1)
        column.addLayout(grid)
        column.addWidget(self._message)
        column.addWidget(widgets.label("Enter keeps them, Esc puts them back"))

    def _field(self, row: int, column: int) -> QLineEdit:
        field = QLineEdit(self)
        field.setText(numerals.exact(self._start[row][column], 2))
        field.setMaxLength(40)
        field.setFixedWidth(theme_of(self._store.view).px(72))
        field.setAccessibleName(f"{MATRIX_NAMES[self._which]}, {AXES[row]}, component {column + 1}")
        field.textEdited.connect(partial(self._type, row, column))
        field.returnPressed.connect(self._apply)
        return field

    def _type(self, row: int, column: int, text: str) -> None:
        self._typed[row, column] = text
        self._message.hide()
        try:
            self._preview()
        except Refused:
            return  # half typed: said when Enter asks for it

    def _preview(self) -> None:
        """Show what is typed. Numbers that were not touched keep their worth, unrounded."""
        numbers = {place: numerals.parse(text) for place, text in self._typed.items()}
        if self._gesture is None:
            self._store.begin(f"Type {MATRIX_NAMES[self._which]}")
            self._gesture = self._store.gesture
        if self.is_typing:
            self._store.preview(partial(self._changed, numbers))

    def _changed(self, numbers: dict[tuple[int, int], float], document: Document) -> Document:
        for (row, column), number in numbers.items():
            document = set_cell(document, self._which, self._head, row, column, number)
        return document

    def _apply(self) -> None:
        if self._typed:
            try:
                self._preview()
            except Refused as refused:
                if self.is_typing:
                    self._store.preview(lambda document: document)
                self._message.setText(str(refused))
                self._message.show()
                self._settle()
                return
            if self.is_typing:
                self._store.commit()
        self.dismiss()

    def _settle(self) -> None:
        """As large as it must be, over its area, within the parent."""
        self.adjustSize()
        parent = self.parentWidget()
        assert parent is not None
        left = self._area.center().x() - self.width() // 2
        top = self._area.center().y() - self.height() // 2
        self.move(
            max(min(left, parent.width() - self.width()), 0),
            max(min(top, parent.height() - self.height()), 0),
        )

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new is not self and not self.isAncestorOf(new):
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.dismiss()
        else:
            super().keyPressEvent(event)
