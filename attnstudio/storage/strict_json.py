"""JSON as the standard has it, read without mercy and written for eyes.

What Python's own reader lets through or trips over is refused here with its place: NaN and Infinity, a
member named twice, endless digits, endless nesting, a byte order mark.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean

MOST_PARTS = 200_000
"""Lists, objects and members in a file: each costs memory far beyond the bytes that it is written with."""
MOST_NUMBERS = 5_000_000
"""Whatever stands between commas: one head makes three million of vectors of 1,024 components."""

_LIMITS = (
    ("[{:", MOST_PARTS, "lists and members"),
    (",", MOST_NUMBERS, "numbers"),
    ('"', 5 * MOST_PARTS, "quotation marks"),
)
_WIDTH = 100
_DEEP = 100  # nesting that no document comes near
_PARTED = {dict, list, tuple}
_SHOWN = 80  # characters of a faulty file that a sentence repeats
_LONG = re.compile(r"-?\d{4000,}")  # Python converts 4,300 digits at most
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]|-?\d+|NaN|-?Infinity', re.DOTALL)


class _Repeating(dict[str, Any]):
    """An object in which a member stands twice."""

    member = ""


def parse(data: bytes) -> Any:
    """The value written in `data`; `Refused` with a clause that names the place where it is not JSON.

    Numbers too large for a float come out as infinite: whoever knows their place refuses them.
    """
    text = _decoded(data)
    require_modest(text)
    repeating: list[_Repeating] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        made = _Repeating(made)
        made.member = Counter(name for name, _ in pairs).most_common(1)[0][0]
        repeating.append(made)
        return made

    def constant(name: str) -> NoReturn:
        raise Refused(f"{_place(text, _first(text, name))}: {name} is no number in JSON.")

    try:
        value = json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"{place}: this is not JSON ({error.msg.lower()}).") from error
    except RecursionError as error:
        raise Refused(f"{_place(text, _first_deep(text))}: lists are nested too deeply.") from error
    except Refused:
        raise
    except ValueError as error:  # Python converts no more than some thousands of digits
        raise Refused(f"{_place(text, _first_long(text))}: a number has too many digits.") from error
    if repeating:
        path = _path(value, repeating[0])
        raise Refused(f"{path}: “{shown(repeating[0].member)}” stands there twice.")
    return value


def require_modest(text: str) -> None:
    """Raise `Refused`, with a clause, where reading `text` would take much memory: told by its signs."""
    for signs, most, what in _LIMITS:
        if sum(map(text.count, signs)) > most:
            raise Refused(f"it holds more than {numerals.count(most)} {what}.")


def layout(value: Any, indent: str = "") -> str:
    """`value` as JSON, a row of numbers to a line; the same text for the same value every time.

    Raises ValueError for NaN and infinities.
    """
    if not _has_parts(value):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    inner = indent + "  "
    if isinstance(value, dict):
        named = ((json.dumps(key, ensure_ascii=False), part) for key, part in value.items())
        parts = [f"{name}: {layout(part, inner)}" for name, part in named]
    else:
        parts = [layout(part, inner) for part in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    line = f"{left}{', '.join(parts)}{right}"
    if "\n" not in line and len(indent) + len(line) <= _WIDTH:
        return line
    return f"{left}\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}{right}"


def in_pieces(members: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """`layout` of an object with these members, of which there are more than a line holds, a few lines at a
    time: of a large one, the whole takes many times the memory of its text."""
    between = "{\n"
    for name, part in members:
        yield f"{between}  {json.dumps(name, ensure_ascii=False)}: "
        yield from _in_pieces(part, "  ")
        between = ",\n"
    yield "\n}"


def _in_pieces(value: Any, indent: str) -> Iterator[str]:
    if not _is_long(value):
        yield layout(value, indent)
        return
    inner, between = indent + "  ", "[\n"
    for part in value:
        yield between + inner
        yield from _in_pieces(part, inner)
        between = ",\n"
    yield f"\n{indent}]"


def _is_long(value: Any) -> bool:
    """Does a list surely take several lines? A part takes at least three characters, with what stands
    between."""
    if not isinstance(value, list | tuple) or not _has_parts(value):
        return False
    return 3 * len(value) > _WIDTH or any(map(_is_long, value))


def _has_parts(value: Any) -> bool:
    """May `value` be parted between lines? A vector may not, however long."""
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list | tuple) and not _PARTED.isdisjoint(map(type, value))


def _decoded(data: bytes) -> str:
    if not data.strip():
        raise Refused("it is empty.")
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Refused("it begins with a byte order mark; save it as UTF-8 without one (“no BOM”).")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if b"\0" in data:  # no text has it, and whoever opens such a file by mistake looks for no line in it
            raise Refused("it is neither a document nor a picture that carries one.") from error
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"line {line}: byte {error.start + 1} is not UTF-8 text.") from error


def shown(text: str) -> str:
    """A piece of a faulty file, short and clean enough to be repeated in a sentence."""
    text = clean(text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


# --- where a fault is: asked for only once there is one


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _first(text: str, token: str) -> int:
    return next((m.start() for m in _TOKEN.finditer(text) if m.group() == token), 0)


def _first_long(text: str) -> int:
    return next((m.start() for m in _TOKEN.finditer(text) if _LONG.fullmatch(m.group())), 0)


def _first_deep(text: str) -> int:
    depth = 0
    for match in _TOKEN.finditer(text):
        depth += (match.group() in "[{") - (match.group() in "]}")
        if depth > _DEEP:
            return match.start()
    return 0


def _path(value: Any, wanted: object) -> str:
    """Where in `value` the object `wanted` stands, e.g. ``document.settings``."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        path, part = waiting.pop()
        if part is wanted:
            return shown(path.removeprefix(".")) or "at the top"
        if isinstance(part, dict):
            waiting += ((f"{path[:_SHOWN]}.{key[:_SHOWN]}", inner) for key, inner in part.items())
        elif isinstance(part, list):
            waiting += ((f"{path[:_SHOWN]}[{number}]", inner) for number, inner in enumerate(part))
    return "somewhere"
