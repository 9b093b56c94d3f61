"""What the tests of the pipeline share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from tests.samples import bank
from tests.ui.panels.pipeline.bench import LOOK, PLAIN_VIEW, SIZE, Hand, Make


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = LOOK,
        view: View = PLAIN_VIEW,
        size: tuple[int, int] = SIZE,
    ) -> Hand:
        return Hand(qtbot, PipelinePanel, document or bank(), look, view, size)

    return made
