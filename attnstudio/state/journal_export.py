"""The journal for others: a folder of Markdown and pictures, or one page of HTML.

Both raise `Refused` with a sentence where they can't be made, or where not one of the entries can be
printed; an entry that can't be costs itself alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.notes.journal_page import PAGE, PICTURES, Leaf, html_page, markdown_page
from attnstudio.notes.shown import shown
from attnstudio.notes.tables import table_of
from attnstudio.state.journal import Journal
from attnstudio.storage.faults import named
from attnstudio.storage.folders import write_folder
from attnstudio.storage.journal_files import Entry, document_of
from attnstudio.storage.writing import write

MOST_BYTES = 200 * 2**20
"""Of pictures in one HTML page: browsers open no larger one with ease."""


@dataclass(slots=True)
class Printed:
    """How many entries were printed, and a sentence for each that could not be."""

    count: int = 0
    faults: list[str] = field(default_factory=list)


def write_markdown(target: Path, journal: Journal, entries: Sequence[Entry]) -> Printed:
    """Make the folder `target`, where nothing of that name may be yet; one picture at a time is held."""
    printed = Printed()

    def files() -> Iterator[tuple[str, bytes]]:
        leaves = []
        for leaf in _leaves(journal, entries, printed):
            yield f"{PICTURES}/{leaf.name}", leaf.picture
            leaves.append(replace(leaf, picture=b""))
        yield PAGE, markdown_page(leaves).encode()

    write_folder(target, files())
    return printed


def write_html(target: Path, journal: Journal, entries: Sequence[Entry]) -> Printed:
    """Write one page, which holds all the pictures."""
    printed, leaves, total = Printed(), [], 0
    for leaf in _leaves(journal, entries, printed):
        leaves.append(leaf)
        total += len(leaf.picture)
        if total > MOST_BYTES:
            raise Refused(
                f"These pictures take more than {numerals.count(MOST_BYTES // 2**20)} MB; "
                "search for some of them, and export these, or export a Markdown folder."
            )
    write(target, html_page(leaves).encode())
    return printed


def _leaves(journal: Journal, entries: Sequence[Entry], printed: Printed) -> Iterator[Leaf]:
    """What is printed of each entry, one after the other."""
    for entry in entries:
        try:
            leaf = _leaf(entry, journal.picture(entry.name))
        except Refused as refused:
            printed.faults.append(str(refused))
            continue
        printed.count += 1
        yield leaf
    if printed.faults and not printed.count:
        raise Refused(printed.faults[0])


def _leaf(entry: Entry, picture: bytes) -> Leaf:
    opened = document_of(picture, named(entry.name))
    document, look = opened.document, opened.look
    try:
        trace = resolve(document, look.passage)
    except Refused as refused:
        raise Refused(f"“{named(entry.name)}” in the journal can't be printed: {refused}") from refused
    table, row = table_of(document, trace, look), shown(document, trace, look)
    return Leaf(entry.name, entry.words, picture, table, row)
