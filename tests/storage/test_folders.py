"""A folder that is written whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage import folders
from attnstudio.storage.folders import write_folder
from attnstudio.storage.writing import NotWritten

FILES = [("a.md", b"text"), ("pictures/b.png", b"picture")]


def test_all_files_are_there(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FILES)
    assert (tmp_path / "out" / "a.md").read_bytes() == b"text"
    assert (tmp_path / "out" / "pictures" / "b.png").read_bytes() == b"picture"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(Refused, match="is there already"):
        write_folder(tmp_path / "out", FILES)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_fault_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[str, bytes]]:
        yield FILES[0]
        raise Refused("“x” can't be read: it says “y was not written: why.”")

    with pytest.raises(Refused, match=r"^“x” can't be read: it says “y was not written: why\.”$"):
        write_folder(tmp_path / "out", files())
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_by_the_name_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _data: bytes) -> None:
        raise NotWritten(f"“{path}” was not written: the disk is full.", "the disk is full")

    monkeypatch.setattr(folders, "write", full)
    with pytest.raises(Refused) as refused:
        write_folder(tmp_path / "out", FILES)
    assert str(refused.value) == f"“{tmp_path / 'out'}” was not written: the disk is full."
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"there is no folder “.*nowhere”"):
        write_folder(tmp_path / "nowhere" / "out", FILES)


def test_a_name_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="was not written"):
        write_folder(tmp_path / ("x" * 300), FILES)
    with pytest.raises(Refused, match="was not written"):
        write_folder(tmp_path / "a\0b", FILES)
