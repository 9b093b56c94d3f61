"""A slider of something that is only asked, and no part of the document: nothing of it is undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from attnstudio.model.document import Document
from attnstudio.state.store import Store
from attnstudio.ui.slider import GestureSlider, Ticks
from attnstudio.ui.theme import Theme


class StepSlider(GestureSlider):
    """0 … `last`; `act` gets every place that the handle comes to."""

    def __init__(
        self,
        parent: QWidget,
        store: Store,
        theme: Theme,
        name: str,
        last: int,
        act: Callable[[int], object],
    ) -> None:
        super().__init__(parent, store, theme, name, Ticks(last, max(last // 4, 1)))
        self._act = act
        self._start = 0

    def place_in(self, document: Document) -> int:
        return self.value()

    def put(self, place: int) -> None:
        """Show a place, without acting."""
        if place != self.value():
            self.blockSignals(True)
            self.setValue(place)
            self.blockSignals(False)
            self.update()

    def _begin(self) -> None:
        self._start = self.value()

    def _moved(self, place: int) -> None:
        self._act(place)

    def _end(self) -> None:
        pass

    def call_off(self) -> None:
        """Back to where the handle was taken."""
        if self.isSliderDown():
            self.blockSignals(True)
            self.setSliderDown(False)
            self.blockSignals(False)
            if self.value() != self._start:
                self.put(self._start)
                self._act(self._start)
