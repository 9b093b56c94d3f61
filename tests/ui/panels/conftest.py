"""What the panels' tests share."""

from __future__ import annotations

from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.panels.bench import Make, make_bench


@pytest.fixture
def bench(qtbot: QtBot) -> Make:
    """Make a plane in a window, with a hand."""
    return partial(make_bench, qtbot)
