"""The chunks of a PNG (PNG specification, chapter 5): where what we write into pictures stands.

They are walked here instead of by Pillow, which unpacks every text on its way, and reads all pixels where a
text stands behind them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = 33
"""Bytes of the signature and of the header, IHDR, which is always the first chunk."""

_AROUND = 12  # bytes of a chunk that are not its content: length, name, checksum


@dataclass(frozen=True, slots=True)
class Chunk:
    """The bytes of a picture from `start` to `end`, of which the last may be missing. Nothing is copied
    before it is asked for."""

    picture: bytes
    start: int
    end: int

    @property
    def name(self) -> bytes:
        return self.picture[self.start + 4 : self.start + 8]

    @property
    def content(self) -> bytes:
        return self.picture[self.start + 8 : self.end - 4]

    @property
    def whole(self) -> bytes:
        return self.picture[self.start : self.end]

    @property
    def is_whole(self) -> bool:
        return self.end <= len(self.picture)

    @property
    def is_sound(self) -> bool:
        """Whether it is whole, and its checksum is right."""
        checksum = int.from_bytes(self.picture[self.end - 4 : self.end])
        return self.is_whole and checksum == crc32(self.picture[self.start + 4 : self.end - 4])

    def begins_with(self, content: bytes) -> bool:
        return self.picture.startswith(content, self.start + 8)


def chunks(picture: bytes) -> Iterator[Chunk]:
    """The chunks of a picture as far as it goes; only the last may not be whole."""
    start = len(SIGNATURE)
    while start + _AROUND <= len(picture):
        end = start + _AROUND + int.from_bytes(picture[start : start + 4])
        yield Chunk(picture, start, end)
        start = end


def made(name: bytes, content: bytes) -> bytes:
    """The bytes of a chunk, its checksum with them."""
    named = name + content
    return struct.pack(">I", len(content)) + named + struct.pack(">I", crc32(named))
