"""The worker of the d_k laboratory: results come, stale ones do not, and no thread outlives its window."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Look
from attnstudio.model.edits import set_sampling
from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import Sampler, sample
from attnstudio.model.settings import Sampling
from attnstudio.state.snapshot import Snapshot, View
from attnstudio.state.store import Store
from attnstudio.ui.laboratory import Laboratory, shown, waiting
from attnstudio.ui.main_window import MainWindow
from tests.samples import bank

LITTLE = Sampling(d_k=16, draws=2000)
ENDLESS = Sampling(d_k=4096, keys=256, draws=100_000)
"""A quarter of an hour."""


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("laboratory")]


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    assert not threads()
    yield
    assert not threads()


@pytest.fixture
def store() -> Store:
    return Store(replace(bank(), sampling=LITTLE))


@pytest.fixture
def laboratory(qapp: QApplication, store: Store) -> Iterator[Laboratory]:
    owner = QObject()
    made = Laboratory(store, owner)
    made.wake()
    yield made
    made.rest()


def ask(store: Store, sampling: Sampling) -> None:
    store.apply("Ask", lambda document: set_sampling(document, sampling))


def is_done(store: Store) -> bool:
    sampled = store.view.sampled
    return sampled is not None and sampled.is_complete and sampled.sampling == store.document.sampling


def has_begun(store: Store) -> bool:
    sampled = store.view.sampled
    return sampled is not None and sampled.sampling == store.document.sampling


def told(store: Store) -> list[Sampled]:
    """What the laboratory tells from now on; each must be of what is asked for at that time."""
    heard: list[Sampled] = []

    def hear(old: Snapshot, new: Snapshot) -> None:
        if new.view.sampled is not None and new.view.sampled is not old.view.sampled:
            assert new.view.sampled.sampling == new.document.sampling
            heard.append(new.view.sampled)

    store.subscribe(hear)
    return heard


# --- results


def test_the_result_is_that_of_the_pure_function(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    qtbot.waitUntil(lambda: is_done(store))
    sampled, pure = store.view.sampled, sample(LITTLE)
    assert sampled is not None
    assert (sampled.point, sampled.rows, sampled.curve) == (pure.point, pure.rows, pure.curve)


@pytest.mark.parametrize("is_rough_there", [False, True])
def test_a_fault_in_the_thread_is_said(
    qtbot: QtBot,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_rough_there: bool,
) -> None:
    def fail(sampler: Sampler) -> Iterator[None]:
        yield from islice(steps(sampler), 3 if is_rough_there else 0)
        raise MemoryError("no room for the scores.")

    steps = Sampler.steps
    owner = QObject()
    laboratory = Laboratory(store, owner)
    with monkeypatch.context() as broken:
        broken.setattr(Sampler, "steps", fail)
        laboratory.wake()
        qtbot.waitUntil(lambda: store.view.undrawn == LITTLE)
    assert store.view.message == (
        "The draws ended with a fault: no room for the scores. “Draw again” begins anew."
    )
    assert has_begun(store) == is_rough_there
    if is_rough_there:
        assert store.view.sampled is not None
        assert store.view.sampled.is_stopped
    assert waiting(store.now) == "not drawn"
    ask(store, replace(LITTLE, seed=7))
    assert waiting(store.now) == "drawing…"
    qtbot.waitUntil(lambda: is_done(store))
    assert store.view.undrawn is None
    assert "MemoryError" in caplog.text
    laboratory.rest()


def test_a_rough_answer_comes_first(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    heard = told(store)
    qtbot.waitUntil(lambda: is_done(store))
    assert heard[0].point.draws == 200
    assert heard[-1].point.draws == 2000
    assert heard[-1].curve_draws == 1000


def test_only_the_last_of_many_requests_is_answered_in_full(
    qtbot: QtBot, store: Store, laboratory: Laboratory
) -> None:
    heard = told(store)
    qtbot.waitUntil(lambda: is_done(store))
    heard.clear()
    for d_k in range(20, 60):
        ask(store, replace(LITTLE, d_k=d_k))
    qtbot.waitUntil(lambda: is_done(store))
    assert {sampled.sampling.d_k for sampled in heard} == {59}
    assert len(threads()) <= 1


def test_curves_are_kept_while_d_k_moves(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    qtbot.waitUntil(lambda: is_done(store))
    before = store.view.sampled
    heard = told(store)
    ask(store, replace(LITTLE, d_k=100))
    qtbot.waitUntil(lambda: is_done(store))
    assert before is not None
    assert all(sampled.curve == before.curve for sampled in heard)


def test_undo_is_answered_as_well(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    ask(store, replace(LITTLE, keys=3))
    qtbot.waitUntil(lambda: is_done(store))
    store.undo()
    qtbot.waitUntil(lambda: is_done(store))
    assert store.view.sampled is not None
    assert store.view.sampled.sampling == LITTLE


def test_what_takes_long_tells_how_far_it_is(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    heard = told(store)
    ask(store, ENDLESS)
    qtbot.waitUntil(lambda: sum(sampled.is_slow for sampled in heard) >= 2)
    slow = [sampled.done for sampled in heard if sampled.is_slow]
    assert slow == sorted(slow)
    assert not heard[0].is_slow


# --- stopping


def test_the_person_stops_it_and_goes_on(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    ask(store, ENDLESS)
    qtbot.waitUntil(lambda: has_begun(store))
    sampled = store.view.sampled
    assert sampled is not None
    store.set_view(sampled=replace(sampled, is_stopped=True))
    heard = told(store)
    qtbot.wait(150)
    assert not heard
    store.set_view(sampled=None)
    qtbot.waitUntil(lambda: has_begun(store))


def test_another_request_starts_again_after_a_stop(
    qtbot: QtBot, store: Store, laboratory: Laboratory
) -> None:
    ask(store, ENDLESS)
    qtbot.waitUntil(lambda: has_begun(store))
    assert store.view.sampled is not None
    store.set_view(sampled=replace(store.view.sampled, is_stopped=True))
    ask(store, replace(LITTLE, seed=5))
    qtbot.waitUntil(lambda: is_done(store))


def test_rest_ends_the_thread_at_once(qtbot: QtBot, store: Store, laboratory: Laboratory) -> None:
    ask(store, ENDLESS)
    qtbot.waitUntil(lambda: has_begun(store))
    heard = told(store)
    began = monotonic()
    laboratory.rest()
    assert not threads()
    assert monotonic() - began < 2.0  # not a quarter of an hour
    ask(store, LITTLE)
    qtbot.wait(50)
    assert not heard
    assert not threads()


def test_woken_again_it_does_not_draw_what_is_there(
    qtbot: QtBot, store: Store, laboratory: Laboratory
) -> None:
    qtbot.waitUntil(lambda: is_done(store))
    laboratory.rest()
    laboratory.wake()
    assert not threads()


def test_a_laboratory_that_is_deleted_stops(qtbot: QtBot, store: Store) -> None:
    ask(store, ENDLESS)
    owner = QObject()
    Laboratory(store, owner).wake()
    qtbot.waitUntil(lambda: has_begun(store))
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete.value)
    ask(store, LITTLE)
    qtbot.waitUntil(lambda: not threads())


# --- pictures and windows


def test_a_picture_has_its_samples_at_once_and_no_thread(qapp: QApplication) -> None:
    store = Store(replace(bank(), sampling=LITTLE), Look(), View(is_figure=True))
    owner = QObject()
    Laboratory(store, owner).wake()
    assert not threads()
    sampled = shown(store.now)
    assert sampled is not None
    assert sampled.is_complete
    assert sampled.point == sample(LITTLE, with_curve=False).point
    assert shown(store.now) is sampled


def test_a_picture_of_a_window_shows_what_the_window_shows(qapp: QApplication) -> None:
    sampled = sample(LITTLE)
    store = Store(replace(bank(), sampling=LITTLE), Look(), View(is_figure=True, sampled=sampled))
    assert shown(store.now) is sampled


def test_a_hidden_workspace_draws_nothing(window: MainWindow) -> None:
    assert not threads()
    ask(window.store, LITTLE)
    assert not threads()


def test_leaving_the_workspace_ends_the_thread(qtbot: QtBot, window: MainWindow) -> None:
    ask(window.store, ENDLESS)
    window.store.set_look(workspace="scaling")
    qtbot.waitUntil(lambda: has_begun(window.store))
    assert len(threads()) == 1
    window.store.set_look(workspace="vectors")
    qtbot.waitUntil(lambda: not threads())


def test_closing_the_window_while_it_draws_ends_the_thread(qtbot: QtBot, window: MainWindow) -> None:
    ask(window.store, ENDLESS)
    window.store.set_look(workspace="scaling")
    qtbot.waitUntil(lambda: has_begun(window.store))
    window.store.mark_saved()
    window.close()
    assert not threads()


_QUIT = """
import sys
from dataclasses import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from attnstudio.ui.application import open_window
from attnstudio.model.settings import Sampling
app = QApplication([])
window = open_window("bank-money")
window.store.open(replace(window.store.document, sampling=Sampling(d_k=4096, keys=256, draws=100_000)))
window.store.set_look(workspace="scaling")
QTimer.singleShot(400, app.quit if sys.argv[1] == "quit" else window.close)
sys.exit(app.exec())
"""


@pytest.mark.parametrize("way", ["quit", "close"])
def test_the_program_ends_cleanly_while_it_draws(way: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _QUIT, way],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**_environment(), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")


def _environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
