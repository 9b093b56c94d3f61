"""The format of ``.attn`` files: a document and its look as JSON.

    {"format": "attnstudio", "version": 2, "document": {…}, "look": {…}, "seen": {…}}

Members are named as the fields of `attnstudio.model.document` and `attnstudio.model.seen`. A set is a sorted
list, so that equal documents give equal bytes. Members that this version does not know are kept and written
back: a file may have been made by a program that knows more. The format is told to others in
``resources/help/format.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from attnstudio.model.document import Document, Look, Passage, Token, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.model.seen import fitting as seen_fitting
from attnstudio.model.sentence import clean
from attnstudio.model.soundness import check
from attnstudio.storage.migrations import VERSION, migrated
from attnstudio.storage.strict_json import layout, shown
from attnstudio.storage.typed import builtins, typed

FORMAT = "attnstudio"

Extra = Mapping[str, Any]
"""Unknown members, as a tree of their places; an element of a list goes by its id, else by its index."""

_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file held. `is_document` is False where it was a picture or plain arrays, to which a document
    can't be saved back. `notes` are sentences about what was left out. `seen` is None where nothing of the
    view was saved."""

    document: Document
    look: Look
    extra: Extra = field(default_factory=dict)
    is_document: bool = True
    notes: tuple[str, ...] = ()
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class _File:
    format: str
    version: int
    document: Document
    look: Look = field(default_factory=Look)
    seen: Seen | None = None


def from_json(value: Any) -> Opened:
    """The document in a parsed file; `Refused` with a clause that names the place of what is wrong."""
    value = migrated(value, _version(value))
    file = typed(value, _File)
    document = cleaned(file.document)
    check(document)
    extra = _kept(_unknown(value, _members(file)), "", 0)
    seen = file.seen and seen_fitting(file.seen, document)
    return Opened(document, fitting(file.look, document), extra, seen=seen)


def to_bytes(document: Document, look: Look, extra: Extra | None = None, seen: Seen | None = None) -> bytes:
    """A file that `from_json` gives back equal; the same bytes for the same work.

    `seen` is what a picture shows of the view; without it the file shows the document as at first. Raises
    `Refused` for a document that could not be opened again.
    """
    # By way of JSON's types whole numbers become floats, and a field of a wrong type is noticed in time.
    file = typed(_members(_File(FORMAT, VERSION, cleaned(document), look, seen)), _File)
    check(file.document)
    whole = _merged(_members(file), _kept(extra or {}, "", 0))
    return (layout(whole) + "\n").encode("utf-8")


def cleaned(document: Document) -> Document:
    """`document` with every text made one that can be shown and saved (see `sentence.clean`)."""
    chart = document.chart
    return replace(
        document,
        title=clean(document.title),
        scene=clean(document.scene),
        remark=clean(document.remark),
        vectors_name=clean(document.vectors_name),
        chart=chart and replace(chart, x_name=clean(chart.x_name), y_name=clean(chart.y_name)),
        passages=tuple(_cleaned_passage(passage) for passage in document.passages),
    )


def _cleaned_passage(passage: Passage) -> Passage:
    cross = passage.cross_tokens
    return replace(
        passage,
        query_tokens=_cleaned_tokens(passage.query_tokens),
        cross_tokens=None if cross is None else _cleaned_tokens(cross),
    )


def _cleaned_tokens(tokens: Iterable[Token]) -> tuple[Token, ...]:
    return tuple(
        replace(token, text=clean(token.text), before=clean(token.before), after=clean(token.after))
        for token in tokens
    )


def _version(value: Any) -> int:
    """The version of a parsed file that can be read; `Refused` with a clause for all others."""
    if not isinstance(value, dict) or "format" not in value:
        raise Refused("it is no Attention Studio file: the member “format” is missing.")
    if value["format"] != FORMAT:
        raise Refused(f"its format is “{shown(str(value['format']))}”, not “{FORMAT}”.")
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise Refused("version: must be a whole number from 1 on.")
    if version > VERSION:
        raise Refused(
            f"it was written by a newer Attention Studio, in format version {shown(str(version))}; "
            f"this one reads up to version {VERSION}."
        )
    return version


def _members(file: _File) -> dict[str, Any]:
    members: dict[str, Any] = builtins(file)
    members["document"]["mask"]["flipped"].sort()
    members["look"]["marked"].sort()
    if file.seen is None:
        del members["seen"]
    return members


# --- members that this version does not know


def _unknown(given: Any, known: Any) -> dict[str, Any]:
    """What of `given` has no place in `known`, as a tree."""
    if isinstance(given, dict) and isinstance(known, dict):
        inner = {key: _unknown(given[key], part) for key, part in known.items() if key in given}
        return {key: part for key, part in given.items() if key not in known} | _filled(inner)
    if isinstance(given, list) and isinstance(known, list | tuple) and known and isinstance(known[0], dict):
        pairs = enumerate(zip(given, known, strict=True))
        return _filled({_seat(part, index): _unknown(member, part) for index, (member, part) in pairs})
    return {}


def _merged(known: Any, extra: Any) -> Any:
    """`known` with the members of `extra` in their places; those whose place is gone are dropped."""
    if not isinstance(extra, Mapping) or not extra:
        return known
    if isinstance(known, dict):
        inner = {key: _merged(part, extra.get(key)) for key, part in known.items()}
        return inner | {key: part for key, part in extra.items() if key not in known}
    if isinstance(known, list | tuple):
        return [_merged(part, extra.get(_seat(part, index))) for index, part in enumerate(known)]
    return known


def _seat(part: Any, index: int) -> str:
    return f"id {part['id']}" if isinstance(part, dict) and "id" in part else f"index {index}"


def _filled(tree: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {key: part for key, part in tree.items() if part}


def _kept(value: Any, where: str, depth: int) -> Any:
    """An unknown member made such that it can be written back: cleaned texts, finite numbers."""
    if depth > _DEEPEST:
        raise Refused(f"{shown(where)}: lists are nested too deeply.")
    if isinstance(value, Mapping):
        inside = f"{where}." if where else ""
        return {clean(key): _kept(part, inside + key, depth + 1) for key, part in value.items()}
    if isinstance(value, list):
        return [_kept(part, f"{where}[{index}]", depth + 1) for index, part in enumerate(value)]
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise Refused(f"{shown(where)}: the number is too large.")
    return value
