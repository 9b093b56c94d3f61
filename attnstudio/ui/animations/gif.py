"""GIF (89a): plays everywhere, in documents, mail and chats; few colours, and large where much moves."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from attnstudio.ui.animations.colours import MOST, Colours, Indices, Table
from attnstudio.ui.animations.reel import Pixels, Reel

_AS_BEFORE = MOST  # the transparent place of the table
_KEEP = 1  # of a picture: the next one is laid over it
_LONGEST = 65_535  # hundredths of a second that a picture can be shown


def encode(table: Table, reel: Reel, pictures: Iterator[Pixels]) -> bytes:
    """The whole file. Each picture after the first holds what differs from the one before, and no more."""
    before = table.indices(next(pictures))
    parts = [_head(reel, table.colours)]
    part, corner, shown = before, (0, 0), reel.hundredths[0]
    for picture, hundredths in zip(pictures, reel.hundredths[1:], strict=True):
        now = table.indices(picture)
        changed = now != before
        if not changed.any() and shown + hundredths <= _LONGEST:
            shown += hundredths  # nothing differs: the one before stays for longer
            continue
        parts.append(_picture(part, corner, shown))
        part, corner = _difference(now, changed)
        before, shown = now, hundredths
    parts.append(_picture(part, corner, shown))
    return b"".join(parts) + b";"


def _head(reel: Reel, colours: Colours) -> bytes:
    table = np.zeros((MOST + 1, 3), dtype=np.uint8)
    table[: len(colours)] = colours
    made = b"GIF89a" + struct.pack("<HHBBB", reel.width, reel.height, 0xF7, 0, 0) + table.tobytes()
    if reel.is_endless:  # Netscape's extension, which every viewer knows; without it a GIF plays once
        made += b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return made


def _difference(now: Indices, changed: NDArray[np.bool_]) -> tuple[Indices, tuple[int, int]]:
    """The smallest part that holds every change, and its upper left corner, (x, y)."""
    if not changed.any():
        return np.full((1, 1), _AS_BEFORE, dtype=np.uint8), (0, 0)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    place = slice(top, int(rows[-1]) + 1), slice(left, int(columns[-1]) + 1)
    return np.where(changed[place], now[place], np.uint8(_AS_BEFORE)), (left, top)


def _picture(part: Indices, corner: tuple[int, int], hundredths: int) -> bytes:
    """One picture of the file. Pillow does the compression."""
    from PIL import GifImagePlugin, Image  # an animation is made seldom, and Pillow takes long to load

    image = Image.fromarray(part, "P")
    return b"".join(
        GifImagePlugin.getdata(
            image, corner, duration=10 * hundredths, disposal=_KEEP, transparency=_AS_BEFORE
        )
    )
