"""What the tests of the sentence panel share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.sentence.panel import SentencePanel
from tests.samples import bank
from tests.ui.panels.sentence.bench import BANK, PLAIN, Bench, Make


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document, look: Look = BANK, view: View = PLAIN, size: tuple[int, int] = (1185, 112)
    ) -> Bench:
        return Bench(qtbot, SentencePanel, document, look, view, size)

    return made


@pytest.fixture
def bench(make: Make) -> Iterator[Bench]:
    """The sentence about money, with its field open."""
    made = make(bank())
    made.panel.edit()
    yield made
    made.store.cancel()
