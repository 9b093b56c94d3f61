"""What the tests of the panel Learn share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.model.settings import Goal
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.learn.panel import LearnPanel
from tests.learnable import BANK, asked
from tests.samples import two_meanings
from tests.ui.panels.learn.bench import PLAIN, Bench, Make


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        goal: Goal = "meanings",
        seed: int = 0,
        rate: float = 0.1,
        view: View = PLAIN,
        size: tuple[int, int] = (503, 290),
        look: Look = BANK,
    ) -> Bench:
        document = document or asked(two_meanings(), goal, seed, rate)[0]
        return Bench(qtbot, LearnPanel, document, look, view, size)

    return made
