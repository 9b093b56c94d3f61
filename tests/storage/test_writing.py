"""A write leaves the whole new file or the whole old one, on a disk that lies too."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage.writing import write

OLD, NEW = b"the old file", b"the new file, which is longer" * 100

# A limit on the size of files is a disk that is full, for this process alone: the first write is short, the
# next fails.
FULL_DISK = """
import resource, sys
from pathlib import Path
from attnstudio.model.refused import Refused
from attnstudio.storage.writing import write

resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    write(Path(sys.argv[1]), b"x" * 40_000)
except Refused as refused:
    print(refused)
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "notes.attn"
    path.write_bytes(OLD)
    return path


def assert_untouched(path: Path) -> None:
    """The old file is whole, and no draft lies beside it."""
    assert path.read_bytes() == OLD
    assert os.listdir(path.parent) == [path.name]


def refusal(path: Path, data: bytes = NEW) -> str:
    with pytest.raises(Refused) as refused:
        write(path, data)
    assert str(refused.value).startswith(f"“{path}” was not written: ")
    return str(refused.value).removeprefix(f"“{path}” was not written: ")


@pytest.mark.parametrize("data", [b"", b"x", NEW])
def test_a_file_is_written_anew_or_over(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "é 👩.attn"
    for _ in range(2):
        write(path, data)
        assert path.read_bytes() == data
        assert os.listdir(tmp_path) == [path.name]


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write(tmp_path / "new", NEW)
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_are_kept(old: Path, mode: int) -> None:
    old.chmod(mode)
    write(old, NEW)
    assert stat.S_IMODE(old.stat().st_mode) == mode


def test_a_link_stays_one_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "real.attn"
    target.write_bytes(OLD)
    link = tmp_path / "link.attn"
    link.symlink_to(target)
    write(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


def test_a_link_into_nothing_makes_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("later")
    write(tmp_path / "link", NEW)
    assert (tmp_path / "later").read_bytes() == NEW
    assert (tmp_path / "link").is_symlink()


def test_a_name_that_just_fits_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write(path, NEW)
    assert path.read_bytes() == NEW


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    assert refusal(tmp_path / ("n" * 300)) == "its name is too long."
    assert os.listdir(tmp_path) == []
    with pytest.raises(Refused, match="no file can have such a name"):
        write(tmp_path / "a\0b", NEW)


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone" / "x.attn") == f"there is no folder “{tmp_path / 'gone'}”."


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder in which no file can be made")
def test_a_folder_that_takes_no_files_is_not_called_missing() -> None:
    assert refusal(Path("/proc/x.attn")) == "“/proc” takes no files."


def test_a_file_in_the_folders_place(old: Path) -> None:
    assert refusal(old / "x.attn") == "a part of its path is a file, not a folder."


def test_a_folder_or_a_device_is_not_replaced(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "it is a folder."
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "it is a device or a pipe, not a file."
    assert refusal(Path("/dev/full")) == "it is a device or a pipe, not a file."
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_file_that_its_owner_locked_is_left(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # an administrator may write everywhere
    assert refusal(old) == "it is read-only."
    assert_untouched(old)


def test_a_full_disk_leaves_the_old_file(old: Path, checkout: Path) -> None:
    call = [sys.executable, "-c", FULL_DISK, str(old)]
    done = subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout == f"“{old}” was not written: there is no room for it; the old file is whole.\n"
    assert_untouched(old)


def short(descriptor: int, data: Any) -> int:
    """A disk that takes half of what it is given, and then nothing more, without a word."""
    size = os.fstat(descriptor).st_size
    return real_write(descriptor, bytes(data)[: len(data) // 2]) if size == 0 else 0


def lying(descriptor: int, data: Any) -> int:
    """A disk that says it took everything."""
    real_write(descriptor, bytes(data)[:10])
    return len(data)


def by_threes(descriptor: int, data: Any) -> int:
    """A disk that is slow, and honest."""
    return real_write(descriptor, bytes(data)[:3])


real_write = os.write


@pytest.mark.parametrize("disk", [short, lying])
def test_a_short_write_is_noticed(
    old: Path, monkeypatch: pytest.MonkeyPatch, disk: Callable[[int, Any], int]
) -> None:
    monkeypatch.setattr(os, "write", disk)
    assert refusal(old) == "the disk took only a part of it; the old file is whole."
    assert_untouched(old)


def test_a_slow_disk_gets_everything(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", by_threes)
    write(old, NEW)
    assert old.read_bytes() == NEW


@pytest.mark.parametrize(
    ("call", "number", "reason"),
    [
        ("write", errno.ENOSPC, "the disk is full"),
        ("write", errno.EDQUOT, "your share of the disk is used up"),
        ("write", errno.EIO, "the disk fails"),
        ("fsync", errno.EIO, "the disk fails"),
        ("fsync", errno.ENOSPC, "the disk is full"),
        ("close", errno.EDQUOT, "your share of the disk is used up"),
        ("open", errno.EROFS, "the disk is read-only"),
        ("open", errno.EACCES, "you may not write in “{folder}”"),
        ("replace", errno.EPERM, "you may not write in “{folder}”"),
        ("replace", errno.EBUSY, "another program holds it"),
        ("replace", 99999, "unknown error 99999"),
    ],
)
def test_whatever_fails_is_said_and_undone(
    old: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, reason: str
) -> None:
    real = getattr(os, call)

    def fail(*arguments: Any) -> None:
        if call == "close":
            real(*arguments)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as failing:
        failing.setattr(os, call, fail)
        said = refusal(old)
    assert said == f"{reason.format(folder=old.parent)}; the old file is whole."
    assert_untouched(old)


def test_an_interruption_leaves_no_draft(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(old, NEW)
    assert_untouched(old)


def test_a_folder_that_cannot_be_flushed_is_no_failure(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def no_folders(path: Any, flags: int, *rest: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "folders can't be opened here")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", no_folders)
    write(old, NEW)
    assert old.read_bytes() == NEW
