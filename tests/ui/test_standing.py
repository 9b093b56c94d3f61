"""Whatever the settings say of the window, it opens where it can be seen, and large enough to be used."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.storage.settings import settings_file
from attnstudio.ui.application import open_window
from attnstudio.ui.standing import SMALLEST, placed
from tests.ui.conftest import leave

SCREEN = QRect(0, 0, 1366, 728)

numbers = st.integers(-100_000, 100_000)
sizes = st.integers(1, 100_000)
screens = st.lists(
    st.builds(
        QRect,
        st.integers(-4000, 4000),
        st.integers(-3000, 3000),
        st.integers(800, 4000),
        st.integers(600, 3000),
    ),
    min_size=1,
    max_size=3,
)


@given(st.tuples(numbers, numbers, sizes, sizes), screens)
def test_a_remembered_place_is_brought_onto_a_screen(
    geometry: tuple[int, int, int, int], there: list[QRect]
) -> None:
    frame = placed(QRect(*geometry), there)
    on = next((screen for screen in there if screen.contains(frame)), None)
    assert on is not None
    assert frame.width() >= min(SMALLEST.width(), on.width())
    assert frame.height() >= min(SMALLEST.height(), on.height())


@pytest.mark.parametrize(
    ("geometry", "frame"),
    [
        ((100, 50, 1000, 600), (100, 50, 1000, 600)),  # as it was
        ((2500, 300, 1600, 700), (0, 14, 1366, 700)),  # on a monitor that is gone
        ((0, 0, 1, 1), (0, 0, 640, 480)),
        ((-30000, -30000, 800, 600), (283, 64, 800, 600)),
        ((1300, 700, 800, 600), (566, 128, 800, 600)),  # by a corner only
    ],
)
def test_where_it_comes_to_stand(
    geometry: tuple[int, int, int, int], frame: tuple[int, int, int, int]
) -> None:
    assert placed(QRect(*geometry), [SCREEN]) == QRect(*frame)


def test_a_second_screen_is_kept() -> None:
    right = QRect(1366, 0, 1920, 1080)
    assert placed(QRect(1500, 100, 1200, 800), [SCREEN, right]) == QRect(1500, 100, 1200, 800)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from(["theme", "text_scale", "geometry", "recent", "reduced_motion", "journal", "x"])


@given(value=st.one_of(anything, st.dictionaries(names, anything)))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_window_opens_whatever_stands_in_the_settings(qtbot: QtBot, value: Any) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(json.dumps(value), "utf-8")
    assert_usable()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 1000,
        b"\xff\xfe{\0}\0",
        b"[General]\nx=@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\x18PySide::PyObjectWrapper)\n",
        b'{"geometry": [0, 0, 1, 1], "theme": "../../x", "text_scale": 1e999}',
        b'{"geometry": [99999, 99999, 1600, 700]}',
        b"[" * 100_000,
        b"x" * 2_000_000,
    ],
    ids=range(8),
)
def test_a_damaged_settings_file_stops_no_window(content: bytes, qtbot: QtBot) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_bytes(content)
    assert_usable()


def assert_usable() -> None:
    window = open_window()
    QApplication.processEvents()
    screen = QApplication.primaryScreen().availableGeometry()
    assert window.isVisible()
    assert screen.intersects(window.geometry())
    assert window.width() >= SMALLEST.width()
    assert window.height() >= SMALLEST.height()
    leave(window)
