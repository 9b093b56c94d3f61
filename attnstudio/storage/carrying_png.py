"""A document in a PNG: one text chunk that says "attnstudio" (PNG specification, chapter 11.3.3).

The chunks are walked here instead of by Pillow, which unpacks every other text on its way, and reads all
pixels where a text stands behind them.
"""

from __future__ import annotations

import struct
import zlib

from attnstudio.model.refused import Refused

KEYWORD = b"attnstudio"

_FIRST = 8  # where the chunks begin
_HEADER = 25  # bytes of IHDR, always the first of them
_AROUND = 12  # bytes of a chunk that are not its content: length, name, checksum
_MOST_CHUNKS = 200_000  # 64 MB in the 8 kB that most programs write make 8,000


def carried(picture: bytes, document: bytes) -> bytes:
    """The picture with the document behind its header, as compressed UTF-8 (iTXt)."""
    place = _FIRST + _HEADER
    content = KEYWORD + b"\0\1\0\0\0" + zlib.compress(document, 9)
    checksum = zlib.crc32(content, zlib.crc32(b"iTXt"))
    chunk = struct.pack(">I4s", len(content), b"iTXt") + content + struct.pack(">I", checksum)
    return picture[:place] + chunk + picture[place:]


def document_in(data: bytes, most: int) -> bytes | None:
    """The bytes of the document, or None; `Refused` with a clause where they are damaged or too many."""
    place = _FIRST
    for _ in range(_MOST_CHUNKS):
        if place + _AROUND > len(data):
            return None
        length, name = struct.unpack_from(">I4s", data, place)
        begin, end = place + 8, place + 8 + length
        if name in _READERS and data.startswith(KEYWORD + b"\0", begin):
            if data[end : end + 4] != struct.pack(">I", zlib.crc32(data[place + 4 : end])):
                raise Refused("the document in the picture is damaged: its checksum is wrong.")
            text = _READERS[name](data[begin + len(KEYWORD) + 1 : end], most)
            return _require(text, most)
        place = end + 4
    return None


def _international(content: bytes, most: int) -> bytes:
    """iTXt: whether it is compressed, how, a language, the keyword in that language, text in UTF-8."""
    parts = content[2:].split(b"\0", 2)
    if len(parts) < 3:
        raise Refused("the document in the picture is damaged: its text does not begin.")
    return _unpacked(parts[2], most) if content[0] else parts[2]


def _compressed(content: bytes, most: int) -> bytes:
    """zTXt: how it is compressed, text."""
    return _as_utf8(_unpacked(content[1:], most))


def _plain(content: bytes, most: int) -> bytes:
    return _as_utf8(content[: most + 1])


_READERS = {b"iTXt": _international, b"zTXt": _compressed, b"tEXt": _plain}
"""We write the first; programs that save a picture anew may choose another."""


def _unpacked(content: bytes, most: int) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(content, most + 1)
    except zlib.error as error:
        raise Refused("the document in the picture is damaged: it can't be unpacked.") from error
    if not unpacking.eof and len(text) <= most:
        raise Refused("the document in the picture is damaged: its end is missing.")
    return text


def _as_utf8(text: bytes) -> bytes:
    """Latin-1, as the two older chunks have it; many programs put UTF-8 there nevertheless."""
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("latin-1").encode("utf-8")
    return text


def _require(text: bytes, most: int) -> bytes:
    if len(text) > most:
        raise Refused(f"the document in the picture has more than {most // 2**20} MB.")
    return text
