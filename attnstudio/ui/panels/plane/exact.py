"""Number fields beside a tip of the plane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Document, Handle
from attnstudio.model.edits import move_vector
from attnstudio.model.geometry import Vec2
from attnstudio.state.gestures import name_of, point_of, show_tip
from attnstudio.state.store import Store
from attnstudio.ui.panels.exact import PointFields


class NumberFields(PointFields):
    def __init__(
        self, store: Store, handle: Handle, parent: QWidget, closed: Callable[[], object], is_line: bool
    ) -> None:
        """`is_line`: the vector has one component, so there is no y to type."""
        self.handle = handle
        self._passage = store.look.passage
        name, start = name_of(store.now, handle), point_of(store.now, handle)
        super().__init__(store, name, start, parent, closed, is_line)

    def moved(self, document: Document, point: Vec2) -> Document:
        return move_vector(document, self.handle, point, self._passage)

    def kept(self) -> None:
        show_tip(self._store, self.handle)
