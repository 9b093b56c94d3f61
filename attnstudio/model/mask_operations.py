"""Signs and brackets of Python on the values of a pasted mask: ~, &, >=, -, [:, None] and the like.

Where torch or NumPy would refuse, so does this, and says what to write instead.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import EllipsisType
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.model.mask_values import MOST_AXES, Cells, Value, bounded, cells, of_kind, plain, with_shape
from attnstudio.model.refused import Refused

Index = slice | int | EllipsisType | None
_Numbers = npt.NDArray[Any]

_ARITHMETIC: dict[type[ast.operator], Callable[[_Numbers, _Numbers], _Numbers]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.true_divide,
    ast.FloorDiv: np.floor_divide,
    ast.Mod: np.mod,
}
_BITS: dict[type[ast.operator], Callable[[_Numbers, _Numbers], _Numbers]] = {
    ast.BitAnd: np.bitwise_and,
    ast.BitOr: np.bitwise_or,
    ast.BitXor: np.bitwise_xor,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[_Numbers, _Numbers], _Numbers]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def unary(how: ast.unaryop, operand: Value) -> Value:
    """``~m``, ``-x``, ``not b``."""
    given = cells(operand)
    if isinstance(how, ast.Not):
        if given.ndim:
            raise Refused("not is for one truth; write ~ for an array of them")
        return not given.item()
    if isinstance(how, ast.Invert):
        if given.dtype != np.bool_:
            raise Refused("~ turns booleans over and nothing else: write .bool() first")
        if not given.ndim:
            raise Refused("~ makes −2 of Python's own True: write not, or ~ over an array")
        return np.logical_not(given)
    if given.dtype == np.bool_ and given.ndim:
        raise Refused("− is no operation on booleans; ~ turns them over")
    numbers = _as_numbers(given)
    return plain(of_kind(numbers if isinstance(how, ast.UAdd) else -numbers))


def binary(left: Value, how: ast.operator, right: Value) -> Value:
    """``a & b``, ``1 - a``, and ``[0] * 4`` as Python has it for lists."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, list) and isinstance(other, int) and isinstance(how, ast.Mult):
            bounded((len(one) * max(other, 0),))
            return one * other
    if isinstance(left, list) and isinstance(right, list) and isinstance(how, ast.Add):
        bounded((len(left) + len(right),))
        return left + right
    first, second = cells(left), cells(right)
    with_shape(first, second)
    if type(how) in _BITS:
        if first.dtype.kind == "f" or second.dtype.kind == "f":
            raise Refused("&, | and ^ join booleans: compare first, or write .bool()")
        return plain(of_kind(_BITS[type(how)](first, second)))
    if type(how) not in _ARITHMETIC:
        raise Refused("powers and the like aren't understood here: write the number out")
    with np.errstate(all="ignore"):
        made = _ARITHMETIC[type(how)](_as_numbers(first), _as_numbers(second))
    return plain(of_kind(made))


def compared(left: Value, how: ast.cmpop, right: Value) -> Value:
    """``i >= j``, cell by cell."""
    if type(how) not in _COMPARISONS:
        raise Refused("is and in compare no numbers: write == or >=")
    first, second = cells(left), cells(right)
    with_shape(first, second)
    return plain(of_kind(_COMPARISONS[type(how)](first, second)))


def item(parts: Value, at: Value) -> Value:
    """``shape[0]``."""
    if not isinstance(parts, (list, tuple)) or not isinstance(at, int) or isinstance(at, bool):
        raise Refused("a part of a list is asked for by a whole number")
    if not -len(parts) <= at < len(parts):
        raise Refused(f"there is no part {at}")
    return parts[at]


def part(array: Value, index: tuple[Index, ...]) -> Value:
    """``m[:, None]``."""
    given = cells(array)
    if not given.ndim:
        raise Refused("one number has no parts")
    return plain(of_kind(given[index]))


def with_part(array: Value, index: tuple[Index, ...], value: Value) -> Cells:
    """``m[:, :2] = True``: an array with other cells."""
    made, filled = cells(array).copy(), cells(value)
    if isinstance(array, (list, tuple)):  # a list holds whatever is put into it
        made = made.astype(np.result_type(made, filled))
    elif made.dtype.kind == "i" and not np.isfinite(filled).all():
        raise Refused("an array of whole numbers can't hold ∞ or NaN: make it .float() first")
    try:
        made[index] = filled
    except (ValueError, IndexError):
        raise Refused("there is no such part, or it is of another size") from None
    return made


def checked(index: list[Value | slice | EllipsisType]) -> tuple[Index, ...]:
    """An index, if it is one of those that are understood."""
    kept: list[Index] = []
    for one in index:
        ends = (one.start, one.stop, one.step) if isinstance(one, slice) else (one,)
        if not all(end is None or end is ... or _is_whole(end) for end in ends):
            raise Refused("parts of an array are asked for by whole numbers, : and None")
        if one is None or isinstance(one, (slice, int, EllipsisType)):
            kept.append(one)
    if sum(one is None for one in kept) > MOST_AXES - 1:
        raise Refused("these are more axes than a mask has")
    return tuple(kept)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _as_numbers(array: Cells) -> _Numbers:
    """Arithmetic makes numbers of booleans."""
    return array.astype(np.int64) if array.dtype == np.bool_ else array
