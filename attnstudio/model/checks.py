"""What attention may be asked: arrays that fit together and numbers that mean something.

Everything refused here is refused with one sentence that names the array and the place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.model import numerals
from attnstudio.model.masks import Allowed
from attnstudio.model.refused import Refused

Array = npt.NDArray[np.floating[Any]]
Shape = tuple[int, ...]

# An array up to this many numbers is copied, so that a later change to it cannot reach a Trace. A larger one
# is shared and must be left alone: beside 512 × 512 weights three copied inputs would not be small.
COPIED_UP_TO = 16_384

_SINGLE = np.dtype(np.float32)
_DOUBLE = np.dtype(np.float64)
_KEPT_SINGLE = (_SINGLE, np.dtype(np.float16))


def numbers(name: str, array: npt.ArrayLike) -> npt.NDArray[Any]:
    """`array` as numpy's, of real numbers on at least one axis."""
    try:
        found = np.asarray(array)
    except ValueError:
        raise Refused(f"{name} are not rows of equal length") from None
    if found.dtype.kind not in "fiu":
        raise Refused(f"{name} must be real numbers, not {found.dtype}")
    if found.ndim == 0:
        raise Refused(f"{name} must be an array, not the single number {found}")
    return found


def floats(name: str, array: npt.ArrayLike, axes: int = 1) -> Array:
    """`array` in float32 or float64, whichever holds it, with at least so many axes."""
    found = numbers(name, array)
    if found.ndim < axes:
        raise Refused(f"{name} need {axes} axes, but have the shape {found.shape}")
    return found.astype(_SINGLE if found.dtype in _KEPT_SINGLE else _DOUBLE, copy=False)


def rows(queries: npt.ArrayLike, keys: npt.ArrayLike, values: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """The three arrays once they fit: read-only, in one dtype, with the same leading axes.

    float32 stays, float16 becomes float32 (its scores overflow at 65,504), all else is float64.
    """
    q, k, v = numbers("queries", queries), numbers("keys", keys), numbers("values", values)
    # An empty list is no tokens; how many components they would have had is for the others to say.
    if k.shape == (0,):
        k = k.reshape(0, q.shape[-1])
    if q.shape == (0,):
        q = q.reshape(0, k.shape[-1])
    if v.shape == (0,):
        v = v.reshape(0, 0)
    for name, array in (("queries", q), ("keys", k), ("values", v)):
        if array.ndim < 2:
            raise Refused(f"{name} need two axes, tokens and components, but have the shape {array.shape}")
    fit("the components, d_k,", ("queries", q.shape, -1), ("keys", k.shape, -1))
    fit("the tokens, n_k,", ("keys", k.shape, -2), ("values", v.shape, -2))
    single = q.dtype in _KEPT_SINGLE and k.dtype in _KEPT_SINGLE and v.dtype in _KEPT_SINGLE
    dtype = _SINGLE if single else _DOUBLE
    q, k, v = _own(q, dtype), _own(k, dtype), _own(v, dtype)
    if q.shape[:-2] == k.shape[:-2] == v.shape[:-2]:
        return q, k, v
    lead = _leading_shape(("queries", q), ("keys", k), ("values", v))
    one, two, three = (np.broadcast_to(array, (*lead, *array.shape[-2:])) for array in (q, k, v))
    return one, two, three


def may_look(mask: npt.ArrayLike, shape: Shape) -> Allowed:
    """`mask` as a read-only boolean array broadcast to `shape`, (…, n_q, n_k)."""
    allowed = np.asarray(mask)
    if allowed.size == 0 and allowed.dtype.kind in "fiu":  # an empty list tells no type
        allowed = allowed.astype(np.bool_)
    if allowed.dtype != np.bool_:
        raise Refused(f"mask must be boolean, True where a query may look, not {allowed.dtype}")
    if allowed.ndim > len(shape):
        raise Refused(f"mask {allowed.shape} has more axes than the scores {shape}")
    for axis in range(-1, -allowed.ndim - 1, -1):
        if allowed.shape[axis] != 1:
            what = {-1: "the keys, n_k,", -2: "the queries, n_q,"}.get(axis, "the entries of a leading axis")
            fit(what, ("mask", allowed.shape, axis), ("scores", shape, axis))
    allowed = _own(allowed, allowed.dtype)
    if allowed.size == math.prod(shape):
        return allowed.reshape(shape)
    return np.broadcast_to(allowed, shape)


def fit(what: str, one: tuple[str, Shape, int], other: tuple[str, Shape, int]) -> None:
    """Refuse two arrays, each (name, shape, axis), that differ on the axes where both count `what`."""
    (a, a_shape, a_axis), (b, b_shape, b_axis) = one, other
    if a_shape[a_axis] != b_shape[b_axis]:
        raise Refused(
            f"{a} {a_shape} and {b} {b_shape} do not fit together: {what} are"
            f" {a_shape[a_axis]} on axis {a_axis} of {a} but {b_shape[b_axis]} on axis {b_axis} of {b}"
        )


def factor(scale: float | None, d_k: int, dtype: np.dtype[Any]) -> float:
    """What scores are multiplied by: `scale` as it is, or 1/√d_k (Vaswani et al. 2017, section 3.2.1)."""
    if scale is None:
        return 1.0 / math.sqrt(d_k) if d_k else 1.0  # without components every score is 0 anyway
    number = _number("scale", scale)
    if abs(number) > float(np.finfo(dtype).max):
        raise Refused(f"scale {numerals.sized(number)} is too large for {dtype}")
    return number


def heat(temperature: float) -> float:
    """`temperature`, once it is a number of 0 or more."""
    number = _number("temperature", temperature)
    if number < 0:
        raise Refused(
            f"temperature must be 0 or more, not {numerals.sized(number)}: below 0 the worst match would win"
        )
    return number


def vector(name: str, moved: npt.ArrayLike, whole: Array) -> Array:
    """One moved row (…, d) of `whole` (…, n, d): in its dtype, read-only, a copy."""
    found = numbers(f"moved {name}", moved)
    shape = whole.shape[:-2] + whole.shape[-1:]
    if found.shape != shape:
        lead = zip(found.shape[-2::-1], shape[-2::-1], strict=False)
        if found.ndim > len(shape) or found.shape[-1] != shape[-1] or any(a not in (1, b) for a, b in lead):
            raise Refused(f"the moved row of {name} has the shape {found.shape} instead of {shape}")
        found = np.broadcast_to(found, shape)
    copy = np.array(found, dtype=whole.dtype)
    copy.setflags(write=False)
    return copy


def index(what: str, i: int, count: int) -> int:
    """`i` counted from 0; negative numbers count from the end. IndexError where there is no such token."""
    if not -count <= i < count:
        raise IndexError(f"there is no {what} {i}: there are {count}")
    return i % count


def finite(name: str, array: Array, seen: Allowed, first: int = 0) -> None:
    """Refuse NaN and ±inf in every row of `array` (…, n, d) that takes part; `seen` (…, n) says which do.

    `first` is the true number of row 0, where `array` is a piece of a larger one.
    """
    wrong = np.argwhere(~np.isfinite(array) & seen[..., None])
    if len(wrong):
        place = tuple(wrong[0].tolist())
        *lead, i, component = place
        where = ", ".join(map(str, (*lead, i + first, component)))
        raise Refused(f"{name}[{where}] is {array[place]}: what a query may look at must be finite")


def no_overflow(scaled: Array, allowed: Allowed | None, place: Sequence[int] = ()) -> None:
    """Refuse scaled scores (…, n_q, n_k) that are not finite where a query may look.

    `place` is that of its first score on the last axes, where this is a piece of a larger array.
    """
    good = np.isfinite(scaled)
    if allowed is not None:
        good |= ~allowed
    if good.all():
        return
    found = np.argwhere(~good)[0]
    found[len(found) - len(place) :] += np.array(place, dtype=found.dtype)
    *lead, i, j = (0, *found.tolist())[-max(2, len(found)) :]
    where = f" at leading index {tuple(lead)}" if any(lead) else ""
    most = np.finfo(scaled.dtype).max
    raise Refused(f"the score of query {i} and key {j}{where} overflows: {scaled.dtype} ends at {most:.2g}")


def _leading_shape(*named: tuple[str, Array]) -> Shape:
    """The axes before (tokens, components), to which all of the arrays can be broadcast."""
    for (a, one), (b, other) in combinations(named, 2):
        for axis in range(-3, -min(one.ndim, other.ndim) - 1, -1):
            if 1 not in (one.shape[axis], other.shape[axis]):
                fit("the entries of a leading axis", (a, one.shape, axis), (b, other.shape, axis))
    return np.broadcast_shapes(*(array.shape[:-2] for _, array in named))


def _own(array: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    if array.dtype != dtype or array.size <= COPIED_UP_TO or not array.flags.c_contiguous:
        array = np.array(array, dtype=dtype, order="C")
    else:
        array = array.view()
    array.setflags(write=False)
    return array


def _number(name: str, given: float) -> float:
    if not isinstance(given, (int, float, np.integer, np.floating)):
        raise Refused(f"{name} must be one number, not {type(given).__name__}")
    try:
        number = float(given)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Refused(f"{name} must be a finite number, not {number}")
    return number
