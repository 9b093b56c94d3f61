"""*Export notebook*, as it is given in the window."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.state.seeing import seen_of
from attnstudio.storage.files import from_bytes, open_file
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.notebooks import export_to


def choose(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (name, ""))


def test_the_command_writes_what_is_shown(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, str(tmp_path / "lab"))
    window.store.apply(
        "Move", lambda now: edits.set_vector(now, Handle("query", window.store.look.query), (1.0, 2.0))
    )
    window.actions_by_id["export-notebook"].trigger()
    found = open_file(tmp_path / "lab.ipynb")
    assert (found.document, found.look) == (window.store.document, window.store.look)
    assert str(tmp_path / "lab.ipynb") in window.store.view.message
    assert found.seen == seen_of(window.store.view)
    assert window.work.path is None, "a notebook is no file that is worked on"
    assert QGuiApplication.overrideCursor() is None


def test_the_picture_in_it_carries_the_state_too(window: MainWindow, tmp_path: Path) -> None:
    assert export_to(window, tmp_path / "x.ipynb")
    notebook = json.loads((tmp_path / "x.ipynb").read_text("utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "picture")
    picture = base64.b64decode(cell["attachments"]["state.png"]["image/png"])
    assert from_bytes(picture, "state.png").document == window.store.document


def test_whoever_thinks_better_of_it_gets_no_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, "")
    window.actions_by_id["export-notebook"].trigger()
    assert list(tmp_path.glob("*.ipynb")) == []


def test_what_cant_be_written_is_a_sentence(window: MainWindow, tmp_path: Path) -> None:
    document = window.store.document
    assert not export_to(window, tmp_path / "missing" / "x.ipynb")
    assert "was not written: there is no folder" in window.store.view.message
    assert window.store.document is document
    assert QGuiApplication.overrideCursor() is None
