"""What is committed is on its way to the disk before anybody hears of it, and nothing else costs a write."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle
from attnstudio.state import recovery as module
from attnstudio.state.recovery import Recovery
from attnstudio.state.store import Store
from attnstudio.state.work import ChangedByOthers, Work
from attnstudio.storage.recovery_files import Draft, RecoveryFile, folder, search
from attnstudio.storage.recovery_records import Found, last
from attnstudio.study import scenes


class Window:
    """A store with its work and its recovery file, and what was told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.recovery = Recovery(self.told.append)
        self.store = Store(*scenes.load("bank-money"))
        self.work = Work(self.store, self.recovery)

    def move(self, x: float, y: float = 0.5) -> None:
        """One gesture of three frames."""
        store = self.store
        store.begin("Move query")
        for part in (0.3, 0.6, 1.0):
            store.preview(moved((x * part, y)))
        store.commit()

    def crash(self) -> None:
        """End as a killed process does, as far as one can within a process."""
        self.recovery.close(is_over=False)


@pytest.fixture
def another() -> Iterator[Callable[[], Window]]:
    """Makes windows, and closes them in the end."""
    made: list[Window] = []

    def make() -> Window:
        made.append(Window())
        return made[-1]

    yield make
    for window in made:
        window.recovery.close(is_over=True)


@pytest.fixture
def window(another: Callable[[], Window]) -> Window:
    return another()


Make = Callable[[], Window]


def moved(point: tuple[float, float]) -> Callable[[Document], Document]:
    handle = Handle("query", scenes.load("bank-money")[1].query)
    return lambda document: edits.move_vector(document, handle, point)


def files() -> list[Path]:
    return sorted(folder().glob("*.recovery")) if folder().exists() else []


def on_disk() -> Found:
    (path,) = files()
    return last(path.read_bytes())


def wait_until(happened: Callable[[], object]) -> None:
    """For what the thread does; it does it within a second, but no test depends on that."""
    end = time.monotonic() + 20
    while not happened() and time.monotonic() < end:
        time.sleep(0.01)
    assert happened()


def test_nothing_is_made_before_the_first_change(window: Window) -> None:
    window.store.set_look(hull=True)
    window.store.set_view(hover_token=3)
    window.work.open("bank-river")
    assert not folder().exists()
    assert window.recovery._thread is None


def test_every_kind_of_change_is_on_the_disk_before_it_is_announced(window: Window) -> None:
    store = window.store
    compared: list[bool] = []

    def compare(*_: object) -> None:
        if store.gesture is None and files():
            found = on_disk()
            compared.append((found.document, found.look) == (store.document, store.look))

    store.subscribe(compare)
    window.move(0.25)
    window.move(0.5)
    store.apply("Mask: causal", lambda document: edits.set_rule(document, "causal"))
    store.undo()
    store.redo()
    store.set_look(hull=True)
    store.exchange("Go to A", scenes.load("softmax-210")[0], store.look)
    store.undo()
    assert len(compared) >= 8
    assert all(compared)


def test_a_frame_of_a_drag_writes_nothing_and_a_commit_writes_once(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.move(0.25)
    writes: list[int] = []
    write = os.write

    def counted(descriptor: int, data: Any) -> int:
        writes.append(len(data))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", counted)
    monkeypatch.setattr(module, "PAUSE", 60.0)
    store = window.store
    store.begin("Move query")
    for step in range(20):
        store.preview(moved((step / 10, 1.0)))
        store.set_view(hover_token=step % 6 + 1)
    assert writes == []
    store.commit()
    assert len(writes) == 1
    store.begin("Move query")
    store.preview(moved((0.1, 0.1)))
    store.cancel()
    assert len(writes) == 1


def test_one_moved_vector_is_a_short_record(window: Window) -> None:
    window.move(0.25)
    (path,) = files()
    before = path.stat().st_size
    window.move(0.5)
    assert path.stat().st_size - before < 200 < before


def test_what_is_saved_or_as_it_was_needs_no_file(window: Window, tmp_path: Path) -> None:
    window.move(0.25)
    assert len(files()) == 1
    window.store.undo()
    assert files() == []
    window.store.redo()
    assert len(files()) == 1
    window.work.save_as(tmp_path / "mine.attn")
    assert files() == []
    window.move(0.5)
    found = on_disk()
    assert found.path == tmp_path / "mine.attn"
    window.crash()
    assert search(folder()).orphans[0].found.document == window.store.document


def test_two_windows_never_touch_each_other(window: Window, another: Make) -> None:
    other = another()
    window.move(0.25)
    other.move(0.5)
    assert len(files()) == 2
    other.recovery.close(is_over=True)
    assert on_disk().document == window.store.document


def test_a_closed_window_leaves_no_thread_and_no_file(window: Window) -> None:
    window.move(0.25)
    thread = window.recovery._thread
    assert thread is not None
    window.work.close()
    assert not thread.is_alive()
    assert list(folder().iterdir()) == []


def test_the_file_is_written_anew_while_changes_go_on(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    monkeypatch.setattr(module, "SPARE", -10_000)  # at every turn of the thread
    window.move(0.25)
    (path,) = files()
    inodes = {path.stat().st_ino}
    end = time.monotonic() + 20
    step = 0
    while len(inodes) < 4 and time.monotonic() < end:
        step += 1
        window.move(step / 100_000)
        assert on_disk().document == window.store.document
        inodes.add(path.stat().st_ino)
    assert len(inodes) == 4
    assert window.told == []


def test_a_folder_that_vanishes_is_made_again(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    window.move(0.25)
    for path in folder().iterdir():
        path.unlink()
    folder().rmdir()
    window.move(0.5)
    wait_until(files)
    assert on_disk().document == window.store.document


# --- a disk that refuses


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "no space")


def test_a_full_disk_is_told_once_and_work_goes_on(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 60.0)
    window.move(0.25)
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        window.move(0.5)
        window.move(0.75)
        was_kept = window.work.is_kept
    assert not was_kept
    assert window.told == [
        "What you change can't be kept for the case of a crash: the disk is full. Save now and then."
    ]
    assert window.store.document.passages[0].heads[0].queries[5] == (0.75, 0.5)
    window.store.set_look(hull=True)  # there is room again
    assert window.work.is_kept
    assert on_disk().document == window.store.document


@pytest.mark.parametrize("name", ["open", "mkdir"])
def test_a_folder_that_can_not_be_written_is_told_once(
    name: str, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "refused")

    with monkeypatch.context() as locked:
        locked.setattr(os, name, refuse)
        window.move(0.25)
        window.move(0.5)
    assert len(window.told) == 1
    assert "you have no permission for it" in window.told[0]
    assert window.store.undo_name == "Move query"


def test_a_fault_of_the_program_stops_no_edit(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise LookupError("a fault")

    logged: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: logged.append(kind))
    monkeypatch.setattr(module, "whole", fail)
    window.move(0.25)
    assert logged == [LookupError]
    assert window.store.undo_name == "Move query"
    assert "the program has a fault (LookupError)" in window.told[0]


def test_a_fault_does_not_end_the_thread(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    monkeypatch.setattr(module, "SPARE", -10_000)
    logged = threading.Event()
    monkeypatch.setattr(sys, "excepthook", lambda *_: logged.set())
    with monkeypatch.context() as broken:
        broken.setattr(RecoveryFile, "rewrite", lambda *_: (_ for _ in ()).throw(MemoryError))
        window.move(0.25)
        assert logged.wait(20)
    assert "the program has a fault (MemoryError)" in window.told[0]
    (path,) = files()
    before = path.stat().st_ino
    window.move(0.5)
    wait_until(lambda: path.stat().st_ino != before)
    assert on_disk().document == window.store.document


def test_what_cannot_be_loaded_does_not_end_the_thread(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = threading.Event()
    monkeypatch.setattr(module, "PAUSE", 0.0)
    monkeypatch.setattr(module, "load", lambda: (_ for _ in ()).throw(PermissionError(errno.EACCES, "no")))
    monkeypatch.setattr(os, "fsync", lambda _: settled.set())
    window.move(0.25)
    assert settled.wait(20)


def test_work_that_is_saved_while_its_file_is_written_anew_leaves_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SPARE", -10_000)
    rewrite = RecoveryFile.rewrite

    def late(file: RecoveryFile, record: bytes, covered: int) -> Draft:
        window.recovery.forget()
        return rewrite(file, record, covered)

    monkeypatch.setattr(RecoveryFile, "rewrite", late)
    monkeypatch.setattr(module, "PAUSE", 60.0)
    window.move(0.25)
    window.recovery._settle()
    assert list(folder().iterdir()) == []


# --- from work to work


def test_work_that_was_left_for_a_scene_is_there_after_a_crash(window: Window) -> None:
    window.move(0.25)
    left = window.store.document
    window.work.visit("bank-river")
    assert window.work.left == ("bank — money",)
    window.crash()
    (orphan,) = search(folder()).orphans
    assert orphan.found.document == left


def test_work_that_undo_brought_back_is_there_once(window: Window) -> None:
    window.move(0.25)
    window.work.visit("bank-river")
    window.store.undo()
    assert window.work.left == ()
    assert window.work.is_modified
    window.move(0.5)
    assert on_disk().document == window.store.document


def test_a_scene_that_was_only_looked_at_is_not_modified_when_undo_comes_to_it(window: Window) -> None:
    window.work.visit("bank-river")
    window.store.undo()
    assert not window.work.is_modified
    assert files() == []


def test_work_that_undo_brought_back_is_not_given_up_while_nothing_can_be_written(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 60.0)
    window.move(0.25)
    left = window.store.document
    window.work.visit("bank-river")
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        window.store.undo()
        window.move(0.5)
        assert on_disk().document == left
    window.store.set_look(hull=True)
    assert on_disk().document == window.store.document


def test_work_is_settled_though_it_was_left_at_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: settled.append(os.fstat(descriptor).st_ino))
    monkeypatch.setattr(module, "PAUSE", 60.0)
    window.move(0.25)
    window.work.visit("bank-river")
    window.recovery._settle()
    window.recovery._settle()
    assert settled == [files()[0].stat().st_ino]


def test_left_work_is_kept_for_the_next_start_or_given_up(window: Window) -> None:
    window.move(0.25)
    window.work.visit("bank-river")
    window.work.discard_left()
    assert (window.work.left, files()) == ((), [])
    window.move(0.5)
    left = window.store.document
    window.work.visit("softmax-210")
    window.work.keep_left()
    window.work.close()
    (orphan,) = search(folder()).orphans
    assert orphan.found.document == left


def test_a_step_that_names_a_file_need_not_be_text(window: Window) -> None:
    window.move(0.25)
    window.store.exchange("Restore “caf\udce9”", scenes.load("bank-river")[0], window.store.look)
    assert window.work.is_kept
    assert on_disk().step == "Restore “caf�”"


def orphaned(window: Window) -> Found:
    window.crash()
    (orphan,) = search(folder()).orphans
    orphan.remove()
    return orphan.found


def test_recovered_work_has_its_file_and_is_modified(window: Window, another: Make, tmp_path: Path) -> None:
    path = tmp_path / "mine.attn"
    window.move(0.25)
    window.work.save_as(path)
    window.move(0.5)
    lost = window.store.document
    next_one = another()
    next_one.work.recover(orphaned(window))
    assert next_one.store.document == lost
    assert (next_one.work.path, next_one.work.title, next_one.work.is_modified) == (path, "mine", True)
    next_one.work.save()
    assert not next_one.work.is_modified


def test_undo_of_a_recovery_takes_the_file_along_and_redo_brings_it(
    window: Window, another: Make, tmp_path: Path
) -> None:
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    window.move(0.5)
    lost = window.store.document
    next_one = another()
    work, store = next_one.work, next_one.store
    work.recover(orphaned(window))
    store.undo()
    assert work.path is None
    assert not work.is_modified
    assert store.document == scenes.load("bank-money")[0]
    assert work.left == ("mine",)
    assert on_disk().document == lost  # it is safe meanwhile
    next_one.move(0.1)  # redo is gone: the file must not become the scene's
    scene_path = work.path
    assert scene_path is None
    store.undo()
    work.recover(on_disk_of(lost))
    store.undo()
    store.redo()
    assert [work.path] == [path]
    assert (work.is_modified, store.document) == (True, lost)


def on_disk_of(document: Document) -> Found:
    return next(
        found for found in (last(path.read_bytes()) for path in files()) if found.document == document
    )


def test_a_file_that_changed_after_the_crash_is_not_overwritten_unasked(
    window: Window, another: Make, tmp_path: Path
) -> None:
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    window.move(0.5)
    found = orphaned(window)
    theirs = another()
    theirs.move(0.75)
    theirs.work.save_as(path)
    next_one = another()
    next_one.work.recover(found)
    assert next_one.work.is_modified
    with pytest.raises(ChangedByOthers):
        next_one.work.save()


def test_recovered_work_whose_file_is_gone_is_saved_there_again(
    window: Window, another: Make, tmp_path: Path
) -> None:
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    window.move(0.5)
    found = orphaned(window)
    path.unlink()
    next_one = another()
    next_one.work.recover(found)
    assert next_one.work.is_modified
    next_one.work.save()
    assert path.exists()


def test_no_thread_of_these_tests_is_left(window: Window) -> None:
    window.move(0.25)
    window.recovery.close(is_over=True)
    assert [thread for thread in threading.enumerate() if thread.name == "recovery"] == []
