"""Random mouse and key events on the open window, in every workspace, with what must hold checked after each.

FUZZ_EVENTS and FUZZ_SEED in the environment make a longer run, and another.
"""

from __future__ import annotations

import json
import os

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from attnstudio.model.document import fitting
from attnstudio.model.resolve import resolve
from attnstudio.model.soundness import check
from attnstudio.state.snapshot import Snapshot
from attnstudio.storage.schema import from_json, to_bytes
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from tests.ui.conftest import leave
from tests.ui.monkey import SIZES, Monkey

EVENTS = int(os.environ.get("FUZZ_EVENTS", "150"))  # for each of the scenes
SEED = int(os.environ.get("FUZZ_SEED", "0"))
SCENES = (
    *("bank-money", "causal-love", "worked-example", "long-wrong-key"),  # Vectors
    *("two-heads", "cache", "near-words"),  # Sequence
    *("two-meanings", "real-words"),  # Context
    "why-sqrt-dk",  # Scaling
)
ARRAYS = ("queries", "keys", "values", "scores", "scaled", "weights", "output")


def close_what_waits() -> None:
    for waiting in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
        if waiting is not None:
            waiting.close()


def assert_sound(now: Snapshot) -> None:
    """What must hold whatever was done."""
    check(now.document)
    assert now.look == fitting(now.look, now.document)
    for passage in range(len(now.document.passages)):
        shown, made = now.trace_of(passage), resolve(now.document, passage)
        for name in ARRAYS:
            a, b = getattr(shown, name), getattr(made, name)
            assert np.isfinite(a).all(), name
            np.testing.assert_allclose(a, b, rtol=0.0, atol=1e-12 * (1.0 + np.abs(b).max(initial=0.0)))
        assert (np.isneginf(shown.masked) == np.isneginf(made.masked)).all()
        if now.document.wrong.is_right:
            np.testing.assert_allclose(shown.weights.sum(axis=-1), np.where(shown.blind, 0.0, 1.0), atol=1e-9)
            assert (shown.weights >= 0).all()


def assert_saves(now: Snapshot) -> None:
    """A file gives back the work as it is."""
    opened = from_json(json.loads(to_bytes(now.document, now.look)))
    assert (opened.document, opened.look) == (now.document, now.look)


def let_go(window: MainWindow) -> None:
    """Give Qt its turn; a dialog or a menu that an event opened waits for an answer, and gets none."""
    QApplication.processEvents()
    close_what_waits()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert QApplication.activeModalWidget() is None
    assert window.isVisible()


@pytest.mark.parametrize(("number", "scene"), list(enumerate(SCENES)))
def test_whatever_is_done_the_window_stays_sound(
    number: int, scene: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    window = open_window(scene)
    window.resize(SIZES[number % len(SIZES)])
    QApplication.processEvents()
    start, store = window.store.document, window.store
    monkey = Monkey(window, SEED + number)
    closer = QTimer(window)  # of what holds the monkey up in the middle of an event
    closer.timeout.connect(close_what_waits)
    closer.start(20)
    for step in range(EVENTS):
        monkey.act()
        if step % 10 == 0:
            let_go(window)
            assert_sound(store.now)
        if step % 100 == 0:
            assert_saves(store.now)
    closer.stop()
    monkey.release()
    let_go(window)
    store.cancel()
    while store.undo_name is not None:
        store.undo()
    assert store.document == start
    leave(window)
