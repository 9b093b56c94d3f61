"""What was dropped on the journal, made into a picture that it can keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.soundness import check
from attnstudio.state.journal import words_of
from attnstudio.state.seeing import with_seen
from attnstudio.state.snapshot import View
from attnstudio.storage.faults import named
from attnstudio.storage.files import cannot_open
from attnstudio.storage.journal_files import MOST_PICTURE, document_of
from attnstudio.storage.journal_words import Words, words_in
from attnstudio.storage.png import SIGNATURE
from attnstudio.storage.reading import read
from attnstudio.study.opening import open_named
from attnstudio.ui.figures import Asked, make


def kept_picture(given: object, view: View) -> tuple[bytes, Words]:
    """A PNG with its document, and its words, of what was dropped: a path, or the bytes of a picture.

    A PNG is kept as it is, with the note that it may have from another journal; of any other document a
    picture is made. Raises `Refused` with a sentence.
    """
    name = named(given) if isinstance(given, Path) else "the picture"
    picture = given if isinstance(given, bytes) else _read(given, name) if isinstance(given, Path) else b""
    if picture.startswith(SIGNATURE):
        opened = document_of(picture, name)
    elif isinstance(given, Path):
        opened = open_named(given)
        try:
            check(opened.document)
        except Refused as refused:
            raise cannot_open(name, refused) from refused
        seen = view if opened.seen is None else with_seen(view, opened.seen)
        made = make(opened.document, opened.look, Asked(scale=2.0, theme=view.theme), seen, opened.extra)
        if made.note:
            raise Refused(made.note)
        picture = made.data
    else:
        raise Refused("What was dropped is no picture that carries a document.")
    trace = resolve(opened.document, opened.look.passage)
    words = words_of(opened.document, trace, opened.look)
    try:
        before = words_in(picture)
    except Refused:  # its note is damaged, its document is not
        before = None
    return picture, words if before is None else replace(words, note=before.note)


def _read(path: Path, name: str) -> bytes:
    try:
        return read(path, MOST_PICTURE)
    except Refused as refused:
        raise cannot_open(name, refused) from refused
