"""The colours of a GIF: one table for all its pictures, and no dither.

What is flat on screen stays flat: a dithered ground crawls from picture to picture and is what makes a GIF
large. Panels have few colours, and edges of letters between them, so that 255 are enough to be near.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from attnstudio.ui.animations.reel import Pixels

MOST = 255
"""Colours in the table; the place that is left stands for “as before”."""
_CANDIDATES = 8192
_EYE = np.array([2.0, 4.0, 1.5])  # how much a difference in red, green and blue is seen, roughly
_NOT_YET = -1

Colours = NDArray[np.uint8]
Indices = NDArray[np.uint8]


def chosen(samples: Iterable[Pixels], most: int = MOST) -> Colours:
    """At most `most` colours (n, 3) for these pictures: all of them where there are no more.

    Greedy: the next colour is always the one that takes away most of what is wrong, its pixels times its
    squared distance from the nearest chosen one. So every large flat area gets its very colour.
    """
    found, counts = np.unique(np.concatenate([_packed(one).ravel() for one in samples]), return_counts=True)
    if len(found) <= most:
        return _unpacked(found)
    order = np.lexsort((found, -counts))[:_CANDIDATES]
    colours, weights = _unpacked(found[order]), counts[order].astype(np.float64)
    seen = colours * _EYE
    picked = [0]
    wrong = _distances(seen, seen[0])
    while len(picked) < most:
        next_one = int(np.argmax(weights * wrong))
        picked.append(next_one)
        wrong = np.minimum(wrong, _distances(seen, seen[next_one]))
    return colours[picked]


class Table:
    """Finds for each pixel the place of the nearest colour, and remembers it: 32 MB, and some milliseconds
    a picture instead of seconds."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours
        self._seen = colours * _EYE
        self._places = np.full(1 << 24, _NOT_YET, dtype=np.int16)

    def indices(self, picture: Pixels) -> Indices:
        """(height, width): a place in the table for each pixel."""
        packed = _packed(picture)
        places = self._places[packed]
        missing = places == _NOT_YET
        if missing.any():
            new = np.unique(packed[missing])
            self._places[new] = self._nearest(_unpacked(new))
            places = self._places[packed]
        return places.astype(np.uint8)

    def _nearest(self, colours: Colours) -> NDArray[np.int16]:
        wanted = colours * _EYE
        best = np.zeros(len(wanted), dtype=np.int16)
        least = np.full(len(wanted), np.inf)
        for place, one in enumerate(self._seen):
            distance = _distances(wanted, one)
            nearer = distance < least
            best[nearer] = place
            least[nearer] = distance[nearer]
        return best


def _distances(many: NDArray[np.float64], one: NDArray[np.float64]) -> NDArray[np.float64]:
    distances: NDArray[np.float64] = ((many - one) ** 2).sum(axis=-1)
    return distances


def _packed(picture: Pixels) -> NDArray[np.uint32]:
    wide = picture.astype(np.uint32)
    packed: NDArray[np.uint32] = np.bitwise_or(wide[..., 0] << 16 | wide[..., 1] << 8, wide[..., 2])
    return packed


def _unpacked(packed: NDArray[np.uint32]) -> Colours:
    return np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=-1).astype(np.uint8)
