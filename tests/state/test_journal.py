"""The journal as a window knows it: order, notes of two windows, deletions, and the words of a state."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio.model.document import Look, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.state.journal import Journal, words_of
from attnstudio.storage.journal_words import Words
from attnstudio.study.scenes import load, scenes
from tests.kept import picture_of
from tests.samples import bank, crossing

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def filled(folder: Path, *titles: str) -> Journal:
    journal = Journal(folder, lambda: NOON)
    for title in titles:
        journal.add(picture_of(bank()), Words(title, note=f"about {title}"))
    return journal


def titles(journal: Journal) -> list[str]:
    return [entry.words.title for entry in journal.entries]


def test_what_is_added_stands_last_and_is_of_now(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a", "b")
    assert titles(journal) == ["a", "b"]
    assert journal.entries[0].words.made == "2026-11-30T12:00:00+00:00"
    assert journal.opened(journal.entries[0].name).document == bank()


def test_another_window_s_entries_come_at_the_next_look(tmp_path: Path) -> None:
    one, other = filled(tmp_path), filled(tmp_path)
    one.add(picture_of(bank()), Words("mine"))
    assert other.entries == ()
    assert other.look_again()
    assert not other.look_again()
    assert titles(other) == ["mine"]


def test_a_note_is_kept_and_only_said_what_matters(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a")
    name = journal.entries[0].name
    assert journal.set_note(name, "two\r\nlines") == ""
    assert Journal(tmp_path).entries[0].words.note == "two\nlines"


def test_notes_of_two_windows_are_both_kept(tmp_path: Path) -> None:
    one = filled(tmp_path, "a")
    other = Journal(tmp_path)
    name = one.entries[0].name
    one.set_note(name, "from one")
    assert "both are kept" in other.set_note(name, "from the other")
    assert Journal(tmp_path).entries[0].words.note == "from the other\n\nfrom one"
    assert other.set_note(name, "put together") == ""


def test_a_note_whose_picture_is_gone_is_a_file(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a")
    name = journal.entries[0].name
    (tmp_path / name).unlink()
    said = journal.set_note(name, "typed just now")
    assert "the note is kept in" in said
    kept = Path(said.split("“")[1].split("”")[0])
    assert kept.read_text() == "typed just now"
    assert journal.entries == ()


def test_a_note_in_two_windows_of_which_one_deleted_it(tmp_path: Path) -> None:
    one = filled(tmp_path, "a")
    other = Journal(tmp_path)
    one.remove(one.entries[0].name)
    assert "kept in" in other.set_note(other.entries[0].name, "still typing")
    assert one.bring_back() is not None


@settings(max_examples=20)  # each writes a dozen files
@given(moves=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=12))
def test_moves_order_as_a_list_does(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[int, int]]
) -> None:
    journal = filled(tmp_path_factory.mktemp("journal"), *"abcd")
    order = list("abcd")
    for which, to in moves:
        rest = [title for title in order if title != order[which]]
        before = rest[to] if to < len(rest) else None
        names = {entry.words.title: entry.name for entry in journal.entries}
        journal.move(names[order[which]], None if before is None else names[before])
        moved = order[which]
        rest.insert(min(to, len(rest)), moved)
        order = rest
        assert titles(journal) == order
    assert titles(Journal(journal.folder)) == order


def test_a_gap_is_never_used_up(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a", "b", "c")
    for _ in range(30):
        first, second, third = (entry.name for entry in journal.entries)
        journal.move(third, second)
        assert [entry.name for entry in journal.entries] == [first, third, second]
    assert titles(Journal(tmp_path)) == titles(journal)


def test_deletions_come_back_the_latest_first(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a", "b", "c")
    one, two, _ = (entry.name for entry in journal.entries)
    journal.remove(one)
    journal.remove(two)
    assert titles(journal) == ["c"]
    assert journal.bring_back() == two
    assert journal.bring_back() == one
    assert journal.bring_back() is None
    assert titles(journal) == ["a", "b", "c"]


def test_what_comes_back_has_its_note_though_another_took_its_name(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a")
    name = journal.entries[0].name
    journal.set_note(name, "mine")
    journal.remove(name)
    (tmp_path / name).write_bytes(picture_of(bank()))
    journal.look_again()
    back = journal.bring_back()
    assert back is not None
    assert back != name
    entry = journal.entry(back)
    assert entry is not None
    assert entry.words.note == "mine"
    assert len(journal.entries) == 2


def test_a_deletion_that_fails_changes_nothing(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a")
    with pytest.raises(Refused):
        journal.remove("other.png")
    assert journal.removed == []
    assert titles(journal) == ["a"]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("", ["Bank", "river"]),
        ("BANK", ["Bank"]),
        ("about r", ["river"]),
        ("bank river", []),
        ("  ", ["Bank", "river"]),
    ],
)
def test_the_search_looks_at_titles_and_notes(search: str, expected: list[str], tmp_path: Path) -> None:
    journal = filled(tmp_path, "Bank", "river")
    assert [entry.words.title for entry in journal.found(search)] == expected


def test_what_is_being_typed_stays_whatever_is_searched(tmp_path: Path) -> None:
    journal = filled(tmp_path, "a", "b")
    assert [e.words.title for e in journal.found("nowhere", journal.entries[1].name)] == ["b"]


@pytest.mark.parametrize("scene", [scene.id for scene in scenes()])
def test_every_scene_has_words_of_its_own(scene: str) -> None:
    document, look = load(scene)
    words = words_of(document, resolve(document, look.passage), look)
    assert words.title == document.title
    assert words.said
    assert words.caption


def test_a_document_without_a_title_has_a_name() -> None:
    document = replace(crossing(), title="")
    assert words_of(document, resolve(document), fitting(Look(), document)).title == "Untitled"
