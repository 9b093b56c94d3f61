"""A journal as a folder: what lies there, however it came there, and what is written into it."""

from __future__ import annotations

import errno
import os
import sys
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage import journal_files
from attnstudio.storage.files import from_bytes
from attnstudio.storage.journal_files import (
    REMOVED,
    bring_back,
    change,
    forget_removed,
    keep,
    keep_note_alone,
    look_through,
    opened,
    picture_in,
    remove,
)
from attnstudio.storage.journal_words import Words, with_words, words_in
from tests.kept import picture_of, plain_png
from tests.samples import bank, crossing

NO_UNIX = pytest.mark.skipif(sys.platform == "win32", reason="files as on Unix")
AS_ROOT = pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")


def words(title: str = "bank — money", note: str = "") -> Words:
    return Words(title, "said", "caption", note, "2026-11-30T14:05:00+01:00")


def names(folder: Path) -> list[str]:
    return [entry.name for entry in look_through(folder).entries]


def test_an_entry_is_one_picture_that_opens_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there" / "yet"
    entry = keep(folder, picture_of(bank()), words())
    assert entry.name == "0001-2026-11-30-bank-money.png"
    assert [path.name for path in folder.iterdir() if not path.name.startswith(".")] == [entry.name]
    assert opened(folder, entry.name).document == bank()
    assert from_bytes(picture_in(folder, entry.name), entry.name).document == bank()


def test_entries_come_back_in_their_order(tmp_path: Path) -> None:
    kept = [keep(tmp_path, picture_of(bank()), words(note=f"note {i}")) for i in range(12)]
    found = look_through(tmp_path)
    assert found.entries == tuple(kept)
    assert found.faults == ()
    change(tmp_path, kept[7].name, lambda w: replace(w, place=0.5))
    assert names(tmp_path)[0] == kept[7].name


def test_a_change_keeps_what_others_changed(tmp_path: Path) -> None:
    entry = keep(tmp_path, picture_of(bank()), words(note="mine"))
    change(tmp_path, entry.name, lambda w: replace(w, note="theirs"))
    after = change(tmp_path, entry.name, lambda w: replace(w, place=9.0))
    assert (after.words.note, after.words.place) == ("theirs", 9.0)
    assert opened(tmp_path, entry.name).document == bank()


def test_nothing_is_written_where_nothing_changes(tmp_path: Path) -> None:
    entry = keep(tmp_path, picture_of(bank()), words())
    assert change(tmp_path, entry.name, lambda w: w).stamp == entry.stamp


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """As two windows would: each has its own lock, and its own view of what is there."""
    faults: list[Exception] = []

    def write(which: int) -> None:
        try:
            for number in range(8):
                keep(tmp_path, picture_of(bank()), words(note=f"{which}.{number}"))
        except Exception as fault:
            faults.append(fault)

    writers = [threading.Thread(target=write, args=(which,)) for which in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert not faults
    found = look_through(tmp_path).entries
    assert {entry.words.note for entry in found} == {f"{i}.{j}" for i in range(3) for j in range(8)}
    assert len({entry.words.place for entry in found}) == 24


def test_each_bad_file_costs_itself_alone(tmp_path: Path) -> None:
    good = keep(tmp_path, picture_of(bank()), words())
    (tmp_path / "empty.png").touch()
    (tmp_path / "letter.txt").write_text("hello")
    (tmp_path / "photo.png").write_bytes(plain_png())
    (tmp_path / "cut.png").write_bytes((tmp_path / good.name).read_bytes()[:-40])
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken link.png").symlink_to(tmp_path / "nowhere")
    found = look_through(tmp_path)
    assert found.entries == (good,)
    assert [fault.split(" is left out of the journal: ")[0] for fault in found.faults] == [
        *("“broken link.png”", "“cut.png”", "“empty.png”", "“folder”", "“letter.txt”", "“photo.png”")
    ]
    assert any("carries no document" in fault for fault in found.faults)
    assert all(fault.endswith(".") for fault in found.faults)


@NO_UNIX
def test_a_pipe_is_no_entry_and_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert "a device or a pipe" in look_through(tmp_path).faults[0]


def test_a_picture_that_somebody_put_there_is_an_entry(tmp_path: Path) -> None:
    (tmp_path / "mine.png").write_bytes(picture_of(crossing()))
    (entry,) = look_through(tmp_path).entries
    assert entry.words.title == "crossing"
    assert change(tmp_path, "mine.png", lambda w: replace(w, note="now with a note")).words.note
    assert opened(tmp_path, "mine.png").document == crossing()


def test_files_that_are_known_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = keep(tmp_path, picture_of(bank()), words())
    monkeypatch.setattr(journal_files, "words_in", lambda _head: pytest.fail("read again"))
    assert look_through(tmp_path, {entry.name: entry}).entries == (entry,)


def test_a_removed_entry_waits_and_comes_back(tmp_path: Path) -> None:
    first, second = (keep(tmp_path, picture_of(bank()), words(note=n)) for n in ("one", "two"))
    aside = remove(tmp_path, first.name)
    assert names(tmp_path) == [second.name]
    third = keep(tmp_path, picture_of(bank()), words())
    assert third.name.startswith("0003-")  # the first one's name stays its own
    assert bring_back(tmp_path, first.name, aside) == first.name
    assert names(tmp_path) == [first.name, second.name, third.name]
    assert look_through(tmp_path).entries[0].words.note == "one"
    with pytest.raises(Refused, match="can't be deleted: there is no such file"):
        remove(tmp_path, "gone.png")
    with pytest.raises(Refused, match="can't be brought back"):
        bring_back(tmp_path, "gone.png", "gone.png")


def test_two_of_one_name_wait_beside_each_other(tmp_path: Path) -> None:
    """Somebody's picture, put there twice: what the first was noted with is not lost to the second."""
    asides = []
    for note in ("first", "second"):
        (tmp_path / "a.png").write_bytes(with_words(picture_of(bank()), words(note=note)))
        asides.append(remove(tmp_path, "a.png"))
    assert bring_back(tmp_path, "a.png", asides[1]) == "a.png"
    assert bring_back(tmp_path, "a.png", asides[0]) == "a-2.png"
    assert sorted(entry.words.note for entry in look_through(tmp_path).entries) == ["first", "second"]


def test_two_notes_without_a_picture_are_two_files(tmp_path: Path) -> None:
    kept = [keep_note_alone(tmp_path, "a.png", note) for note in ("one", "two")]
    assert [path.read_text() for path in kept] == ["one", "two"]


def test_what_is_known_is_not_read_again_to_keep_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = keep(tmp_path, picture_of(bank()), words())
    read: list[bytes] = []

    def seen(head: bytes) -> Words | None:
        read.append(head)
        return words_in(head)

    monkeypatch.setattr(journal_files, "words_in", seen)
    keep(tmp_path, picture_of(bank()), words(), {first.name: first})
    assert len(read) == 1  # the new one


def test_what_was_removed_goes_after_a_month(tmp_path: Path) -> None:
    entry = keep(tmp_path, picture_of(bank()), words())
    remove(tmp_path, entry.name)
    now = datetime.now().astimezone()
    forget_removed(tmp_path, now + timedelta(days=29))
    assert (tmp_path / REMOVED / entry.name).exists()
    forget_removed(tmp_path, now + timedelta(days=31))
    assert not (tmp_path / REMOVED / entry.name).exists()
    draft = tmp_path / ".0123456789abcdef.tmp"
    draft.touch()  # as a crash may leave one, or another window write one just now
    forget_removed(tmp_path, now)
    assert draft.exists()
    forget_removed(tmp_path, now + timedelta(days=2))
    assert not draft.exists()
    forget_removed(tmp_path / "nowhere", now)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_leaves_the_journal_whole(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = keep(tmp_path, picture_of(bank()), words(note="old"))
    before = (tmp_path / entry.name).read_bytes()

    def fail(_descriptor: int, _data: bytes) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(Refused, match="was not written"):
        change(tmp_path, entry.name, lambda w: replace(w, note="new"))
    with pytest.raises(Refused, match="was not written"):
        keep(tmp_path, picture_of(bank()), words())
    monkeypatch.undo()
    assert (tmp_path / entry.name).read_bytes() == before
    assert look_through(tmp_path).entries == (entry,)
    assert look_through(tmp_path).faults == ()


@NO_UNIX
@AS_ROOT
def test_a_folder_that_is_read_only_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(Refused, match="can't be written: you have no permission"):
            keep(tmp_path, picture_of(bank()), words())
    finally:
        tmp_path.chmod(0o700)


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("not a folder")
    with pytest.raises(Refused, match=r"The journal in “.*” can't be written"):
        keep(tmp_path / "journal", picture_of(bank()), words())
    assert "can't be read" in look_through(tmp_path / "journal").faults[0]


def test_a_picture_that_went_away_is_named(tmp_path: Path) -> None:
    entry = keep(tmp_path, picture_of(bank()), words())
    (tmp_path / entry.name).unlink()
    with pytest.raises(Refused, match=r"0001-.* can't be read: there is no such file"):
        change(tmp_path, entry.name, lambda w: w)
    kept = keep_note_alone(tmp_path, entry.name, "my words")
    assert kept.read_text() == "my words"


def test_a_full_journal_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_files, "MOST_ENTRIES", 1)
    keep(tmp_path, picture_of(bank()), words())
    with pytest.raises(Refused, match="is full"):
        keep(tmp_path, picture_of(bank()), words())


def test_a_window_that_writes_for_long_is_waited_for_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from filelock import FileLock

    monkeypatch.setattr(journal_files, "_WAIT", 0.05)
    with FileLock(tmp_path / ".lock"), pytest.raises(Refused, match="Another window is writing"):
        keep(tmp_path, picture_of(bank()), words())


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("bank — money", "bank-money"),
        ("../../etc/passwd", "etc-passwd"),
        ("", "untitled"),
        ("/\\:*?", "untitled"),
        ("שלום עולם", "שלום-עולם"),
        ("a" * 300, "a" * 40),
        ("\U0001f600", "untitled"),
    ],
)
def test_any_title_gives_a_name(title: str, slug: str, tmp_path: Path) -> None:
    assert keep(tmp_path, picture_of(bank()), words(title)).name == f"0001-2026-11-30-{slug}.png"
