"""A window beside whose workspace the journal stands, in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.storage import journal_files
from attnstudio.storage.journal_words import Words
from attnstudio.ui.application import open_window
from attnstudio.ui.journal.card import Card
from attnstudio.ui.journal.panel import JournalPanel
from attnstudio.ui.main_window import MainWindow
from tests.kept import picture_of
from tests.samples import bank, crossing
from tests.ui.conftest import leave


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the journal is; nothing is in it. No system's own folder is touched."""
    made = tmp_path / "journal"
    monkeypatch.setattr(journal_files, "journal_folder", lambda: made)
    return made


@pytest.fixture
def window(qapp: QApplication, folder: Path) -> Iterator[MainWindow]:
    made = open_window("bank-money")
    made.resize(1440, 900)
    QApplication.processEvents()
    yield made
    leave(made)


@pytest.fixture
def panel(window: MainWindow) -> JournalPanel:
    """The journal with three entries, shown."""
    fill(window, "first", "second", "third")
    window.activateWindow()
    made = window.beside.show()
    QApplication.processEvents()
    return made


def fill(window: MainWindow, *titles: str) -> None:
    for number, title in enumerate(titles):
        document = bank() if number % 2 == 0 else crossing()
        window.beside.journal.add(picture_of(document), Words(title, f"said of {title}", note=f"on {title}"))


def card(panel: JournalPanel, title: str) -> Card:
    name = next(entry.name for entry in panel.journal.entries if entry.words.title == title)
    found = panel.cards.card(name)
    assert found is not None
    return found


def titles(panel: JournalPanel) -> list[str]:
    return [entry.words.title for entry in panel.cards.entries]
