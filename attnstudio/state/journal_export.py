"""The journal for others: a folder of Markdown and pictures, or one page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.notes.journal_page import PAGE, PICTURES, Leaf, html_page, markdown_page
from attnstudio.notes.shown import shown
from attnstudio.notes.tables import table_of
from attnstudio.state.journal import Journal
from attnstudio.storage.folders import write_folder
from attnstudio.storage.journal_files import Entry
from attnstudio.storage.writing import write

MOST_BYTES = 200 * 2**20
"""Of pictures in one HTML page: browsers open no larger one with ease."""


def leaves_of(journal: Journal, entries: Sequence[Entry]) -> tuple[tuple[Leaf, ...], tuple[str, ...]]:
    """What is printed of each entry, and a sentence for each that can't be printed."""
    leaves, faults, total = [], [], 0
    for entry in entries:
        try:
            picture = journal.picture(entry.name)
            opened = journal.opened(entry.name)
        except Refused as refused:
            faults.append(str(refused))
            continue
        total += len(picture)
        if total > MOST_BYTES:
            raise Refused(
                f"These pictures take more than {numerals.count(MOST_BYTES // 2**20)} MB; "
                "search for some of them, and export these."
            )
        document, look = opened.document, opened.look
        trace = resolve(document, look.passage)
        table, row = table_of(document, trace, look), shown(document, trace, look)
        leaves.append(Leaf(entry.name, entry.words, picture, table, row))
    if faults and not leaves:
        raise Refused(faults[0])
    return tuple(leaves), tuple(faults)


def write_markdown(target: Path, leaves: Sequence[Leaf]) -> None:
    """Make the folder `target`; `Refused` with a sentence where it is there already, or can't be made."""

    def files() -> Iterator[tuple[str, bytes]]:
        yield PAGE, markdown_page(leaves).encode()
        for leaf in leaves:
            yield f"{PICTURES}/{leaf.name}", leaf.picture

    write_folder(target, files())


def write_html(target: Path, leaves: Sequence[Leaf]) -> None:
    """Write one page; `Refused` with a sentence where it can't be written."""
    write(target, html_page(leaves).encode())
