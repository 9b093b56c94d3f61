"""A matrix panel on the screen, and the mouse and the keys over it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.model.settings import Mask
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.content import content_of
from attnstudio.ui.panels.matrix.layout import Layout
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from tests.samples import bank

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier
LOOK, VIEW = Look(), View()


class Hand:
    def __init__(
        self,
        qtbot: QtBot,
        document: Document,
        look: Look = LOOK,
        view: View = VIEW,
        size: tuple[int, int] = (520, 300),
    ) -> None:
        self.panel = MatrixPanel(Store(document, look, view))
        self.store, self.surface = self.panel.store, self.panel.surface
        qtbot.addWidget(self.panel)
        self.panel.resize(*size)
        self.panel.show()

    @property
    def layout(self) -> Layout:
        layout = self.surface.cells
        assert layout is not None
        return layout

    def at(self, row: int, column: int) -> QPointF:
        return self.layout.cell(row, column).center()

    def press(self, at: QPointF, button: Qt.MouseButton = LEFT) -> None:
        self._mouse(QEvent.Type.MouseButtonPress, at, button, button)

    def move(self, at: QPointF, held: Qt.MouseButton = NONE) -> None:
        self._mouse(QEvent.Type.MouseMove, at, NONE, held)

    def release(self, at: QPointF, button: Qt.MouseButton = LEFT) -> None:
        self._mouse(QEvent.Type.MouseButtonRelease, at, button, NONE)

    def click(self, at: QPointF) -> None:
        self.press(at)
        self.release(at)

    def double_click(self, at: QPointF) -> None:
        self.click(at)
        self._mouse(QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT)
        self.release(at)

    def stroke(self, *cells: tuple[int, int]) -> None:
        """Press on the first cell, move over the others, release on the last."""
        self.press(self.at(*cells[0]))
        for cell in cells[1:]:
            self.move(self.at(*cell), LEFT)
        self.release(self.at(*cells[-1]))

    def pointed(self) -> tuple[int, int] | None:
        """The cell that is marked as the pointer's."""
        return self.surface.pointed

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> bool:
        """Press a key; True if the matrix made use of it."""
        return press_key(self.surface, key, held)

    def leave(self) -> None:
        QApplication.sendEvent(self.surface, QEvent(QEvent.Type.Leave))

    def masked(self) -> set[tuple[int, int]]:
        """Rows and columns of the masked cells."""
        allowed = content_of(self.store.now).allowed
        return {(int(row), int(column)) for row, column in zip(*(~allowed).nonzero(), strict=True)}

    def picture(self) -> QImage:
        return self.surface.grab().toImage()

    def colour(self, row: int, column: int) -> QColor:
        """The ground of a cell, near its upper left corner, where no number stands."""
        corner = self.layout.cell(row, column).topLeft()
        return self.picture().pixelColor(QPoint(round(corner.x()) + 1, round(corner.y()) + 1))

    def _mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        target = QPointF(self.surface.mapToGlobal(at))
        QApplication.sendEvent(self.surface, QMouseEvent(kind, at, target, button, held, PLAIN))


def masked_bank(*flipped: tuple[int, int]) -> Document:
    """The sentence about money without a look at later words, but for the flipped cells."""
    return replace(bank(), mask=Mask("causal", frozenset(flipped)))


def press_key(widget: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> bool:
    """Press a key over a widget; True if it, or what it stands in, made use of it."""
    event = QKeyEvent(QEvent.Type.KeyPress, key, held)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
