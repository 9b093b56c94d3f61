"""A document in a PDF: the stream of an attachment.

Streams stand in the open in every PDF, each with its own small dictionary, whatever wrote the file (ISO
32000-1, 7.3.8 and 7.5.7). So they are looked through directly, in one pass: a library that follows the
references of a hostile file can be led in circles and unpack without end. An attachment that was replaced
stays in a file that was changed by appending; the last one counts.
"""

from __future__ import annotations

import re
import zlib

from attnstudio.model.refused import Refused

_STREAM = re.compile(rb">>\s{0,16}stream\r?\n")
_END = re.compile(rb"\r?\n?endstream\s{1,4}endobj")
_LENGTH = re.compile(rb"/Length\s+(\d{1,9})\b(?!\s+\d+\s+R)")
_OURS = re.compile(rb'\s*\{\s*"format"\s*:\s*"attnstudio"')
# Bounded, as all else here that repeats: what ends late or never is looked for at every place once more.
_FILTERS = re.compile(rb"/Filter\s{0,16}(\[[^\[\]]{0,64}\]|/\w{1,64})")
_DICTIONARY = 2_048  # bytes before a stream that may be its dictionary
_PEEK = 256  # unpacked bytes that tell whether a stream is a document
_MOST_STREAMS = 50_000


def document_in(data: bytes, most: int) -> bytes | None:
    """The bytes of the document, or None; `Refused` with a clause where they are damaged or too many."""
    found: tuple[int, bytes] | None = None
    for number, stream in enumerate(_STREAM.finditer(data)):
        if number >= _MOST_STREAMS:
            break
        dictionary = _dictionary(data, stream.start())
        if _OURS.match(_peek(data, stream.end(), dictionary)):
            found = stream.end(), dictionary
    if found is None:
        if b"/Encrypt" in data:
            raise Refused("the PDF is locked by a password; a document inside can't be read.")
        return None
    return _whole(data, *found, most)


def _dictionary(data: bytes, end: int) -> bytes:
    """What stands between the beginning of an object and its stream."""
    before = data[max(0, end - _DICTIONARY) : end]
    return before[before.rfind(b" obj") + 1 :]


def _peek(data: bytes, begin: int, dictionary: bytes) -> bytes:
    if not _is_packed(dictionary):
        return data[begin : begin + _PEEK]
    try:
        return zlib.decompressobj().decompress(data[begin : begin + 4 * _PEEK], _PEEK)
    except zlib.error:
        return b""


def _whole(data: bytes, begin: int, dictionary: bytes, most: int) -> bytes:
    if _is_packed(dictionary):
        unpacking = zlib.decompressobj()
        try:
            text = unpacking.decompress(memoryview(data)[begin:], most + 1)
        except zlib.error as error:
            raise Refused("the document in the PDF is damaged: it can't be unpacked.") from error
        if not unpacking.eof and len(text) <= most:
            raise Refused("the document in the PDF is damaged: its end is missing.")
    else:
        text = data[begin : min(_end(data, begin, dictionary, most), begin + most + 1)]
    if len(text) > most:
        raise Refused(f"the document in the PDF has more than {most // 2**20} MB.")
    return text


def _end(data: bytes, begin: int, dictionary: bytes, most: int) -> int:
    """Where a stream ends that is not packed, if that is not too far."""
    if length := _LENGTH.search(dictionary):
        return begin + int(length[1])
    end = _END.search(data, begin, begin + most + _PEEK)
    return end.start() if end else len(data)


def _is_packed(dictionary: bytes) -> bool:
    """Is the stream deflated, and nothing else?"""
    filters = _FILTERS.search(dictionary)
    return filters is not None and filters[1].strip(b"[] ") == b"/FlateDecode"
