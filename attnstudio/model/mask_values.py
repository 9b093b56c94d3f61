"""What a pasted mask is worked out with: numbers, lists and small arrays of three kinds.

What can't be done raises `Refused`, in a sentence without a place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnstudio.model.refused import Refused

Cells = npt.NDArray[np.bool_] | npt.NDArray[np.int64] | npt.NDArray[np.float64]
Scalar = bool | int | float
MOST_CELLS = 64 * 64
MOST_AXES = 4
LARGEST_WHOLE = 2**31


@dataclass(frozen=True, slots=True)
class Known:
    """A name that means something here, such as ``torch.tril``; the module's part is "torch", "np", …"""

    path: str

    @property
    def last(self) -> str:
        return self.path.rsplit(".", 1)[-1]


@dataclass(frozen=True, slots=True)
class Limits:
    """What ``torch.finfo(torch.float32)`` gives."""

    least: float
    most: float


Value = Scalar | str | None | Cells | list["Value"] | tuple["Value", ...] | Known | Limits

KINDS: dict[str, npt.DTypeLike] = {
    **dict.fromkeys(("bool", "bool_", "BoolTensor"), np.bool_),
    **dict.fromkeys(
        ("int", "int8", "int16", "int32", "int64", "long", "uint8", "short", "LongTensor"), np.int64
    ),
    **dict.fromkeys(
        ("float", "float16", "float32", "float64", "half", "bfloat16", "double", "FloatTensor"), np.float64
    ),
}


def is_kind(name: str) -> bool:
    """Whether a name is that of a dtype."""
    return name in KINDS


def cells(value: Value, what: str = "this") -> Cells:
    """`value` as an array; ragged lists and what holds no number are refused."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (list, tuple)):
        shape = bounded(_shape_of_first(value))[1:]
        for number, part in enumerate(value[1:], start=2):  # before any part is worked out
            if (found := _shape_of_first(part)) != shape:
                raise Refused(f"row {number} has {_sized(found)} where row 1 has {_sized(shape)}")
        return of_kind(np.array([cells(part, what) for part in value])) if value else np.zeros(0)
    if isinstance(value, (bool, int, float)):
        return of_kind(np.array(value))
    raise Refused(f"{what} is no number and no list of numbers")


def _shape_of_first(value: Value) -> tuple[int, ...]:
    """The shape of nested lists, if all their parts are like the first ones."""
    shape: list[int] = []
    while isinstance(value, (list, tuple)) and len(shape) <= MOST_AXES:
        shape.append(len(value))
        if not value:
            break
        value = value[0]
    return (*shape, *value.shape) if isinstance(value, np.ndarray) else tuple(shape)


def bounded(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape that is small enough to be made."""
    if len(shape) > MOST_AXES:
        raise Refused(f"a mask has two axes; {MOST_AXES} are possible here, and this has {len(shape)}")
    if any(side < 0 for side in shape):
        raise Refused("a size can't be negative")
    if math.prod(shape) > MOST_CELLS or any(side > MOST_CELLS for side in shape):
        told = " × ".join(str(side) if side < 10**9 else "more than a billion" for side in shape)
        raise Refused(f"{told} is too large: 64 × 64 is the most that a sentence here needs")
    return tuple(shape)


def whole(value: Value, what: str = "a size") -> int:
    """A whole number, for a size or a diagonal."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"{what} must be a whole number")
    if abs(value) > LARGEST_WHOLE:
        raise Refused(f"{what} is too large: 64 × 64 is the most that a sentence here needs")
    return value


def cast_to(array: Cells, kind: Value) -> Cells:
    """`array` as another dtype; None leaves it as it is."""
    if kind is None:
        return array
    name = kind.last if isinstance(kind, Known) else kind
    if not isinstance(name, str) or name not in KINDS:
        raise Refused("a dtype such as torch.bool is needed here")
    if KINDS[name] is np.int64 and not np.isfinite(array).all():
        raise Refused("−∞ has no whole number")
    return array.astype(KINDS[name])


def with_shape(first: Cells, second: Cells) -> None:
    """Refuse two arrays that don't go together, or that would make too large a one."""
    try:
        bounded(np.broadcast_shapes(first.shape, second.shape))
    except ValueError:
        raise Refused(f"{shape_of(first)} and {shape_of(second)} don't go together") from None


def scalar(value: Value) -> Scalar:
    """The one number that `value` is."""
    given = cells(value)
    if given.size != 1:
        raise Refused("one number is needed here")
    number: Scalar = given.item()
    return number


def of_kind(array: npt.ArrayLike) -> Cells:
    """`array` as booleans, whole numbers or floats of one size each."""
    array = np.asarray(array)
    if array.dtype == np.bool_:
        return array.astype(np.bool_)
    if array.dtype.kind in "iu":
        return array.astype(np.int64)
    if array.dtype.kind == "f":
        return array.astype(np.float64)
    raise Refused("a number in it is too large")


def _sized(shape: tuple[int, ...]) -> str:
    return "one number" if not shape else f"{shape[0]} number{'s' * (shape[0] != 1)}"


def shape_of(array: Cells) -> str:
    """E.g. ``4 × 4``."""
    return " × ".join(map(str, array.shape)) if array.ndim else "one number"


def plain(value: Value) -> Value:
    """An array without axes as the number that it is."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        number: Scalar = value.item()
        return small(number) if isinstance(number, int) else number
    return value


def small(number: Scalar) -> Scalar:
    """A number that floats can count to."""
    if abs(number) >= 2**53:
        raise Refused("this number is too large")
    return number
