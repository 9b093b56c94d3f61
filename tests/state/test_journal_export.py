"""The journal written out: Markdown with its pictures, and one HTML page."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.notes.journal_page import PAGE, PICTURES
from attnstudio.state import journal_export
from attnstudio.state.journal import Journal
from attnstudio.state.journal_export import leaves_of, write_html, write_markdown
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
    leaves, faults = leaves_of(journal, journal.entries)
    assert faults == ()
    write_markdown(tmp_path / "out", leaves)
    page = (tmp_path / "out" / PAGE).read_text(encoding="utf-8")
    links = re.findall(r"!\[.*?\]\((.*?)\)", page)
    assert links == [f"{PICTURES}/{entry.name}" for entry in journal.entries]
    assert open_file(tmp_path / "out" / links[0]).document == bank()
    assert "weight" in page


def test_the_page_s_pictures_still_carry_their_documents(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal")
    write_html(tmp_path / "out.html", leaves_of(journal, journal.entries)[0])
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    pictures = re.findall(r'src="data:image/png;base64,([^"]*)"', page)
    documents = [from_bytes(document_in(base64.b64decode(one)), "x").document for one in pictures]
    assert documents == [bank(), two_meanings()]


def test_one_bad_picture_costs_itself_alone(tmp_path: Path) -> None:
    journal = filled(tmp_path / "journal")
    entries = journal.entries
    (tmp_path / "journal" / entries[0].name).unlink()
    leaves, faults = leaves_of(journal, entries)
    assert [leaf.words.title for leaf in leaves] == ["two meanings"]
    assert len(faults) == 1
    assert entries[0].name in faults[0]
    with pytest.raises(Refused, match=re.escape(entries[0].name)):
        leaves_of(journal, entries[:1])


def test_too_much_for_a_browser_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = filled(tmp_path / "journal")
    monkeypatch.setattr(journal_export, "MOST_BYTES", 2**10)
    with pytest.raises(Refused, match="search for some of them"):
        leaves_of(journal, journal.entries)


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(Refused, match="is there already"):
        write_markdown(tmp_path / "out", ())
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"
