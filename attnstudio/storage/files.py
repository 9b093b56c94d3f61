"""Documents in files: opened whatever lies there, saved whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.storage import arrays, schema
from attnstudio.storage.carrying import document_in, is_picture
from attnstudio.storage.faults import named
from attnstudio.storage.reading import read, read_standard_input, require_size
from attnstudio.storage.schema import Extra, Opened
from attnstudio.storage.strict_json import parse, require_modest
from attnstudio.storage.writing import write

SUFFIX = ".attn"
STANDARD_INPUT = "-"


def open_file(path: str | Path) -> Opened:
    """A document, plain arrays, what a picture or a notebook carries, from a file; ``-`` is standard input.

    What a file is, its first bytes tell: names change on the way through notes and mails.

    Raises `Refused` with one sentence that names the file and what is wrong where.
    """
    if path == STANDARD_INPUT:
        return from_bytes(read_named("standard input", None), "standard input")
    return from_bytes(read_named(named(path), Path(path)), named(path))


def from_bytes(data: bytes, name: str) -> Opened:
    """The same for what was read already; `name` is said in the sentence."""
    try:
        if is_picture(data):
            return replace(schema.from_json(parse(document_in(data))), is_document=False)
        value = parse(data)
        if isinstance(value, dict) and "nbformat" in value:
            return replace(schema.from_json(_in_notebook(value)), is_document=False)
        if isinstance(value, dict) and "format" not in value and any(key in value for key in arrays.ARRAYS):
            return arrays.from_json(value)
        return schema.from_json(value)
    except Refused as refused:
        raise cannot_open(name, refused) from refused


def _in_notebook(value: dict[str, Any]) -> Any:
    """The document in the metadata of a Jupyter notebook: a picture of a whole laboratory, so to say."""
    metadata = value.get("metadata")
    if not isinstance(metadata, dict) or "attnstudio" not in metadata:
        raise Refused("the notebook carries no document; only notebooks from Attention Studio do.")
    return metadata["attnstudio"]


def read_named(name: str, path: Path | None) -> bytes:
    """The bytes of a file, or of standard input; the sentence of `Refused` names it."""
    try:
        return read_standard_input() if path is None else read(path)
    except Refused as refused:
        raise cannot_open(name, refused) from refused


def cannot_open(name: str, reason: Refused) -> Refused:
    return Refused(f"“{name}” can't be opened: {reason}")


def save_file(
    path: Path, document: Document, look: Look, extra: Extra | None = None, seen: Seen | None = None
) -> bytes:
    """Write a document, checked and in one piece, and return the bytes of the file.

    Raises `Refused` with one sentence; then what lay there is as it was.
    """
    data = schema.to_bytes(document, look, extra, seen)
    try:
        require_size(data)
        require_modest(data.decode())
    except Refused as refused:
        raise Refused(f"This could not be opened again: {refused} Fewer heads take less.") from refused
    write(path, data)
    return data
