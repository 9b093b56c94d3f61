"""Number fields beside a tip of the plane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Document, Handle
from attnstudio.model.edits import move_vector
from attnstudio.model.geometry import Vec2
from attnstudio.model.pairing import move_word
from attnstudio.state.gestures import name_of, point_of, show_tip
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.x_tip import XTip
from attnstudio.ui.point_fields import PointFields


class XFields(PointFields):
    """Of the x of a word, from which its tips are made."""

    def __init__(self, store: Store, x: XTip, parent: QWidget, closed: Callable[[], object]) -> None:
        token, place = x.token, x.place
        assert token is not None
        assert place is not None
        self._x, self._token, self._head = x, token, store.look.head
        self._passage = store.look.passage
        super().__init__(store, x.name, place, parent, closed, is_line=False)

    def moved(self, document: Document, point: Vec2) -> Document:
        return move_word(document, self._passage, self._token, point, self._head)

    def kept(self) -> None:
        self._x.keep_in_sight()


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
