"""The four numbers of a matrix, for whoever wants them exactly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from attnstudio.model import numerals
from attnstudio.model.document import Document, Matrix
from attnstudio.model.projecting import MATRIX_NAMES, Which, set_cell
from attnstudio.model.refused import Refused
from attnstudio.state.store import Store
from attnstudio.ui import widgets
from attnstudio.ui.basis.drag import AXES, matrix_of
from attnstudio.ui.number_form import NumberForm
from attnstudio.ui.theme import theme_of


class MatrixFields(NumberForm):
    """The arrows move while one types."""

    def __init__(self, store: Store, which: Which, parent: QWidget, closed: Callable[[], object]) -> None:
        super().__init__(store, f"Type {MATRIX_NAMES[which]}", parent, closed)
        self._which, self._head = which, store.look.head
        matrix = matrix_of(store.now, which)
        assert matrix is not None
        self._start: Matrix = matrix
        self._typed: dict[tuple[int, int], str] = {}
        self._area = QRect()
        self.fields = {(row, column): self._field(row, column) for row in (0, 1) for column in (0, 1)}
        self._fill()

    def open_over(self, area: QRect) -> None:
        """Show over `area` of the parent, without leaving the parent."""
        self._area = area
        self.open_form(self.fields[0, 0])

    def place(self) -> None:
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

    def is_edited(self) -> bool:
        return bool(self._typed)

    def show_typed(self) -> None:
        """Numbers that were not touched keep their worth, unrounded."""
        numbers = {place: numerals.parse(text) for place, text in self._typed.items()}
        self._trial.show(partial(self._changed, numbers))

    # --- inside -----------------------------------------------------------------------------------

    def _fill(self) -> None:
        theme = theme_of(self._store.view)
        column = self.lay_out("QLineEdit", 6)
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
        field = self._new_field(numerals.exact(self._start[row][column], 2))
        field.setFixedWidth(theme_of(self._store.view).px(72))
        field.setAccessibleName(f"{MATRIX_NAMES[self._which]}, {AXES[row]}, component {column + 1}")
        field.textEdited.connect(partial(self._type, row, column))
        return field

    def _type(self, row: int, column: int, text: str) -> None:
        self._typed[row, column] = text
        self._message.hide()
        try:
            self.show_typed()
        except Refused:
            return  # half typed: said when Enter asks for it

    def _changed(self, numbers: dict[tuple[int, int], float], document: Document) -> Document:
        for (row, column), number in numbers.items():
            document = set_cell(document, self._which, self._head, row, column, number)
        return document
