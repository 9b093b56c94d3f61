"""The sentence panel in a window, and the mouse and the keys over its chips."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.retype import retype_sentence
from attnstudio.state.snapshot import View
from attnstudio.study.lexicon import placement
from attnstudio.ui.panels.sentence.chips import Chip
from attnstudio.ui.panels.sentence.field import SentenceField
from attnstudio.ui.panels.sentence.panel import SentencePanel
from attnstudio.ui.panels.sentence.surface import ChipSurface
from tests.ui.panels.framed import Framed

BANK = Look(query=6)
PLAIN = View()
LONG = " ".join(f"word{number}" for number in range(64))


def typed(text: str) -> Document:
    empty = Document("typed", (Passage((), heads=(Head((), (), ()),)),))
    return retype_sentence(empty, text, placement)


class Bench(Framed[SentencePanel]):
    @property
    def surface(self) -> ChipSurface:
        return self.panel.surface

    def chip(self, token: int) -> Chip:
        return next(chip for chip in self.surface.places.chips if chip.token.id == token)

    @property
    def chips(self) -> tuple[Chip, ...]:
        return self.surface.places.chips

    def words(self) -> list[str]:
        return [chip.token.text for chip in self.chips]

    def numbers(self) -> list[str]:
        return [self.surface.number_of(chip) for chip in self.chips]

    def press(self, at: QPointF) -> None:
        self.mouse(self.surface, QEvent.Type.MouseButtonPress, at)

    def tap(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        return self.key(self.surface, key, keys)

    def field(self, side: str = "query") -> SentenceField:
        return next(field for key, field in self.panel.editor.fields.items() if key == side)

    def is_typing(self) -> bool:
        return self.panel.editor.is_open

    def pointed_at(self) -> int | None:
        return self.store.view.hover_token

    def type(self, text: str) -> None:
        """Type over the whole sentence."""
        self.field().selectAll()
        QTest.keyClicks(self.field(), text)

    def colour(self, chip: Chip) -> QColor:
        """The tint of a chip, at its lower edge where no letter stands."""
        middle, foot = round(chip.rect.center().x()), round(chip.rect.bottom())
        at = self.surface.mapTo(self.panel, QPoint(middle, foot - 4))
        return self.panel.grab().toImage().pixelColor(at)


Make = Callable[..., Bench]
