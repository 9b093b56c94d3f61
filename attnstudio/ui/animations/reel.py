"""What an encoder must know before the first picture comes, and the pictures themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""One picture, (height, width, 3), red, green, blue."""


@dataclass(frozen=True, slots=True)
class Reel:
    """Pictures of `width` × `height` pixels, each shown for so many hundredths of a second: the unit of GIF,
    and so of all here."""

    width: int
    height: int
    hundredths: tuple[int, ...]
    is_endless: bool = True
    fps: float = 20.0


Encode = Callable[[Reel, Iterator[Pixels]], bytes]
"""The whole file. Takes the pictures one by one, as many as `Reel.hundredths` has; raises `Refused`."""
