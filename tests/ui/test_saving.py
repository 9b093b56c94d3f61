"""Saving, tried on the window: whatever the disk does there is a sentence, and the work is still open."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.storage.files import open_file
from attnstudio.ui import deeds, targets
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from tests.ui.conftest import leave

_Button = QMessageBox.StandardButton
Choose = Callable[[Path], None]


@pytest.fixture
def opened(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    """A window on a file with a change that is not saved."""
    made = open_window("bank-money")
    (tmp_path / "notes").mkdir()
    made.work.save_as(tmp_path / "notes" / "mine.attn")
    move(made, 0.25)
    QApplication.processEvents()
    yield made
    leave(made)


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Choose:
    """Sets what the person chooses in the dialog that asks for a file."""

    def chosen(path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    return chosen


def move(window: MainWindow, x: float) -> None:
    handle = Handle("query", window.store.look.query)
    window.store.apply("Move query", lambda document: edits.move_vector(document, handle, (x, 0.5)))


def save(window: MainWindow) -> None:
    window.actions_by_id["save"].trigger()
    QApplication.processEvents()


def assert_refused(window: MainWindow, sentence: str, old: bytes | None) -> None:
    """The sentence is seen, the work is open, unsaved and kept, and the old file is whole and alone."""
    path = window.work.path
    assert path is not None
    assert sentence in window.toast.text()
    assert window.toast.isVisible()
    assert window.isWindowModified()
    assert window.store.document.passages[0].heads[0].queries[5] == (0.25, 0.5)
    if old is not None:
        assert path.read_bytes() == old
        assert os.listdir(path.parent) == [path.name]


def content(window: MainWindow) -> bytes:
    assert window.work.path is not None
    return window.work.path.read_bytes()


def failing(error: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(error, "refused")

    return fail


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        ("write", errno.ENOSPC, "the disk is full; the old file is whole."),
        ("write", errno.EDQUOT, "your share of the disk is used up; the old file is whole."),
        ("write", errno.EIO, "the disk fails; the old file is whole."),
        ("fsync", errno.EIO, "the disk fails; the old file is whole."),
        ("replace", errno.EROFS, "the disk is read-only; the old file is whole."),
        ("replace", errno.EACCES, "you may not write in"),
    ],
)
def test_a_disk_that_refuses(
    call: str, error: int, sentence: str, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = content(opened)
    with monkeypatch.context() as broken:
        broken.setattr(os, call, failing(error))
        save(opened)
    assert_refused(opened, sentence, old)
    save(opened)
    assert not opened.isWindowModified()


def test_a_disk_that_takes_a_part(opened: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    old, write = content(opened), os.write
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", lambda file, data: write(file, data[:100]) if len(data) > 900 else 0)
        save(opened)
    assert_refused(opened, "the disk took only a part of it", old)


def test_a_disk_that_is_really_full(opened: MainWindow) -> None:
    """A limit on the size of files is a full disk, for the time of one save."""
    old = content(opened)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, before[1]))
    try:
        save(opened)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert_refused(opened, "was not written: there is no room for it; the old file is whole.", old)


def test_a_folder_that_vanished(opened: MainWindow, choose: Choose, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "notes")
    save(opened)
    assert_refused(opened, f"there is no folder “{tmp_path / 'notes'}”", None)
    choose(tmp_path / "elsewhere.attn")
    opened.actions_by_id["save-as"].trigger()
    assert open_file(tmp_path / "elsewhere.attn").document == opened.store.document
    assert not opened.isWindowModified()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder in which no file can be made")
def test_a_folder_in_which_no_file_can_be_made(opened: MainWindow, choose: Choose) -> None:
    old = content(opened)
    choose(Path("/proc/mine.attn"))
    opened.actions_by_id["save-as"].trigger()
    assert_refused(opened, "“/proc” takes no files", old)


@pytest.mark.parametrize("name", ["n" * 300 + ".attn", "é" * 140 + ".attn", "a\0b.attn", "notes"])
def test_a_name_that_no_file_can_have(
    name: str, opened: MainWindow, choose: Choose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "ask", lambda *_, **__: _Button.Yes)
    old = content(opened)
    (tmp_path / "notes.attn").mkdir()
    choose(tmp_path / name)
    opened.actions_by_id["save-as"].trigger()
    assert_refused(opened, "was not written: ", old)


@pytest.mark.parametrize(
    "name", ["Notizen für Łukasz 👩‍👩‍👧 北京.attn", "-rf.attn", "a'b\"c.attn", "x" * 200 + ".attn"]
)
def test_any_other_name_is_one(name: str, opened: MainWindow, choose: Choose, tmp_path: Path) -> None:
    choose(tmp_path / name)
    opened.actions_by_id["save-as"].trigger()
    assert open_file(tmp_path / name).document == opened.store.document
    assert opened.work.path == tmp_path / name
    assert not opened.isWindowModified()


def test_a_link_stays_one(opened: MainWindow, choose: Choose, tmp_path: Path) -> None:
    (tmp_path / "link.attn").symlink_to(tmp_path / "notes" / "mine.attn")
    choose(tmp_path / "link.attn")
    opened.actions_by_id["save-as"].trigger()
    assert (tmp_path / "link.attn").is_symlink()
    assert open_file(tmp_path / "notes" / "mine.attn").document == opened.store.document


def test_a_file_that_its_owner_locked(opened: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    old = content(opened)
    with monkeypatch.context() as locked:
        locked.setattr(os, "access", lambda *_, **__: False)  # an administrator may write everywhere
        save(opened)
    assert_refused(opened, "it is read-only.", old)


# --- somebody else writes to the same file


@pytest.fixture
def theirs(opened: MainWindow, tmp_path: Path) -> bytes:
    """What another program wrote to the open file."""
    path = tmp_path / "notes" / "mine.attn"
    other = tmp_path / "other.attn"
    subprocess.run([sys.executable, "-c", f"open({str(path)!r}, 'a').write(' ')"], check=True)
    path.write_bytes(path.read_bytes().replace(b"bank", b"BANK"))
    assert not other.exists()
    return path.read_bytes()


def test_a_file_that_others_changed_is_asked_about(opened: MainWindow, theirs: bytes) -> None:
    save(opened)
    (notice,) = opened.notices.waiting
    assert notice.isVisible()
    assert notice.sentence.startswith("“mine.attn” was changed by another program")
    assert content(opened) == theirs
    assert opened.isWindowModified()
    save(opened)
    (notice,) = opened.notices.waiting  # asked once
    next(made for made in notice.buttons if made.text() == "Not now").click()
    assert not opened.notices.isVisible()
    assert content(opened) == theirs


def test_it_is_replaced_when_that_is_wished(opened: MainWindow, theirs: bytes) -> None:
    save(opened)
    next(made for made in opened.notices.waiting[0].buttons if made.text() == "Replace it").click()
    assert open_file(opened.work.path or "").document == opened.store.document
    assert not opened.isWindowModified()
    assert opened.notices.waiting == ()


def test_it_is_saved_elsewhere_when_that_is_wished(
    opened: MainWindow, theirs: bytes, choose: Choose, tmp_path: Path
) -> None:
    save(opened)
    choose(tmp_path / "ours.attn")
    path = opened.work.path
    opened.notices.waiting[0].buttons[0].click()
    assert path is not None
    assert path.read_bytes() == theirs
    assert open_file(tmp_path / "ours.attn").document == opened.store.document
    assert opened.notices.waiting == ()


# --- closing


def test_closing_asks_until_the_work_is_safe(
    opened: MainWindow, theirs: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deeds, "ask", lambda *_, **__: _Button.Save)
    opened.close()
    assert opened.isVisible()  # it could not be saved
    assert len(opened.notices.waiting) == 1
    assert opened.work.is_kept


def test_closing_asks_about_work_that_was_left(opened: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def cancel(_parent: object, _title: str, sentence: str, *_: object, **__: object) -> _Button:
        asked.append(sentence)
        return _Button.Cancel

    opened.work.open("bank-money")
    move(opened, 0.25)
    opened.deeds.open_scene("bank-river")
    monkeypatch.setattr(deeds, "ask", cancel)
    opened.close()
    assert opened.isVisible()
    (sentence,) = asked
    assert sentence == (
        "“bank — money”, which you left for something else, has changes that are not saved. "
        "Keep it, and the studio offers it under its header when it starts the next time."
    )
    opened.actions_by_id["undo"].trigger()
    assert opened.isWindowModified()
