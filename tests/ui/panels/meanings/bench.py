"""The plane of two meanings in a window, and a hand over it."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt

from attnstudio.model.document import Chart, Document, Embedding, Look, Passage, Projection
from attnstudio.state.word_drag import place_of
from attnstudio.ui.panels.meanings.content import Content, Word
from attnstudio.ui.panels.meanings.panel import MeaningsPanel
from tests import samples
from tests.ui.panels.framed import LEFT, NONE, PLAIN, Framed

BANK, BANK_B, MONEY, RIVER, THE = 6, 16, 3, 15, 5
ASKING = Look(query=BANK)


class Plane(Framed[MeaningsPanel]):
    @property
    def content(self) -> Content:
        return self.panel.view.content

    def word(self, token: int) -> Word:
        found = self.content.word_of(token)
        assert found is not None
        return found

    def at(self, x: float, y: float) -> QPointF:
        return QPointF(*self.panel.view.lens.to_pixels((x, y)))

    def press(self, at: QPointF) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseButtonPress, at)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier = PLAIN, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseMove, at, NONE, held, keys)

    def release(self, at: QPointF) -> None:
        self.mouse(self.panel.view, QEvent.Type.MouseButtonRelease, at, held=NONE)

    def drag(self, start: QPointF, *places: QPointF, keys: Qt.KeyboardModifier = PLAIN) -> None:
        self.press(start)
        for place in places:
            self.move(place, keys)
        self.release(places[-1])

    def place(self, token: int) -> tuple[float, float]:
        return place_of(self.store.now, token)

    def type(self, key: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> bool:
        return self.key(self.panel.view, key, keys)


Make = Callable[..., Plane]


def real(size: int, words: int = 6) -> Document:
    """Two sentences in many dimensions, drawn through two axes of chance."""
    chance = random.Random(7)

    def vector() -> tuple[float, ...]:
        return tuple(chance.uniform(-1.0, 1.0) for _ in range(size))

    x_axis = tuple(1.0 if i == 3 else 0.0 for i in range(size))
    y_axis = tuple(0.5**0.5 if i in (5, 7) else 0.0 for i in range(size))
    bank = vector()
    passages = []
    for first in (1, 101):
        tokens = samples.tokens(*(f"word{first + n}" for n in range(words - 1)), "bank", first=first)
        rows = (*(vector() for _ in range(words - 1)), bank)
        passages.append(Passage(tokens, embedding=Embedding(rows)))
    unit = tuple(tuple(float(i == j) for j in range(size)) for i in range(size))
    chart = Chart(x_axis, y_axis, "money", "river")
    return Document("real", tuple(passages), chart=chart, projection=Projection((unit,), (unit,), (unit,)))
