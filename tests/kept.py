"""Small pictures for a journal, made without Qt."""

from __future__ import annotations

import struct
from zlib import compress, crc32

from attnstudio.model.document import Document, Look
from attnstudio.storage.carrying import carried
from attnstudio.storage.schema import to_bytes


def plain_png(wide: int = 2, high: int = 1) -> bytes:
    """A white PNG without anything inside."""
    rows = (b"\0" + b"\xff" * 3 * wide) * high
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
        for name, data in parts
    )


def picture_of(document: Document, look: Look | None = None) -> bytes:
    """A PNG that carries a document."""
    return carried(plain_png(), to_bytes(document, look or Look()))
