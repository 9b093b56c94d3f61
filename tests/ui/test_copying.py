"""Copy as …: what lies on the clipboard, in which kinds, and what is said of it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.notes.formats import NOTATIONS
from attnstudio.notes.shown import shown
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import from_bytes
from attnstudio.ui.copying import FOLDER, SAID
from attnstudio.ui.main_window import MainWindow


@pytest.fixture(autouse=True)
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's folder for pictures; it isn't there yet."""
    folder = tmp_path / "Bilder & more"
    monkeypatch.setenv("XDG_PICTURES_DIR", str(folder))
    return folder


def clipboard() -> QMimeData:
    return QGuiApplication.clipboard().mimeData()


def copy(window: MainWindow, name: str) -> str:
    window.actions_by_id[f"copy-{name}"].trigger()
    return clipboard().text()


@pytest.mark.parametrize("name", SAID)
def test_the_state_is_copied_as_text_and_as_what_it_is(window: MainWindow, name: str) -> None:
    now, notation = window.store.now, NOTATIONS[name]
    text = copy(window, name)
    assert text == notation.write(now.document, now.trace, now.look)
    assert clipboard().hasFormat("text/plain")
    assert bytes(clipboard().data(notation.kind).data()).decode() == text
    assert window.store.view.message == SAID[name]


def test_what_is_copied_is_the_present_state(window: MainWindow) -> None:
    before = copy(window, "numpy")
    window.store.apply("Move", lambda document: edits.move_vector(document, Handle("key", 3), (2.0, 1.0)))
    assert "[2.0, 1.0],  # money" in copy(window, "numpy")
    assert copy(window, "numpy") != before


def link(text: str) -> Path:
    found = re.match(r"!\[[^\n]*\]\((file://[^)\s]+)\)\n", text)
    assert found is not None
    return Path(unquote(urlparse(found[1]).path))


def test_markdown_points_to_a_picture_that_re_opens(window: MainWindow, pictures: Path) -> None:
    now = window.store.now
    text = copy(window, "markdown")
    path = link(text)
    assert path.parent == pictures / FOLDER
    assert path.name.startswith(window.work.title.replace("/", "-"))
    opened = from_bytes(document_in(path.read_bytes()), path.name)
    assert (opened.document, opened.look) == (now.document, now.look)
    told = shown(now.document, now.trace, now.look)
    assert text.startswith(f"![{told.sentence}](")
    assert text.count("\n|") == len(told.rows) + 2
    assert str(path) in window.store.view.message


def test_no_picture_replaces_another(window: MainWindow, pictures: Path) -> None:
    paths = {link(copy(window, "markdown")) for _ in range(3)}
    assert len(paths) == 3
    assert {path.name for path in (pictures / FOLDER).iterdir()} == {path.name for path in paths}


def test_a_folder_that_can_not_be_made_is_told(window: MainWindow, pictures: Path) -> None:
    QGuiApplication.clipboard().setText("before")
    pictures.write_text("a file stands in its place")
    assert copy(window, "markdown") == "before"
    assert window.store.view.message.startswith("Nothing can be saved in “")
