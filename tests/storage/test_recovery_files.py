"""Recovery files: held by their window, found when it is gone, whole whatever the disk does."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.storage.recovery_files import (
    DAMAGED,
    LOCK,
    MOST_OFFERED,
    SUFFIX,
    Orphan,
    RecoveryFile,
    folder,
    search,
)
from attnstudio.storage.recovery_records import About, Kept, change, last, whole
from tests.samples import bank, crossing

FIRST = Kept(bank(), Look(query=6), Seen(), About())
SECOND = Kept(crossing(), Look(query=1), Seen(), About())

HOLDING = """
import sys, time
from pathlib import Path
from attnstudio.storage.recovery_files import RecoveryFile
file = RecoveryFile(Path(sys.argv[1]))
file.append(bytes.fromhex(sys.argv[2]))
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "state" / "recovery"


@pytest.fixture
def file(home: Path) -> Iterator[RecoveryFile]:
    made = RecoveryFile(home)
    made.append(whole(FIRST, 1.0))
    yield made
    made.remove()


def only(home: Path) -> Orphan:
    (orphan,) = search(home).orphans
    return orphan


def test_the_folder_is_the_tests_own(tmp_path: Path) -> None:
    assert folder().is_relative_to(tmp_path)
    assert search(folder()).orphans == ()
    assert not folder().exists()


def test_nobody_else_may_read_it(file: RecoveryFile) -> None:
    assert file.path.stat().st_mode & 0o077 == 0
    assert file.path.parent.stat().st_mode & 0o077 == 0


def test_a_living_window_keeps_its_file(file: RecoveryFile, home: Path) -> None:
    assert search(home).orphans == ()
    assert file.path.exists()


def test_what_a_window_leaves_is_found_once(file: RecoveryFile, home: Path) -> None:
    file.append(change(FIRST, SECOND, 2.0))
    file.leave()
    orphan = only(home)
    assert orphan.found.document == crossing()
    assert search(home).orphans == ()  # the first who found it has it
    orphan.leave()
    only(home).remove()
    assert os.listdir(home) == []


def test_what_is_over_leaves_nothing(file: RecoveryFile, home: Path) -> None:
    file.remove()
    assert os.listdir(home) == []


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_another_process_keeps_its_file_until_it_is_killed(home: Path, checkout: Path) -> None:
    call = [sys.executable, "-c", HOLDING, str(home), whole(SECOND, 1.0).hex()]
    with subprocess.Popen(call, cwd=checkout, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert search(home).orphans == ()
        process.kill()
    assert only(home).found.document == crossing()


def test_the_latest_work_comes_first(home: Path) -> None:
    for moment in (2.0, 3.0, 1.0):
        made = RecoveryFile(home)
        made.append(whole(FIRST, moment))
        made.leave()
    assert [orphan.found.moment for orphan in search(home).orphans] == [3.0, 2.0, 1.0]


# --- a disk that refuses


def test_a_short_write_is_written_over(file: RecoveryFile, monkeypatch: pytest.MonkeyPatch) -> None:
    record = change(FIRST, SECOND, 2.0)
    write = os.write

    def short(descriptor: int, data: Any) -> int:
        return write(descriptor, bytes(data)[:40])

    with monkeypatch.context() as full:
        full.setattr(os, "write", short)
        with pytest.raises(OSError, match="only a part"):
            file.append(record)
    assert last(file.path.read_bytes()).document == bank()
    file.append(record)
    assert last(file.path.read_bytes()).document == crossing()


def test_a_short_write_that_cannot_be_cut_off_is_written_over(
    file: RecoveryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, write = change(FIRST, SECOND, 2.0), os.write

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "refused")

    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda descriptor, data: write(descriptor, bytes(data)[:40]))
        full.setattr(os, "ftruncate", refuse)
        with pytest.raises(OSError, match="only a part"):
            file.append(record)
    file.append(record)
    assert last(file.path.read_bytes()).document == crossing()
    assert not last(file.path.read_bytes()).is_damaged


@pytest.mark.parametrize("when", ["write", "replace"])
def test_a_file_that_cannot_be_rewritten_stays(
    when: str, file: RecoveryFile, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.append(change(FIRST, SECOND, 2.0))
    before = file.path.read_bytes()

    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "refused")

    with monkeypatch.context() as full:
        full.setattr(os, when, refuse)
        with pytest.raises(OSError, match="refused"):
            file.adopt(file.rewrite(whole(SECOND, 3.0), file.size))
    assert file.path.read_bytes() == before
    assert len(os.listdir(home)) == 2
    file.append(change(SECOND, FIRST, 4.0))
    assert last(file.path.read_bytes()).document == bank()


def test_what_came_while_it_was_rewritten_is_in_it(file: RecoveryFile) -> None:
    draft = file.rewrite(whole(FIRST, 2.0), file.size)
    file.append(change(FIRST, SECOND, 3.0))
    file.adopt(draft)
    assert last(file.path.read_bytes()).document == crossing()
    file.append(change(SECOND, FIRST, 4.0))
    assert last(file.path.read_bytes()).moment == 4.0
    assert file.size == file.path.stat().st_size


@pytest.mark.skipif(sys.platform == "win32", reason="open files can't be removed")
def test_a_folder_that_was_emptied_is_filled_again(file: RecoveryFile, home: Path) -> None:
    assert file.is_there()
    for path in home.iterdir():
        path.unlink()
    home.rmdir()
    assert not file.is_there()
    file.hold()
    file.adopt(file.rewrite(whole(SECOND, 2.0), file.size))
    assert file.is_there()
    assert search(home).orphans == ()  # it is held again, too
    file.leave()
    assert only(home).found.document == crossing()


# --- what can't be read


@pytest.mark.parametrize("content", [b"\0" * 64, b"nonsense\n", b'{"format": "attnstudio"}\n'])
def test_a_damaged_file_is_kept_aside_and_told(content: bytes, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "a.recovery").write_bytes(content)
    found = search(home)
    assert found.orphans == ()
    assert found.sentences == (f"A recovery file can't be read; it is kept in “{home}”.",)
    assert (home / f"a{DAMAGED}").read_bytes() == content
    assert search(home).sentences == ()


def test_what_could_be_read_of_a_damaged_file_is_offered_and_the_rest_kept(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "a.recovery").write_bytes(whole(FIRST, 1.0) + b"nonsense\n" + change(FIRST, SECOND, 2.0))
    orphan = only(home)
    assert orphan.found.document == bank()
    orphan.remove()
    assert os.listdir(home) == [f"a{DAMAGED}"]


def test_an_empty_file_is_nothing_to_tell(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "a.recovery").touch()
    assert search(home).sentences == ()
    assert os.listdir(home) == []


def test_a_newer_file_is_left_alone(home: Path) -> None:
    home.mkdir(parents=True)
    record = whole(FIRST, 1.0).split(b" ", 2)[2][:-1].replace(b'"recovery":1', b'"recovery":9')
    content = b"%d %08x %s\n" % (len(record), crc32(record), record)
    (home / "a.recovery").write_bytes(content)
    assert search(home).sentences == (
        "A newer Attention Studio keeps unsaved work here, which this one can't read.",
    )
    assert (home / "a.recovery").read_bytes() == content


def test_what_is_no_file_stops_nothing(home: Path) -> None:
    (home / "a.recovery").mkdir(parents=True)
    os.symlink("nowhere", home / "b.recovery")
    if hasattr(os, "mkfifo"):
        os.mkfifo(home / "c.recovery")
    made = RecoveryFile(home)
    made.append(whole(FIRST, 1.0))
    made.leave()
    assert only(home).found.document == bank()


def test_a_folder_that_is_a_file_is_no_orphan(home: Path) -> None:
    home.parent.mkdir(parents=True)
    home.touch()
    assert search(home).orphans == ()
    with pytest.raises(OSError, match="exists"):
        RecoveryFile(home)


def test_of_very_many_the_latest_are_offered_and_the_rest_stay(home: Path) -> None:
    home.mkdir(parents=True)
    for number in range(MOST_OFFERED + 5):
        path = home / f"{number:04}{SUFFIX}"
        path.write_bytes(whole(FIRST, float(number)))
        os.utime(path, (number, number))
    found = search(home)
    moments = [orphan.found.moment for orphan in found.orphans]
    assert moments == [float(number) for number in range(MOST_OFFERED + 4, 4, -1)]
    assert found.sentences == ("There may be more unsaved work; the next start offers it.",)
    for orphan in found.orphans:
        orphan.remove()
    assert [orphan.found.moment for orphan in search(home).orphans] == [4.0, 3.0, 2.0, 1.0, 0.0]


def test_what_the_system_refuses_today_keeps_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(parents=True)
    (home / f"a{SUFFIX}").write_bytes(whole(FIRST, 1.0))

    def refuse(path: Path, most: int) -> bytes:
        raise Refused("too many files are open.") from OSError(errno.EMFILE, "")

    with monkeypatch.context() as patch:
        patch.setattr("attnstudio.storage.recovery_files.read", refuse)
        found = search(home)
    assert found.orphans == ()
    assert found.sentences == (f"A recovery file can't be read; it is kept in “{home}”.",)
    assert only(home).found.document == FIRST.document


def test_without_locks_nothing_is_touched(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(parents=True)
    (home / "a.recovery").write_bytes(whole(FIRST, 1.0))
    (home / f"a{LOCK}").mkdir()  # so that no lock can be made
    assert search(home).orphans == ()
    assert (home / "a.recovery").exists()


def test_what_belongs_to_no_file_is_swept_away_in_time(file: RecoveryFile, home: Path) -> None:
    stale = [home / "old.lock", home / "older.draft"]
    held = file.path.with_suffix(".lock")
    recent = home / "recent.lock"
    for path in (*stale, recent):
        path.touch()
    for path in (*stale, held):
        os.utime(path, (1, 1))
    search(home)
    assert not any(path.exists() for path in stale)
    assert held.exists()
    assert recent.exists()


def test_a_file_that_could_not_be_opened_again_is_tried_at_the_next_change(
    file: RecoveryFile, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = file.rewrite(whole(SECOND, 2.0), file.size)
    with monkeypatch.context() as many:
        many.setattr(os, "open", lambda *_: (_ for _ in ()).throw(OSError(errno.EMFILE, "too many")))
        with pytest.raises(OSError, match="too many"):
            file.adopt(draft)
    file.append(change(SECOND, FIRST, 3.0))
    assert last(file.path.read_bytes()).document == bank()
    assert file.is_there()


def test_what_can_not_be_read_again_leaves_no_draft(
    file: RecoveryFile, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = file.rewrite(whole(FIRST, 2.0), file.size)
    file.append(change(FIRST, SECOND, 3.0))
    with monkeypatch.context() as broken:
        broken.setattr(os, "read", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
        with pytest.raises(OSError, match="broken"):
            file.adopt(draft)
    assert (draft.descriptor, draft.path.exists()) == (-1, False)
    file.append(change(SECOND, FIRST, 4.0))
    assert last(file.path.read_bytes()).moment == 4.0
