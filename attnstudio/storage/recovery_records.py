"""What stands in a recovery file: a record for every change, one line each, the last one counts.

A line is the length of its text, the text's CRC-32, and the text, which is JSON. The first record holds the
whole work, each later one only what it changed: places and what stands there from then on. A place is found
by identity: an edit keeps the parts that it does not touch, so one moved vector is one row, however large the
matrices around it.

A process that dies in the middle of a write leaves a last line that is too short; it is left out, and the
record before it counts. Anything else that does not fit is damage.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes
from zlib import crc32

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.storage import schema
from attnstudio.storage.migrations import VERSION as FORMAT_VERSION
from attnstudio.storage.schema import Extra, Opened
from attnstudio.storage.strict_json import parse
from attnstudio.storage.typed import typed

VERSION = 1

Stamp = tuple[int, int, int, int]

_HEAD = re.compile(rb"(\d{1,12}) ([0-9a-f]{8}) ")


@dataclass(frozen=True, slots=True)
class About:
    """What the program knows of the work and the document does not say: its file, as it was opened or saved
    last, and the members of it that this version does not know."""

    path: str | None = None  # as in a URL: a name need not be text, and JSON holds nothing else
    stamp: Stamp | None = None  # of the file, see `state.work`
    extra: Extra = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path | None, stamp: Stamp | None, extra: Extra) -> About:
        return cls(None if path is None else quote_from_bytes(os.fsencode(path)), stamp, extra)

    @property
    def file(self) -> Path | None:
        return None if self.path is None else Path(os.fsdecode(unquote_to_bytes(self.path)))


@dataclass(frozen=True, slots=True)
class Kept:
    """One committed state of the work."""

    document: Document
    look: Look
    seen: Seen
    about: About
    step: str = ""  # the name of the step that led here, as undo has it


@dataclass(frozen=True, slots=True)
class Found:
    """The last state in a recovery file; `moment` is when it was reached, in seconds since 1970."""

    document: Document
    look: Look
    seen: Seen | None
    about: About
    moment: float
    is_damaged: bool = False  # something after this state can't be read
    step: str = ""  # the name of the step that led here, where it is known

    @property
    def path(self) -> Path | None:
        return self.about.file


class Newer(Refused):
    """The file was written by a later version, which can read it."""


def whole(kept: Kept, moment: float) -> bytes:
    """A record that needs none before it."""
    text = b'{"recovery":%d,"format":%d,"time":%s,"whole":%s}' % (
        VERSION,
        FORMAT_VERSION,
        _json(moment),
        b"".join(_whole(kept)),
    )
    return _line(text)


def change(before: Kept, after: Kept, moment: float) -> bytes:
    """A record of what leads from one state to the next; empty where they are the same."""
    changed = _changes(before, after, ())
    return _line(b'{"time":%s,"set":%s}' % (_json(moment), _json(changed))) if changed else b""


def last(data: bytes) -> Found:
    """The last state that can be read in `data`.

    Raises `Refused`, with a clause, where there is none, and `Newer` where a later version may find one.
    """
    texts, is_damaged = _texts(data)
    if not texts:
        raise Refused("it holds no whole record.")
    try:
        found = _state(texts)
    except Newer:
        raise
    except Refused:
        found, is_damaged = _last_sound(texts), True
    return replace(found, is_damaged=found.is_damaged or is_damaged)


def _last_sound(texts: list[bytes]) -> Found:
    """A state after which comes one that can't be shown; `Refused` where that is the first already."""
    found, sound, unsound = _state(texts[:1]), 1, len(texts)
    while unsound - sound > 1:
        middle = (sound + unsound) // 2
        try:
            found, sound = _state(texts[:middle]), middle
        except Refused:
            unsound = middle
    return found


def _state(texts: list[bytes]) -> Found:
    """The state to which the records lead, or those before the first that does not fit."""
    is_damaged = False
    tree, moment = _first(texts[0])
    for text in texts[1:]:
        try:
            moment = _replayed(tree, text)
        except (KeyError, IndexError, TypeError, ValueError):
            is_damaged = True  # and nothing after it can be trusted
            break
    value = {"format": schema.FORMAT, "version": tree["format"]}
    opened: Opened = schema.from_json(value | {key: tree[key] for key in ("document", "look", "seen")})
    about = typed(tree["about"], About, "about")
    step = tree.get("step")
    told = step if isinstance(step, str) else ""
    return Found(opened.document, opened.look, opened.seen, about, moment, is_damaged, told)


# --- writing


def _line(text: bytes) -> bytes:
    return b"%d %08x %s\n" % (len(text), crc32(text), text)


def _changes(old: Any, new: Any, place: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], Any]]:
    """The places in `new` that are not the very same as in `old`, each with what stands there."""
    if old is new:
        return []
    if type(old) is type(new):
        if is_dataclass(new):
            names = [member.name for member in fields(new)]
            pairs = ((name, getattr(old, name), getattr(new, name)) for name in names)
            return [found for name, a, b in pairs for found in _changes(a, b, (*place, name))]
        if isinstance(new, tuple) and len(old) == len(new) and _has_parts(new):
            numbered = enumerate(zip(old, new, strict=True))
            return [found for index, (a, b) in numbered for found in _changes(a, b, (*place, index))]
        if old == new:
            return []
    return [(place, new)]


def _whole(value: Any) -> list[bytes]:
    """The JSON of `value` in pieces: no piece keeps other threads waiting for longer than a row takes."""
    if is_dataclass(value):
        made = [b"{"]
        for member in fields(value):
            made += [b'"%s":' % member.name.encode(), *_whole(getattr(value, member.name)), b","]
        return [*made[:-1], b"}"]
    if isinstance(value, tuple) and _has_parts(value):
        made = [b"["]
        for part in value:
            made += [*_whole(part), b","]
        return [*made[:-1], b"]"]
    return [_json(value)]


def _has_parts(value: tuple[Any, ...]) -> bool:
    """Whether the elements are rows, tokens or the like, and not numbers."""
    return bool(value) and (isinstance(value[0], tuple) or is_dataclass(value[0]))


def _json(value: Any) -> bytes:
    import msgspec  # takes as long as all else that the command line imports

    return msgspec.json.encode(value)


# --- reading


def _texts(data: bytes) -> tuple[list[bytes], bool]:
    """The texts of the records, up to the first that is not whole; and whether that is more than the end of
    a write that was cut short."""
    texts: list[bytes] = []
    at = 0
    while head := _HEAD.match(data, at):
        end = head.end() + int(head[1])
        text = data[head.end() : end]
        if data[end : end + 1] != b"\n" or crc32(text) != int(head[2], 16):
            break
        texts.append(text)
        at = end + 1
    return texts, data.find(b"\n", at) >= 0


def _first(text: bytes) -> tuple[dict[str, Any], float]:
    value = parse(text)
    version = value.get("recovery") if isinstance(value, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused("its first record is none of a recovery file.")
    newest = value.get("format")
    if not isinstance(newest, int):
        raise Refused("its first record does not tell its format.")
    if version > VERSION or newest > FORMAT_VERSION:
        raise Newer("it was written by a newer Attention Studio.")
    tree = value.get("whole")
    if not isinstance(tree, dict) or not {"document", "look", "seen", "about"} <= tree.keys():
        raise Refused("its first record does not hold the whole work.")
    return tree | {"format": newest}, _moment(value)


def _replayed(tree: dict[str, Any], text: bytes) -> float:
    """Put what a record changed into `tree`; the time of the change.

    All of the record is looked at before anything is put: half of a change is none that was ever made.
    """
    value = parse(text)
    targets: list[tuple[Any, str | int, Any]] = []
    for place, new in value["set"]:
        part: Any = tree
        for step in place[:-1]:
            part = part[step]
        if isinstance(part, Mapping) != isinstance(place[-1], str):
            raise TypeError("a name in a list, or a number in an object")
        part[place[-1]]  # KeyError and IndexError: no change makes a place
        targets.append((part, place[-1], new))
    moment = _moment(value)
    for part, step, new in targets:
        part[step] = new
    return moment


def _moment(value: Mapping[str, Any]) -> float:
    moment = value.get("time")
    return float(moment) if isinstance(moment, int | float) and abs(moment) < 1e11 else 0.0
