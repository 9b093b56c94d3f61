"""Documents and pictures with something wrong in them: the same ones for the same seed.

Run as a program, it opens many of them as the studio does and prints what became of them as JSON. It does so
in a process of its own, which may not grow beyond a limit.
"""

from __future__ import annotations

import json
import re
import resource
import struct
import sys
import time
import traceback
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.seen import Frame, Picked, Seen
from attnstudio.model.settings import Mask, Positions, Wrong
from attnstudio.state.store import Store
from attnstudio.storage.carrying import is_picture
from attnstudio.storage.files import from_bytes
from attnstudio.storage.schema import to_bytes
from tests.samples import bank, crossing, projected, two_meanings
from tests.storage.pictures import chunk, pictures

ALLOWED = 200 * 2**20
"""Bytes by which the process may grow."""

SEEN = Seen(Frame((0.5, 0.5), 1.0), "mask", Picked("weights", 1, 1))
DOCUMENTS = (
    to_bytes(bank(), Look(query=6)),
    to_bytes(crossing(), Look(), {"levels": {"7": [1, {"done": True}]}}),
    to_bytes(projected(), Look(head=1), None, SEEN),
    to_bytes(
        replace(
            two_meanings(),
            mask=Mask("window", frozenset({(6, 1)}), 3, "start", "left", 1),
            positions=Positions("rope"),
            wrong=Wrong(added=(6, 3, 0.5)),
        ),
        Look(workspace="sequence"),
        None,
        SEEN,
    ),
    b'{"queries": [[1, 2], [3, 4]], "keys": [[2, 1]], "values": [[2, 1]], "mask": [[true], [false]]}',
)
PIECES = (
    *(b"", b"0", b"-1", b"1e999", b"-1e999", b"NaN", b"Infinity", b"1e-400", b"-0.0", b"2147483648"),
    *(b"9" * 5_000, b"1" + b"0" * 30, b"4294967296.5", b"true", b"null", b"[]", b"{}", b"[[]]", b'""'),
    *(b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\u0000"', b'"\xff"', b"\xef\xbb\xbf", b"\xfe\xff", b"\x00"),
    *(b"[" * 3_000, b'{"a":' * 1_000, b"]" * 50, b'"version": 9', b'"id": 1', b'"' + b"w" * 2_000 + b'"'),
    *(b"]]>", b"<!DOCTYPE", b"&#0;", b"&lol;", b"</svg>", b"endstream endobj", b"stream\n", b"/Length 0"),
)
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[\[\]{}:,]|\w+')

Damage = Callable[[Random, bytes], bytes]


def flipped(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def cut(random: Random, data: bytes) -> bytes:
    begin = random.randrange(len(data))
    return data[:begin] if random.random() < 0.5 else data[:begin] + data[begin + random.randrange(200) :]


def swapped(random: Random, data: bytes) -> bytes:
    a, b, c, d = sorted(random.randrange(len(data) + 1) for _ in range(4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def repeated(random: Random, data: bytes) -> bytes:
    begin = random.randrange(len(data))
    piece = data[begin : begin + random.randrange(1, 300)]
    return data[:begin] + piece * random.choice((2, 2, 50)) + data[begin:]


def put_in(random: Random, data: bytes) -> bytes:
    begin = random.randrange(len(data))
    return data[:begin] + random.choice(PIECES) + data[begin + random.choice((0, 0, 1, 9)) :]


def retold(random: Random, data: bytes) -> bytes:
    """JSON with one word of it replaced by another thing: it mostly stays JSON."""
    found = list(_TOKEN.finditer(data))
    if not found:
        return data
    match, other = random.choice(found), random.choice(found)
    piece = other.group() if random.random() < 0.4 else random.choice(PIECES)
    return data[: match.start()] + piece + data[match.end() :]


ANYWHERE: tuple[Damage, ...] = (flipped, cut, swapped, repeated, put_in)


def rechunked(random: Random, data: bytes) -> bytes:
    """A PNG of other chunks, with checksums that are right: the damage is in what they hold."""
    chunks, place = [], 8
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        chunks.append((data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    index = random.randrange(1, len(chunks))
    name, content = chunks[index]
    if content and random.random() < 0.7:
        content = random.choice(ANYWHERE)(random, content)
    chunks[index] = random.choice((name, name, b"iTXt", b"zTXt", b"tEXt")), content
    if random.random() < 0.3:
        random.shuffle(chunks)
    return data[:8] + b"".join(chunk(name, content) for name, content in chunks)


def repacked(random: Random, data: bytes) -> bytes:
    """A PNG whose document is damaged before it is packed."""
    place = data.index(b"attnstudio\0") + 15
    packed = zlib.decompressobj().decompress(data[place:])
    changed = random.choice((retold, *ANYWHERE))(random, packed)
    content = b"attnstudio\0\1\0\0\0" + zlib.compress(changed, 1)
    return data[:33] + chunk(b"iTXt", content) + data[33:]


def damaged(seed: int, count: int) -> Iterator[bytes]:
    random = Random(seed)
    carrying = [pictures(document) for document in DOCUMENTS[:-1]]
    for number in range(count):
        if number % 2:
            made = random.choice(DOCUMENTS)
            for _ in range(random.choice((1, 1, 2, 3))):
                made = random.choice((retold, retold, *ANYWHERE))(random, made or b" ")
        else:
            kind, made = random.choice(list(random.choice(carrying).items()))
            of_png: tuple[Damage, ...] = (rechunked, repacked) if kind == "png" else ()
            made = random.choice((*ANYWHERE, *of_png))(random, made)
        yield made


def open_as_the_studio_does(data: bytes) -> bool:
    """Whether it opens: then it is computed, shown, and saved again."""
    try:
        opened = from_bytes(data, "x")
        for passage in range(len(opened.document.passages)):
            resolve(opened.document, passage)
        store = Store(opened.document, opened.look)
        store.open(opened.document, opened.look, opened.seen)
        to_bytes(store.document, store.look, opened.extra, opened.seen)
    except Refused:
        return False
    return True


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(seed: int, count: int) -> None:
    for document in DOCUMENTS:  # what is loaded when it is first needed is no growth
        open_as_the_studio_does(document)
    start = _peak()
    faults: list[str] = []
    good = seen_pictures = 0
    slowest = 0.0
    for number, data in enumerate(damaged(seed, count)):
        began = time.process_time()
        try:
            good += open_as_the_studio_does(data)
        except Exception:
            faults.append(f"seed {seed}, number {number}: {traceback.format_exc()}")
        slowest = max(slowest, time.process_time() - began)
        seen_pictures += is_picture(data)
    told = {"good": good, "pictures": seen_pictures, "faults": faults[:3]}
    print(json.dumps(told | {"grown": _peak() - start, "slowest": slowest}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
