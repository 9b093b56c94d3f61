"""A new file under a new name: nothing is replaced, whatever the name."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage import new_files
from attnstudio.storage.new_files import write_new


def test_names_get_a_number_where_they_are_taken(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    made = [write_new(folder, "a", ".png", bytes([n])) for n in range(3)]
    assert [path.name for path in made] == ["a.png", "a 2.png", "a 3.png"]
    assert [path.read_bytes() for path in made] == [b"\0", b"\1", b"\2"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        "a/b",
        "a\\b",
        "C:x",
        "x" * 300,
        "銀" * 300,
        "👩\u200d👩\u200d👧" * 60,
        "a\x00b",
        "a\nb",
        "\ud800",
        " . ",
    ],
)
def test_any_title_makes_a_name(tmp_path: Path, name: str) -> None:
    path = write_new(tmp_path, name, ".png", b"x")
    assert path.parent == tmp_path
    assert path.read_bytes() == b"x"


def test_a_file_that_can_not_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise Refused("the disk is full")

    monkeypatch.setattr(new_files, "write", full)
    with pytest.raises(Refused, match="full"):
        write_new(tmp_path, "a", ".png", b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_can_not_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="Nothing can be saved in"):
        write_new(tmp_path / "file" / "folder", "a", ".png", b"x")


def test_an_encoding_that_lacks_the_letters_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise UnicodeEncodeError("ascii", "—", 0, 1, "ordinal not in range(128)")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(Refused, match="no file can have such a name"):
        write_new(tmp_path, "bank — money", ".png", b"x")


def test_a_refusal_speaks_of_no_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Refused) as refused:
        write_new(tmp_path, "a", ".png", b"x")
    assert str(refused.value) == f"“{tmp_path / 'a.png'}” was not written: the disk is full."
    assert list(tmp_path.iterdir()) == []
