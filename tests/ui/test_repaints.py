"""What a change costs, counted: one computation an event, one paint however many moves wait, and of a picture
only what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Handle
from attnstudio.model.edits import flip_cell, move_vector
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow

PANELS = ("sentence", "plane", "pipeline", "matrix", "formula")
MONEY, DEPOSITED = 3, 2


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = open_window("bank-money")
    made.resize(1440, 900)
    qtbot.waitUntil(made.is_complete)
    for _ in range(3):  # until pictures are kept that are only made when they are worth it
        made.store.set_view(hover_token=MONEY)
        QApplication.processEvents()
        made.store.set_view(hover_token=None)
        QApplication.processEvents()
    yield made
    made.store.mark_saved()
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)


class Paints(QObject):
    """The paint events of a widget and of everything in it: how many, and where."""

    def __init__(self, top: QWidget) -> None:
        super().__init__(top)
        self._regions: dict[QWidget, list[QRegion]] = defaultdict(list)
        for widget in (top, *top.findChildren(QWidget)):
            widget.installEventFilter(self)

    def most(self) -> int:
        """Paints of the widget that was painted most often."""
        return max(map(len, self._regions.values()), default=0)

    def share(self, panel: QWidget) -> float:
        """How much of the panel was painted."""
        painted = QRegion()
        for widget, regions in self._regions.items():
            if widget is panel or panel.isAncestorOf(widget):
                corner = widget.mapTo(panel, widget.rect().topLeft())
                for region in regions:
                    painted = painted.united(region.translated(corner))
        rects = cast(Iterable[QRect], painted)  # which PySide6 does not declare
        area = sum(rect.width() * rect.height() for rect in rects)
        return area / (panel.width() * panel.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            self._regions[watched].append(event.region())
        return False


@pytest.mark.parametrize("name", PANELS)
def test_many_queued_moves_give_one_paint(name: str, window: MainWindow) -> None:
    store, paints = window.store, Paints(window.panels[name])
    store.begin("Move query")
    for step in range(10):
        point = (step / 10, 1.0)
        store.preview(partial(move_vector, handle=Handle("query", store.look.query), point=point))
    assert paints.most() == 0
    QApplication.processEvents()
    assert paints.most() == 1
    store.cancel()


def test_one_event_gives_one_computation(window: MainWindow) -> None:
    store = window.store
    before = store.computations
    store.apply("Move key", partial(move_vector, handle=Handle("key", MONEY), point=(1.0, 1.0)))
    assert store.computations == before + 1
    store.apply("Mask", lambda document: flip_cell(document, store.look.query, MONEY))
    assert store.computations == before + 2
    store.set_look(query=MONEY, plane="mix", matrix="scores")
    store.set_view(hover_token=MONEY, hover_step="scale")
    QApplication.processEvents()
    assert store.computations == before + 2


@pytest.mark.parametrize(
    ("name", "most"), [("sentence", 0.2), ("pipeline", 0.3), ("matrix", 0.2), ("formula", 0.2)]
)
def test_pointing_at_another_word_repaints_its_marks_alone(
    name: str, most: float, window: MainWindow
) -> None:
    window.store.set_view(hover_token=MONEY)
    QApplication.processEvents()
    paints = Paints(window)
    window.store.set_view(hover_token=DEPOSITED)
    QApplication.processEvents()
    assert 0.0 < paints.share(window.panels[name]) < most


@pytest.mark.parametrize(("name", "most"), [("pipeline", 0.5), ("matrix", 0.9), ("formula", 0.4)])
def test_pointing_at_another_step_repaints_its_marks_alone(
    name: str, most: float, window: MainWindow
) -> None:
    window.store.set_view(hover_step="normalize")
    QApplication.processEvents()
    paints = Paints(window)
    window.store.set_view(hover_step="match")
    QApplication.processEvents()
    assert 0.0 < paints.share(window.panels[name]) < most


def test_a_stroke_over_the_mask_repaints_the_cells_that_it_touches(window: MainWindow) -> None:
    store = window.store
    store.apply(
        "Mask", lambda document: flip_cell(document, 1, 1)
    )  # from here on the rule is said to be changed
    store.set_look(matrix="mask")
    QApplication.processEvents()
    paints = Paints(window)
    store.apply("Mask", lambda document: flip_cell(document, 2, 2))
    QApplication.processEvents()
    assert 0.0 < paints.share(window.panels["matrix"]) < 0.3


def test_what_was_repainted_in_parts_is_the_whole_picture(window: MainWindow) -> None:
    """After much pointing the screen shows just what a repaint of everything shows."""
    for token, step in (
        (MONEY, None),
        (DEPOSITED, "scale"),
        (DEPOSITED, "normalize"),
        (None, "mix"),
        (6, "match"),
    ):
        window.store.set_view(hover_token=token, hover_step=step)
        QApplication.processEvents()
    on_screen = window.screen().grabWindow(window.winId()).toImage()
    assert on_screen == window.grab().toImage().convertToFormat(on_screen.format())
