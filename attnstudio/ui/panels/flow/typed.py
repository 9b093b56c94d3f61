"""A small field over a cell, to type its number."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import Picked
from attnstudio.state.store import Store
from attnstudio.state.trial import Trial
from attnstudio.ui.fonts import MONO
from attnstudio.ui.panels.flow.inputs import edit_name, edit_of, value_of
from attnstudio.ui.theme import theme_of

_WIDE, _HIGH = 66, 22


class CellField(QLineEdit):
    """What follows from the number moves while one types. Enter keeps it as one edit; Esc, or going
    elsewhere, puts it back."""

    def __init__(self, store: Store, cell: Picked, parent: QWidget, closed: Callable[[], object]) -> None:
        super().__init__(parent)
        self.cell = cell
        self._store, self._closed = store, closed
        self._is_open = True
        name = edit_name(store.now, cell)
        self._trial = Trial(store, name)
        theme = theme_of(store.view)
        self.setStyleSheet(f"font-family: '{MONO}'; padding: 0px;")
        self.setText(numerals.exact(value_of(store.now, cell), 2, 9))
        self.setMaxLength(40)
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.resize(theme.px(_WIDE), theme.px(_HIGH))
        self.textEdited.connect(self._type)
        self.returnPressed.connect(self._apply)

    def open_over(self, cell: QRect) -> None:
        """Show over a cell of the parent, within the parent."""
        parent = self.parentWidget()
        assert parent is not None
        left = min(max(cell.center().x() - self.width() // 2, 0), parent.width() - self.width())
        top = min(max(cell.center().y() - self.height() // 2, 0), parent.height() - self.height())
        self.move(left, top)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.selectAll()

    @property
    def is_typing(self) -> bool:
        """Whether what is typed here moves the number just now."""
        return self._trial.is_on

    def dismiss(self) -> None:
        """Close; what was typed and not kept is put back."""
        if not self._is_open:
            return
        self._is_open = False
        self._trial.cancel()
        self._closed()
        self.hide()
        self.deleteLater()

    def _type(self, text: str) -> None:
        with suppress(Refused):  # half typed: said when Enter asks for it
            self._preview(numerals.parse(text))

    def _preview(self, value: float) -> None:
        self._trial.show(edit_of(self._store.now, self.cell, value))

    def _apply(self) -> None:
        if self.isModified():
            try:
                self._preview(numerals.parse(self.text()))
            except Refused as refused:
                self._trial.show_none()
                self._store.say(str(refused))
                return
            self._trial.keep()
        self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:  # its own menu of copy and paste
            self.dismiss()
