"""What a program hands in: numbers, vectors, sizes and names, taken as they are meant; else `Refused` comes
with a sentence that shows what would do."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.model.document import Vector
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.model.settings import Align
from attnstudio.state.formats import FORMATS, Format

_NO_VECTOR = "A vector is a row of numbers, such as (1, 2)."


def boolean(array: npt.ArrayLike, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """A mask of that shape: (n_q, n_k)."""
    try:
        made: npt.NDArray[Any] = np.asarray(array)
    except ValueError as error:
        raise Refused("A mask is a boolean array whose rows are all of one length.") from error
    if made.dtype != np.bool_ or made.shape != shape:
        raise Refused(f"A mask here is a boolean array of shape {shape}, not {made.dtype} of {made.shape}.")
    return made


def vector(numbers: Sequence[float]) -> Vector:
    try:
        if not isinstance(numbers, str | bytes | Set):  # the digits of a text, or numbers in any order
            return tuple(float(number) for number in numbers)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused(_NO_VECTOR) from error
    raise Refused(_NO_VECTOR)


def number(value: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused(f"“{_shown(value)}” is no number, such as 0.5.") from error


def whole(value: int, what: str) -> int:
    """`what` is counted: “The size of a mask”."""
    try:
        return operator.index(value)
    except TypeError as error:
        raise Refused(f"{what} is a whole number, not “{_shown(value)}”.") from error


def align(value: Align) -> Align:
    if not isinstance(value, str) or value not in ("end", "start"):  # an array is compared as arrays are
        raise Refused(f'A mask is aligned at "end" or "start", not “{_shown(value)}”.')
    return value


def pixels(size: Sequence[int]) -> str:
    try:
        width, height = (operator.index(side) for side in size)
    except (TypeError, ValueError) as error:
        raise Refused("The size of a picture is its width and its height in pixels: (1120, 700).") from error
    return f"{width}x{height}"


def kind_of(path: Path) -> Format:
    for kind in FORMATS:
        if path.suffix.lower() == f".{kind}":
            return kind
    raise Refused(f"“{path.name}” names no kind of picture; it must end in .png, .svg or .pdf.")


def _shown(value: object) -> str:
    """A value as it was written, as far as it fits into a sentence."""
    return " ".join(clean(reprlib.repr(value)).split())
