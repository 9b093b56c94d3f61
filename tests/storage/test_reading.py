"""Bytes from whatever lies at a path: a plain file of bounded size, or a clause that says what it is."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage.reading import MOST_BYTES, read, read_standard_input


def refusal(path: Path, most: int = MOST_BYTES) -> str:
    with pytest.raises(Refused) as refused:
        read(path, most)
    return str(refused.value)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "é 👩 .attn"
    path.write_bytes(b"\x00whole\xff" * 1000)
    assert read(path) == b"\x00whole\xff" * 1000


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"here")
    (tmp_path / "link").symlink_to("real")
    assert read(tmp_path / "link") == b"here"


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "none.attn") == "there is no such file."
    assert refusal(tmp_path / "file" / "x") == "a part of its path is a file, not a folder."
    assert refusal(tmp_path / ("n" * 300)) == "its name is too long."
    assert refusal(Path("a\0b")) == "no file can have such a name."


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert refusal(tmp_path / "a") == "its links lead in a circle."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "it is a folder."


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "it is a device or a pipe, not a file."


@pytest.mark.parametrize("device", ["zero", "null", "full"])
def test_a_device_is_not_read(device: str) -> None:
    assert refusal(Path("/dev", device)) == "it is a device or a pipe, not a file."


def test_a_pipe_that_takes_the_files_place_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the opening somebody may exchange the file."""
    path = tmp_path / "x.attn"
    path.write_bytes(b"{}")
    os.mkfifo(tmp_path / "pipe")
    looked = os.stat(path)
    os.replace(tmp_path / "pipe", path)
    monkeypatch.setattr(os, "stat", lambda _: looked)
    assert refusal(path) == "it is a device or a pipe, not a file."


def test_size_is_bounded_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.attn"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("it was opened"))
    assert refusal(path) == "it has more than 64 MB."


def test_the_limit_itself_is_read(tmp_path: Path) -> None:
    path = tmp_path / "limit"
    path.write_bytes(b"x" * 100)
    assert len(read(path, 100)) == 100
    assert "more than" in refusal(path, 99)


def test_a_file_that_grows_while_it_is_read_ends(tmp_path: Path) -> None:
    """Files below /proc say that they are empty, and are not."""
    path = Path("/proc/self/maps")
    assert os.stat(path).st_size == 0
    assert "more than" in refusal(path, 100)


def test_standard_input_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 100)))
    assert len(read_standard_input(100)) == 100
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 101)))
    with pytest.raises(Refused, match="more than"):
        read_standard_input(100)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(Refused, match="no standard input"):
        read_standard_input()
