"""The pipeline in a window, with the mouse and the keys over its rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt

from attnstudio.model.document import Look
from attnstudio.state.snapshot import View
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.grid import Spot
from attnstudio.ui.panels.pipeline.hand import PipelineGrid
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from tests.ui.panels.framed import LEFT, NONE, PLAIN, Framed

MONEY, BANK = 2, 5  # positions; the ids are one more
SIZE = (650, 460)
LOOK = Look(query=6)
PLAIN_VIEW = View()


class Hand(Framed[PipelinePanel]):
    @property
    def rows(self) -> PipelineGrid:
        return self.panel.rows

    def cell(self, j: int, place: Place) -> QPointF:
        return QPointF(self.rows.rect_of(Spot(j, place)).center())

    def on_bar(self, j: int, share: float = 0.5) -> QPointF:
        track = self.rows.track_of(j)
        return QPointF(track.left() + share * track.width(), track.center().y())

    def on_number(self, j: int) -> QPointF:
        cell = self.rows.rect_of(Spot(j, "normalize"))
        return QPointF(cell.right() - 4, self.rows.track_of(j).top() - 8)

    def press(self, at: QPointF, button: Qt.MouseButton = LEFT) -> None:
        self.mouse(self.rows, QEvent.Type.MouseButtonPress, at, button, LEFT | button)

    def move(self, at: QPointF, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(self.rows, QEvent.Type.MouseMove, at, NONE, held)

    def release(self, at: QPointF) -> None:
        self.mouse(self.rows, QEvent.Type.MouseButtonRelease, at, LEFT, NONE)

    def choose(self, at: QPointF) -> None:
        self.click(self.rows, at)

    def double_click(self, at: QPointF) -> None:
        self.choose(at)
        self.mouse(self.rows, QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT)
        self.release(at)

    def tap(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> bool:
        return self.key(self.rows, key, held)

    def weight(self, j: int = MONEY) -> float:
        return float(self.store.trace.row(self.store.now.query_index).weights[0, j])

    def part(self, name: str) -> Part:
        (found,) = [part for part in self.panel.parts() if part.name == name]
        return found


Make = Callable[..., Hand]
