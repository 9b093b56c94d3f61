"""A mask as somebody wrote it in Python, NumPy or torch, read without running it.

The text is parsed, and of what Python can say a small part is worked out here: numbers, nested lists, the
functions of `attnstudio.model.mask_calls`, comparisons and arithmetic on arrays of at most 64 × 64 cells.
Nothing is evaluated by Python itself; what isn't understood is refused in one sentence that names the place.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Signature, signature
from types import EllipsisType

import numpy as np

from attnstudio.model import mask_operations as operations
from attnstudio.model import numerals
from attnstudio.model.mask_calls import FUNCTIONS, IGNORED, METHODS
from attnstudio.model.mask_values import (
    Cells,
    Known,
    Limits,
    Value,
    cells,
    is_kind,
    plain,
    small,
)
from attnstudio.model.refused import Refused

LONGEST = 100_000
"""Characters; 64 rows of 64 times ``float("-inf"),`` are fewer."""
_DEEPEST = 40  # brackets within brackets, and parts of an expression within parts
_MOST_STEPS = 60_000  # parts of the text that are looked at
_MOST_WORK = 2_000_000  # cells that are worked out in all
_QUOTED = 32
_LONGEST_WHY = 60  # characters of what Python has to say about it
_MODULES = {"torch": "torch", "numpy": "np", "math": "math", "torch.nn": "torch.nn",
            "torch.nn.functional": "F"}  # fmt: skip
_BELOW = {"torch.nn": "torch.nn", "nn.Transformer": "torch.nn", "torch.nn.Transformer": "torch.nn",
          "torch.nn.functional": "F"}  # fmt: skip
_INFINITE = frozenset({"inf", "Inf", "infty"})
_KINDS_OF_TEXT: dict[type[ast.AST], str] = {
    ast.Lambda: "a lambda",
    ast.ListComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.IfExp: "if … else",
    ast.JoinedStr: "a text",
    ast.NamedExpr: ":=",
    ast.Starred: "a star",
    ast.FunctionDef: "a function of one's own",
    ast.ClassDef: "a class",
    ast.For: "a loop",
    ast.While: "a loop",
    ast.If: "if",
    ast.With: "with",
}


def read(text: str, sizes: Mapping[str, int]) -> Cells:
    """The array (n, m), or (m,), that `text` describes: of booleans, whole numbers or floats.

    `sizes` are names that stand for a number, such as ``{"n": 6}``. One or several lines; the last one
    counts, the others may name arrays (``i = torch.arange(4)``). Raises `Refused`.
    """
    if not text.strip():
        raise Refused(
            "There is nothing to read yet: paste a mask, or write one such as torch.tril(torch.ones(n, n))."
        )
    if len(text) > LONGEST:
        length, most = numerals.count(len(text)), numerals.count(LONGEST)
        raise Refused(f"This text has {length} characters; a mask of 64 × 64 needs fewer than {most}.")
    _check_brackets(text)
    reader = _Reader(text, sizes)
    for statement in _parsed(text):
        reader.do(statement)
    if reader.last is None:
        raise Refused("This text imports, but it makes no mask.")
    try:
        array = cells(reader.last, "the result")
    except Refused as why:
        raise Refused(f"This is not a mask: {why}.") from None
    while array.ndim > 2 and array.shape[0] == 1:  # of a batch and its heads
        array = array[0]
    if array.ndim not in (1, 2) or not array.size:
        shape = " × ".join(map(str, array.shape)) or "one number"
        raise Refused(f"A mask has a row for each query and a column for each key; this is {shape}.")
    return array


def _check_brackets(text: str) -> None:
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth > _DEEPEST:
            line = text.count("\n", 0, place) + 1
            raise Refused(f"Line {line}: there are more than {_DEEPEST} brackets within brackets.")


def _parsed(text: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful code; here it is merely read
            return ast.parse(text.strip()).body
    except SyntaxError as error:
        place = f"Line {error.lineno}, column {error.offset}: " if error.lineno and error.offset else ""
        what = error.msg if error.msg.isascii() and len(error.msg) <= _LONGEST_WHY else "invalid syntax"
        raise Refused(f"{place}this is no Python yet ({what}).") from None
    except (ValueError, MemoryError, RecursionError):
        raise Refused(
            "This text can't be read: it holds signs that Python has no use for, or is nested too deep."
        ) from None


class _Reader:
    """Works out one statement after the other. `last` is what the last of them came to."""

    def __init__(self, text: str, sizes: Mapping[str, int]) -> None:
        self.last: Value = None
        self._text = text.strip()
        self._names: dict[str, Value] = dict(sizes)
        self._depth = 0
        self._steps = 0
        self._work = 0

    def do(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=value):
                self.last = self.value(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.last = self._names[name] = self.value(value)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name)) as place], value=value):
                self.last = self._names[name] = self._with_part(place, value)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=how, value=value):
                changed = ast.copy_location(ast.BinOp(left=target, op=how, right=value), statement)
                self.last = self._names[name] = self.value(changed)
            case ast.Import(names=names):
                for alias in names:
                    self._import(statement, alias.name, alias.asname or alias.name.split(".")[0])
            case ast.ImportFrom(module=module, names=names) if module in _MODULES:
                for alias in names:
                    self._names[alias.asname or alias.name] = self._named(
                        statement, _MODULES[module], alias.name
                    )
            case _:
                self._not_understood(statement)

    def _import(self, node: ast.stmt, module: str, name: str) -> None:
        if module not in _MODULES:
            raise self._refused(node, f"only torch, numpy and math are known here, not “{module[:_QUOTED]}”")
        self._names[name] = Known("torch" if name == "torch" else _MODULES[module])

    # --- expressions ----------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise Refused("This text has more parts than a mask of 64 × 64 can need.")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._refused(node, f"parts are nested more than {_DEEPEST} deep; give some of them a name")
        try:
            made = self._value(node)
        except Refused as why:
            raise why if isinstance(why, _Placed) else self._refused(node, str(why)) from None
        except (ValueError, TypeError, IndexError, OverflowError, ZeroDivisionError, MemoryError):
            raise self._refused(node, "this can't be worked out") from None
        self._depth -= 1
        if isinstance(made, np.ndarray):
            self._work += made.size
            if self._work > _MOST_WORK:
                raise Refused("This text makes more work than a mask of 64 × 64 can need.")
        return made

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as constant):
                return small(constant) if isinstance(constant, int) else constant
            case ast.List(elts=parts):
                return [self.value(part) for part in parts]
            case ast.Tuple(elts=parts):
                return tuple(self.value(part) for part in parts)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute(value=owner, attr=name):
                return self._attribute(node, self.value(owner), name)
            case ast.Call():
                return self._call(node)
            case ast.UnaryOp(op=how, operand=operand):
                return operations.unary(how, self.value(operand))
            case ast.BinOp(left=left, op=how, right=right):
                return operations.binary(self.value(left), how, self.value(right))
            case ast.Compare(left=left, ops=[how], comparators=[right]):
                return operations.compared(self.value(left), how, self.value(right))
            case ast.Compare():
                raise Refused("compare two things at a time, and join comparisons of arrays by & or |")
            case ast.BoolOp():
                raise Refused("arrays are joined by & and |, each side in brackets, not by and and or")
            case ast.Subscript(value=array, slice=place):
                return self._part(self.value(array), place)
        self._not_understood(node)
        raise AssertionError

    def _name(self, node: ast.AST, name: str) -> Value:
        if name in self._names:
            return self._names[name]
        if name in ("torch", "math", "F", "nn"):
            return Known("torch.nn" if name == "nn" else name)
        if name in ("np", "numpy"):
            return Known("np")
        return self._named(node, "", name)

    def _named(self, node: ast.AST, module: str, name: str) -> Value:
        """What `name` is in a module, or by itself."""
        if name in _INFINITE:
            return math.inf
        if name == "nan":
            return math.nan
        if name in FUNCTIONS or is_kind(name):
            return Known(f"{module}.{name}".lstrip("."))
        if module == "np" and name == "newaxis":
            return None
        if name in ("true", "false"):  # as JSON has them
            return name == "true"
        if module:
            raise self._refused(node, f"“{module}.{name[:_QUOTED]}” isn't understood here")
        hint = "write a number, or n for the number of words"
        raise self._refused(node, f"nothing is known of “{name[:_QUOTED]}”; {hint}")

    def _attribute(self, node: ast.expr, owner: Value, name: str) -> Value:
        if isinstance(owner, Known):
            below = f"{owner.path}.{name}"
            if below in _BELOW:
                return Known(_BELOW[below])
            if owner.path in ("torch", "np", "math", "torch.nn", "F"):
                return self._named(node, owner.path, name)
        elif isinstance(owner, Limits) and name in ("min", "max"):
            return owner.least if name == "min" else owner.most
        elif isinstance(owner, np.ndarray):
            if name in ("T", "mT"):
                return owner.T
            if name == "shape":
                return tuple(int(side) for side in owner.shape)
        raise self._refused(node, f"“.{name[:_QUOTED]}” isn't understood here")

    def _call(self, node: ast.Call) -> Value:
        given = [self.value(part) for part in node.args if not isinstance(part, ast.Starred)]
        if len(given) < len(node.args) or any(word.arg is None for word in node.keywords):
            raise Refused("stars aren't understood here: write the numbers out")
        words = {
            word.arg: self.value(word.value)
            for word in node.keywords
            if word.arg is not None and word.arg not in IGNORED
        }
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value)
            if isinstance(owner, np.ndarray):
                return self._method(node, owner, node.func.attr, given, words)
            function = self._attribute(node.func, owner, node.func.attr)
        else:
            function = self.value(node.func)
        if not isinstance(function, Known) or function.last not in FUNCTIONS:
            raise self._refused(node, f"“{self._quoted(node.func)}” is nothing that can be called here")
        return self._called(FUNCTIONS[function.last], function.last, given, words)

    def _method(
        self, node: ast.Call, array: Cells, name: str, given: list[Value], words: dict[str, Value]
    ) -> Value:
        if name in ("size", "dim"):
            sides: Value = [int(side) for side in array.shape]
            return array.ndim if name == "dim" else sides if not given else operations.item(sides, given[0])
        if name not in METHODS:
            raise self._refused(node, f"“.{name[:_QUOTED]}” isn't understood here")
        return self._called(METHODS[name], name, [array, *given], words)

    def _called(
        self, function: Callable[..., Value], name: str, given: list[Value], words: dict[str, Value]
    ) -> Value:
        try:
            _signature_of(function).bind(*given, **words)
        except TypeError:
            raise Refused(f"{name} takes other arguments than these") from None
        with np.errstate(all="ignore"):
            return plain(function(*given, **words))

    def _part(self, array: Value, place: ast.expr) -> Value:
        if isinstance(array, (list, tuple)):
            return operations.item(array, self.value(place))
        return operations.part(array, self._index(place))

    def _index(self, place: ast.expr) -> tuple[operations.Index, ...]:
        parts = place.elts if isinstance(place, ast.Tuple) else [place]
        return operations.checked([self._place(part) for part in parts])

    def _place(self, part: ast.expr) -> Value | slice | EllipsisType:
        if isinstance(part, ast.Slice):
            ends = (part.lower, part.upper, part.step)
            return slice(*(None if end is None else self.value(end) for end in ends))
        if isinstance(part, ast.Constant) and part.value is ...:
            return ...
        return self.value(part)

    def _with_part(self, place: ast.Subscript, value: ast.expr) -> Value:
        array, index, filled = self.value(place.value), self._index(place.slice), self.value(value)
        try:
            return operations.with_part(array, index, filled)
        except Refused as why:
            raise self._refused(place, str(why)) from None

    # --- what can't be read -----------------------------------------------------------------------------

    def _not_understood(self, node: ast.AST) -> None:
        what = _KINDS_OF_TEXT.get(type(node), f"“{self._quoted(node)}”")
        raise self._refused(
            node, f"{what} isn't understood here; write the rows out, or use tril, triu and the like"
        )

    def _refused(self, node: ast.AST, sentence: str) -> _Placed:
        line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        before = self._text.encode(errors="replace").splitlines()[line - 1][:offset]
        column = len(before.decode(errors="replace")) + 1
        place = f"Line {line}, column {column}" if "\n" in self._text else f"Column {column}"
        return _Placed(f"{place}: {sentence}.")

    def _quoted(self, node: ast.AST) -> str:
        text = ast.get_source_segment(self._text, node) or ""
        first = text.splitlines()[0] if text else ""
        return first if len(first) <= _QUOTED else first[: _QUOTED - 1] + "…"


@cache
def _signature_of(function: Callable[..., Value]) -> Signature:
    return signature(function)


class _Placed(Refused):
    """Says where, too."""
