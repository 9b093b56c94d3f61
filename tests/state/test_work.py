"""The open file: opened, saved, reset, and never lost to a file that is not what it seems."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from attnstudio.model import edits
from attnstudio.model.document import Handle, Look
from attnstudio.model.refused import Refused
from attnstudio.state.framing import whole
from attnstudio.state.snapshot import Snapshot, View
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.storage import settings
from attnstudio.storage.files import open_file, save_file
from attnstudio.storage.schema import Opened
from attnstudio.study import scenes
from tests.samples import bank, crossing


@pytest.fixture
def store() -> Store:
    return Store(bank(), Look(query=6))


@pytest.fixture
def work(store: Store) -> Work:
    return Work(store)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A document in a file, with a member that this version does not know."""
    path = tmp_path / "notes.attn"
    save_file(path, crossing(), Look(query=2), {"author": "Ada"})
    return path


def drag(store: Store, to: tuple[float, float] = (0.5, 0.5)) -> None:
    """Move the query tip in one gesture."""
    handle = Handle("query", store.look.query)
    store.begin("Move query")
    store.preview(lambda document: edits.move_vector(document, handle, (1.0, 1.0)))
    store.preview(lambda document: edits.move_vector(document, handle, to))
    store.commit()


def assert_left_alone(store: Store, before: Snapshot) -> None:
    assert store.now is before


def test_at_first_the_stores_document_is_the_work(work: Work) -> None:
    assert (work.path, work.title, work.is_modified) == (None, "bank — money", False)


def test_a_scene_is_opened_and_has_no_file(work: Work, store: Store) -> None:
    work.open("bank-river")
    assert (store.document, store.look) == scenes.load("bank-river")
    assert (work.path, work.title, work.is_modified) == (None, "bank — river", False)
    assert work.recent == ()


def test_a_file_is_opened_and_remembered(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    assert (store.document, store.look) == (crossing(), Look(query=2))
    assert (work.path, work.title) == (file, "notes")
    assert work.recent == (file,)
    assert settings.load().recent == (str(file),)


def test_a_relative_path_stays_the_same_file(
    work: Work, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    work.open("notes.attn")
    monkeypatch.chdir("/")
    work.save()
    assert work.path == file


@pytest.mark.parametrize(
    "content", [None, b"", b"{", b'{"format": "attnstudio", "version": 9}', b"[" * 10**5]
)
def test_what_cannot_be_opened_leaves_the_work(
    work: Work, store: Store, file: Path, content: bytes | None
) -> None:
    work.open(file)
    drag(store)
    before = store.now
    other = file.with_name("other.attn")
    if content is not None:
        other.write_bytes(content)
    with pytest.raises(Refused, match=r"other\.attn” can't be opened"):
        work.open(other)
    assert_left_alone(store, before)
    assert (work.path, work.is_modified) == (file, True)
    assert work.recent == (file,)


def test_an_unknown_scene_leaves_the_work(work: Work, store: Store) -> None:
    before = store.now
    with pytest.raises(Refused, match="There is no scene “bank”"):
        work.open("bank")
    assert_left_alone(store, before)


def test_more_words_than_a_window_shows_leave_the_work(work: Work, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "arrays.json"
    rows = [[1.0, 0.0]] * 65
    path.write_text(json.dumps({"queries": rows, "keys": rows, "values": rows}))
    before = store.now
    with pytest.raises(Refused, match=r"arrays\.json” can't be opened: .* 65 query tokens; 64 are possible"):
        work.open(path)
    assert_left_alone(store, before)


def test_plain_arrays_are_shown_and_never_overwritten(work: Work, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "arrays.json"
    arrays = {"queries": [[1, 0]], "keys": [[2, 1]], "values": [[2, 1]], "made": "by hand"}
    path.write_text(json.dumps(arrays))
    work.open(path)
    assert store.trace.scores.tolist() == [[[2.0]]]
    assert store.view.message == "“made” is not known and was left out."
    assert work.path is None
    with pytest.raises(Refused, match="no file yet"):
        work.save()
    assert json.loads(path.read_text()) == arrays


def test_saving_keeps_what_others_put_there(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    drag(store)
    assert store.is_modified
    work.save()
    assert not work.is_modified
    saved = open_file(file)
    assert (saved.document, saved.look, saved.extra) == (store.document, store.look, {"author": "Ada"})


def test_saving_ends_a_gesture_first(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    store.begin("Move query")
    store.preview(lambda document: edits.move_vector(document, Handle("query", 2), (0.3, 0.3)))
    work.save()
    assert store.undo_name == "Move query"
    assert open_file(file).document == store.document


def test_saving_under_a_name_makes_it_the_file(work: Work, store: Store, tmp_path: Path) -> None:
    work.open("bank-money")
    drag(store)
    path = tmp_path / "mine.attn"
    work.save_as(path)
    assert (work.path, work.title, work.is_modified) == (path, "mine", False)
    assert open_file(path).document == store.document
    assert work.recent == (path,)
    drag(store, (-1.0, 0.0))
    work.save()
    assert open_file(path).document == store.document


def test_what_cannot_be_saved_stays_open(
    work: Work, store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.open(file)
    drag(store)
    before, old = store.now, file.read_bytes()
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda descriptor, data: 0)
        with pytest.raises(Refused, match="the disk took only a part of it; the old file is whole"):
            work.save()
    with pytest.raises(Refused, match="there is no folder"):
        work.save_as(file.parent / "gone" / "x.attn")
    assert_left_alone(store, before)
    assert file.read_bytes() == old
    assert (work.path, work.is_modified) == (file, True)


# --- somebody else writes to the same file


def test_a_file_that_others_changed_is_not_overwritten_unasked(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    drag(store)
    save_file(file, bank(), Look())
    theirs = file.read_bytes()
    with pytest.raises(Refused, match=r"“notes\.attn” was changed by another program"):
        work.save()
    assert file.read_bytes() == theirs
    assert work.is_modified
    work.save(force=True)
    assert open_file(file).document == store.document


def test_a_file_that_others_broke_counts_as_changed(work: Work, file: Path) -> None:
    work.open(file)
    file.write_bytes(b"")
    with pytest.raises(Refused, match="changed by another program"):
        work.save()


def test_a_file_that_was_only_touched_is_written(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    drag(store)
    os.utime(file, (1, 1))
    work.save()
    assert open_file(file).document == store.document


def test_a_file_that_is_gone_is_made_anew(work: Work, file: Path) -> None:
    work.open(file)
    file.unlink()
    work.save()
    assert open_file(file).document == crossing()


def test_a_change_right_after_a_save_is_noticed(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    drag(store)
    work.save()
    file.write_bytes(file.read_bytes().replace(b"crossing", b"CROSSING"))
    with pytest.raises(Refused, match="changed by another program"):
        work.save()


# --- new and reset


def test_a_new_document_forgets_the_file(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    work.new()
    assert (store.document, store.look) == scenes.starter()
    assert (work.path, work.title, work.is_modified) == (None, "Untitled", False)
    work.save_as(file)
    assert open_file(file).extra == {}


def test_reset_equals_a_fresh_start_to_the_last_bit(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    fresh = Store(crossing(), Look(query=2), View())
    drag(store)
    store.apply("Causal", lambda document: edits.set_rule(document, "causal"))
    store.set_look(query=1, hull=True)
    store.set_view(frame=whole(3.0), snap="grid", painting=True, hover_token=1, message="hm")
    work.reset()
    assert (store.document, store.look, store.view) == (fresh.document, fresh.look, fresh.view)
    for name in ("weights", "output", "scores", "masked"):
        assert getattr(store.trace, name).tobytes() == getattr(fresh.trace, name).tobytes()
    assert not work.is_modified


def test_reset_can_be_undone(work: Work, store: Store) -> None:
    drag(store)
    dragged = store.document
    work.reset()
    assert store.document == bank()
    assert store.undo_name == "Reset"
    store.undo()
    assert store.document == dragged
    assert work.is_modified


def test_reset_goes_back_to_what_was_saved(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    drag(store)
    work.save()
    saved = store.document
    drag(store, (-2.0, 1.0))
    work.reset()
    assert store.document == saved


def test_reset_without_a_change_is_no_step(work: Work, store: Store) -> None:
    frame = store.now.frame
    store.set_view(frame=whole(3.0))
    work.reset()
    assert store.undo_name is None
    assert store.now.frame == frame


def test_the_theme_and_the_size_of_text_outlive_a_document(work: Work, store: Store) -> None:
    store.set_view(theme="dark", text_scale=1.5)
    work.open("bank-river")
    work.reset()
    assert (store.view.theme, store.view.text_scale) == ("dark", 1.5)


def test_settings_that_cannot_be_written_stop_no_work(
    work: Work, store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> tuple[str, ...]:
        raise Refused("The settings can't be kept.")

    monkeypatch.setattr(settings, "remember", refuse)
    work.open(file)
    work.save()
    assert work.path == file
    assert work.recent == ()


def test_whoever_shows_the_title_is_told_the_new_one(work: Work, store: Store, file: Path) -> None:
    told: list[str] = []
    store.subscribe(lambda old, new: told.append(work.title))
    work.open(file)
    assert told[-1] == "notes"
    work.open("bank-river")
    assert told[-1] == "bank — river"
    work.open(file)
    work.new()
    assert told[-1] == work.title != "notes"


def test_looking_at_another_scene_is_a_step_that_can_be_undone(work: Work, store: Store) -> None:
    work.visit("bank-money")
    store.apply("Scaling off", lambda document: edits.set_scaling(document, False))
    edited = store.document
    work.visit("bank-river")
    assert store.document.scene == "bank-river"
    assert not work.is_modified
    assert store.undo_name == "Open scene “bank-river”"
    store.undo()
    assert store.document == edited
    work.reset()
    assert store.document == scenes.load("bank-money")[0]
    store.undo()
    assert store.document == edited


def test_new_without_a_file_can_be_undone_too(work: Work, store: Store) -> None:
    before = store.document
    work.new()
    assert store.document == scenes.starter()[0]
    store.undo()
    assert store.document == before


def test_new_leaves_a_file_behind(work: Work, store: Store, file: Path) -> None:
    work.open(file)
    work.new()
    assert work.path is None
    assert store.undo_name is None


def test_scenes_that_were_only_looked_at_are_not_modified_in_any_order(work: Work, store: Store) -> None:
    for scene in ("bank-money", "bank-river", "bank-money", "bank-river"):
        work.visit(scene)
        assert (work.left, work.is_modified) == ((), False)
    titles = [work.title]
    while store.undo_name:
        store.undo()
        titles.append(work.title)
        assert (work.left, work.is_modified) == ((), False)
    while store.redo_name:
        store.redo()
        assert (work.left, work.is_modified) == ((), False)
    assert titles == ["bank — river", "bank — money"] * 2 + ["bank — money"]


def test_a_kept_state_of_other_work_is_never_saved_into_its_file(
    work: Work, store: Store, file: Path
) -> None:
    work.visit("bank-river")
    kept = store.document
    drag(store)
    work.save_as(file)
    store.undo()
    store.undo()  # the work before, which has no file
    assert (work.path, work.is_modified) == (None, False)
    drag(store)
    left = store.document
    store.exchange("Go to A", kept, store.look)
    assert (work.path, work.is_modified) == (None, True)
    with pytest.raises(Refused, match="no file yet"):
        work.save()
    store.undo()
    assert (work.path, store.document) == (None, left)


def test_equal_work_is_still_another(work: Work, store: Store, file: Path) -> None:
    drag(store)
    work.save_as(file)
    edited = store.document
    work.restore("seen", Opened(edited, store.look))  # a file is open: there is no way back
    assert (work.path, store.undo_name) == (None, None)
    drag(store, (2.0, 2.0))
    work.restore("again", Opened(store.document, store.look))
    assert not work.is_modified
    store.undo()
    assert store.document == edited
    assert (work.is_modified, work.left) == (False, ())


def test_left_work_about_which_the_person_decided_is_still_not_saved(work: Work, store: Store) -> None:
    drag(store)
    work.visit("bank-river")
    assert list(work.left) == ["bank — money"]
    work.discard_left()
    assert not work.left
    store.undo()
    assert work.is_modified


def test_a_store_has_one_work(store: Store, work: Work) -> None:
    with pytest.raises(RuntimeError, match="its work already"):
        Work(store)
