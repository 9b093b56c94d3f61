"""An edit that is tried out while somebody types it."""

from __future__ import annotations

from attnstudio.model.edits import Edit
from attnstudio.state.store import Gesture, Store


class Trial:
    """One gesture from the first letter: Enter keeps it as one edit, Esc puts it back."""

    def __init__(self, store: Store, name: str) -> None:
        """`name` is what the history calls it. Nothing begins before something is shown."""
        self._store, self._name = store, name
        self._gesture: Gesture | None = None

    @property
    def is_on(self) -> bool:
        """Whether what is typed shows just now. False once somebody else ended that."""
        return self._gesture is not None and self._store.gesture is self._gesture

    def show(self, edit: Edit) -> None:
        """Show the work with `edit`. Raises `Refused` where that can't be done."""
        if self._gesture is None:
            self._store.begin(self._name)
            self._gesture = self._store.gesture
        if self.is_on:
            self._store.preview(edit)

    def show_none(self) -> None:
        """Show the work as it was, until something else is typed."""
        if self.is_on:
            self._store.preview(lambda document: document)

    def keep(self) -> bool:
        """Keep what is shown. False where it was ended already, or never began."""
        was_on = self.is_on
        if was_on:
            self._store.commit()
        return was_on

    def cancel(self) -> None:
        """Put back what was tried."""
        if self.is_on:
            self._store.cancel()
