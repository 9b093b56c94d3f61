"""What a journal knows of a picture, written into the picture itself: title, note, time and place.

A PNG holds them in one iTXt chunk right after its header, as JSON. So a journal needs no index that could
differ from its pictures, and a note goes wherever its picture goes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any
from zlib import crc32

from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.storage.strict_json import layout, parse

MOST_NOTE = 10_000
"""Characters of a note: some three pages."""

MOST_HEAD = 64 * 2**10
"""Bytes of a picture in which the words stand: a note of the longest, with all that goes with it."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FIRST = 33  # bytes before what may follow the header
_KEYWORD = b"attnstudio-journal\0"
_BEFORE_TEXT = _KEYWORD + b"\0\0\0\0"  # not packed; neither a language nor a translated keyword
_MOST_LINE = {"title": 200, "said": 2_000, "caption": 1_000, "made": 40}
_FARTHEST = 1e12  # of a place: halves of numbers beyond are no longer exact
_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Words:
    """`said` is what stands in for the picture, `made` its time in ISO 8601, `place` orders the pictures."""

    title: str = ""
    said: str = ""
    caption: str = ""
    note: str = ""
    made: str = ""
    place: float = 0.0


def cleaned(words: Words) -> Words:
    """`words` with texts that can be shown and saved; only a note has several lines."""
    return Words(
        clean(words.title)[: _MOST_LINE["title"]],
        clean(words.said)[: _MOST_LINE["said"]],
        clean(words.caption)[: _MOST_LINE["caption"]],
        cleaned_note(words.note),
        clean(words.made)[: _MOST_LINE["made"]],
        words.place,
    )


def cleaned_note(note: str) -> str:
    """Line breaks of every kind become the usual one; what can't be shown becomes U+FFFD."""
    return "\n".join(map(clean, _LINE_END.split(note)))


def with_words(picture: bytes, words: Words) -> bytes:
    """A PNG in which `words` stand in place of those that it held.

    Raises `Refused`, with a clause, for what is no PNG, and for a note that is too long.
    """
    words = cleaned(words)
    if len(words.note) > MOST_NOTE:
        raise Refused(f"a note has at most {MOST_NOTE:,} characters.")
    text = layout({"version": 1, **asdict(words)}).encode()
    header, *others = _chunks(picture, is_whole=True)
    kept = (picture[start:end] for start, end in others if not _is_ours(picture, start))
    return b"".join((_SIGNATURE, picture[slice(*header)], _chunk(_BEFORE_TEXT + text), *kept))


def without_words(picture: bytes) -> bytes:
    """The PNG as it was before a journal kept it."""
    parts = _chunks(picture, is_whole=True)
    return _SIGNATURE + b"".join(picture[start:end] for start, end in parts if not _is_ours(picture, start))


def words_in(head: bytes) -> Words | None:
    """The words in a PNG, of which the beginning is enough; None where there are none.

    Raises `Refused`, with a clause, for what is no PNG, and for damaged words.
    """
    for start, end in _chunks(head, is_whole=False):
        if head[start + 4 : start + 8] == b"IDAT":
            break
        if _is_ours(head, start):
            if int.from_bytes(head[end - 4 : end]) != crc32(head[start + 4 : end - 4]):
                raise Refused("its note is damaged.")
            return _read(head[start + 8 + len(_BEFORE_TEXT) : end - 4])
    return None


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels; `Refused`, with a clause, for what is no PNG."""
    start, _ = next(_chunks(picture, is_whole=False))
    wide, high = struct.unpack_from(">II", picture, start + 8)
    return wide, high


def _read(text: bytes) -> Words:
    value: Any = parse(text)
    if not isinstance(value, dict):
        raise Refused("its note is damaged.")
    lines = {name: value.get(name) for name in (*_MOST_LINE, "note")}
    texts = {name: line if isinstance(line, str) else "" for name, line in lines.items()}
    made = cleaned(Words(**texts, place=_place(value.get("place"))))
    return replace(made, note=made.note[:MOST_NOTE])


def _place(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _FARTHEST:
        return 0.0
    return float(value)


def _chunk(data: bytes) -> bytes:
    named = b"iTXt" + data
    return struct.pack(">I", len(data)) + named + struct.pack(">I", crc32(named))


def _is_ours(picture: bytes, start: int) -> bool:
    return picture.startswith(b"iTXt" + _KEYWORD, start + 4)


def _chunks(picture: bytes, *, is_whole: bool) -> Iterator[tuple[int, int]]:
    """Where each chunk lies, with its length and its checksum; as far as `picture` goes."""
    if not picture.startswith(_SIGNATURE + b"\0\0\0\rIHDR") or len(picture) < _FIRST:
        raise Refused("it is no PNG picture.")
    start, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        end = start + 12 + int.from_bytes(picture[start : start + 4])
        if start + 12 > len(picture) or end > len(picture):
            if is_whole:
                raise Refused("the picture is cut off.")
            return
        kind = picture[start + 4 : start + 8]
        yield start, end
        start = end
