"""Pictures to carry documents in, made of nothing but bytes."""

from __future__ import annotations

import struct
import zlib

from attnstudio.storage.carrying import carried


def chunk(name: bytes, content: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


PIXELS = chunk(b"IDAT", zlib.compress(b"\0\0"))
END = chunk(b"IEND", b"")
PNG = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) + PIXELS + END
SVG = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    b'<svg width="10mm" height="10mm" xmlns="http://www.w3.org/2000/svg" version="1.1">\n'
    b"<title>A picture</title>\n<desc>of nothing</desc>\n<defs>\n</defs>\n"
    b'<g><path d="M0,0 L9,9"/><text x="1" y="5">bank</text></g>\n</svg>\n'
)


def pdf(document: bytes, *, packed: bool = True) -> bytes:
    """A PDF with one attachment, as Qt writes it: no types, and its length in an object of its own."""
    stream = zlib.compress(document) if packed else document
    packing = b" /Filter /FlateDecode" if packed else b""
    objects = [
        b"<</Type/Catalog /Pages 2 0 R /Names <</EmbeddedFiles 3 0 R>>>>",
        b"<</Type/Pages /Count 1 /Kids [7 0 R]>>",
        b"<</Names[(document.attn)4 0 R]>>",
        b"<</Type/Filespec /F (document.attn) /EF <</F 5 0 R>>>>",
        b"<<\n/Length 6 0 R" + packing + b"\n>>\nstream\n" + stream + b"\nendstream",
        b"%d" % len(stream),
        b"<</Type/Page /Parent 2 0 R /MediaBox [0 0 99 99]>>",
    ]
    made = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    begin = len(made)
    size = len(objects) + 1
    made += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return made + b"trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, begin)


def pictures(document: bytes) -> dict[str, bytes]:
    """The document in a picture of each kind."""
    return {"png": carried(PNG, document), "svg": carried(SVG, document), "pdf": pdf(document)}
