"""A journal is a folder of pictures, one file an entry; each carries its document, its note and its place.

There is no index: what one window writes touches one picture, so that neither a crash nor a second window
can take more than that with it. Changes are read from the file, merged and written under a lock.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.storage.carrying import document_in
from attnstudio.storage.faults import named, why
from attnstudio.storage.files import cannot_open, from_bytes
from attnstudio.storage.journal_words import MOST_HEAD, Words, cleaned, with_words, words_in
from attnstudio.storage.new_files import free
from attnstudio.storage.reading import read
from attnstudio.storage.schema import Opened
from attnstudio.storage.writing import write

MOST_ENTRIES = 2_000
MOST_PICTURE = 32 * 2**20
"""Bytes: a workspace at twice its size takes half a megabyte."""

REMOVED = "removed"
"""The folder in which what was deleted waits."""

_DAYS_KEPT = 30
_WAIT = 2.0  # seconds for another window that is writing
_LOCK = ".lock"
_END = b"IEND\xaeB`\x82"
_LONGEST = 40  # characters of a title in a file's name
_NUMBER = re.compile(r"(\d{1,9})-")

Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Entry:
    """`name` is its file's, and what it is known by; `stamp` differs once the file was written anew."""

    name: str
    stamp: Stamp
    words: Words


@dataclass(frozen=True, slots=True)
class Found:
    """What lies in a journal's folder, in its order, and a sentence for each file that is none of it."""

    entries: tuple[Entry, ...] = ()
    faults: tuple[str, ...] = ()


def journal_folder() -> Path:
    """Where the journal is kept. The folder may not be there yet."""
    import platformdirs  # not needed before there is a journal

    return platformdirs.user_data_path("attnstudio", appauthor=False) / "journal"


def look_through(folder: Path, known: Mapping[str, Entry] | None = None) -> Found:
    """Read a journal. Files that are as they were in `known` are not opened again. Never raises."""
    entries, faults = [], []
    try:
        with os.scandir(folder) as scan:
            files = sorted(scan, key=lambda file: file.name)
    except FileNotFoundError:
        return Found()  # nothing was kept yet
    except OSError as error:
        return Found(faults=(f"The journal in “{named(folder)}” can't be read: {why(error)}.",))
    for file in files:
        if file.name.startswith(".") or file.name == REMOVED:
            continue
        try:
            entries.append(_entry(Path(file.path), (known or {}).get(file.name)))
        except Refused as refused:
            faults.append(f"“{named(file.name)}” is left out of the journal: {refused}")
    entries.sort(key=lambda entry: (entry.words.place, entry.words.made, entry.name))
    return Found(tuple(entries), tuple(faults))


def keep(folder: Path, picture: bytes, words: Words, known: Mapping[str, Entry] | None = None) -> Entry:
    """Add a picture behind all others; those in `known` are not read for that if they are as they were.

    `Refused` with a sentence where it can't be written."""
    with _changing(folder):
        there = look_through(folder, known).entries
        if len(there) >= MOST_ENTRIES:
            raise Refused(
                f"The journal is full: it has {MOST_ENTRIES:,} entries. Export it, and delete some."
            )
        place = max((entry.words.place for entry in there), default=0.0) + 1.0
        name = f"{_next_number(folder):04}-{words.made[:10] or 'undated'}-{_slug(words.title)}.png"
        _write(folder / name, picture, replace(words, place=place))
        return _entry(folder / name, None)


def change(folder: Path, name: str, edit: Callable[[Words], Words]) -> Entry:
    """Write other words into an entry, made from those that its file holds now."""
    with _changing(folder):
        path = folder / name
        picture = picture_in(folder, name)
        words = _words(path, picture)
        after = cleaned(edit(words))
        if after != words:
            _write(path, picture, after)
        return _entry(path, None)


def picture_in(folder: Path, name: str) -> bytes:
    """The whole file of an entry; `Refused` with a sentence where it can't be read."""
    try:
        return read(folder / name, MOST_PICTURE)
    except Refused as refused:
        raise Refused(f"“{named(name)}” in the journal can't be read: {refused}") from refused


def opened(folder: Path, name: str) -> Opened:
    """The document that an entry carries; `Refused` with a sentence where it can't be had."""
    return document_of(picture_in(folder, name), named(name))


def document_of(picture: bytes, name: str) -> Opened:
    """The document in a picture that was read already; `name` is said in the sentence."""
    try:
        document = document_in(picture)
    except Refused as refused:
        raise cannot_open(name, refused) from refused
    return from_bytes(document, name)


def remove(folder: Path, name: str) -> str:
    """Put an entry aside; thirty days later it goes for good. Returns the name by which `bring_back` has it
    again: another of the same name may wait there already."""
    with _changing(folder), _said(f"“{named(name)}” can't be deleted"):
        (folder / REMOVED).mkdir(exist_ok=True)
        aside = free(folder / REMOVED / name)
        os.replace(folder / name, aside)
        os.utime(aside)  # it is thirty days from now
    return aside.name


def bring_back(folder: Path, name: str, aside: str) -> str:
    """Take back the removal of `name`, which waits as `aside`. Returns its name from now on: another number
    stands in it where a picture of that name has come meanwhile."""
    with _changing(folder), _said(f"“{named(name)}” can't be brought back"):
        path = free(folder / name)
        os.replace(folder / REMOVED / aside, path)
    return path.name


def forget_removed(folder: Path, now: datetime) -> None:
    """Delete for good what was removed long ago, and drafts of files that a crash left. Never raises: it can
    be done another day."""
    for place, pattern, days in ((folder / REMOVED, "*.png", _DAYS_KEPT), (folder, ".*.tmp", 1)):
        with suppress(OSError):
            for path in place.glob(pattern):
                if now.timestamp() - path.stat().st_mtime > days * 86_400:
                    path.unlink()


def keep_note_alone(folder: Path, name: str, note: str) -> Path:
    """Write down a note whose picture went away, as plain text. Returns where it is."""
    with _changing(folder), _said("The note can't be kept"):
        (folder / REMOVED).mkdir(exist_ok=True)
        path = free(folder / REMOVED / f"{Path(name).stem}.txt")
        write(path, note.encode("utf-8", "replace"))
    return path


# --- inside -------------------------------------------------------------------------------------------


def _entry(path: Path, known: Entry | None) -> Entry:
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            raise Refused("it is a folder.")
        if not stat.S_ISREG(found.st_mode):
            raise Refused("it is a device or a pipe, not a file.")
        stamp = found.st_ino, found.st_size, found.st_mtime_ns
        if known is not None and known.stamp == stamp:
            return known
        if found.st_size > MOST_PICTURE:
            raise Refused(f"it has more than {MOST_PICTURE // 2**20} MB.")
        with open(path, "rb") as file:
            head = file.read(MOST_HEAD)
            file.seek(max(found.st_size - len(_END), 0))
            end = file.read(len(_END))
    except OSError as error:
        raise Refused(f"{why(error)}.") from error
    if not head:
        raise Refused("it is empty.")
    words = words_in(head)
    if end != _END:
        raise Refused("the picture is cut off.")
    return Entry(path.name, stamp, _words(path, read(path, MOST_PICTURE)) if words is None else words)


def _words(path: Path, picture: bytes) -> Words:
    """The words in a picture; of one that somebody put there, what can be told of it."""
    words = words_in(picture)
    if words is not None:
        return words
    try:
        document = document_of(picture, path.name).document
    except Refused as refused:
        raise Refused("it carries no document of Attention Studio.") from refused
    number = _NUMBER.match(path.name)
    try:
        made = datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(timespec="seconds")
    except (OSError, ValueError):
        made = ""
    return cleaned(Words(title=document.title, made=made, place=float(number[1]) if number else 1e9))


def _write(path: Path, picture: bytes, words: Words) -> None:
    try:
        data = with_words(picture, words)
    except Refused as refused:
        raise Refused(f"“{named(path.name)}” can't be kept in the journal: {refused}") from refused
    if len(data) > MOST_PICTURE:
        raise Refused(f"“{named(path.name)}” has more than {MOST_PICTURE // 2**20} MB.")
    write(path, data)


@contextmanager
def _changing(folder: Path) -> Iterator[None]:
    """Be the only one who changes the journal."""
    from filelock import FileLock, Timeout  # not needed before something is kept

    with _said(f"The journal in “{named(folder)}” can't be written"):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / _LOCK, timeout=_WAIT)
        try:
            lock.acquire()
        except Timeout as timeout:
            raise Refused("Another window is writing into the journal; try again in a moment.") from timeout
        except NotImplementedError as error:  # a disk without locks
            raise Refused(f"The journal's disk can't lock files: “{named(folder)}”.") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _said(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused(f"{what}: {why(error)}.") from error


def _next_number(folder: Path) -> int:
    """One more than the greatest: what waits among the removed may come back."""
    numbers = [0]
    for place in (folder, folder / REMOVED):
        with suppress(OSError):
            numbers += [int(found[1]) for name in os.listdir(place) if (found := _NUMBER.match(name))]
    return max(numbers) + 1


def _slug(title: str) -> str:
    """A title as a part of a file's name on every system."""
    plain = unicodedata.normalize("NFC", title).casefold()
    words = re.sub(r"[\W_]+", "-", plain).strip("-")[:_LONGEST].strip("-")
    return words.encode()[: 3 * _LONGEST].decode("utf-8", "ignore") or "untitled"
