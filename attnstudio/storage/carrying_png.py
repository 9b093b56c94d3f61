"""A document in a PNG: one text chunk that says "attnstudio" (PNG specification, chapter 11.3.3)."""

from __future__ import annotations

import zlib
from itertools import islice

from attnstudio.model.refused import Refused
from attnstudio.storage.png import HEAD, chunks, made

KEYWORD = b"attnstudio"

_MOST_CHUNKS = 200_000  # 64 MB in the 8 kB that most programs write make 8,000


def carried(picture: bytes, document: bytes) -> bytes:
    """The picture with the document behind its header, as compressed UTF-8 (iTXt)."""
    chunk = made(b"iTXt", KEYWORD + b"\0\1\0\0\0" + zlib.compress(document, 9))
    return picture[:HEAD] + chunk + picture[HEAD:]


def document_in(data: bytes, most: int) -> bytes | None:
    """The bytes of the document, or None; `Refused` with a clause where they are damaged or too many."""
    for chunk in islice(chunks(data), _MOST_CHUNKS):
        if chunk.name in _READERS and chunk.begins_with(KEYWORD + b"\0"):
            if not chunk.is_sound:
                raise Refused("the document in the picture is damaged: its checksum is wrong.")
            return _require(_READERS[chunk.name](chunk.content[len(KEYWORD) + 1 :], most), most)
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
