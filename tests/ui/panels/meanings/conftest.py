"""What the tests of the plane of two meanings share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.meanings.panel import MeaningsPanel
from tests import samples
from tests.ui.panels.meanings.bench import ASKING, Make, Plane


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = ASKING,
        view: View | None = None,
        size: tuple[int, int] = (660, 560),
    ) -> Plane:
        return Plane(qtbot, MeaningsPanel, document or samples.two_meanings(), look, view, size)

    return made
