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

from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.storage.png import HEAD, SIGNATURE, Chunk, chunks, made
from attnstudio.storage.strict_json import layout, parse

MOST_NOTE = 10_000
"""Characters of a note: some three pages."""

MOST_HEAD = 64 * 2**10
"""Bytes of a picture in which the words stand: a note of the longest, with all that goes with it."""

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
    header, *others = _whole(picture)
    kept = (chunk.whole for chunk in others if not _is_ours(chunk))
    return b"".join((SIGNATURE, header.whole, made(b"iTXt", _BEFORE_TEXT + text), *kept))


def without_words(picture: bytes) -> bytes:
    """The PNG as it was before a journal kept it."""
    return SIGNATURE + b"".join(chunk.whole for chunk in _whole(picture) if not _is_ours(chunk))


def words_in(head: bytes) -> Words | None:
    """The words in a PNG, of which the beginning is enough; None where there are none.

    Raises `Refused`, with a clause, for what is no PNG, and for damaged words.
    """
    _require_png(head)
    for chunk in chunks(head):
        if chunk.name in (b"IDAT", b"IEND") or not chunk.is_whole:
            break
        if _is_ours(chunk):
            if not chunk.is_sound:
                raise Refused("its note is damaged.")
            return _read(chunk.content[len(_BEFORE_TEXT) :])
    return None


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels; `Refused`, with a clause, for what is no PNG."""
    _require_png(picture)
    wide, high = struct.unpack_from(">II", picture, len(SIGNATURE) + 8)
    return wide, high


def _read(text: bytes) -> Words:
    value: Any = parse(text)
    if not isinstance(value, dict):
        raise Refused("its note is damaged.")
    lines = {name: value.get(name) for name in (*_MOST_LINE, "note")}
    texts = {name: line if isinstance(line, str) else "" for name, line in lines.items()}
    words = cleaned(Words(**texts, place=_place(value.get("place"))))
    return replace(words, note=words.note[:MOST_NOTE])


def _place(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _FARTHEST:
        return 0.0
    return float(value)


def _is_ours(chunk: Chunk) -> bool:
    return chunk.name == b"iTXt" and chunk.begins_with(_KEYWORD)


def _require_png(picture: bytes) -> None:
    if not picture.startswith(SIGNATURE + b"\0\0\0\rIHDR") or len(picture) < HEAD:
        raise Refused("it is no PNG picture.")


def _whole(picture: bytes) -> Iterator[Chunk]:
    """All chunks to the end, behind which nothing belongs to the picture."""
    _require_png(picture)
    for chunk in chunks(picture):
        if not chunk.is_whole:
            break
        yield chunk
        if chunk.name == b"IEND":
            return
    raise Refused("the picture is cut off.")
