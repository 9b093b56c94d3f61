"""The functions of torch and NumPy from which masks are made, on arrays of a few thousand cells.

What a pasted mask may call is here and nothing else: each is worked out anew on plain NumPy arrays of
booleans, whole numbers or floats. What can't be done raises `Refused`, in a sentence without a place.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from attnstudio.model.mask_values import (
    KINDS,
    LARGEST_WHOLE,
    Cells,
    Known,
    Limits,
    Value,
    bounded,
    cast_to,
    cells,
    is_kind,
    of_kind,
    scalar,
    shape_of,
    whole,
    with_shape,
)
from attnstudio.model.refused import Refused

# --- making ---------------------------------------------------------------------------------------------


def _size_of(sizes: tuple[Value, ...]) -> tuple[int, ...]:
    if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)):
        sizes = tuple(sizes[0])
    return bounded([whole(size) for size in sizes])


def _zeros(*size: Value, dtype: Value = None) -> Cells:
    return cast_to(np.zeros(_size_of(size)), dtype)


def _ones(*size: Value, dtype: Value = None) -> Cells:
    return cast_to(np.ones(_size_of(size)), dtype)


def _full(size: Value, fill_value: Value, dtype: Value = None) -> Cells:
    shape = _size_of(tuple(size) if isinstance(size, (list, tuple)) else (size,))
    return cast_to(of_kind(np.full(shape, scalar(fill_value))), dtype)


def _eye(n: Value, m: Value = None, k: Value = 0, dtype: Value = None) -> Cells:
    rows = whole(n)
    high, wide = bounded((rows, rows if m is None else whole(m)))
    return cast_to(np.eye(high, wide, whole(k, "a diagonal")), dtype)


def _tri(n: Value, m: Value = None, k: Value = 0, dtype: Value = None) -> Cells:
    rows = whole(n)
    high, wide = bounded((rows, rows if m is None else whole(m)))
    return cast_to(np.tri(high, wide, whole(k, "a diagonal")), dtype)


def _arange(start: Value, end: Value = None, step: Value = 1, dtype: Value = None) -> Cells:
    first, last = (0, whole(start)) if end is None else (whole(start), whole(end))
    by = whole(step, "a step")
    if not by:
        raise Refused("a step of 0 never comes to an end")
    bounded((len(range(first, last, by)),))
    return cast_to(np.arange(first, last, by), dtype)


def _tensor(data: Value, dtype: Value = None) -> Cells:
    return cast_to(cells(data), dtype)


def _like(fill: float) -> Callable[..., Cells]:
    def made(array: Value, dtype: Value = None) -> Cells:
        return cast_to(np.full_like(cells(array), fill), dtype)

    return made


def _full_like(array: Value, fill_value: Value, dtype: Value = None) -> Cells:
    return cast_to(of_kind(np.full(cells(array).shape, scalar(fill_value))), dtype)


def _block_diag(*blocks: Value) -> Cells:
    parts = [np.atleast_2d(cells(block)) for block in blocks]
    high, wide = bounded((sum(part.shape[0] for part in parts), sum(part.shape[1] for part in parts)))
    made = np.zeros((high, wide), dtype=np.result_type(*parts) if parts else np.float64)
    row = column = 0
    for part in parts:
        made[row : row + part.shape[0], column : column + part.shape[1]] = part
        row, column = row + part.shape[0], column + part.shape[1]
    return of_kind(made)


def _subsequent(size: Value, dtype: Value = None) -> Cells:
    shape = bounded((whole(size), whole(size)))
    return of_kind(np.where(np.tri(*shape, dtype=np.bool_), 0.0, -np.inf))


# --- changing -------------------------------------------------------------------------------------------


def _tril(array: Value, diagonal: Value = 0, k: Value = None) -> Cells:
    return _cut(np.tril, array, diagonal if k is None else k)


def _triu(array: Value, diagonal: Value = 0, k: Value = None) -> Cells:
    return _cut(np.triu, array, diagonal if k is None else k)


def _cut(by: Callable[[Cells, int], Cells], array: Value, diagonal: Value) -> Cells:
    given = cells(array)
    if given.ndim < 2:
        raise Refused("tril and triu cut matrices, and this has fewer than two axes")
    return by(given, whole(diagonal, "a diagonal"))


def _masked_fill(array: Value, mask: Value, value: Value) -> Cells:
    given, hidden = cells(array), cells(mask)
    if hidden.dtype != np.bool_:
        raise Refused("masked_fill takes a mask of booleans: compare first, as in mask == 0")
    with_shape(given, hidden)
    filled = scalar(value)
    return of_kind(np.where(hidden, np.array(filled), given))


def _where(condition: Value, x: Value, y: Value) -> Cells:
    chosen, yes, no = cells(condition), cells(x), cells(y)
    with_shape(chosen, yes)
    with_shape(chosen, no)
    with_shape(yes, no)
    return of_kind(np.where(chosen.astype(np.bool_), yes, no))


def _cat(arrays: Value, dim: Value = 0, axis: Value = None) -> Cells:
    if not isinstance(arrays, (list, tuple)) or not arrays:
        raise Refused("cat takes a list of arrays")
    parts = [cells(part) for part in arrays]
    bounded((sum(part.size for part in parts),))
    try:
        return of_kind(np.concatenate(parts, axis=whole(dim if axis is None else axis, "an axis")))
    except ValueError:
        raise Refused("these arrays can't be joined: their other sides differ") from None


def _logical_not(array: Value) -> Cells:
    return np.logical_not(cells(array))


def _logical(by: Callable[[Cells, Cells], Cells]) -> Callable[..., Cells]:
    def made(first: Value, second: Value) -> Cells:
        one, other = cells(first), cells(second)
        with_shape(one, other)
        return by(one.astype(np.bool_), other.astype(np.bool_))

    return made


def _reshape(array: Value, *sizes: Value) -> Cells:
    given, shape = cells(array), _asked(sizes)
    try:
        return of_kind(given.reshape(shape))
    except ValueError:
        raise Refused(f"{shape_of(given)} can't be laid out like this") from None


def _expand(array: Value, *sizes: Value) -> Cells:
    given, asked = cells(array), _asked(sizes)
    before = (*(1,) * (len(asked) - given.ndim), *given.shape)
    kept = [old if size == -1 else size for size, old in zip(asked, before, strict=False)]
    try:
        return of_kind(np.broadcast_to(given, bounded(kept)).copy())
    except ValueError:
        raise Refused(f"{shape_of(given)} can't be repeated to this size") from None


def _asked(sizes: tuple[Value, ...]) -> list[int]:
    """Sizes of a result, of which −1 says "whatever is left"."""
    if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)):
        sizes = tuple(sizes[0])
    shape = [whole(size) for size in sizes]
    bounded([max(size, 1) for size in shape])
    return shape


def _unsqueeze(array: Value, dim: Value) -> Cells:
    given, at = cells(array), whole(dim, "an axis")
    bounded((*given.shape, 1))
    if not -given.ndim - 1 <= at <= given.ndim:
        raise Refused(f"{shape_of(given)} has no such axis")
    return of_kind(np.expand_dims(given, at))


def _squeeze(array: Value, dim: Value = None) -> Cells:
    given = cells(array)
    if dim is None:
        return given.squeeze()
    at = whole(dim, "an axis")
    if not -given.ndim <= at < given.ndim:
        raise Refused(f"{shape_of(given)} has no such axis")
    return given.squeeze(at) if given.shape[at] == 1 else given


def _transpose(array: Value, dim0: Value = None, dim1: Value = None) -> Cells:
    given = cells(array)
    if dim0 is None or dim1 is None:
        return given.T
    one, other = whole(dim0, "an axis"), whole(dim1, "an axis")
    if not all(-given.ndim <= at < given.ndim for at in (one, other)):
        raise Refused(f"{shape_of(given)} has no such axis")
    return given.swapaxes(one, other)


def _fill_diagonal(array: Value, value: Value) -> Cells:
    made = cells(array).copy()
    if made.ndim != 2:
        raise Refused("only a matrix has a diagonal to fill")
    np.fill_diagonal(made, scalar(value))
    return made


def _same(array: Value) -> Cells:
    return cells(array)


def _as(kind: str) -> Callable[[Value], Cells]:
    return lambda array: cast_to(cells(array), kind)


def _to(array: Value, dtype: Value = None) -> Cells:
    """To a dtype, also one that is named in quotes; any other text is a device, such as "cuda"."""
    is_device = isinstance(dtype, str) and not is_kind(dtype)
    return cells(array) if is_device else cast_to(cells(array), dtype)


# --- one number -----------------------------------------------------------------------------------------


def _float(value: Value) -> float:
    """``float("-inf")`` and the like."""
    if isinstance(value, str):
        text = value.strip().lower()
        named = {"inf": math.inf, "+inf": math.inf, "-inf": -math.inf, "infinity": math.inf,
                 "-infinity": -math.inf, "nan": math.nan}  # fmt: skip
        if text in named:
            return named[text]
        if len(text) > 40 or not text or not set(text) <= set("0123456789.e+-"):
            raise Refused('float takes a number, or "-inf"')
        try:
            return float(text)
        except ValueError:
            raise Refused('float takes a number, or "-inf"') from None
    return float(scalar(value))


def _int(value: Value) -> int:
    number = _float(value)
    if not math.isfinite(number) or abs(number) > LARGEST_WHOLE:
        raise Refused("this has no whole number")
    return int(number)


def _finfo(kind: Value) -> Limits:
    name = kind.last if isinstance(kind, Known) else ""
    if name == "bfloat16":
        return Limits(-3.3895313892515355e38, 3.3895313892515355e38)
    if name not in KINDS or KINDS[name] is not np.float64:
        raise Refused("finfo takes a floating dtype, such as torch.float32")
    if name in ("float16", "half"):
        return Limits(float(np.finfo(np.float16).min), float(np.finfo(np.float16).max))
    if name in ("float64", "double"):
        return Limits(float(np.finfo(np.float64).min), float(np.finfo(np.float64).max))
    return Limits(float(np.finfo(np.float32).min), float(np.finfo(np.float32).max))


def _len(value: Value) -> int:
    if isinstance(value, (list, tuple)):
        return len(value)
    given = cells(value)
    if not given.ndim:
        raise Refused("a single number has no length")
    return len(given)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "zeros": _zeros,
    "ones": _ones,
    "full": _full,
    "eye": _eye,
    "tri": _tri,
    "arange": _arange,
    **dict.fromkeys(("tensor", "array", "asarray", "as_tensor"), _tensor),
    "zeros_like": _like(0.0),
    "ones_like": _like(1.0),
    "full_like": _full_like,
    "block_diag": _block_diag,
    "generate_square_subsequent_mask": _subsequent,
    "tril": _tril,
    "triu": _triu,
    "where": _where,
    **dict.fromkeys(("cat", "concat", "concatenate"), _cat),
    "logical_not": _logical_not,
    "logical_and": _logical(np.logical_and),
    "logical_or": _logical(np.logical_or),
    "logical_xor": _logical(np.logical_xor),
    "masked_fill": _masked_fill,
    "reshape": _reshape,
    "transpose": _transpose,
    "float": _float,
    "int": _int,
    "bool": lambda value: bool(scalar(value)),
    "finfo": _finfo,
    "len": _len,
}

METHODS: dict[str, Callable[..., Value]] = {
    "tril": _tril,
    "triu": _triu,
    **dict.fromkeys(("masked_fill", "masked_fill_"), _masked_fill),
    "logical_not": _logical_not,
    "logical_and": _logical(np.logical_and),
    "logical_or": _logical(np.logical_or),
    "bool": _as("bool"),
    **dict.fromkeys(("int", "long"), _as("int")),
    **dict.fromkeys(("float", "double", "half"), _as("float")),
    **dict.fromkeys(("to", "type", "astype"), _to),
    **dict.fromkeys(("reshape", "view"), _reshape),
    "expand": _expand,
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    **dict.fromkeys(("t", "transpose"), _transpose),
    "fill_diagonal_": _fill_diagonal,
    **dict.fromkeys(("clone", "copy", "detach", "cpu", "cuda", "numpy", "contiguous"), _same),
}

IGNORED = frozenset({"device", "requires_grad", "layout", "pin_memory"})
"""Arguments that change no number."""
