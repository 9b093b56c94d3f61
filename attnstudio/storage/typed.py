"""Values out of JSON, made into the dataclasses that they should be, or refused with their place."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from attnstudio.model.refused import Refused
from attnstudio.storage.strict_json import shown

_T = TypeVar("_T")

_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing (null)",
    "object": "an object in braces",
    "str": "text",
}
_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `\$?\.?(?P<path>.*)`)?", re.DOTALL)


def typed(value: Any, kind: type[_T], where: str = "") -> _T:
    """`value` as a `kind`; unknown members are left out. Raises `Refused`, e.g. “look.query: expected …”.

    `where` is the path of `value` in its file.
    """
    import msgspec  # takes as long as all else that the command line imports

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = _MESSAGE.fullmatch(str(error))
        assert found is not None  # it matches any text
        path = ".".join(part for part in (where, found["path"]) if part).replace(".[", "[")
        what = re.sub(r"`(.*?)`", lambda kinds: _in_words(kinds[1]), found["what"])
        raise Refused(f"{shown(path) or 'the whole'}: {_lowered(shown(what))}.") from error
    except UnicodeEncodeError as error:  # legal in JSON, but neither a name nor one of a few words
        raise Refused(f"{where or 'the whole'}: “{shown(error.object)}” holds half a character.") from error


def builtins(value: object) -> Any:
    """A dataclass as dicts, lists and tuples, in the order of its fields."""
    import msgspec

    return msgspec.to_builtins(value)


def _in_words(kinds: str) -> str:
    """The names of types, such as “float | null”, in plain words; a member's name stays."""
    names = kinds.split(" | ")
    return " or ".join(_KINDS[name] for name in names) if set(names) <= set(_KINDS) else f"“{kinds}”"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
