"""A floating card with number fields: what is typed shows at once, and Enter keeps it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from attnstudio.model.refused import Refused
from attnstudio.state.store import Store
from attnstudio.state.trial import Trial
from attnstudio.ui import widgets
from attnstudio.ui.floating import FloatingCard


class NumberForm(FloatingCard):
    """Enter keeps what was typed as one edit, Esc or a click elsewhere puts it back.

    Plain text fields: a spin box would round what it shows, and read a point or a comma by the computer's
    language.
    """

    def __init__(self, store: Store, name: str, parent: QWidget, closed: Callable[[], object]) -> None:
        """`name` is what the history calls the edit."""
        super().__init__(store, "number-fields", parent, closed)
        self._trial = Trial(store, name)
        self._message = widgets.label("", "warning")
        self._message.setWordWrap(True)
        self._message.hide()

    # --- for subclasses ---------------------------------------------------------------------------------

    def is_edited(self) -> bool:
        """Whether there is anything to keep."""
        raise NotImplementedError

    def show_typed(self) -> None:
        """Show the work with all that is typed. Raises `Refused` where that can't be read or done."""
        raise NotImplementedError

    def place(self) -> None:
        """Take the size that the card needs now, and a place for it."""
        raise NotImplementedError

    def kept(self) -> None:
        """What was typed is kept: the plane may have to show more."""

    # --- for the panel ----------------------------------------------------------------------------------

    def open_form(self, first: QLineEdit) -> None:
        """Show the card, with `first` to be typed over."""
        self.place()
        self.show()
        self.raise_()
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        first.selectAll()

    @property
    def message(self) -> str:
        """What was wrong with the numbers at the latest Enter; "" once they are typed anew."""
        return "" if self._message.isHidden() else self._message.text()

    @property
    def is_typing(self) -> bool:
        """Whether what is typed here moves something just now. False once somebody else ended that."""
        return self._trial.is_on

    def put_back(self) -> None:
        self._trial.cancel()

    # --- inside -----------------------------------------------------------------------------------------

    def _new_field(self, text: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setText(text)
        field.setMaxLength(40)
        field.returnPressed.connect(self._apply)
        return field

    def _apply(self) -> None:
        if self.is_edited():
            try:
                self.show_typed()
            except Refused as refused:
                self._trial.show_none()
                self._message.setText(str(refused))
                self._message.show()
                self.place()
                return
            if self._trial.keep():
                self.kept()
        self.dismiss()
