"""The journal written out: Markdown with its pictures, and one HTML page."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from attnstudio.model.document import Document
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.trace import Trace
from attnstudio.notes.journal_page import PAGE, PICTURES
from attnstudio.state import journal_export
from attnstudio.state.journal import Journal
from attnstudio.state.journal_export import write_html, write_markdown
from attnstudio.storage import journal_files
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import from_bytes, open_file
from attnstudio.storage.journal_words import Words
from tests.kept import picture_of
from tests.samples import bank, two_meanings


def filled(folder: Path) -> Journal:
    journal = Journal(folder)
    journal.add(picture_of(bank()), Words("bank — money", "said", "caption", "A note."))
    journal.add(picture_of(two_meanings()), Words("two meanings", "said", "caption"))
    return journal


def test_the_folder_has_a_page_and_pictures_that_open(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal")
    printed = write_markdown(tmp_path / "out", journal, journal.entries)
    assert (printed.count, printed.faults) == (2, [])
    page = (tmp_path / "out" / PAGE).read_text(encoding="utf-8")
    links = re.findall(r"!\[.*?\]\((.*?)\)", page)
    assert links == [f"{PICTURES}/{entry.name}" for entry in journal.entries]
    assert open_file(tmp_path / "out" / links[0]).document == bank()
    assert "weight" in page


def test_the_page_s_pictures_still_carry_their_documents(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal")
    write_html(tmp_path / "out.html", journal, journal.entries)
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    pictures = re.findall(r'src="data:image/png;base64,([^"]*)"', page)
    documents = [from_bytes(document_in(base64.b64decode(one)), "x").document for one in pictures]
    assert documents == [bank(), two_meanings()]


def test_one_bad_picture_costs_itself_alone(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal")
    entries = journal.entries
    (tmp_path / "journal" / entries[0].name).unlink()
    printed = write_markdown(tmp_path / "out", journal, entries)
    assert printed.count == 1
    assert len(printed.faults) == 1
    assert entries[0].name in printed.faults[0]
    page = (tmp_path / "out" / PAGE).read_text(encoding="utf-8")
    assert "two meanings" in page
    assert entries[0].name not in page
    with pytest.raises(Refused, match=re.escape(entries[0].name)):
        write_markdown(tmp_path / "other", journal, entries[:1])
    assert not (tmp_path / "other").exists()


def test_numbers_that_overflow_cost_their_entry_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overflowing(document: Document, number: int) -> Trace:
        if document == bank():
            raise Refused("the scores overflow.")
        return resolve(document, number)

    journal = filled(tmp_path / "journal")
    monkeypatch.setattr(journal_export, "resolve", overflowing)
    printed = write_html(tmp_path / "out.html", journal, journal.entries)
    assert printed.count == 1
    assert printed.faults == [
        f"“{journal.entries[0].name}” in the journal can't be printed: the scores overflow."
    ]


def test_too_much_for_a_browser_is_refused_and_a_folder_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = filled(tmp_path / "journal")
    monkeypatch.setattr(journal_export, "MOST_BYTES", 2**10)
    with pytest.raises(Refused, match="search for some of them"):
        write_html(tmp_path / "out.html", journal, journal.entries)
    assert write_markdown(tmp_path / "out", journal, journal.entries).count == 2


def test_each_picture_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = filled(tmp_path / "journal")
    read: list[str] = []
    real = journal_files.picture_in

    def seen(folder: Path, name: str) -> bytes:
        read.append(name)
        return real(folder, name)

    monkeypatch.setattr(journal_files, "picture_in", seen)
    write_html(tmp_path / "out.html", journal, journal.entries)
    write_markdown(tmp_path / "out", journal, journal.entries)
    assert read == [entry.name for entry in journal.entries] * 2


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(Refused, match="is there already"):
        write_markdown(tmp_path / "out", filled(tmp_path / "journal"), ())
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"
