"""The tip of x on the plane: of one word whose query, key and value are made from it, when asked for."""

from __future__ import annotations

import math

from attnstudio.model.geometry import Vec2
from attnstudio.state import word_drag
from attnstudio.state.framing import grown
from attnstudio.state.gestures import CATCH, Lens, Pixel
from attnstudio.state.store import Store
from attnstudio.state.word_drag import WordDrag


class XTip:
    """Which word's x stands on the plane to be moved, if any. It goes when its word does, or its x."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: int | None = None

    @property
    def token(self) -> int | None:
        held = self._store.now.passage
        if self._asked is None or held.embedding is None:
            return None
        tokens = (*held.query_tokens, *held.key_tokens)
        return self._asked if any(token.id == self._asked for token in tokens) else None

    def show(self, token: int) -> None:
        self._asked = token
        self.keep_in_sight()

    def hide(self) -> bool:
        """Whether one was shown."""
        was_shown, self._asked = self.token is not None, None
        return was_shown

    @property
    def place(self) -> Vec2 | None:
        """In model units."""
        return None if self.token is None else word_drag.place_of(self._store.now, self.token)

    @property
    def name(self) -> str:
        return "" if self.token is None else word_drag.title_of(self._store.now, self.token)

    def at(self, lens: Lens) -> Pixel | None:
        place = self.place
        return None if place is None else lens.to_pixels(place)

    def taken(self, at: Pixel, lens: Lens) -> WordDrag | None:
        """A drag, if a press at `at` catches it."""
        tip, token = self.at(lens), self.token
        if tip is None or token is None or math.dist(tip, at) > CATCH:
            return None
        return WordDrag(self._store, token, at, lens)

    def is_near(self, at: Pixel, lens: Lens) -> bool:
        tip = self.at(lens)
        return tip is not None and math.dist(tip, at) <= CATCH

    def press_arrow(self, right: int, up: int, factor: float) -> bool:
        """False at the bound, and where there is none."""
        token = self.token
        if token is None:
            return False
        moved = word_drag.press_arrow(self._store, token, right, up, factor)
        self.keep_in_sight()
        return moved

    def put(self, place: Vec2) -> None:
        if self.token is not None:
            word_drag.place(self._store, self.token, place)
            self.keep_in_sight()

    def keep_in_sight(self) -> None:
        """Let the frame grow just so far that it shows."""
        place, now = self.place, self._store.now
        if place is not None:
            self._store.set_view(frame=grown(now.frame, place, now.document.bound))
